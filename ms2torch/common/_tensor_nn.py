"""Tensor methods that are neural-network functions."""

from __future__ import annotations

from ms2torch._core.base import TensorBase
from ms2torch.ops.function.linalg import distance
from ms2torch.ops.function.nn import activation, activation_piecewise, fold as folding


class TensorNN(TensorBase):
    """Activations and windows as methods."""

    __slots__ = ()

    sigmoid = activation.sigmoid
    tanh = activation.tanh
    tanh_ = activation.tanh_
    hardshrink = activation_piecewise.hardshrink
    soft_shrink = activation_piecewise.soft_shrink
    col2im = folding.col2im
    fold = folding.fold
    renorm = distance.renorm
    unfold = folding.unfold

    sigmoid_ = activation.inplace_sigmoid
    softmax = activation.tensor_softmax
