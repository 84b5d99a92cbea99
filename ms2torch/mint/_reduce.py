"""Reductions of `mindspore.mint`, under torch's argument names and defaults."""

from __future__ import annotations

from numbers import Integral
from typing import Any

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.casts import reduced_in
from ms2torch._core.convert import int_arg
from ms2torch._core.dtype import Type, optional_type
from ms2torch._core.element_types import admitted
from ms2torch._core.grad_mode import is_for_torch
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import translated
from ms2torch.ops.function.math.arithmetic import maximum, minimum
from ms2torch.ops.function.math.reduce import axes, one_axis

Dims = int | tuple[int, ...] | list[int] | None


def _whole(name: str, correction: int) -> int:
    if isinstance(correction, bool) or not isinstance(correction, Integral):
        raise TypeError(f"{name}: `correction` must be an int, got {correction!r}")
    return correction


def all(input: Tensor, dim: Dims = None, keepdim: bool = False) -> Tensor:
    """Tell whether all elements are true.

    Args:
        input (Tensor): of any shape.
        dim (Dims): dimensions to reduce; ``None``: all. Default: ``None``.
        keepdim (bool): keep the reduced dimensions with length 1. Default: ``False``.

    Returns:
        Tensor of bool.

    Source: mindspore.mint.all, MindSpore 2.10
    """
    t = unwrap(input)
    t = t.bool() if t.dtype is torch.uint8 else t  # of which torch's result is uint8
    return wrap(torch.all(t, axes("mint.all", dim, t.ndim), keepdim)) if t.ndim else wrap(t.bool())


def any(input: Tensor, dim: Dims = None, keepdim: bool = False) -> Tensor:
    """Tell whether any element is true.

    Args:
        input (Tensor): of any shape.
        dim (Dims): dimensions to reduce; ``None``: all. Default: ``None``.
        keepdim (bool): keep the reduced dimensions with length 1. Default: ``False``.

    Returns:
        Tensor of bool.

    Source: mindspore.mint.any, MindSpore 2.10
    """
    t = unwrap(input)
    if (dim is None and keepdim) or isinstance(dim, (tuple, list)):
        msg = f"mint.any: `dim` must be an int, got {dim!r}; write ops.any for several dimensions"
        raise TypeError(msg)
    return wrap(torch.any(t, axes("mint.any", dim, t.ndim), keepdim)) if t.ndim else wrap(t.bool())


def amax(input: Tensor, dim: Dims = (), keepdim: bool = False) -> Tensor:
    """Find the largest elements along some dimensions.

    Args:
        input (Tensor): of any shape.
        dim (Dims): dimensions to reduce; ``()``: all. Default: ``()``.
        keepdim (bool): keep the reduced dimensions with length 1. Default: ``False``.

    Returns:
        Tensor.

    Source: mindspore.mint.amax, MindSpore 2.10
    """
    t = unwrap(input)
    return wrap(torch.amax(t, axes("mint.amax", _named("mint.amax", dim), t.ndim), keepdim))


def amin(input: Tensor, dim: Dims = (), keepdim: bool = False) -> Tensor:
    """Find the smallest elements along some dimensions.

    Args:
        input (Tensor): of any shape.
        dim (Dims): dimensions to reduce; ``()``: all. Default: ``()``.
        keepdim (bool): keep the reduced dimensions with length 1. Default: ``False``.

    Returns:
        Tensor.

    Source: mindspore.mint.amin, MindSpore 2.10
    """
    t = unwrap(input)
    return wrap(torch.amin(t, axes("mint.amin", _named("mint.amin", dim), t.ndim), keepdim))


@translated
def max(input: Tensor, dim: int | Tensor | None = None, keepdim: bool = False, *, other: Tensor | None = None) -> Any:
    """Find the largest element, the largest along a dimension and where they stand, or the larger of two tensors.

    Args:
        input (Tensor): of any shape.
        dim (int, Tensor, None): the dimension; a Tensor at this place is `other`. Default: ``None``.
        keepdim (bool): keep the reduced dimensions with length 1. Default: ``False``.

    Keyword Args:
        other (Tensor, None): compare with this element by element. Default: ``None``.

    Returns:
        Tensor; with `dim` a tuple of the values and their int64 indices.

    Source: mindspore.mint.max, MindSpore 2.10
    """
    return _extreme(True, input, dim, keepdim, other)


