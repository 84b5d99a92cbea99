"""Sparse tensors as layers."""

from __future__ import annotations

from typing import Any

from ms2torch._core.sparse_tensor import COOTensor
from ms2torch._core.tensor_type import Tensor
from ms2torch.nn.cell import Cell
from ms2torch.ops.operations import sparse_ops


class SparseToDense(Cell):
    """Write a sparse tensor out in full.

    Inputs:
        - **sparse_tensor** (COOTensor) - the sparse tensor.

    Outputs:
        Tensor.

    Raises:
        TypeError: if `sparse_tensor` is no COOTensor.

    Source: mindspore.nn.SparseToDense, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, sparse_tensor: COOTensor) -> Tensor:
        """Return the dense tensor."""
        if not isinstance(sparse_tensor, COOTensor):
            msg = f"nn.SparseToDense: expected a COOTensor, got {type(sparse_tensor).__name__}"
            raise TypeError(msg)
        return sparse_tensor.to_dense()


class SparseTensorDenseMatmul(Cell):
    """Multiply a sparse and a dense matrix.

    Args:
        adjoint_st (bool): transpose the sparse matrix first. Default: ``False``.
        adjoint_dt (bool): transpose the dense matrix first. Default: ``False``.

    Inputs:
        - **indices** (Tensor) - the coordinates, int32 or int64, of shape :math:`(n, 2)`.
        - **values** (Tensor) - of shape :math:`(n,)`.
        - **sparse_shape** (tuple[int]) - the shape of the sparse matrix.
        - **dense** (Tensor) - the dense matrix, of the type of `values`.

    Outputs:
        Tensor.

    Raises:
        TypeError: if a flag is no bool or the types differ.
        ValueError: if the shapes do not fit.

    Source: mindspore.nn.SparseTensorDenseMatmul, MindSpore 2.10
    """

    def __init__(self, adjoint_st: bool = False, adjoint_dt: bool = False) -> None:
        super().__init__()
        self.adjoint_st = adjoint_st
        self.adjoint_dt = adjoint_dt
        self.sparse_dense_matmul = sparse_ops.SparseTensorDenseMatmul(adjoint_st, adjoint_dt)

    def construct(self, indices: Tensor, values: Tensor, sparse_shape: Any, dense: Tensor) -> Tensor:
        """Multiply."""
        return self.sparse_dense_matmul(indices, values, sparse_shape, dense)
