"""The largest and smallest elements, where they stand, and whether all or any hold."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.below_jit import in_graph
from ms2torch._core.convert import operand
from ms2torch._core.element_types import check_type
from ms2torch._core.promotion import held
from ms2torch._core.tensor_type import Tensor
from ms2torch._core.unsigned import in_order, in_signed, in_the_order
from ms2torch.ops.function.math.reduce import Axis, axes, one_axis

_TRUTH = (torch.bool, torch.uint8)
_NOT_GIVEN: Any = object()
_FEW = 1024


def _extreme(
    op: str, largest: bool, input: Tensor, axis: Axis, keepdims: bool, initial: Any, where: Tensor | bool | None
) -> tuple[Tensor, Tensor]:
    """Return the largest (or smallest) elements along an axis and where they stand."""
    t = _filled(op, input)
    if where is not None and where is not True:
        if initial is None:
            msg = f"{op}: `where` needs `initial`, the value for what it leaves out"
            raise ValueError(msg)
        t = torch.where(unwrap(where), t, operand(initial))
    flat = axis is None
    if flat and initial is None and not t.requires_grad and not t.is_complex():
        value = in_the_order(torch.amax if largest else torch.amin, t)
        return wrap(value), wrap(torch.zeros((), dtype=torch.int64, device=t.device))  # documented: the index is 0
    if flat:
        t = t.reshape(-1)
    dim = 0 if flat else one_axis(op, axis, t.ndim)  # type: ignore[arg-type]
    if not t.ndim:
        return wrap(t.clone()), wrap(torch.zeros((), dtype=torch.int64))
    chosen, kept = torch.max if largest else torch.min, keepdims and not flat
    values, index = in_order(lambda x: chosen(x, dim, keepdim=kept), t)
    if flat:
        index = torch.zeros_like(index)  # documented: over all elements the index is 0
    if initial is not None:
        replaced = values <= initial if largest else values >= initial
        values = values.clamp(min=initial) if largest else values.clamp(max=initial)
        index = index.masked_fill(replaced, 0)  # as in MindSpore (measured 2.10)
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
    t = _masked("ops.amax", input, initial, where, axis)
    dims = axis if axis.__class__ is int and 0 <= axis < t.ndim else axes("ops.amax", axis, t.ndim)  # type: ignore[operator]
    out = in_the_order(lambda each: torch.amax(each, dims, keepdims), t)  # type: ignore[arg-type]
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
    t = _masked("ops.amin", input, initial, where, axis)
    dims = axis if axis.__class__ is int and 0 <= axis < t.ndim else axes("ops.amin", axis, t.ndim)  # type: ignore[operator]
    out = in_the_order(lambda each: torch.amin(each, dims, keepdims), t)  # type: ignore[arg-type]
    return wrap(out if initial is None else out.clamp(max=initial))


def _masked(op: str, input: Tensor, initial: Any, where: Tensor | bool | None, axis: Axis = None) -> torch.Tensor:
    t = unwrap(input)
    if not t.numel() and 0 in [t.shape[dim] for dim in axes(op, axis, t.ndim)]:
        _filled(op, input)  # raises
    if where is None or where is True:
        return t
    if initial is None:
        msg = f"{op}: `where` needs `initial`, the value for what it leaves out"
        raise ValueError(msg)
    return torch.where(unwrap(where), t, operand(initial))


def _filled(op: str, input: Tensor) -> torch.Tensor:
    t = unwrap(input)
    if not t.numel():
        msg = f"{op}: an empty tensor has no largest or smallest element, got shape {tuple(t.shape)}"
        raise ValueError(msg)
    return t


def _check_older(name: str, keepdims: object, initial: object, where: object, return_indices: object) -> None:
    """Refuse what is of another type in the form that names `axis`."""
    if where is None:
        msg = f"{name}(): missing 1 required positional argument: where."
        raise TypeError(msg)
    if initial is not None and not isinstance(initial, (int, float, complex)):
        msg = f"{name}(): argument 'initial' must be Number but got {type(initial).__name__}."
        raise TypeError(msg)
    for argument, value in (("keepdims", keepdims), ("return_indices", return_indices)):
        if value.__class__ is not bool:
            msg = f"{name}(): argument '{argument}' must be bool but got {type(value).__name__}."
            raise TypeError(msg)


def _check_newer(name: str, dim: object, axis: object, *, older: bool) -> None:
    """Refuse an argument of the form that gives indices, where no `dim` is an int or one of the other form is given."""
    if not isinstance(dim, int) or isinstance(dim, bool) or older or axis is not None:
        msg = f"{name}(): with `keepdim`, `dim` must be an int, and no argument of the form with `axis` may be given"
        raise TypeError(msg)


def tensor_max(
    self: Tensor,
    first: Axis = None,
    second: bool = False,
    /,
    *,
    dim: Axis = None,
    keepdim: bool = False,
    axis: Axis = None,
    keepdims: bool = False,
    initial: Any = None,
    where: Tensor | bool = True,
    return_indices: bool = False,
) -> Tensor | tuple[Tensor, Tensor]:
    """Find the largest elements.

    ``max(1)`` and ``max(dim=1)`` give values and indices, ``max(axis=1)`` the values alone, and so does whatever else
    names an argument of that form, as in MindSpore. In a graph ``max(1)`` gives the values alone too.

    Args:
        first (Union[None, int, tuple(int)]): `dim` or `axis` by position. Default: ``None``.
        second (bool): `keepdim` or `keepdims` by position. Default: ``False``.

    Keyword Args:
        dim (int, optional): the dimension, in the form that returns indices too. Default: ``None``.
        keepdim (bool): keep it with length 1; of that form. Default: ``False``.
        axis (Union[None, int, tuple(int), list(int)]): dimensions, in the form that returns values alone.
            Default: ``None``.
        keepdims (bool): keep them with length 1; of this form. Default: ``False``.
        initial (Number, optional): a lower bound of the result. Default: ``None``.
        where (Union[bool, Tensor]): bool, which elements take part; needs `initial`. Default: ``True``.
        return_indices (bool): return the indices too, with a single `axis`. Default: ``False``.

    Returns:
        Tensor, or tuple(Tensor, Tensor).

    Raises:
        TypeError: if an argument is of another type.
        ValueError: if a dimension is out of range, or there are no elements.

    Source: mindspore.Tensor.max, MindSpore 2.10
    """
    if (
        first is dim is axis is initial is None
        and where is True
        and not (second or keepdim or keepdims or return_indices)
    ):
        t = self._t
        count = t.numel()
        if count:  # torch's two ways: the one has less to set up, the other is faster on many elements
            return wrap(t.max() if count < _FEW else torch.amax(t))
    older = keepdims or return_indices or initial is not None or where is not True
    if keepdim or dim is not None:
        _check_newer("Tensor.max", first if dim is None else dim, axis, older=older)
    # a graph tries the older form first, which is what all by position is (measured 2.10)
    by_position = first is not None and not keepdim and in_graph()
    dim, keepdim = first if dim is None else dim, second or keepdim
    if isinstance(dim, int) and not (older or by_position):
        return max(self, dim, keepdim)
    _check_older("max", keepdims, initial, where, return_indices)
    along = dim if axis is None else axis
    if return_indices and not isinstance(along, (tuple, list)):  # of several dimensions the values alone (measured)
        return _extreme("Tensor.max", True, self, along, keepdims or keepdim, initial, where)
    t = _masked("Tensor.max", self, initial, where)
    out = torch.amax(t, axes("Tensor.max", along, t.ndim), (keepdims or keepdim) and along is not None)
    # over all dimensions MindSpore lets `initial` be (measured 2.10)
    return wrap(out if initial is None or along is None else out.clamp(min=held(initial, out.dtype)))


def tensor_min(
    self: Tensor,
    first: Axis = None,
    second: bool = False,
    /,
    *,
    dim: Axis = None,
    keepdim: bool = False,
    axis: Axis = None,
    keepdims: bool = False,
    initial: Any = None,
    where: Tensor | bool = True,
    return_indices: bool = False,
) -> Tensor | tuple[Tensor, Tensor]:
    """Find the smallest elements.

    ``min(1)`` and ``min(dim=1)`` give values and indices, ``min(axis=1)`` the values alone, and so does whatever else
    names an argument of that form, as in MindSpore. In a graph ``min(1)`` gives the values alone too.

    Args:
        first (Union[None, int, tuple(int)]): `dim` or `axis` by position. Default: ``None``.
        second (bool): `keepdim` or `keepdims` by position. Default: ``False``.

    Keyword Args:
        dim (int, optional): the dimension, in the form that returns indices too. Default: ``None``.
        keepdim (bool): keep it with length 1; of that form. Default: ``False``.
        axis (Union[None, int, tuple(int), list(int)]): dimensions, in the form that returns values alone.
            Default: ``None``.
        keepdims (bool): keep them with length 1; of this form. Default: ``False``.
        initial (Number, optional): an upper bound of the result. Default: ``None``.
        where (Union[bool, Tensor]): bool, which elements take part; needs `initial`. Default: ``True``.
        return_indices (bool): return the indices too, with a single `axis`. Default: ``False``.

    Returns:
        Tensor, or tuple(Tensor, Tensor).

    Raises:
        TypeError: if an argument is of another type.
        ValueError: if a dimension is out of range, or there are no elements.

    Source: mindspore.Tensor.min, MindSpore 2.10
    """
    if (
        first is dim is axis is initial is None
        and where is True
        and not (second or keepdim or keepdims or return_indices)
    ):
        t = self._t
        count = t.numel()
        if count:
            return wrap(t.min() if count < _FEW else torch.amin(t))
    older = keepdims or return_indices or initial is not None or where is not True
    if keepdim or dim is not None:
        _check_newer("Tensor.min", first if dim is None else dim, axis, older=older)
    # a graph tries the older form first, which is what all by position is (measured 2.10)
    by_position = first is not None and not keepdim and in_graph()
    dim, keepdim = first if dim is None else dim, second or keepdim
    if isinstance(dim, int) and not (older or by_position):
        return min(self, dim, keepdim)
    _check_older("min", keepdims, initial, where, return_indices)
    along = dim if axis is None else axis
    if return_indices and not isinstance(along, (tuple, list)):
        return _extreme("Tensor.min", False, self, along, keepdims or keepdim, initial, where)
    t = _masked("Tensor.min", self, initial, where)
    out = torch.amin(t, axes("Tensor.min", along, t.ndim), (keepdims or keepdim) and along is not None)
    return wrap(out if initial is None or along is None else out.clamp(max=held(initial, out.dtype)))


def aminmax(input: Tensor, *, axis: int | None = 0, keepdims: bool = False) -> tuple[Tensor, Tensor]:
    """Find the smallest and the largest elements along an axis.

    Args:
        input (Tensor): of any shape.

    Keyword Args:
        axis (int, optional): the dimension; ``None``: over all elements. Default: ``0``.
        keepdims (bool): keep it with length 1. Default: ``False``.

    Returns:
        tuple(Tensor, Tensor): the smallest and the largest.

    Raises:
        ValueError: if `axis` is out of range, or there are no elements.

    Source: mindspore.ops.aminmax, MindSpore 2.10
    """
    check_type(input, "ops.aminmax")
    t = _filled("ops.aminmax", input)
    dim = None if axis is None else one_axis("ops.aminmax", axis, t.ndim)
    missing = t.isnan() if t.is_floating_point() else None
    if missing is None or not bool(missing.any()):
        low, high = torch.aminmax(t, dim=dim, keepdim=keepdims)
        return wrap(low), wrap(high)
    # as its documentation shows, NaN does not count unless there is nothing else
    low = torch.aminmax(t.masked_fill(missing, torch.inf), dim=dim, keepdim=keepdims).min
    high = torch.aminmax(t.masked_fill(missing, -torch.inf), dim=dim, keepdim=keepdims).max
    empty = missing.all() if dim is None else missing.all(dim, keepdims)
    return wrap(torch.where(empty, torch.nan, low)), wrap(torch.where(empty, torch.nan, high))


def _argmax_in_signed(error: NotImplementedError, t: torch.Tensor, *args: Any) -> torch.Tensor:
    found = in_signed(torch.argmax, t, *args)
    if found is None:
        msg = f"ops.argmax: {error}"
        raise TypeError(msg) from None
    return found.long()


def argmax(input: Tensor, dim: int | None = None, keepdim: bool = False) -> Tensor:
    """Find where the largest elements stand.

    Args:
        input (Tensor): of any shape.
        dim (int, optional): the dimension; ``None``: over the flattened tensor. Default: ``None``.
        keepdim (bool): keep it with length 1; no effect without `dim`. Default: ``False``.

    Returns:
        Tensor of int64.

    Raises:
        TypeError: if `dim` is not an int.
        ValueError: if `dim` is out of range.

    Source: mindspore.ops.argmax, mindspore.mint.argmax, MindSpore 2.10
    """
    t = _ordered("ops.argmax", input)
    place = None if dim is None else one_axis("ops.argmax", dim, t.ndim)
    try:
        return wrap(torch.argmax(t) if place is None else torch.argmax(t, place, keepdim))
    except NotImplementedError as error:
        return wrap(_argmax_in_signed(error, t, *(() if place is None else (place, keepdim))))


def tensor_argmax(
    self: Tensor,
    dim: int | None = _NOT_GIVEN,
    keepdim: bool = _NOT_GIVEN,
    *,
    axis: int | None = _NOT_GIVEN,
    keepdims: bool = False,
) -> Tensor:
    """Find where the largest elements stand: ``(dim, keepdim)`` or ``(axis, keepdims)``.

    ``argmax()`` and ``argmax(keepdims=True)`` look along the last dimension in a graph, and over the flattened tensor
    elsewhere, as in MindSpore.

    Args:
        dim (int, optional): the dimension; ``None``: over the flattened tensor. Default: ``None``; see above.
        keepdim (bool): keep it with length 1. Default: ``False``.

    Keyword Args:
        axis (int): older name of `dim`, which must be an int. Default: that of `dim`.
        keepdims (bool): older name of `keepdim`. Default: ``False``.

    Returns:
        Tensor of int64.

    Source: mindspore.Tensor.argmax, MindSpore 2.10
    """
    if axis is None:
        raise TypeError("Tensor.argmax: `axis` must be an int, got None; write `dim=None`")
    if dim is axis is keepdim:  # none of them is given
        return argmax(self, -1 if self._t.ndim and in_graph() else None, keepdims)
    along = dim if axis is _NOT_GIVEN else axis
    return argmax(self, None if along is _NOT_GIVEN else along, keepdims or (keepdim is not _NOT_GIVEN and keepdim))


def tensor_argmax_with_value(self: Tensor, axis: int | None = 0, keep_dims: bool = False) -> tuple[Tensor, Tensor]:
    """Find the largest elements along an axis, and where they stand.

    Args:
        axis (int, optional): the dimension; ``None``: over all elements. Default: ``0``.
        keep_dims (bool): keep it with length 1. Default: ``False``.

    Returns:
        tuple(Tensor, Tensor): the values, and their int64 indices.

    Source: mindspore.Tensor.argmax_with_value, MindSpore 2.10
    """
    return max(self, axis, keep_dims)


def argmin(input: Tensor, axis: int | None = None, keepdims: bool = False) -> Tensor:
    """Find where the smallest elements stand.

    Args:
        input (Tensor): of any shape.
        axis (int, optional): the dimension; ``None``: over the flattened tensor. Default: ``None``.
        keepdims (bool): keep it with length 1; no effect without `axis`. Default: ``False``.

    Returns:
        Tensor of int32; of int64 for a single value, as in MindSpore.

    Raises:
        TypeError: if `axis` is not an int.
        ValueError: if `axis` is out of range.

    Source: mindspore.ops.argmin, MindSpore 2.10
    """
    t = _ordered("ops.argmin", input)
    if not t.ndim:
        one_axis("ops.argmin", 0 if axis is None else axis, 0)
        return wrap(torch.argmin(t))
    if axis is None:
        return wrap(torch.argmin(t).int())
    return wrap(torch.argmin(t, one_axis("ops.argmin", axis, t.ndim), bool(keepdims)).int())


def tensor_argmin(
    self: Tensor, axis: int | None = None, keepdims: bool = False, *, dim: int | None = None, keepdim: bool = False
) -> Tensor:
    """Find where the smallest elements stand: ``(axis, keepdims)`` or ``(dim, keepdim)``.

    Args:
        axis (int, optional): the dimension; ``None``: over the flattened tensor. Default: ``None``.
        keepdims (bool): keep it with length 1. Default: ``False``.

    Keyword Args:
        dim (int, optional): newer name of `axis`. Default: ``None``.
        keepdim (bool): newer name of `keepdims`. Default: ``False``.

    Returns:
        Tensor of int32.

    Source: mindspore.Tensor.argmin, MindSpore 2.10
    """
    return argmin(self, dim if axis is None else axis, keepdims or keepdim)


def tensor_argmin_with_value(self: Tensor, axis: int | None = 0, keep_dims: bool = False) -> tuple[Tensor, Tensor]:
    """Find the smallest elements along an axis, and where they stand.

    Args:
        axis (int, optional): the dimension; ``None``: over all elements. Default: ``0``.
        keep_dims (bool): keep it with length 1. Default: ``False``.

    Returns:
        tuple(Tensor, Tensor): the values, and their int64 indices.

    Source: mindspore.Tensor.argmin_with_value, MindSpore 2.10
    """
    check_type(self, "Tensor.argmin_with_value")
    return min(self, axis, keep_dims)


def _ordered(op: str, input: Tensor) -> torch.Tensor:
    t = unwrap(input)
    if not t.numel():
        return _filled(op, input)  # raises
    return t.to(dtype=torch.uint8) if t.dtype is torch.bool else t


def all(input: Tensor, axis: Axis = None, keep_dims: bool = False) -> Tensor:
    """Tell along some dimensions whether every element is true (not zero).

    Args:
        input (Tensor): of any shape.
        axis (Union[None, int, tuple(int), list(int), Tensor]): dimensions; ``None`` and ``()``: all.
            Default: ``None``.
        keep_dims (bool): keep them with length 1. Default: ``False``.

    Returns:
        Tensor of bool.

    Raises:
        TypeError: if `input` is not a Tensor, or `axis` is not made of ints.
        ValueError: if an axis is out of range or named twice.

    Source: mindspore.ops.all, MindSpore 2.10
    """
    t = unwrap(input)
    t = t if t.dtype is torch.bool else t != 0
    if axis is None and not keep_dims:
        return wrap(torch.all(t))
    dims = axes("ops.all", axis, t.ndim)
    return wrap(torch.all(t, dims, keep_dims) if dims else torch.all(t))


def tensor_all(
    self: Tensor, axis: Axis = None, keep_dims: bool = False, *, dim: Axis = None, keepdim: bool = False
) -> Tensor:
    """Tell along some dimensions whether every element is true: ``(axis, keep_dims)`` or ``(dim, keepdim)``.

    Args:
        axis (Union[None, int, tuple(int), list(int)]): dimensions; ``None``: all. Default: ``None``.
        keep_dims (bool): keep them with length 1. Default: ``False``.

    Keyword Args:
        dim (Union[None, int, tuple(int), list(int)]): newer name of `axis`. Default: ``None``.
        keepdim (bool): newer name of `keep_dims`. Default: ``False``.

    Returns:
        Tensor of bool.

    Source: mindspore.Tensor.all, MindSpore 2.10
    """
    return all(self, dim if axis is None else axis, keep_dims or keepdim)


def any(input: Tensor, axis: Axis = None, keep_dims: bool = False) -> Tensor:
    """Tell along some dimensions whether an element is true (not zero).

    Args:
        input (Tensor): of any shape.
        axis (Union[None, int, tuple(int), list(int), Tensor]): dimensions; ``None`` and ``()``: all.
            Default: ``None``.
        keep_dims (bool): keep them with length 1. Default: ``False``.

    Returns:
        Tensor of bool.

    Raises:
        TypeError: if `input` is not a Tensor, or `axis` is not made of ints.
        ValueError: if an axis is out of range or named twice.

    Source: mindspore.ops.any, MindSpore 2.10
    """
    t = unwrap(input)
    t = t if t.dtype in _TRUTH else t != 0  # MindSpore gives uint8 for uint8, as torch does (measured 2.10)
    if axis is None and not keep_dims:
        return wrap(torch.any(t))
    dims = axes("ops.any", axis, t.ndim)
    return wrap(torch.any(t, dims, keep_dims) if dims else torch.any(t))


def tensor_any(
    self: Tensor, axis: Axis = None, keep_dims: bool = False, *, dim: Axis = None, keepdim: bool = False
) -> Tensor:
    """Tell along some dimensions whether an element is true: ``(axis, keep_dims)`` or ``(dim, keepdim)``.

    Args:
        axis (Union[None, int, tuple(int), list(int)]): dimensions; ``None``: all. Default: ``None``.
        keep_dims (bool): keep them with length 1. Default: ``False``.

    Keyword Args:
        dim (Union[None, int, tuple(int), list(int)]): newer name of `axis`. Default: ``None``.
        keepdim (bool): newer name of `keep_dims`. Default: ``False``.

    Returns:
        Tensor of bool.

    Source: mindspore.Tensor.any, MindSpore 2.10
    """
    return any(self, dim if axis is None else axis, keep_dims or keepdim)
