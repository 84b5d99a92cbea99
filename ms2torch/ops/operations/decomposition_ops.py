"""Eigenvalues, factors and least squares as Primitives, beside those of `linalg_ops`."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.convert import bool_arg, shape_arg
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import require_default
from ms2torch.ops.function.linalg import solve as linalg_solve
from ms2torch.ops.function.linalg._calls import need_floats, need_matrix, on_tensors, raw
from ms2torch.ops.primitive import Primitive


class Eig(Primitive):
    """Compute eigenvalues, and eigenvectors if asked to.

    Args:
        compute_v (bool): compute the eigenvectors too. Default: ``False``.

    Inputs:
        - **x** (Tensor) - square matrices, of shape :math:`(*, N, N)`, floating-point or complex.

    Outputs:
        Two complex Tensors: eigenvalues of shape :math:`(*, N)`, in no order, and eigenvectors as columns; an empty
        Tensor without `compute_v`.

    Differs from MindSpore: the second Tensor is empty without `compute_v`, as its documentation says; its CPU kernel
    returns an arbitrary number of no dimensions.

    Source: mindspore.ops.Eig, MindSpore 2.10
    """

    def __init__(self, compute_v: bool = False) -> None:
        super().__init__()
        self.compute_v = bool_arg("ops.Eig", "compute_v", compute_v)

    def __call__(self, x: Tensor) -> tuple[Tensor, Tensor]:
        if self.compute_v:
            return linalg_solve.eig(x)
        found = linalg_solve.eigvals(x)
        return found, wrap(found._t.new_empty(0))


class LuUnpack(Primitive):
    """Split packed LU factors into permutation, lower and upper matrix.

    Args:
        unpack_data (bool): return the lower and the upper matrix. Default: ``True``.
        unpack_pivots (bool): return the permutation. Default: ``True``.

    Inputs:
        - **LU_data** (Tensor) - both factors in one matrix, of shape :math:`(*, M, N)`.
        - **LU_pivots** (Tensor) - the row exchanges, counted from 1, of shape :math:`(*, min(M, N))`.

    Outputs:
        Three Tensors; ``None`` for what is not asked for.

    Differs from MindSpore: what is not asked for is ``None``, as its documentation says; its Primitive returns it
    nevertheless.

    Source: mindspore.ops.LuUnpack, MindSpore 2.10
    """

    def __init__(self, unpack_data: bool = True, unpack_pivots: bool = True) -> None:
        super().__init__()
        self.unpack_data = bool_arg("ops.LuUnpack", "unpack_data", unpack_data)
        self.unpack_pivots = bool_arg("ops.LuUnpack", "unpack_pivots", unpack_pivots)

    def __call__(self, LU_data: Tensor, LU_pivots: Tensor) -> tuple[Tensor | None, Tensor | None, Tensor | None]:
        return linalg_solve.lu_unpack(LU_data, LU_pivots, self.unpack_data, self.unpack_pivots)


class Lstsq(Primitive):
    """Solve least squares, or find the smallest solution where there are many.

    Args:
        fast (bool): only ``True``, as in MindSpore. Default: ``True``.
        l2_regularizer (float): only 0, as in MindSpore. Default: ``0.0``.

    Inputs:
        - **x** (Tensor) - of shape :math:`(m, n)` and full rank.
        - **a** (Tensor) - of shape :math:`(m, k)`, or :math:`(m)`.

    Outputs:
        Tensor of shape :math:`(n, k)`.

    Source: mindspore.ops.Lstsq, MindSpore 2.10
    """

    def __init__(self, fast: bool = True, l2_regularizer: float = 0.0) -> None:
        super().__init__()
        if fast is not True or l2_regularizer != 0.0:
            msg = f"ops.Lstsq: fast must be True and l2_regularizer 0.0, got {fast!r} and {l2_regularizer!r}"
            raise TypeError(msg)
        self.fast = fast
        self.l2_regularizer = l2_regularizer

    def __call__(self, x: Tensor, a: Tensor) -> Tensor:
        return linalg_solve.lstsq(x, a)


class MatrixSolveLs(Primitive):
    """Solve least squares, with a weight on the size of the solution.

    Args:
        fast (bool): use the normal equations, and `l2_regularizer`; ``False`` is more exact and ignores it.
            Default: ``True``.

    Inputs:
        - **matrix** (Tensor) - of shape :math:`(*, M, N)`, float32, float64 or complex.
        - **rhs** (Tensor) - of shape :math:`(*, M, K)`.
        - **l2_regularizer** (Tensor) - 0-d, float64.

    Outputs:
        Tensor of shape :math:`(*, N, K)`.

    Source: mindspore.ops.MatrixSolveLs, MindSpore 2.10
    """

    def __init__(self, fast: bool = True) -> None:
        super().__init__()
        self.fast = bool_arg("ops.MatrixSolveLs", "fast", fast)

    def __call__(self, matrix: Tensor, rhs: Tensor, l2_regularizer: Tensor) -> Tensor:
        need_floats("ops.MatrixSolveLs", matrix, rhs)
        need_matrix("ops.MatrixSolveLs", matrix)
        need_matrix("ops.MatrixSolveLs", rhs)
        weight = unwrap(l2_regularizer)
        if not self.fast:
            return on_tensors("ops.MatrixSolveLs", _least_squares, matrix, rhs)
        return on_tensors("ops.MatrixSolveLs", lambda a, b: _normal_equations(a, b, weight), matrix, rhs)


def _least_squares(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return torch.linalg.pinv(a) @ b


def _normal_equations(a: torch.Tensor, b: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    tall = a.shape[-2] >= a.shape[-1]
    gram = a.mH @ a if tall else a @ a.mH
    ones = torch.eye(gram.shape[-1], dtype=gram.dtype, device=gram.device)
    factor = torch.linalg.cholesky(gram + ones * weight.to(dtype=gram.dtype))
    return torch.cholesky_solve(a.mH @ b, factor) if tall else a.mH @ torch.cholesky_solve(b, factor)


class Ormqr(Primitive):
    """Multiply a matrix by the orthogonal one that reflections stand for.

    Args:
        left (bool): from the left. Default: ``True``.
        transpose (bool): transpose the orthogonal matrix. Default: ``False``.

    Inputs:
        - **x** (Tensor) - the reflections, of shape :math:`(*, mn, k)`.
        - **tau** (Tensor) - their factors, of shape :math:`(*, min(mn, k))`.
        - **other** (Tensor) - the matrix, of shape :math:`(*, m, n)`.

    Source: mindspore.ops.Ormqr, MindSpore 2.10
    """

    def __init__(self, left: bool = True, transpose: bool = False) -> None:
        super().__init__()
        self.left = bool_arg("ops.Ormqr", "left", left)
        self.transpose = bool_arg("ops.Ormqr", "transpose", transpose)

    def __call__(self, x: Tensor, tau: Tensor, other: Tensor) -> Tensor:
        return linalg_solve.ormqr(x, tau, other, self.left, self.transpose)


class NuclearNorm(Primitive):
    """Add up the singular values of matrices.

    Args:
        dim (Union[list(int), tuple(int)], optional): the two dimensions of the matrices. Default ``None``: there are
            no others.
        keepdim (bool): keep them with length 1. Default: ``False``.

    Inputs:
        - **x** (Tensor) - float32 or float64.

    Source: mindspore.ops.NuclearNorm, MindSpore 2.10
    """

    def __init__(self, dim: Any = None, keepdim: bool = False) -> None:
        super().__init__()
        if dim is not None and (not isinstance(dim, (list, tuple)) or len(dim) != 2):
            msg = f"ops.NuclearNorm: dim must name two dimensions, got {dim!r}"
            raise ValueError(msg)
        self.dim = dim
        self.keepdim = bool_arg("ops.NuclearNorm", "keepdim", keepdim)

    def __call__(self, x: Tensor) -> Tensor:
        need_floats("ops.NuclearNorm", x)
        if self.dim is None and unwrap(x).dim() != 2:
            msg = f"ops.NuclearNorm: name two dimensions of a tensor of shape {tuple(unwrap(x).shape)} with dim"
            raise ValueError(msg)
        dims = (0, 1) if self.dim is None else tuple(self.dim)
        return on_tensors("ops.NuclearNorm", torch.linalg.matrix_norm, x, ord="nuc", dim=dims, keepdim=self.keepdim)


class ConjugateTranspose(Primitive):
    """Permute the dimensions and take the conjugate.

    Inputs:
        - **x** (Tensor) - any type.
        - **perm** (tuple[int]) - the permutation.

    Source: mindspore.ops.ConjugateTranspose, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, x: Tensor, perm: Any) -> Tensor:
        order = shape_arg(perm)
        return on_tensors("ops.ConjugateTranspose", lambda t: t.permute(order).conj().resolve_conj(), x)


