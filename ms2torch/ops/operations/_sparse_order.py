"""The order of the values of a sparse tensor."""

from __future__ import annotations

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.primitive import Primitive


class SparseReorder(Primitive):
    """Put the values of a sparse tensor into the order of its rows.

    Inputs:
        - **indices** (Tensor) - int64, of shape :math:`(n, d)`.
        - **values** (Tensor) - of shape :math:`(n,)`.
        - **shape** (Tensor) - int64, of shape :math:`(d,)`.

    Outputs:
        tuple of the indices and the values.

    Raises:
        TypeError: `indices` or `shape` is not of int64.
        ValueError: a place lies outside of `shape`.

    Source: mindspore.ops.operations.sparse_ops.SparseReorder, MindSpore 2.10
    """

    def __call__(self, indices: Tensor, values: Tensor, shape: Tensor) -> tuple[Tensor, Tensor]:
        """Apply the operation."""
        places, sizes = unwrap(indices), unwrap(shape)
        if places.dtype is not torch.int64 or sizes.dtype is not torch.int64:
            msg = f"For 'SparseReorder', indices and shape must be int64, but got {places.dtype} and {sizes.dtype}."
            raise TypeError(msg)
        if bool(((places < 0) | (places >= sizes)).any()):
            msg = "For 'SparseReorder', the 'indices' are out of bounds of 'shape'."
            raise ValueError(msg)
        steps = torch.cat([sizes[1:].flip(0).cumprod(0).flip(0), sizes.new_ones(1)])
        order = torch.argsort((places * steps).sum(1), stable=True)
        return wrap(places[order]), wrap(unwrap(values)[order])
