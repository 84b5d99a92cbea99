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


@ms.jit
def under_jit(*grads):
    return None


@pytest.mark.parametrize(
    "method",
    ["register_forward_pre_hook", "register_forward_hook", "register_backward_hook", "register_backward_pre_hook"],
)
def test_what_cannot_be_a_hook_of_a_cell(method):
    with pytest.raises(TypeError, match="Decorating hook function under_jit with '@jit' is not supported"):
        getattr(nn.ReLU(), method)(under_jit)
    with pytest.raises(TypeError, match="Expected a callable hook function, but got str"):
        getattr(nn.ReLU(), method)("name")


def test_what_cannot_be_a_hook_of_a_tensor():
    with pytest.raises(TypeError, match="with '@jit' is not supported"):
        Tensor([1.0]).register_hook(under_jit)


@pytest.mark.parametrize(
    ("wanted", "calls"),
    [("ab", {"a": [6.0, 16.0], "b": [0.0, 0.0]}), ("b", {"b": [0.0, 0.0]}), ("a", {"a": [6.0, 16.0]})],
)
def test_a_weight_without_part_calls_its_hook_with_zeros(wanted, calls):
    weights = {name: Parameter(Tensor([1.0, 2.0]), name=name) for name in "ab"}
    seen = {}
    for name, weight in weights.items():
        weight.register_hook(lambda g, name=name: seen.setdefault(name, g.asnumpy().tolist()) and None)
    x = Tensor([3.0, 4.0])
    ms.grad(lambda x: x * weights["a"] * weights["a"], None, weights=[weights[name] for name in wanted])(x)
    assert seen == calls