@translated
def min(input: Tensor, dim: int | Tensor | None = None, keepdim: bool = False, *, other: Tensor | None = None) -> Any:
    """Find the smallest element, the smallest along a dimension and where they stand, or the smaller of two tensors.

    Args:
        input (Tensor): of any shape.
        dim (int, Tensor, None): the dimension; a Tensor at this place is `other`. Default: ``None``.
        keepdim (bool): keep the reduced dimensions with length 1. Default: ``False``.

    Keyword Args:
        other (Tensor, None): compare with this element by element. Default: ``None``.

    Returns:
        Tensor; with `dim` a tuple of the values and their int64 indices.

    Source: mindspore.mint.min, MindSpore 2.10
    """
    return _extreme(False, input, dim, keepdim, other)


def _named(op: str, dim: Dims) -> Dims:
    if dim is None:
        msg = f"{op}: `dim` must be an int or a tuple of ints, got None; write () for all dimensions"
        raise TypeError(msg)
    return dim


def _scattered(op: str, input: Tensor) -> torch.Tensor:
    """Return the tensor whose spread is asked for: of float16, float32 or bfloat16."""
    t = unwrap(input)
    if t.dtype not in (torch.float16, torch.float32, torch.bfloat16) and not is_for_torch():
        msg = f"{op}: the elements must be of float16, float32 or bfloat16, got {t.dtype}; convert with .astype()"
        raise TypeError(msg)
    return t


def _extreme(largest: bool, input: Tensor, dim: int | Tensor | None, keepdim: bool, other: Tensor | None) -> Any:
    if isinstance(dim, Tensor):
        dim, other = None, dim
    if other is not None:
        return (maximum if largest else minimum)(input, other)
    function: Any = torch.max if largest else torch.min
    if dim is None:
        if keepdim:
            raise TypeError("mint.max, mint.min: `keepdim` needs a `dim`")
        return wrap(function(unwrap(input)))
    values, index = function(unwrap(input), dim, keepdim)
    return wrap(values), wrap(index)


@translated
def mean(input: Tensor, dim: Dims = None, keepdim: bool = False, *, dtype: Type | None = None) -> Tensor:
    """Average the elements along some dimensions.

    Args:
        input (Tensor): of any shape.
        dim (Dims): dimensions to average; ``None``: all. Default: ``None``.
        keepdim (bool): keep the reduced dimensions with length 1. Default: ``False``.

    Keyword Args:
        dtype (Type, None): type of the result; ``None``: that of `input`, float32 for integers and bool. Default:
            ``None``.

    Returns:
        Tensor.

    Source: mindspore.mint.mean, MindSpore 2.10
    """
    t = unwrap(input)
    kind = optional_type(dtype)
    if kind is None and not (t.is_floating_point() or t.is_complex()):
        kind = t.dtype if t.dtype is not torch.bool else torch.float32
    dims = axes("mint.mean", dim, t.ndim)
    if kind is not None and not (kind.is_floating_point or kind.is_complex):  # torch has no mean in integers
        return wrap(torch.mean(t, dims, keepdim, dtype=torch.float64).to(dtype=kind))
    return wrap(torch.mean(t, dims, keepdim, dtype=kind))


def nansum(input: Tensor, dim: Dims = None, keepdim: bool = False, *, dtype: Type | None = None) -> Tensor:
    """Add up the elements along some dimensions, NaN counting as 0.

    Args:
        input (Tensor): of any shape.
        dim (Dims): dimensions to add up; ``None``: all. Default: ``None``.
        keepdim (bool): keep the reduced dimensions with length 1. Default: ``False``.

    Keyword Args:
        dtype (Type, None): type of the result; ``None``: that of `input`, int64 for bools. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.mint.nansum, MindSpore 2.10
    """
    t = admitted(input, "mint.nansum")
    kind = (torch.int64 if t.dtype is torch.bool else t.dtype) if dtype is None else optional_type(dtype)
    return wrap(torch.nansum(t, axes("mint.nansum", dim, t.ndim), keepdim, dtype=kind))


