"""Tensor methods of the reduction family. Where the method's call forms differ from the function's, it has its own."""

from __future__ import annotations

from ms2torch._core.base import TensorBase
from ms2torch.ops.function.math import (
    extreme as reduce_extreme,
    reduce,
    scan,
    statistics as reduce_stats,
)


class TensorReduce(TensorBase):
    """Reductions and running sums as methods."""

    __slots__ = ()

    sum = reduce.tensor_sum
    mean = reduce.tensor_mean
    prod = reduce.tensor_prod
    nansum = reduce.tensor_nansum
    nanmean = reduce.nanmean
    logsumexp = reduce.logsumexp
    count_nonzero = reduce.tensor_count_nonzero
    sum_to_size = reduce.tensor_sum_to_size
    max = reduce_extreme.tensor_max
    min = reduce_extreme.tensor_min
    amax = reduce_extreme.amax
    amin = reduce_extreme.amin
    aminmax = reduce_extreme.aminmax
    argmax = reduce_extreme.tensor_argmax
    argmin = reduce_extreme.tensor_argmin
    argmax_with_value = reduce_extreme.tensor_argmax_with_value
    argmin_with_value = reduce_extreme.tensor_argmin_with_value
    all = reduce_extreme.tensor_all
    any = reduce_extreme.tensor_any
    var = reduce_stats.tensor_var
    std = reduce_stats.tensor_std
    median = reduce_stats.tensor_median
    nanmedian = reduce_stats.nanmedian
    quantile = reduce_stats.quantile
    nanquantile = reduce_stats.nanquantile
    cov = reduce_stats.cov
    bincount = reduce_stats.bincount
    histc = reduce_stats.tensor_histc
    ptp = reduce_stats.tensor_ptp
    cumsum = scan.tensor_cumsum
    cumprod = scan.cumprod
    cummax = scan.cummax
    cummin = scan.cummin
    logcumsumexp = scan.logcumsumexp
    diff = scan.tensor_diff
