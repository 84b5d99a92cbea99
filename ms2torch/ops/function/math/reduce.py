"""Reductions: functions of the old MindSpore kind, and the Tensor methods whose result depends on keywords."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.casts import reduced_in
from ms2torch._core.convert import int_arg, operand, shape_arg
from ms2torch._core.dtype import Type, given_type, int32, optional_type
from ms2torch._core.element_types import admitted, check_type
from ms2torch._core.tensor_type import Tensor
from ms2torch._core.unsigned import UNSIGNED, bit_for_bit
from ms2torch._errors import op_error

Axis = int | Sequence[int] | None


def axes(op: str, axis: Axis | Tensor, ndim: int) -> tuple[int, ...]:
    """Return the dimensions that an `axis` argument names, as non-negative ints; all of them for None and ().

    Raises:
        TypeError: if `axis` is not an int or a tuple or list of ints.
        ValueError: if an axis is out of range or named twice.
    """
    if type(axis) is int and -ndim <= axis < ndim:
        return (axis % ndim,)
    if axis is None:
        return tuple(range(ndim))
    if isinstance(axis, Tensor):
        axis = axis._t.tolist()
    wanted: Sequence[int] = (axis,) if isinstance(axis, int) else axis
    if not isinstance(wanted, (tuple, list)) or any(not isinstance(a, int) or isinstance(a, bool) for a in wanted):
        msg = f"{op}: axis must be an int or a tuple or list of ints, got {axis!r}"
        raise TypeError(msg)
    reach = ndim or 1
    for a in wanted:
        if not -reach <= a < reach:
            msg = f"{op}: axis must be in [{-reach}, {reach}), got {a}"
            raise ValueError(msg)
    out = tuple(a % reach for a in wanted) if ndim else ()
    if len(set(out)) < len(out):
        msg = f"{op}: axis {axis} names a dimension twice"
        raise ValueError(msg)
    return out or tuple(range(ndim))


def one_axis(op: str, axis: int, ndim: int) -> int:
    """Return one dimension as a non-negative int, checked as `axes` does."""
    if axis.__class__ is int and -ndim <= axis < ndim:
        return axis if axis >= 0 else axis + ndim
    if isinstance(axis, bool) or not isinstance(axis, (int, Tensor)):
        msg = f"{op}: axis must be an int, got {axis!r}"
        raise TypeError(msg)
    axis = int_arg(axis)
    reach = ndim or 1
    if not -reach <= axis < reach:
        msg = f"{op}: axis must be in [{-reach}, {reach}), got {axis}"
        raise ValueError(msg)
    return axis % reach


def sum(input: Tensor, dim: Axis | Tensor = None, keepdim: bool = False, *, dtype: Type | None = None) -> Tensor:
    """Add up the elements along some dimensions.

    Args:
        input (Tensor): of any shape.
        dim (Union[None, int, tuple(int), list(int), Tensor]): dimensions to add up; ``None``: all. Default: ``None``.
        keepdim (bool): keep them with length 1. Default: ``False``.

    Keyword Args:
        dtype (mindspore.dtype, optional): type of the result. Default ``None``: int64 for bool and integers but
            uint16, uint32 and uint64, else that of `input`.

    Returns:
        Tensor.

    Raises:
        TypeError: if `dim` is not made of ints.
        ValueError: if a dimension is out of range or named twice.

    Source: mindspore.ops.sum, mindspore.mint.sum, MindSpore 2.10
    """
    t = unwrap(input)
    if t.dtype in UNSIGNED and dtype is None:
        places = axes("ops.sum", dim, t.ndim)
        return wrap(bit_for_bit(lambda bits: torch.sum(bits, places, keepdim, dtype=bits.dtype), t))
    if dim is None and dtype is None and not keepdim:
        return wrap(torch.sum(t))
    if dim.__class__ is int and dtype is None:
        try:
            return wrap(torch.sum(t, dim, keepdim))  # pyright: ignore[reportArgumentType, reportCallIssue]
        except (IndexError, TypeError):
            pass  # explained by `axes`
    places = axes("ops.sum", dim, t.ndim)
    return wrap(reduced_in(optional_type(dtype), lambda t, kind: torch.sum(t, places, keepdim, dtype=kind), t))


def tensor_sum(
    self: Tensor,
    dim: Axis | Tensor = None,
    keepdim: bool | Type | None = False,
    *old: Any,
    dtype: Type | None = None,
    axis: Axis = None,
    keepdims: bool = False,
    initial: Any = None,
) -> Tensor:
    """Add up the elements along some dimensions.

    Two call forms, told apart as MindSpore does: ``sum(dim, keepdim, *, dtype)`` and the older
    ``sum(axis, dtype, keepdims, initial)``.

    Args:
        dim (Union[None, int, tuple(int), list(int)]): dimensions to add up; ``None``: all. Default: ``None``.
        keepdim (bool): keep them with length 1; a dtype at this place means the older form. Default: ``False``.
        old (Any): `keepdims` and `initial` of the older form, by position.

    Keyword Args:
        dtype (mindspore.dtype, optional): type of the result. Default: ``None``.
        axis (Union[None, int, tuple(int), list(int)]): older name of `dim`. Default: ``None``.
        keepdims (bool): older name of `keepdim`. Default: ``False``.
        initial (Number, optional): added to the result. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.Tensor.sum, MindSpore 2.10
    """
    if isinstance(keepdim, Type) or keepdim is None:
        dtype, keepdim = (keepdim if dtype is None else dtype), bool(old and old[0])
        initial = old[1] if len(old) > 1 else initial
    out = sum(self, axis if dim is None else dim, keepdim or keepdims, dtype=dtype)
    return out if initial is None else wrap(out._t + operand(initial))


def mean(x: Tensor, axis: Axis | Tensor = None, keep_dims: bool = False) -> Tensor:
    """Average the elements along some dimensions.

    Args:
        x (Tensor): of any shape and number type.
        axis (Union[None, int, tuple(int), list(int), Tensor]): dimensions to average; ``None`` and ``()``: all.
            Default: ``None``.
        keep_dims (bool): keep them with length 1. Default: ``False``.

    Returns:
        Tensor of the type of `x`; integers are averaged in their own type.

    Raises:
        TypeError: if `axis` is not made of ints.
        ValueError: if an axis is out of range or named twice.

    Source: mindspore.ops.mean, MindSpore 2.10
    """
    t = unwrap(x)
    if t.is_floating_point() or t.is_complex():
        if axis is None and not keep_dims:
            return wrap(torch.mean(t))
        if axis.__class__ is int:
            try:
                return wrap(torch.mean(t, axis, keep_dims))  # pyright: ignore[reportArgumentType, reportCallIssue]
            except (IndexError, TypeError):
                pass  # explained by `axes`
        return wrap(torch.mean(t, axes("ops.mean", axis, t.ndim), keep_dims))
    if t.dtype is torch.bool:
        msg = "ops.mean: bools have no mean; convert them with x.astype(mindspore.float32)"
        raise TypeError(msg)
    dims = axes("ops.mean", axis, t.ndim)
    return wrap(torch.mean(t.to(dtype=torch.float64), dims, keep_dims).trunc().to(dtype=t.dtype))


def tensor_mean(
    self: Tensor,
    dim: Axis | Tensor = None,
    keepdim: bool = False,
    *,
    axis: Axis | Tensor = None,
    keep_dims: bool | None = None,
    dtype: Type | None = None,
) -> Tensor:
    """Average the elements along some dimensions: ``(dim, keepdim, dtype)``, or by the older names without a type.

    Args:
        dim (Union[None, int, tuple(int), list(int)]): dimensions to average; ``None``: all. Default: ``None``.
        keepdim (bool): keep them with length 1. Default: ``False``.

    Keyword Args:
        axis (Union[None, int, tuple(int), list(int)]): older name of `dim`. Default: ``None``.
        keep_dims (bool, optional): older name of `keepdim`. Default ``None``: ``False``.
        dtype (mindspore.dtype, optional): type to convert to first. Default: ``None``.

    Raises:
        TypeError: if `dtype` is given beside an older name, or `keepdim` is no bool.

    Returns:
        Tensor.

    Source: mindspore.Tensor.mean, MindSpore 2.10
    """
    if keepdim.__class__ is not bool:  # looked at before the dimensions, as MindSpore does
        msg = f"Failed calling mean: argument 'keepdim' must be bool but got {type(keepdim).__name__}."
        raise TypeError(msg)
    if dtype is None:
        return mean(self, dim if axis is None else axis, bool(keep_dims) or keepdim)
    if axis is not None or keep_dims is not None:
        raise TypeError("Tensor.mean: `dtype` goes with `dim` and `keepdim`, not with `axis` and `keep_dims`")
    return mean(wrap(self._t.to(given_type(dtype))), dim, keepdim)


def prod(input: Tensor, axis: Axis = None, keep_dims: bool = False, dtype: Type | None = None) -> Tensor:
    """Multiply the elements along some dimensions.

    Args:
        input (Tensor): of any shape.
        axis (Union[None, int, tuple(int), list(int)]): dimensions to multiply; ``None`` and ``()``: all.
            Default: ``None``.
        keep_dims (bool): keep them with length 1. Default: ``False``.
        dtype (mindspore.dtype, optional): type of the result. Default ``None``: int64 for bool and integers but
            uint16, uint32 and uint64, else that of `input`.

    Returns:
        Tensor.

    Raises:
        TypeError: if `axis` is not made of ints.
        ValueError: if an axis is out of range or named twice.

    Source: mindspore.ops.prod, MindSpore 2.10
    """
    t = unwrap(input)
    kind = optional_type(dtype)
    if t.dtype in UNSIGNED and kind is None:  # torch multiplies them as int64
        return wrap(prod(wrap(t.long()), axis, keep_dims)._t.to(dtype=t.dtype))
    if axis is None and not keep_dims:
        return wrap(reduced_in(kind, lambda t, kind: torch.prod(t, dtype=kind), t))
    if axis is None:
        msg = "ops.prod: `keep_dims` needs an `axis`; write .reshape((1,) * x.ndim) after the product of all elements"
        raise ValueError(msg)
    dims = axes("ops.prod", axis, t.ndim)
    if isinstance(axis, (tuple, list)) and kind is None:
        kind = t.dtype  # several dimensions keep the type, one makes int64 of integers (measured 2.10)
    if not dims:
        return wrap(torch.prod(t, dtype=kind))

    def over(t: torch.Tensor, kind: torch.dtype | None) -> torch.Tensor:
        for dim in sorted(dims, reverse=True):  # torch takes one dimension at a time
            t = torch.prod(t, dim, keep_dims, dtype=kind)
        return t

    return wrap(reduced_in(kind, over, t))


def tensor_prod(self: Tensor, dim: int | None = None, keepdim: bool = False, dtype: Type | None = None) -> Tensor:
    """Multiply the elements along some dimensions.

    Args:
        dim (int, optional): the dimension to multiply; ``None``: all. Default: ``None``.
        keepdim (bool): keep it with length 1. Default: ``False``.
        dtype (mindspore.dtype, optional): type of the result. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.Tensor.prod, MindSpore 2.10
    """
    if isinstance(dim, (tuple, list)):
        msg = f"Tensor.prod: `dim` must be an int, got {dim!r}; write ops.prod for several dimensions"
        raise TypeError(msg)
    return prod(self, dim, keepdim, dtype)


def nansum(input: Tensor, axis: Axis = None, keepdims: bool = False, *, dtype: Type | None = None) -> Tensor:
    """Add up the elements along some dimensions, nan counting as 0.

    Args:
        input (Tensor): of any shape.
        axis (Union[None, int, tuple(int), list(int)]): dimensions to add up; ``None``: all. Default: ``None``.
        keepdims (bool): keep them with length 1. Default: ``False``.

    Keyword Args:
        dtype (mindspore.dtype, optional): type of the result. Default ``None``: that of `input`.

    Returns:
        Tensor.

    Raises:
        ValueError: if an axis is out of range or named twice.

    Source: mindspore.ops.nansum, MindSpore 2.10
    """
    t = admitted(input, "ops.nansum")
    kind = t.dtype if dtype is None else given_type(dtype)
    if t.dtype is torch.bool and dtype is None:
        kind = torch.int64
    dims = axes("ops.nansum", axis, t.ndim)
    if t.dtype in UNSIGNED:
        return wrap(torch.sum(t, dims, keepdims).to(dtype=kind))
    if t.is_floating_point() and not kind.is_floating_point:  # added up first
        return wrap(torch.nansum(t, dims, keepdims).to(dtype=kind))
    return wrap(torch.nansum(t, dims, keepdims, dtype=kind))


def tensor_nansum(
    self: Tensor,
    dim: Axis = None,
    keepdim: bool = False,
    *,
    axis: Axis = None,
    keepdims: bool = False,
    dtype: Type | None = None,
) -> Tensor:
    """Add up the elements along some dimensions, nan counting as 0: ``(dim, keepdim)`` or ``(axis, keepdims)``.

    Args:
        dim (Union[None, int, tuple(int), list(int)]): dimensions to add up; ``None``: all. Default: ``None``.
        keepdim (bool): keep them with length 1. Default: ``False``.

    Keyword Args:
        axis (Union[None, int, tuple(int), list(int)]): older name of `dim`. Default: ``None``.
        keepdims (bool): older name of `keepdim`. Default: ``False``.
        dtype (mindspore.dtype, optional): type of the result. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.Tensor.nansum, MindSpore 2.10
    """
    check_type(self, "Tensor.nansum")
    return nansum(self, axis if dim is None else dim, keepdim or keepdims, dtype=dtype)


def nanmean(input: Tensor, axis: Axis = None, keepdims: bool = False, *, dtype: Type | None = None) -> Tensor:
    """Average the elements along some dimensions, leaving out nan.

    Args:
        input (Tensor): of any shape and a floating type.
        axis (Union[None, int, tuple(int), list(int)]): dimensions to average; ``None``: all. Default: ``None``.
        keepdims (bool): keep them with length 1. Default: ``False``.

    Keyword Args:
        dtype (mindspore.dtype, optional): type of the result. Default ``None``: that of `input`.

    Returns:
        Tensor.

    Raises:
        TypeError: if `input` is not of a floating type.
        ValueError: if an axis is out of range or named twice.

    Source: mindspore.ops.nanmean, MindSpore 2.10
    """
    t = admitted(input, "ops.nanmean")
    if not t.is_floating_point():
        msg = f"ops.nanmean: input must be of a floating type, got {t.dtype}; integers hold no nan, use ops.mean"
        raise TypeError(msg)
    kind = optional_type(dtype)
    return wrap(torch.nanmean(t, axes("ops.nanmean", axis, t.ndim), keepdims, dtype=kind))


def logsumexp(input: Tensor, dim: Axis, keepdim: bool = False) -> Tensor:
    """Compute the logarithm of the sum of exponentials along some dimensions, without overflow.

    Args:
        input (Tensor): of any shape and a floating type.
        dim (Union[int, tuple(int), list(int)]): dimensions; ``()``: all.
        keepdim (bool): keep them with length 1. Default: ``False``.

    Returns:
        Tensor.

    Raises:
        TypeError: if `input` is not of a floating type, or `dim` is not made of ints.
        ValueError: if a dimension is out of range or named twice.

    Source: mindspore.ops.logsumexp, MindSpore 2.10
    """
    t = admitted(input, "ops.logsumexp")
    if not t.is_floating_point():
        msg = f"ops.logsumexp: input must be of a floating type, got {t.dtype}; convert it with .astype()"
        raise TypeError(msg)
    if dim is None:
        raise TypeError("ops.logsumexp: dim must be an int or a tuple of ints, got None; write () for all")
    return wrap(torch.logsumexp(t, axes("ops.logsumexp", dim, t.ndim), keepdim))


def count_nonzero(x: Tensor, axis: Axis = (), keep_dims: bool = False, dtype: Type = int32) -> Tensor:
    """Count the elements that are not zero along some dimensions.

    Args:
        x (Tensor): of any shape.
        axis (Union[int, tuple(int), list(int)]): dimensions; ``()``: all. Default: ``()``.
        keep_dims (bool): keep them with length 1. Default: ``False``.
        dtype (mindspore.dtype): type of the result. Default: ``mindspore.int32``.

    Returns:
        Tensor.

    Raises:
        TypeError: if `axis` is not made of ints.
        ValueError: if an axis is out of range or named twice.

    Source: mindspore.ops.count_nonzero, MindSpore 2.10
    """
    if axis is None:
        raise TypeError("ops.count_nonzero: `axis` must be an int or a tuple of ints, got None; write () for all")
    t = admitted(x, "ops.count_nonzero")
    if axis == () and not keep_dims:
        return wrap(torch.count_nonzero(t).to(given_type(dtype)))
    return wrap(torch.sum(t != 0, axes("ops.count_nonzero", axis, t.ndim), keep_dims, dtype=given_type(dtype)))


def tensor_count_nonzero(
    self: Tensor,
    axis: Axis = (),
    keep_dims: bool = False,
    dtype: Type | None = None,
    *,
    dim: Axis = None,
) -> Tensor:
    """Count the elements that are not zero along some dimensions.

    Args:
        axis (Union[None, int, tuple(int), list(int)]): dimensions; ``()`` and ``None``: all. Default: ``()``.
        keep_dims (bool): keep them with length 1. Default: ``False``.
        dtype (mindspore.dtype, optional): type of the result. Default ``None``: int32.

    Keyword Args:
        dim (Union[None, int, tuple(int), list(int)]): newer name of `axis`. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.Tensor.count_nonzero, MindSpore 2.10
    """
    check_type(self, "Tensor.count_nonzero")
    return count_nonzero(self, axis if dim is None else dim, keep_dims, int32 if dtype is None else dtype)


def tensor_sum_to_size(self: Tensor, *size: int | Sequence[int]) -> Tensor:
    """Add up the dimensions that broadcasting a smaller shape to this one would have stretched.

    Args:
        size (Union[int, tuple(int)]): the smaller shape, as one tuple or one int after another.

    Returns:
        Tensor of that shape.

    Raises:
        ValueError: if the shape does not broadcast to that of the tensor.

    Source: mindspore.Tensor.sum_to_size, MindSpore 2.10
    """
    wanted = shape_arg(size[0] if len(size) == 1 else size)
    try:
        return wrap(self._t.sum_to_size(wanted))
    except RuntimeError as error:
        raise op_error("Tensor.sum_to_size", error, self=self, size=wanted) from None
