"""Order: sorting, the largest, unique elements, places in a sorted sequence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.convert import int_arg
from ms2torch._core.element_types import admitted, check_type
from ms2torch._core.tensor_type import Tensor
from ms2torch._core.unsigned import in_order
from ms2torch._errors import op_error
from ms2torch.ops.function.array._operands import dim_arg, refused

_FEW = 64


def sort(input_x: Tensor, axis: int = -1, descending: bool = False) -> tuple[Tensor, Tensor]:
    """Sort the elements along a dimension; equal ones keep their order.

    Args:
        input_x (Tensor): of one dimension at least.
        axis (int): the dimension. Default: ``-1``.
        descending (bool): the largest first. Default: ``False``.

    Returns:
        tuple(Tensor, Tensor): the elements, and where they stood, in int32.

    Raises:
        TypeError: if `input_x` is not a Tensor.
        ValueError: if `axis` is out of range.

    Source: mindspore.ops.sort, MindSpore 2.10
    """
    t = admitted(input_x, "ops.sort")
    if not t.ndim:
        raise ValueError("ops.sort: a tensor of 0 dimensions has nothing to sort")
    values, index = torch.sort(t, dim=dim_arg("ops.sort", axis, t.ndim), descending=descending, stable=True)
    return wrap(values), wrap(index.int())


def tensor_sort(
    self: Tensor, axis: int = -1, descending: bool = False, stable: bool = False, *, dim: int | None = None
) -> tuple[Tensor, Tensor]:
    """Sort the elements along a dimension; equal ones keep their order.

    Args:
        axis (int): the dimension. Default: ``-1``.
        descending (bool): the largest first. Default: ``False``.
        stable (bool): equal elements keep their order, which they do here in any case. Default: ``False``.

    Keyword Args:
        dim (int): newer name of `axis`.

    Returns:
        tuple(Tensor, Tensor): the elements, and where they stood, in int32.

    Raises:
        ValueError: if the dimension is out of range.

    Source: mindspore.Tensor.sort, MindSpore 2.10
    """
    check_type(self, "Tensor.sort")
    return sort(self, axis if dim is None else dim, descending)


def argsort(input: Tensor, axis: int = -1, descending: bool = False) -> Tensor:
    """Find the order that sorts the elements along a dimension.

    Args:
        input (Tensor): of one dimension at least.
        axis (int): the dimension. Default: ``-1``.
        descending (bool): the largest first. Default: ``False``.

    Returns:
        Tensor of int32, same shape.

    Raises:
        TypeError: if `input` is not a Tensor.
        ValueError: if `axis` is out of range.

    Source: mindspore.ops.argsort, MindSpore 2.10
    """
    t = admitted(input, "ops.argsort")
    if not t.ndim:
        return sort(input, axis, descending)[1]
    index = torch.argsort(t, dim=dim_arg("ops.argsort", axis, t.ndim), descending=descending, stable=True)
    return wrap(index.int())


def tensor_argsort(
    self: Tensor, axis: int = -1, descending: bool = False, stable: bool = False, *, dim: int | None = None
) -> Tensor:
    """Find the order that sorts the elements along a dimension.

    Args:
        axis (int): the dimension. Default: ``-1``.
        descending (bool): the largest first. Default: ``False``.
        stable (bool): equal elements keep their order, which they do here in any case. Default: ``False``.

    Keyword Args:
        dim (int): newer name of `axis`.

    Returns:
        Tensor of int32, same shape.

    Raises:
        ValueError: if the dimension is out of range.

    Source: mindspore.Tensor.argsort, MindSpore 2.10
    """
    check_type(self, "Tensor.argsort")
    return argsort(self, axis if dim is None else dim, descending)


def msort(input: Tensor) -> Tensor:
    """Sort the elements along the first dimension.

    Args:
        input (Tensor): of one dimension at least.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.msort, MindSpore 2.10
    """
    check_type(input, "ops.msort")
    return sort(input, 0)[0]


def topk(
    input: Tensor, k: int, dim: int | None = None, largest: bool = True, sorted: bool = True
) -> tuple[Tensor, Tensor]:
    """Find the k largest elements along a dimension.

    Args:
        input (Tensor): of one dimension at least.
        k (int): how many.
        dim (int, optional): the dimension. Default ``None``: the last.
        largest (bool): False: the smallest. Default: ``True``.
        sorted (bool): in order. Default: ``True``.

    Returns:
        tuple(Tensor, Tensor): the elements, and where they stand, in int32.

    Raises:
        RuntimeError: if `input` has no dimension.
        TypeError: if `k` is no int.
        ValueError: if `k` is not in 1 ... length, or `dim` is out of range.

    Source: mindspore.ops.topk, MindSpore 2.10
    """
    t = admitted(input, "ops.topk")
    if not t.ndim:
        raise RuntimeError("ops.topk: a tensor of 0 dimensions has no elements to choose from")
    if k.__class__ is not int and isinstance(k, (float, str, bool)):
        msg = f"ops.topk: `k` must be an int, got {k!r}"
        raise TypeError(msg)
    place = dim_arg("ops.topk", -1 if dim is None else dim, t.ndim)
    count = k if k.__class__ is int else int_arg(k)
    length = t.shape[place]
    if not 0 < count <= length:
        msg = f"ops.topk: `k` must be in [1, {length}], got {count}"
        raise ValueError(msg)
    values, index = in_order(lambda each: torch.topk(each, count, place, largest, sorted), t)
    return wrap(values), wrap(index.int())


def tensor_kthvalue(self: Tensor, k: int, dim: int = -1, keepdim: bool = False) -> tuple[Tensor, Tensor]:
    """Find the k-th smallest elements along a dimension, and where they stand.

    Args:
        k (int): 1: the smallest.
        dim (int): the dimension. Default: ``-1``.
        keepdim (bool): keep it with length 1. Default: ``False``.

    Returns:
        tuple(Tensor, Tensor): the elements, and their places in int64.

    Raises:
        ValueError: if `k` or `dim` is out of range.

    Differs from MindSpore: its CPU does not run this method at all; this is what it documents for Ascend.

    Source: mindspore.Tensor.kthvalue, MindSpore 2.10
    """
    try:
        values, places = torch.kthvalue(self._t, k, dim, keepdim)
    except (IndexError, RuntimeError, TypeError) as error:
        raise op_error("Tensor.kthvalue", error, input=self, k=k, dim=dim) from None
    return wrap(values), wrap(places)


def top_k(input_x: Tensor, k: int, sorted: bool = True) -> tuple[Tensor, Tensor]:
    """Find the k largest elements along the last dimension.

    Args:
        input_x (Tensor): of one dimension at least.
        k (int): how many.
        sorted (bool): in order. Default: ``True``.

    Returns:
        tuple(Tensor, Tensor): the elements, and where they stand, in int32.

    Raises:
        TypeError: if `k` is no int.
        ValueError: if `k` is not in 1 ... length.

    Source: mindspore.ops.top_k, MindSpore 2.10
    """
    check_type(input_x, "ops.top_k")
    if not unwrap(input_x).ndim:
        raise RuntimeError("ops.top_k: a tensor of 0 dimensions has no largest elements")
    return topk(input_x, k, None, True, sorted)


def intopk(x1: Tensor, x2: Tensor, k: int) -> Tensor:
    """Tell for each row whether its target is among the k largest.

    Args:
        x1 (Tensor): scores, (rows, classes), of a floating type.
        x2 (Tensor): the target of each row, integers.
        k (int): how many.

    Returns:
        Tensor of bool, (rows,); a target out of range or of a score that is not finite is never among them.

    Raises:
        TypeError: if an input is not a Tensor.
        ValueError: if the shapes do not fit.

    Source: mindspore.ops.intopk, MindSpore 2.10
    """
    scores, target = admitted(x1, "ops.intopk"), unwrap(x2).to(dtype=torch.int64)
    if scores.ndim != 2 or target.shape != scores.shape[:1]:
        msg = f"ops.intopk: expected (rows, classes) and (rows,), got {tuple(scores.shape)} and {tuple(target.shape)}"
        raise ValueError(msg)
    valid = (target >= 0) & (target < scores.shape[1])
    own = scores.gather(1, torch.where(valid, target, 0).unsqueeze(1))
    return wrap(((scores > own).sum(1) < k) & valid & own.squeeze(1).isfinite())


def _unique_of_few(t: torch.Tensor) -> tuple[Tensor, Tensor]:
    """Do what `unique` does by a dict: for so few elements the calls are what takes the time."""
    rank: dict[int, int] = {}
    inverse = [rank.setdefault(value, len(rank)) for value in t.reshape(-1).tolist()]
    places = torch.tensor(inverse, dtype=torch.int64 if t.dtype is torch.int64 else torch.int32)
    return wrap(torch.tensor(list(rank), dtype=t.dtype)), wrap(places if t.ndim == 1 else places.reshape(t.shape))


def unique(input: Tensor) -> tuple[Tensor, Tensor]:
    """List the different elements in the order of their first appearance.

    Args:
        input (Tensor): of any shape.

    Returns:
        tuple(Tensor, Tensor): the elements, 1-d; and for each element of `input` its place in that list, in the
        shape of `input`: int64 for int64 input, else int32.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.unique, MindSpore 2.10
    """
    t = unwrap(input)
    if t.is_cpu and t.numel() <= _FEW and not (t.is_floating_point() or t.is_complex()):
        return _unique_of_few(t)
    ordered, inverse = torch.unique(t, return_inverse=True)
    flat = inverse.reshape(-1)
    places = torch.arange(flat.numel(), device=t.device)
    first = torch.full((ordered.numel(),), flat.numel(), device=t.device).scatter_reduce(0, flat, places, "amin")
    order = torch.argsort(first)
    rank = torch.empty_like(order).scatter_(0, order, torch.arange(order.numel(), device=t.device))
    kind = torch.int64 if t.dtype is torch.int64 else torch.int32
    return wrap(ordered[order]), wrap(rank[inverse].to(dtype=kind))


def tensor_unique(
    self: Tensor, sorted: bool = True, return_inverse: bool = False, return_counts: bool = False, dim: int | None = None
) -> Tensor | tuple[Tensor, ...]:
    """List the different elements, or slices, in order of size.

    Args:
        sorted (bool): in order of size, which it is here in any case. Default: ``True``.
        return_inverse (bool): also return for each element its place in the list. Default: ``False``.
        return_counts (bool): also return how often each occurs. Default: ``False``.
        dim (int, optional): compare slices along this dimension. Default ``None``: elements.

    Returns:
        Tensor, or a tuple of it and what else was asked for, in int64.

    Raises:
        ValueError: if `dim` is out of range.

    Differs from MindSpore: its CPU does not run this method at all; this is what it documents for Ascend.

    Source: mindspore.Tensor.unique, MindSpore 2.10
    """
    try:
        out = torch.unique(self._t, sorted, return_inverse, return_counts, dim)
    except (IndexError, RuntimeError) as error:
        raise op_error("Tensor.unique", error, input=self, dim=dim) from None
    return tuple(map(wrap, out)) if isinstance(out, tuple) else wrap(out)


def unique_consecutive(
    input: Tensor, return_inverse: bool = False, return_counts: bool = False, dim: int | None = None
) -> Tensor | tuple[Tensor, ...]:
    """Drop elements, or slices, that repeat the one before.

    Args:
        input (Tensor): of any shape.
        return_inverse (bool): also return for each element its place in the result. Default: ``False``.
        return_counts (bool): also return how often each was repeated. Default: ``False``.
        dim (int, optional): compare slices along this dimension. Default ``None``: the elements in order.

    Returns:
        Tensor, or a tuple of it and what else was asked for, in int64.

    Raises:
        TypeError: if `input` is not a Tensor.
        ValueError: if `dim` is out of range.

    Source: mindspore.ops.unique_consecutive, MindSpore 2.10
    """
    t = unwrap(input)
    try:
        # by keyword: given by position, torch returns the empty tensors of what was not asked for
        out = torch.unique_consecutive(t, return_inverse=return_inverse, return_counts=return_counts, dim=dim)
    except (IndexError, RuntimeError) as error:
        raise op_error("ops.unique_consecutive", error, input=input, dim=dim) from None
    return tuple(map(wrap, out)) if isinstance(out, tuple) else wrap(out)


def unique_with_pad(x: Tensor, pad_num: int) -> tuple[Tensor, Tensor]:
    """List the different elements in the order of their first appearance, padded to the length of the input.

    Args:
        x (Tensor): of one dimension.
        pad_num (int): what to pad with.

    Returns:
        tuple(Tensor, Tensor): the elements, and for each element of `x` its place among them.

    Raises:
        TypeError: if `x` is not a Tensor.

    Source: mindspore.ops.unique_with_pad, MindSpore 2.10
    """
    found, inverse = unique(x)
    padding = found._t.new_full((admitted(x, "ops.unique_with_pad").numel() - found._t.numel(),), pad_num)
    return wrap(torch.cat([found._t, padding])), inverse


def searchsorted(
    sorted_sequence: Tensor,
    values: Tensor,
    *,
    out_int32: bool = False,
    right: bool = False,
    side: str | None = None,
    sorter: Tensor | None = None,
) -> Tensor:
    """Find where values would be inserted so that a sequence stays sorted.

    Args:
        sorted_sequence (Tensor): sorted along the last dimension.
        values (Tensor): what to insert; its leading dimensions are those of the sequence, unless that is 1-d.

    Keyword Args:
        out_int32 (bool): int32 instead of int64. Default: ``False``.
        right (bool): behind equal elements instead of before. Default: ``False``.
        side (str, optional): ``"left"`` or ``"right"``, the same in words. Default: ``None``.
        sorter (Tensor, optional): the order that sorts the sequence. Default: ``None``.

    Returns:
        Tensor of the shape of `values`.

    Raises:
        TypeError: if an input is not a Tensor.
        ValueError: if the shapes do not fit, or `side` is another word.

    Source: mindspore.ops.searchsorted, mindspore.mint.searchsorted, MindSpore 2.10
    """
    if side not in (None, "left", "right"):
        msg = f"ops.searchsorted: `side` must be 'left' or 'right', got {side!r}"
        raise ValueError(msg)
    sequence, wanted = unwrap(sorted_sequence), unwrap(values)
    if sequence.dtype is not wanted.dtype:
        msg = f"ops.searchsorted: both tensors must be of one type, got {sequence.dtype} and {wanted.dtype}"
        raise RuntimeError(msg)
    order = None if sorter is None else unwrap(sorter).to(dtype=torch.int64)
    try:
        out = torch.searchsorted(sequence, wanted, right=right or side == "right", sorter=order)
    except RuntimeError as error:
        raise refused("ops.searchsorted", error, sorted_sequence=sorted_sequence, values=values) from None
    return wrap(out.to(dtype=torch.int32) if out_int32 else out)


def tensor_searchsorted(self: Tensor, v: Any, side: str = "left", sorter: Tensor | None = None) -> Tensor:
    """Find where values would be inserted so that the tensor stays sorted.

    Args:
        v (Union[int, float, bool, list, tuple, Tensor]): what to insert.
        side (str): ``"left"``: before equal elements, or ``"right"``. Default: ``"left"``.
        sorter (Tensor, optional): the order that sorts the tensor. Default: ``None``.

    Returns:
        Tensor of int32, of the shape of `v`.

    Raises:
        ValueError: if `side` is another word.

    Source: mindspore.Tensor.searchsorted, MindSpore 2.10
    """
    values = v if isinstance(v, Tensor) else wrap(torch.as_tensor(v, dtype=self._t.dtype))
    return searchsorted(self, values, side=side, sorter=sorter, out_int32=True)


def bucketize(input: Tensor, boundaries: Sequence[float], *, right: bool = False) -> Tensor:
    """Find between which boundaries each element lies.

    Args:
        input (Tensor): of any shape.
        boundaries (list[float]): in ascending order.

    Keyword Args:
        right (bool): an element equal to a boundary lies behind it. Default: ``False``.

    Returns:
        Tensor of int32, same shape.

    Raises:
        TypeError: if `boundaries` is no list.

    Source: mindspore.ops.bucketize, MindSpore 2.10
    """
    if not isinstance(boundaries, (list, tuple)):
        msg = f"ops.bucketize: `boundaries` must be a list of floats, got {boundaries!r}"
        raise TypeError(msg)
    t = admitted(input, "ops.bucketize")
    limits = torch.tensor(boundaries, dtype=torch.float32, device=t.device)
    return wrap(torch.bucketize(t, limits, out_int32=True, right=right))
