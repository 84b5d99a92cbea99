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


class _AddAndPass(nn.Cell):
    def construct(self, x: Tensor, y: Tensor, z: int) -> tuple[Tensor, int]:
        return x + y, z


class _Scaled(nn.Cell):
    def __init__(self, factor: float) -> None:
        super().__init__()
        self.factor = ms.Parameter(Tensor([factor]), name="factor")

    def construct(self, x: Tensor) -> Tensor:
        return x * self.factor


@pytest.mark.parametrize(
    ("in_axes", "out_axes", "message"),
    [
        (None, 0, "cannot be a single None"),
        ((1, 1, None), (None, (None, None)), "cannot be all None"),
        ((1, 1, None), (0, 0, 0), "number of results of 'fn': 2, but got size: 3"),
        ((1.0, 1.0, None), 0, "scalar of type Int64Imm, but got a 1."),
        ((-3, 1, None), 0, r"out of bounds for array of dimension \[-2,2\)"),
        ((1, 1, None), (None, 0), "source is not None and dst is None"),
        ((1, 0, None), 0, "should be equal, but got 3 and 2"),
        ((1, 1, None), (0, 1), r"'out_axes' is out of bounds for array of dimension \[-1,1\)"),
    ],
)
def test_vmap_refuses_axes_in_mindspores_words(in_axes: object, out_axes: object, message: str) -> None:
    x = Tensor([[1.0, 2, 3], [4, 5, 6]])
    with pytest.raises(RuntimeError, match=message):
        ms.vmap(_AddAndPass(), in_axes, out_axes)(x, x, 1)


def test_vmap_repeats_what_is_no_tensor() -> None:
    x = Tensor([[1.0, 2, 3], [4, 5, 6]])
    total, number = ms.vmap(_AddAndPass(), (1, 1, None))(x, x, 7)
    assert total.shape == (3, 2)
    assert number.asnumpy().tolist() == [7, 7, 7]


def test_vmap_gives_each_of_several_models_its_own_element() -> None:
    models = nn.CellList([_Scaled(1.0), _Scaled(10.0)])
    assert ms.vmap(models)(Tensor([[1.0, 2], [3, 4]])).asnumpy().tolist() == [[1, 2], [30, 40]]
    with pytest.raises(ValueError, match="axis_size: 3 and the cell size: 2"):
        ms.vmap(models)(Tensor([[1.0], [2], [3]]))


def test_integers_have_gradients_in_their_own_type() -> None:
    """Measured on MindSpore 2.10; an index has none."""
    i, f = Tensor([1, 2, 3]), Tensor([1.0, 2, 3])
    assert ms.grad(lambda x: x * x)(i).asnumpy().tolist() == [2, 4, 6]
    assert ms.grad(lambda x: x * x)(i.astype(ms.int8)).dtype == ms.int8
    by_float, by_bool = ms.grad(lambda x, y: x + y, (0, 1))(f, Tensor([True, False, True]))
    assert by_float.asnumpy().tolist() == [1, 1, 1]
    assert by_bool.asnumpy().tolist() == [True, True, True]
    assert ms.grad(lambda x: f[x].sum())(Tensor([1, 2])).asnumpy().tolist() == [0, 0]
    assert ms.grad(lambda x: x // 2)(i).asnumpy().tolist() == [0, 0, 0]
    assert i.dtype == ms.int64


@pytest.mark.parametrize(
    "fn",
    [
        lambda x: ops.exp(x.sum() * 0.1),
        lambda x: ops.exp(ops.mean(x)),
        lambda x: ops.exp(x.sum(0) * 0.1).sum(),
        lambda x: ops.exp(x.prod() * 0.1),
        lambda x: ops.exp(ops.cat((x, x * 2))).sum(),
        lambda x: ops.logsumexp(x, 1).sum(),
        lambda x: x.std(),
        lambda x: ops.exp(ops.norm(x)),
    ],
)
def test_gradient_of_a_gradient_is_the_slope_of_the_gradient(fn):
    at, along = np.array([[1.0, 2.0, 3.0], [0.5, 1.0, -1.0]]), np.array([[0.1, 0.2, 0.3], [0.3, 0.1, -0.2]])
    direction = ms.Tensor(along)
    exact = ms.grad(lambda x: (ms.grad(fn)(x) * direction).sum())(ms.Tensor(at)).asnumpy()
    _, pull = ms.vjp(ms.grad(fn), ms.Tensor(at))
    ahead, behind = (ms.grad(fn)(ms.Tensor(at + step * along)).asnumpy() for step in (1e-4, -1e-4))
    np.testing.assert_allclose(exact, (ahead - behind) / 2e-4, rtol=1e-5, atol=1e-8)
    np.testing.assert_allclose(pull(direction)[0].asnumpy(), exact, rtol=1e-12)


def test_integers_that_a_mask_selects_have_a_gradient() -> None:
    # measured 2.10; the mask's own gradient is zero
    x = Tensor(np.array([[1, 2], [3, 4]], np.int16))
    mask = Tensor(np.array([[True], [False]]))
    by_x, by_mask = ms.grad(ops.masked_select, (0, 1))(x, mask)
    assert (by_x.dtype, by_x.asnumpy().tolist()) == (ms.int16, [[1, 1], [0, 0]])
    assert by_mask.asnumpy().tolist() == [[False], [False]]