@translated
def prod(input: Tensor, dim: int | None = None, keepdim: bool = False, *, dtype: Type | None = None) -> Tensor:
    """Multiply the elements along a dimension.

    Args:
        input (Tensor): of any shape.
        dim (int, None): the dimension; ``None``: all. Default: ``None``.
        keepdim (bool): keep the reduced dimensions with length 1. Default: ``False``.

    Keyword Args:
        dtype (Type, None): type of the result; ``None``: that of `input`, int64 for integers and bool. Default:
            ``None``.

    Returns:
        Tensor.

    Source: mindspore.mint.prod, MindSpore 2.10
    """
    t = unwrap(input)
    kind = optional_type(dtype)
    if dim is None:
        shape = (1,) * t.ndim if keepdim else ()
        return wrap(reduced_in(kind, lambda t, kind: torch.prod(t, dtype=kind).reshape(shape), t))
    return wrap(reduced_in(kind, lambda t, kind: torch.prod(t, dim, keepdim, dtype=kind), t))


@translated
def median(input: Tensor, dim: int | None = None, keepdim: bool = False) -> Any:
    """Find the median, the lower of the two middle elements where their number is even.

    Args:
        input (Tensor): of any shape.
        dim (int, None): the dimension; ``None``: over all elements. Default: ``None``.
        keepdim (bool): keep the reduced dimensions with length 1. Default: ``False``.

    Returns:
        Tensor; with `dim` a tuple of the values and their int64 indices.

    Source: mindspore.mint.median, MindSpore 2.10
    """
    if dim is None:
        return wrap(torch.median(unwrap(input)))
    values, index = torch.median(unwrap(input), dim, keepdim)
    return wrap(values), wrap(index)


@translated
def std(input: Tensor, dim: Dims = None, *, correction: int = 1, keepdim: bool = False) -> Tensor:
    """Compute the standard deviation along some dimensions.

    Args:
        input (Tensor): of any shape.
        dim (Dims): dimensions to reduce; ``None``: all. Default: ``None``.

    Keyword Args:
        correction (int): subtracted from the number of elements. Default: ``1``.
        keepdim (bool): keep the reduced dimensions with length 1. Default: ``False``.

    Returns:
        Tensor.

    Source: mindspore.mint.std, MindSpore 2.10
    """
    return wrap(
        torch.std(_scattered("mint.std", input), dim, correction=_whole("mint.std", correction), keepdim=keepdim)
    )


@translated
def var(input: Tensor, dim: Dims = None, *, correction: int = 1, keepdim: bool = False) -> Tensor:
    """Compute the variance along some dimensions.

    Args:
        input (Tensor): of any shape.
        dim (Dims): dimensions to reduce; ``None``: all. Default: ``None``.

    Keyword Args:
        correction (int): subtracted from the number of elements. Default: ``1``.
        keepdim (bool): keep the reduced dimensions with length 1. Default: ``False``.

    Returns:
        Tensor.

    Source: mindspore.mint.var, MindSpore 2.10
    """
    return wrap(
        torch.var(_scattered("mint.var", input), dim, correction=_whole("mint.var", correction), keepdim=keepdim)
    )


@translated
def std_mean(input: Tensor, dim: Dims = None, *, correction: int = 1, keepdim: bool = False) -> tuple[Tensor, Tensor]:
    """Compute standard deviation and mean along some dimensions.

    Args:
        input (Tensor): of any shape.
        dim (Dims): dimensions to reduce; ``None``: all. Default: ``None``.

    Keyword Args:
        correction (int): subtracted from the number of elements. Default: ``1``.
        keepdim (bool): keep the reduced dimensions with length 1. Default: ``False``.

    Returns:
        tuple(Tensor, Tensor).

    Source: mindspore.mint.std_mean, MindSpore 2.10
    """
    a, b = torch.std_mean(
        _scattered("mint.std_mean", input), dim, correction=_whole("mint.std_mean", correction), keepdim=keepdim
    )
    return wrap(a), wrap(b)


