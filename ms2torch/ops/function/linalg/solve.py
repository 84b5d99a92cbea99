"""Solvers and decompositions of matrices; each also works on batches."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.convert import bool_arg
from ms2torch._core.element_types import check_type
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.function.linalg._calls import (
    in_float32,
    need_floats,
    need_matrix,
    on_tensors,
    raw,
)


def matrix_solve(matrix: Tensor, rhs: Tensor, adjoint: bool = False) -> Tensor:
    """Solve ``matrix @ x = rhs``.

    Args:
        matrix (Tensor): square matrices.
        rhs (Tensor): of the same type and batch, as many rows.
        adjoint (bool): use the conjugate transpose of `matrix`. Default: ``False``.

    Returns:
        Tensor, same shape as `rhs`.

    Raises:
        TypeError: if the types differ or `adjoint` is no bool.
        ValueError: if shapes do not fit, or there is no solution.

    Source: mindspore.ops.matrix_solve, MindSpore 2.10
    """
    bool_arg("ops.matrix_solve", "adjoint", adjoint)
    need_matrix("ops.matrix_solve", matrix, square=True)
    need_matrix("ops.matrix_solve", rhs)
    return on_tensors("ops.matrix_solve", lambda a, b: torch.linalg.solve(a.mH if adjoint else a, b), matrix, rhs)


def cholesky(input_x: Tensor, upper: bool = False) -> Tensor:
    """Factor positive-definite matrices into a triangular matrix and its transpose.

    Args:
        input_x (Tensor): positive-definite matrices, float32 or float64.
        upper (bool): return the upper factor instead of the lower. Default: ``False``.

    Returns:
        Tensor, same shape.

    Raises:
        TypeError: if `input_x` is no Tensor of such numbers, or `upper` no bool.
        ValueError: if the matrices are not square.
        RuntimeError: if one is not positive-definite.

    Source: mindspore.ops.cholesky, MindSpore 2.10
    """
    bool_arg("ops.cholesky", "upper", upper)
    need_floats("ops.cholesky", input_x)
    need_matrix("ops.cholesky", input_x, square=True)
    try:
        return wrap(in_float32(torch.linalg.cholesky)(unwrap(input_x), upper=upper))
    except torch.linalg.LinAlgError as error:
        msg = f"ops.cholesky: the matrices must be positive-definite; {error}"
        raise RuntimeError(msg) from None


def cholesky_inverse(input_x: Tensor, upper: bool = False) -> Tensor:
    """Invert positive-definite matrices, given their Cholesky factors.

    Args:
        input_x (Tensor): triangular matrices.
        upper (bool): they are upper triangular. Default: ``False``.

    Returns:
        Tensor, same shape.

    Raises:
        TypeError: if `input_x` is no Tensor of floating-point numbers, or `upper` no bool.
        ValueError: if the matrices are not square.

    Source: mindspore.ops.cholesky_inverse, MindSpore 2.10
    """
    bool_arg("ops.cholesky_inverse", "upper", upper)
    need_floats("ops.cholesky_inverse", input_x)
    need_matrix("ops.cholesky_inverse", input_x, square=True)
    return on_tensors("ops.cholesky_inverse", in_float32(_factor_inverse), input_x, upper=upper)


def cholesky_solve(input: Tensor, input2: Tensor, upper: bool = False) -> Tensor:
    """Solve ``A @ x = input``, given the Cholesky factor of A.

    Args:
        input (Tensor): right-hand sides, as columns.
        input2 (Tensor): triangular matrices.
        upper (bool): they are upper triangular. Default: ``False``.

    Returns:
        Tensor, same shape as `input`.

    Raises:
        TypeError: if the types differ, or `upper` is no bool.
        ValueError: if shapes do not fit.

    Source: mindspore.ops.cholesky_solve, MindSpore 2.10
    """
    bool_arg("ops.cholesky_solve", "upper", upper)
    return on_tensors("ops.cholesky_solve", _factor_solve, input, input2, upper=upper)


def _factor_inverse(factor: torch.Tensor, upper: bool) -> torch.Tensor:
    return torch.cholesky_inverse(_triangle(factor, upper), upper)


def _factor_solve(b: torch.Tensor, factor: torch.Tensor, upper: bool) -> torch.Tensor:
    return torch.cholesky_solve(b, _triangle(factor, upper), upper)


def _triangle(factor: torch.Tensor, upper: bool) -> torch.Tensor:
    """Cut off what does not count; torch's derivative treats it as if it did."""
    return factor.triu() if upper else factor.tril()


