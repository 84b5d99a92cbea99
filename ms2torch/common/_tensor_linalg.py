"""Tensor methods of linear algebra and the special functions: one assignment per method."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ms2torch._core.base import TensorBase, unwrap, wrap
from ms2torch._core.dtype import Type, to_torch_dtype
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.function.linalg import (
    matrix,
    products as linalg_products,
    solve as linalg_solve,
    triangular as linalg_triangular,
)
from ms2torch.ops.function.math import special

if TYPE_CHECKING:
    from ms2torch._core.sparse_tensor import COOTensor, CSRTensor


class TensorLinalg(TensorBase):
    """Products, norms, solvers, decompositions and special functions as methods."""

    __slots__ = ()

    addbmm = linalg_products.addbmm
    addmm = linalg_products.addmm
    addmv = linalg_products.addmv
    adjoint = linalg_products.adjoint
    bmm = linalg_products.bmm
    cross = linalg_products.cross
    dot = linalg_products.dot
    ger = linalg_products.ger
    inner = linalg_products.inner
    mm = linalg_products.mm
    outer = linalg_products.outer

    det = matrix.det
    inverse = matrix.inverse
    log_matrix_determinant = matrix.slogdet
    logdet = matrix.logdet
    matrix_determinant = matrix.det
    norm = matrix.norm
    slogdet = matrix.slogdet

    cholesky = linalg_solve.cholesky
    cholesky_inverse = linalg_solve.cholesky_inverse
    cholesky_solve = linalg_solve.cholesky_solve
    eigvals = linalg_solve.eigvals
    geqrf = linalg_solve.geqrf
    lstsq = linalg_solve.lstsq
    lu_solve = linalg_solve.lu_solve
    matrix_power = linalg_solve.matrix_power
    orgqr = linalg_solve.orgqr
    svd = linalg_solve.svd
    triangular_solve = linalg_triangular.triangular_solve

    digamma = special.digamma
    erf = special.erf
    erfc = special.erfc
    erfinv = special.erfinv
    i0 = special.i0
    igamma = special.igamma
    igammac = special.igammac
    lgamma = special.lgamma
    logit = special.logit
    mvlgamma = special.mvlgamma

    def to_coo(self) -> COOTensor:
        """Return the elements that are not 0 by their coordinates; of two dimensions only.

        Raises:
            ValueError: if there are not two dimensions.

        Source: mindspore.Tensor.to_coo, MindSpore 2.10
        """
        from ms2torch.ops.function.sparse.tensors import dense_to_sparse_coo  # it needs Tensor

        return dense_to_sparse_coo(wrap(self._t))

    def to_csr(self) -> CSRTensor:
        """Return the elements that are not 0 by compressed rows; of two dimensions only.

        Raises:
            ValueError: if there are not two dimensions.

        Source: mindspore.Tensor.to_csr, MindSpore 2.10
        """
        from ms2torch.ops.function.sparse.tensors import dense_to_sparse_csr  # it needs Tensor

        return dense_to_sparse_csr(wrap(self._t))

    def addmm_(self, mat1: Tensor, mat2: Tensor, *, beta: float = 1, alpha: float = 1) -> Tensor:
        """Do what `addmm` does in place.

        Source: mindspore.Tensor.addmm_, MindSpore 2.10
        """
        out = linalg_products.addmm(wrap(self._t), mat1, mat2, beta=beta, alpha=alpha)
        self._t.copy_(out._t)
        return self  # type: ignore[return-value]

    def addr(self, vec1: Tensor, vec2: Tensor, beta: float = 1, alpha: float = 1) -> Tensor:
        """Do what `ops.addr` does; the factors may be given by position.

        Source: mindspore.Tensor.addr, MindSpore 2.10
        """
        return linalg_products.addr(wrap(self._t), vec1, vec2, beta=beta, alpha=alpha)

    def baddbmm(self, batch1: Tensor, batch2: Tensor, *, beta: float = 1, alpha: float = 1) -> Tensor:
        """Do what `ops.baddbmm` does; the factors are given by keyword.

        Source: mindspore.Tensor.baddbmm, MindSpore 2.10
        """
        return linalg_products.baddbmm(wrap(self._t), batch1, batch2, beta, alpha)

    def erfinv_(self) -> Tensor:
        """Do what `erfinv` does in place.

        Source: mindspore.Tensor.erfinv_, MindSpore 2.10
        """
        self._t.erfinv_()
        return self  # type: ignore[return-value]

    def ormqr(self, input2: Tensor, input3: Tensor, left: bool = True, transpose: bool = False) -> Tensor:
        """Do what `ops.ormqr` does.

        Source: mindspore.Tensor.ormqr, MindSpore 2.10
        """
        return linalg_solve.ormqr(wrap(self._t), input2, input3, left, transpose)

    def qr(self, some: bool = True) -> tuple[Tensor, Tensor]:
        """Do what `ops.qr` does, with ``mode="complete"`` for ``some=False``.

        Source: mindspore.Tensor.qr, MindSpore 2.10
        """
        return linalg_solve.qr(wrap(self._t), "reduced" if some else "complete")

    def trace(self, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: Type | None = None) -> Tensor:
        """Add up a diagonal.

        Args:
            offset (int): how far to the right of the main diagonal. Default: ``0``.
            axis1 (int): the dimension of rows. Default: ``0``.
            axis2 (int): the dimension of columns. Default: ``1``.
            dtype (mindspore.dtype, optional): type of the result. Default ``None``: that of the tensor.

        Returns:
            Tensor, without the two dimensions.

        Raises:
            ValueError: if the tensor has fewer than two dimensions.

        Source: mindspore.Tensor.trace, MindSpore 2.10
        """
        t = unwrap(self)
        if t.dim() < 2:
            msg = f"Tensor.trace: expected at least 2 dimensions, got shape {tuple(t.shape)}"
            raise ValueError(msg)
        kind: Any = t.dtype if dtype is None else to_torch_dtype(dtype)
        return wrap(t.diagonal(offset, axis1, axis2).sum(-1, dtype=kind))
