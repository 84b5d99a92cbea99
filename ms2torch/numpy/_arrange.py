"""Selection, padding, differences and random numbers: functions of `mindspore.numpy`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ms2torch._core import dtype as mstype
from ms2torch._core.base import wrap
from ms2torch._core.convert import shape_arg
from ms2torch._core.device import current_device, number
from ms2torch._core.dtype import Type, to_torch_dtype
from ms2torch._core.element_types import check_type
from ms2torch._core.quotients import floor_quotient, nothing_after_zero
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import translated
from ms2torch.numpy._operands import (
    array_or_tensor,
    cast,
    floating,
    made,
    need_attributes,
    need_dims,
    need_tensor,
    place,
    tensor,
    with_bools,
)

Axis = int | tuple[int, ...] | list[int] | None


@translated
def argwhere(a: Any) -> Tensor:
    """Find where the elements that are not zero stand.

    Args:
        a (Any): the tensor.

    Returns:
        Tensor of int64, one row for each.

    Raises:
        ValueError: `a` is a single value.

    Source: mindspore.numpy.argwhere, MindSpore 2.10
    """
    t = tensor(a)
    if not t.ndim:
        msg = "numpy.argwhere: a tensor of at least one dimension is needed, got a single value"
        raise ValueError(msg)
    return wrap(torch.argwhere(t))


@translated
def average(x: Any, axis: Axis = None, weights: Any = None, returned: bool = False) -> Any:
    """Average with weights.

    Args:
        x (Any): the tensor.
        axis (Axis): the dimension, or several where a tuple is given; ``None``: all. Default: ``None``.
        weights (Any): of each element; ``None``: 1. Default: ``None``.
        returned (bool): return the sum of the weights as well. Default: ``False``.

    Returns:
        Tensor, or a tuple of Tensors; of integers the mean is of their type, the fraction cut off.

    Source: mindspore.numpy.average, MindSpore 2.10
    """
    need_tensor("average", x)
    t = floating(x)
    need_dims("average", t, axis)
    dims = tuple(range(t.ndim)) if axis is None else shape_arg(axis)
    if weights is None:
        w = torch.ones_like(t)
    else:
        w = floating(weights)
        if w.shape != t.shape:
            w = w.reshape([-1 if i == dims[0] % t.ndim else 1 for i in range(t.ndim)]).expand_as(t)
    total = w.sum(dims)
    mean = (t * w).sum(dims) / total
    kind = x._t.dtype if weights is None else torch.promote_types(x._t.dtype, tensor(weights).dtype)
    out = wrap(mean if kind is torch.bool else mean.to(kind))
    return (out, wrap(total.to(out._t.dtype))) if returned else out


@translated
def array_equal(a1: Any, a2: Any, equal_nan: bool = False) -> Tensor:
    """Tell whether two tensors have the same shape and elements.

    Args:
        a1 (Any): one tensor.
        a2 (Any): the other.
        equal_nan (bool): count NaN as equal to NaN. Default: ``False``.

    Returns:
        Tensor of bool, 0-d.

    Source: mindspore.numpy.array_equal, MindSpore 2.10
    """
    x, y = tensor(a1), tensor(a2)
    if x.shape != y.shape:
        return wrap(number(False))
    same = x == y
    return wrap((same | ((x != x) & (y != y)) if equal_nan else same).all())  # noqa: PLR0124 - NaN differs from itself


@translated
def asfarray(a: Any, dtype: Type = mstype.float32) -> Tensor:
    """Make a floating-point tensor of numbers, lists or arrays.

    Args:
        a (Any): the tensor.
        dtype (Type): type of the result; of integers it becomes float32, ``None`` leaves the elements' own.
            Default: ``mstype.float32``.

    Returns:
        Tensor.

    Source: mindspore.numpy.asfarray, MindSpore 2.10
    """
    t = array_or_tensor(a)
    if dtype is None:
        return wrap(made("asfarray", t))
    kind = to_torch_dtype(dtype)
    return wrap(made("asfarray", t.to(kind if kind.is_floating_point else torch.float32)))


@translated
def broadcast_arrays(*args: Any) -> list[Tensor]:
    """Broadcast tensors to their common shape.

    Args:
        *args (Any): the tensors.

    Returns:
        list(Tensor).

    Source: mindspore.numpy.broadcast_arrays, MindSpore 2.10
    """
    need_tensor("broadcast_arrays", *args)
    return [wrap(t) for t in torch.broadcast_tensors(*[tensor(x) for x in args])]


@translated
def count_nonzero(x: Any, axis: Axis = None, keepdims: bool = False) -> Tensor:
    """Count the elements that are not zero.

    Args:
        x (Any): the tensor.
        axis (Axis): the dimension, or several where a tuple is given; ``None``: all. Default: ``None``.
        keepdims (bool): keep the reduced dimensions with length 1. Default: ``False``.

    Returns:
        Tensor.

    Source: mindspore.numpy.count_nonzero, MindSpore 2.10
    """
    need_attributes("count_nonzero", x)
    check_type(x, "numpy.count_nonzero")
    t = tensor(x)
    dims = tuple(range(t.ndim)) if axis is None else shape_arg(axis)
    return wrap((t != 0).sum(dims, keepdims, dtype=torch.int32))


@translated
def diff(a: Any, n: int = 1, axis: int = -1, prepend: Any = None, append: Any = None) -> Tensor:
    """Compute the differences of neighbours.

    Args:
        a (Any): the tensor.
        n (int): how often. Default: ``1``.
        axis (int): the dimension. Default: ``-1``.
        prepend (Any): put before the elements. Default: ``None``.
        append (Any): put after the elements. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.diff, MindSpore 2.10
    """
    need_tensor("diff", a)
    t = tensor(a)
    before, after = (None if x is None else _one_slice(tensor(x), t, axis) for x in (prepend, append))
    out = torch.diff(t, n, axis, before, after)
    if n and not out.shape[axis]:
        msg = f"numpy.diff: with n={n} nothing is left of dimension {axis} of shape {tuple(t.shape)}"
        raise ValueError(msg)
    return wrap(out)


def _one_slice(end: torch.Tensor, t: torch.Tensor, axis: int) -> torch.Tensor:
    """Return what is put before or after the elements; a number once along the dimension."""
    if end.ndim:
        return end
    shape = list(t.shape)
    shape[axis] = 1
    return end.expand(shape)


@translated
def ediff1d(ary: Any, to_end: Any = None, to_begin: Any = None) -> Tensor:
    """Compute the differences of neighbours in the flattened tensor.

    Args:
        ary (Any): the tensor.
        to_end (Any): put after the differences. Default: ``None``.
        to_begin (Any): put before the differences. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.ediff1d, MindSpore 2.10
    """
    need_tensor("ediff1d", ary)
    out = torch.diff(tensor(ary).reshape(-1))
    before, after = (None if x is None else tensor(x).reshape(-1).to(dtype=out.dtype) for x in (to_begin, to_end))
    return wrap(torch.cat([p for p in (before, out, after) if p is not None]))


@translated
def diagflat(v: Any, k: int = 0) -> Tensor:
    """Put the elements on a diagonal.

    Args:
        v (Any): the tensor.
        k (int): which diagonal; above the main one if positive. Default: ``0``.

    Returns:
        Tensor.

    Source: mindspore.numpy.diagflat, MindSpore 2.10
    """
    need_tensor("diagflat", v)
    return wrap(torch.diagflat(made("diagflat", tensor(v)), k))


@translated
def digitize(x: Any, bins: Any, right: bool = False) -> Tensor:
    """Tell in which bin each element falls.

    Args:
        x (Any): the tensor.
        bins (Any): the edges, rising or falling.
        right (bool): the upper edge belongs to a bin. Default: ``False``.

    Returns:
        Tensor.

    Source: mindspore.numpy.digitize, MindSpore 2.10
    """
    t, edges = tensor(x), tensor(bins)
    if edges.ndim != 1:
        msg = f"numpy.digitize: `bins` must have one dimension, got shape {tuple(edges.shape)}"
        raise ValueError(msg)
    if len(edges) > 1 and bool(edges[0] > edges[-1]):
        return wrap(len(edges) - torch.searchsorted(edges.flip(0), t, right=not right, out_int32=True))
    return wrap(torch.searchsorted(edges, t, right=not right, out_int32=True))


@translated
def divmod(x1: Any, x2: Any, dtype: Type | None = None) -> tuple[Tensor, Tensor]:
    """Divide and round down, with the rest.

    Args:
        x1 (Any): first operand.
        x2 (Any): second operand, of a shape that broadcasts with `x1`.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        tuple(Tensor, Tensor).

    Source: mindspore.numpy.divmod, MindSpore 2.10
    """
    for each in (x1, x2):
        if isinstance(each, (list, tuple)):
            need_tensor("divmod", each)
    a, b = tensor(x1), tensor(x2)
    return cast(with_bools(floor_quotient, a, b), dtype), cast(with_bools(nothing_after_zero, a, b), dtype)


@translated
def flipud(m: Any) -> Tensor:
    """Reverse the order along the first dimension.

    Args:
        m (Any): the tensor.

    Returns:
        Tensor.

    Source: mindspore.numpy.flipud, MindSpore 2.10
    """
    need_tensor("flipud", m)
    t = tensor(m)
    return wrap(torch.flip(t, (place("flipud", 0, t.ndim),)))


@translated
def fliplr(m: Any) -> Tensor:
    """Reverse the order along the second dimension.

    Args:
        m (Any): the tensor.

    Returns:
        Tensor.

    Source: mindspore.numpy.fliplr, MindSpore 2.10
    """
    need_tensor("fliplr", m)
    return wrap(torch.flip(tensor(m), (1,)))


@translated
def full_like(a: Any, fill_value: Any, dtype: Type | None = None, shape: Any = None) -> Tensor:
    """Create a tensor of one value, in the shape of another.

    Args:
        a (Any): the tensor.
        fill_value (Any): the value.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.
        shape (Any): in place of its shape. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.full_like, MindSpore 2.10
    """
    t = tensor(a)
    if isinstance(fill_value, (Tensor, list, tuple)):  # of its type, whatever `dtype` says (measured 2.10)
        return wrap(torch.broadcast_to(tensor(fill_value), t.shape if shape is None else shape_arg(shape)).clone())
    out = torch.broadcast_to(tensor(fill_value), t.shape if shape is None else shape_arg(shape)).clone()
    # an empty list is of float32 (measured 2.10)
    own = (
        t.dtype if t.numel() or isinstance(a, Tensor) else torch.float32
    )  # an empty list is of float32 (measured 2.10)
    return wrap(made("full_like", out.to(own) if dtype is None else cast(out, dtype)._t))


@translated
def logspace(
    start: float,
    stop: float,
    num: int = 50,
    endpoint: bool = True,
    base: float = 10.0,
    dtype: Type | None = None,
    axis: int = 0,
) -> Tensor:
    """Place values evenly on a logarithmic scale.

    Args:
        start (float): logarithm of the first value.
        stop (float): logarithm of the last value.
        num (int): number of values. Default: ``50``.
        endpoint (bool): include the end. Default: ``True``.
        base (float): of the logarithms. Default: ``10.0``.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.
        axis (int): where the values lie; only 0 for numbers. Default: ``0``.

    Returns:
        Tensor.

    Source: mindspore.numpy.logspace, MindSpore 2.10
    """
    first, last = floating(start), floating(stop)
    steps = torch.arange(num, device=current_device()) / ((num - 1 if endpoint else num) or 1)
    first, last = torch.broadcast_tensors(first, last)
    exponents = first + (last - first) * steps.reshape(-1, *([1] * first.ndim))
    return cast(torch.movedim(torch.pow(number(base), exponents), 0, axis), dtype)


@translated
def split(x: Any, indices_or_sections: int | Sequence[int], axis: int = 0) -> tuple[Tensor, ...]:
    """Split into equal parts, or at the given indices.

    Args:
        x (Any): the tensor.
        indices_or_sections (int, Sequence[int]): number of parts, or where to split.
        axis (int): the dimension, or several where a tuple is given; ``None``: all. Default: ``0``.

    Returns:
        tuple(Tensor).

    Source: mindspore.numpy.split, MindSpore 2.10
    """
    t = tensor(x)
    if isinstance(indices_or_sections, int) and t.shape[axis] % indices_or_sections:
        msg = f"numpy.split: length {t.shape[axis]} cannot be split into {indices_or_sections} equal parts"
        raise ValueError(msg)
    return _pieces(t, indices_or_sections, axis)


def _pieces(t: torch.Tensor, at: int | Sequence[int], axis: int) -> Any:
    """Cut a tensor: a tuple for a count, a list for places, where no piece may be empty (both measured 2.10)."""
    place("split", axis, t.ndim)
    parts = [wrap(p) for p in torch.tensor_split(t, at, axis)]  # type: ignore[arg-type]
    if isinstance(at, int):
        return tuple(parts)
    if any(not part._t.shape[axis] for part in parts):
        msg = f"numpy.split: {at} leaves a piece empty in a length of {t.shape[axis]}"
        raise ValueError(msg)
    return parts


@translated
def array_split(x: Any, indices_or_sections: int | Sequence[int], axis: int = 0) -> tuple[Tensor, ...]:
    """Split into parts whose lengths differ by at most 1, or at the given indices.

    Args:
        x (Any): the tensor.
        indices_or_sections (int, Sequence[int]): number of parts, or where to split.
        axis (int): the dimension, or several where a tuple is given; ``None``: all. Default: ``0``.

    Returns:
        tuple(Tensor).

    Source: mindspore.numpy.array_split, MindSpore 2.10
    """
    return _pieces(tensor(x), indices_or_sections, axis)


@translated
def hsplit(x: Any, indices_or_sections: int | Sequence[int]) -> tuple[Tensor, ...]:
    """Split along the second dimension; of a vector, the first.

    Args:
        x (Any): the tensor.
        indices_or_sections (int, Sequence[int]): number of parts, or where to split.

    Returns:
        tuple(Tensor).

    Source: mindspore.numpy.hsplit, MindSpore 2.10
    """
    return split(x, indices_or_sections, 1)


@translated
def vsplit(x: Any, indices_or_sections: int | Sequence[int]) -> tuple[Tensor, ...]:
    """Split along the first dimension.

    Args:
        x (Any): the tensor.
        indices_or_sections (int, Sequence[int]): number of parts, or where to split.

    Returns:
        tuple(Tensor).

    Source: mindspore.numpy.vsplit, MindSpore 2.10
    """
    return split(x, indices_or_sections, 0)


@translated
def dsplit(x: Any, indices_or_sections: int | Sequence[int]) -> tuple[Tensor, ...]:
    """Split along the third dimension.

    Args:
        x (Any): the tensor.
        indices_or_sections (int, Sequence[int]): number of parts, or where to split.

    Returns:
        tuple(Tensor).

    Source: mindspore.numpy.dsplit, MindSpore 2.10
    """
    return split(x, indices_or_sections, 2)
