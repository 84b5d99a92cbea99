"""Elements picked: by index, by mask, by condition, by range."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from typing import Any

import torch

from ms2torch._core.base import unwrap, unwrap_or_scalar, wrap
from ms2torch._core.convert import shape_arg, to_torch
from ms2torch._core.promotion import by_single, choices, fitted, of_double
from ms2torch._core.tensor_type import Tensor
from ms2torch._core.unsigned import UNSIGNED, bit_for_bit, by_bits
from ms2torch.ops.function.array._operands import (
    dim_arg,
    from_the_end,
    index_arg,
    refuse_negative,
    refused,
)


def gather(input_params: Tensor, input_indices: Tensor, axis: int, batch_dims: int = 0) -> Tensor:
    """Pick slices along a dimension.

    Args:
        input_params (Tensor): what to pick from.
        input_indices (Tensor): integers of any shape; negative ones count from the end.
        axis (Union[int, Tensor]): the dimension.
        batch_dims (int): how many leading dimensions the two share. Default: ``0``.

    Returns:
        Tensor: the dimension is replaced by the shape of the indices (without the shared dimensions).

    Raises:
        TypeError: if the indices are no integers.
        ValueError: if `axis` or `batch_dims` is out of range.
        RuntimeError: if an index is out of range.

    Source: mindspore.ops.gather, MindSpore 2.10
    """
    if not batch_dims:
        try:
            index = input_indices._t
            if index.ndim == 1 and index.is_cpu:
                return wrap(input_params._t.index_select(axis, index))
        except (AttributeError, IndexError, RuntimeError, TypeError):
            pass  # negative indices, or what is told below
    t = unwrap(input_params)
    index = index_arg("ops.gather", input_indices, "input_indices")
    dim = dim_arg("ops.gather", axis, t.ndim)
    if batch_dims:
        return wrap(_gather_batched(t, index, dim, batch_dims))
    flat = index if index.ndim == 1 else index.reshape(-1)
    try:
        out = by_bits(_pick, t, flat, dim)
    except (IndexError, RuntimeError) as error:
        raise refused("ops.gather", error) from None
    return wrap(out if index.ndim == 1 else out.reshape((*t.shape[:dim], *index.shape, *t.shape[dim + 1 :])))


def _pick(t: torch.Tensor, index: torch.Tensor, dim: int) -> torch.Tensor:
    """Select by a 1-d index that may hold negative numbers, of which index_select knows nothing."""
    if t.device.type == "cpu":
        try:
            return t.index_select(dim, index)
        except (IndexError, RuntimeError):
            pass
    return t.index_select(dim, from_the_end(index, t.shape[dim]))


def _gather_batched(t: torch.Tensor, index: torch.Tensor, dim: int, batch_dims: int) -> torch.Tensor:
    if not -index.ndim <= batch_dims < min(index.ndim, t.ndim) + 1 or batch_dims % max(index.ndim, 1) > dim:
        msg = f"ops.gather: `batch_dims` must be at most `axis` and less than {index.ndim}, got {batch_dims}"
        raise ValueError(msg)
    shared = batch_dims if batch_dims >= 0 else batch_dims + index.ndim
    if shared >= t.ndim or index.shape[:shared] != t.shape[:shared]:
        msg = f"ops.gather: the first {shared} dimensions of {tuple(t.shape)} and {tuple(index.shape)} must be the same"
        raise ValueError(msg)
    between, rest = t.shape[shared:dim], t.shape[dim + 1 :]
    wanted = index.shape[shared:]
    flat = from_the_end(index, t.shape[dim]).reshape(*index.shape[:shared], *[1] * len(between), -1, *[1] * len(rest))
    flat = flat.expand(*index.shape[:shared], *between, flat.shape[dim], *rest)
    try:
        out = t.gather(dim, flat)
    except (IndexError, RuntimeError) as error:
        raise refused("ops.gather", error) from None
    return out.reshape(*t.shape[:dim], *wanted, *rest)


def gather_d(x: Tensor, dim: int, index: Tensor) -> Tensor:
    """Pick elements along a dimension: ``out[i][j] = x[index[i][j]][j]`` for dimension 0.

    Args:
        x (Tensor): what to pick from.
        dim (int): the dimension.
        index (Tensor): integers, of as many dimensions; negative ones count from the end.

    Returns:
        Tensor of the shape of `index`.

    Raises:
        TypeError: if the index is no Tensor of integers.
        ValueError: if `dim` is out of range or the shapes do not fit.
        RuntimeError: if an index is out of range.

    Source: mindspore.ops.gather_d, MindSpore 2.10
    """
    t = unwrap(x)
    picks = index_arg("ops.gather_d", index)
    place = dim_arg("ops.gather_d", dim, t.ndim)
    if t.is_cpu:
        try:
            return wrap(t.gather(place, picks))
        except RuntimeError:
            pass
    try:
        places = from_the_end(picks, t.shape[place] if t.ndim else 1)
        return wrap(bit_for_bit(lambda bits: bits.gather(place, places), t))
    except (IndexError, RuntimeError) as error:
        raise refused("ops.gather_d", error, x=x, dim=dim, index=index) from None


def gather_elements(input: Tensor, dim: int, index: Tensor) -> Tensor:
    """Pick elements along a dimension; the same as `gather_d`.

    Args:
        input (Tensor): what to pick from.
        dim (int): the dimension.
        index (Tensor): integers, of as many dimensions; negative ones count from the end.

    Returns:
        Tensor of the shape of `index`.

    Raises:
        TypeError: if the index is no Tensor of integers.
        ValueError: if `dim` is out of range or the shapes do not fit.
        RuntimeError: if an index is out of range.

    Source: mindspore.ops.gather_elements, MindSpore 2.10
    """
    return gather_d(input, dim, index)


def tensor_gather(self: Tensor, *args: Any, **named: Any) -> Tensor:
    """Pick slices, ``x.gather(input_indices, axis, batch_dims=0)``, or elements, ``x.gather(dim, index)``.

    Args:
        args: the arguments of `ops.gather` without the first, or a dimension and an index as `ops.gather_d` has them.
        named: the same by name.

    Returns:
        Tensor.

    Raises:
        TypeError: if the index is no Tensor of integers.
        ValueError: if a dimension is out of range.
        RuntimeError: if an index is out of range.

    Source: mindspore.Tensor.gather, MindSpore 2.10
    """
    if "dim" in named or (args and isinstance(args[0], int)):
        return gather_d(self, *args, **named)
    return gather(self, *args, **named)


def gather_nd(input_x: Tensor, indices: Tensor) -> Tensor:
    """Pick elements or slices by their coordinates.

    Args:
        input_x (Tensor): what to pick from.
        indices (Tensor): integers; the last dimension holds the leading coordinates.

    Returns:
        Tensor of shape ``indices.shape[:-1] + input_x.shape[indices.shape[-1]:]``.

    Raises:
        TypeError: if the indices are no Tensor of integers.
        ValueError: if there are more coordinates than dimensions.
        RuntimeError: if an index is out of range.

    Source: mindspore.ops.gather_nd, MindSpore 2.10
    """
    t = unwrap(input_x)
    index = index_arg("ops.gather_nd", indices, "indices")
    if not index.ndim or index.shape[-1] > t.ndim:
        msg = f"ops.gather_nd: more coordinates than dimensions: indices {tuple(index.shape)}, input {tuple(t.shape)}"
        raise ValueError(msg)
    refuse_negative("ops.gather_nd", index)
    try:
        return wrap(t[index.unbind(-1)])
    except IndexError as error:
        raise refused("ops.gather_nd", error) from None


def index_select(input: Tensor, axis: int, index: Tensor) -> Tensor:
    """Pick slices along a dimension by a 1-d index.

    Args:
        input (Tensor): what to pick from.
        axis (int): the dimension.
        index (Tensor): integers of one dimension; negative ones count from the end.

    Returns:
        Tensor.

    Raises:
        TypeError: if the index is no Tensor of integers.
        ValueError: if `axis` is out of range or the index has more dimensions.
        RuntimeError: if an index is out of range.

    Source: mindspore.ops.index_select, MindSpore 2.10
    """
    if unwrap(index).ndim > 1:
        msg = f"ops.index_select: `index` must be 1-d, got shape {tuple(unwrap(index).shape)}"
        raise ValueError(msg)
    return gather(input, index, axis)


def tensor_index_select(
    self: Tensor, axis: int | None = None, index: Tensor | None = None, *, dim: int | None = None
) -> Tensor:
    """Pick slices along a dimension by a 1-d index.

    Args:
        axis (int): the dimension.
        index (Tensor): integers of one dimension; negative ones count from the end.

    Keyword Args:
        dim (int): newer name of `axis`.

    Returns:
        Tensor.

    Raises:
        TypeError: if the index is no Tensor of integers.
        ValueError: if the dimension is out of range or the index has more dimensions.
        RuntimeError: if an index is out of range.

    Source: mindspore.Tensor.index_select, MindSpore 2.10
    """
    return index_select(self, axis if dim is None else dim, index)  # type: ignore[arg-type]


def take(input: Tensor, index: Tensor) -> Tensor:
    """Pick elements by their place in the flattened tensor.

    Args:
        input (Tensor): what to pick from.
        index (Tensor): integers of any shape.

    Returns:
        Tensor of the shape of `index`.

    Raises:
        TypeError: if the index is no Tensor of integers.
        RuntimeError: if an index is out of range.

    Source: mindspore.ops.take, mindspore.mint.take, MindSpore 2.10
    """
    try:
        return wrap(torch.take(unwrap(input), index_arg("ops.take", index)))
    except (IndexError, RuntimeError) as error:
        raise refused("ops.take", error) from None


def tensor_take(
    self: Tensor,
    indices: Tensor | None = None,
    axis: int | None = None,
    mode: str = "clip",
    *,
    index: Tensor | None = None,
) -> Tensor:
    """Pick elements of the flattened tensor, or slices along a dimension.

    Args:
        indices (Tensor): integers of any shape.
        axis (int, optional): the dimension. Default ``None``: the flattened tensor.
        mode (str): what to do with indices out of range: ``"raise"`` and ``"wrap"`` (modulo the length), or ``"clip"``
            (the nearest). Default: ``"clip"``.

    Keyword Args:
        index (Tensor): newer name of `indices`.

    Returns:
        Tensor.

    Raises:
        TypeError: if the indices are no Tensor of integers.
        ValueError: if `axis` is out of range or `mode` is another word.

    Source: mindspore.Tensor.take, MindSpore 2.10
    """
    picks = index_arg("Tensor.take", index if indices is None else indices, "indices")
    source = self._t.reshape(-1) if axis is None else self._t
    dim = 0 if axis is None else dim_arg("Tensor.take", axis, source.ndim)
    length = source.shape[dim]
    if mode == "clip":
        picks = picks.clamp(0, length - 1)
    elif mode == "wrap":
        picks = picks % length
    elif mode != "raise":
        msg = f"Tensor.take: `mode` must be 'raise', 'wrap' or 'clip', got {mode!r}"
        raise ValueError(msg)
    return gather(wrap(source), wrap(picks), dim)


# ---- masks and conditions ------------------------------------------------------------------------------------


def _mask(op: str, mask: object, name: str = "mask") -> torch.Tensor:
    t = unwrap(mask)
    if t.dtype is not torch.bool:
        msg = f"{op}: `{name}` must be of bool, got {t.dtype}".replace("torch.", "")
        raise TypeError(msg)
    return t


def masked_select(input: Tensor, mask: Tensor) -> Tensor:
    """List the elements where a mask is true.

    Args:
        input (Tensor): of any shape.
        mask (Tensor): of bool; the two are broadcast.

    Returns:
        Tensor of one dimension.

    Raises:
        TypeError: if one is not a Tensor, or `mask` is not of bool.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.masked_select, mindspore.mint.masked_select, MindSpore 2.10
    """
    try:
        return wrap(by_bits(torch.masked_select, unwrap(input), _mask("ops.masked_select", mask)))
    except RuntimeError as error:
        raise refused("ops.masked_select", error, input=input, mask=mask) from None


def tensor_masked_fill(self: Tensor, mask: Tensor, value: Any) -> Tensor:
    """Replace the elements where a mask is true; a number beside integers is a float32 first.

    Args:
        mask (Tensor): of bool; the two are broadcast.
        value (Union[Number, Tensor]): the new value; a Tensor must be 0-d.

    Returns:
        Tensor.

    Raises:
        TypeError: if `mask` is not of bool, or `value` no number.
        ValueError: if the shapes do not broadcast, or `value` has dimensions.

    Source: mindspore.Tensor.masked_fill, MindSpore 2.10
    """
    if value.__class__ is float and self._t.dtype is torch.float32:
        return masked_fill(self, mask, value)
    new = unwrap_or_scalar(value)
    return masked_fill(self, mask, value if isinstance(new, torch.Tensor) else by_single(new, unwrap(self).dtype))


def masked_fill(input_x: Tensor, mask: Tensor, value: Any) -> Tensor:
    """Replace the elements where a mask is true.

    Args:
        input_x (Tensor): of any shape.
        mask (Tensor): of bool; the two are broadcast.
        value (Union[Number, Tensor]): the new value; a Tensor must be 0-d.

    Returns:
        Tensor.

    Raises:
        TypeError: if `mask` is not of bool, or `value` no number.
        ValueError: if the shapes do not broadcast, or `value` has dimensions.

    Source: mindspore.ops.masked_fill, MindSpore 2.10
    """
    t, new = unwrap(input_x), unwrap_or_scalar(value)
    if not isinstance(new, torch.Tensor):
        new = of_double(new) if t.dtype is torch.float64 else fitted(new, t.dtype)  # type: ignore[assignment, arg-type]
    try:
        return wrap(by_bits(torch.masked_fill, t, _mask("ops.masked_fill", mask), new))
    except RuntimeError as error:
        raise refused("ops.masked_fill", error, input_x=input_x, mask=mask, value=value) from None


def masked_scatter(input: Tensor, mask: Tensor, source: Tensor) -> Tensor:
    """Replace the elements where a mask is true by those of another tensor, in order.

    Args:
        input (Tensor): of any shape.
        mask (Tensor): of bool; the two are broadcast.
        source (Tensor): of the same type, with enough elements.

    Returns:
        Tensor.

    Raises:
        TypeError: if `mask` is not of bool, or the types differ.
        ValueError: if the shapes do not broadcast, or `source` is too short.

    Source: mindspore.Tensor.masked_scatter, MindSpore 2.10
    """
    try:
        t, given = unwrap(input), unwrap(source)
        if t.is_floating_point() and given.is_floating_point():  # of two floating types that of the input counts
            given = given.to(dtype=t.dtype)
        return wrap(torch.masked_scatter(t, _mask("masked_scatter", mask), given))
    except RuntimeError as error:
        raise refused("masked_scatter", error, input=input, mask=mask, source=source) from None


def _choose(op: str, condition: Tensor, a: object, b: object) -> Tensor:
    x, y = choices(a, b)
    try:
        return wrap(torch.where(_mask(op, condition, "condition"), x, y))
    except RuntimeError as error:
        raise refused(op, error, condition=condition, a=a, b=b) from None


def where(condition: Tensor, input: Any, other: Any) -> Tensor:
    """Take elements of `input` where a condition is true, of `other` elsewhere.

    Args:
        condition (Tensor): of bool.
        input (Union[Tensor, Scalar]): where it is true.
        other (Union[Tensor, Scalar]): elsewhere. All three are broadcast, the types promoted.

    Returns:
        Tensor.

    Raises:
        TypeError: if `condition` is no Tensor of bool.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.where, MindSpore 2.10
    """
    return _choose("ops.where", condition, input, other)


def select(condition: Tensor, input: Any, other: Any) -> Tensor:
    """Take elements of `input` where a condition is true, of `other` elsewhere; the same as `where`.

    Args:
        condition (Tensor): of bool.
        input (Union[Tensor, int, float]): where it is true.
        other (Union[Tensor, int, float]): elsewhere. All three are broadcast, the types promoted.

    Returns:
        Tensor.

    Raises:
        TypeError: if `condition` is no Tensor of bool.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.select, MindSpore 2.10
    """
    return _choose("ops.select", condition, input, other)


def tensor_where(self: Tensor, condition: Tensor, y: Any) -> Tensor:
    """Keep the elements where a condition is true and take those of `y` elsewhere.

    Args:
        condition (Tensor): of bool.
        y (Union[Tensor, Scalar]): elsewhere. All are broadcast, the types promoted.

    Returns:
        Tensor.

    Raises:
        TypeError: if `condition` is no Tensor of bool.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.Tensor.where, MindSpore 2.10
    """
    return _choose("Tensor.where", condition, self, y)


def tensor_select(self: Tensor, *args: Any, **named: Any) -> Tensor:
    """Take one slice, ``x.select(dim, index)``, or choose, ``x.select(condition, y)``.

    Args:
        args: a dimension and a place; or a bool Tensor and what to take where it is false.
        named: the same by name.

    Returns:
        Tensor; a slice is a view without that dimension.

    Raises:
        TypeError: if the arguments are of another type.
        ValueError: if the dimension or the place is out of range.

    Source: mindspore.Tensor.select, MindSpore 2.10
    """
    if "dim" in named or (args and isinstance(args[0], int)):
        return _select_at(self, *args, **named)
    return tensor_where(self, *args, **named)


def _select_at(x: Tensor, dim: int, index: int) -> Tensor:
    try:
        return wrap(x._t.select(dim, index))
    except (IndexError, TypeError, RuntimeError) as error:
        raise ValueError(f"Tensor.select: {error}") from None


def nonzero(input: Tensor, *, as_tuple: bool = False) -> Tensor | tuple[Tensor, ...]:
    """Find where a tensor is not zero.

    Args:
        input (Tensor): of any shape.

    Keyword Args:
        as_tuple (bool): return one tensor for each dimension. Default: ``False``.

    Returns:
        Tensor of int64, shape (count, dimensions); or a tuple of 1-d Tensors.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.nonzero, mindspore.mint.nonzero, MindSpore 2.10
    """
    t = unwrap(input)
    if not t.ndim:
        raise RuntimeError("ops.nonzero: a tensor of 0 dimensions has no places; reshape it to (1,)")
    t = t != 0 if t.dtype in UNSIGNED else t
    if as_tuple:
        return tuple(map(wrap, torch.nonzero(t, as_tuple=True)))
    return wrap(torch.nonzero(t))


def argwhere(input: Tensor) -> Tensor:
    """Find where a tensor is not zero; the same as `nonzero`.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor of int64, shape (count, dimensions).

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.argwhere, MindSpore 2.10
    """
    return wrap(torch.nonzero(unwrap(input)))


# ---- ranges --------------------------------------------------------------------------------------------------


def narrow(input: Tensor, axis: int, start: int, length: int) -> Tensor:
    """Cut a range out of a dimension.

    Args:
        input (Tensor): of any shape.
        axis (int): the dimension.
        start (int): first place.
        length (int): how many places.

    Returns:
        Tensor, a view.

    Raises:
        TypeError: if a number is no int.
        ValueError: if the range does not lie in the dimension.

    Source: mindspore.ops.narrow, MindSpore 2.10
    """
    if length == 0:
        msg = "ops.narrow: length must be at least 1, got 0"
        raise ValueError(msg)
    try:
        return wrap(unwrap(input).narrow(axis, start, length))
    except (IndexError, RuntimeError, TypeError) as error:
        raise refused("ops.narrow", error, input=input, axis=axis, start=start, length=length) from None


def tensor_narrow(self: Tensor, dim: int, start: int, length: int) -> Tensor:
    """Cut a range out of a dimension.

    Args:
        dim (int): the dimension.
        start (int): first place.
        length (int): how many places.

    Returns:
        Tensor, a view.

    Raises:
        ValueError: if the range does not lie in the dimension.

    Source: mindspore.Tensor.narrow, MindSpore 2.10
    """
    return narrow(self, dim, start, length)


def slice(input_x: Tensor, begin: Sequence[int], size: Sequence[int]) -> Tensor:
    """Cut a box out of a tensor.

    Args:
        input_x (Tensor): of any shape.
        begin (Union[tuple, list]): first place in each dimension.
        size (Union[tuple, list]): how many places; -1: up to the end.

    Returns:
        Tensor, a view.

    Raises:
        TypeError: if `begin` or `size` is no tuple or list.
        ValueError: if a dimension is missing, or the box does not lie in the tensor.

    Source: mindspore.ops.slice, MindSpore 2.10
    """
    t = unwrap(input_x)
    first, lengths = shape_arg(begin), shape_arg(size)
    if not len(first) == len(lengths) == t.ndim:
        msg = f"ops.slice: expected {t.ndim} numbers in `begin` and `size`, got {begin!r} and {size!r}"
        raise ValueError(msg)
    for dim, (start, count) in enumerate(zip(first, lengths, strict=True)):
        stop = t.shape[dim] if count == -1 else start + count
        if start < 0 or stop > t.shape[dim] or stop < start:
            msg = f"ops.slice: places {start} to {stop} do not lie in dimension {dim} of length {t.shape[dim]}"
            raise ValueError(msg)
        t = t.narrow(dim, start, stop - start)
    return wrap(t)


def strided_slice(
    input_x: Tensor,
    begin: Sequence[int],
    end: Sequence[int],
    strides: Sequence[int],
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
) -> Tensor:
    """Cut a box out of a tensor, taking every n-th place; the masks say, bit by bit, what entry i means.

    Args:
        input_x (Tensor): of any shape.
        begin (tuple[int]): first place in each dimension; dimensions that are not named are kept whole.
        end (tuple[int]): where to stop, exclusive.
        strides (tuple[int]): the steps; negative ones go backwards.
        begin_mask (int): bit i: start where the dimension starts. Default: ``0``.
        end_mask (int): bit i: stop where it ends. Default: ``0``.
        ellipsis_mask (int): bit i: entry i stands for all dimensions that are not named. Default: ``0``.
        new_axis_mask (int): bit i: entry i inserts a dimension of length 1. Default: ``0``.
        shrink_axis_mask (int): bit i: take place ``begin[i]`` and drop the dimension. Default: ``0``.

    Returns:
        Tensor, a view where all steps are positive.

    Raises:
        TypeError: if `begin`, `end` or `strides` is no tuple.
        ValueError: if their lengths differ, or a step is 0.
        IndexError: if a dropped dimension has no such place.

    Source: mindspore.ops.strided_slice, MindSpore 2.10
    """
    t = unwrap(input_x)
    starts, stops, steps = shape_arg(begin), shape_arg(end), shape_arg(strides)
    if not len(starts) == len(stops) == len(steps) or 0 in steps:
        msg = f"ops.strided_slice: `begin`, `end` and `strides` equally long, no step 0: {begin}, {end}, {strides}"
        raise ValueError(msg)
    named = sum(1 for i, _ in enumerate(steps) if not (ellipsis_mask | new_axis_mask) >> i & 1)
    dim = 0
    for i, step in enumerate(steps):
        if ellipsis_mask >> i & 1:
            dim += max(input_x._t.ndim - named, 0)
        elif new_axis_mask >> i & 1:
            t = t.unsqueeze(dim)
            dim += 1
        elif dim >= t.ndim:
            msg = f"ops.strided_slice: more entries than the {input_x._t.ndim} dimensions of the tensor"
            raise ValueError(msg)
        elif shrink_axis_mask >> i & 1:
            if step < 0 or not -t.shape[dim] <= starts[i] < t.shape[dim]:
                msg = f"ops.strided_slice: place {starts[i]} is not in dimension {dim} of length {t.shape[dim]}"
                raise IndexError(msg)
            t = t.select(dim, starts[i])
        else:
            start = None if begin_mask >> i & 1 else starts[i]
            stop = None if end_mask >> i & 1 else stops[i]
            t = _step_through(t, dim, start, stop, step)
            dim += 1
    return wrap(t)


def _step_through(t: torch.Tensor, dim: int, start: int | None, stop: int | None, step: int) -> torch.Tensor:
    places = builtins.range(*builtins.slice(start, stop, step).indices(t.shape[dim]))
    if step > 0:
        return t[(builtins.slice(None),) * dim + (builtins.slice(places.start, max(places.stop, places.start), step),)]
    return t.index_select(dim, torch.tensor(list(places), dtype=torch.int64, device=t.device))


def tensor_choose(self: Tensor, choices: Any, mode: str = "clip") -> Tensor:
    """Take each element from that of several tensors whose number stands here.

    Args:
        choices (Union[tuple, list, Tensor]): the tensors, broadcast with this one.
        mode (str): numbers out of range: ``"raise"``, ``"wrap"`` (modulo) or ``"clip"``. Default: ``"clip"``.

    Returns:
        Tensor.

    Raises:
        ValueError: if the shapes do not broadcast, a number is out of range, or `mode` is another word.

    Source: mindspore.Tensor.choose, MindSpore 2.10
    """
    parts = [to_torch(c) for c in choices]
    number = index_arg("Tensor.choose", self)
    if mode == "raise" and bool(((number < 0) | (number >= len(parts))).any()):
        msg = f"Tensor.choose: a number is not in [0, {len(parts)})"
        raise ValueError(msg)
    if mode not in ("raise", "wrap", "clip"):
        msg = f"Tensor.choose: `mode` must be 'raise', 'wrap' or 'clip', got {mode!r}"
        raise ValueError(msg)
    number = number % len(parts) if mode == "wrap" else number.clamp(0, len(parts) - 1)
    try:
        number, *parts = torch.broadcast_tensors(number, *parts)
    except RuntimeError as error:
        raise ValueError(f"Tensor.choose: {error}") from None
    return wrap(torch.stack(parts).gather(0, number.unsqueeze(0)).squeeze(0))