class FFTWithSize(Primitive):
    """Transform by Fourier, forward or back, of complex or real numbers.

    Args:
        signal_ndim (int): over how many of the last dimensions: 1, 2 or 3.
        inverse (bool): transform back.
        real (bool): the numbers in the time domain are real.
        norm (str): ``"backward"``, ``"forward"`` or ``"ortho"``. Default: ``"backward"``.
        onesided (bool): of a real transform, half of the last dimension is kept. Default: ``True``.
        signal_sizes (tuple): the lengths in the time domain, for the real transform back. Default ``()``: from the
            input.

    Inputs:
        - **x** (Tensor) - complex, or real for the real transform forward.

    Source: mindspore.ops.FFTWithSize, MindSpore 2.10
    """

    def __init__(
        self,
        signal_ndim: int,
        inverse: bool,
        real: bool,
        norm: str = "backward",
        onesided: bool = True,
        signal_sizes: Any = (),
    ) -> None:
        super().__init__()
        if signal_ndim not in (1, 2, 3) or norm not in ("backward", "forward", "ortho"):
            msg = (
                "ops.FFTWithSize: signal_ndim must be 1, 2 or 3 and norm 'backward', 'forward' or 'ortho', got "
                f"{signal_ndim!r} and {norm!r}"
            )
            raise ValueError(msg)
        self.signal_ndim = signal_ndim
        self.inverse = bool_arg("ops.FFTWithSize", "inverse", inverse)
        self.real = bool_arg("ops.FFTWithSize", "real", real)
        self.norm = norm
        self.onesided = bool_arg("ops.FFTWithSize", "onesided", onesided)
        self.signal_sizes = shape_arg(signal_sizes)
        if self.signal_sizes and len(self.signal_sizes) != signal_ndim:
            msg = f"ops.FFTWithSize: signal_sizes must have {signal_ndim} lengths, got {self.signal_sizes}"
            raise ValueError(msg)
        if not (self.inverse and self.real):
            require_default(
                "ops.FFTWithSize", "signal_sizes", self.signal_sizes, (), "it is for the real transform back alone"
            )

    def __call__(self, x: Tensor) -> Tensor:
        """Apply the operation.

        Raises:
            TypeError: if the type of `x` does not suit the transform.
        """
        t = unwrap(x)
        if (self.inverse or not self.real) != t.is_complex():
            wanted = "complex" if self.inverse or not self.real else "real"
            msg = f"ops.FFTWithSize: expected {wanted} numbers, got {t.dtype}"
            raise TypeError(msg)
        dims = tuple(range(-self.signal_ndim, 0))
        if not self.real:
            run = torch.fft.ifftn if self.inverse else torch.fft.fftn
            return wrap(raw("ops.FFTWithSize", run, x, dim=dims, norm=self.norm))
        if not self.inverse:
            run = torch.fft.rfftn if self.onesided else torch.fft.fftn
            return wrap(raw("ops.FFTWithSize", run, x, dim=dims, norm=self.norm))
        sizes = self.signal_sizes or (None if self.onesided else tuple(t.shape[d] for d in dims))
        return wrap(raw("ops.FFTWithSize", torch.fft.irfftn, x, s=sizes, dim=dims, norm=self.norm))
