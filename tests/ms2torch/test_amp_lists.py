"""Level O1 and lists of one's own: what is lowered, and to what."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import ms2torch as ms
from ms2torch import Parameter, Tensor, amp, nn, ops
from ms2torch.amp import _grad_scale_map, _grad_unscale_map

X = np.random.RandomState(0).randn(4, 8).astype(np.float32)


class Holder(nn.Cell):
    def __init__(self, cell):
        super().__init__()
        self.cell = cell

    def construct(self, *inputs):
        return self.cell(*inputs)


class Products(nn.Cell):
    def __init__(self):
        super().__init__()
        self.product = ops.MatMul()
        self.relu = ops.ReLU()

    def construct(self, x):
        return self.product(self.relu(x), x.T) + ops.tanh(x).sum()


def half(array):
    return Tensor(array).astype(ms.float16)


def lowered(cell, level="O1", **lists):
    net = Holder(cell)
    made = amp.custom_mixed_precision(net, **lists) if lists else amp.auto_mixed_precision(net, level)
    return made(Tensor(X))


def test_the_list_is_mindspores():
    names = [kind.__name__ for kind in amp.get_white_list()]
    assert names == ["Conv1d", "Conv2d", "Conv3d", "Conv1dTranspose", "Conv2dTranspose", "Conv3dTranspose", "Dense",
                     "LSTMCell", "RNNCell", "GRUCell", "Conv2D", "Conv3D", "Conv2DTranspose", "Conv3DTranspose",
                     "Conv2DBackpropInput", "MatMul", "BatchMatMul", "PReLU", "ReLU", "Ger"]  # fmt: skip
    modules = [kind.__module__.removeprefix("ms2torch.") for kind in amp.get_white_list()]
    assert modules == [*["nn.layer.conv"] * 6, "nn.layer.basic", *["nn.layer.rnn_cells"] * 3,
                       *["ops.operations.nn_ops"] * 5, *["ops.auto_generate.gen_ops_prim"] * 4,
                       "ops.operations.math_ops"]  # fmt: skip
    assert all(pickle.loads(pickle.dumps(kind)) is kind for kind in amp.get_white_list())
    amp.get_white_list().clear()
    assert amp.get_white_list()


def test_a_cell_of_the_list_computes_in_float16_and_gives_float32():
    cell = nn.Dense(8, 3)
    seen = []
    cell.register_forward_pre_hook(lambda _, inputs: seen.append(inputs[0].dtype))
    out = lowered(cell)
    expected = ops.dense(half(X), cell.weight.astype(ms.float16), cell.bias.astype(ms.float16)).astype(ms.float32)
    assert out.dtype == ms.float32
    assert cell.weight.dtype == ms.float32
    np.testing.assert_array_equal(out.asnumpy(), expected.asnumpy())


def test_operations_of_the_list_are_lowered_and_others_are_not():
    out = lowered(Products())
    x = half(X)
    expected = ops.matmul(ops.relu(x), x.T).astype(ms.float32) + ops.tanh(Tensor(X)).sum()
    np.testing.assert_array_equal(out.asnumpy(), expected.asnumpy())


# measured with MindSpore 2.10.0: nn.ReLU and ops.relu are rounded, these are not
@pytest.mark.parametrize("make", [lambda: nn.LayerNorm((8,)), nn.GELU, nn.Sigmoid, nn.ReLU6, nn.Softmax])
def test_the_rest_keeps_its_bits(make):
    np.testing.assert_array_equal(lowered(make()).asnumpy(), make()(Tensor(X)).asnumpy())


def test_relu_is_rounded():
    np.testing.assert_array_equal(lowered(nn.ReLU()).asnumpy(), np.maximum(X, 0).astype(np.float16).astype(np.float32))


def test_a_precision_of_its_own_is_kept():
    cell = nn.Dense(8, 3).to_float(ms.float32)
    np.testing.assert_array_equal(lowered(cell).asnumpy(), cell(Tensor(X)).asnumpy())


def test_a_subclass_is_not_its_base():
    class Mine(nn.Dense):
        pass

    cell = Mine(8, 3)
    np.testing.assert_array_equal(lowered(cell, white_list=[nn.Dense]).asnumpy(), cell(Tensor(X)).asnumpy())


def test_a_list_of_ones_own():
    net = nn.SequentialCell(nn.Dense(8, 8), nn.LayerNorm((8,)))
    plain = net(Tensor(X)).asnumpy()
    np.testing.assert_array_equal(amp.custom_mixed_precision(net, white_list=[])(Tensor(X)).asnumpy(), plain)
    changed = amp.custom_mixed_precision(net, white_list=[nn.LayerNorm])(Tensor(X)).asnumpy()
    assert 0 < np.abs(changed - plain).max() < 5e-3


@pytest.mark.parametrize(
    "lists, error",
    [
        ({}, ValueError),
        ({"white_list": [nn.Dense], "black_list": []}, ValueError),
        ({"white_list": 3}, TypeError),
        ({"white_list": [3]}, TypeError),
        ({"black_list": [ops.ReLU]}, TypeError),
        ({"white_list": [nn.Dense], "dtype": ms.float32}, ValueError),
        ({"white_list": [ops.Tanh]}, NotImplementedError),
    ],
)
def test_refused(lists, error):
    with pytest.raises(error):
        amp.custom_mixed_precision(nn.Dense(2, 2), **lists)


def test_training_with_o1_updates_float32_weights():
    net = amp.auto_mixed_precision(nn.SequentialCell(nn.Dense(8, 4), nn.ReLU(), nn.Dense(4, 1)), "O1")
    optimizer = nn.SGD(net.trainable_params(), 0.01)
    step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), optimizer)
    label = Tensor(X[:, :1])
    losses = [float(step(Tensor(X), label)) for _ in range(20)]
    assert losses[-1] < losses[0]
    assert {p.dtype for p in net.get_parameters()} == {ms.float32}
    assert [p.name for p in net.trainable_params()] == ["0.weight", "0.bias", "2.weight", "2.bias"]


def test_a_scaler_of_ones_own():
    class Mine(amp.LossScaler):
        def __init__(self, value):
            self.scale_value = Parameter(Tensor(value, dtype=ms.float32), name="scale_value", requires_grad=False)

        def scale(self, inputs):
            return _grad_scale_map(self.scale_value, inputs)

        def unscale(self, inputs):
            return _grad_unscale_map(self.scale_value, inputs)

        def adjust(self, grads_finite):
            return False

    scaled = Mine(8.0).scale((Tensor([1.0, 2.0]), Tensor([3.0], ms.float16)))
    assert [t.asnumpy().tolist() for t in scaled] == [[8.0, 16.0], [24.0]]
    assert [t.dtype for t in Mine(8.0).unscale(scaled)] == [ms.float32, ms.float16]
    assert Mine(8.0).unscale(Tensor([16.0])).asnumpy().tolist() == [2.0]


def test_addn_takes_the_widest_type_by_operation():
    add = amp.auto_mixed_precision(Holder(ops.AddN()), "auto")
    x, y = half(X), Tensor(X)
    assert add([x, y, x]).dtype == ms.float32
    assert add([x, x]).dtype == ms.float16
    with pytest.raises(TypeError):
        ops.addn([x, y])


def test_a_recomputed_cell_is_lowered_again_in_the_backward_pass():
    class Recomputed(nn.Cell):
        def __init__(self):
            super().__init__()
            self.dense = nn.Dense(8, 3)
            self.norm = nn.LayerNorm((3,))
            self.dense.recompute()

        def construct(self, x):
            return self.norm(self.dense(x))

    ms.set_seed(1)
    net = amp.auto_mixed_precision(Recomputed(), "auto")
    ms.set_seed(1)
    plain = Recomputed()
    plain.dense.__dict__["_recompute"] = None
    plain = amp.auto_mixed_precision(plain, "auto")
    got, want = (ms.grad(lambda x, n=n: n(x).square().sum())(half(X)).asnumpy() for n in (net, plain))
    assert np.array_equal(got, want)
