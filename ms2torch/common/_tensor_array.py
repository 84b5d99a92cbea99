"""Tensor methods of the array family."""

from __future__ import annotations

from ms2torch.common._base import TensorBase
from ms2torch.ops.function import array


class TensorArray(TensorBase):
    """Shape, type and layout as methods."""

    __slots__ = ()

    reshape = array.tensor_reshape
    view = array.tensor_view
    permute = array.tensor_permute
    transpose = array.tensor_transpose
    astype = array.tensor_astype
    expand_dims = array.expand_dims
