"""jvp, vjp, Jacobians, higher derivatives and vmap against what real MindSpore 2.10.0 gave."""

from __future__ import annotations

import json

import numpy as np
import pytest

import ms2torch as ms
from ms2torch import Tensor, nn, ops
from tools.record import modules

GOLDEN = json.loads(modules.GOLDEN.read_text())["derivatives"]


def check(found, expected):
    if isinstance(expected, dict) and "values" in expected:
        assert found["shape"] == expected["shape"]
        assert found["dtype"] == expected["dtype"]
        np.testing.assert_allclose(found["values"], expected["values"], rtol=2e-6, atol=2e-6)
    elif isinstance(expected, dict):
        assert len(found["tuple"]) == len(expected["tuple"])
        for one, other in zip(found["tuple"], expected["tuple"], strict=True):
            check(one, other)
    else:
        assert found == expected


@pytest.mark.parametrize("name", GOLDEN)
def test_derivatives(name):
    check(modules.encode(modules.derivatives(ms)[name]()), GOLDEN[name])


X = np.array([[1.0, 2.0], [3.0, 4.0]], np.float32)


def test_vjp_with_weights_returns_a_pair():
    net = nn.Dense(2, 3)
    output, back = ms.vjp(net, Tensor(X), weights=net.trainable_params())
    inputs, weights = back(ops.ones_like(output))
    assert isinstance(inputs, tuple)
    np.testing.assert_allclose(weights[0].asnumpy(), np.tile(X.sum(0), (3, 1)))
    np.testing.assert_allclose(weights[1].asnumpy(), [2, 2, 2])


def test_a_jacobian_of_a_jacobian():
    hessian = ms.jacfwd(ms.jacrev(modules.squares))(Tensor(X)).asnumpy()
    np.testing.assert_allclose(hessian.reshape(4, 4), 2 * np.eye(4))


def test_grad_goes_through_a_jacobian():
    assert ms.grad(lambda a: ms.jacrev(modules.cube)(a).sum())(Tensor(X)).asnumpy() == pytest.approx(6 * X)


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda: ms.jacrev(modules.one, None)(Tensor(X), Tensor(X)), TypeError),
        (lambda: ms.jacrev(modules.one, (0, 0))(Tensor(X), Tensor(X)), ValueError),
        (lambda: ms.jacrev(modules.one, 5)(Tensor(X), Tensor(X)), ValueError),
        (lambda: ms.jacrev(modules.one, -1)(Tensor(X), Tensor(X)), ValueError),
        (lambda: ms.jvp(modules.one, (Tensor(X), Tensor(X)), Tensor(X)), ValueError),
        (lambda: ms.jvp(modules.cube, 3.0, Tensor(X)), TypeError),
        (lambda: ms.vjp(3, Tensor(X)), TypeError),
        (lambda: ms.vjp(modules.cube, 3.0), TypeError),
        (lambda: ops.derivative(modules.cube, Tensor(X), 0), ValueError),
        (lambda: ms.vmap(modules.one, (None, None))(Tensor(X), Tensor(X)), RuntimeError),
        (lambda: ms.vmap(modules.one, (0, 5))(Tensor(X), Tensor(X)), RuntimeError),
        (lambda: ms.vmap(modules.one, (0,))(Tensor(X), Tensor(X)), RuntimeError),
        (lambda: ms.vmap(modules.one, "a")(Tensor(X), Tensor(X)), RuntimeError),
    ],
)
def test_what_mindspore_refuses(make, error):
    with pytest.raises(error):
        make()


def test_cells_of_products():
    class Cube(nn.Cell):
        def construct(self, x):
            return x**3

    output, product = nn.Jvp(Cube())(Tensor(X), Tensor(np.ones_like(X)))
    np.testing.assert_allclose(output.asnumpy(), X**3)
    np.testing.assert_allclose(product.asnumpy(), 3 * X**2)
    np.testing.assert_allclose(nn.Vjp(Cube())(Tensor(X), Tensor(np.ones_like(X)))[1].asnumpy(), 3 * X**2)


def test_an_operation_with_its_own_gradient():
    class Double(ms._Function):
        @staticmethod
        def forward(ctx, x, factor):
            ctx.save_for_backward(x)
            ctx.factor = factor
            return x * factor

        @staticmethod
        def backward(ctx, gradient):
            (x,) = ctx.saved_tensors
            assert isinstance(x, Tensor)
            return gradient * ctx.factor * 10, None

    assert ms.grad(lambda x: Double.apply(x, 2.0))(Tensor(X)).asnumpy() == pytest.approx(np.full_like(X, 20))


def test_recompute_gives_the_same_gradient():
    runs = []

    def block(x):
        runs.append(1)
        return ops.sin(x) * x

    plain = ms.grad(block)(Tensor(X)).asnumpy()
    runs.clear()
    again = ms.grad(lambda x: ms.recompute(block, x))(Tensor(X)).asnumpy()
    assert len(runs) == 2
    np.testing.assert_allclose(plain, again)
    ms.recompute(block, Tensor(X))
    assert len(runs) == 3


def test_saved_tensors_hooks_see_tensors():
    kept = []

    def pack(x):
        kept.append(type(x))
        return x

    def run(x):
        with ms.saved_tensors_hooks(pack, lambda x: x):
            return x * x

    assert ms.grad(run)(Tensor(X)).asnumpy() == pytest.approx(2 * X)
    assert set(kept) == {Tensor}
