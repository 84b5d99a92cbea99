"""Picking, writing, sorting and grouping as Primitives."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from ms2torch._core import dtype as mstype
from ms2torch._core.base import unwrap, wrap
from ms2torch._core.dtype import Type, given_type
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.function.array import (
    index as array_index,
    scatter as array_scatter,
    segment as array_segment,
    sort as array_sort,
)
from ms2torch.ops.function.array._operands import index_arg
from ms2torch.ops.primitive import Primitive


class Select(Primitive, fn=array_index.select):
    """Take elements of one tensor where a condition is true, of another elsewhere.

    Source: mindspore.ops.Select, MindSpore 2.10
    """


class GatherNd(Primitive, fn=array_index.gather_nd):
    """Pick elements or slices by their coordinates.

    Source: mindspore.ops.GatherNd, MindSpore 2.10
    """


class GatherD(Primitive, fn=array_index.gather_d):
    """Pick elements along a dimension.

    Source: mindspore.ops.GatherD, MindSpore 2.10
    """


class MaskedSelect(Primitive, fn=array_index.masked_select):
    """List the elements where a mask is true.

    Source: mindspore.ops.MaskedSelect, MindSpore 2.10
    """


class MaskedFill(Primitive, fn=array_index.masked_fill):
    """Replace the elements where a mask is true.

    Source: mindspore.ops.MaskedFill, MindSpore 2.10
    """


class MaskedScatter(Primitive, fn=array_index.masked_scatter):
    """Replace the elements where a mask is true by those of another tensor.

    Source: mindspore.ops.MaskedScatter, MindSpore 2.10
    """


class Slice(Primitive, fn=array_index.slice):
    """Cut a box out of a tensor.

    Source: mindspore.ops.Slice, MindSpore 2.10
    """


class ScatterNd(Primitive, fn=array_scatter.scatter_nd):
    """Put elements or slices at coordinates of a tensor of zeros.

    Source: mindspore.ops.ScatterNd, MindSpore 2.10
    """


class Unique(Primitive):
    """List the different elements of a vector in the order of their first appearance.

    Source: mindspore.ops.Unique, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, x: Tensor) -> tuple[Tensor, Tensor]:
        if unwrap(x).ndim != 1:
            msg = f"ops.Unique: the input must be a vector, got shape {tuple(unwrap(x).shape)}; use ops.unique"
            raise RuntimeError(msg)
        return array_sort.unique(x)


class UniqueWithPad(Primitive, fn=array_sort.unique_with_pad):
    """List the different elements, padded to the length of the input.

    Source: mindspore.ops.UniqueWithPad, MindSpore 2.10
    """


class UnsortedSegmentSum(Primitive, fn=array_segment.unsorted_segment_sum):
    """Add up the rows of each segment.

    Source: mindspore.ops.UnsortedSegmentSum, MindSpore 2.10
    """


class UnsortedSegmentMax(Primitive, fn=array_segment.unsorted_segment_max):
    """Find the largest element of each segment.

    Source: mindspore.ops.UnsortedSegmentMax, MindSpore 2.10
    """


class UnsortedSegmentMin(Primitive, fn=array_segment.unsorted_segment_min):
    """Find the smallest element of each segment.

    Source: mindspore.ops.UnsortedSegmentMin, MindSpore 2.10
    """


class UnsortedSegmentProd(Primitive, fn=array_segment.unsorted_segment_prod):
    """Multiply the rows of each segment.

    Source: mindspore.ops.UnsortedSegmentProd, MindSpore 2.10
    """


class TensorScatterUpdate(Primitive, fn=array_scatter.tensor_scatter_update):
    """Replace elements or slices at coordinates.

    Source: mindspore.ops.TensorScatterUpdate, MindSpore 2.10
    """


class TensorScatterAdd(Primitive, fn=array_scatter.tensor_scatter_add):
    """Add to elements or slices at coordinates.

    Source: mindspore.ops.TensorScatterAdd, MindSpore 2.10
    """


class TensorScatterSub(Primitive, fn=array_scatter.tensor_scatter_sub):
    """Subtract from elements or slices at coordinates.

    Source: mindspore.ops.TensorScatterSub, MindSpore 2.10
    """


class TensorScatterMul(Primitive, fn=array_scatter.tensor_scatter_mul):
    """Multiply elements or slices at coordinates.

    Source: mindspore.ops.TensorScatterMul, MindSpore 2.10
    """


class TensorScatterDiv(Primitive, fn=array_scatter.tensor_scatter_div):
    """Divide elements or slices at coordinates.

    Source: mindspore.ops.TensorScatterDiv, MindSpore 2.10
    """


