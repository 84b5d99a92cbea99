"""Sparse tensors by coordinates as Primitives that take their parts: indices, values and shape."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch

from ms2torch._core.base import unwrap, unwrap_or_scalar, wrap
from ms2torch._core.convert import shape_arg
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.primitive import Primitive

Parts = tuple[Tensor, Tensor, Tensor]


class SparseReshape(Primitive):
    """Give the coordinates in a tensor of another shape.

    Inputs:
        - **indices** (Tensor) - int64, of shape :math:`(N, D)`.
        - **shape** (Tensor) - int64, of shape :math:`(D,)`.
        - **new_shape** (Tensor) - int64; one size may be -1.

    Outputs:
        tuple of the indices and the shape.

    Raises:
        ValueError: there are not as many elements in the new shape.

    Source: mindspore.ops.operations.sparse_ops.SparseReshape, MindSpore 2.10
    """

    def __call__(self, indices: Tensor, shape: Tensor, new_shape: Tensor) -> tuple[Tensor, Tensor]:
        """Apply the operation."""
        places, sizes = unwrap(indices), shape_arg(shape)
        wanted = unwrap(new_shape).tolist()
        try:
            found = torch.empty(sizes, device="meta").reshape(wanted).shape
        except RuntimeError:
            msg = f"For 'SparseReshape', shape {list(sizes)} cannot be reshaped to {wanted}."
            raise ValueError(msg) from None
        flat = _flat(places, sizes)
        return wrap(_unflat(flat, tuple(found))), wrap(torch.tensor(found, dtype=unwrap(new_shape).dtype))


class SparseAdd(Primitive):
    """Add two sparse tensors, and leave out what comes to less than a threshold.

    Inputs:
        - **x1_indices**, **x1_values**, **x1_shape** (Tensor) - the parts of the first, in the order of the rows.
        - **x2_indices**, **x2_values**, **x2_shape** (Tensor) - those of the second, of one shape with it.
        - **thresh** (Tensor) - 0-d; the sum of two values is left out where its magnitude is less.

    Outputs:
        tuple of the indices, the values and the shape of the sum.

    Source: mindspore.ops.operations.sparse_ops.SparseAdd, MindSpore 2.10
    """

    def __call__(
        self,
        x1_indices: Tensor,
        x1_values: Tensor,
        x1_shape: Tensor,
        x2_indices: Tensor,
        x2_values: Tensor,
        x2_shape: Tensor,
        thresh: Tensor,
    ) -> Parts:
        """Apply the operation."""
        shape = shape_arg(x1_shape)
        if shape != shape_arg(x2_shape):
            msg = f"For 'SparseAdd', both must have one shape, but got {shape} and {shape_arg(x2_shape)}."
            raise ValueError(msg)
        places = torch.cat([unwrap(x1_indices), unwrap(x2_indices)])
        values = torch.cat([unwrap(x1_values), unwrap(x2_values)])
        flat, back, many = torch.unique(_flat(places, shape), return_inverse=True, return_counts=True)
        sums = values.new_zeros(len(flat)).index_add(0, back, values)
        kept = (many == 1) | (sums.abs() >= unwrap(thresh))
        return wrap(_unflat(flat[kept], shape).to(places.dtype)), wrap(sums[kept]), x1_shape


class SparseConcat(Primitive):
    """Join sparse tensors along a dimension.

    Args:
        concat_dim (int): the dimension. Default: ``0``.

    Inputs:
        - **sp_input_indices**, **sp_input_values**, **sp_input_shapes** (tuple[Tensor]) - the parts of each.

    Outputs:
        tuple of the indices, in the order of the rows, the values and the shape.

    Source: mindspore.ops.operations.sparse_ops.SparseConcat, MindSpore 2.10
    """

    def __init__(self, concat_dim: int = 0) -> None:
        super().__init__()
        self.concat_dim = concat_dim

    def __call__(
        self,
        sp_input_indices: Sequence[Tensor],
        sp_input_values: Sequence[Tensor],
        sp_input_shapes: Sequence[Tensor],
    ) -> Parts:
        """Apply the operation."""
        sizes = [shape_arg(each) for each in sp_input_shapes]
        dim = self.concat_dim % len(sizes[0])
        moved, passed = [], 0
        for indices, size in zip(sp_input_indices, sizes, strict=True):
            step = unwrap(indices).new_zeros(len(size))
            step[dim] = passed
            moved.append(unwrap(indices) + step)
            passed += size[dim]
        shape = (*sizes[0][:dim], passed, *sizes[0][dim + 1 :])
        places = torch.cat(moved)
        order = torch.argsort(_flat(places, shape), stable=True)
        values = torch.cat([unwrap(each) for each in sp_input_values])
        kind = unwrap(sp_input_shapes[0]).dtype
        return wrap(places[order]), wrap(values[order]), wrap(torch.tensor(shape, dtype=kind))


class SparseSoftmax(Primitive):
    """Apply softmax to the values of each row, as if there were nothing between them.

    Inputs:
        - **indices** (Tensor) - int64, of shape :math:`(N, D)`, in the order of the rows.
        - **values** (Tensor) - float32 or float64, of shape :math:`(N,)`.
        - **shape** (Tensor) - of shape :math:`(D,)`.

    Outputs:
        Tensor, the new values.

    Source: mindspore.ops.operations.sparse_ops.SparseSoftmax, MindSpore 2.10
    """

    def __call__(self, indices: Tensor, values: Tensor, shape: Tensor) -> Tensor:
        """Apply the operation."""
        v = unwrap(values)
        _, rows = torch.unique(_flat(unwrap(indices)[:, :-1], shape_arg(shape)[:-1]), return_inverse=True)
        count = int(rows.max()) + 1 if len(rows) else 0
        most = v.new_full((count,), -torch.inf).scatter_reduce(0, rows, v.detach(), "amax")
        parts = (v - most[rows]).exp()
        return wrap(parts / parts.new_zeros(count).index_add(0, rows, parts)[rows])


class SparseFillEmptyRows(Primitive):
    """Give each empty row of a matrix one value.

    Inputs:
        - **indices** (Tensor) - int64, of shape :math:`(N, 2)`.
        - **values** (Tensor) - of shape :math:`(N,)`.
        - **dense_shape** (Tensor) - int64, of shape :math:`(2,)`.
        - **default_value** (Tensor) - 0-d, the value.

    Outputs:
        tuple of the indices, the values, which rows were empty, and where each value has gone.

    Source: mindspore.ops.operations.sparse_ops.SparseFillEmptyRows, MindSpore 2.10
    """

    def __call__(
        self, indices: Tensor, values: Tensor, dense_shape: Tensor, default_value: Tensor
    ) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Apply the operation."""
        places, v, height = unwrap(indices), unwrap(values), shape_arg(dense_shape)[0]
        empty = torch.bincount(places[:, 0], minlength=height) == 0
        added = torch.nn.functional.pad(empty.nonzero(), (0, 1)).to(places.dtype)
        rows = torch.cat([places[:, 0], added[:, 0]])
        order = torch.argsort(rows, stable=True)
        new_values = torch.cat([v, unwrap(default_value).to(v.dtype).expand(len(added))])
        gone = torch.argsort(order)[: len(v)]
        return wrap(torch.cat([places, added])[order]), wrap(new_values[order]), wrap(empty), wrap(gone)


