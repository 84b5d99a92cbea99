"""An optimizer and the Primitive of its update take the same step to the last bit: the formula stands once."""

from __future__ import annotations

import numpy as np
import pytest

import ms2torch as ms
from ms2torch import nn, ops

RATE = 0.1
ROWS = (4, 3)


def values(seed, positive=False):
    drawn = np.random.RandomState(seed).randn(*ROWS).astype(np.float32)
    return np.abs(drawn) + 0.5 if positive else drawn


def parameter(array):
    return ms.Parameter(ms.Tensor(array), name="p")


def zeros(fill=0.0):
    return parameter(np.full(ROWS, fill, np.float32))


# the optimizer of a parameter, and the same first step of a parameter `p` by a gradient `g`
STEPS = {
    "momentum": (
        lambda p: nn.Momentum([p], RATE, 0.9),
        lambda p, g: ops.ApplyMomentum()(p, zeros(), RATE, g, 0.9),
    ),
    "momentum, nesterov": (
        lambda p: nn.Momentum([p], RATE, 0.9, use_nesterov=True),
        lambda p, g: ops.ApplyMomentum(use_nesterov=True)(p, zeros(), RATE, g, 0.9),
    ),
    "sgd": (
        lambda p: nn.SGD([p], RATE, momentum=0.9),
        lambda p, g: ops.SGD()(p, g, ms.Tensor(RATE), zeros(), ms.Tensor(0.9), zeros(1.0)),
    ),
    "adam": (
        lambda p: nn.Adam([p], RATE),
        lambda p, g: ops.Adam()(p, zeros(), zeros(), 0.9, 0.999, RATE, 0.9, 0.999, 1e-8, g),
    ),
    "adam, nesterov": (
        lambda p: nn.Adam([p], RATE, use_nesterov=True),
        lambda p, g: ops.Adam(use_nesterov=True)(p, zeros(), zeros(), 0.9, 0.999, RATE, 0.9, 0.999, 1e-8, g),
    ),
    "amsgrad": (
        lambda p: nn.Adam([p], RATE, use_amsgrad=True),
        lambda p, g: ops.ApplyAdamWithAmsgrad()(p, zeros(), zeros(), zeros(), 0.9, 0.999, RATE, g),
    ),
    "adam with weight decay": (
        lambda p: nn.AdamWeightDecay([p], RATE, weight_decay=0.1),
        lambda p, g: ops.AdamWeightDecay()(p, zeros(), zeros(), RATE, 0.9, 0.999, 1e-6, 0.1, g),
    ),
    "adamax": (
        lambda p: nn.AdaMax([p], RATE),
        lambda p, g: ops.ApplyAdaMax()(p, zeros(), zeros(), 0.9, RATE, 0.9, 0.999, 1e-8, g),
    ),
    "adagrad": (
        lambda p: nn.Adagrad([p], accum=0.1, learning_rate=RATE),
        lambda p, g: ops.ApplyAdagrad()(p, zeros(0.1), RATE, g),
    ),
    "proximal adagrad": (
        lambda p: nn.ProximalAdagrad([p], accum=0.1, learning_rate=RATE, l1=0.25, l2=0.5),
        lambda p, g: ops.ApplyProximalAdagrad()(p, zeros(0.1), RATE, 0.25, 0.5, g),
    ),
    "adadelta": (
        lambda p: nn.Adadelta([p], RATE, rho=0.9, epsilon=1e-6),
        lambda p, g: ops.ApplyAdadelta()(p, zeros(), zeros(), RATE, 0.9, 1e-6, g),
    ),
    "rmsprop": (
        lambda p: nn.RMSProp([p], RATE, decay=0.9, momentum=0.5, epsilon=1e-6),
        lambda p, g: ops.ApplyRMSProp()(p, zeros(1.0), zeros(), RATE, g, 0.9, 0.5, 1e-6),
    ),
    "ftrl": (
        lambda p: nn.FTRL([p], initial_accum=0.5, learning_rate=RATE, l1=0.25, l2=0.5),
        lambda p, g: ops.ApplyFtrl()(p, zeros(0.5), zeros(), g, RATE, 0.25, 0.5, -0.5),
    ),
}


@pytest.mark.parametrize("name", STEPS)
def test_the_optimizer_and_its_primitive_take_the_same_step(name):
    optimizer, primitive = STEPS[name]
    ours, theirs, gradient = parameter(values(0)), parameter(values(0)), ms.Tensor(values(1))
    optimizer(ours)((gradient,))
    primitive(theirs, gradient)
    assert not np.array_equal(ours.asnumpy(), values(0))
    np.testing.assert_array_equal(theirs.asnumpy(), ours.asnumpy())


def test_rows_of_a_sparse_gradient_take_the_step_of_the_whole():
    whole, rows = parameter(values(0)), parameter(values(0))
    given = [(parameter(values(2)), parameter(values(3, positive=True))) for _ in range(2)]
    settings = (0.9, 0.999, RATE, 0.9, 0.999, 1e-8)
    gradient = ms.Tensor(values(1))
    ops.Adam()(whole, *given[0], *settings, gradient)
    ops.FusedSparseLazyAdam()(rows, *given[1], *settings, gradient, ms.Tensor(np.arange(4, dtype=np.int32)))
    np.testing.assert_array_equal(rows.asnumpy(), whole.asnumpy())
