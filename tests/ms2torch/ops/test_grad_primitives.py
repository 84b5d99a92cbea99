"""The grad Primitives give what differentiating the forward operation gives, as real MindSpore's do."""

from __future__ import annotations

import numpy as np
import pytest

import ms2torch as ms
from ms2torch import Tensor, ops
from ms2torch.ops.operations import _grad_ops as G

DRAWN = np.random.RandomState(0)


def drawn(*shape, low=-2.0, high=2.0):
    return Tensor(DRAWN.uniform(low, high, shape).astype(np.float32))


X, D, UNIT = drawn(3, 4), drawn(3, 4), drawn(3, 4, low=0.1, high=0.9)
IMAGE = drawn(2, 3, 6, 6)


def seeded(fn, dout, *inputs, at=0):
    """Differentiate by one input, with a gradient of the output given."""
    return ms.grad(lambda *args: (fn(*args) * dout).sum(), at)(*inputs)


@pytest.mark.parametrize(
    ("got", "fn", "x"),
    [
        (lambda: G.AbsGrad()(X, D), ops.abs, X),
        (lambda: G.ACosGrad()(UNIT, D), ops.acos, UNIT),
        (lambda: G.AsinGrad()(UNIT, D), ops.asin, UNIT),
        (lambda: G.AtanGrad()(X, D), ops.atan, X),
        (lambda: G.AsinhGrad()(ops.asinh(X), D), ops.asinh, X),
        (lambda: G.ReciprocalGrad()(1 / X, D), ops.reciprocal, X),
        (lambda: G.InvGrad()(1 / X, D), ops.reciprocal, X),
        (lambda: G.RsqrtGrad()(ops.rsqrt(UNIT), D), ops.rsqrt, UNIT),
        (lambda: G.SqrtGrad()(ops.sqrt(UNIT), D), ops.sqrt, UNIT),
        (lambda: G.LogitGrad()(D, UNIT), ops.logit, UNIT),
        (lambda: G.SigmoidGrad()(ops.sigmoid(X), D), ops.sigmoid, X),
        (lambda: G.TanhGrad()(ops.tanh(X), D), ops.tanh, X),
        (lambda: G.ReluGrad()(D, X), ops.relu, X),
        (lambda: G.ReLU6Grad()(D, X), ops.relu6, X),
        (lambda: G.EluGrad()(D, ops.elu(X)), ops.elu, X),
        (lambda: G.EluGradExt()(D, X), ops.elu, X),
        (lambda: G.SeluGrad()(D, ops.selu(X)), ops.selu, X),
        (lambda: G.SoftplusGrad()(D, X), ops.softplus, X),
        (lambda: G.HSigmoidGrad()(D, X), ops.hardsigmoid, X),
        (lambda: G.HSwishGrad()(D, X), ops.hardswish, X),
        (lambda: G.HShrinkGrad()(D, X), ops.hardshrink, X),
        (lambda: G.SoftShrinkGrad()(D, X), ops.softshrink, X),
        (lambda: G.FastGeLUGrad()(D, X), ops.fast_gelu, X),
        (lambda: G.GeLUGrad()(D, X, X), lambda x: ops.gelu(x, "tanh"), X),
        (lambda: G.SiLUGrad()(D, X), ops.silu, X),
        (lambda: G.LogSoftmaxGrad(0)(ops.log_softmax(X, 0), D), lambda x: ops.log_softmax(x, 0), X),
        (lambda: G.SoftmaxGrad()(ops.softmax(X), D), ops.softmax, X),
        (lambda: G.SigmoidCrossEntropyWithLogitsGrad()(X, UNIT, D),
         lambda x: ops.SigmoidCrossEntropyWithLogits()(x, UNIT), X),
        (lambda: G.SmoothL1LossGrad(0.7)(X, UNIT, D), lambda x: ops.smooth_l1_loss(x, UNIT, 0.7), X),
        (lambda: G.KLDivLossGrad("none")(D, X, UNIT), lambda x: ops.kl_div(x, UNIT, "none"), X),
    ],
)  # fmt: skip
def test_gradient_of_one_input(got, fn, x):
    np.testing.assert_allclose(got().asnumpy(), seeded(fn, D, x).asnumpy(), rtol=2e-5, atol=1e-6)


@pytest.mark.parametrize(
    ("make", "forward"),
    [
        (G.MaxPoolGrad(2, 2), ops.MaxPool(2, 2)),
        (G.MaxPoolGrad(3, 2, "same"), ops.MaxPool(3, 2, "same")),
        (G.AvgPoolGrad(3, 2, "same"), ops.AvgPool(3, 2, "same")),
        (lambda x, y, d: G.AdaptiveAvgPool2DGrad()(d, x.shape), ops.AdaptiveAvgPool2D((2, 3))),
        (lambda x, y, d: G.ResizeBilinearGrad()(d, x), lambda x: ops.ResizeBilinearV2()(x, (4, 9))),
        (lambda x, y, d: G.ResizeNearestNeighborV2Grad()(d, x.shape[2:]),
         lambda x: ops.ResizeNearestNeighborV2()(x, (4, 9))),
        (G.L2NormalizeGrad(1), ops.L2Normalize(1)),
        (lambda x, y, d: G.LRNGrad()(d, x, y), ops.LRN()),
        (lambda x, y, d: G.FlattenGrad()(d, x.shape), ops.Flatten()),
        (lambda x, y, d: G.MirrorPadGrad()(d, PADDED), lambda x: ops.MirrorPad()(x, PADDED)),
        (lambda x, y, d: G.SliceGrad()(d, x, (0, 1, 2, 3), (2, 2, 1, 3)),
         lambda x: ops.slice(x, (0, 1, 2, 3), (2, 2, 1, 3))),
    ],
)  # fmt: skip
def test_gradient_of_images(make, forward):
    out = forward(IMAGE)
    dout = drawn(*out.shape)
    np.testing.assert_allclose(
        make(IMAGE, out, dout).asnumpy(), seeded(forward, dout, IMAGE).asnumpy(), rtol=1e-4, atol=1e-5
    )


