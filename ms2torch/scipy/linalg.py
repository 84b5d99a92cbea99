"""`mindspore.scipy.linalg`: decompositions and solvers."""

from __future__ import annotations

import numpy as np
import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.element_types import admitted, check_type
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import require_default
from ms2torch.scipy._checks import matrix, need_alike, need_bools, numbers

__all__ = [
    "block_diag",
    "cho_factor",
    "cho_solve",
    "cholesky",
    "det",
    "eigh",
    "inv",
    "lstsq",
    "lu",
    "lu_factor",
    "lu_solve",
    "solve_triangular",
]

_TRANSPOSED = {0: "N", 1: "T", 2: "C", "N": "N", "T": "T", "C": "C"}
_DRIVERS = ("gels", "gelsy", "gelss", "gelsd")


def block_diag(*arrs: Tensor) -> Tensor:
    """Put matrices on the diagonal of a larger one, zeros elsewhere.

    Args:
        *arrs (Tensor): of 0, 1 or 2 dimensions; a number is a 1x1 matrix, a vector one row.

    Returns:
        Tensor, of the type all are promoted to; without arguments of shape :math:`(1, 0)`.

    Raises:
        TypeError: if an argument is no Tensor.
        ValueError: if one has more than 2 dimensions.

    Source: mindspore.scipy.linalg.block_diag, MindSpore 2.10
    """
    blocks = [unwrap(each) for each in arrs]
    if any(block.ndim > 2 for block in blocks):
        msg = f"scipy.linalg.block_diag: at most 2 dimensions each, got shapes {[tuple(b.shape) for b in blocks]}"
        raise ValueError(msg)
    return wrap(torch.block_diag(*blocks)) if blocks else wrap(torch.zeros(1, 0))


def inv(a: Tensor, overwrite_a: bool = False, check_finite: bool = True) -> Tensor:
    """Invert a square matrix.

    Args:
        a (Tensor): the matrix; int32, int64 (computed in float64), float32 or float64.
        overwrite_a (bool): allows `a` to be overwritten; it never is. Default: ``False``.
        check_finite (bool): has no effect, as in MindSpore. Default: ``True``.

    Returns:
        Tensor, same shape.

    Raises:
        TypeError: if `a` is no Tensor of these types, or a flag no bool.
        ValueError: if `a` is not square or not 2-D.
        LinAlgError: numpy's, if `a` is singular.

    Differs from MindSpore: its CPU kernel returns wrong numbers for a singular matrix instead of the documented error.

    Source: mindspore.scipy.linalg.inv, MindSpore 2.10
    """
    check_type(a, "scipy.linalg.inv")
    need_bools("inv", overwrite_a=overwrite_a, check_finite=check_finite)
    t = matrix("inv", a)
    try:
        return wrap(torch.linalg.inv(t))
    except torch.linalg.LinAlgError:
        msg = f"scipy.linalg.inv: the matrix of shape {tuple(t.shape)} is singular"
        raise np.linalg.LinAlgError(msg) from None


def _cholesky(op: str, a: Tensor, lower: bool) -> Tensor:
    t = matrix(op, a)
    near = 1e-5 if t.dtype is torch.float32 else 1e-12
    if bool((t - t.mT).norm() > near * t.norm()):
        msg = f"scipy.linalg.{op}: the matrix is not symmetric"
        raise RuntimeError(msg)
    factor, info = torch.linalg.cholesky_ex(t, upper=not lower)
    if int(info):
        msg = f"scipy.linalg.{op}: the matrix is not positive-definite (its leading minor of order {int(info)} is not)"
        raise RuntimeError(msg)
    return wrap(factor)