@translated
def var_mean(input: Tensor, dim: Dims = None, *, correction: int = 1, keepdim: bool = False) -> tuple[Tensor, Tensor]:
    """Compute variance and mean along some dimensions.

    Args:
        input (Tensor): of any shape.
        dim (Dims): dimensions to reduce; ``None``: all. Default: ``None``.

    Keyword Args:
        correction (int): subtracted from the number of elements. Default: ``1``.
        keepdim (bool): keep the reduced dimensions with length 1. Default: ``False``.

    Returns:
        tuple(Tensor, Tensor).

    Source: mindspore.mint.var_mean, MindSpore 2.10
    """
    a, b = torch.var_mean(
        _scattered("mint.var_mean", input), dim, correction=_whole("mint.var_mean", correction), keepdim=keepdim
    )
    return wrap(a), wrap(b)


def logsumexp(input: Tensor, dim: Dims, keepdim: bool = False) -> Tensor:
    """Compute the logarithm of the sum of the exponentials.

    Args:
        input (Tensor): of any shape.
        dim (Dims): dimensions to reduce; ``None``: all.
        keepdim (bool): keep the reduced dimensions with length 1. Default: ``False``.

    Returns:
        Tensor.

    Source: mindspore.mint.logsumexp, MindSpore 2.10
    """
    t = unwrap(input)
    return wrap(torch.logsumexp(t, axes("mint.logsumexp", _named("mint.logsumexp", dim), t.ndim), keepdim))


@translated
def norm(
    input: Tensor, p: float | str = "fro", dim: Dims = None, keepdim: bool = False, *, dtype: Type | None = None
) -> Tensor:
    """Compute a norm.

    Args:
        input (Tensor): of any shape.
        p (float, str): order; ``'fro'`` is the Euclidean one. Default: ``'fro'``.
        dim (Dims): dimensions to reduce; ``None``: all. Default: ``None``.
        keepdim (bool): keep the reduced dimensions with length 1. Default: ``False``.

    Keyword Args:
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.mint.norm, MindSpore 2.10
    """
    return wrap(torch.norm(unwrap(input), p, dim, keepdim, dtype=optional_type(dtype)))


@translated
def argmin(input: Tensor, dim: int | None = None, keepdim: bool = False) -> Tensor:
    """Find where the smallest element stands.

    Args:
        input (Tensor): of any shape.
        dim (int, None): the dimension; ``None``: in the flattened tensor. Default: ``None``.
        keepdim (bool): keep the reduced dimensions with length 1. Default: ``False``.

    Returns:
        Tensor of int64.

    Source: mindspore.mint.argmin, MindSpore 2.10
    """
    return wrap(torch.argmin(unwrap(input), dim, keepdim))


def count_nonzero(input: Tensor, dim: Dims = None) -> Tensor:
    """Count the elements that are not zero.

    Args:
        input (Tensor): of any shape.
        dim (Dims): dimensions to reduce; ``None``: all. Default: ``None``.

    Returns:
        Tensor of int64.

    Source: mindspore.mint.count_nonzero, MindSpore 2.10
    """
    return wrap(torch.count_nonzero(unwrap(input), dim))


def cumsum(input: Tensor, dim: int, dtype: Type | None = None) -> Tensor:
    """Add up the elements so far along a dimension.

    Args:
        input (Tensor): of any shape.
        dim (int): the dimension.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.mint.cumsum, MindSpore 2.10
    """
    t = unwrap(input)
    return wrap(torch.cumsum(t, one_axis("mint.cumsum", dim, t.ndim), dtype=optional_type(dtype)))


@translated
def cummax(input: Tensor, dim: int) -> tuple[Tensor, Tensor]:
    """Find the largest element so far along a dimension.

    Args:
        input (Tensor): of any shape.
        dim (int): the dimension.

    Returns:
        tuple(Tensor, Tensor): the values and their int64 indices.

    Source: mindspore.mint.cummax, MindSpore 2.10
    """
    values, index = torch.cummax(unwrap(input), int_arg(dim))
    return wrap(values), wrap(index)