def lu_solve(b: Tensor, LU_data: Tensor, LU_pivots: Tensor) -> Tensor:
    """Solve ``A @ x = b``, given the LU factors of A.

    Args:
        b (Tensor): right-hand sides, as columns.
        LU_data (Tensor): both factors in one matrix.
        LU_pivots (Tensor): int32, the row exchanges, counted from 1.

    Returns:
        Tensor, same shape as `b`.

    Raises:
        TypeError: if `b` and `LU_data` differ in type, or the pivots are no int32.
        ValueError: if shapes do not fit.

    Source: mindspore.ops.lu_solve, MindSpore 2.10
    """
    if unwrap(LU_pivots).dtype is not torch.int32:
        msg = f"ops.lu_solve: LU_pivots must be int32, got {unwrap(LU_pivots).dtype}"
        raise TypeError(msg)
    return on_tensors("ops.lu_solve", lambda x, lu, p: torch.linalg.lu_solve(lu, p, x), b, LU_data, LU_pivots)


def lu_unpack(
    LU_data: Tensor,
    LU_pivots: Tensor,
    unpack_data: bool = True,
    unpack_pivots: bool = True,
) -> tuple[Tensor | None, Tensor | None, Tensor | None]:
    """Take apart what an LU factorisation packs together.

    Args:
        LU_data (Tensor): both factors in one matrix.
        LU_pivots (Tensor): int32, the row exchanges, counted from 1.
        unpack_data (bool): return the factors. Default: ``True``.
        unpack_pivots (bool): return the permutation matrix. Default: ``True``.

    Returns:
        Tuple of permutation, lower and upper matrix; ``None`` for what was not asked for.

    Raises:
        TypeError: if the pivots are no ints.
        ValueError: if shapes do not fit.

    Source: mindspore.ops.lu_unpack, MindSpore 2.10
    """
    check_type(LU_data, "ops.lu_unpack")
    settings = {"unpack_data": bool(unpack_data), "unpack_pivots": bool(unpack_pivots)}
    found = raw("ops.lu_unpack", torch.lu_unpack, LU_data, LU_pivots, **settings)
    wanted = (unpack_pivots, unpack_data, unpack_data)
    p, lower, upper = (wrap(part) if want else None for part, want in zip(found, wanted, strict=True))
    return p, lower, upper


def lstsq(input: Tensor, A: Tensor) -> Tensor:
    """Find the x for which ``input @ x`` is closest to `A`; of several, the shortest.

    Args:
        input (Tensor): shape (m, n).
        A (Tensor): shape (m, k) or (m,).

    Returns:
        Tensor of shape (n, k), also for a vector `A`.

    Raises:
        TypeError: if the types differ or are no floating-point types.
        ValueError: if shapes do not fit.

    Source: mindspore.ops.lstsq, MindSpore 2.10
    """
    a, b = unwrap(input), unwrap(A)
    need_floats("ops.lstsq", input, A)
    if a.dtype != b.dtype:
        msg = f"ops.lstsq: both arguments must have one type, got {a.dtype} and {b.dtype}"
        raise TypeError(msg)
    if a.dim() != 2 or b.dim() not in (1, 2) or a.shape[0] != b.shape[0]:
        msg = f"ops.lstsq: expected (m, n) and (m, k) or (m,), got {tuple(a.shape)} and {tuple(b.shape)}"
        raise ValueError(msg)
    columns = b.unsqueeze(-1) if b.dim() == 1 else b
    # the pseudo-inverse also settles matrices without full rank, on every device
    return on_tensors("ops.lstsq", lambda x, _: torch.linalg.pinv(x) @ columns, input, A)


# ---- decompositions ----------------------------------------------------------------------------------------------


