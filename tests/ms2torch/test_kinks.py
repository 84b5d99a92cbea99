"""Gradients where there is none, or several; numbers of real MindSpore 2.10.0."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import torch

import ms2torch as ms
import ms2torch.numpy as mnp
from ms2torch import Tensor, nn, ops

NAN = float("nan")
ZEROS_BESIDE = [[0.0, 0.0], [3.0, 4.0]]
ALIKE_BESIDE = [[2.0, 2.0], [3.0, 4.0]]


@pytest.mark.parametrize(("slope", "expected"), [(0.2, 0.6), (0.0, 0.5), (1.0, 1.0), (2.0, 1.5), (-0.5, 0.25)])
def test_leaky_relu_at_zero(slope: float, expected: float) -> None:
    for fn in (lambda x: ops.leaky_relu(x, slope), nn.LeakyReLU(slope)):
        grad = ms.grad(fn)(Tensor([0.0, -1.0, 1.0, -0.0])).asnumpy()
        np.testing.assert_allclose(grad, [expected, slope, 1.0, expected], rtol=1e-6)
    assert ops.leaky_relu(Tensor([0.0, -1.0]), slope).asnumpy().tolist() == pytest.approx([0.0, -slope])


def test_leaky_relu_for_torch_is_torchs() -> None:
    x = torch.tensor([0.0, -1.0, 1.0], requires_grad=True)
    nn.LeakyReLU(0.2)(x).sum().backward()
    torch.testing.assert_close(x.grad, torch.tensor([0.2, 0.2, 1.0]))


def test_its_second_derivative() -> None:
    grad = ms.grad(ms.grad(lambda x: ops.leaky_relu(x) * x))(Tensor([0.0, -1.0, 1.0])).asnumpy()
    np.testing.assert_allclose(grad, [1.2, 0.4, 2.0], rtol=1e-6)


LENGTHS: dict[str, Callable[[Tensor], Tensor]] = {
    "ops.norm": lambda x: ops.norm(x, dim=1),
    "ops.norm kept": lambda x: ops.norm(x, dim=1, keepdim=True),
    "Tensor.norm": lambda x: x.norm(dim=1),
    "ops.vector_norm": lambda x: ops.vector_norm(x, axis=1),
    "numpy.norm": lambda x: mnp.norm(x, axis=1),
}


@pytest.mark.parametrize("name", LENGTHS)
def test_a_length_of_zero(name: str) -> None:
    grad = ms.grad(LENGTHS[name])(Tensor(ZEROS_BESIDE)).asnumpy()
    np.testing.assert_allclose(grad, [[NAN, NAN], [0.6, 0.8]], rtol=1e-6)
    assert LENGTHS[name](Tensor(ZEROS_BESIDE)).asnumpy().ravel().tolist() == [0.0, 5.0]


def test_lengths_that_have_a_gradient_of_zero() -> None:
    grad = ms.grad(lambda x: ops.norm(x, ord=2, dim=1))(Tensor(ZEROS_BESIDE)).asnumpy()
    np.testing.assert_allclose(grad, [[0.0, 0.0], [0.6, 0.8]], rtol=1e-6)
    assert np.isnan(ms.grad(ops.norm)(Tensor([0.0, 0.0])).asnumpy()).all()


SPREADS: dict[str, tuple[Callable[[Tensor], Tensor], float]] = {
    "ops.std": (lambda x: ops.std(x, axis=1), 0.5),
    "ops.std ddof": (lambda x: ops.std(x, axis=1, ddof=1), 0.5**0.5),
    "Tensor.std": (lambda x: x.std(1), 0.5),
    "ops.std_mean": (lambda x: ops.std_mean(x, axis=1)[0], 0.5),
    "ReduceStd": (lambda x: ops.ReduceStd(axis=1)(x)[0], 0.5**0.5),
    "ops.var": (lambda x: ops.var(x, axis=1), 0.5),
    "ops.var_mean": (lambda x: ops.var_mean(x, axis=1)[0], 0.5),
    "numpy.std": (lambda x: mnp.std(x, axis=1), 0.5),
}


@pytest.mark.parametrize("name", SPREADS)
def test_a_spread_of_zero(name: str) -> None:
    fn, half = SPREADS[name]
    grad = ms.grad(fn)(Tensor(ALIKE_BESIDE)).asnumpy()
    np.testing.assert_allclose(grad, [[NAN, NAN], [-half, half]], rtol=1e-6)
    plain = fn(Tensor(ALIKE_BESIDE)).asnumpy()
    np.testing.assert_array_equal(ms.value_and_grad(fn)(Tensor(ALIKE_BESIDE))[0].asnumpy(), plain)


def test_numpys_variance_of_each_row_is_defined() -> None:
    grad = ms.grad(lambda x: mnp.var(x, axis=1))(Tensor(ALIKE_BESIDE)).asnumpy()
    np.testing.assert_allclose(grad, [[0.0, 0.0], [-0.5, 0.5]], rtol=1e-6)


def test_under_vmap() -> None:
    rows = Tensor(ALIKE_BESIDE)
    for fn in (ops.std, ops.norm, ops.leaky_relu):
        np.testing.assert_allclose(
            ms.vmap(fn)(rows).asnumpy(), np.stack([fn(row).asnumpy() for row in rows]), rtol=1e-6
        )