PADDED = Tensor([[0, 0], [0, 0], [1, 2], [2, 1]])


def test_places_of_the_largest():
    x = drawn(1, 2, 4, 4)
    out, places = ops.MaxPoolWithArgmaxV2(2, 2)(x)
    dout = drawn(*out.shape)
    wanted = G.MaxPoolGrad(2, 2)(x, out, dout).asnumpy()
    np.testing.assert_array_equal(G.MaxPoolGradWithArgmaxV2(2, 2)(x, dout, places).asnumpy(), wanted)
    back = G.MaxPoolGradGrad(2, 2)(x, out, Tensor(wanted))
    np.testing.assert_array_equal(back.asnumpy(), dout.asnumpy())


def test_gradients_of_convolution():
    weight = drawn(5, 3, 3, 3)
    forward = ops.Conv2D(5, 3, pad_mode="pad", pad=1, stride=2)
    dout = drawn(*forward(IMAGE, weight).shape)
    got = G.Conv2DBackpropFilter(5, 3, "pad", 1, (1, 1, 1, 1), 1, (2, 2))(dout, IMAGE, weight.shape)
    np.testing.assert_allclose(
        got.asnumpy(), seeded(forward, dout, IMAGE, weight, at=1).asnumpy(), rtol=1e-4, atol=1e-5
    )
    np.testing.assert_allclose(G.BiasAddGrad()(dout).asnumpy(), dout.asnumpy().sum((0, 2, 3)), rtol=1e-5)
    np.testing.assert_allclose(G.BiasAddGrad("NHWC")(dout).asnumpy(), dout.asnumpy().sum((0, 1, 2)), rtol=1e-5)


def test_gradients_of_layer_norm():
    x, dy, gamma = drawn(3, 4), drawn(3, 4), drawn(4)
    values = x.asnumpy()
    mean, variance = Tensor(values.mean(1, keepdims=True)), Tensor(values.var(1, keepdims=True))

    def forward(a, b):
        return ops.LayerNorm(1, 1, 1e-12)(a, b, ops.zeros_like(b))[0]

    got = G.LayerNormGrad(1, 1)(x, dy, variance, mean, gamma)
    np.testing.assert_allclose(got[0].asnumpy(), seeded(forward, dy, x, gamma).asnumpy(), rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(got[1].asnumpy(), seeded(forward, dy, x, gamma, at=1).asnumpy(), rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(got[2].asnumpy(), dy.asnumpy().sum(0), rtol=1e-5)


def test_half_each_where_neither_is_larger():
    x, y, d = Tensor([1.0, 2.0, 3.0]), Tensor([1.0, 3.0, 2.0]), Tensor([4.0, 5.0, 6.0])
    got = [t.asnumpy().tolist() for t in (*G.MaximumGrad()(x, y, d), *G.MinimumGrad()(x, y, d))]
    assert got == [[2, 0, 6], [2, 5, 0], [2, 5, 0], [2, 0, 6]]  # as real MindSpore 2.10 answers


def test_batch_norm_takes_the_variance():
    x, dy, scale = drawn(2, 3, 4, 4), drawn(2, 3, 4, 4), drawn(3)
    values = x.asnumpy()
    mean, variance = Tensor(values.mean((0, 2, 3))), Tensor(values.var((0, 2, 3)))

    def forward(a):
        return ops.BatchNorm(is_training=True)(a, scale, ops.zeros_like(scale), mean.copy(), variance.copy())[0]

    got = G.BatchNormGrad(True)(dy, x, scale, mean, variance, variance)
    np.testing.assert_allclose(got[0].asnumpy(), seeded(forward, dy, x).asnumpy(), rtol=1e-3, atol=1e-5)


def test_it_can_be_differentiated_again():
    second = ms.grad(lambda x: G.SoftplusGrad()(Tensor([1.0]), x).sum())(Tensor([0.5]))
    sigmoid = 1 / (1 + np.exp(-0.5))
    np.testing.assert_allclose(second.asnumpy(), [sigmoid * (1 - sigmoid)], rtol=1e-5)


def test_of_shapes_and_places():
    assert G.ConcatOffset(2, 1)((drawn(2, 3), drawn(2, 4))) == ([0, 0], [0, 3])
    assert G.TraceGrad()(Tensor(2.0), (2, 3)).asnumpy().tolist() == [[2, 0, 0], [0, 2, 0]]
    got = G.GatherDGradV2()(drawn(2, 3), 1, Tensor([[0, 0], [2, -1]]), Tensor([[1.0, 2.0], [3.0, 4.0]]))
    assert got.asnumpy().tolist() == [[3, 0, 0], [0, 0, 7]]
    assert ms.ops.auto_generate.ReluGrad is G.ReluGrad
