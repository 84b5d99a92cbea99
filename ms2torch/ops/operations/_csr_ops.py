"""Mirrors `mindspore.ops.operations._csr_ops`: matrices of compressed sparse rows, given by their parts."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.primitive import Primitive


def _rows(indptr: torch.Tensor) -> torch.Tensor:
    """Return the row of each value."""
    counts = indptr[1:] - indptr[:-1]
    return torch.repeat_interleave(torch.arange(len(counts), device=indptr.device), counts.long())


class CSRReduceSum(Primitive):
    """Sum a matrix along its rows.

    Inputs:
        - **csr_indptr** (Tensor) - where each row begins among the values, and the last one ends.
        - **csr_indices** (Tensor) - the column of each value.
        - **csr_values** (Tensor) - the values; further axes are kept.
        - **dense_shape** (tuple) - the shape of the matrix.
        - **axis** (int) - 1, the columns.

    Outputs:
        Tensor, of the shape of the matrix with 1 in place of the columns.

    Source: mindspore.ops.operations._csr_ops.CSRReduceSum, MindSpore 2.10
    """

    def __call__(
        self, csr_indptr: Tensor, csr_indices: Tensor, csr_values: Tensor, dense_shape: tuple[int, ...], axis: int
    ) -> Tensor:
        """Apply the operation."""
        values = unwrap(csr_values)
        if axis not in (1, 1 - len(dense_shape)):
            msg = f"For 'CSRReduceSum', the 'axis' must be 1, but got {axis}."
            raise ValueError(msg)
        sums = values.new_zeros((dense_shape[0], *values.shape[1:]))
        return wrap(sums.index_add(0, _rows(unwrap(csr_indptr)), values).unsqueeze(1))


class CSRMV(Primitive):
    """Multiply a matrix by a vector.

    Inputs:
        - **indptr** (Tensor), **indices** (Tensor), **values** (Tensor), **dense_shape** (tuple) - the matrix.
        - **dense_tensor** (Tensor) - of shape :math:`(M, 1)`.

    Outputs:
        Tensor of shape :math:`(N, 1)`.

    Source: mindspore.ops.operations._csr_ops.CSRMV, MindSpore 2.10
    """

    def __call__(
        self, indptr: Tensor, indices: Tensor, values: Tensor, dense_shape: tuple[int, ...], dense_tensor: Tensor
    ) -> Tensor:
        """Apply the operation."""
        return wrap(_product(unwrap(indptr), unwrap(indices), unwrap(values), dense_shape, unwrap(dense_tensor)))


class CSRMM(Primitive):
    """Multiply a matrix by a dense one.

    Inputs:
        - **indptr** (Tensor), **indices** (Tensor), **values** (Tensor), **dense_shape** (tuple) - the matrix.
        - **dense** (Tensor) - of shape :math:`(M, K)`.

    Outputs:
        Tensor of shape :math:`(N, K)`.

    Source: mindspore.ops.operations._csr_ops.CSRMM, MindSpore 2.10
    """

    def __call__(
        self, indptr: Tensor, indices: Tensor, values: Tensor, dense_shape: tuple[int, ...], dense: Tensor
    ) -> Tensor:
        """Apply the operation."""
        return wrap(_product(unwrap(indptr), unwrap(indices), unwrap(values), dense_shape, unwrap(dense)))


def _product(
    indptr: torch.Tensor, indices: torch.Tensor, values: torch.Tensor, shape: tuple[int, ...], dense: torch.Tensor
) -> torch.Tensor:
    parts = values.unsqueeze(1) * dense[indices.long()]
    return parts.new_zeros((shape[0], dense.shape[1])).index_add(0, _rows(indptr), parts)


def _broadcast(indptr: torch.Tensor, indices: torch.Tensor, shape: tuple[int, ...], dense: Any) -> torch.Tensor:
    """Return what a dense operand, broadcast to the matrix, has at each of its values."""
    whole = torch.broadcast_to(unwrap(dense), torch.broadcast_shapes(unwrap(dense).shape, tuple(shape)))
    return whole[_rows(indptr), indices.long()]


class CSRMul(Primitive):
    """Multiply the values of a matrix by a dense one, which is broadcast.

    Inputs:
        - **indptr** (Tensor), **indices** (Tensor), **values** (Tensor), **shape** (tuple) - the matrix.
        - **dense** (Tensor) - the other operand.

    Outputs:
        Tensor, the values of the product.

    Source: mindspore.ops.operations._csr_ops.CSRMul, MindSpore 2.10
    """

    def __call__(
        self, indptr: Tensor, indices: Tensor, values: Tensor, shape: tuple[int, ...], dense: Tensor
    ) -> Tensor:
        """Apply the operation."""
        return wrap(unwrap(values) * _broadcast(unwrap(indptr), unwrap(indices), shape, dense))


class CSRDiv(Primitive):
    """Divide the values of a matrix by a dense one, which is broadcast.

    Inputs:
        - **indptr** (Tensor), **indices** (Tensor), **values** (Tensor), **shape** (tuple) - the matrix.
        - **dense** (Tensor) - the divisor.

    Outputs:
        Tensor, the values of the quotient.

    Source: mindspore.ops.operations._csr_ops.CSRDiv, MindSpore 2.10
    """

    def __call__(
        self, indptr: Tensor, indices: Tensor, values: Tensor, shape: tuple[int, ...], dense: Tensor
    ) -> Tensor:
        """Apply the operation."""
        return wrap(unwrap(values) / _broadcast(unwrap(indptr), unwrap(indices), shape, dense))


class CSRGather(Primitive):
    """Return what a dense Tensor has where a matrix has values.

    Inputs:
        - **indptr** (Tensor), **indices** (Tensor) - where the matrix has values.
        - **dense** (Tensor) - what is read.
        - **sparse_shape** (tuple) - the shape of the matrix.

    Outputs:
        Tensor, one for each value.

    Source: mindspore.ops.operations._csr_ops.CSRGather, MindSpore 2.10
    """

    def __call__(self, indptr: Tensor, indices: Tensor, dense: Tensor, sparse_shape: tuple[int, ...]) -> Tensor:
        """Apply the operation."""
        return wrap(_broadcast(unwrap(indptr), unwrap(indices), sparse_shape, dense))


class CSR2COO(Primitive):
    """Return the row of each value.

    Inputs:
        - **indptr** (Tensor) - where each row begins among the values, and the last one ends.
        - **nnz** (int) - how many values there are.

    Outputs:
        Tensor, the rows, of the type of `indptr`.

    Source: mindspore.ops.operations._csr_ops.CSR2COO, MindSpore 2.10
    """

    def __call__(self, indptr: Tensor, nnz: int) -> Tensor:
        """Apply the operation."""
        return wrap(_rows(unwrap(indptr))[:nnz].to(unwrap(indptr).dtype))


class COO2CSR(Primitive):
    """Return where each row begins among the values.

    Inputs:
        - **row_indices** (Tensor) - the row of each value, rising.
        - **height** (int) - how many rows there are.

    Outputs:
        Tensor, the beginnings and the end of the last row, of the type of `row_indices`.

    Source: mindspore.ops.operations._csr_ops.COO2CSR, MindSpore 2.10
    """

    def __call__(self, row_indices: Tensor, height: int) -> Tensor:
        """Apply the operation."""
        rows = unwrap(row_indices)
        counts = torch.bincount(rows.long(), minlength=height)
        return wrap(torch.cat([counts.new_zeros(1), counts.cumsum(0)]).to(rows.dtype))
