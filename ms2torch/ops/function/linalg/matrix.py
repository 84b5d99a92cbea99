"""Norms, determinants and inverses of matrices; each also works on batches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ms2torch._core import kinks
from ms2torch._core.base import unwrap, wrap
from ms2torch._core.convert import bool_arg
from ms2torch._core.dtype import Type, optional_type
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.function.linalg._calls import (
    in_float32,
    need_floats,
    need_matrix,
    on_tensors,
    raw,
)

Pair = tuple[int, int]
_HALVES = (torch.float16, torch.bfloat16)


def norm(
    A: Tensor,
    ord: float | str | None = None,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: Type | None = None,
) -> Tensor:
    """Compute a vector norm along one dimension, or a matrix norm along two.

    Args:
        A (Tensor): floating-point or complex.
        ord (Union[int, float, inf, -inf, 'fro', 'nuc'], optional): which norm. Default ``None``: the root of the sum of
            squares.
        dim (Union[int, Tuple(int)], optional): one dimension for vector norms, two for matrix norms. Default ``None``:
            all elements without `ord`, else the one or two dimensions there are.
        keepdim (bool): keep the dimensions with length 1. Default: ``False``.

    Keyword Args:
        dtype (mindspore.dtype, optional): cast to this first. Default: ``None``.

    Returns:
        Tensor.

    Raises:
        ValueError: if dimensions are out of range, alike or too many, or `ord` does not fit them.
        TypeError: if `dim` is no int or tuple of ints.

    Source: mindspore.ops.norm, MindSpore 2.10
    """
    if isinstance(dim, list):
        msg = f"ops.norm: `dim` must be an int or a tuple of ints, got a list, {dim}; write a tuple, {tuple(dim)}"
        raise TypeError(msg)
    settings = {"ord": ord, "dim": _dims("ops.norm", dim), "keepdim": keepdim, "dtype": optional_type(dtype)}
    if settings["dtype"] in _HALVES and unwrap(A).is_floating_point():
        A = wrap(unwrap(A).to(settings["dtype"]))  # torch's own cast refuses to narrow
    whole = not (unwrap(A).is_floating_point() or unwrap(A).is_complex())
    if whole and ord is None and unwrap(A).dtype is not torch.bool:  # the length of integers is float32
        return on_tensors("ops.norm", torch.linalg.norm, wrap(unwrap(A).float()), **settings)
    if ord is None and dtype is None and not (unwrap(A).is_complex() or isinstance(settings["dim"], tuple)):
        return on_tensors("ops.norm", kinks.length, A, dims=settings["dim"], keepdims=keepdim)
    out = on_tensors("ops.norm", torch.linalg.norm, A, **settings)
    # the root of the sum of squares is complex again (measured 2.10)
    return wrap(unwrap(out).to(unwrap(A).dtype)) if ord is None and unwrap(A).is_complex() and dtype is None else out


def vector_norm(
    x: Tensor,
    ord: float = 2,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    *,
    dtype: Type | None = None,
) -> Tensor:
    """Compute a vector norm along some dimensions taken together.

    Args:
        x (Tensor): of any shape.
        ord (Union[int, float, inf, -inf]): which norm. Default: ``2``.
        axis (Union[int, Tuple(int)], optional): the dimensions. Default ``None``: all.
        keepdims (bool): keep the dimensions with length 1. Default: ``False``.

    Keyword Args:
        dtype (mindspore.dtype, optional): cast to this first. Default: ``None``.

    Returns:
        Tensor; of integers float32, for ``ord=0`` int64.

    Raises:
        ValueError: if dimensions are out of range or alike, or `ord` is no number.
        TypeError: if `axis` is no int or tuple of ints.

    Source: mindspore.ops.vector_norm, MindSpore 2.10
    """
    if type(ord) not in (int, float):
        msg = f"ops.vector_norm: ord must be a number, got {ord!r}"
        raise ValueError(msg)
    settings = {"ord": ord, "dim": _dims("ops.vector_norm", axis), "keepdim": keepdims, "dtype": optional_type(dtype)}
    t = unwrap(x)
    if not (t.is_floating_point() or t.is_complex()):  # counted, or measured in float32
        if ord == 0 and dtype is None:
            return wrap((t != 0).sum(settings["dim"], keepdim=keepdims))
        x = wrap(t.float())
    if ord == 2 and dtype is None:
        return on_tensors("ops.vector_norm", kinks.length, x, dims=settings["dim"], keepdims=keepdims)
    return on_tensors("ops.vector_norm", torch.linalg.vector_norm, x, **settings)


def matrix_norm(
    A: Tensor,
    ord: float | str = "fro",
    axis: Pair = (-2, -1),
    keepdims: bool = False,
    *,
    dtype: Type | None = None,
) -> Tensor:
    """Compute a norm of matrices.

    Args:
        A (Tensor): at least two dimensions, floating-point or complex.
        ord (Union[int, inf, -inf, 'fro', 'nuc']): which norm. Default: ``'fro'``.
        axis (Tuple(int, int)): the two dimensions of the matrices. Default: ``(-2, -1)``.
        keepdims (bool): keep them with length 1. Default: ``False``.

    Keyword Args:
        dtype (mindspore.dtype, optional): cast to this first. Default: ``None``.

    Returns:
        Tensor.

    Raises:
        ValueError: if `axis` does not name two dimensions, or `ord` is not among those.
        TypeError: if `axis` is no tuple of ints.

    Source: mindspore.ops.matrix_norm, MindSpore 2.10
    """
    dims = _dims("ops.matrix_norm", axis)
    if not isinstance(dims, tuple) or len(dims) != 2:
        msg = f"ops.matrix_norm: axis must name two dimensions, got {axis!r}"
        raise ValueError(msg)
    settings = {"ord": ord, "dim": dims, "keepdim": keepdims, "dtype": optional_type(dtype)}
    t = unwrap(A)
    if not (t.is_floating_point() or t.is_complex()):
        A = wrap(t.float())
    return on_tensors("ops.matrix_norm", torch.linalg.matrix_norm, A, **settings)


def _dims(op: str, dim: Any) -> int | tuple[int, ...] | None:
    if dim is None or (isinstance(dim, int) and not isinstance(dim, bool)):
        return dim
    if not isinstance(dim, (tuple, list)) or not all(isinstance(d, int) and not isinstance(d, bool) for d in dim):
        msg = f"{op}: dimensions must be an int or a tuple of ints, got {dim!r}"
        raise TypeError(msg)
    return tuple(dim)


def cond(A: Tensor, p: float | str | None = None) -> Tensor:
    """Compute the condition number: the norm of a matrix times that of its inverse.

    Args:
        A (Tensor): square matrices.
        p (Union[int, float, inf, -inf, 'fro', 'nuc'], optional): which norm. Default ``None``: 2.

    Returns:
        Tensor.

    Raises:
        TypeError: if `A` is no Tensor of floating-point numbers.
        ValueError: if the matrices are not square or `p` is unknown.

    Source: mindspore.ops.cond, MindSpore 2.10
    """
    need_floats("ops.cond", A)
    need_matrix("ops.cond", A, square=True)
    if p in (None, 2, -2):
        return on_tensors("ops.cond", torch.linalg.cond, A, p=p)
    # torch.linalg.cond changes the inverse in place here, and then has no gradient
    return on_tensors(
        "ops.cond", lambda a: torch.linalg.matrix_norm(a, p) * torch.linalg.matrix_norm(torch.linalg.inv(a), p), A
    )


# ---- determinants and inverses -----------------------------------------------------------------------------------


def _at_least_two_rows(op: str, input: Tensor) -> None:
    t = unwrap(input)
    if t.ndim > 1 and t.shape[-2] < 2:
        msg = f"{op}: MindSpore takes matrices of at least two rows, got shape {tuple(t.shape)}"
        raise ValueError(msg)


def det(input: Tensor) -> Tensor:
    """Compute the determinant.

    Args:
        input (Tensor): square matrices, floating-point or complex.

    Returns:
        Tensor, without the last two dimensions.

    Raises:
        TypeError: if `input` is no Tensor of such numbers.
        ValueError: if the matrices are not square.

    Source: mindspore.ops.det, MindSpore 2.10
    """
    need_floats("ops.det", input)
    need_matrix("ops.det", input, square=True)
    _at_least_two_rows("ops.det", input)
    return on_tensors("ops.det", in_float32(torch.linalg.det), input)


def slogdet(input: Tensor) -> tuple[Tensor, Tensor]:
    """Compute sign and logarithm of the absolute value of the determinant.

    Args:
        input (Tensor): square matrices, floating-point or complex.

    Returns:
        Tuple of two Tensors of the type of `input`, without the last two dimensions: the sign and the logarithm.

    Raises:
        TypeError: if `input` is no Tensor of such numbers.
        ValueError: if the matrices are not square.

    Source: mindspore.ops.slogdet, MindSpore 2.10
    """
    _at_least_two_rows("ops.slogdet", input)
    need_floats("ops.slogdet", input)
    need_matrix("ops.slogdet", input, square=True)
    sign, log = raw("ops.slogdet", in_float32(torch.linalg.slogdet), input)
    return wrap(sign), wrap(log.to(dtype=sign.dtype))


def logdet(input: Tensor) -> Tensor:
    """Compute the logarithm of the determinant; NaN where that is negative.

    Args:
        input (Tensor): square matrices.

    Returns:
        Tensor, without the last two dimensions.

    Raises:
        TypeError: if `input` is no Tensor of floating-point numbers.
        ValueError: if the matrices are not square.

    Source: mindspore.ops.logdet, MindSpore 2.10
    """
    need_floats("ops.logdet", input)
    need_matrix("ops.logdet", input, square=True)
    _at_least_two_rows("ops.logdet", input)
    return on_tensors("ops.logdet", in_float32(torch.logdet), input)


def inverse(input: Tensor) -> Tensor:
    """Invert square matrices.

    Args:
        input (Tensor): square matrices, floating-point or complex.

    Returns:
        Tensor, same shape.

    Raises:
        TypeError: if `input` is no Tensor of such numbers.
        ValueError: if the matrices are not square, or one has no inverse.

    Differs from MindSpore: its CPU kernel gives zeros for a matrix without inverse.

    Source: mindspore.ops.inverse, MindSpore 2.10
    """
    need_floats("ops.inverse", input)
    need_matrix("ops.inverse", input, square=True)
    _at_least_two_rows("ops.inverse", input)
    return on_tensors("ops.inverse", torch.linalg.inv, input)


def pinv(x: Tensor, *, atol: Any = None, rtol: Any = None, hermitian: bool = False) -> Tensor:
    """Compute the pseudo-inverse.

    Args:
        x (Tensor): matrices, float32 or float64.

    Keyword Args:
        atol (Union[float, Tensor], optional): singular values up to this count as zero. Default: ``None``.
        rtol (Union[float, Tensor], optional): as `atol`, in relation to the largest. Default ``None``: the larger size
            times the machine's epsilon, or 0 if `atol` is given.
        hermitian (bool): `x` is symmetric. Default: ``False``.

    Returns:
        Tensor with the last two dimensions swapped.

    Raises:
        TypeError: if `x` is no Tensor of such numbers, or `hermitian` no bool.
        ValueError: if `x` has fewer than two dimensions.

    Source: mindspore.ops.pinv, MindSpore 2.10
    """
    t = unwrap(x)
    if t.dtype not in (torch.float32, torch.float64) or t.dim() == 0:
        msg = f"ops.pinv: expected matrices of float32 or float64, got {t.dtype} of {t.dim()} dimensions"
        raise TypeError(msg)
    bool_arg("ops.pinv", "hermitian", hermitian)
    need_matrix("ops.pinv", x)
    given = {"atol": atol, "rtol": rtol}
    limits = {name: v._t.to(dtype=t.dtype) if isinstance(v, Tensor) else v for name, v in given.items()}
    return on_tensors("ops.pinv", torch.linalg.pinv, x, hermitian=hermitian, **limits)


# the names that both had before MindSpore 2.0
matrix_determinant = det
log_matrix_determinant = slogdet
