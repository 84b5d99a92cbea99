"""Reductions: functions of the old MindSpore kind, and the Tensor methods whose result depends on keywords."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ms2torch.common._base import unwrap, wrap
from ms2torch.common._convert import int_arg, operand
from ms2torch.common.dtype import Type, to_torch_dtype
from ms2torch.common.tensor_type import Tensor

Axis = int | Sequence[int] | None


def axes(op: str, axis: Axis | Tensor, ndim: int) -> tuple[int, ...]:
    """Return the dimensions that an `axis` argument names, as non-negative ints; all of them for None and ().

    Raises:
        TypeError: if `axis` is not an int or a tuple or list of ints.
        ValueError: if an axis is out of range or named twice.
    """
    if axis is None:
        return tuple(range(ndim))
    if isinstance(axis, Tensor):
        axis = axis._t.tolist()
    wanted: Sequence[int] = (axis,) if isinstance(axis, int) else axis
    if not isinstance(wanted, (tuple, list)) or any(not isinstance(a, int) or isinstance(a, bool) for a in wanted):
        msg = f"{op}: axis must be an int or a tuple or list of ints, got {axis!r}"
        raise TypeError(msg)
    reach = ndim if ndim else 1
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
    if isinstance(axis, bool) or not isinstance(axis, (int, Tensor)):
        msg = f"{op}: axis must be an int, got {axis!r}"
        raise TypeError(msg)
    axis = int_arg(axis)
    reach = ndim if ndim else 1
    if not -reach <= axis < reach:
        msg = f"{op}: axis must be in [{-reach}, {reach}), got {axis}"
        raise ValueError(msg)
    return axis % reach


def sum(
    input: Tensor, dim: Axis | Tensor = None, keepdim: bool = False, *, dtype: Type | None = None
) -> Tensor:
    """Add up the elements along some dimensions.

    Args:
        input (Tensor): of any shape.
        dim (Union[None, int, tuple(int), list(int), Tensor]): dimensions to add up; ``None``: all. Default: ``None``.
        keepdim (bool): keep them with length 1. Default: ``False``.

    Keyword Args:
        dtype (mindspore.dtype, optional): type of the result. Default ``None``: int64 for integers and bool, else
            that of `input`.

    Returns:
        Tensor.

    Raises:
        TypeError: if `dim` is not made of ints.
        ValueError: if a dimension is out of range or named twice.

    Source: mindspore.ops.sum, MindSpore 2.10
    """
    t = unwrap(input)
    kind = None if dtype is None else to_torch_dtype(dtype)
    if dim is None and not keepdim:
        return wrap(torch.sum(t, dtype=kind))
    return wrap(torch.sum(t, axes("ops.sum", dim, t.ndim), keepdim, dtype=kind))


def tensor_sum(
    self: Tensor,
    dim: Axis | Tensor = None,
    keepdim: bool | Type | None = False,
    *old: bool,
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
        old (bool): `keepdims` of the older form, by position.

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
        return wrap(torch.mean(t, axes("ops.mean", axis, t.ndim), keep_dims))
    dims = axes("ops.mean", axis, t.ndim)
    return wrap(torch.mean(t.to(torch.float64), dims, keep_dims).trunc().to(t.dtype))


def tensor_mean(
    self: Tensor,
    axis: Axis | Tensor = None,
    keep_dims: bool = False,
    *,
    dim: Axis = None,
    keepdim: bool = False,
    dtype: Type | None = None,
) -> Tensor:
    """Average the elements along some dimensions, in either call form: ``(axis, keep_dims)`` or ``(dim, keepdim)``.

    Args:
        axis (Union[None, int, tuple(int), list(int)]): dimensions to average; ``None``: all. Default: ``None``.
        keep_dims (bool): keep them with length 1. Default: ``False``.

    Keyword Args:
        dim (Union[None, int, tuple(int), list(int)]): newer name of `axis`. Default: ``None``.
        keepdim (bool): newer name of `keep_dims`. Default: ``False``.
        dtype (mindspore.dtype, optional): type to convert to first. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.Tensor.mean, MindSpore 2.10
    """
    x = self if dtype is None else wrap(self._t.to(to_torch_dtype(dtype)))
    return mean(x, dim if axis is None else axis, keep_dims or keepdim)


def _extreme(
    op: str, largest: bool, input: Tensor, axis: Axis, keepdims: bool, initial: Any, where: Tensor | None
) -> tuple[Tensor, Tensor]:
    """Return the largest (or smallest) elements along an axis and where they stand."""
    t = unwrap(input)
    if where is not None:
        if initial is None:
            msg = f"{op}: `where` needs `initial`, the value for what it leaves out"
            raise ValueError(msg)
        t = torch.where(unwrap(where), t, operand(initial))
    flat = axis is None
    if flat:
        t = t.reshape(-1)
    dim = 0 if flat else one_axis(op, axis, t.ndim)  # type: ignore[arg-type]
    if not t.ndim:
        return wrap(t.clone()), wrap(torch.zeros((), dtype=torch.int64))
    values, index = (torch.max if largest else torch.min)(t, dim, keepdim=keepdims and not flat)
    if flat:
        index = torch.zeros_like(index)  # documented: over all elements the index is 0
    if initial is not None:
        values = values.clamp(min=initial) if largest else values.clamp(max=initial)
    return wrap(values), wrap(index)


def max(
    input: Tensor, axis: int | None = None, keepdims: bool = False, *, initial: Any = None, where: Tensor | None = None
) -> tuple[Tensor, Tensor]:
    """Find the largest elements along an axis, and where they stand.

    Args:
        input (Tensor): of any shape.
        axis (int, optional): the dimension; ``None``: over all elements. Default: ``None``.
        keepdims (bool): keep the dimension with length 1; no effect without `axis`. Default: ``False``.

    Keyword Args:
        initial (Number, optional): a lower bound of the result. Default: ``None``.
        where (Tensor, optional): bool, which elements take part; needs `initial`. Default: ``None``.

    Returns:
        tuple(Tensor, Tensor): the values, and their int64 indices.

    Raises:
        ValueError: if `axis` is out of range.

    Source: mindspore.ops.max, MindSpore 2.10
    """
    return _extreme("ops.max", True, input, axis, keepdims, initial, where)


def min(
    input: Tensor, axis: int | None = None, keepdims: bool = False, *, initial: Any = None, where: Tensor | None = None
) -> tuple[Tensor, Tensor]:
    """Find the smallest elements along an axis, and where they stand.

    Args:
        input (Tensor): of any shape.
        axis (int, optional): the dimension; ``None``: over all elements. Default: ``None``.
        keepdims (bool): keep the dimension with length 1; no effect without `axis`. Default: ``False``.

    Keyword Args:
        initial (Number, optional): an upper bound of the result. Default: ``None``.
        where (Tensor, optional): bool, which elements take part; needs `initial`. Default: ``None``.

    Returns:
        tuple(Tensor, Tensor): the values, and their int64 indices.

    Raises:
        ValueError: if `axis` is out of range.

    Source: mindspore.ops.min, MindSpore 2.10
    """
    return _extreme("ops.min", False, input, axis, keepdims, initial, where)


def amax(
    input: Tensor, axis: Axis = None, keepdims: bool = False, *, initial: Any = None, where: Tensor | None = None
) -> Tensor:
    """Find the largest elements along some dimensions; equal largest ones share the gradient.

    Args:
        input (Tensor): of any shape.
        axis (Union[None, int, tuple(int), list(int)]): dimensions; ``None`` and ``()``: all. Default: ``None``.
        keepdims (bool): keep them with length 1. Default: ``False``.

    Keyword Args:
        initial (Number, optional): a lower bound of the result. Default: ``None``.
        where (Tensor, optional): bool, which elements take part; needs `initial`. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.ops.amax, MindSpore 2.10
    """
    t = _masked("ops.amax", input, initial, where)
    out = torch.amax(t, axes("ops.amax", axis, t.ndim), keepdims)
    return wrap(out if initial is None else out.clamp(min=initial))


def amin(
    input: Tensor, axis: Axis = None, keepdims: bool = False, *, initial: Any = None, where: Tensor | None = None
) -> Tensor:
    """Find the smallest elements along some dimensions; equal smallest ones share the gradient.

    Args:
        input (Tensor): of any shape.
        axis (Union[None, int, tuple(int), list(int)]): dimensions; ``None`` and ``()``: all. Default: ``None``.
        keepdims (bool): keep them with length 1. Default: ``False``.

    Keyword Args:
        initial (Number, optional): an upper bound of the result. Default: ``None``.
        where (Tensor, optional): bool, which elements take part; needs `initial`. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.ops.amin, MindSpore 2.10
    """
    t = _masked("ops.amin", input, initial, where)
    out = torch.amin(t, axes("ops.amin", axis, t.ndim), keepdims)
    return wrap(out if initial is None else out.clamp(max=initial))


def _masked(op: str, input: Tensor, initial: Any, where: Tensor | None) -> torch.Tensor:
    t = unwrap(input)
    if where is None:
        return t
    if initial is None:
        msg = f"{op}: `where` needs `initial`, the value for what it leaves out"
        raise ValueError(msg)
    return torch.where(unwrap(where), t, operand(initial))


def tensor_max(
    self: Tensor,
    dim: int | None = None,
    keepdim: bool = False,
    *,
    axis: Axis = None,
    keepdims: bool = False,
    initial: Any = None,
    where: Tensor | None = None,
    return_indices: bool = False,
) -> Tensor | tuple[Tensor, Tensor]:
    """Find the largest elements.

    ``max(1)`` and ``max(dim=1)`` give values and indices, ``max(axis=1)`` the values alone, as in MindSpore.

    Args:
        dim (int, optional): the dimension; ``None``: over all elements. Default: ``None``.
        keepdim (bool): keep it with length 1. Default: ``False``.

    Keyword Args:
        axis (Union[None, int, tuple(int), list(int)]): dimensions, in the form that returns values alone.
            Default: ``None``.
        keepdims (bool): `keepdim` of that form. Default: ``False``.
        initial (Number, optional): a lower bound of the result. Default: ``None``.
        where (Tensor, optional): bool, which elements take part; needs `initial`. Default: ``None``.
        return_indices (bool): return the indices too, with a single `axis`. Default: ``False``.

    Returns:
        Tensor, or tuple(Tensor, Tensor).

    Source: mindspore.Tensor.max, MindSpore 2.10
    """
    if dim is not None:
        return max(self, dim, keepdim)
    if return_indices:
        return max(self, axis, keepdims, initial=initial, where=where)  # type: ignore[arg-type]
    return amax(self, axis, keepdims, initial=initial, where=where)


def tensor_min(
    self: Tensor,
    dim: int | None = None,
    keepdim: bool = False,
    *,
    axis: Axis = None,
    keepdims: bool = False,
    initial: Any = None,
    where: Tensor | None = None,
    return_indices: bool = False,
) -> Tensor | tuple[Tensor, Tensor]:
    """Find the smallest elements; the call forms are those of `Tensor.max`.

    Args:
        dim (int, optional): the dimension; ``None``: over all elements. Default: ``None``.
        keepdim (bool): keep it with length 1. Default: ``False``.

    Keyword Args:
        axis (Union[None, int, tuple(int), list(int)]): dimensions, in the form that returns values alone.
            Default: ``None``.
        keepdims (bool): `keepdim` of that form. Default: ``False``.
        initial (Number, optional): an upper bound of the result. Default: ``None``.
        where (Tensor, optional): bool, which elements take part; needs `initial`. Default: ``None``.
        return_indices (bool): return the indices too, with a single `axis`. Default: ``False``.

    Returns:
        Tensor, or tuple(Tensor, Tensor).

    Source: mindspore.Tensor.min, MindSpore 2.10
    """
    if dim is not None:
        return min(self, dim, keepdim)
    if return_indices:
        return min(self, axis, keepdims, initial=initial, where=where)  # type: ignore[arg-type]
    return amin(self, axis, keepdims, initial=initial, where=where)


def argmax(input: Tensor, dim: int | None = None, keepdim: bool = False) -> Tensor:
    """Find where the largest elements stand.

    Args:
        input (Tensor): of any shape.
        dim (int, optional): the dimension; ``None``: over the flattened tensor. Default: ``None``.
        keepdim (bool): keep it with length 1; no effect without `dim`. Default: ``False``.

    Returns:
        Tensor of int64.

    Raises:
        ValueError: if `dim` is out of range.

    Source: mindspore.ops.argmax, MindSpore 2.10
    """
    t = unwrap(input)
    if dim is None:
        return wrap(torch.argmax(t))
    return wrap(torch.argmax(t, one_axis("ops.argmax", dim, t.ndim), keepdim))


def _spread(op: str, root: bool, input: Tensor, axis: Axis, ddof: int | bool, keepdims: bool) -> Tensor:
    t = unwrap(input)
    dims = axes(op, axis, t.ndim)
    if not t.is_floating_point():
        t = t.to(torch.float32)
    return wrap((torch.std if root else torch.var)(t, dims, correction=int(ddof), keepdim=keepdims))


def var(input: Tensor, axis: Axis = None, ddof: int | bool = 0, keepdims: bool = False) -> Tensor:
    """Compute the variance along some dimensions.

    Args:
        input (Tensor): of any shape.
        axis (Union[None, int, tuple(int), list(int)]): dimensions; ``None``: all. Default: ``None``.
        ddof (Union[int, bool]): what is subtracted from the count in the divisor. Default: ``0`` (torch's is 1).
        keepdims (bool): keep the dimensions with length 1. Default: ``False``.

    Returns:
        Tensor.

    Source: mindspore.ops.var, MindSpore 2.10
    """
    return _spread("ops.var", False, input, axis, ddof, keepdims)


def std(input: Tensor, axis: Axis = None, ddof: int | bool = 0, keepdims: bool = False) -> Tensor:
    """Compute the standard deviation along some dimensions.

    Args:
        input (Tensor): of any shape.
        axis (Union[None, int, tuple(int), list(int)]): dimensions; ``None``: all. Default: ``None``.
        ddof (Union[int, bool]): what is subtracted from the count in the divisor. Default: ``0`` (torch's is 1).
        keepdims (bool): keep the dimensions with length 1. Default: ``False``.

    Returns:
        Tensor.

    Source: mindspore.ops.std, MindSpore 2.10
    """
    return _spread("ops.std", True, input, axis, ddof, keepdims)
