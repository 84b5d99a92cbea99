"""Creation and shapes: functions of `mindspore.numpy`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ms2torch._core import dtype as mstype
from ms2torch._core.base import is_parameter, wrap
from ms2torch._core.convert import shape_arg, to_torch
from ms2torch._core.device import current_device
from ms2torch._core.dtype import Type, to_torch_dtype
from ms2torch._core.grad_mode import is_recording
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import translated
from ms2torch.numpy._operands import (
    array_or_tensor,
    cast,
    floating,
    in_rows,
    made,
    need_attributes,
    need_dims,
    need_tensor,
    place,
    promoted,
    tensor,
    to_int32,
)

Axis = int | tuple[int, ...] | list[int] | None


@translated
def array(obj: Any, dtype: Type | None = None, copy: bool = True, ndmin: int = 0) -> Tensor:
    """Make a tensor of numbers, lists or arrays.

    Args:
        obj (Any): the elements.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.
        copy (bool): copy a Tensor that needs no conversion. Default: ``True``.
        ndmin (int): number of dimensions at least. Default: ``0``.

    Returns:
        Tensor.

    Source: mindspore.numpy.array, MindSpore 2.10
    """
    unchanged = isinstance(obj, Tensor) and obj._t.ndim >= ndmin
    if unchanged and not copy and (dtype is None or to_torch_dtype(dtype) is obj._t.dtype):
        return obj
    if isinstance(obj, Tensor):  # a Tensor's gradient passes, a Parameter's does not (measured 2.10)
        t = to_torch(obj) if is_parameter(obj._t) or not is_recording() else obj._t.clone()
    else:
        t = in_rows(obj, array_or_tensor)
    t = t.reshape((1,) * (ndmin - t.ndim) + tuple(t.shape)) if t.ndim < ndmin else t
    out = cast(t, dtype)
    return out if dtype is None else wrap(made("array", out._t))


@translated
def asarray(a: Any, dtype: Type | None = None) -> Tensor:
    """Make a tensor of numbers, lists or arrays.

    Args:
        a (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.asarray, MindSpore 2.10
    """
    return array(a, dtype, copy=False)


@translated
def copy(a: Any) -> Tensor:
    """Copy a tensor.

    Args:
        a (Any): the tensor.

    Returns:
        Tensor.

    Source: mindspore.numpy.copy, MindSpore 2.10
    """
    return wrap(tensor(a).clone())


@translated
def reshape(x: Any, new_shape: Any) -> Tensor:
    """Change the shape.

    Args:
        x (Any): the tensor.
        new_shape (Any): the shape, with at most one -1.

    Returns:
        Tensor.

    Source: mindspore.numpy.reshape, MindSpore 2.10
    """
    return wrap(tensor(x).reshape(shape_arg(new_shape)))


@translated
def ravel(x: Any) -> Tensor:
    """Make one dimension of all.

    Args:
        x (Any): the tensor.

    Returns:
        Tensor.

    Source: mindspore.numpy.ravel, MindSpore 2.10
    """
    need_tensor("ravel", x)
    return wrap(tensor(x).reshape(-1))


@translated
def transpose(a: Any, axes: Sequence[int] | None = None) -> Tensor:
    """Reorder the dimensions.

    Args:
        a (Any): the tensor.
        axes (Sequence[int], None): the new order; ``None``: reversed. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.transpose, MindSpore 2.10
    """
    need_tensor("transpose", a)
    t = tensor(a)
    return wrap(t.permute(tuple(reversed(range(t.ndim))) if axes is None else shape_arg(axes)))


@translated
def expand_dims(a: Any, axis: int | Sequence[int]) -> Tensor:
    """Insert dimensions of length 1.

    Args:
        a (Any): the tensor.
        axis (int, Sequence[int]): where, in the result.

    Returns:
        Tensor.

    Source: mindspore.numpy.expand_dims, MindSpore 2.10
    """
    need_tensor("expand_dims", a)
    t = tensor(a)
    places = shape_arg(axis)
    for new in sorted(p % (t.ndim + len(places)) for p in places):
        t = t.unsqueeze(new)
    return wrap(t)


@translated
def squeeze(a: Any, axis: Axis = None) -> Tensor:
    """Drop dimensions of length 1.

    Args:
        a (Any): the tensor.
        axis (Axis): the dimension, or several where a tuple is given; ``None``: all. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.squeeze, MindSpore 2.10
    """
    need_tensor("squeeze", a)
    t = tensor(a)
    return wrap(t.squeeze() if axis is None else t.squeeze(shape_arg(axis)))


@translated
def concatenate(arrays: Any, axis: int | None = 0) -> Tensor:
    """Join tensors along a dimension.

    Args:
        arrays (Any): the tensors.
        axis (int, None): the dimension; ``None``: flatten first. Default: ``0``.

    Returns:
        Tensor.

    Source: mindspore.numpy.concatenate, MindSpore 2.10
    """
    need_tensor("concatenate", *((arrays,) if not isinstance(arrays, (list, tuple)) else arrays))
    parts = promoted([tensor(x) for x in arrays])
    return wrap(torch.cat([p.reshape(-1) for p in parts]) if axis is None else torch.cat(parts, axis))


@translated
def append(arr: Any, values: Any, axis: int | None = None) -> Tensor:
    """Join a second tensor to the end of the first.

    Args:
        arr (Any): the tensor.
        values (Any): the second tensor.
        axis (int, None): the dimension; ``None``: flatten first. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.append, MindSpore 2.10
    """
    need_tensor("append", arr)
    return concatenate((arr, values), axis)


@translated
def tile(a: Any, reps: int | Sequence[int]) -> Tensor:
    """Repeat the tensor.

    Args:
        a (Any): the tensor.
        reps (int, Sequence[int]): how often along each dimension.

    Returns:
        Tensor.

    Source: mindspore.numpy.tile, MindSpore 2.10
    """
    need_tensor("tile", a)
    return wrap(torch.tile(tensor(a), shape_arg(reps)))


@translated
def repeat(a: Any, repeats: Any, axis: int | None = None) -> Tensor:
    """Repeat each element.

    Args:
        a (Any): the tensor.
        repeats (Any): how often; one for all or one for each.
        axis (int, None): the dimension, or several where a tuple is given; ``None``: all. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.repeat, MindSpore 2.10
    """
    if tensor(a).dtype is torch.bool or (isinstance(repeats, int) and repeats == 0):
        msg = f"numpy.repeat: the elements must be numbers and `repeats` not 0, got {tensor(a).dtype} and {repeats!r}"
        raise TypeError(msg)
    times = repeats if isinstance(repeats, int) else tensor(repeats)
    return wrap(torch.repeat_interleave(tensor(a), times, axis))  # type: ignore[arg-type]


@translated
def flip(m: Any, axis: Axis = None) -> Tensor:
    """Reverse the order of elements.

    Args:
        m (Any): the tensor.
        axis (Axis): the dimension, or several where a tuple is given; ``None``: all. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.flip, MindSpore 2.10
    """
    need_tensor("flip", m)
    t = tensor(m)
    need_dims("flip", t, axis)
    return wrap(torch.flip(t, tuple(range(t.ndim)) if axis is None else shape_arg(axis)))


@translated
def roll(a: Any, shift: int | Sequence[int], axis: Axis = None) -> Tensor:
    """Shift elements round.

    Args:
        a (Any): the tensor.
        shift (int, Sequence[int]): by how much.
        axis (Axis): the dimension; ``None``: in the flattened tensor. Default: ``None``.

    Several shifts along one dimension add up, and one shift is that of every dimension.

    Returns:
        Tensor.

    Source: mindspore.numpy.roll, MindSpore 2.10
    """
    need_tensor("roll", a)
    t, shifts = tensor(a), shape_arg(shift)
    if axis is None:
        return wrap(torch.roll(t, sum(shifts)))
    by, dims = torch.broadcast_tensors(torch.tensor(shifts), torch.tensor(shape_arg(axis)))
    return wrap(torch.roll(t, by.tolist(), dims.tolist()))


@translated
def rot90(a: Any, k: int = 1, axes: Sequence[int] = (0, 1)) -> Tensor:
    """Turn by right angles.

    Args:
        a (Any): the tensor.
        k (int): how often. Default: ``1``.
        axes (Sequence[int]): the plane. Default: ``(0, 1)``.

    Returns:
        Tensor.

    Source: mindspore.numpy.rot90, MindSpore 2.10
    """
    need_tensor("rot90", a)
    return wrap(torch.rot90(tensor(a), int(k) if isinstance(k, bool) else k, tuple(axes)))


@translated
def moveaxis(a: Any, source: int | Sequence[int], destination: int | Sequence[int]) -> Tensor:
    """Move dimensions.

    Args:
        a (Any): the tensor.
        source (int, Sequence[int]): from where.
        destination (int, Sequence[int]): to where.

    Returns:
        Tensor.

    Source: mindspore.numpy.moveaxis, MindSpore 2.10
    """
    t = tensor(a)
    if not t.ndim and (shape_arg(source) or shape_arg(destination)):
        raise ValueError("numpy.moveaxis: a tensor of 0 dimensions has none to move")
    return wrap(torch.movedim(t, shape_arg(source), shape_arg(destination)))


@translated
def swapaxes(x: Any, axis1: int, axis2: int) -> Tensor:
    """Swap two dimensions.

    Args:
        x (Any): the tensor.
        axis1 (int): one of them.
        axis2 (int): the other.

    Returns:
        Tensor.

    Source: mindspore.numpy.swapaxes, MindSpore 2.10
    """
    t = tensor(x)
    return wrap(torch.transpose(t, place("swapaxes", axis1, t.ndim), place("swapaxes", axis2, t.ndim)))


@translated
def broadcast_to(array: Any, shape: Sequence[int]) -> Tensor:
    """Broadcast to a shape.

    Args:
        array (Any): the tensor.
        shape (Sequence[int]): shape of the result.

    Returns:
        Tensor.

    Source: mindspore.numpy.broadcast_to, MindSpore 2.10
    """
    wanted = shape_arg(shape)
    if min(wanted, default=0) < 0:
        msg = f"numpy.broadcast_to: lengths must not be negative, got {wanted}"
        raise ValueError(msg)
    return wrap(torch.broadcast_to(tensor(array), wanted))


@translated
def arange(start: Any, stop: Any = None, step: Any = None, dtype: Type | None = None) -> Tensor:
    """Count from `start` to before `stop`.

    Args:
        start (Any): the first value; with no `stop`, the end.
        stop (Any): where to end, not reached. Default: ``None``.
        step (Any): distance of the values; ``None``: 1. Default: ``None``.
        dtype (Type, None): type of the result; ``None``: int32 for integers, else float32, also where one of the
            values is a Tensor. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.arange, MindSpore 2.10
    """
    ends = [float(x._t) if isinstance(x, Tensor) else x for x in (start, stop, step)]
    first, last = (0, ends[0]) if stop is None else (ends[0], ends[1])
    out = to_int32(torch.arange(first, last, 1 if step is None else ends[2], device=current_device()))
    if not out.numel():
        msg = f"numpy.arange: there is no number from {first} to {last}"
        raise ValueError(msg)
    return cast(out, dtype)


@translated
def linspace(
    start: float,
    stop: float,
    num: int = 50,
    endpoint: bool = True,
    retstep: bool = False,
    dtype: Type | None = None,
    axis: int = 0,
) -> Any:
    """Place values evenly.

    Args:
        start (float): start of the interval.
        stop (float): end of the interval.
        num (int): number of values. Default: ``50``.
        endpoint (bool): include the end. Default: ``True``.
        retstep (bool): return their distance as well. Default: ``False``.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.
        axis (int): where the values lie; only 0 for numbers. Default: ``0``.

    Returns:
        Tensor, or a tuple of Tensors.

    Source: mindspore.numpy.linspace, MindSpore 2.10
    """
    first, last = floating(start), floating(stop)
    distance = (last - first) / ((num - 1 if endpoint else num) or 1)
    steps = torch.arange(num, device=current_device()).reshape(-1, *([1] * distance.ndim))
    out = cast(torch.movedim(first + steps * distance, 0, axis), dtype)
    return (out, wrap(distance)) if retstep else out


@translated
def eye(N: int, M: int | None = None, k: int = 0, dtype: Type = mstype.float32) -> Tensor:
    """Create a matrix with ones on a diagonal.

    Args:
        N (int): rows.
        M (int, None): columns; ``None``: `N`. Default: ``None``.
        k (int): which diagonal; above the main one if positive. Default: ``0``.
        dtype (Type): type of the result; ``None``: as the operands give it. Default: ``mstype.float32``.

    Returns:
        Tensor.

    Source: mindspore.numpy.eye, MindSpore 2.10
    """
    full = torch.ones(N, N if M is None else M, device=current_device())
    return wrap(made("eye", cast(torch.triu(torch.tril(full, k), k), dtype)._t))


@translated
def identity(n: int, dtype: Type = mstype.float32) -> Tensor:
    """Create a square matrix with ones on its diagonal.

    Args:
        n (int): rows and columns.
        dtype (Type): type of the result; ``None``: as the operands give it. Default: ``mstype.float32``.

    Returns:
        Tensor.

    Source: mindspore.numpy.identity, MindSpore 2.10
    """
    return eye(n, dtype=dtype)


@translated
def full(shape: Any, fill_value: Any, dtype: Type | None = None) -> Tensor:
    """Create a tensor of one value.

    Args:
        shape (Any): shape of the result.
        fill_value (Any): the value.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.full, MindSpore 2.10
    """
    out = cast(torch.broadcast_to(tensor(fill_value), shape_arg(shape)).clone(), dtype)
    return wrap(made("full", out._t))


@translated
def meshgrid(*xi: Any, sparse: bool = False, indexing: str = "xy") -> list[Tensor]:
    """Make coordinate grids of vectors.

    Args:
        *xi (Any): the vectors.

    Keyword Args:
        sparse (bool): leave the grids to be broadcast. Default: ``False``.
        indexing (str): ``'xy'`` or ``'ij'``. Default: ``'xy'``.

    Returns:
        list(Tensor).

    Source: mindspore.numpy.meshgrid, MindSpore 2.10
    """
    need_tensor("meshgrid", *xi)
    vectors = [tensor(x).reshape(-1) for x in xi]
    grids = torch.meshgrid(*vectors, indexing=indexing)
    if not sparse:
        return [wrap(g) for g in grids]
    places = [1, 0, *range(2, len(xi))] if indexing == "xy" and len(xi) > 1 else list(range(len(xi)))
    return [
        wrap(v.reshape([-1 if i == p else 1 for i in range(len(xi))])) for v, p in zip(vectors, places, strict=True)
    ]


@translated
def tril(m: Any, k: int = 0) -> Tensor:
    """Keep what lies on and below a diagonal.

    Args:
        m (Any): the tensor.
        k (int): which diagonal; above the main one if positive. Default: ``0``.

    Returns:
        Tensor.

    Source: mindspore.numpy.tril, MindSpore 2.10
    """
    return wrap(torch.tril(tensor(m), k))


@translated
def triu(m: Any, k: int = 0) -> Tensor:
    """Keep what lies on and above a diagonal.

    Args:
        m (Any): the tensor.
        k (int): which diagonal; above the main one if positive. Default: ``0``.

    Returns:
        Tensor.

    Source: mindspore.numpy.triu, MindSpore 2.10
    """
    return wrap(torch.triu(tensor(m), k))


@translated
def diagonal(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Tensor:
    """Take a diagonal.

    Args:
        a (Any): the tensor.
        offset (int): which, above the main one if positive. Default: ``0``.
        axis1 (int): first dimension of the matrices. Default: ``0``.
        axis2 (int): second dimension of the matrices. Default: ``1``.

    Returns:
        Tensor.

    Source: mindspore.numpy.diagonal, MindSpore 2.10
    """
    need_attributes("diagonal", a)
    return wrap(torch.diagonal(tensor(a), offset, axis1, axis2))


@translated
def diag(v: Any, k: int = 0) -> Tensor:
    """Put a vector on a diagonal, or take a diagonal of a matrix.

    Args:
        v (Any): the tensor.
        k (int): which diagonal; above the main one if positive. Default: ``0``.

    Returns:
        Tensor.

    Source: mindspore.numpy.diag, MindSpore 2.10
    """
    need_tensor("diag", v)
    return wrap(torch.diag(made("diag", tensor(v)), k))


@translated
def zeros(shape: Any, dtype: Type = mstype.float32) -> Tensor:
    """Create a tensor of zeros.

    Args:
        shape (Any): shape of the result.
        dtype (Type): type of the result; ``None``: as the operands give it. Default: ``mstype.float32``.

    Returns:
        Tensor.

    Source: mindspore.numpy.zeros, MindSpore 2.10
    """
    return wrap(made("zeros", torch.zeros(shape_arg(shape), dtype=to_torch_dtype(dtype), device=current_device())))


@translated
def zeros_like(a: Any, dtype: Type | None = None, shape: Any = None) -> Tensor:
    """Create a tensor of zeros, in the shape of another.

    Args:
        a (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.
        shape (Any): in place of its shape. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.zeros_like, MindSpore 2.10
    """
    t = in_rows(a, tensor)
    size = t.shape if shape is None else shape_arg(shape)
    out = torch.zeros(size, dtype=t.dtype if t.numel() or isinstance(a, Tensor) else torch.float32, device=t.device)
    return wrap(made("zeros_like", cast(out, dtype)._t))


@translated
def ones(shape: Any, dtype: Type = mstype.float32) -> Tensor:
    """Create a tensor of ones.

    Args:
        shape (Any): shape of the result.
        dtype (Type): type of the result; ``None``: as the operands give it. Default: ``mstype.float32``.

    Returns:
        Tensor.

    Source: mindspore.numpy.ones, MindSpore 2.10
    """
    return wrap(made("ones", torch.ones(shape_arg(shape), dtype=to_torch_dtype(dtype), device=current_device())))


@translated
def ones_like(a: Any, dtype: Type | None = None, shape: Any = None) -> Tensor:
    """Create a tensor of ones, in the shape of another.

    Args:
        a (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.
        shape (Any): in place of its shape. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.ones_like, MindSpore 2.10
    """
    t = in_rows(a, tensor)
    size = t.shape if shape is None else shape_arg(shape)
    out = torch.ones(size, dtype=t.dtype if t.numel() or isinstance(a, Tensor) else torch.float32, device=t.device)
    return wrap(made("ones_like", cast(out, dtype)._t))


@translated
def empty(shape: Any, dtype: Type = mstype.float32) -> Tensor:
    """Create a tensor of values nobody should read; they are zeros.

    Args:
        shape (Any): shape of the result.
        dtype (Type): type of the result; ``None``: as the operands give it. Default: ``mstype.float32``.

    Returns:
        Tensor.

    Source: mindspore.numpy.empty, MindSpore 2.10
    """
    return wrap(torch.zeros(shape_arg(shape), dtype=to_torch_dtype(dtype), device=current_device()))


@translated
def empty_like(prototype: Any, dtype: Type | None = None, shape: Any = None) -> Tensor:
    """Create a tensor of values nobody should read; they are zeros, in the shape of another.

    Args:
        prototype (Any): gives shape and type.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.
        shape (Any): in place of its shape. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.empty_like, MindSpore 2.10
    """
    t = in_rows(prototype, tensor)
    out = torch.zeros(t.shape if shape is None else shape_arg(shape), dtype=t.dtype, device=t.device)
    return cast(out, dtype)
