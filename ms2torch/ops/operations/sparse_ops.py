"""Sparse tensors as Primitives, which take their parts; other names are what `mindspore.ops` exports."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.convert import bool_arg, shape_arg
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import op_error
from ms2torch._lazy import elsewhere
from ms2torch.ops.operations.sparse_matrix_ops import (
    SparseMatrixAdd as SparseMatrixAdd,
    SparseMatrixSoftmax as SparseMatrixSoftmax,
    SparseSparseMaximum as SparseSparseMaximum,
    SparseSparseMinimum as SparseSparseMinimum,
)
from ms2torch.ops.primitive import Primitive


def _write_out(op: str, indices: Tensor, values: Any, shape: Any) -> torch.Tensor:
    """Return the dense tensor; values of the same place are added up."""
    places, v = unwrap(indices), unwrap(values)
    size = shape_arg(shape)
    if places.dim() != 2 or v.dim() != 1 or len(places) != len(v) or places.shape[1] != len(size):
        msg = (
            f"ops.{op}: indices of shape (N, {len(size)}) and values of shape (N,) needed for a tensor of shape "
            f"{size}, got {tuple(places.shape)} and {tuple(v.shape)}"
        )
        raise ValueError(msg)
    return v.new_zeros(size).index_put(tuple(places.long().T), v, accumulate=True)


class SparseToDense(Primitive):
    """Write a sparse tensor out in full.

    Inputs:
        - **indices** (Tensor) - the coordinates, int32 or int64, of shape :math:`(N, D)`.
        - **values** (Tensor) - of shape :math:`(N,)`.
        - **sparse_shape** (tuple[int]) - the shape of the dense tensor.

    Differs from MindSpore: values of the same place are added up, as `COOTensor.to_dense` does; its CPU kernel keeps
    the last of them here.

    Source: mindspore.ops.SparseToDense, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, indices: Tensor, values: Tensor, sparse_shape: Any) -> Tensor:
        return wrap(_write_out("SparseToDense", indices, values, sparse_shape))


class SparseTensorDenseMatmul(Primitive):
    """Multiply a sparse and a dense matrix.

    Args:
        adjoint_st (bool): transpose the sparse matrix first. Default: ``False``.
        adjoint_dt (bool): transpose the dense matrix first. Default: ``False``.

    Inputs:
        - **indices** (Tensor) - the coordinates, int32 or int64, of shape :math:`(n, 2)`.
        - **values** (Tensor) - of shape :math:`(n,)`.
        - **sparse_shape** (Union[tuple[int], Tensor]) - the shape of the sparse matrix.
        - **dense** (Tensor) - the dense matrix, of the type of `values`.

    Source: mindspore.ops.SparseTensorDenseMatmul, MindSpore 2.10
    """

    def __init__(self, adjoint_st: bool = False, adjoint_dt: bool = False) -> None:
        super().__init__()
        for name, value in (("adjoint_st", adjoint_st), ("adjoint_dt", adjoint_dt)):
            bool_arg("ops.SparseTensorDenseMatmul", name, value)
        self.adjoint_st = adjoint_st
        self.adjoint_dt = adjoint_dt

    def __call__(self, indices: Tensor, values: Tensor, sparse_shape: Any, dense: Tensor) -> Tensor:
        """Apply the operation.

        Raises:
            TypeError: if the types differ.
            ValueError: if the shapes do not fit.
        """
        sparse = _write_out("SparseTensorDenseMatmul", indices, values, sparse_shape)
        other = unwrap(dense)
        left, right = sparse.mH if self.adjoint_st else sparse, other.mH if self.adjoint_dt else other
        try:
            return wrap(torch.mm(left, right))
        except RuntimeError as error:
            raise op_error("ops.SparseTensorDenseMatmul", error, values=values, dense=dense) from None


class SparseTensorDenseAdd(Primitive):
    """Add a sparse and a dense tensor.

    Inputs:
        - **x1_indices** (Tensor) - the coordinates, of shape :math:`(n, ndim)`.
        - **x1_values** (Tensor) - of shape :math:`(n,)`.
        - **x1_shape** (Union[tuple[int], Tensor]) - the shape.
        - **x2** (Tensor) - the dense tensor, of the type of `x1_values`.

    Source: mindspore.ops.SparseTensorDenseAdd, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, x1_indices: Tensor, x1_values: Tensor, x1_shape: Any, x2: Tensor) -> Tensor:
        """Apply the operation.

        Raises:
            ValueError: if the shapes do not fit.
        """
        sparse, dense = _write_out("SparseTensorDenseAdd", x1_indices, x1_values, x1_shape), unwrap(x2)
        if sparse.shape != dense.shape:
            msg = f"ops.SparseTensorDenseAdd: shapes {tuple(sparse.shape)} and {tuple(dense.shape)} differ"
            raise ValueError(msg)
        return wrap(sparse + dense)


class SparseSlice(Primitive):
    """Cut a box out of a sparse tensor.

    Inputs:
        - **indices** (Tensor) - the coordinates, of shape :math:`(N, R)`, int64.
        - **values** (Tensor) - of shape :math:`(N,)`.
        - **shape** (Tensor) - the shape, of length :math:`R`, int64.
        - **start** (Tensor) - where the box begins, of length :math:`R`, int64.
        - **size** (Tensor) - how large it is, of length :math:`R`, int64; it ends where the tensor does.

    Outputs:
        Three Tensors: coordinates, values and shape of the box.

    Source: mindspore.ops.SparseSlice, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(
        self, indices: Tensor, values: Tensor, shape: Tensor, start: Tensor, size: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Apply the operation.

        Raises:
            ValueError: if the lengths do not fit.
        """
        places, v, whole, begin, want = (unwrap(x) for x in (indices, values, shape, start, size))
        if places.dim() != 2 or not places.shape[1:] == whole.shape == begin.shape == want.shape:
            msg = (
                f"ops.SparseSlice: indices of shape {tuple(places.shape)} need shape, start and size of that length, "
                f"got {tuple(whole.shape)}, {tuple(begin.shape)} and {tuple(want.shape)}"
            )
            raise ValueError(msg)
        box = torch.minimum(want, whole - begin).clamp_min(0)
        inside = ((places >= begin) & (places < begin + box)).all(1)
        return wrap(places[inside] - begin), wrap(v[inside]), wrap(box)


class SparseGatherV2(Primitive):
    """Take slices along a dimension; it is `Gather`, whose gradient MindSpore keeps by rows.

    Inputs:
        - **input_params** (Tensor) - where to take from.
        - **input_indices** (Tensor) - which, int32 or int64; those out of range give zeros.
        - **axis** (Union[int, Tensor]) - the dimension.

    Source: mindspore.ops.SparseGatherV2, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, input_params: Tensor, input_indices: Tensor, axis: Any) -> Tensor:
        from ms2torch.ops.function.array.index import gather

        return gather(input_params, input_indices, axis)


__getattr__ = elsewhere(__name__, "ms2torch.ops")
