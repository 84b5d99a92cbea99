"""Selection, indices and application along dimensions: functions of `mindspore.numpy`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.convert import shape_arg
from ms2torch._core.element_types import check_type
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import translated
from ms2torch.numpy._operands import place, promoted, tensor, together

_MODES = ("raise", "wrap", "clip")


def _within(name: str, indices: torch.Tensor, length: int, mode: str) -> torch.Tensor:
    """Return indices brought into 0 .. `length` - 1.

    Raises:
        NotImplementedError: for ``'raise'``, which MindSpore lacks too.
        ValueError: if there is no such mode.
    """
    if mode not in _MODES:
        msg = f"numpy.{name}: mode must be 'wrap' or 'clip', got {mode!r}"
        raise ValueError(msg)
    if mode == "raise":
        msg = f"numpy.{name}: mode='raise' does not exist in MindSpore either; use 'wrap' or 'clip'"
        raise NotImplementedError(msg)
    indices = indices.long()
    return torch.remainder(indices, length) if mode == "wrap" else indices.clamp(0, length - 1)


@translated
def take(a: Tensor, indices: Tensor, axis: int | None = None, mode: str = "clip") -> Tensor:
    """Take elements, or slices along a dimension, by their indices.

    Args:
        a (Tensor): the tensor.
        indices (Tensor): int32 or int64, of any shape. With ``'clip'`` a negative index counts from the end.
        axis (int, None): the dimension; ``None``: in the flattened tensor. Default: ``None``.
        mode (str): what to do with indices outside: ``'clip'`` or ``'wrap'``. Default: ``'clip'``.

    Returns:
        Tensor, the dimension replaced by those of `indices`.

    Raises:
        TypeError: if `a` or `indices` is no Tensor, or `indices` no ints.
        ValueError: if there is no such dimension or mode.
        NotImplementedError: for ``mode='raise'``.

    Source: mindspore.numpy.take, MindSpore 2.10
    """
    t, which = unwrap(a), unwrap(indices)
    if which.dtype not in (torch.int32, torch.int64):
        msg = f"numpy.take: indices must be int32 or int64, got {which.dtype}"
        raise TypeError(msg)
    if axis is not None and not isinstance(axis, int):
        msg = f"numpy.take: axis must be an int or None, got {axis!r}"
        raise TypeError(msg)
    if axis is None:
        t, dim = t.reshape(-1), 0
    else:
        dim = place("take", axis, t.ndim)
    length = t.shape[dim]
    if mode == "clip":
        which = torch.where(which < 0, which + length, which)
    which = _within("take", which, length, mode)
    out = torch.index_select(t, dim, which.flatten())
    return wrap(out.reshape((*t.shape[:dim], *which.shape, *t.shape[dim + 1 :])))


@translated
def choose(a: Any, choices: Any, mode: str = "clip") -> Tensor:
    """Build a tensor by taking each element from one of several tensors.

    Args:
        a (Any): ints, which tensor to take from.
        choices (Any): the tensors, or one whose first dimension counts them; they are broadcast together with `a`.
        mode (str): what to do with numbers outside: ``'clip'`` or ``'wrap'``. Default: ``'clip'``.

    Returns:
        Tensor.

    Raises:
        ValueError: if `a` holds no ints or is a number, if shapes do not broadcast, or there is no such mode.
        NotImplementedError: for ``mode='raise'``.

    Source: mindspore.numpy.choose, MindSpore 2.10
    """
    which = tensor(a)
    if which.is_floating_point() or which.is_complex() or which.ndim == 0:
        msg = f"numpy.choose: a must hold ints in at least one dimension, got {which.dtype} of {tuple(which.shape)}"
        raise ValueError(msg)
    options = list(tensor(choices)) if isinstance(choices, Tensor) else [tensor(each) for each in choices]
    which = _within("choose", which, len(options), mode)
    try:
        which, *options = torch.broadcast_tensors(*together(which, *promoted(options)))
    except RuntimeError as error:
        msg = f"numpy.choose: {error}"
        raise ValueError(msg) from None
    return wrap(torch.gather(torch.stack(options), 0, which.unsqueeze(0)).squeeze(0))


@translated
def select(condlist: Any, choicelist: Any, default: Any = 0) -> Tensor:
    """Take each element from the first of several tensors whose condition holds.

    Args:
        condlist (Any): bool tensors.
        choicelist (Any): as many tensors.
        default (Any): where no condition holds. Default: ``0``.

    Returns:
        Tensor, of the type the choices are promoted to.

    Raises:
        ValueError: if there are not as many choices as conditions.

    Source: mindspore.numpy.select, MindSpore 2.10
    """
    conditions, choices = [tensor(c) for c in condlist], [tensor(c) for c in choicelist]
    if len(conditions) != len(choices):
        msg = f"numpy.select: {len(conditions)} conditions need as many choices, got {len(choices)}"
        raise ValueError(msg)
    if not choices:
        return wrap(tensor(default).to(dtype=torch.float32))
    *placed, default = together(*conditions, *promoted(choices), tensor(default))
    conditions, choices = placed[: len(conditions)], placed[len(conditions) :]
    *choices, rest = torch.broadcast_tensors(*choices, default)
    return wrap(_first_that_holds(conditions, choices, rest.to(choices[0].dtype)))


def _first_that_holds(
    conditions: Sequence[torch.Tensor], choices: Sequence[torch.Tensor], rest: torch.Tensor
) -> torch.Tensor:
    out = rest
    for condition, choice in zip(reversed(conditions), reversed(choices), strict=True):
        out = torch.where(condition.bool(), choice, out)
    return out


@translated
def piecewise(x: Any, condlist: Any, funclist: Any, *args: Any, **kw: Any) -> Tensor:
    """Compute a function that is another one under each of several conditions.

    Args:
        x (Any): the tensor.
        condlist (Any): bool tensors; where several hold, the first counts.
        funclist (Any): for each a function of the tensor, or a number; one more stands for everywhere else.
        *args (Any): further arguments of the functions.

    Keyword Args:
        **kw (Any): further arguments of the functions.

    Returns:
        Tensor, of the type that the functions' results are promoted to; 0 where no condition holds.

    Raises:
        TypeError: if `funclist` is no sequence.
        ValueError: if there are not as many functions as conditions, or one more.

    Source: mindspore.numpy.piecewise, MindSpore 2.10
    """
    t = tensor(x)
    conditions = [tensor(c) for c in ([condlist] if isinstance(condlist, bool) else condlist)]
    if not isinstance(funclist, (tuple, list)):
        msg = f"numpy.piecewise: funclist must be a list, got {funclist!r}"
        raise TypeError(msg)
    if len(funclist) not in (len(conditions), len(conditions) + 1):
        msg = f"numpy.piecewise: {len(conditions)} conditions need as many functions, or one more; got {len(funclist)}"
        raise ValueError(msg)
    values = promoted([tensor(f(wrap(t), *args, **kw)) if callable(f) else tensor(f) for f in funclist])
    rest = values.pop() if len(values) > len(conditions) else torch.zeros((), dtype=values[0].dtype, device=t.device)
    rest = torch.broadcast_to(rest, t.shape)
    return wrap(_first_that_holds(conditions, values, rest))


@translated
def apply_along_axis(func1d: Callable[..., Any], axis: int, arr: Tensor, *args: Any, **kwargs: Any) -> Tensor:
    """Apply a function to each vector along a dimension.

    Args:
        func1d (Callable): takes a vector, gives a Tensor.
        axis (int): the dimension.
        arr (Tensor): the tensor.
        *args (Any): further arguments of the function.

    Keyword Args:
        **kwargs (Any): further arguments of the function.

    Returns:
        Tensor, the dimension replaced by those of the function's result.

    Raises:
        TypeError: if `arr` or a result is no Tensor, or `axis` no int.
        ValueError: if there is no such dimension.

    Source: mindspore.numpy.apply_along_axis, MindSpore 2.10
    """
    t = unwrap(arr)
    dim = place("apply_along_axis", axis, t.ndim)
    vectors = t.movedim(dim, -1)
    results = [unwrap(func1d(wrap(v), *args, **kwargs)) for v in vectors.reshape(-1, t.shape[dim])]
    out = torch.stack(results).reshape(*vectors.shape[:-1], *results[0].shape)
    made = results[0].ndim
    return wrap(out.movedim(tuple(range(t.ndim - 1, t.ndim - 1 + made)), tuple(range(dim, dim + made))))


@translated
def apply_over_axes(func: Callable[..., Any], a: Any, axes: int | Sequence[int]) -> Tensor:
    """Apply a reduction over several dimensions, one after the other.

    Args:
        func (Callable): takes a tensor and ``axis``; where it drops the dimension, length 1 is put in its place.
        a (Any): the tensor.
        axes (int, Sequence[int]): the dimensions.

    Returns:
        Tensor, as many dimensions as `a`.

    Raises:
        ValueError: if there is no such dimension, or the function drops more than one.

    Source: mindspore.numpy.apply_over_axes, MindSpore 2.10
    """
    out = tensor(a)
    count = out.ndim
    for axis in (axes,) if isinstance(axes, int) else axes:
        dim = place("apply_over_axes", axis, count)
        out = unwrap(func(wrap(out), axis=dim))
        out = out.unsqueeze(dim) if out.ndim == count - 1 else out
        if out.ndim != count:
            msg = f"numpy.apply_over_axes: the function must keep or drop one dimension, it gave {tuple(out.shape)}"
            raise ValueError(msg)
    return wrap(out)


@translated
def unravel_index(indices: Any, shape: int | Sequence[int], order: str = "C") -> tuple[Tensor, ...]:
    """Turn indices of a flattened tensor into those of each dimension.

    Args:
        indices (Any): the indices; those outside count as the nearest inside, negative ones from the end.
        shape (int, Sequence[int]): shape of the tensor.
        order (str): ``'C'``: the last dimension runs fastest, ``'F'``: the first. Default: ``'C'``.

    Returns:
        tuple(Tensor), one for each dimension.

    Raises:
        ValueError: if `order` is neither.

    Source: mindspore.numpy.unravel_index, MindSpore 2.10
    """
    sizes = _in_order("unravel_index", shape_arg(shape), order)
    t = tensor(indices)
    total = 1
    for size in sizes:
        total *= size
    t = torch.where(t < 0, t + total, t).clamp(0, total - 1)
    out = []
    for size in reversed(sizes):
        out.append(wrap(torch.remainder(t, size)))
        t = torch.div(t, size, rounding_mode="floor")
    return tuple(out) if order == "F" else tuple(reversed(out))


def _in_order(name: str, sizes: tuple[int, ...], order: str) -> tuple[int, ...]:
    if order not in ("C", "F"):
        msg = f"numpy.{name}: order must be 'C' or 'F', got {order!r}"
        raise ValueError(msg)
    return sizes if order == "C" else sizes[::-1]


@translated
def ravel_multi_index(multi_index: Any, dims: Any, mode: str = "clip", order: str = "C") -> Tensor:
    """Turn indices of each dimension into those of the flattened tensor.

    Args:
        multi_index (Any): for each dimension its indices.
        dims (int, Sequence[int]): shape of the tensor.
        mode (str): what to do with indices outside: ``'clip'`` or ``'wrap'``. Default: ``'clip'``.
        order (str): ``'C'``: the last dimension runs fastest, ``'F'``: the first. Default: ``'C'``.

    Returns:
        Tensor, float32, as in MindSpore.

    Raises:
        ValueError: if there are not as many indices as dimensions, or no such mode or order.
        NotImplementedError: for ``mode='raise'``.

    Source: mindspore.numpy.ravel_multi_index, MindSpore 2.10
    """
    check_type(multi_index, "numpy.ravel_multi_index")
    shape = shape_arg(dims)
    sizes = _in_order("ravel_multi_index", shape, order)
    parts = [tensor(each) for each in multi_index]
    if len(parts) != len(shape):
        msg = f"numpy.ravel_multi_index: {len(shape)} dimensions need as many indices, got {len(parts)}"
        raise ValueError(msg)
    out = torch.zeros((), dtype=torch.int64)
    for part, size in zip(parts if order == "C" else parts[::-1], sizes, strict=True):
        out = out * size + _within("ravel_multi_index", part, size, mode)
    return wrap(out.to(dtype=torch.float32))


@translated
def rollaxis(x: Tensor, axis: int, start: int = 0) -> Tensor:
    """Move a dimension before another one.

    Args:
        x (Tensor): the tensor.
        axis (int): the dimension.
        start (int): before which; the number of dimensions: to the end. Default: ``0``.

    Returns:
        Tensor.

    Raises:
        TypeError: if `x` is no Tensor, or `axis` or `start` no int.
        ValueError: if there is no such dimension.

    Source: mindspore.numpy.rollaxis, MindSpore 2.10
    """
    t = unwrap(x)
    dim = place("rollaxis", axis, t.ndim)
    target = t.ndim if start == t.ndim else place("rollaxis", start, t.ndim)
    return wrap(t.movedim(dim, target - 1 if dim < target else target))


@translated
def cross(a: Any, b: Any, axisa: int = -1, axisb: int = -1, axisc: int = -1, axis: int | None = None) -> Tensor:
    """Compute the cross product of vectors of 2 or 3 elements.

    Args:
        a (Any): first vectors.
        b (Any): second vectors; the other dimensions broadcast with those of `a`.
        axisa (int): dimension of `a` that holds the vectors. Default: ``-1``.
        axisb (int): dimension of `b` that holds the vectors. Default: ``-1``.
        axisc (int): dimension of the result that holds the vectors. Default: ``-1``.
        axis (int, None): in place of all three. Default: ``None``.

    Returns:
        Tensor; of vectors of 2 elements, the third element alone.

    Raises:
        TypeError: if a dimension is no int.
        ValueError: if there is no such dimension, or the vectors are of another length.

    Source: mindspore.numpy.cross, MindSpore 2.10
    """
    if axis is not None:
        axisa = axisb = axisc = axis
    x, y = promoted([tensor(a), tensor(b)])
    x = x.movedim(place("cross", axisa, x.ndim), -1)
    y = y.movedim(place("cross", axisb, y.ndim), -1)
    if x.shape[-1] not in (2, 3) or y.shape[-1] not in (2, 3):
        msg = f"numpy.cross: vectors must have 2 or 3 elements, got {x.shape[-1]} and {y.shape[-1]}"
        raise ValueError(msg)
    if x.shape[-1] == y.shape[-1] == 2:
        return wrap(x[..., 0] * y[..., 1] - x[..., 1] * y[..., 0])
    x, y = torch.broadcast_tensors(_in_space(x), _in_space(y))
    out = torch.linalg.cross(x, y)
    return wrap(out.movedim(-1, place("cross", axisc, out.ndim)))


def _in_space(t: torch.Tensor) -> torch.Tensor:
    return t if t.shape[-1] == 3 else torch.cat([t, torch.zeros_like(t[..., :1])], -1)
