"""Sparse matrices by rows as Primitives that take their five parts, one matrix or a batch of them.

The parts of a matrix are its shape, where the values of each matrix of the batch begin, where each row begins (counted
within its matrix), the column of each value, and the values.
"""

from __future__ import annotations

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.convert import shape_arg
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.primitive import Primitive

Parts = tuple[Tensor, Tensor, Tensor, Tensor, Tensor]


class SparseMatrixNNZ(Primitive):
    """Count the values of each matrix.

    Inputs:
        - **x_dense_shape**, **x_batch_pointers**, **x_row_pointers**, **x_col_indices**, **x_values** (Tensor) - the
          parts.

    Outputs:
        Tensor, int32, of shape :math:`(B,)`.

    Source: mindspore.ops.operations.sparse_ops.SparseMatrixNNZ, MindSpore 2.10
    """

    def __call__(
        self,
        x_dense_shape: Tensor,
        x_batch_pointers: Tensor,
        x_row_pointers: Tensor,
        x_col_indices: Tensor,
        x_values: Tensor,
    ) -> Tensor:
        """Apply the operation."""
        del x_dense_shape, x_row_pointers, x_col_indices, x_values
        return wrap(unwrap(x_batch_pointers).diff().to(torch.int32))


class SparseMatrixTranspose(Primitive):
    """Exchange rows and columns.

    Args:
        conjugate (bool): give the conjugate values too. Default: ``False``.

    Inputs:
        - **x_dense_shape**, **x_batch_pointers**, **x_row_pointers**, **x_col_indices**, **x_values** (Tensor) - the
          parts.

    Outputs:
        tuple of the five parts.

    Source: mindspore.ops.operations.sparse_ops.SparseMatrixTranspose, MindSpore 2.10
    """

    def __init__(self, conjugate: bool = False) -> None:
        super().__init__()
        self.conjugate = conjugate

    def __call__(
        self,
        x_dense_shape: Tensor,
        x_batch_pointers: Tensor,
        x_row_pointers: Tensor,
        x_col_indices: Tensor,
        x_values: Tensor,
    ) -> Parts:
        """Apply the operation."""
        shape = shape_arg(x_dense_shape)
        batch, rows, columns = _places(shape, x_row_pointers, x_col_indices)
        turned = (*shape[:-2], shape[-1], shape[-2])
        order = torch.argsort((batch * shape[-1] + columns) * shape[-2] + rows, stable=True)
        values = unwrap(x_values)[order]
        kind = unwrap(x_row_pointers).dtype
        return (
            wrap(torch.tensor(turned, dtype=unwrap(x_dense_shape).dtype)),
            x_batch_pointers,
            wrap(_row_pointers(turned, batch, columns).to(dtype=kind)),
            wrap(rows[order].to(unwrap(x_col_indices).dtype)),
            wrap(values.conj().resolve_conj() if self.conjugate else values),
        )


class CSRSparseMatrixToDense(Primitive):
    """Write the matrices out in full.

    Inputs:
        - **x_dense_shape**, **x_batch_pointers**, **x_row_pointers**, **x_col_indices**, **x_values** (Tensor) - the
          parts.

    Outputs:
        Tensor, of the type of the values.

    Source: mindspore.ops.operations.sparse_ops.CSRSparseMatrixToDense, MindSpore 2.10
    """

    def __call__(
        self,
        x_dense_shape: Tensor,
        x_batch_pointers: Tensor,
        x_row_pointers: Tensor,
        x_col_indices: Tensor,
        x_values: Tensor,
    ) -> Tensor:
        """Apply the operation."""
        del x_batch_pointers
        return wrap(_dense(x_dense_shape, x_row_pointers, x_col_indices, x_values))


