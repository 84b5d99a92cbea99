"""Tensor methods that pick, write, sort and group elements."""

from __future__ import annotations

from ms2torch._core.base import TensorBase
from ms2torch.ops.function.array import (
    diag as array_diag,
    index as array_index,
    inplace as array_inplace,
    scatter as array_scatter,
    segment as array_segment,
    sort as array_sort,
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
    masked_fill = array_index.tensor_masked_fill
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

    masked_fill_ = array_inplace.tensor_masked_fill_
    masked_scatter_ = array_inplace.tensor_masked_scatter_
    index_fill_ = array_inplace.tensor_index_fill_
    index_add_ = array_inplace.tensor_index_add_
    index_put_ = array_inplace.tensor_index_put_
    index_copy_ = array_inplace.tensor_index_copy_
    scatter_ = array_inplace.tensor_scatter_
    scatter_add_ = array_inplace.tensor_scatter_add_
    put_ = array_inplace.tensor_put_

    choose = array_index.tensor_choose
    fill_diagonal = array_diag.tensor_fill_diagonal
    fill_diagonal_ = array_diag.tensor_fill_diagonal_
    itemset = array_scatter.tensor_itemset
