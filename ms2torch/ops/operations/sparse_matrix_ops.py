"""Sparse matrices as Primitives that take their parts: addition, softmax, larger and smaller of two."""

from __future__ import annotations

import torch

from ms2torch._core import dtype as mstype
from ms2torch._core.base import unwrap, wrap
from ms2torch._core.convert import shape_arg
from ms2torch._core.dtype import Type
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.primitive import Primitive

Parts = tuple[Tensor, Tensor, Tensor, Tensor, Tensor]


class SparseMatrixAdd(Primitive):
    """Add two CSR matrices, each times a factor.

    Inputs:
        - **x1_dense_shape** (Tensor) - the shape, int32.
        - **x1_batch_pointers** (Tensor) - where each matrix begins among the values; one matrix here.
        - **x1_row_pointers** (Tensor) - where each row begins.
        - **x1_col_indices** (Tensor) - the column of each value.
        - **x1_values** (Tensor) - the values.
        - **x2_dense_shape**, **x2_batch_pointers**, **x2_row_pointers**, **x2_col_indices**, **x2_values** (Tensor) -
          those of the second matrix.
        - **alpha** (Tensor) - the factor of the first.
        - **beta** (Tensor) - the factor of the second.

    Outputs:
        tuple of the five parts of the sum; places of either matrix stay, also where the sum is 0.

    Source: mindspore.ops.operations.sparse_ops.SparseMatrixAdd, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(
        self,
        x1_dense_shape: Tensor,
        x1_batch_pointers: Tensor,
        x1_row_pointers: Tensor,
        x1_col_indices: Tensor,
        x1_values: Tensor,
        x2_dense_shape: Tensor,
        x2_batch_pointers: Tensor,
        x2_row_pointers: Tensor,
        x2_col_indices: Tensor,
        x2_values: Tensor,
        alpha: Tensor,
        beta: Tensor,
    ) -> Parts:
        shape = _one_shape("SparseMatrixAdd", x1_dense_shape, x2_dense_shape)
        del x1_batch_pointers, x2_batch_pointers
        places = [
            _rows(unwrap(pointers)) * shape[1] + unwrap(columns)
            for pointers, columns in ((x1_row_pointers, x1_col_indices), (x2_row_pointers, x2_col_indices))
        ]
        values = torch.cat([unwrap(x1_values) * unwrap(alpha), unwrap(x2_values) * unwrap(beta)])
        flat, back = torch.unique(torch.cat(places), return_inverse=True)
        total = values.new_zeros(len(flat)).index_add(0, back, values)
        rows, columns = flat // shape[1], flat % shape[1]
        counts = torch.bincount(rows, minlength=shape[0])
        starts = torch.cat([counts.new_zeros(1), counts.cumsum(0)])
        kind = unwrap(x1_row_pointers).dtype
        return (
            x1_dense_shape,
            wrap(torch.tensor([0, len(columns)], dtype=kind)),
            wrap(starts.to(dtype=kind)),
            wrap(columns.to(unwrap(x1_col_indices).dtype)),
            wrap(total),
        )


class SparseMatrixSoftmax(Primitive):
    """Apply softmax to the values of each row of a CSR matrix; places without a value take no part.

    Args:
        dtype (mindspore.dtype): float32 or float64, the type of the values.

    Inputs:
        - **x_dense_shape** (Tensor) - the shape.
        - **x_batch_pointers** (Tensor) - where each matrix begins among the values; one matrix here.
        - **x_row_pointers** (Tensor) - where each row begins.
        - **x_col_indices** (Tensor) - the column of each value.
        - **x_values** (Tensor) - the values.

    Outputs:
        tuple of the five parts, the values changed.

    Raises:
        TypeError: if `dtype` is another type.

    Source: mindspore.ops.operations.sparse_ops.SparseMatrixSoftmax, MindSpore 2.10
    """

    def __init__(self, dtype: Type) -> None:
        if dtype not in (mstype.float32, mstype.float64):
            msg = f"Only float32 and float64 type data are supported, but got {dtype}"
            raise TypeError(msg)
        self.dtype = dtype

    def __call__(
        self,
        x_dense_shape: Tensor,
        x_batch_pointers: Tensor,
        x_row_pointers: Tensor,
        x_col_indices: Tensor,
        x_values: Tensor,
    ) -> Parts:
        values = unwrap(x_values)
        rows = _rows(unwrap(x_row_pointers))
        count = len(unwrap(x_row_pointers)) - 1
        largest = values.new_full((count,), -torch.inf).scatter_reduce(0, rows, values.detach(), "amax")
        powers = torch.exp(values - largest[rows])
        sums = powers.new_zeros(count).scatter_add(0, rows, powers)
        return x_dense_shape, x_batch_pointers, x_row_pointers, x_col_indices, wrap(powers / sums[rows])


class _OfTwo(Primitive):
    """What the choices between two sparse tensors share."""

    largest: bool

    def __init__(self) -> None:
        super().__init__()

    def __call__(
        self,
        x1_indices: Tensor,
        x1_values: Tensor,
        x1_shape: Tensor,
        x2_indices: Tensor,
        x2_values: Tensor,
        x2_shape: Tensor,
    ) -> tuple[Tensor, Tensor]:
        shape = _one_shape(type(self).__name__, x1_shape, x2_shape)
        parts = ((x1_indices, x1_values), (x2_indices, x2_values))
        places = [unwrap(indices).long() for indices, _ in parts]
        values = [unwrap(each) for _, each in parts]
        steps = torch.tensor([_after(shape, d) for d in range(len(shape))])
        flat, back = torch.unique(torch.cat([(p * steps).sum(1) for p in places]), return_inverse=True)
        each = []
        for i, v in enumerate(values):
            at = back[: len(places[0])] if i == 0 else back[len(places[0]) :]
            each.append(v.new_zeros(len(flat)).scatter(0, at, v))
        chosen = torch.maximum(*each) if self.largest else torch.minimum(*each)
        indices = torch.stack([flat // _after(shape, d) % n for d, n in enumerate(shape)], 1)
        return wrap(indices.to(unwrap(x1_indices).dtype)), wrap(chosen)


class SparseSparseMaximum(_OfTwo):
    """Take the larger of two sparse tensors at each place that either has; a missing value is 0.

    Inputs:
        - **x1_indices** (Tensor) - the places, int64, of shape :math:`(N_1, D)`.
        - **x1_values** (Tensor) - the values, of shape :math:`(N_1,)`.
        - **x1_shape** (Tensor) - the shape, int64.
        - **x2_indices**, **x2_values**, **x2_shape** (Tensor) - those of the second.

    Outputs:
        tuple of the places, in order, and of the values.

    Raises:
        ValueError: if the shapes differ.

    Source: mindspore.ops.operations.sparse_ops.SparseSparseMaximum, MindSpore 2.10
    """

    largest = True


class SparseSparseMinimum(_OfTwo):
    """Take the smaller of two sparse tensors at each place that either has; a missing value is 0.

    Inputs:
        - **x1_indices** (Tensor) - the places, int64, of shape :math:`(N_1, D)`.
        - **x1_values** (Tensor) - the values, of shape :math:`(N_1,)`.
        - **x1_shape** (Tensor) - the shape, int64.
        - **x2_indices**, **x2_values**, **x2_shape** (Tensor) - those of the second.

    Outputs:
        tuple of the places, in order, and of the values.

    Raises:
        ValueError: if the shapes differ.

    Source: mindspore.ops.operations.sparse_ops.SparseSparseMinimum, MindSpore 2.10
    """

    largest = False


def _one_shape(op: str, first: Tensor, second: Tensor) -> tuple[int, ...]:
    shapes = shape_arg(first), shape_arg(second)
    if shapes[0] != shapes[1]:
        msg = f"{op}: both must have one shape, got {shapes[0]} and {shapes[1]}"
        raise ValueError(msg)
    return shapes[0]


def _after(shape: tuple[int, ...], dim: int) -> int:
    """Return how many elements one step along a dimension passes."""
    step = 1
    for size in shape[dim + 1 :]:
        step *= size
    return step


def _rows(pointers: torch.Tensor) -> torch.Tensor:
    """Return the row of each value."""
    return torch.repeat_interleave(torch.arange(len(pointers) - 1), pointers.diff().long())