def cholesky(a: Tensor, lower: bool = False, overwrite_a: bool = False, check_finite: bool = True) -> Tensor:
    """Factor a positive-definite matrix into a triangular matrix and its transpose.

    Args:
        a (Tensor): the symmetric matrix; int32, int64 (computed in float64), float32 or float64.
        lower (bool): return the lower factor instead of the upper. Default: ``False``.
        overwrite_a (bool): allows `a` to be overwritten; it never is. Default: ``False``.
        check_finite (bool): has no effect, as in MindSpore. Default: ``True``.

    Returns:
        Tensor, same shape.

    Raises:
        TypeError: if `a` is no Tensor of these types, or a flag no bool.
        ValueError: if `a` is not square or not 2-D.
        RuntimeError: if `a` is not symmetric or not positive-definite.

    Source: mindspore.scipy.linalg.cholesky, MindSpore 2.10
    """
    check_type(a, "scipy.linalg.cholesky")
    need_bools("cholesky", lower=lower, overwrite_a=overwrite_a, check_finite=check_finite)
    return _cholesky("cholesky", a, lower)


def cho_factor(
    a: Tensor, lower: bool = False, overwrite_a: bool = False, check_finite: bool = True
) -> tuple[Tensor, bool]:
    """Factor a positive-definite matrix, for `cho_solve`.

    Args:
        a (Tensor): the symmetric matrix; int32, int64 (computed in float64), float32 or float64.
        lower (bool): return the lower factor instead of the upper. Default: ``False``.
        overwrite_a (bool): allows `a` to be overwritten; it never is. Default: ``False``.
        check_finite (bool): has no effect, as in MindSpore. Default: ``True``.

    Returns:
        tuple: the factor, zeros in its other triangle (there the documentation promises nothing), and `lower`.

    Raises:
        TypeError: if `a` is no Tensor of these types, or a flag no bool.
        ValueError: if `a` is not square or not 2-D.
        RuntimeError: if `a` is not symmetric or not positive-definite.

    Source: mindspore.scipy.linalg.cho_factor, MindSpore 2.10
    """
    check_type(a, "scipy.linalg.cho_factor")
    need_bools("cho_factor", lower=lower, overwrite_a=overwrite_a, check_finite=check_finite)
    return _cholesky("cho_factor", a, lower), lower


def cho_solve(
    c_and_lower: tuple[Tensor, bool], b: Tensor, overwrite_b: bool = False, check_finite: bool = True
) -> Tensor:
    """Solve ``a @ x = b`` with the factor that `cho_factor` gave of `a`.

    Args:
        c_and_lower (tuple[Tensor, bool]): the factor, and whether it is the lower one.
        b (Tensor): right-hand side of shape :math:`(M,)` or :math:`(M, N)`, of the type of the factor.
        overwrite_b (bool): allows `b` to be overwritten; it never is. Default: ``False``.
        check_finite (bool): has no effect, as in MindSpore. Default: ``True``.

    Returns:
        Tensor, same shape as `b`.

    Raises:
        TypeError: if the operands are no Tensors or of unlike types, or a flag no bool.
        ValueError: if shapes do not fit.

    Source: mindspore.scipy.linalg.cho_solve, MindSpore 2.10
    """
    check_type(c_and_lower, "scipy.linalg.cho_solve")
    factor, lower = c_and_lower
    need_bools("cho_solve", lower=lower, overwrite_b=overwrite_b, check_finite=check_finite)
    c, rhs = matrix("cho_solve", factor, "c"), numbers("cho_solve", b, "b")
    need_alike("cho_solve", unwrap(factor), unwrap(b))
    if rhs.ndim not in (1, 2) or rhs.shape[0] != c.shape[0]:
        msg = f"scipy.linalg.cho_solve: shapes {tuple(c.shape)} and {tuple(rhs.shape)} do not fit"
        raise ValueError(msg)
    columns = rhs.unsqueeze(-1) if rhs.ndim == 1 else rhs
    low, high = (c, c.mT) if lower else (c.mT, c)
    # not torch.cholesky_solve: its gradient reaches into the triangle that is not read
    first = torch.linalg.solve_triangular(low, columns, upper=False)
    return wrap(torch.linalg.solve_triangular(high, first, upper=True).reshape(rhs.shape))


