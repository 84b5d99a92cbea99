"""What MindSpore refuses is refused: always where nothing is lost, and in a mode of its own where torch code would be.

Each was asked of MindSpore 2.10.
"""

from __future__ import annotations

import numpy as np
import pytest
import torch

import ms2torch as ms
from ms2torch import Tensor, nn, ops
from ms2torch._core.strict import as_in_mindspore

X = Tensor(np.arange(24, dtype=np.float32).reshape(2, 3, 4))


@pytest.mark.parametrize("make", [
    lambda: nn.CellDict({"a": nn.CellList([nn.Dense(2, 2)])}),
    lambda: nn.CellDict({"a": nn.SequentialCell([nn.Dense(2, 2)])}),
    lambda: nn.CellDict([("a", nn.CellDict({"b": nn.Dense(2, 2)}))]),
    lambda: nn.CellDict().update({"a": nn.CellList([nn.Dense(2, 2)])}),
    lambda: nn.CellDict().__setitem__("a", nn.SequentialCell([nn.Dense(2, 2)])),
])  # fmt: skip
def test_a_dict_of_containers(make):
    with pytest.raises(TypeError, match="can not be CellDict, CellList or SequentialCell"):
        make()


def test_containers_of_other_kinds():
    inner = nn.CellList([nn.Dense(2, 2)])
    assert len(nn.CellList([inner])) == len(nn.SequentialCell([inner])) == 1
    assert list(nn.CellDict({"a": nn.Dense(2, 2)}).keys()) == ["a"]


@pytest.mark.parametrize("call", [
    lambda axis: ops.var(X, axis),
    lambda axis: ops.std(X, axis),
    lambda axis: ops.var_mean(X, axis)[0],
    lambda axis: ops.std_mean(X, axis)[0],
    X.var,
    X.std,
    lambda axis: ops.norm(X, dim=axis),
])  # fmt: skip
def test_a_list_of_axes_where_a_tuple_is_asked(call):
    assert call((0, 1)).shape == (4,)
    with pytest.raises(TypeError, match="a tuple"):
        call([0, 1])


def test_a_list_of_axes_where_mindspore_takes_one():
    assert X.mean([0, 1]).shape == X.sum([0, 1]).shape == (4,)


class WithModule(nn.Cell):
    def __init__(self):
        super().__init__()
        self.inner = torch.nn.Linear(3, 2)

    def construct(self, x):
        return self.inner(x)


class ByName(nn.Cell):
    def __init__(self):
        super().__init__()
        self.inner = nn.Dense(3, 2)

    def construct(self, x):
        return self.inner.forward(x)


def test_torch_in_a_cell_works_and_is_refused_as_in_mindspore():
    x = ops.ones((1, 3), ms.float32)
    assert WithModule()(x).shape == ByName()(x).shape == (1, 2)
    assert isinstance(torch.relu(x), Tensor)
    net = ByName()
    with as_in_mindspore():
        with pytest.raises(TypeError, match=r"'child_cell' must be 'Cell'.*'inner'.*write a Cell"):
            WithModule()
        with pytest.raises(TypeError, match="must be 'Cell'"):
            nn.SequentialCell([nn.Dense(3, 2), torch.nn.ReLU()])
        with pytest.raises(TypeError, match="must be 'Cell'"):
            nn.Cell().insert_child_to_cell("a", torch.nn.ReLU())
        with pytest.raises(AttributeError, match="no attribute 'forward'"):
            net(x)
        with pytest.raises(TypeError, match=r"torch\.relu takes no Tensor of MindSpore"):
            torch.relu(x)
        assert net.inner(x).shape == (1, 2)
    assert WithModule()(x).shape == (1, 2)


def test_the_mode_ends_with_the_block_and_can_be_nested():
    with pytest.raises(ZeroDivisionError), as_in_mindspore(), as_in_mindspore():
        _ = 1 / 0
    assert isinstance(WithModule().inner, torch.nn.Module)


def test_data_of_a_tensor_is_assigned():
    a, b = Tensor([1.0, 2.0]), Tensor([5, 6, 7])
    a.data = b
    assert (a.dtype, a.shape) == (ms.int64, (3,))
    b[0] = 9  # the memory is shared
    assert a.asnumpy().tolist() == [9, 6, 7]
    with pytest.raises(TypeError, match=r"write Tensor\(...\) around it"):
        a.data = [1, 2]


def test_slopes_of_rrelu_are_those_of_uniform():
    x = -ops.ones((2, 3), ms.float32)
    for leaky in (nn.RReLU(), ops.rrelu):
        ms.set_seed(1)
        got = leaky(x).asnumpy()
        ms.set_seed(1)
        drawn = ops.uniform((2, 3), Tensor(1 / 8, ms.float32), Tensor(1 / 3, ms.float32)).asnumpy()
        np.testing.assert_allclose(got, -drawn, rtol=1e-6)


def test_pad_passes_over_what_it_does_not_know():
    padded = ms.numpy.pad(Tensor([[1.0, 1.0, 1.0]]), ((0, 0), (1, 0)), mode="constant", constant_value=0)
    assert padded.asnumpy().tolist() == [[0, 1, 1, 1]]


@pytest.mark.parametrize("name", ["var", "std", "var_mean", "std_mean"])
@pytest.mark.parametrize("axis", [[0, 1], Tensor([0, 1]), Tensor(1)], ids=["list", "Tensor", "Tensor of one"])
def test_axes_are_ints_or_tuples_of_ints(name: str, axis: object) -> None:
    with pytest.raises(TypeError, match="each axis should be an integer"):
        getattr(ops, name)(ops.ones((2, 3), ms.float32), axis)


@pytest.mark.parametrize(
    "make",
    [lambda: nn.Conv2d(1, 1, 3, pad_mode="pad", padding=[1, 1, 1, 1]),
     lambda: nn.Conv3d(1, 1, 3, pad_mode="pad", padding=[1] * 6),
     lambda: ops.Conv2D(1, 3, pad_mode="pad", pad=[1, 1, 1, 1]),
     lambda: ops.MaxPool3D(2, 1, "pad", [0] * 6),
     lambda: ops.max_pool2d(Tensor(np.ones((1, 1, 4, 4), np.float32)), 2, 1, [1, 1])],
)  # fmt: skip
def test_lists_of_paddings(make):
    with pytest.raises(TypeError, match="int"):
        make()
