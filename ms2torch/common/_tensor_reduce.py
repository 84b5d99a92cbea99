"""Tensor methods of the reduction family. Where the method's call forms differ from the function's, it has its own."""

from __future__ import annotations

from ms2torch.common._base import TensorBase
from ms2torch.ops.function import reduce


class TensorReduce(TensorBase):
    """Reductions as methods."""

    __slots__ = ()

    sum = reduce.tensor_sum
    mean = reduce.tensor_mean
    max = reduce.tensor_max
    min = reduce.tensor_min
    amax = reduce.amax
    amin = reduce.amin
    argmax = reduce.argmax
    var = reduce.var
    std = reduce.std