class TensorScatterMax(Primitive, fn=array_scatter.tensor_scatter_max):
    """Raise elements or slices at coordinates to a lower bound.

    Source: mindspore.ops.TensorScatterMax, MindSpore 2.10
    """


class TensorScatterMin(Primitive, fn=array_scatter.tensor_scatter_min):
    """Lower elements or slices at coordinates to an upper bound.

    Source: mindspore.ops.TensorScatterMin, MindSpore 2.10
    """


class IndexFill(Primitive, fn=array_scatter.index_fill):
    """Fill slices along a dimension with a number.

    Source: mindspore.ops.IndexFill, MindSpore 2.10
    """


class NonZero(Primitive):
    """Find where a tensor is not zero.

    Source: mindspore.ops.NonZero, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, input: Tensor) -> Tensor:
        return array_index.argwhere(input)


class Gather(Primitive):
    """Pick slices along a dimension.

    Args:
        batch_dims (int): how many leading dimensions the two share. Default: ``0``.

    Source: mindspore.ops.Gather, MindSpore 2.10
    """

    def __init__(self, batch_dims: int = 0) -> None:
        self.batch_dims = batch_dims

    def __call__(self, input_params: Tensor, input_indices: Tensor, axis: int) -> Tensor:
        return array_index.gather(input_params, input_indices, axis, self.batch_dims)


class GatherV2(Primitive):
    """Pick slices along a dimension; the older name of `Gather`.

    Source: mindspore.ops.GatherV2, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, input_params: Tensor, input_indices: Tensor, axis: int) -> Tensor:
        return array_index.gather(input_params, input_indices, axis)


