"""Tensor methods that are neural-network functions."""

from __future__ import annotations

from ms2torch.common._base import TensorBase
from ms2torch.ops.function import activation


class TensorNN(TensorBase):
    """Activations as methods."""

    __slots__ = ()

    sigmoid = activation.sigmoid
    tanh = activation.tanh
    softmax = activation.softmax