class SparseFillEmptyRowsGrad(Primitive):
    """Compute the gradient of `SparseFillEmptyRows`.

    Inputs:
        - **reverse_index_map** (Tensor) - where each value went.
        - **grad_values** (Tensor) - the gradient of the values.

    Outputs:
        tuple of the gradients of the values and of the default value.

    Source: mindspore.ops.operations._grad_ops.SparseFillEmptyRowsGrad, MindSpore 2.10
    """

    def __call__(self, reverse_index_map: Tensor, grad_values: Tensor) -> tuple[Tensor, Tensor]:
        """Apply the operation."""
        given = unwrap(grad_values)
        kept = given[unwrap(reverse_index_map).long()]
        return wrap(kept), wrap(given.sum() - kept.sum())


class _WithDense(Primitive):
    """Combine the values of a sparse tensor with those of a dense one, broadcast, at their places.

    Inputs:
        - **x1_indices**, **x1_values**, **x1_shape** (Tensor) - the parts of the sparse tensor.
        - **x2** (Tensor) - the dense one.

    Outputs:
        Tensor, the new values.
    """

    combine: Callable[[torch.Tensor, torch.Tensor], torch.Tensor]

    def __call__(self, x1_indices: Tensor, x1_values: Tensor, x1_shape: Tensor, x2: Tensor) -> Tensor:
        """Apply the operation."""
        dense = unwrap(x2).expand(shape_arg(x1_shape))
        v = unwrap(x1_values)
        found = type(self).combine(v, dense[tuple(unwrap(x1_indices).long().T)])
        return wrap(found.to(dtype=v.dtype))