class EmbeddingLookup(Primitive):
    """Pick rows by index, less an offset; indices out of range give zeros.

    Source: mindspore.ops.EmbeddingLookup, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, input_params: Tensor, input_indices: Tensor, offset: int) -> Tensor:
        table, index = unwrap(input_params), index_arg("ops.EmbeddingLookup", input_indices, "input_indices") - offset
        inside = (index >= 0) & (index < table.shape[0])
        rows = table[torch.where(inside, index, 0)]
        return wrap(torch.where(inside.reshape(*inside.shape, *[1] * (table.ndim - 1)), rows, 0))


class StridedSlice(Primitive):
    """Cut a box out of a tensor, taking every n-th place.

    Args:
        begin_mask (int): bit i: start where the dimension starts. Default: ``0``.
        end_mask (int): bit i: stop where it ends. Default: ``0``.
        ellipsis_mask (int): bit i: entry i stands for all dimensions not named. Default: ``0``.
        new_axis_mask (int): bit i: insert a dimension. Default: ``0``.
        shrink_axis_mask (int): bit i: take one place and drop the dimension. Default: ``0``.

    Source: mindspore.ops.StridedSlice, MindSpore 2.10
    """

    def __init__(
        self,
        begin_mask: int = 0,
        end_mask: int = 0,
        ellipsis_mask: int = 0,
        new_axis_mask: int = 0,
        shrink_axis_mask: int = 0,
    ) -> None:
        self.begin_mask = begin_mask
        self.end_mask = end_mask
        self.ellipsis_mask = ellipsis_mask
        self.new_axis_mask = new_axis_mask
        self.shrink_axis_mask = shrink_axis_mask

    def __call__(self, input_x: Tensor, begin: Sequence[int], end: Sequence[int], strides: Sequence[int]) -> Tensor:
        return array_index.strided_slice(
            input_x,
            begin,
            end,
            strides,
            self.begin_mask,
            self.end_mask,
            self.ellipsis_mask,
            self.new_axis_mask,
            self.shrink_axis_mask,
        )


class Sort(Primitive):
    """Sort the elements along a dimension.

    Args:
        axis (int): the dimension. Default: ``-1``.
        descending (bool): the largest first. Default: ``False``.

    Source: mindspore.ops.Sort, MindSpore 2.10
    """

    def __init__(self, axis: int = -1, descending: bool = False) -> None:
        self.axis = axis
        self.descending = descending

    def __call__(self, x: Tensor) -> tuple[Tensor, Tensor]:
        return array_sort.sort(x, self.axis, self.descending)


class TopK(Primitive):
    """Find the k largest elements along the last dimension.

    Args:
        sorted (bool): in order. Default: ``True``.

    Source: mindspore.ops.TopK, MindSpore 2.10
    """

    def __init__(self, sorted: bool = True) -> None:
        self.sorted = sorted

    def __call__(self, input_x: Tensor, k: int) -> tuple[Tensor, Tensor]:
        return array_sort.topk(input_x, k, None, True, self.sorted)


class InTopK(Primitive):
    """Tell for each row whether its target is among the k largest.

    Args:
        k (int): how many.

    Source: mindspore.ops.InTopK, MindSpore 2.10
    """

    def __init__(self, k: int) -> None:
        self.k = k

    def __call__(self, x1: Tensor, x2: Tensor) -> Tensor:
        return array_sort.intopk(x1, x2, self.k)


class UniqueConsecutive(Primitive):
    """Drop elements, or slices, that repeat the one before.

    Args:
        return_inverse (bool): return the places. Default: ``False``.
        return_counts (bool): return the counts. Default: ``False``.
        dim (int, optional): compare slices along this dimension. Default: ``None``.

    Source: mindspore.ops.UniqueConsecutive, MindSpore 2.10
    """

    def __init__(self, return_inverse: bool = False, return_counts: bool = False, dim: int | None = None) -> None:
        self.return_inverse = return_inverse
        self.return_counts = return_counts
        self.dim = dim

    def __call__(self, input: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        t = unwrap(input)
        values, inverse, counts = torch.unique_consecutive(t, True, True, self.dim)
        nothing = wrap(inverse.new_zeros(0))
        return (
            wrap(values),
            wrap(inverse) if self.return_inverse else nothing,
            wrap(counts) if self.return_counts else nothing,
        )


class SearchSorted(Primitive):
    """Find where values would be inserted so that a sequence stays sorted.

    Args:
        dtype (mindspore.dtype): int32 or int64. Default: ``mstype.int64``.
        right (bool): behind equal elements. Default: ``False``.

    Source: mindspore.ops.SearchSorted, MindSpore 2.10
    """

    def __init__(self, dtype: Type = mstype.int64, right: bool = False) -> None:
        self.dtype = dtype
        self.right = right

    def __call__(self, sorted_sequence: Tensor, values: Tensor, sorter: Tensor | None = None) -> Tensor:
        narrow = self.dtype is mstype.int32
        return array_sort.searchsorted(sorted_sequence, values, out_int32=narrow, right=self.right, sorter=sorter)


class Bucketize(Primitive):
    """Find between which boundaries each element lies.

    Args:
        boundaries (list[float]): in ascending order.

    Source: mindspore.ops.Bucketize, MindSpore 2.10
    """

    def __init__(self, boundaries: list[float]) -> None:
        self.boundaries = boundaries

    def __call__(self, input: Tensor) -> Tensor:
        return array_sort.bucketize(input, self.boundaries, right=True)


class LowerBound(Primitive):
    """Find where values would be inserted before equal elements of sorted rows.

    Args:
        out_type (mindspore.dtype): int32 or int64. Default: ``mstype.int32``.

    Source: mindspore.ops.LowerBound, MindSpore 2.10
    """

    def __init__(self, out_type: Type = mstype.int32) -> None:
        self.out_type = out_type

    def __call__(self, sorted_x: Tensor, values: Tensor) -> Tensor:
        narrow = self.out_type is mstype.int32
        return array_sort.searchsorted(sorted_x, values, out_int32=narrow, side="left")


class UpperBound(Primitive):
    """Find where values would be inserted behind equal elements of sorted rows.

    Args:
        out_type (mindspore.dtype): int32 or int64. Default: ``mstype.int32``.

    Source: mindspore.ops.UpperBound, MindSpore 2.10
    """

    def __init__(self, out_type: Type = mstype.int32) -> None:
        self.out_type = out_type

    def __call__(self, sorted_x: Tensor, values: Tensor) -> Tensor:
        narrow = self.out_type is mstype.int32
        return array_sort.searchsorted(sorted_x, values, out_int32=narrow, side="right")


class ListDiff(Primitive):
    """List the elements of a vector that another does not have.

    Args:
        out_idx (mindspore.dtype): type of the places. Default: ``mstype.int32``.

    Source: mindspore.ops.ListDiff, MindSpore 2.10
    """

    def __init__(self, out_idx: Type = mstype.int32) -> None:
        self.out_idx = out_idx

    def __call__(self, x: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
        kept = ~torch.isin(unwrap(x), unwrap(y))
        return wrap(unwrap(x)[kept]), wrap(kept.nonzero().reshape(-1).to(given_type(self.out_idx)))


class UnravelIndex(Primitive):
    """Turn places of a flattened tensor into coordinates.

    Source: mindspore.ops.UnravelIndex, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, indices: Tensor, dims: Tensor) -> Tensor:
        parts = torch.unravel_index(index_arg("ops.UnravelIndex", indices, "indices"), unwrap(dims).tolist())
        return wrap(torch.stack(parts).to(unwrap(indices).dtype))


