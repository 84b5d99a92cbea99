"""Tensor methods of linear algebra and the special functions: one assignment per method."""

from __future__ import annotations

from ms2torch._core.base import TensorBase
from ms2torch.ops.function.linalg import (
    matrix,
    products as linalg_products,
    solve as linalg_solve,
    triangular as linalg_triangular,
)
from ms2torch.ops.function.math import special
from ms2torch.ops.function.sparse import tensors as sparse_tensors


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

    addmm_ = linalg_products.tensor_addmm_
    addr = linalg_products.tensor_addr
    baddbmm = linalg_products.tensor_baddbmm
    trace = linalg_products.tensor_trace
    ormqr = linalg_solve.tensor_ormqr
    qr = linalg_solve.tensor_qr
    erfinv_ = special.tensor_erfinv_

    to_coo = sparse_tensors.tensor_to_coo
    to_csr = sparse_tensors.tensor_to_csr