class SparseDenseCwiseAdd(_WithDense):
    """Add a dense tensor at the places of a sparse one.

    Source: mindspore.ops.operations.sparse_ops.SparseDenseCwiseAdd, MindSpore 2.10
    """

    combine = staticmethod(torch.add)


class SparseDenseCwiseMul(_WithDense):
    """Multiply with a dense tensor at the places of a sparse one.

    Source: mindspore.ops.operations.sparse_ops.SparseDenseCwiseMul, MindSpore 2.10
    """

    combine = staticmethod(torch.mul)


class SparseDenseCwiseDiv(_WithDense):
    """Divide by a dense tensor at the places of a sparse one; integers are rounded towards zero.

    Source: mindspore.ops.operations.sparse_ops.SparseDenseCwiseDiv, MindSpore 2.10
    """

    @staticmethod
    def combine(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        """Divide."""
        return torch.div(x, y) if x.is_floating_point() or x.is_complex() else torch.div(x, y, rounding_mode="trunc")


class SparseAddmm(Primitive):
    r"""Multiply a sparse and a dense matrix and add a dense one: :math:`\alpha (x_1 x_2) + \beta x_3`.

    Inputs:
        - **indices**, **values**, **sparse_shape** (Tensor) - the parts of `x1`.
        - **x2_dense**, **x3_dense** (Tensor) - the dense matrices.
        - **alpha**, **beta** (Tensor) - the factors.

    Outputs:
        Tensor.

    Source: mindspore.ops.operations.sparse_ops.SparseAddmm, MindSpore 2.10
    """

    def __call__(
        self,
        indices: Tensor,
        values: Tensor,
        sparse_shape: Tensor,
        x2_dense: Tensor,
        x3_dense: Tensor,
        alpha: Any,
        beta: Any,
    ) -> Tensor:
        """Apply the operation."""
        product = _product(unwrap(indices), unwrap(values), shape_arg(sparse_shape)[0], unwrap(x2_dense))
        return wrap(unwrap_or_scalar(alpha) * product + unwrap_or_scalar(beta) * unwrap(x3_dense))


class Sspaddmm(Primitive):
    r"""Multiply a sparse and a dense matrix and add a sparse one: :math:`\alpha (x_2 x_3) + \beta x_1`.

    Inputs:
        - **x1_indices**, **x1_values**, **x1_shape**, **x2_indices**, **x2_values**, **x2_shape** (Tensor) - the parts
          of `x1` and `x2`; their indices are of shape :math:`(2, N)`.
        - **x3_dense** (Tensor) - the dense matrix.
        - **alpha**, **beta** (Tensor) - the factors.

    Outputs:
        tuple of the indices, values and shape of the sum: those of `x1` first, then whole rows of the product.

    Source: mindspore.ops.operations.sparse_ops.Sspaddmm, MindSpore 2.10
    """

    def __call__(
        self,
        x1_indices: Tensor,
        x1_values: Tensor,
        x1_shape: Tensor,
        x2_indices: Tensor,
        x2_values: Tensor,
        x2_shape: Tensor,
        x3_dense: Tensor,
        alpha: Any,
        beta: Any,
    ) -> Parts:
        """Apply the operation."""
        places, dense = unwrap(x2_indices), unwrap(x3_dense)
        product = _product(places.T, unwrap(x2_values), shape_arg(x2_shape)[0], dense)
        rows = torch.unique(places[0]).long()
        columns = torch.arange(dense.shape[1])
        added = torch.stack([rows.repeat_interleave(len(columns)), columns.repeat(len(rows))])
        first = unwrap(x1_indices)
        values = [unwrap(x1_values) * unwrap_or_scalar(beta), (product[rows] * unwrap_or_scalar(alpha)).reshape(-1)]
        return wrap(torch.cat([first, added.to(first.dtype)], 1)), wrap(torch.cat(values)), x1_shape


class SparseToDenseV2(Primitive):
    """Write a sparse tensor out in full, with a value of one's own elsewhere.

    Args:
        validate_indices (bool): whether the places must be in order and not repeated. Default: ``True``.

    Inputs:
        - **indices** (Tensor) - int32 or int64, of shape :math:`()`, :math:`(N,)` or :math:`(N, D)`.
        - **output_shape** (Tensor) - of shape :math:`(D,)`.
        - **values** (Tensor) - 0-d or of shape :math:`(N,)`.
        - **default_value** (Tensor) - 0-d.

    Outputs:
        Tensor, of the type of the values.

    Raises:
        ValueError: a place lies outside of the shape; with `validate_indices`, they are out of order or repeated.

    Source: mindspore.ops.operations.sparse_ops.SparseToDenseV2, MindSpore 2.10
    """

    def __init__(self, validate_indices: bool = True) -> None:
        super().__init__()
        self.validate_indices = validate_indices

    def __call__(self, indices: Tensor, output_shape: Tensor, values: Tensor, default_value: Tensor) -> Tensor:
        """Apply the operation."""
        places, v, shape = unwrap(indices).long(), unwrap(values), shape_arg(output_shape)
        places = places.reshape(-1, 1) if places.dim() < 2 else places
        if bool(((places < 0) | (places >= torch.tensor(shape))).any()):
            msg = "For 'SparseToDenseV2', the indices is out of bounds."
            raise ValueError(msg)
        steps = _flat(places, shape).diff()
        if self.validate_indices and bool((steps <= 0).any()):
            which = "repeated" if not bool((steps < 0).any()) else "out of order"
            msg = f"For 'SparseToDenseV2', the indices is {which}."
            raise ValueError(msg)
        full = unwrap(default_value).to(dtype=v.dtype).expand(shape).clone()
        return wrap(full.index_put(tuple(places.T), v.expand(len(places))))


class SparseCountSparseOutput(Primitive):
    """Count how often each number occurs in each row of a sparse matrix of numbers.

    Args:
        binary_output (bool): give 1 for each number that occurs. Default: ``False``.
        minlength (int): the least number of columns of the result; negative: none. Default: ``-1``.
        maxlength (int): the number of columns, beyond which numbers are left out; negative: none. Default: ``-1``.

    Inputs:
        - **indices** (Tensor) - int64, of shape :math:`(N, 2)` or :math:`(N, 1)`.
        - **values** (Tensor) - the numbers, int32 or int64, of shape :math:`(N,)`.
        - **dense_shape** (Tensor) - of shape :math:`(2,)` or :math:`(1,)`.
        - **weights** (Tensor) - what each counts, of shape :math:`(N,)`.

    Outputs:
        tuple of the indices, values and shape of the counts.

    Source: mindspore.ops.operations.sparse_ops.SparseCountSparseOutput, MindSpore 2.10
    """

    def __init__(self, binary_output: bool = False, minlength: int = -1, maxlength: int = -1) -> None:
        super().__init__()
        self.binary_output = binary_output
        self.minlength = minlength
        self.maxlength = maxlength

    def __call__(self, indices: Tensor, values: Tensor, dense_shape: Tensor, weights: Tensor) -> Parts:
        """Apply the operation."""
        numbers, w = unwrap(values).long(), unwrap(weights)
        places, sizes = unwrap(indices), shape_arg(dense_shape)
        if bool((numbers < 0).any()):
            msg = "For 'SparseCountSparseOutput', each element of the input 'values' must be at least 0."
            raise ValueError(msg)
        rows = places[:, 0] if len(sizes) == 2 else torch.zeros_like(numbers)
        if self.maxlength >= 0:
            kept = numbers < self.maxlength
            numbers, rows, w = numbers[kept], rows[kept], w[kept]
        width = max(int(numbers.max()) + 1 if len(numbers) else 0, self.minlength)
        flat, back = torch.unique(rows * max(width, 1) + numbers, return_inverse=True)
        counts = w.new_ones(len(flat)) if self.binary_output else w.new_zeros(len(flat)).index_add(0, back, w)
        shape = (sizes[0], width) if len(sizes) == 2 else (width,)
        found = _unflat(flat, shape) if width else flat.new_zeros(0, len(shape))
        return wrap(found), wrap(counts), wrap(torch.tensor(shape))


def _flat(places: torch.Tensor, shape: tuple[int, ...]) -> torch.Tensor:
    """Return how many elements stand before each place."""
    flat = torch.zeros(len(places), dtype=torch.int64)
    for dim, size in enumerate(shape):
        flat = flat * size + places[:, dim]
    return flat


def _unflat(flat: torch.Tensor, shape: tuple[int, ...]) -> torch.Tensor:
    return torch.stack(torch.unravel_index(flat, shape), 1)


def _product(places: torch.Tensor, values: torch.Tensor, height: int, dense: torch.Tensor) -> torch.Tensor:
    """Return a sparse matrix times a dense one."""
    terms = values.unsqueeze(1) * dense[places[:, 1].long()]
    return dense.new_zeros(height, dense.shape[1]).index_add(0, places[:, 0].long(), terms.to(dtype=dense.dtype))
