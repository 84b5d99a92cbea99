"""Gradient freezing and less batch normalization; numbers of real MindSpore 2.10.0."""

from __future__ import annotations

import numpy as np
import pytest

import ms2torch as ms
from ms2torch import Tensor, boost, nn, ops
from ms2torch.boost.less_batch_normalization import CommonHeadLastFN


class Layers(nn.Cell):
    def __init__(self, count: int = 6) -> None:
        super().__init__()
        self.l = nn.CellList([nn.Dense(3, 3, weight_init="ones") for _ in range(count)])

    def construct(self, x):
        for layer in self.l:
            x = layer(x) * 0.2
        return x


def names(parameters) -> list[str]:
    return [".".join(p.name.rsplit(".", 2)[1:]) for p in parameters]


def test_which_group_each_step_trains() -> None:
    freeze = boost.GradientFreeze(3, 0, 0.5, 20)
    assert freeze.generate_freeze_index_sequence(3, 0, 0.5, 8) == [0, 0, 1, 2] * 2
    assert freeze.generate_freeze_index_sequence(5, 0, 0.7, 20) == ([0] * 9 + [1, 2, 3, 4]) * 2
    assert freeze.generate_freeze_index_sequence(1, 1, 0.5, 3) == [0, 0, 0]
    np.random.seed(0)
    assert freeze.generate_freeze_index_sequence(3, 1, 0.5, 6) == [0, 1, 0, 1, 0, 1]
    with pytest.raises(ValueError, match="Unsupported freezing training strategy '2'"):
        freeze.generate_freeze_index_sequence(3, 2, 0.5, 20)


def test_each_group_lacks_more_of_the_first_layers() -> None:
    net = Layers()
    groups = boost.GradientFreeze(3, 0, 0.5, 20).split_parameters_groups(net, 3)
    assert [len(group) for group in groups] == [12, 8, 4]
    assert names(groups[2]) == ["4.weight", "4.bias", "5.weight", "5.bias"]


def test_an_optimizer_for_each_group() -> None:
    net = Layers()
    same, frozen = boost.GradientFreeze(3, 0, 0.5, 20).freeze_generate(
        net, nn.Momentum(net.trainable_params(), 0.1, 0.9)
    )
    assert same is net
    assert [len(opt.parameters) for opt in frozen.opts] == [12, 8, 4]
    assert {type(opt) for opt in frozen.opts} == {nn.Momentum}
    assert frozen.train_strategy.asnumpy().tolist() == [0, 0, 1, 2] * 5
    own = [p.name for p in frozen.opts[1].get_parameters()][:2]
    assert own == ["boost_1global_step", "boost_1learning_rate"]


def test_a_list_of_rates_is_divided_among_the_groups() -> None:
    net = Layers()
    opt = nn.SGD(net.trainable_params(), [0.1, 0.2, 0.3, 0.4])
    params = net.trainable_params()
    frozen = boost.FreezeOpt(opt, [params, params[4:]], [0, 1, 1, 0])
    assert [one.init_learning_rate for one in frozen.opts] == [pytest.approx([0.1, 0.4]), pytest.approx([0.2, 0.3])]


@pytest.mark.parametrize("accumulate", [False, True])
def test_steps_of_the_groups(accumulate: bool) -> None:
    ms.set_seed(1)
    net = Layers()
    net.l[0].bias.set_data(Tensor(np.zeros(3, np.float32)))
    params = net.trainable_params()
    frozen = boost.FreezeOpt(nn.SGD(params, 0.1), [params, params[4:]], [0, 1, 1])
    grad = ops.GradOperation(get_by_list=True, sens_param=True)
    whole, part = boost.freeze_cell(False, nn.WithLossCell(net, nn.MSELoss()), frozen, 1.0, grad, accumulate)
    x, y = Tensor(np.ones((2, 3), np.float32)), Tensor(np.zeros((2, 3), np.float32))
    before = [p.asnumpy().copy() for p in params]
    first = whole(x, y)
    after = [p.asnumpy().copy() for p in params]
    assert all(not np.array_equal(a, b) for a, b in zip(before, after, strict=True))
    assert part(x, y).asnumpy() < first.asnumpy()
    moved = [not np.array_equal(a, p.asnumpy()) for a, p in zip(after, params, strict=True)]
    assert moved == [False] * 4 + [True] * 8


def test_what_freezing_refuses() -> None:
    net = Layers()
    opt, params = nn.SGD(net.trainable_params(), 0.1), net.trainable_params()
    for args, error, words in (
        ((net,), TypeError, "must be an Optimizer instance"),
        ((opt, None, [0]), ValueError, "must also be specified"),
        ((opt, 3), TypeError, "should be tuple or list"),
        ((opt, [3]), TypeError, "each element of 'train_parameter_groups'"),
        ((opt, [params], "a"), TypeError, "should be None, tuple, list or Tensor"),
        ((opt, [params], [0.5]), ValueError, "should be int number"),
    ):
        with pytest.raises(error, match=words):
            boost.FreezeOpt(*args)


def test_groups_as_an_optimizer_had_them() -> None:
    params = Layers().trainable_params()
    generate = boost.ParameterProcess.generate_group_params
    assert generate(params[:1], params) == [{"params": params[:1]}]
    origin = [{"params": params[:2], "lr": 0.1}, {"params": params[2:4]}, {"order_params": params}]
    groups = generate(params[1:6], origin)
    assert [names(group.get("params", ())) for group in groups] == [
        ["0.bias"], ["1.weight", "1.bias"], [], ["2.weight", "2.bias"]
    ]  # fmt: skip
    assert [group.get("lr") for group in groups] == [0.1, None, None, 0.1]
    assert groups[2]["order_params"] == params[1:6]
    for wrong, error in (([], ValueError), (None, ValueError), ([3], TypeError)):
        with pytest.raises(error):
            generate(params, wrong)


def test_numbers_of_messages() -> None:
    params, process = Layers(3).trainable_params(), boost.ParameterProcess()
    process.assign_parameter_group(params)
    assert [p.comm_fusion for p in params] == [1, 1, 1, 2, 2, 2]
    process.assign_parameter_group(params, [1, 3])
    assert [p.comm_fusion for p in params] == [2, 3, 3, 4, 4, 4]


def test_the_normalized_layer() -> None:
    x = Tensor(np.array([[180, 234, 154], [244, 48, 247]], np.float32))
    out = CommonHeadLastFN(3, 4, "ones")(x).asnumpy()
    np.testing.assert_allclose(out, [[0.984865] * 4, [0.8878555] * 4], rtol=1e-5)


def test_less_batch_normalization() -> None:
    net = nn.SequentialCell(nn.Dense(3, 4), nn.ReLU(), nn.Dense(4, 2))
    less = boost.LessBN(nn.WithLossCell(net, nn.MSELoss()), fn_flag=True)
    assert isinstance(net[2], CommonHeadLastFN)
    assert isinstance(net[0], nn.Dense)
    assert [p.name for p in less.trainable_params()][2:] == ["_backbone.2.weight", "_backbone.2.multiplier"]
    loss = less(Tensor(np.ones((2, 3), np.float32)), Tensor(np.zeros((2, 2), np.float32)))
    assert loss.shape == ()
    assert boost.LessBN(nn.Dense(2, 2)).network.get_flags()["less_bn"] is True
