"""Sums, products and extremes of segments: rows that carry the same number."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.convert import int_arg
from ms2torch._core.tensor_type import Tensor
from ms2torch._core.unsigned import UNSIGNED, added_bits, in_signed
from ms2torch.ops.function.array._operands import index_arg, refused


def _prepared(op: str, x: Tensor, segment_ids: Tensor, num_segments: Any) -> tuple[torch.Tensor, torch.Tensor, int]:
    """Return the rows, their segments counted from 1 (0 takes the rows to drop) and the number of segments."""
    t, ids = unwrap(x), index_arg(op, segment_ids, "segment_ids")
    count = int_arg(num_segments)
    if count < 1:
        msg = f"{op}: `num_segments` must be positive, got {count}"
        raise ValueError(msg)
    if t.shape[: ids.ndim] != ids.shape:
        msg = f"{op}: the shape of `segment_ids`, {tuple(ids.shape)}, must be how {tuple(t.shape)} starts"
        raise ValueError(msg)
    return t.reshape(-1, *t.shape[ids.ndim :]), ids.reshape(-1).clamp(min=-1) + 1, count


def unsorted_segment_sum(input_x: Tensor, segment_ids: Tensor, num_segments: int) -> Tensor:
    """Add up the rows of each segment.

    Args:
        input_x (Tensor): rows of any shape.
        segment_ids (Tensor): integers, the segment of each row; its shape is how that of `input_x` starts. Rows of
            negative ones are dropped.
        num_segments (Union[int, Tensor]): number of segments.

    Returns:
        Tensor of shape (num_segments, ...); segments without rows are 0.

    Raises:
        TypeError: if `segment_ids` holds no integers.
        ValueError: if the shapes do not fit, or `num_segments` is not positive.
        RuntimeError: if a segment is out of range.

    Source: mindspore.ops.unsorted_segment_sum, MindSpore 2.10
    """
    rows, ids, count = _prepared("ops.unsorted_segment_sum", input_x, segment_ids, num_segments)
    try:
        return wrap(added_bits(rows.new_zeros((count + 1, *rows.shape[1:])), ids, rows)[1:])
    except (IndexError, RuntimeError) as error:
        raise refused("ops.unsorted_segment_sum", error) from None


def _reduced(op: str, x: Tensor, segment_ids: Tensor, num_segments: Any, how: str, start: float) -> Tensor:
    rows, ids, count = _prepared(op, x, segment_ids, num_segments)
    index = ids.reshape(-1, *[1] * (rows.ndim - 1)).expand(rows.shape)
    whole = rows.new_full((count + 1, *rows.shape[1:]), start)
    try:
        if rows.dtype in UNSIGNED:
            found = in_signed(lambda old, new: old.scatter_reduce(0, index, new, how), whole, rows)
            out = whole.scatter_reduce(0, index, rows, how) if found is None else found
        else:
            out = whole.scatter_reduce(0, index, rows, how)
    except (IndexError, RuntimeError) as error:
        raise refused(op, error) from None
    return wrap(out[1:])


def _limits(t: torch.Tensor) -> torch.finfo | torch.iinfo:
    return torch.finfo(t.dtype) if t.is_floating_point() else torch.iinfo(t.dtype)


def unsorted_segment_max(x: Tensor, segment_ids: Tensor, num_segments: int) -> Tensor:
    """Find the largest element of each segment.

    Args:
        x (Tensor): rows of any shape.
        segment_ids (Tensor): integers, the segment of each row; rows of negative ones are dropped.
        num_segments (Union[int, Tensor]): number of segments.

    Returns:
        Tensor of shape (num_segments, ...); segments without rows hold the smallest number of the type.

    Raises:
        TypeError: if `segment_ids` holds no integers.
        ValueError: if the shapes do not fit, or `num_segments` is not positive.
        RuntimeError: if a segment is out of range.

    Source: mindspore.ops.unsorted_segment_max, MindSpore 2.10
    """
    start = _limits(unwrap(x)).min
    return _reduced("ops.unsorted_segment_max", x, segment_ids, num_segments, "amax", start)


def unsorted_segment_min(x: Tensor, segment_ids: Tensor, num_segments: int) -> Tensor:
    """Find the smallest element of each segment.

    Args:
        x (Tensor): rows of any shape.
        segment_ids (Tensor): integers, the segment of each row; rows of negative ones are dropped.
        num_segments (Union[int, Tensor]): number of segments.

    Returns:
        Tensor of shape (num_segments, ...); segments without rows hold the largest number of the type.

    Raises:
        TypeError: if `segment_ids` holds no integers.
        ValueError: if the shapes do not fit, or `num_segments` is not positive.
        RuntimeError: if a segment is out of range.

    Source: mindspore.ops.unsorted_segment_min, MindSpore 2.10
    """
    start = _limits(unwrap(x)).max
    return _reduced("ops.unsorted_segment_min", x, segment_ids, num_segments, "amin", start)


def unsorted_segment_prod(x: Tensor, segment_ids: Tensor, num_segments: int) -> Tensor:
    """Multiply the rows of each segment.

    Args:
        x (Tensor): rows of any shape.
        segment_ids (Tensor): integers, the segment of each row; rows of negative ones are dropped.
        num_segments (Union[int, Tensor]): number of segments.

    Returns:
        Tensor of shape (num_segments, ...); segments without rows are 1.

    Raises:
        TypeError: if `segment_ids` holds no integers.
        ValueError: if the shapes do not fit, or `num_segments` is not positive.
        RuntimeError: if a segment is out of range.

    Source: mindspore.ops.unsorted_segment_prod, MindSpore 2.10
    """
    return _reduced("ops.unsorted_segment_prod", x, segment_ids, num_segments, "prod", 1)


def sorted_segments(op: str, how: str, input_x: Tensor, segment_ids: Tensor) -> Tensor:
    """Reduce the rows of segments whose numbers ascend. Empty segments are 0, of a product 1.

    Args:
        op (str): for messages.
        how (str): as in `torch.Tensor.scatter_reduce`.
        input_x (Tensor): rows of any shape.
        segment_ids (Tensor): integers of one dimension, ascending.

    Raises:
        TypeError: if `segment_ids` holds no integers.
        ValueError: if it is not as long as there are rows.
        RuntimeError: if it does not ascend.
    """
    rows, ids = unwrap(input_x), index_arg(op, segment_ids, "segment_ids")
    if ids.ndim != 1 or ids.shape != rows.shape[:1]:
        msg = f"{op}: expected one number for each of {rows.shape[0]} rows, got {tuple(ids.shape)}"
        raise ValueError(msg)
    if ids.numel() and (bool((ids.diff() < 0).any()) or int(ids[0]) < 0):
        msg = f"{op}: `segment_ids` must ascend and not be negative"
        raise RuntimeError(msg)
    count = int(ids[-1]) + 1 if ids.numel() else 0
    index = ids.reshape(-1, *[1] * (rows.ndim - 1)).expand(rows.shape)
    kind = rows.dtype
    rows = rows.long() if kind in UNSIGNED else rows  # torch has no such kernel
    start = rows.new_full((count, *rows.shape[1:]), how == "prod")
    return wrap(start.scatter_reduce(0, index, rows, how, include_self=False).to(dtype=kind))