def svd(input: Tensor, full_matrices: bool = False, compute_uv: bool = True) -> Any:
    """Factor matrices into ``u @ diag(s) @ v.T``.

    Args:
        input (Tensor): matrices, float32 or float64.
        full_matrices (bool): complete `u` and `v` to square matrices. Default: ``False``.
        compute_uv (bool): return all three. Default: ``True``.

    Returns:
        Tuple of s, u and v (not transposed); only s if `compute_uv` is ``False``.

    Raises:
        TypeError: if `input` is no Tensor of floating-point numbers, or a flag no bool.
        ValueError: if `input` has fewer than two dimensions.

    Differs from MindSpore:
        A column of u and the same column of v may both have the other sign, which the factors leave open.

    Source: mindspore.ops.svd, MindSpore 2.10
    """
    bool_arg("ops.svd", "full_matrices", full_matrices)
    bool_arg("ops.svd", "compute_uv", compute_uv)
    need_floats("ops.svd", input)
    need_matrix("ops.svd", input)
    if not compute_uv:
        return wrap(raw("ops.svd", torch.linalg.svdvals, input).to(dtype=unwrap(input).dtype))  # complex stays complex
    u, s, vh = raw("ops.svd", torch.linalg.svd, input, full_matrices=full_matrices)
    return wrap(s), wrap(u), wrap(vh.mH)


def qr(input: Tensor, mode: str = "reduced") -> tuple[Tensor, Tensor]:
    """Factor matrices into an orthogonal and an upper triangular one.

    Args:
        input (Tensor): matrices.
        mode (str): ``"reduced"``, or ``"complete"`` for a square orthogonal matrix. Default: ``"reduced"``.

    Returns:
        Tuple of q and r.

    Raises:
        TypeError: if `input` is no Tensor of floating-point numbers, or `mode` another word.
        ValueError: if `input` has fewer than two dimensions.

    Source: mindspore.ops.qr, MindSpore 2.10
    """
    if mode not in ("reduced", "complete"):
        msg = f"ops.qr: mode must be 'reduced' or 'complete', got {mode!r}"
        raise TypeError(msg)
    need_floats("ops.qr", input)
    need_matrix("ops.qr", input)
    q, r = raw("ops.qr", in_float32(torch.linalg.qr), input, mode=mode)
    return wrap(q), wrap(r)


def eig(A: Tensor) -> tuple[Tensor, Tensor]:
    """Compute eigenvalues and eigenvectors of square matrices.

    Args:
        A (Tensor): square matrices, floating-point or complex.

    Returns:
        Tuple of two complex Tensors: the eigenvalues, and the eigenvectors as columns. Their order, and the scale of
        the vectors, are not fixed.

    Raises:
        TypeError: if `A` is no Tensor of such numbers.
        ValueError: if the matrices are not square.

    Source: mindspore.ops.eig, MindSpore 2.10
    """
    check_type(A, "ops.eig")
    need_floats("ops.eig", A)
    need_matrix("ops.eig", A, square=True)
    values, vectors = raw("ops.eig", torch.linalg.eig, A)
    return wrap(values), wrap(vectors)


def eigvals(A: Tensor) -> Tensor:
    """Compute the eigenvalues of square matrices.

    Args:
        A (Tensor): square matrices, floating-point or complex.

    Returns:
        Tensor, complex; the order is not fixed.

    Raises:
        TypeError: if `A` is no Tensor of such numbers.
        ValueError: if the matrices are not square.

    Source: mindspore.ops.eigvals, MindSpore 2.10
    """
    need_floats("ops.eigvals", A)
    need_matrix("ops.eigvals", A, square=True)
    return on_tensors("ops.eigvals", torch.linalg.eigvals, A)


def geqrf(input: Tensor) -> tuple[Tensor, Tensor]:
    """Factor matrices as `qr` does, and return the reflections instead of the orthogonal matrix.

    Args:
        input (Tensor): matrices.

    Returns:
        Tuple of the upper triangle with the reflections below it, and their factors.

    Raises:
        TypeError: if `input` is no Tensor of floating-point numbers.
        ValueError: if `input` has fewer than two dimensions.

    Source: mindspore.ops.geqrf, MindSpore 2.10
    """
    need_floats("ops.geqrf", input)
    need_matrix("ops.geqrf", input)
    a, tau = raw("ops.geqrf", in_float32(torch.geqrf), input)
    return wrap(a), wrap(tau)


def orgqr(input: Tensor, input2: Tensor) -> Tensor:
    """Multiply out the reflections that `geqrf` returns.

    Args:
        input (Tensor): the reflections, shape (..., m, n).
        input2 (Tensor): their factors, shape (..., k).

    Returns:
        Tensor of shape (..., m, n).

    Raises:
        TypeError: if the types differ.
        ValueError: if shapes do not fit.

    Source: mindspore.ops.orgqr, MindSpore 2.10
    """
    return on_tensors("ops.orgqr", torch.linalg.householder_product, input, input2)