def eigh(
    a: Tensor,
    b: Tensor | None = None,
    lower: bool = True,
    eigvals_only: bool = False,
    overwrite_a: bool = False,
    overwrite_b: bool = False,
    turbo: bool = True,
    eigvals: tuple[int, int] | None = None,
    type: int = 1,
    check_finite: bool = True,
) -> Tensor | tuple[Tensor, Tensor]:
    """Compute eigenvalues and eigenvectors of a symmetric or Hermitian matrix.

    Args:
        a (Tensor): the matrix; int32, int64 (computed in float64), float32, float64, complex64 or complex128.
        b (Tensor, None): only ``None``: no generalised problems. Default: ``None``.
        lower (bool): read the lower triangle of `a` instead of the upper. Default: ``True``.
        eigvals_only (bool): return no vectors. Default: ``False``.
        overwrite_a (bool): allows `a` to be overwritten; it never is. Default: ``False``.
        overwrite_b (bool): without effect, as `b` is. Default: ``False``.
        turbo (bool): without effect. Default: ``True``.
        eigvals (tuple, None): only ``None``: all eigenvalues. Default: ``None``.
        type (int): for generalised problems, ignored. Default: ``1``.
        check_finite (bool): has no effect, as in MindSpore. Default: ``True``.

    Returns:
        Tensor of shape :math:`(M,)`, eigenvalues in rising order and in the type of `a`; unless `eigvals_only` in a
        tuple with the vectors, the columns of a matrix of shape :math:`(M, M)`.

    Raises:
        TypeError: if `a` is no Tensor of these types, a flag no bool or `type` no int.
        ValueError: if `a` is not square or not 2-D, or `b` or `eigvals` is given.
        RuntimeError: if the computation does not converge.

    Source: mindspore.scipy.linalg.eigh, MindSpore 2.10
    """
    check_type(a, "scipy.linalg.eigh")
    need_bools("eigh", lower=lower, eigvals_only=eigvals_only, overwrite_a=overwrite_a, overwrite_b=overwrite_b)
    need_bools("eigh", turbo=turbo, check_finite=check_finite)
    if not isinstance(type, int) or isinstance(type, bool):
        msg = f"scipy.linalg.eigh: type must be an int, got {type!r}"
        raise TypeError(msg)
    t = matrix("eigh", a, or_complex=True)
    if b is not None or eigvals is not None:
        msg = "scipy.linalg.eigh: b and eigvals must be None; only the whole standard problem is solved"
        raise ValueError(msg)
    triangle = "L" if lower else "U"
    if eigvals_only:
        return wrap(torch.linalg.eigvalsh(t, triangle).to(dtype=t.dtype))
    values, vectors = torch.linalg.eigh(t, triangle)
    return wrap(values.to(dtype=t.dtype)), wrap(vectors)


def lu_factor(a: Tensor, overwrite_a: bool = False, check_finite: bool = True) -> tuple[Tensor, Tensor]:
    """Decompose a square matrix into a lower and an upper triangular one, with exchanged rows.

    Args:
        a (Tensor): the matrix; int32, int64 (computed in float64), float32 or float64.
        overwrite_a (bool): allows `a` to be overwritten; it never is. Default: ``False``.
        check_finite (bool): has no effect, as in MindSpore. Default: ``True``.

    Returns:
        tuple(Tensor, Tensor): both triangles in one matrix (the ones on the diagonal of the lower are left out), and
        int32 of shape :math:`(M,)`, with which row each row was exchanged, counted from 0.

    Raises:
        TypeError: if `a` is no Tensor of these types, or a flag no bool.
        ValueError: if `a` is not square or not 2-D.

    Source: mindspore.scipy.linalg.lu_factor, MindSpore 2.10
    """
    check_type(a, "scipy.linalg.lu_factor")
    need_bools("lu_factor", overwrite_a=overwrite_a, check_finite=check_finite)
    packed, pivots, _ = torch.linalg.lu_factor_ex(matrix("lu_factor", a))
    return wrap(packed), wrap(pivots - 1)


