"""Eigenvalues of symmetric matrices, as the operation that `mindspore.scipy` is made of."""

from __future__ import annotations

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.primitive import Primitive


class Eigh(Primitive):
    """Compute eigenvalues and eigenvectors of a symmetric or Hermitian matrix.

    Args:
        compute_eigenvectors (bool): return vectors too. Default: ``True``.
        lower (bool): read the lower triangle. Default: ``True``.

    Inputs:
        - **A** (Tensor) - of shape :math:`(M, M)`.

    Outputs:
        tuple of the values, rising, of the type of `A`, and the vectors; without them, the values.

    Source: mindspore.ops.operations.linalg_ops.Eigh, MindSpore 2.10
    """

    def __init__(self, compute_eigenvectors: bool = True, lower: bool = True) -> None:
        super().__init__()
        self.compute_eigenvectors = compute_eigenvectors
        self.lower = lower

    def __call__(self, A: Tensor) -> Tensor | tuple[Tensor, Tensor]:  # its name there
        """Apply the operation."""
        a = unwrap(A)
        uplo = "L" if self.lower else "U"
        if not self.compute_eigenvectors:
            return wrap(torch.linalg.eigvalsh(a, UPLO=uplo).to(a.dtype))
        values, vectors = torch.linalg.eigh(a, UPLO=uplo)
        return wrap(values.to(a.dtype)), wrap(vectors)
