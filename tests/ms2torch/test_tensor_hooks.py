"""Hooks on a Tensor's gradient: registered before or inside the gradient, listed, removed; as real MindSpore 2.10."""

from __future__ import annotations

import pytest

import ms2torch as ms
from ms2torch import Parameter, Tensor, nn


def gradient(fn, x):
    return ms.grad(fn)(x).asnumpy().tolist()


def test_a_hook_registered_before_the_gradient():
    x = Tensor([1.0, 2.0])
    handle = x.register_hook(lambda g: g * 2)
    assert gradient(lambda a: a * a, x) == [4.0, 8.0]
    assert len(x.hooks()) == 1

    def inner(a):
        y = a * a
        y.register_hook(lambda g: g * 3)
        assert len(y.hooks()) == 1
        return y + 1

    assert gradient(inner, x) == [12.0, 24.0]
    handle.remove()
    assert x.hooks() == []
    assert gradient(inner, x) == [6.0, 12.0]


def test_a_hook_on_a_parameter():
    net = nn.Dense(2, 1, weight_init="ones", has_bias=False)
    handle = net.weight.register_hook(lambda g: g * 5)
    by = ms.grad(net, None, weights=net.trainable_params())
    assert by(Tensor([[1.0, 2.0]]))[0].asnumpy().tolist() == [[5.0, 10.0]]
    handle.remove()
    assert by(Tensor([[1.0, 2.0]]))[0].asnumpy().tolist() == [[1.0, 2.0]]


def test_refusals():
    with pytest.raises(RuntimeError, match="requires grad is false"):
        Parameter(Tensor([1.0]), requires_grad=False).register_hook(lambda g: g)
    with pytest.raises(TypeError, match="Expected a callable hook function, but got int"):
        Tensor([1.0]).register_hook(3)
    x = Tensor([1.0])
    x.register_hook(lambda _: 3)
    with pytest.raises(RuntimeError, match="should be return Tensor, but get type: int"):
        gradient(lambda a: a * a, x)