class TensorScatterElements(Primitive):
    """Write or add elements along a dimension.

    Args:
        axis (int): the dimension. Default: ``0``.
        reduction (str): ``"none"`` or ``"add"``. Default: ``"none"``.

    Source: mindspore.ops.TensorScatterElements, MindSpore 2.10
    """

    def __init__(self, axis: int = 0, reduction: str = "none") -> None:
        self.axis = axis
        self.reduction = reduction

    def __call__(self, data: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
        return array_scatter.tensor_scatter_elements(data, indices, updates, self.axis, self.reduction)


class IndexPut(Primitive):
    """Write elements at indices given dimension by dimension.

    Args:
        accumulate (int): 1: add instead. Default: ``0``.

    Source: mindspore.ops.IndexPut, MindSpore 2.10
    """

    def __init__(self, accumulate: int = 0) -> None:
        self.accumulate = accumulate

    def __call__(self, x1: Tensor, x2: Tensor, indices: Sequence[Tensor]) -> Tensor:
        return array_scatter.index_put(x1, indices, x2, bool(self.accumulate))


class InplaceAdd(Primitive):
    """Add slices to rows; the input itself stays as it is.

    Args:
        indices (Union[int, tuple[int]]): which rows.

    Source: mindspore.ops.InplaceAdd, MindSpore 2.10
    """

    def __init__(self, indices: int | tuple[int, ...]) -> None:
        self.indices = indices

    def __call__(self, x: Tensor, v: Tensor) -> Tensor:
        return array_scatter.inplace_add(x, v, self.indices)


class InplaceSub(Primitive):
    """Subtract slices from rows; the input itself stays as it is.

    Args:
        indices (Union[int, tuple[int]]): which rows.

    Source: mindspore.ops.InplaceSub, MindSpore 2.10
    """

    def __init__(self, indices: int | tuple[int, ...]) -> None:
        self.indices = indices

    def __call__(self, x: Tensor, v: Tensor) -> Tensor:
        return array_scatter.inplace_sub(x, v, self.indices)


class InplaceUpdate(Primitive):
    """Replace rows; the input itself stays as it is.

    Args:
        indices (Union[int, tuple[int]]): which rows.

    Source: mindspore.ops.InplaceUpdate, MindSpore 2.10
    """

    def __init__(self, indices: int | tuple[int, ...]) -> None:
        self.indices = indices

    def __call__(self, x: Tensor, v: Tensor) -> Tensor:
        return array_scatter.inplace_update(x, v, self.indices)


class InplaceUpdateV2(Primitive):
    """Replace rows; the input itself stays as it is.

    Source: mindspore.ops.InplaceUpdateV2, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, x: Tensor, indices: int | tuple[int, ...], v: Tensor) -> Tensor:
        return array_scatter.inplace_update(x, v, indices)


class SegmentSum(Primitive):
    """Add up the rows of each segment; the numbers of the segments ascend.

    Source: mindspore.ops.SegmentSum, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, input_x: Tensor, segment_ids: Tensor) -> Tensor:
        return array_segment.sorted_segments("ops.SegmentSum", "sum", input_x, segment_ids)


class SegmentProd(Primitive):
    """Multiply the rows of each segment; the numbers of the segments ascend.

    Source: mindspore.ops.SegmentProd, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, input_x: Tensor, segment_ids: Tensor) -> Tensor:
        return array_segment.sorted_segments("ops.SegmentProd", "prod", input_x, segment_ids)


class SegmentMax(Primitive):
    """Find the largest element of each segment; the numbers of the segments ascend.

    Source: mindspore.ops.SegmentMax, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, input_x: Tensor, segment_ids: Tensor) -> Tensor:
        return array_segment.sorted_segments("ops.SegmentMax", "amax", input_x, segment_ids)


class SegmentMin(Primitive):
    """Find the smallest element of each segment; the numbers of the segments ascend.

    Source: mindspore.ops.SegmentMin, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, input_x: Tensor, segment_ids: Tensor) -> Tensor:
        return array_segment.sorted_segments("ops.SegmentMin", "amin", input_x, segment_ids)


class SegmentMean(Primitive):
    """Average the rows of each segment; the numbers of the segments ascend.

    Source: mindspore.ops.SegmentMean, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, input_x: Tensor, segment_ids: Tensor) -> Tensor:
        return array_segment.sorted_segments("ops.SegmentMean", "mean", input_x, segment_ids)