class CSRSparseMatrixToSparseTensor(Primitive):
    """Give the coordinates of the values.

    Inputs:
        - **x_dense_shape**, **x_batch_pointers**, **x_row_pointers**, **x_col_indices**, **x_values** (Tensor) - the
          parts.

    Outputs:
        tuple of the indices, of shape :math:`(N, D)`, the values and the shape.

    Source: mindspore.ops.operations.sparse_ops.CSRSparseMatrixToSparseTensor, MindSpore 2.10
    """

    def __call__(
        self,
        x_dense_shape: Tensor,
        x_batch_pointers: Tensor,
        x_row_pointers: Tensor,
        x_col_indices: Tensor,
        x_values: Tensor,
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Apply the operation."""
        del x_batch_pointers
        shape = shape_arg(x_dense_shape)
        places = torch.stack(_places(shape, x_row_pointers, x_col_indices)[3 - len(shape) :], 1)
        return wrap(places.to(unwrap(x_col_indices).dtype)), x_values, x_dense_shape


class SparseTensorToCSRSparseMatrix(Primitive):
    """Give the parts of matrices whose values come with their coordinates, in the order of the rows.

    Inputs:
        - **x_indices** (Tensor) - int32 or int64, of shape :math:`(N, D)`, `D` being 2 or 3.
        - **x_values** (Tensor) - of shape :math:`(N,)`.
        - **x_dense_shape** (Tensor) - of shape :math:`(D,)`.

    Outputs:
        tuple of the five parts.

    Source: mindspore.ops.operations.sparse_ops.SparseTensorToCSRSparseMatrix, MindSpore 2.10
    """

    def __call__(self, x_indices: Tensor, x_values: Tensor, x_dense_shape: Tensor) -> Parts:
        """Apply the operation."""
        places = unwrap(x_indices)
        return _parts(x_dense_shape, places.long(), places.dtype, x_values)


class DenseToCSRSparseMatrix(Primitive):
    """Give the parts of matrices that hold the values of dense ones at some places.

    Inputs:
        - **dense_input** (Tensor) - of shape :math:`(..., M, N)`, of 2 or 3 dimensions.
        - **indices** (Tensor) - the places, in the order of the rows, of shape :math:`(N, D)`.

    Outputs:
        tuple of the five parts.

    Source: mindspore.ops.operations.sparse_ops.DenseToCSRSparseMatrix, MindSpore 2.10
    """

    def __call__(self, dense_input: Tensor, indices: Tensor) -> Parts:
        """Apply the operation."""
        t, places = unwrap(dense_input), unwrap(indices)
        shape = wrap(torch.tensor(t.shape, dtype=places.dtype))
        return _parts(shape, places.long(), places.dtype, wrap(t[tuple(places.long().T)]))


class SparseMatrixMatMul(Primitive):
    """Multiply sparse matrices with dense ones.

    Args:
        transpose_x1 (bool): exchange rows and columns of the sparse operand. Default: ``False``.
        transpose_x2 (bool): those of the dense operand. Default: ``False``.
        adjoint_x1 (bool): those of the sparse operand, and conjugate it. Default: ``False``.
        adjoint_x2 (bool): those of the dense operand, and conjugate it. Default: ``False``.
        transpose_output (bool): those of the result. Default: ``False``.
        conjugate_output (bool): conjugate the result. Default: ``False``.

    Inputs:
        - **x1_dense_shape**, **x1_batch_pointers**, **x1_row_pointers**, **x1_col_indices**, **x1_values** (Tensor) -
          the parts of the sparse operand.
        - **x2_dense** (Tensor) - the dense operand.

    Outputs:
        Tensor.

    Raises:
        ValueError: one operand is to be transposed and adjoint.

    Source: mindspore.ops.operations.sparse_ops.SparseMatrixMatMul, MindSpore 2.10
    """

    def __init__(
        self,
        transpose_x1: bool = False,
        transpose_x2: bool = False,
        adjoint_x1: bool = False,
        adjoint_x2: bool = False,
        transpose_output: bool = False,
        conjugate_output: bool = False,
    ) -> None:
        super().__init__()
        if (transpose_x1 and adjoint_x1) or (transpose_x2 and adjoint_x2):
            msg = "For 'SparseMatrixMatMul', only one of adjoint and transpose of an operand can be set."
            raise ValueError(msg)
        self.turned = (transpose_x1, adjoint_x1), (transpose_x2, adjoint_x2)
        self.transpose_output = transpose_output
        self.conjugate_output = conjugate_output

    def __call__(
        self,
        x1_dense_shape: Tensor,
        x1_batch_pointers: Tensor,
        x1_row_pointers: Tensor,
        x1_col_indices: Tensor,
        x1_values: Tensor,
        x2_dense: Tensor,
    ) -> Tensor:
        """Apply the operation."""
        del x1_batch_pointers
        (transpose, adjoint), second = self.turned
        shape = shape_arg(x1_dense_shape)
        batch, rows, columns = _places(shape, x1_row_pointers, x1_col_indices)
        values, dense = unwrap(x1_values), _turned(unwrap(x2_dense), *second)
        height = shape[-2]
        if transpose or adjoint:
            rows, columns, height = columns, rows, shape[-1]
        if adjoint:
            values = values.conj()
        stacked = dense if len(shape) == 3 else dense.unsqueeze(0)
        terms = values.unsqueeze(1) * stacked[batch, columns]
        sums = stacked.new_zeros(len(stacked) * height, stacked.shape[-1])
        product = sums.index_add(0, batch * height + rows, terms.to(dtype=sums.dtype))
        product = product.reshape(len(stacked), height, -1) if len(shape) == 3 else product
        product = product.mT if self.transpose_output else product
        return wrap((product.conj().resolve_conj() if self.conjugate_output else product).contiguous())


def _places(shape: tuple[int, ...], row_pointers: Tensor, columns: Tensor) -> tuple[torch.Tensor, ...]:
    """Return the matrix, the row and the column of each value."""
    pointers = unwrap(row_pointers).long().reshape(-1, shape[-2] + 1)
    many = pointers.diff(dim=1).reshape(-1)
    flat = torch.repeat_interleave(torch.arange(len(many)), many)
    return flat // shape[-2], flat % shape[-2], unwrap(columns).long()


def _row_pointers(shape: tuple[int, ...], batch: torch.Tensor, rows: torch.Tensor) -> torch.Tensor:
    count = shape[0] if len(shape) == 3 else 1
    many = torch.bincount(batch * shape[-2] + rows, minlength=count * shape[-2]).reshape(count, shape[-2])
    return torch.nn.functional.pad(many.cumsum(1), (1, 0)).reshape(-1)


def _dense(shape: Tensor, row_pointers: Tensor, columns: Tensor, values: Tensor) -> torch.Tensor:
    size = shape_arg(shape)
    places = _places(size, row_pointers, columns)[3 - len(size) :]
    v = unwrap(values)
    return v.new_zeros(size).index_put(places, v, accumulate=True)


def _parts(dense_shape: Tensor, places: torch.Tensor, kind: torch.dtype, values: Tensor) -> Parts:
    """Return the parts of matrices, from the coordinates of their values."""
    shape = shape_arg(dense_shape)
    batch = places[:, 0] if len(shape) == 3 else torch.zeros_like(places[:, 0])
    rows, columns = places[:, -2], places[:, -1]
    many = torch.bincount(batch, minlength=shape[0] if len(shape) == 3 else 1)
    return (
        dense_shape,
        wrap(torch.nn.functional.pad(many.cumsum(0), (1, 0)).to(dtype=kind)),
        wrap(_row_pointers(shape, batch, rows).to(dtype=kind)),
        wrap(columns.to(dtype=kind)),
        values,
    )


def _turned(t: torch.Tensor, transpose: bool, adjoint: bool) -> torch.Tensor:
    return t.mH if adjoint else t.mT if transpose else t
