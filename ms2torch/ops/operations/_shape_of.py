"""The shape of a Tensor as a Tensor, by an older name."""

from __future__ import annotations

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.primitive import Primitive


class DynamicShape(Primitive):
    """Return the shape as a Tensor of int64.

    Args:
        dtype (int): without effect, as in MindSpore. Default: ``9``.

    Source: mindspore.ops.DynamicShape, MindSpore 2.10
    """

    def __init__(self, dtype: int = 9) -> None:
        super().__init__()

    def __call__(self, tensor: Tensor) -> Tensor:
        """Apply the operation."""
        return wrap(torch.tensor(unwrap(tensor).shape, dtype=torch.int64))