def det(a: Tensor, overwrite_a: bool = False, check_finite: bool = True) -> Tensor:
    """Compute the determinant.

    Args:
        a (Tensor): square matrix; int32, int64 (computed in float64), float32 or float64.
        overwrite_a (bool): allows `a` to be overwritten; it never is. Default: ``False``.
        check_finite (bool): has no effect, as in MindSpore. Default: ``True``.

    Returns:
        Tensor, 0-d.

    Raises:
        TypeError: if `a` is no Tensor of these types, or a flag no bool.
        ValueError: if `a` is not square or not 2-D.

    Source: mindspore.scipy.linalg.det, MindSpore 2.10
    """
    need_bools("det", overwrite_a=overwrite_a, check_finite=check_finite)
    return wrap(torch.linalg.det(matrix("det", a)))


def lu_solve(
    lu_and_piv: tuple[Tensor, Tensor], b: Tensor, trans: int = 0, overwrite_b: bool = False, check_finite: bool = True
) -> Tensor:
    """Solve ``a @ x = b`` with what `lu_factor` gave for `a`.

    Args:
        lu_and_piv (tuple[Tensor, Tensor]): both triangles in one matrix, and the exchanges of rows.
        b (Tensor): of shape :math:`(M,)` or :math:`(M, K)`.
        trans (int): 0 for ``a``, 1 or 2 for its transpose. Default: ``0``.
        overwrite_b (bool): allows `b` to be overwritten; it never is. Default: ``False``.
        check_finite (bool): has no effect, as in MindSpore. Default: ``True``.

    Returns:
        Tensor, `x`, of the shape of `b`.

    Raises:
        TypeError: if an argument is of another kind.
        ValueError: if the shapes do not fit or `trans` is another number.

    Differs from MindSpore: it refuses a `b` of one dimension, and its transposed solution exchanges the rows before
        instead of after.

    Source: mindspore.scipy.linalg.lu_solve, MindSpore 2.10
    """
    need_bools("lu_solve", overwrite_b=overwrite_b, check_finite=check_finite)
    if trans not in (0, 1, 2):
        msg = f"scipy.linalg.lu_solve: trans must be 0, 1 or 2, got {trans!r}"
        raise ValueError(msg)
    packed, pivots, right = matrix("lu_solve", lu_and_piv[0]), unwrap(lu_and_piv[1]), unwrap(b)
    if pivots.shape != packed.shape[:1] or right.ndim not in (1, 2) or right.shape[0] != packed.shape[0]:
        msg = (
            f"scipy.linalg.lu_solve: a matrix {tuple(packed.shape)} with exchanges {tuple(pivots.shape)} does not fit "
            f"b {tuple(right.shape)}"
        )
        raise ValueError(msg)
    wide = (right.unsqueeze(1) if right.ndim == 1 else right).to(dtype=packed.dtype)
    found = torch.linalg.lu_solve(packed, pivots.to(dtype=torch.int32) + 1, wide, adjoint=trans != 0)
    return wrap(found.reshape(right.shape))


def lu(
    a: Tensor, permute_l: bool = False, overwrite_a: bool = False, check_finite: bool = True
) -> tuple[Tensor, Tensor] | tuple[Tensor, Tensor, Tensor]:
    """Decompose a matrix as ``p @ l @ u``.

    Args:
        a (Tensor): of shape :math:`(M, N)`; int32, int64 (computed in float64), float32 or float64.
        permute_l (bool): return ``p @ l`` in place of `p` and `l`. Default: ``False``.
        overwrite_a (bool): allows `a` to be overwritten; it never is. Default: ``False``.
        check_finite (bool): has no effect, as in MindSpore. Default: ``True``.

    Returns:
        tuple(Tensor): the permutation matrix, int32 of shape :math:`(M, M)`; `l` of shape :math:`(M, K)` with ones on
        its diagonal, `u` of shape :math:`(K, N)`; :math:`K = min(M, N)`.

    Raises:
        TypeError: if `a` is no Tensor of these types, or a flag no bool.
        ValueError: if `a` is not 2-D.

    Differs from MindSpore: it refuses ``permute_l=True`` on a CPU, and a matrix with more rows than columns, against
        its own documentation.

    Source: mindspore.scipy.linalg.lu, MindSpore 2.10
    """
    check_type(a, "scipy.linalg.lu")
    need_bools("lu", permute_l=permute_l, overwrite_a=overwrite_a, check_finite=check_finite)
    p, lower, upper = torch.linalg.lu(matrix("lu", a, square=False))
    if permute_l:
        return wrap(p @ lower), wrap(upper)
    return wrap(p.to(dtype=torch.int32)), wrap(lower), wrap(upper)