def ormqr(input: Tensor, tau: Tensor, other: Tensor, left: bool = True, transpose: bool = False) -> Tensor:
    """Multiply the reflections that `geqrf` returns with a matrix.

    Args:
        input (Tensor): the reflections.
        tau (Tensor): their factors.
        other (Tensor): the matrix.
        left (bool): the reflections stand on the left. Default: ``True``.
        transpose (bool): transpose them. Default: ``False``.

    Returns:
        Tensor, same shape as `other`.

    Raises:
        TypeError: if the types differ.
        ValueError: if shapes do not fit.

    Source: mindspore.ops.ormqr, MindSpore 2.10
    """
    return on_tensors("ops.ormqr", torch.ormqr, input, tau, other, left=left, transpose=transpose)


def matrix_exp(input: Tensor) -> Tensor:
    """Compute the exponential of square matrices.

    Args:
        input (Tensor): square matrices.

    Returns:
        Tensor, same shape.

    Raises:
        TypeError: if `input` is no Tensor of floating-point numbers.
        ValueError: if the matrices are not square.

    Source: mindspore.ops.matrix_exp, MindSpore 2.10
    """
    need_floats("ops.matrix_exp", input)
    need_matrix("ops.matrix_exp", input, square=True)
    return on_tensors("ops.matrix_exp", torch.linalg.matrix_exp, input)


def matrix_power(input: Tensor, n: int) -> Tensor:
    """Multiply square matrices n times with themselves; a negative n inverts.

    Args:
        input (Tensor): square matrices.
        n (int): the exponent.

    Returns:
        Tensor, same shape.

    Raises:
        TypeError: if `n` is no int.
        ValueError: if the matrices are not square.

    Source: mindspore.ops.matrix_power, MindSpore 2.10
    """
    if isinstance(n, bool) or not isinstance(n, int):
        msg = f"ops.matrix_power: n must be an int, got {n!r}"
        raise TypeError(msg)
    need_matrix("ops.matrix_power", input, square=True)
    return on_tensors("ops.matrix_power", torch.linalg.matrix_power, input, n=n)


def cdist(x1: Tensor, x2: Tensor, p: float = 2.0) -> Tensor:
    """Compute the p-norm distance of every row of `x1` from every row of `x2`.

    Args:
        x1 (Tensor): shape (..., n, m).
        x2 (Tensor): shape (..., k, m), of the same type.
        p (float): which norm, at least 0. Default: ``2.0``.

    Returns:
        Tensor of shape (..., n, k).

    Raises:
        TypeError: if `p` is no float, or the types differ.
        ValueError: if `p` is negative or shapes do not fit.

    Source: mindspore.ops.cdist, MindSpore 2.10
    """
    a, b = unwrap(x1), unwrap(x2)
    if isinstance(p, bool) or not isinstance(p, (int, float)):
        msg = f"ops.cdist: p must be a float, got {p!r}"
        raise TypeError(msg)
    if a.dtype != b.dtype or not a.is_floating_point():
        msg = f"ops.cdist: both arguments must be floating-point and alike, got {a.dtype} and {b.dtype}"
        raise TypeError(msg)
    if p < 0:
        msg = f"ops.cdist: p must not be negative, got {p}"
        raise ValueError(msg)
    # the matrix-product form that torch takes for many rows loses digits
    mode = "donot_use_mm_for_euclid_dist"
    return on_tensors("ops.cdist", torch.cdist, x1, x2, p=float(p), compute_mode=mode)


def tensor_ormqr(self: Tensor, input2: Tensor, input3: Tensor, left: bool = True, transpose: bool = False) -> Tensor:
    """Do what `ops.ormqr` does.

    Source: mindspore.Tensor.ormqr, MindSpore 2.10
    """
    return ormqr(wrap(self._t), input2, input3, left, transpose)


def tensor_qr(self: Tensor, some: bool = True) -> tuple[Tensor, Tensor]:
    """Do what `ops.qr` does, with ``mode="complete"`` for ``some=False``.

    Source: mindspore.Tensor.qr, MindSpore 2.10
    """
    return qr(wrap(self._t), "reduced" if some else "complete")
