"""Mirrors a part of `mindspore.scipy.ops`: a solver as an object."""

from __future__ import annotations

from ms2torch.common.tensor import Tensor
from ms2torch.scipy.linalg import solve_triangular


class SolveTriangular:
    """Solve ``a @ x = b`` for triangular `a`.

    Args:
        lower (bool): read the lower triangle of `a`. Default: ``False``.
        unit_diagonal (bool): take the diagonal as ones. Default: ``False``.
        trans (str): ``"N"`` `a` itself, ``"T"`` its transpose, ``"C"`` the conjugate of that. Default: ``"N"``.

    Source: mindspore.scipy.ops.SolveTriangular, MindSpore 2.10
    """

    def __init__(self, lower: bool = False, unit_diagonal: bool = False, trans: str = "N") -> None:
        self.lower = lower
        self.unit_diagonal = unit_diagonal
        self.trans = trans

    def __call__(self, a: Tensor, b: Tensor) -> Tensor:
        """Apply the operation.

        Args:
            a (Tensor): the matrix, of shape :math:`(M, M)`.
            b (Tensor): the right side, of shape :math:`(M,)` or :math:`(M, N)`.
        """
        return solve_triangular(a, b, self.trans, self.lower, self.unit_diagonal)