def solve_triangular(
    a: Tensor,
    b: Tensor,
    trans: int | str = 0,
    lower: bool = False,
    unit_diagonal: bool = False,
    overwrite_b: bool = False,
    debug: object = None,
    check_finite: bool = True,
) -> Tensor:
    """Solve ``a @ x = b`` for triangular `a`, or the same with its transpose.

    Args:
        a (Tensor): of shape :math:`(*, M, M)`; only one triangle is read.
        b (Tensor): of shape :math:`(*, M)` or :math:`(*, M, N)`, same type and batch as `a`.
        trans (int, str): 0 or ``'N'``: `a`; 1 or ``'T'``: its transpose; 2 or ``'C'``: its conjugate transpose.
            Default: ``0``.
        lower (bool): read the lower triangle instead of the upper. Default: ``False``.
        unit_diagonal (bool): take the diagonal as ones. Default: ``False``.
        overwrite_b (bool): has no effect, as in MindSpore. Default: ``False``.
        debug (object): has no effect, as in MindSpore. Default: ``None``.
        check_finite (bool): has no effect, as in MindSpore. Default: ``True``.

    Returns:
        Tensor, same shape as `b`; integers are solved in float32 (64-bit: float64).

    Raises:
        TypeError: if the operands are no Tensors or of unlike types, or a flag no bool.
        ValueError: if shapes do not fit or `trans` is none of these.

    Source: mindspore.scipy.linalg.solve_triangular, MindSpore 2.10
    """
    need_bools("solve_triangular", lower=lower, unit_diagonal=unit_diagonal)
    turned = _TRANSPOSED.get(trans)
    if turned is None:
        msg = f"scipy.linalg.solve_triangular: trans must be 0, 1, 2, 'N', 'T' or 'C'; got {trans!r}"
        raise ValueError(msg)
    left, rhs = admitted(a, "scipy.linalg.solve_triangular"), unwrap(b)
    need_alike("solve_triangular", left, rhs)
    is_vector = _need_system("solve_triangular", left, rhs, square=True)
    kind = left.dtype
    wide = _solver_dtype(kind)
    left, rhs = left.to(dtype=wide), rhs.to(dtype=wide)
    left = {"N": left, "T": left.mT, "C": left.mH}[turned]
    columns = rhs.unsqueeze(-1) if is_vector else rhs
    out = torch.linalg.solve_triangular(
        left, columns, upper=lower is (turned != "N"), unitriangular=unit_diagonal
    ).reshape(rhs.shape)
    return wrap(out.to(dtype=kind) if kind.is_floating_point else out)


def _solver_dtype(kind: torch.dtype) -> torch.dtype:
    if kind in (torch.float64, torch.complex64, torch.complex128):
        return kind
    return torch.float64 if kind is torch.int64 else torch.float32


def _need_system(op: str, a: torch.Tensor, b: torch.Tensor, *, square: bool) -> bool:
    """Tell whether `b` holds vectors, not matrices.

    Raises:
        ValueError: if the shapes make no system of equations.
    """
    batch, rows = a.shape[:-2], a.shape[-2] if a.ndim > 1 else -1
    is_vector = b.ndim == a.ndim - 1
    fits = b.shape == (*batch, rows) if is_vector else b.ndim == a.ndim and b.shape[:-1] == (*batch, rows)
    if a.ndim < 2 or not fits or (square and a.shape[-1] != rows):
        msg = f"scipy.linalg.{op}: shapes {tuple(a.shape)} and {tuple(b.shape)} make no system of equations"
        raise ValueError(msg)
    return is_vector


