"""Cells around networks: steps of training, loss scale, micro batches, gradients of several processes."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import ms2torch as ms
from ms2torch import nn, ops
from ms2torch._errors import UnsupportedArgumentError
from ms2torch.nn.loss.loss import _Loss


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.weight = ms.Parameter(ms.Tensor([[1.0, -2.0]]), name="weight")

    def construct(self, x):
        return ops.matmul(x, self.weight.T)


X = ms.Tensor(np.array([[1.0, 2.0], [3.0, 4.0], [-1.0, 0.5], [0.0, 2.0]], np.float32))
Y = ms.Tensor(np.array([[1.0], [0.0], [2.0], [1.0]], np.float32))


def expected_gradient(rows=slice(None)):
    x, y = X.asnumpy()[rows], Y.asnumpy()[rows]
    return 2 * ((x @ np.array([[1.0], [-2.0]]) - y) * x).mean(0, keepdims=True)


def with_loss():
    net = Net()
    return net, nn.WithLossCell(net, nn.MSELoss())


def test_with_grad_cell():
    net, wrapped = with_loss()
    (by_own,) = nn.WithGradCell(wrapped)(X, Y)
    (by_loss,) = nn.WithGradCell(net, nn.MSELoss())(X, Y)
    (seeded,) = nn.WithGradCell(net, nn.MSELoss(), sens=2.0)(X, Y)
    np.testing.assert_allclose(by_own.asnumpy(), expected_gradient(), rtol=1e-6)
    np.testing.assert_allclose(by_loss.asnumpy(), by_own.asnumpy())
    np.testing.assert_allclose(seeded.asnumpy(), 2 * by_own.asnumpy())
    assert wrapped.backbone_network is net


def test_forward_value_and_grad():
    net, wrapped = with_loss()
    weights = ms.ParameterTuple(net.trainable_params())
    value, by_first = nn.ForwardValueAndGrad(wrapped)(X, Y)
    assert by_first.shape == X.shape
    _, by_inputs = nn.ForwardValueAndGrad(wrapped, get_all=True)(X, Y)
    assert [g.shape for g in by_inputs] == [X.shape, Y.shape]
    _, both = nn.ForwardValueAndGrad(wrapped, weights, get_all=True, get_by_list=True)(X, Y)
    assert (len(both[0]), len(both[1])) == (2, 1)
    _, (seeded,) = nn.ForwardValueAndGrad(wrapped, weights, get_by_list=True, sens_param=True)(X, Y, ms.Tensor(3.0))
    np.testing.assert_allclose(seeded.asnumpy(), 3 * expected_gradient(), rtol=1e-6)
    with pytest.raises(TypeError):
        nn.ForwardValueAndGrad(wrapped, get_by_list=True)
    with pytest.raises(TypeError):
        nn.ForwardValueAndGrad(3)
    assert float(value.asnumpy()) > 0


def test_train_one_step_returns_gradients_by_name():
    net, wrapped = with_loss()
    step = nn.TrainOneStepCell(wrapped, nn.SGD(net.trainable_params(), 0.1), sens=2.0, return_grad=True)
    before = net.weight.asnumpy().copy()
    _, grads = step(X, Y)
    assert list(grads) == ["weight"]
    np.testing.assert_allclose(grads["weight"].asnumpy(), 2 * expected_gradient(), rtol=1e-6)
    np.testing.assert_allclose(net.weight.asnumpy(), before - 0.2 * expected_gradient(), rtol=1e-6)
    with pytest.raises(ValueError, match="sens"):
        nn.TrainOneStepCell(wrapped, nn.SGD(net.trainable_params(), 0.1), sens=0)


def test_with_eval_cell_and_parameter_update():
    net, _ = with_loss()
    loss, out, label = nn.WithEvalCell(net, nn.L1Loss(), add_cast_fp32=True)(X.astype(ms.float32), Y.astype(ms.float16))
    assert (loss.shape, out.dtype, label.dtype) == ((), ms.float32, ms.float32)
    update = nn.ParameterUpdate(net.weight)
    update(ms.Tensor([[5.0, 6.0]]))
    np.testing.assert_array_equal(net.weight.asnumpy(), [[5.0, 6.0]])
    with pytest.raises(TypeError):
        nn.ParameterUpdate(X)
    assert nn.VirtualDatasetCellTriple(lambda_cell())(X, X, X).shape == X.shape


def lambda_cell():
    class Sum(nn.Cell):
        def construct(self, a, b, c):
            return a + b + c

    return Sum()


# ------------------------------------------------------------------------------------------------- loss scale
@pytest.mark.parametrize("shape", [(), (1,)])
def test_a_fixed_scale_changes_nothing_but_the_third_output(shape):
    net, wrapped = with_loss()
    scale = ms.Tensor(np.full(shape, 1024.0, np.float32))
    step = nn.TrainOneStepWithLossScaleCell(wrapped, nn.SGD(net.trainable_params(), 0.1), scale)
    before = net.weight.asnumpy().copy()
    loss, overflow, third = step(X, Y)
    assert (loss.shape, overflow.dtype, bool(overflow), third.shape) == ((), ms.bool_, False, shape)
    np.testing.assert_allclose(net.weight.asnumpy(), before - 0.1 * expected_gradient(), rtol=1e-6, atol=1e-6)
    step.set_sense_scale(ms.Tensor(np.full(shape, 8.0, np.float32)))
    assert float(step.scale_sense.asnumpy().reshape(())) == 8.0
    with pytest.raises(TypeError):
        step.set_sense_scale(8.0)


def test_an_overflow_leaves_the_parameters_and_lowers_the_scale():
    net, wrapped = with_loss()
    manager = nn.DynamicLossScaleUpdateCell(loss_scale_value=8, scale_factor=2, scale_window=2)
    step = nn.TrainOneStepWithLossScaleCell(wrapped, nn.SGD(net.trainable_params(), 0.01), manager)
    before = net.weight.asnumpy().copy()
    _, overflow, scale = step(ms.Tensor(np.full((4, 2), np.inf, np.float32)), Y)
    assert bool(overflow)
    assert float(scale.asnumpy()) == 4.0
    np.testing.assert_array_equal(net.weight.asnumpy(), before)
    seen = [float(step(X, Y)[2].asnumpy()) for _ in range(5)]
    assert seen == [4.0, 8.0, 8.0, 16.0, 16.0]
    assert not np.array_equal(net.weight.asnumpy(), before)


def test_the_scale_never_falls_below_one_and_a_fixed_one_stays():
    manager = nn.DynamicLossScaleUpdateCell(1, 2, 1000)
    scale = ms.Parameter(ms.Tensor(1.0), name="scale")
    assert bool(manager(scale, ms.Tensor(True)))
    assert float(scale.asnumpy()) == 1.0
    assert [p.name for p in manager.get_parameters()] == ["current_iterator_step", "last_overflow_iterator_step"]
    fixed = nn.FixedLossScaleUpdateCell(16)
    assert fixed.get_loss_scale() == 16
    assert bool(fixed(scale, ms.Tensor(True)))
    assert float(scale.asnumpy()) == 1.0


@pytest.mark.parametrize(("scale", "kind"), [(3.0, TypeError), (ms.Tensor([1.0, 2.0]), ValueError)])
def test_a_bad_scale(scale, kind):
    net, wrapped = with_loss()
    with pytest.raises(kind):
        nn.TrainOneStepWithLossScaleCell(wrapped, nn.SGD(net.trainable_params(), 0.1), scale)


# ----------------------------------------------------------------------------------------------- micro batches
@pytest.mark.parametrize("kind", [nn.GradAccumulationCell, nn.PipelineCell, nn.MicroBatchInterleaved])
def test_losses_of_micro_batches_add_up(kind):
    _, wrapped = with_loss()
    split = kind(wrapped, 2)
    halves = [wrapped(X[:2], Y[:2]), wrapped(X[2:], Y[2:])]
    np.testing.assert_allclose(split(X, Y).asnumpy(), (halves[0] + halves[1]).asnumpy(), rtol=1e-6)
    (grad,) = nn.WithGradCell(split)(X, Y)
    wanted = expected_gradient(slice(0, 2)) + expected_gradient(slice(2, 4))
    np.testing.assert_allclose(grad.asnumpy(), wanted, rtol=1e-6)
    assert [p.name for p in split.trainable_params()] == ["weight"]
    with pytest.raises(ValueError, match="divisible"):
        kind(wrapped, 3)(X, Y)
    with pytest.raises(ValueError, match=r"micro_size|interleave_num"):
        kind(wrapped, 0)


def test_what_is_not_offered_says_so():
    net, wrapped = with_loss()
    with pytest.raises(UnsupportedArgumentError, match="stage_config"):
        nn.PipelineCell(wrapped, 2, {"weight": 0})
    with pytest.raises(UnsupportedArgumentError, match="create_tuple_iterator"):
        nn.GetNextSingleOp([ms.float32], [(1,)], "queue")
    with pytest.raises(UnsupportedArgumentError, match="pipeline"):
        nn.PipelineGradReducer(net.trainable_params())


def test_a_process_alone_keeps_its_gradients():
    net = Net()
    (grad,) = nn.DistributedGradReducer(net.trainable_params())((X,))
    np.testing.assert_array_equal(grad.asnumpy(), X.asnumpy())
    (grad,) = nn.DistributedGradReducer(net.trainable_params(), mean=True, degree=4)((X,))
    np.testing.assert_array_equal(grad.asnumpy(), X.asnumpy() / 4)
    with pytest.raises(ValueError, match="degree"):
        nn.DistributedGradReducer(net.trainable_params(), degree=0)
    with pytest.raises(RuntimeError, match="no group 'mine'"):
        nn.DistributedGradReducer(net.trainable_params(), group="mine")


# ------------------------------------------------------------------------------------------------------ losses
def test_a_users_loss_on_the_base():
    class Mine(_Loss):
        def construct(self, logits, labels):
            return self.get_loss((logits - labels).abs(), weights=ms.Tensor([1.0, 3.0]))

    class Manual(nn.LossBase):
        def construct(self, logits, labels):
            x = self.cast(self.mul(logits, labels), ms.float32)
            return self.reduce_sum(x, self.get_axis(x)) + self.reduce_mean(x)

    a, b = ms.Tensor([1.0, 2.0]), ms.Tensor([0.0, 4.0])
    assert float(Mine("sum")(a, b)) == 7.0
    assert float(Mine()(a, b)) == 3.5
    assert Mine("none")(a, b).shape == (2,)
    assert float(Manual()(a, b)) == 12.0
    with pytest.raises(ValueError, match="reduction"):
        Mine("average")


def test_losses_in_float64_are_not_rounded():
    a = ms.Tensor(np.array([1 / 3, 0.1]))
    for kind in (nn.MSELoss, nn.L1Loss, nn.MAELoss, nn.HuberLoss):
        loss = kind()(a, ms.Tensor(np.zeros(2)))
        assert loss.dtype == ms.float64
        assert float(loss.asnumpy()) != float(loss.asnumpy().astype(np.float32))


def test_ctc_takes_one_sequence_and_infinite_losses():
    scores = torch.log_softmax(torch.arange(24.0).reshape(6, 4) / 7, -1)
    probabilities, target = ms.Tensor(scores.numpy()), ms.Tensor([1, 2], ms.int32)
    alone = nn.CTCLoss(reduction="none")(probabilities, target, ms.Tensor([6], ms.int32), ms.Tensor([2], ms.int32))
    wanted = torch.nn.functional.ctc_loss(scores, torch.tensor([1, 2]), (6,), (2,), reduction="none")
    np.testing.assert_allclose(alone.asnumpy(), wanted.numpy(), rtol=1e-6)
    short = ms.Tensor([1], ms.int32)
    arguments = (ops.expand_dims(probabilities, 1), ops.expand_dims(target, 0), short, ms.Tensor([2], ms.int32))
    assert np.isinf(ops.ctc_loss(*arguments)[0].asnumpy())
    assert ops.ctc_loss(*arguments, zero_infinity=True)[0].asnumpy() == 0


def test_sampled_softmax_draws_other_classes():
    loss = nn.SampledSoftmaxLoss(num_sampled=4, num_classes=7, seed=1)
    weights, biases = ms.Tensor(np.ones((7, 2), np.float32)), ms.Tensor(np.zeros(7, np.float32))
    labels = ms.Tensor(np.array([[0], [2]], np.int32))
    first = loss(weights, biases, labels, ms.Tensor(np.ones((2, 2), np.float32)))
    assert first.shape == (2,)
    # all scores are the same: the right class is one of five
    np.testing.assert_allclose(first.asnumpy(), np.log(5) * np.ones(2), rtol=1e-5)
    with pytest.raises(ValueError, match="sample fewer"):
        nn.SampledSoftmaxLoss(6, 7)(weights, biases, labels, ms.Tensor(np.ones((2, 2), np.float32)))


def test_triplet_margin_takes_its_margin_from_either_side():
    a, b, c = (ms.Tensor(np.random.default_rng(i).normal(size=(3, 4)).astype(np.float32)) for i in range(3))
    by_call = nn.TripletMarginLoss()(a, b, c, 2.5)
    by_init = nn.TripletMarginLoss(margin=2.5)(a, b, c)
    wanted = torch.nn.functional.triplet_margin_loss(a._t, b._t, c._t, margin=2.5)
    np.testing.assert_allclose([float(by_call), float(by_init)], [float(wanted)] * 2, rtol=1e-6)
