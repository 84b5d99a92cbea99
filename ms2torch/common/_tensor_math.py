"""Tensor methods of the math family: one assignment per method."""

from __future__ import annotations

from ms2torch.common._base import TensorBase
from ms2torch.ops.function import math


class TensorMath(TensorBase):
    """Elementwise arithmetic and matrix products as methods."""

    __slots__ = ()

    abs = math.abs
    add = math.add
    sub = math.sub
    mul = math.mul
    div = math.div
    exp = math.exp
    log = math.log
    sqrt = math.sqrt
    square = math.square
    pow = math.pow
    maximum = math.maximum
    minimum = math.minimum
    matmul = math.matmul
