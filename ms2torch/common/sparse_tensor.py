"""Mirrors `mindspore.common.sparse_tensor`: sparse tensors, which live in `ms2torch._core.sparse_tensor`."""

from ms2torch._core.sparse_tensor import (
    COOTensor as COOTensor,
    CSRTensor as CSRTensor,
    RowTensor as RowTensor,
    RowTensorInner as RowTensorInner,
    SparseTensor as SparseTensor,
)

__all__ = ["COOTensor", "CSRTensor", "RowTensor", "RowTensorInner", "SparseTensor"]
