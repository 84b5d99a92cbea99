"""Tensor methods that pick, write, sort and group elements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ms2torch._core.base import TensorBase, unwrap, unwrap_or_scalar, wrap
from ms2torch._core.convert import to_torch
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.function.array import (
    index as array_index,
    scatter as array_scatter,
    segment as array_segment,
    sort as array_sort,
)
from ms2torch.ops.function.array._operands import (
    assign_into,
    dim_arg,
    index_arg,
    refused,
    start_of,
)


class TensorIndexOps(TensorBase):
    """Picking, writing, sorting and grouping as methods; those with an underscore write into the tensor itself."""

    __slots__ = ()

    gather = array_index.tensor_gather
    gather_elements = array_index.gather_elements
    gather_nd = array_index.gather_nd
    index_select = array_index.tensor_index_select
    take = array_index.tensor_take
    masked_select = array_index.masked_select
    masked_fill = array_index.masked_fill
    masked_scatter = array_index.masked_scatter
    where = array_index.tensor_where
    select = array_index.tensor_select
    nonzero = array_index.nonzero
    argwhere = array_index.argwhere
    narrow = array_index.tensor_narrow

    scatter = array_scatter.tensor_scatter
    scatter_add = array_scatter.tensor_scatter_add_method
    scatter_sub = array_scatter.tensor_scatter_sub
    scatter_mul = array_scatter.tensor_scatter_mul
    scatter_div = array_scatter.tensor_scatter_div
    scatter_max = array_scatter.tensor_scatter_max
    scatter_min = array_scatter.tensor_scatter_min
    index_add = array_scatter.tensor_index_add
    index_fill = array_scatter.index_fill
    index_put = array_scatter.index_put
    inplace_update = array_scatter.inplace_update
    select_scatter = array_scatter.select_scatter
    slice_scatter = array_scatter.slice_scatter

    sort = array_sort.tensor_sort
    argsort = array_sort.tensor_argsort
    msort = array_sort.msort
    topk = array_sort.topk
    top_k = array_sort.top_k
    kthvalue = array_sort.tensor_kthvalue
    unique = array_sort.tensor_unique
    unique_consecutive = array_sort.unique_consecutive
    unique_with_pad = array_sort.unique_with_pad
    searchsorted = array_sort.tensor_searchsorted

    unsorted_segment_max = array_segment.unsorted_segment_max
    unsorted_segment_min = array_segment.unsorted_segment_min
    unsorted_segment_prod = array_segment.unsorted_segment_prod

    def masked_fill_(self, mask: Tensor, value: Any) -> Tensor:
        """Replace the elements where a mask is true.

        Args:
            mask (Tensor): of bool, broadcast.
            value (Union[Number, Tensor]): the new value; a Tensor must be 0-d.

        Returns:
            Tensor, itself.

        Raises:
            TypeError: if an argument is of another type.
            ValueError: if the shapes do not fit, or a dimension is out of range.
            RuntimeError: if an index is out of range.

        Source: mindspore.Tensor.masked_fill_, MindSpore 2.10
        """
        return _written(self, array_index.masked_fill(wrap(start_of(self)), mask, value))

    def masked_scatter_(self, mask: Tensor, source: Tensor) -> Tensor:
        """Replace the elements where a mask is true by those of another tensor, in order.

        Args:
            mask (Tensor): of bool, broadcast.
            source (Tensor): of the same type, with enough elements.

        Returns:
            Tensor, itself.

        Raises:
            TypeError: if an argument is of another type.
            ValueError: if the shapes do not fit, or a dimension is out of range.
            RuntimeError: if an index is out of range.

        Source: mindspore.Tensor.masked_scatter_, MindSpore 2.10
        """
        return _written(self, array_index.masked_scatter(wrap(start_of(self)), mask, source))

    def index_fill_(self, dim: int, index: Tensor, value: Any) -> Tensor:
        """Fill slices along a dimension with a number.

        Args:
            dim (int): the dimension.
            index (Tensor): integers, which slices.
            value (Union[Number, Tensor]): the number; a Tensor must be 0-d.

        Returns:
            Tensor, itself.

        Raises:
            TypeError: if an argument is of another type.
            ValueError: if the shapes do not fit, or a dimension is out of range.
            RuntimeError: if an index is out of range.

        Source: mindspore.Tensor.index_fill_, MindSpore 2.10
        """
        return _written(self, array_scatter.index_fill(wrap(start_of(self)), dim, index, value))

    def index_add_(self, dim: int, index: Tensor, source: Tensor, *, alpha: float = 1) -> Tensor:
        """Add slices of another tensor to slices along a dimension.

        Args:
            dim (int): the dimension.
            index (Tensor): integers, to which slice each is added.
            source (Tensor): the slices to add.

        Keyword Args:
            alpha (number): what they are multiplied by. Default: ``1``.

        Returns:
            Tensor, itself.

        Raises:
            TypeError: if an argument is of another type.
            ValueError: if the shapes do not fit, or a dimension is out of range.
            RuntimeError: if an index is out of range.

        Source: mindspore.Tensor.index_add_, MindSpore 2.10
        """
        return _written(self, array_scatter.tensor_index_add(wrap(start_of(self)), dim, index, source, alpha=alpha))

    def index_put_(self, indices: Sequence[Tensor], values: Tensor, accumulate: bool = False) -> Tensor:
        """Write elements at indices given dimension by dimension.

        Args:
            indices (Union[tuple[Tensor], list[Tensor]]): integers or bool, one Tensor for each leading dimension.
            values (Tensor): what to write, broadcast to the indices.
            accumulate (bool): add instead. Default: ``False``.

        Returns:
            Tensor, itself.

        Raises:
            TypeError: if an argument is of another type.
            ValueError: if the shapes do not fit, or a dimension is out of range.
            RuntimeError: if an index is out of range.

        Source: mindspore.Tensor.index_put_, MindSpore 2.10
        """
        return _written(self, array_scatter.index_put(wrap(start_of(self)), indices, values, accumulate))

    def index_copy_(self, dim: int, index: Tensor, tensor: Tensor) -> Tensor:
        """Replace slices along a dimension.

        Args:
            dim (int): the dimension.
            index (Tensor): integers, which slices.
            tensor (Tensor): the new slices.

        Returns:
            Tensor, itself.

        Raises:
            TypeError: if an argument is of another type.
            ValueError: if the shapes do not fit, or a dimension is out of range.
            RuntimeError: if an index is out of range.

        Source: mindspore.Tensor.index_copy_, MindSpore 2.10
        """
        return _along("index_copy", self, dim, index, tensor)

    def scatter_(
        self, dim: int, index: Tensor, src: Any = None, *, value: Any = None, reduce: str | None = None
    ) -> Tensor:
        """Write elements along a dimension: ``x[index[i][j]][j] = src[i][j]`` for dimension 0.

        Args:
            dim (int): the dimension.
            index (Tensor): integers, of as many dimensions.
            src (Union[Tensor, Number]): what to write.

        Keyword Args:
            value (Number): the same as a number.
            reduce (str, optional): ``"add"`` or ``"multiply"`` instead of replacing. Default: ``None``.

        Returns:
            Tensor, itself.

        Raises:
            TypeError: if an argument is of another type.
            ValueError: if the shapes do not fit, or a dimension is out of range.
            RuntimeError: if an index is out of range.

        Source: mindspore.Tensor.scatter_, MindSpore 2.10
        """
        return _scattered(self, dim, index, src if value is None else value, reduce)

    def scatter_add_(self, dim: int, index: Tensor, src: Tensor) -> Tensor:
        """Add elements along a dimension: ``x[index[i][j]][j] += src[i][j]`` for dimension 0.

        Args:
            dim (int): the dimension.
            index (Tensor): integers, of as many dimensions.
            src (Tensor): what to add.

        Returns:
            Tensor, itself.

        Raises:
            TypeError: if an argument is of another type.
            ValueError: if the shapes do not fit, or a dimension is out of range.
            RuntimeError: if an index is out of range.

        Source: mindspore.Tensor.scatter_add_, MindSpore 2.10
        """
        return _scattered(self, dim, index, src, "add")

    def put_(self, index: Tensor, source: Tensor, accumulate: bool = False) -> Tensor:
        """Write elements by their place in the flattened tensor.

        Args:
            index (Tensor): integers.
            source (Tensor): what to write.
            accumulate (bool): add instead. Default: ``False``.

        Returns:
            Tensor, itself.

        Raises:
            TypeError: if an argument is of another type.
            ValueError: if the shapes do not fit, or a dimension is out of range.
            RuntimeError: if an index is out of range.

        Source: mindspore.Tensor.put_, MindSpore 2.10
        """
        return _put(self, index, source, accumulate)

    def fill_diagonal_(self, fill_value: float, wrap: bool = False) -> Tensor:
        """Fill the main diagonal.

        Args:
            fill_value (float): the value.
            wrap (bool): go on after the last column of a tall matrix. Default: ``False``.

        Returns:
            Tensor, itself.

        Raises:
            ValueError: if there are fewer than two dimensions.

        Source: mindspore.Tensor.fill_diagonal_, MindSpore 2.10
        """
        return _written(self, _filled_diagonal(start_of(self), fill_value, wrap))

    def fill_diagonal(self, fill_value: float, wrap: bool = False) -> Tensor:
        """Return the tensor with its main diagonal filled.

        Args:
            fill_value (float): the value.
            wrap (bool): go on after the last column of a tall matrix. Default: ``False``.

        Returns:
            Tensor, same shape and type.

        Raises:
            ValueError: if there are fewer than two dimensions.

        Source: mindspore.Tensor.fill_diagonal, MindSpore 2.10
        """
        return _filled_diagonal(self._t, fill_value, wrap)

    def choose(self, choices: Any, mode: str = "clip") -> Tensor:
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

    def itemset(self, *args: Any) -> Tensor:
        """Return the tensor with one element set: ``x.itemset(value)`` of one element, ``x.itemset(place, value)``.

        Args:
            args: the place, an int in the flattened tensor or a tuple of ints, and the value.

        Returns:
            Tensor, same shape and type; this one stays as it is.

        Raises:
            ValueError: if there is no such place, or none is given for several elements.

        Source: mindspore.Tensor.itemset, MindSpore 2.10
        """
        new = self._t.clone(memory_format=torch.contiguous_format)
        if len(args) == 1 and new.numel() == 1:
            return wrap(new.fill_(args[0]))
        if len(args) != 2:
            msg = f"Tensor.itemset: expected a place and a value, got {args!r}"
            raise ValueError(msg)
        try:
            (new.view(-1) if isinstance(args[0], int) else new)[args[0]] = args[1]
        except IndexError as error:
            raise ValueError(f"Tensor.itemset: {error}") from None
        return wrap(new)


def _written(target: Any, new: Tensor) -> Tensor:
    return assign_into(target, unwrap(new))


def _along(how: str, target: Any, dim: int, index: Tensor, source: Tensor) -> Tensor:
    op = f"Tensor.{how}_"
    t = start_of(target)
    try:
        return assign_into(target, t.index_copy(dim_arg(op, dim, t.ndim), index_arg(op, index), unwrap(source)))
    except (IndexError, RuntimeError) as error:
        raise refused(op, error, input=target, index=index, source=source) from None


def _scattered(target: Any, dim: int, index: Tensor, src: Any, reduce: str | None) -> Tensor:
    t = start_of(target)
    place, picks = dim_arg("Tensor.scatter_", dim, t.ndim), index_arg("Tensor.scatter_", index)
    values = unwrap_or_scalar(src)
    if reduce not in (None, "none", "add", "multiply"):
        msg = f"Tensor.scatter_: `reduce` must be 'add' or 'multiply', got {reduce!r}"
        raise ValueError(msg)
    if not isinstance(values, torch.Tensor):
        values = torch.full(picks.shape, values, dtype=t.dtype, device=t.device)
    try:
        if reduce == "add":
            new = t.scatter_add(place, picks, values)
        elif reduce == "multiply":
            new = t.scatter_reduce(place, picks, values, "prod")
        else:
            new = t.scatter(place, picks, values)
    except (IndexError, RuntimeError) as error:
        raise refused("Tensor.scatter_", error, input=target, index=index, src=src) from None
    return assign_into(target, new)


def _put(target: Any, index: Tensor, source: Tensor, accumulate: bool) -> Tensor:
    try:
        return assign_into(target, start_of(target).put(index_arg("Tensor.put_", index), unwrap(source), accumulate))
    except (IndexError, RuntimeError) as error:
        raise refused("Tensor.put_", error, input=target, index=index, source=source) from None


def _filled_diagonal(t: torch.Tensor, fill_value: float, wrapped: bool) -> Tensor:
    try:
        return wrap(t.clone().fill_diagonal_(fill_value, wrapped))
    except RuntimeError as error:
        raise ValueError(f"Tensor.fill_diagonal: {error}") from None
