"""Triangular systems."""

from __future__ import annotations

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.function.linalg._calls import need_matrix, on_tensors


def triangular_solve(
    b: Tensor, A: Tensor, upper: bool = True, transpose: bool = False, unitriangular: bool = False
) -> tuple[Tensor, Tensor]:
    """Solve ``A @ x = b`` for triangular matrices.

    Args:
        b (Tensor): right-hand sides, as columns, (..., n, k).
        A (Tensor): the matrices, (..., n, n).
        upper (bool): they are upper triangular. Default: ``True``.
        transpose (bool): transpose them first. Default: ``False``.
        unitriangular (bool): take their diagonals for ones. Default: ``False``.

    Returns:
        Tuple of x and a copy of `A`.

    Raises:
        ValueError: if the shapes do not fit.

    Source: mindspore.Tensor.triangular_solve, MindSpore 2.10
    """
    need_matrix("Tensor.triangular_solve", A, square=True)
    need_matrix("Tensor.triangular_solve", b)

    def solve(right: torch.Tensor, a: torch.Tensor) -> torch.Tensor:
        left = a.mT if transpose else a
        return torch.linalg.solve_triangular(left, right, upper=upper != transpose, unitriangular=unitriangular)

    return on_tensors("Tensor.triangular_solve", solve, b, A), wrap(unwrap(A).clone())
