"""Reductions of `mindspore.numpy`."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core.base import wrap
from ms2torch._core.convert import int_arg, shape_arg
from ms2torch._core.dtype import Type, to_torch_dtype
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import op_error, translated
from ms2torch.numpy._operands import (
    cast,
    floating,
    need_dims,
    need_tensor,
    running,
    tensor,
    tensor_only,
)
from ms2torch.ops.function.array import sort as array_sort

Axis = int | tuple[int, ...] | list[int] | None


def _dims(t: torch.Tensor, axis: Axis) -> tuple[int, ...]:
    if axis is None:
        return tuple(range(t.ndim))
    dims = shape_arg(axis)
    if len({dim % t.ndim for dim in dims} if t.ndim else dims) < len(dims):
        msg = f"duplicate value in axis: {axis}"
        raise ValueError(msg)
    return dims


def _place(axis: Any) -> int | None:
    return None if axis is None else int_arg(axis)


@translated
def sum(a: Any, axis: Axis = None, dtype: Type | None = None, keepdims: bool = False, initial: Any = None) -> Tensor:
    """Add up the elements along some dimensions.

    Args:
        a (Any): the tensor.
        axis (Axis): the dimension, or several where a tuple is given; ``None``: all. Default: ``None``.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.
        keepdims (bool): keep the reduced dimensions with length 1. Default: ``False``.
        initial (Any): added to the result. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.sum, MindSpore 2.10
    """
    t = tensor(a)
    out = torch.sum(t, _dims(t, axis), keepdims, dtype=None if dtype is None else to_torch_dtype(dtype))
    return wrap(out if initial is None else out + tensor(initial))


@translated
def mean(a: Any, axis: Axis = None, keepdims: bool = False, dtype: Type | None = None) -> Tensor:
    """Average the elements along some dimensions.

    Args:
        a (Any): the tensor.
        axis (Axis): the dimension, or several where a tuple is given; ``None``: all. Default: ``None``.
        keepdims (bool): keep the reduced dimensions with length 1. Default: ``False``.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor; of integers of their type, the fraction cut off.

    Source: mindspore.numpy.mean, MindSpore 2.10
    """
    t = _averaged(a)
    need_dims("mean", t, axis)
    out = torch.mean(t, _dims(t, axis), keepdims)
    # MindSpore cuts the mean of integers off to their type, whatever `dtype` says (measured 2.10)
    return cast(out.to(dtype=tensor(a).dtype), dtype)


def _averaged(a: Any) -> torch.Tensor:
    """Return the numbers to be averaged, as floating-point numbers."""
    if tensor(a).dtype is torch.bool:
        msg = "For 'ReduceMean', unsupported reduce operation for bool; convert with .astype()"
        raise RuntimeError(msg)
    return floating(a)


def _variance(x: Any, axis: Axis, ddof: int, keepdims: bool) -> torch.Tensor:
    """Return the variance, of integers about their mean cut off to an integer.

    With more degrees of freedom than elements it is negative (measured 2.10).
    """
    t = _averaged(x)
    if tensor(x).is_floating_point():
        plain = torch.var(t, axis, correction=0, keepdim=keepdims)
    else:
        dims = tuple(range(t.ndim)) if axis is None else axis
        plain = (t - torch.mean(t, dims, True).trunc()).square().mean(dims, keepdims)
    if not ddof:
        return plain
    size = t.numel() // (torch.sum(t, axis, keepdim=keepdims).numel() or 1) if axis is not None else t.numel()
    return plain * size / (size - ddof) if size != ddof else plain * torch.inf


def _check_ddof(name: str, ddof: object) -> None:
    """Refuse a number of degrees of freedom that is no int, as MindSpore does."""
    if isinstance(ddof, bool) or not isinstance(ddof, int):
        msg = f"numpy.{name}: ddof must be an int, got {ddof!r}"
        raise TypeError(msg)


@translated
def std(x: Any, axis: Axis = None, ddof: int = 0, keepdims: bool = False) -> Tensor:
    """Compute the standard deviation along some dimensions.

    Args:
        x (Any): the tensor.
        axis (Axis): the dimension, or several where a tuple is given; ``None``: all. Default: ``None``.
        ddof (int): subtracted from the number of elements. Default: ``0``.
        keepdims (bool): keep the reduced dimensions with length 1. Default: ``False``.

    Returns:
        Tensor.

    Source: mindspore.numpy.std, MindSpore 2.10
    """
    need_dims("std", tensor(x), axis)
    _check_ddof("std", ddof)
    return wrap(torch.sqrt(_variance(x, axis, ddof, keepdims)))


@translated
def var(x: Any, axis: Axis = None, ddof: int = 0, keepdims: bool = False) -> Tensor:
    """Compute the variance along some dimensions.

    Args:
        x (Any): the tensor.
        axis (Axis): the dimension, or several where a tuple is given; ``None``: all. Default: ``None``.
        ddof (int): subtracted from the number of elements. Default: ``0``.
        keepdims (bool): keep the reduced dimensions with length 1. Default: ``False``.

    Returns:
        Tensor.

    Source: mindspore.numpy.var, MindSpore 2.10
    """
    need_dims("var", tensor(x), axis)
    _check_ddof("var", ddof)
    return wrap(_variance(x, axis, ddof, keepdims))


@translated
def argmax(a: Any, axis: int | None = None) -> Tensor:
    """Find where the largest element stands.

    Args:
        a (Any): the tensor.
        axis (int, None): the dimension; ``None``: in the flattened tensor. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.argmax, MindSpore 2.10
    """
    t = tensor(a)
    return wrap(torch.argmax(t.byte() if t.dtype is torch.bool else t, _place(axis) if t.ndim else None))


@translated
def argmin(a: Any, axis: int | None = None) -> Tensor:
    """Find where the smallest element stands.

    Args:
        a (Any): the tensor.
        axis (int, None): the dimension; ``None``: in the flattened tensor. Default: ``None``.

    Returns:
        Tensor.

    The place is an int32, that of `argmax` an int64: MindSpore's own types.

    Source: mindspore.numpy.argmin, MindSpore 2.10
    """
    t = tensor(a)
    out = torch.argmin(t.byte() if t.dtype is torch.bool else t, _place(axis) if t.ndim else None)
    return wrap(out.int() if t.ndim else out)  # int64 for want of a dimension (measured 2.10)


@translated
def cumsum(a: Any, axis: int | None = None, dtype: Type | None = None) -> Tensor:
    """Add up the elements so far.

    Args:
        a (Any): the tensor.
        axis (int, None): the dimension; ``None``: flatten first. Default: ``None``.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.cumsum, MindSpore 2.10
    """
    need_tensor("cumsum", a)
    need_dims("cumsum", tensor(a), axis)
    t = tensor(a) if axis is not None else tensor(a).reshape(-1)
    return cast(torch.cumsum(t, 0 if axis is None else axis, dtype=running(t)), dtype)


@translated
def cumprod(a: Any, axis: int | None = None, dtype: Type | None = None) -> Tensor:
    """Multiply the elements so far.

    Args:
        a (Any): the tensor.
        axis (int, None): the dimension; ``None``: flatten first. Default: ``None``.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.cumprod, MindSpore 2.10
    """
    need_dims("cumprod", tensor(a), axis)
    t = tensor(a) if axis is not None else tensor(a).reshape(-1)
    return cast(torch.cumprod(t, 0 if axis is None else axis, dtype=running(t)), dtype)


@translated
def dot(a: Any, b: Any) -> Tensor:
    """Multiply matrices or vectors as numpy's function of this name does.

    Args:
        a (Any): the tensor.
        b (Any): second operand.

    Returns:
        Tensor.

    Source: mindspore.numpy.dot, MindSpore 2.10
    """
    x, y = tensor_only("dot", a), tensor_only("dot", b)
    if not x.ndim or not y.ndim:
        return wrap(x * y)
    inner: Any = ([x.ndim - 1], [_inner_place(y)])
    if x.shape[-1] != y.shape[_inner_place(y)]:  # torch would repeat a length of 1
        msg = f"numpy.dot: shapes are not aligned: {tuple(x.shape)} and {tuple(y.shape)}"
        raise ValueError(msg)
    try:
        return wrap(torch.tensordot(x, y, dims=inner))
    except RuntimeError as error:
        raise op_error("numpy.dot", error, a=a, b=b) from None


def _inner_place(t: torch.Tensor) -> int:
    """Return the dimension over which `dot` adds in its second operand."""
    return t.ndim - 2 if t.ndim > 1 else 0


@translated
def outer(a: Any, b: Any) -> Tensor:
    """Multiply each element of one tensor with each of another.

    Args:
        a (Any): the tensor.
        b (Any): second operand.

    Returns:
        Tensor.

    Differs from MindSpore: operands of two types are promoted; it refuses them.

    Source: mindspore.numpy.outer, MindSpore 2.10
    """
    x, y = tensor_only("outer", a), tensor_only("outer", b)
    if x.dtype is not y.dtype:
        msg = f"numpy.outer: both Tensors must be of one type, got {x.dtype} and {y.dtype}"
        raise TypeError(msg)
    return wrap(torch.outer(x.reshape(-1), y.reshape(-1)))


@translated
def unique(x: Any, return_inverse: bool = False) -> Any:
    """Find the distinct elements, in the order in which they first stand.

    Args:
        x (Any): the tensor.
        return_inverse (bool): return where each element went as well. Default: ``False``.

    Returns:
        Tensor, or a tuple of Tensors.

    Source: mindspore.numpy.unique, MindSpore 2.10
    """
    need_tensor("unique", x)
    if not x._t.ndim:
        raise RuntimeError("numpy.unique: a Tensor of 0 dimensions is one element; reshape it to (1,)")
    elements, places = array_sort.unique(wrap(tensor(x).reshape(-1)))
    return (elements, places) if return_inverse else elements


@translated
def max(a: Any, axis: Axis = None, keepdims: bool = False, initial: Any = None, where: Any = True) -> Tensor:
    """Find the largest elements along some dimensions.

    Args:
        a (Any): the tensor.
        axis (Axis): the dimension, or several where a tuple is given; ``None``: all. Default: ``None``.
        keepdims (bool): keep the reduced dimensions with length 1. Default: ``False``.
        initial (Any): a bound of the result. Default: ``None``.
        where (Any): bool, which elements take part; ``True``: all. Default: ``True``.

    Returns:
        Tensor.

    Source: mindspore.numpy.max, MindSpore 2.10
    """
    need_tensor("max", a)
    need_dims("max", tensor(a), axis)
    return _extreme(True, a, axis, keepdims, initial, where)


@translated
def amax(a: Any, axis: Axis = None, keepdims: bool = False, initial: Any = None, where: Any = True) -> Tensor:
    """Find the largest elements along some dimensions.

    Args:
        a (Any): the tensor.
        axis (Axis): the dimension, or several where a tuple is given; ``None``: all. Default: ``None``.
        keepdims (bool): keep the reduced dimensions with length 1. Default: ``False``.
        initial (Any): a bound of the result. Default: ``None``.
        where (Any): bool, which elements take part; ``True``: all. Default: ``True``.

    Returns:
        Tensor.

    Source: mindspore.numpy.amax, MindSpore 2.10
    """
    need_tensor("amax", a)
    need_dims("max", tensor(a), axis)
    return _extreme(True, a, axis, keepdims, initial, where)


@translated
def min(a: Any, axis: Axis = None, keepdims: bool = False, initial: Any = None, where: Any = True) -> Tensor:
    """Find the smallest elements along some dimensions.

    Args:
        a (Any): the tensor.
        axis (Axis): the dimension, or several where a tuple is given; ``None``: all. Default: ``None``.
        keepdims (bool): keep the reduced dimensions with length 1. Default: ``False``.
        initial (Any): a bound of the result. Default: ``None``.
        where (Any): bool, which elements take part; ``True``: all. Default: ``True``.

    Returns:
        Tensor.

    Source: mindspore.numpy.min, MindSpore 2.10
    """
    need_tensor("min", a)
    need_dims("min", tensor(a), axis)
    return _extreme(False, a, axis, keepdims, initial, where)


@translated
def amin(a: Any, axis: Axis = None, keepdims: bool = False, initial: Any = None, where: Any = True) -> Tensor:
    """Find the smallest elements along some dimensions.

    Args:
        a (Any): the tensor.
        axis (Axis): the dimension, or several where a tuple is given; ``None``: all. Default: ``None``.
        keepdims (bool): keep the reduced dimensions with length 1. Default: ``False``.
        initial (Any): a bound of the result. Default: ``None``.
        where (Any): bool, which elements take part; ``True``: all. Default: ``True``.

    Returns:
        Tensor.

    Source: mindspore.numpy.amin, MindSpore 2.10
    """
    need_tensor("amin", a)
    need_dims("min", tensor(a), axis)
    return _extreme(False, a, axis, keepdims, initial, where)


def _extreme(largest: bool, a: Any, axis: Axis, keepdims: bool, initial: Any, where: Any) -> Tensor:
    t = tensor(a)
    if initial is not None and not isinstance(initial, (bool, int, float)):
        msg = f"numpy.amax and amin: `initial` must be a number, got {initial!r}"
        raise TypeError(msg)
    if where is not True:
        if initial is None:
            msg = "numpy.amax and amin: `where` needs `initial`, the value for what it leaves out"
            raise ValueError(msg)
        t = torch.where(tensor(where), t, tensor(initial).to(dtype=t.dtype))
    out = (torch.amax if largest else torch.amin)(t, _dims(t, axis), keepdims)
    if initial is not None:
        bound = tensor(initial).to(dtype=out.dtype)
        out = torch.maximum(out, bound) if largest else torch.minimum(out, bound)
    return wrap(out)