def lstsq(
    A: Tensor, B: Tensor, rcond: float | None = None, driver: str | None = None
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Find the least-squares solution of ``A @ X = B``, the shortest where there are several.

    Args:
        A (Tensor): of shape :math:`(*, M, N)`.
        B (Tensor): of shape :math:`(*, M)` or :math:`(*, M, K)`, same type and batch as `A`.
        rcond (float, None): only ``None``: the type's own precision decides the rank. Default: ``None``.
        driver (str, None): ``'gels'``, ``'gelsy'``, ``'gelss'`` or ``'gelsd'``; says which of the further results
            are computed. ``None``: ``'gelsy'``. Default: ``None``.

    Returns:
        tuple(Tensor): the solution of shape :math:`(*, N)` or :math:`(*, N, K)`; the sums of squared residuals, if
        :math:`M > N` and the driver is not ``'gelsy'``; the rank of `A`, int64, unless the driver is ``'gels'``; the
        singular values of `A`, if it is ``'gelss'`` or ``'gelsd'``. What is not computed is empty.

    Raises:
        TypeError: if the operands are no Tensors or of unlike or integer types.
        ValueError: if shapes do not fit or the driver is unknown.
        UnsupportedArgumentError: if `rcond` is given; MindSpore ignores it.

    Source: mindspore.scipy.linalg.lstsq, MindSpore 2.10
    """
    require_default("scipy.linalg.lstsq", "rcond", rcond, None, "leave it out: MindSpore ignores it too")
    method = _driver(driver)
    a, b = unwrap(A), unwrap(B)
    need_alike("lstsq", a, b)
    if not (a.is_floating_point() or a.is_complex()):
        msg = f"scipy.linalg.lstsq: expected floating-point or complex numbers, got {a.dtype}"
        raise TypeError(msg)
    is_vector = _need_system("lstsq", a, b, square=False)
    kind, wide = a.dtype, _solver_dtype(a.dtype)
    a, b = a.to(dtype=wide), (b.unsqueeze(-1) if is_vector else b).to(dtype=wide)
    real = a.real.dtype if a.is_complex() else kind
    left, values, right = torch.linalg.svd(a, full_matrices=False)
    floor = torch.finfo(values.dtype).eps * max(a.shape[-2:]) * values.amax(-1, keepdim=True)
    kept = values > floor
    inverse = torch.where(kept, 1 / torch.where(kept, values, torch.ones_like(values)), torch.zeros_like(values))
    solution = right.mH @ (inverse.unsqueeze(-1) * (left.mH @ b))
    nothing = torch.empty(0, dtype=real, device=a.device)
    rank, residual = torch.empty(0, dtype=torch.int64, device=a.device), nothing
    if method != "gels":
        rank = kept.sum(-1)
    if method != "gelsy" and a.shape[-2] > a.shape[-1]:
        residual = (a @ solution - b).abs().square().sum(-2).to(real)
    singular = values.to(real) if method in ("gelss", "gelsd") else nothing
    solution = (solution.squeeze(-1) if is_vector else solution).to(dtype=kind)
    # only the solution has a gradient in MindSpore
    return wrap(solution), wrap(residual.detach()), wrap(rank), wrap(singular.detach())


def _driver(driver: object) -> str:
    if driver is None:
        return "gelsy"
    if not isinstance(driver, str):
        msg = f"scipy.linalg.lstsq: driver must be a str, got {driver!r}"
        raise TypeError(msg)
    if driver not in _DRIVERS:
        msg = f"scipy.linalg.lstsq: driver must be one of {', '.join(_DRIVERS)}; got {driver!r}"
        raise ValueError(msg)
    return driver
