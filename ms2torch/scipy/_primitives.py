"""The operations that `mindspore.scipy` is made of, as Primitives."""

from __future__ import annotations

import numpy as np
import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.convert import int_arg
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.primitive import Primitive


class Eig(Primitive):
    """Compute eigenvalues and eigenvectors of any square matrices.

    Args:
        compute_v (bool): give the vectors too; else a single 0 stands for them. Default: ``True``.

    Inputs:
        - **x** (Tensor) - float or complex, of shape :math:`(*, N, N)`.

    Outputs:
        tuple of the values and the vectors, complex.

    Raises:
        ValueError: the matrices are not square.
        TypeError: they are not of a float or complex type.

    Source: mindspore.scipy.ops.Eig, MindSpore 2.10
    """

    def __init__(self, compute_v: bool = True) -> None:
        super().__init__()
        self.compute_v = compute_v

    def __call__(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Apply the operation."""
        t = unwrap(x)
        if not (t.is_floating_point() or t.is_complex()):
            msg = f"For 'Eig', the type of 'x' must be float32, float64, complex64 or complex128, but got {x.dtype}."
            raise TypeError(msg)
        if t.ndim < 2 or t.shape[-1] != t.shape[-2]:
            msg = f"For 'Eig', x must be of at least two dimensions and square, but got shape {tuple(t.shape)}."
            raise ValueError(msg)
        if self.compute_v:
            values, vectors = torch.linalg.eig(t)
            return wrap(values), wrap(vectors)
        values = torch.linalg.eigvals(t)
        return wrap(values), wrap(values.new_zeros(()))


class LU(Primitive):
    """Decompose matrices into a lower and an upper triangle, with rows exchanged.

    Inputs:
        - **x** (Tensor) - of shape :math:`(*, M, N)`.

    Outputs:
        tuple of both triangles in one, the order of the rows, and it as a matrix of 0 and 1, both int32.

    Source: mindspore.scipy.ops.LU, MindSpore 2.10
    """

    def __call__(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Apply the operation."""
        factors, pivots = torch.linalg.lu_factor(unwrap(x))
        matrix, _, _ = torch.lu_unpack(factors, pivots, unpack_data=False)
        order = matrix.argmax(-2).to(torch.int32)
        return wrap(factors), wrap(order), wrap(matrix.mT.to(torch.int32))


class LinearSumAssignment(Primitive):
    """Choose for each row a column of its own such that the sum of what is chosen is least.

    Inputs:
        - **cost_matrix** (Tensor) - the costs, of shape :math:`(M, N)`.
        - **dimension_limit** (Tensor) - how many columns count, 0-d.
        - **maximize** (bool) - make the sum greatest.

    Outputs:
        tuple of the rows, ascending, and their columns, int64, of shape :math:`(min(M, N),)`; -1 where there are fewer.

    Raises:
        RuntimeError: more columns are to count than there are.
        ImportError: scipy is not installed.

    Source: mindspore.scipy.ops.LinearSumAssignment, MindSpore 2.10
    """

    def __call__(self, cost_matrix: Tensor, dimension_limit: Tensor, maximize: bool) -> tuple[Tensor, Tensor]:
        """Apply the operation."""
        from scipy.optimize import linear_sum_assignment  # optional: only this needs it

        costs, limit = unwrap(cost_matrix), int_arg(dimension_limit)
        if limit > costs.shape[1]:
            msg = (
                "For 'LinearSumAssignment', the input dimension_limit must be <= the 2nd dimension's size of the "
                f"cost_matrix, which is {costs.shape[1]}, but got {limit}."
            )
            raise RuntimeError(msg)
        chosen = linear_sum_assignment(costs[:, :limit].detach().cpu().numpy(), maximize=bool(maximize))
        found = np.full((2, min(costs.shape)), -1)
        found[:, : len(chosen[0])] = chosen
        rows, columns = (wrap(torch.from_numpy(each)) for each in found)
        return rows, columns


def _nd_transpose(a: Tensor) -> Tensor:
    """Exchange the last two dimensions.

    Args:
        a (Tensor): of at least two dimensions.

    Source: mindspore.scipy.utils._nd_transpose, MindSpore 2.10
    """
    t = unwrap(a)
    if t.ndim < 2:
        msg = f"to transpose, the input must have at least two dimensions, but got {t.ndim}"
        raise ValueError(msg)
    return wrap(t.mT)
