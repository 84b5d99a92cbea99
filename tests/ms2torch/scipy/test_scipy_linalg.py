"""`ms2torch.scipy.linalg` beyond the op database: gradients, factors put together again, documented behaviour."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import ms2torch as ms
from ms2torch._core.base import unwrap, wrap
from ms2torch.scipy import linalg

GENERAL = [[2.0, -1.0, 0.5], [0.3, 3.0, -0.7], [1.0, 0.2, 1.5]]


def positive(x: torch.Tensor) -> ms.Tensor:
    return wrap(x @ x.mT + torch.eye(3, dtype=x.dtype))


def leaf() -> torch.Tensor:
    return torch.tensor(GENERAL, dtype=torch.float64, requires_grad=True)


def test_cholesky_has_gradients():
    for lower in (False, True):
        assert torch.autograd.gradcheck(lambda x, low=lower: unwrap(linalg.cholesky(positive(x), low)), leaf())


def test_eigenvalues_have_gradients():
    assert torch.autograd.gradcheck(lambda x: unwrap(linalg.eigh(positive(x))[0]), leaf())
    assert torch.autograd.gradcheck(lambda x: unwrap(linalg.eigh(positive(x), eigvals_only=True)), leaf())


def test_cho_factor_and_cho_solve_go_together_with_gradients():
    b = torch.tensor([1.0, -2.0, 0.5], dtype=torch.float64, requires_grad=True)
    for lower in (False, True):

        def solve(x: torch.Tensor, rhs: torch.Tensor, low: bool = lower) -> torch.Tensor:
            return unwrap(linalg.cho_solve(linalg.cho_factor(positive(x), low), wrap(rhs)))

        assert torch.autograd.gradcheck(solve, (leaf(), b))
        expected = torch.linalg.solve(unwrap(positive(leaf())), b)
        torch.testing.assert_close(solve(leaf(), b), expected)


def test_gradients_come_through_ms_grad():
    a = ms.Tensor(GENERAL, ms.float64)
    found = ms.grad(lambda x: linalg.inv(x).sum())(a)
    inverse = np.linalg.inv(np.array(GENERAL))
    np.testing.assert_allclose(found.asnumpy(), -np.outer(inverse.sum(0), inverse.sum(1)), rtol=1e-10)


def test_eigenvectors_diagonalise():
    a = positive(leaf().detach())
    values, vectors = linalg.eigh(a)
    np.testing.assert_allclose((a @ vectors).asnumpy(), (vectors * values).asnumpy(), rtol=1e-12, atol=1e-12)


def test_hermitian_eigenvalues_have_the_type_of_the_matrix():
    a = ms.Tensor(np.array([[2, 1j], [-1j, 3]], np.complex64))
    values = linalg.eigh(a, eigvals_only=True)
    assert values.dtype == ms.complex64
    np.testing.assert_allclose(values.asnumpy().real, np.linalg.eigvalsh(a.asnumpy()), rtol=1e-6)


@pytest.mark.parametrize("shape", [(3, 3), (2, 4), (4, 2)])
def test_lu_puts_the_matrix_together(shape):
    a = ms.Tensor(np.random.default_rng(0).normal(size=shape))
    p, lower, upper = linalg.lu(a)
    assert p.dtype == ms.int32
    np.testing.assert_allclose(p.asnumpy() @ lower.asnumpy() @ upper.asnumpy(), a.asnumpy(), atol=1e-12)
    permuted, same_upper = linalg.lu(a, permute_l=True)
    np.testing.assert_allclose(permuted.asnumpy() @ same_upper.asnumpy(), a.asnumpy(), atol=1e-12)


def test_singular_matrix_has_no_inverse():
    with pytest.raises(np.linalg.LinAlgError, match="singular"):
        linalg.inv(ms.Tensor([[1.0, 2.0], [2.0, 4.0]]))


def test_lstsq_refuses_an_rcond_that_nothing_honours():
    with pytest.raises(NotImplementedError, match="rcond"):
        linalg.lstsq(ms.Tensor(GENERAL), ms.Tensor([1.0, 2.0, 3.0]), rcond=1e-3)


def test_block_diag_of_nothing_and_of_an_empty_row():
    assert linalg.block_diag().shape == (1, 0)
    empty = ms.Tensor(np.zeros((1, 0), np.float32))
    out = linalg.block_diag(ms.Tensor([1.0]), empty, ms.Tensor([2.0]))
    assert out.asnumpy().tolist() == [[1, 0], [0, 0], [0, 2]]
