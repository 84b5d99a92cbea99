"""Tensor methods that are neural-network functions."""

from __future__ import annotations

from ms2torch._core.base import TensorBase, unwrap, wrap
from ms2torch._core.dtype import Type, to_torch_dtype
from ms2torch._core.tensor_type import Tensor
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

    def sigmoid_(self) -> Tensor:
        """Compute 1 / (1 + exp(-x)) of each element into the tensor itself.

        Returns:
            Tensor, itself.

        Source: mindspore.Tensor.sigmoid_, MindSpore 2.10
        """
        return activation.inplace_sigmoid(self)  # type: ignore[arg-type]

    def softmax(self, axis: int, dtype: Type | None = None) -> Tensor:
        """Turn the elements along an axis into positive numbers that add up to 1.

        Args:
            axis (int): the dimension.
            dtype (mindspore.dtype, optional): type to convert to first. Default: ``None``.

        Returns:
            Tensor, same shape.

        Raises:
            ValueError: if `axis` is out of range.

        Source: mindspore.Tensor.softmax, MindSpore 2.10
        """
        converted = self if dtype is None else wrap(unwrap(self).to(to_torch_dtype(dtype)))
        return activation.softmax(converted, axis)  # type: ignore[arg-type]
