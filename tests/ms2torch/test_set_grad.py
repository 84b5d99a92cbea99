"""`Cell.set_grad`: the gradient that follows a call with the same arguments does not run forward again."""

from __future__ import annotations

import numpy as np
import pytest

import ms2torch as ms
from ms2torch import nn


class Counting(nn.Cell):
    def __init__(self):
        super().__init__()
        self.bn = nn.BatchNorm1d(3)
        self.fc = nn.Dense(3, 2)
        self.runs = 0

    def construct(self, x):
        self.runs += 1
        return self.fc(self.bn(x))


@pytest.fixture
def net():
    ms.set_seed(1)
    return Counting().set_train()


@pytest.fixture
def x():
    return ms.Tensor(np.arange(12, dtype=np.float32).reshape(4, 3) ** 2)


def test_without_it_forward_runs_twice(net, x):
    net(x)
    ms.grad(net)(x)
    assert net.runs == 2


def test_with_it_forward_runs_once_and_the_gradients_are_the_same(net, x):
    weights = net.trainable_params()
    expected = ms.grad(net, 0, weights)(x)
    net.set_grad()
    net.runs = 0
    net.bn.moving_mean.set_data(ms.Tensor(np.zeros(3, np.float32)))
    out = net(x)
    assert not out._t.requires_grad
    once = net.bn.moving_mean.asnumpy().copy()
    dx, dw = ms.grad(net, 0, weights)(x)
    assert net.runs == 1
    assert np.array_equal(net.bn.moving_mean.asnumpy(), once)
    assert np.allclose(dx.asnumpy(), expected[0].asnumpy())
    assert all(np.allclose(a.asnumpy(), b.asnumpy()) for a, b in zip(dw, expected[1], strict=True))


def test_the_value_is_that_of_the_call(net, x):
    net.set_grad()
    out = net(x)
    value, _ = ms.value_and_grad(net)(x)
    assert np.array_equal(value.asnumpy(), out.asnumpy())


def test_other_arguments_run_forward(net, x):
    net.set_grad()
    net(x)
    ms.grad(net)(x + 1)
    assert net.runs == 2


def test_a_kept_graph_serves_once(net, x):
    net.set_grad()
    net(x)
    ms.grad(net)(x)
    ms.grad(net)(x)
    assert net.runs == 2


def test_the_arguments_are_as_before(net, x):
    before = x.asnumpy().copy()
    net.set_grad()
    net(x)
    assert not x._t.requires_grad
    ms.grad(net)(x)
    assert not x._t.requires_grad
    assert np.array_equal(x.asnumpy(), before)