@translated
def cummin(input: Tensor, dim: int) -> tuple[Tensor, Tensor]:
    """Find the smallest element so far along a dimension.

    Args:
        input (Tensor): of any shape.
        dim (int): the dimension.

    Returns:
        tuple(Tensor, Tensor): the values and their int64 indices.

    Source: mindspore.mint.cummin, MindSpore 2.10
    """
    values, index = torch.cummin(unwrap(input), int_arg(dim))
    return wrap(values), wrap(index)


def histc(input: Tensor, bins: int = 100, min: float = 0, max: float = 0) -> Tensor:
    """Count the elements in bins of equal width.

    Args:
        input (Tensor): of any shape.
        bins (int): number of bins. Default: ``100``.
        min (float): lowest edge; equal to `max`: the range of the data. Default: ``0``.
        max (float): highest edge. Default: ``0``.

    Returns:
        Tensor.

    Source: mindspore.mint.histc, MindSpore 2.10
    """
    t = unwrap(input)
    if t.is_floating_point():
        return wrap(torch.histc(t, bins, min, max))
    return wrap(torch.histc(t.to(dtype=torch.float64), bins, min, max).to(dtype=t.dtype))


@translated
def kthvalue(input: Tensor, k: int, dim: int = -1, keepdim: bool = False) -> tuple[Tensor, Tensor]:
    """Find the k-th smallest element along a dimension.

    Args:
        input (Tensor): of any shape.
        k (int): which one, counted from 1.
        dim (int): the dimension. Default: ``-1``.
        keepdim (bool): keep the reduced dimensions with length 1. Default: ``False``.

    Returns:
        tuple(Tensor, Tensor): the values and their int64 indices.

    Source: mindspore.mint.kthvalue, MindSpore 2.10
    """
    values, index = torch.kthvalue(unwrap(input), k, dim, keepdim)
    return wrap(values), wrap(index)


def topk(input: Tensor, k: int, dim: int = -1, largest: bool = True, sorted: bool = True) -> tuple[Tensor, Tensor]:
    """Find the largest (or smallest) elements along a dimension.

    Args:
        input (Tensor): of any shape.
        k (int): how many.
        dim (int): the dimension. Default: ``-1``.
        largest (bool): the largest, not the smallest. Default: ``True``.
        sorted (bool): return in sorted order. Default: ``True``.

    Returns:
        tuple(Tensor, Tensor): the values and their int64 indices.

    Source: mindspore.mint.topk, MindSpore 2.10
    """
    values, index = torch.topk(unwrap(input), k, dim, largest, sorted)
    return wrap(values), wrap(index)


def sort(input: Tensor, *, dim: int = -1, descending: bool = False, stable: bool = False) -> tuple[Tensor, Tensor]:
    """Sort along a dimension.

    Args:
        input (Tensor): of any shape.

    Keyword Args:
        dim (int): the dimension. Default: ``-1``.
        descending (bool): largest first. Default: ``False``.
        stable (bool): keep the order of equal elements. Default: ``False``.

    Returns:
        tuple(Tensor, Tensor): the values and their int64 indices.

    Source: mindspore.mint.sort, MindSpore 2.10
    """
    values, index = torch.sort(unwrap(input), dim=dim, descending=descending, stable=stable)
    return wrap(values), wrap(index)


def argsort(input: Tensor, dim: int = -1, descending: bool = False, stable: bool = False) -> Tensor:
    """Find the indices that sort along a dimension.

    Args:
        input (Tensor): of any shape.
        dim (int): the dimension. Default: ``-1``.
        descending (bool): largest first. Default: ``False``.
        stable (bool): keep the order of equal elements. Default: ``False``.

    Returns:
        Tensor of int64.

    Source: mindspore.mint.argsort, MindSpore 2.10
    """
    return wrap(torch.argsort(unwrap(input), dim=dim, descending=descending, stable=stable))
