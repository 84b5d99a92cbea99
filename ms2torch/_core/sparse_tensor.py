"""Sparse tensors: coordinates, compressed rows, and rows of a larger tensor. Their parts are ordinary Tensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from ms2torch._core import dtype as mstype
from ms2torch._core.base import TensorBase, wrap
from ms2torch._core.device import current_device
from ms2torch._core.tensor_type import Tensor

__all__ = ["COOTensor", "CSRTensor", "RowTensor", "RowTensorInner", "SparseTensor"]

_INDEX_TYPES = (mstype.int16, mstype.int32, mstype.int64)


def _check_shape(shape: object) -> tuple[int, ...]:
    if not isinstance(shape, tuple):
        msg = f"For SparseTensors, 'shape' must be tuple, but got {type(shape)}."
        raise TypeError(msg)
    if not shape or any(isinstance(size, bool) or not isinstance(size, int) or size <= 0 for size in shape):
        msg = f"For SparseTensors, the elements of 'shape' must be ints greater than 0, but got {shape}."
        raise ValueError(msg)
    return shape


def _check_tensor(owner: str, name: str, value: object) -> Tensor:
    if not isinstance(value, Tensor):
        msg = f"For {owner}, '{name}' must be a Tensor, but got {type(value).__name__}."
        raise TypeError(msg)
    return value


class SparseBase:
    """What all kinds share: values, and the shape of the dense tensor."""

    _values: Tensor
    _shape: tuple[int, ...]

    @property
    def values(self) -> Tensor:
        """The values that are not zero, a Tensor."""
        return self._values

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the dense tensor."""
        return self._shape

    @property
    def dtype(self) -> mstype.Type:
        """The type of the values."""
        return self._values.dtype

    @property
    def ndim(self) -> int:
        """The number of dimensions of the dense tensor."""
        return len(self._shape)

    @property
    def size(self) -> int:
        """The number of values that are not zero."""
        return self._values.size

    @property
    def itemsize(self) -> int:
        """The bytes of one value."""
        return self._values._t.element_size()

    def __hash__(self) -> int:
        return id(self)

    def _repr(self, **parts: Tensor) -> str:
        # the values as numpy writes them, which is what MindSpore shows here: without commas
        told = ", ".join(f"{name}={_part(part)}" for name, part in parts.items())
        return f"{type(self).__name__}(shape={list(self._shape)}, dtype={_dtype_word(self._values)}, {told})"


def _part(t: Tensor) -> str:
    head, _, values = repr(t).partition("value=")
    return f"{head}value={values.replace(',', '').removeprefix(' ')}"


def _dtype_word(t: Tensor) -> str:
    return repr(t).partition("dtype=")[2].partition(",")[0]


class RowTensorInner(SparseBase):
    """Some rows of a larger tensor, without the notice that `RowTensor` is deprecated.

    Args:
        indices (Tensor): which rows, of shape :math:`(d_0)`. Default: ``None``.
        values (Tensor): the rows, of shape :math:`(d_0, d_1, ..., d_n)`. Default: ``None``.
        shape (tuple[int]): the shape of the larger tensor. Default: ``None``.
        row_tensor (RowTensor): take everything from this one instead. Default: ``None``.

    Raises:
        TypeError: if `row_tensor` is given beside the others, or an argument is of another type.
    """

    def __init__(
        self,
        indices: Tensor | None = None,
        values: Tensor | None = None,
        shape: tuple[int, ...] | None = None,
        row_tensor: RowTensorInner | None = None,
    ) -> None:
        if row_tensor is not None:
            if not isinstance(row_tensor, RowTensorInner):
                msg = f"Expect input `row_tensor` to be a RowTensor, but got {type(row_tensor)}"
                raise TypeError(msg)
            if not (indices is None and values is None and shape is None):
                msg = "If input `row_tensor` is provided, `indices`, `values`, `shapes` should all be `None`"
                raise TypeError(msg)
            indices, values, shape = row_tensor._indices, row_tensor._values, row_tensor._shape
        self._indices = _check_tensor("RowTensor", "indices", indices)
        self._values = _check_tensor("RowTensor", "values", values)
        self._shape = _check_shape(shape)

    @property
    def indices(self) -> Tensor:
        """Which rows, a Tensor."""
        return self._indices

    @property
    def dense_shape(self) -> tuple[int, ...]:
        """The shape of the larger tensor."""
        return self._shape

    def __repr__(self) -> str:
        return self._repr(indices=self._indices, values=self._values)


class RowTensor(RowTensorInner):
    """Some rows of a larger tensor: ``dense[indices[i]] = values[i]``.

    Args:
        indices (Tensor): which rows, of shape :math:`(d_0)`. Default: ``None``.
        values (Tensor): the rows, of shape :math:`(d_0, d_1, ..., d_n)`. Default: ``None``.
        shape (tuple[int]): the shape of the larger tensor. Default: ``None``.
        row_tensor (RowTensor): take everything from this one instead. Default: ``None``.

    Raises:
        TypeError: if `row_tensor` is given beside the others, or an argument is of another type.

    Source: mindspore.RowTensor, MindSpore 2.10
    """


class COOTensor(SparseBase):
    """A sparse tensor by coordinates: ``dense[indices[i, 0], indices[i, 1], ...] = values[i]``.

    Args:
        indices (Tensor): of shape :math:`(N, D)`, int16, int32 or int64. Default: ``None``.
        values (Tensor): of shape :math:`(N)`. Default: ``None``.
        shape (tuple[int]): the shape of the dense tensor, of length :math:`D`. Default: ``None``.
        coo_tensor (COOTensor): take everything from this one instead. Default: ``None``.

    Raises:
        TypeError: if an argument is of another type.
        ValueError: if lengths do not fit.

    Source: mindspore.COOTensor, MindSpore 2.10
    """

    def __init__(
        self,
        indices: Tensor | None = None,
        values: Tensor | None = None,
        shape: tuple[int, ...] | None = None,
        coo_tensor: COOTensor | None = None,
    ) -> None:
        if coo_tensor is not None:
            if not isinstance(coo_tensor, COOTensor):
                msg = f"Expect input `coo_tensor` to be a COOTensor, but got {type(coo_tensor)}"
                raise TypeError(msg)
            if not (indices is None and values is None and shape is None):
                msg = "If input `coo_tensor` is provided, `indices`, `values`, `shapes` should all be `None`"
                raise TypeError(msg)
            indices, values, shape = coo_tensor._indices, coo_tensor._values, coo_tensor._shape
        self._indices = _check_tensor("COOTensor", "indices", indices)
        self._values = _check_tensor("COOTensor", "values", values)
        self._shape = _check_shape(shape)
        self._check()

    def _check(self) -> None:
        if self._indices.dtype not in _INDEX_TYPES:
            told = _dtype_word(self._indices)
            msg = f"For COOTensor, the type of 'indices' must be one of [int16, int32, int64], but got {told}."
            raise TypeError(msg)
        if self._indices.ndim != 2 or self._values.ndim != 1 or self._indices.shape[1] != len(self._shape):
            msg = (
                f"For COOTensor, 'indices' must be of shape (N, {len(self._shape)}) and 'values' of shape (N,), but "
                f"got {self._indices.shape} and {self._values.shape}."
            )
            raise ValueError(msg)
        if self._indices.shape[0] != self._values.shape[0]:
            msg = (
                "For COOTensor, 'indices.shape[0]' must be equal to 'values.shape[0]', but got 'indices.shape[0]' = "
                f"{self._indices.shape[0]} and 'values.shape[0]' = {self._values.shape[0]}."
            )
            raise ValueError(msg)

    @property
    def indices(self) -> Tensor:
        """The coordinates, a Tensor."""
        return self._indices

    def __repr__(self) -> str:
        return self._repr(indices=self._indices, values=self._values)

    def _with(self, values: torch.Tensor) -> COOTensor:
        return COOTensor(self._indices, wrap(values), self._shape)

    def _torch(self) -> torch.Tensor:
        return torch.sparse_coo_tensor(self._indices._t.T.long(), self._values._t, self._shape, check_invariants=True)

    def coalesce(self) -> COOTensor:
        """Add up values of the same coordinates, and sort.

        Source: mindspore.COOTensor.coalesce, MindSpore 2.10
        """
        return _from_torch_coo(self._torch(), self._indices._t.dtype)

    def to_csr(self) -> CSRTensor:
        """Return the tensor by compressed rows.

        Raises:
            ValueError: if there are not two dimensions.

        Source: mindspore.COOTensor.to_csr, MindSpore 2.10
        """
        if len(self._shape) != 2:
            msg = "Currently only support 2-D CSRTensor when converting from COOTensor."
            raise ValueError(msg)
        rows, order = torch.sort(self._indices._t[:, 0], stable=True)
        count = torch.bincount(rows.long(), minlength=self._shape[0])
        indptr = torch.cat([count.new_zeros(1), count.cumsum(0)]).to(self._indices._t.dtype)
        return CSRTensor(wrap(indptr), wrap(self._indices._t[order, 1]), wrap(self._values._t[order]), self._shape)

    def to_dense(self) -> Tensor:
        """Return the dense tensor; values of the same coordinates are added up.

        Source: mindspore.COOTensor.to_dense, MindSpore 2.10
        """
        return wrap(self._torch().to_dense())

    def to_tuple(self) -> tuple[Tensor, Tensor, tuple[int, ...]]:
        """Return coordinates, values and shape.

        Source: mindspore.COOTensor.to_tuple, MindSpore 2.10
        """
        return self._indices, self._values, self._shape

    def astype(self, dtype: mstype.Type) -> COOTensor:
        """Return the tensor with values of another type.

        Args:
            dtype (mindspore.dtype): the type.

        Source: mindspore.COOTensor.astype, MindSpore 2.10
        """
        return self._with(self._values._t.to(mstype.to_torch_dtype(dtype)))

    def abs(self) -> COOTensor:
        """Return the tensor of absolute values.

        Source: mindspore.COOTensor.abs, MindSpore 2.10
        """
        return self._with(self._values._t.abs())

    def add(self, other: COOTensor, thresh: Tensor) -> COOTensor:
        """Add another sparse tensor, and leave out sums whose absolute value is not above a threshold.

        Args:
            other (COOTensor): of the same shape.
            thresh (Tensor): the threshold, a number.

        Source: mindspore.COOTensor.add, MindSpore 2.10
        """
        total = (self._torch() + other._torch()).coalesce()
        # a threshold of 0 keeps sums that are 0
        kept = (total.values().abs() > thresh._t) | (thresh._t == 0)
        indices = total.indices().T[kept].to(self._indices._t.dtype)
        return COOTensor(wrap(indices), wrap(total.values()[kept]), self._shape)

    def __neg__(self) -> COOTensor:
        return self._with(-self._values._t)

    def __add__(self, other: object) -> Any:
        if isinstance(other, COOTensor):
            return _from_torch_coo(self._torch() + other._torch(), self._indices._t.dtype)
        if isinstance(other, Tensor):
            return wrap(self.to_dense()._t + other._t)
        return NotImplemented

    def __sub__(self, other: object) -> Any:
        if isinstance(other, COOTensor):
            return _from_torch_coo(self._torch() - other._torch(), self._indices._t.dtype)
        if isinstance(other, Tensor):
            return wrap(self.to_dense()._t - other._t)
        return NotImplemented

    def __radd__(self, other: object) -> Any:
        return self + other

    def __rsub__(self, other: object) -> Any:
        return wrap(other._t - self.to_dense()._t) if isinstance(other, Tensor) else NotImplemented

    def __mul__(self, other: object) -> Any:
        return _elementwise(self, other, torch.mul)

    def __rmul__(self, other: object) -> Any:
        return _elementwise(self, other, torch.mul)

    def __truediv__(self, other: object) -> Any:
        return _elementwise(self, other, torch.true_divide)


class SparseTensor(COOTensor):
    """The older name of `COOTensor`, with the shape required.

    Args:
        indices (Tensor): of shape :math:`(N, D)`.
        values (Tensor): of shape :math:`(N)`.
        shape (tuple[int]): the shape of the dense tensor.

    Source: mindspore.SparseTensor, MindSpore 2.10
    """

    def __init__(self, indices: Tensor, values: Tensor, shape: tuple[int, ...]) -> None:
        super().__init__(indices, values, shape)


class CSRTensor(SparseBase):
    """A sparse tensor by compressed rows: row `i` has ``values[indptr[i]:indptr[i + 1]]`` at those `indices`.

    Args:
        indptr (Tensor): of length :math:`1 + shape[0]`, int16, int32 or int64. Default: ``None``.
        indices (Tensor): the columns, int16, int32 or int64. Default: ``None``.
        values (Tensor): as long as `indices`. Default: ``None``.
        shape (tuple[int]): the shape of the dense tensor. Default: ``None``.
        csr_tensor (CSRTensor): take everything from this one instead. Default: ``None``.

    Raises:
        TypeError: if an argument is of another type.
        ValueError: if lengths do not fit.

    Source: mindspore.CSRTensor, MindSpore 2.10
    """

    def __init__(
        self,
        indptr: Tensor | None = None,
        indices: Tensor | None = None,
        values: Tensor | None = None,
        shape: tuple[int, ...] | None = None,
        csr_tensor: CSRTensor | None = None,
    ) -> None:
        if csr_tensor is not None:
            if not isinstance(csr_tensor, CSRTensor):
                msg = f"Expect input `csr_tensor` to be a CSRTensor, but got {type(csr_tensor)}"
                raise TypeError(msg)
            if not (indptr is None and indices is None and values is None and shape is None):
                msg = "If input `csr_tensor` is provided, the other arguments should all be `None`"
                raise TypeError(msg)
            indptr, indices, values, shape = csr_tensor.to_tuple()
        self._indptr = _check_tensor("CSRTensor", "indptr", indptr)
        self._indices = _check_tensor("CSRTensor", "indices", indices)
        self._values = _check_tensor("CSRTensor", "values", values)
        self._shape = _check_shape(shape)
        self._check()

    def _check(self) -> None:
        for name, part in (("indptr", self._indptr), ("indices", self._indices)):
            if part.dtype not in _INDEX_TYPES:
                msg = f"For CSRTensor, {name} must have int16 or int32 or int64 data type, but got {_dtype_word(part)}."
                raise TypeError(msg)
        if self._indptr.shape[0] != 1 + self._shape[0]:
            msg = f"For CSRTensor, indptr must have length (1 + shape[0]), but got: {self._indptr.shape[0]}"
            raise ValueError(msg)
        if self._indices.shape[0] != self._values.shape[0]:
            msg = (
                "For CSRTensor, indices and values must equal in their shape, but got indices shape: "
                f"{self._indices.shape[0]}, values shape: {self._values.shape[0]}."
            )
            raise ValueError(msg)

    @property
    def indptr(self) -> Tensor:
        """Where each row begins, a Tensor."""
        return self._indptr

    @property
    def indices(self) -> Tensor:
        """The columns, a Tensor."""
        return self._indices

    def __repr__(self) -> str:
        return self._repr(indptr=self._indptr, indices=self._indices, values=self._values)

    def _with(self, values: torch.Tensor) -> CSRTensor:
        return CSRTensor(self._indptr, self._indices, wrap(values), self._shape)

    def _rows(self) -> torch.Tensor:
        """Return the row of each value."""
        counts = self._indptr._t.diff().long()
        return torch.repeat_interleave(torch.arange(self._shape[0], device=counts.device), counts)

    def to_coo(self) -> COOTensor:
        """Return the tensor by coordinates.

        Source: mindspore.CSRTensor.to_coo, MindSpore 2.10
        """
        rows = self._rows().to(self._indices._t.dtype)
        return COOTensor(wrap(torch.stack([rows, self._indices._t], 1)), self._values, self._shape)

    def to_dense(self) -> Tensor:
        """Return the dense tensor.

        Source: mindspore.CSRTensor.to_dense, MindSpore 2.10
        """
        out = self._values._t.new_zeros(self._shape)
        return wrap(out.index_put((self._rows(), self._indices._t.long()), self._values._t, accumulate=True))

    def to_tuple(self) -> tuple[Tensor, Tensor, Tensor, tuple[int, ...]]:
        """Return row beginnings, columns, values and shape.

        Source: mindspore.CSRTensor.to_tuple, MindSpore 2.10
        """
        return self._indptr, self._indices, self._values, self._shape

    def astype(self, dtype: mstype.Type) -> CSRTensor:
        """Return the tensor with values of another type.

        Args:
            dtype (mindspore.dtype): the type.

        Source: mindspore.CSRTensor.astype, MindSpore 2.10
        """
        return self._with(self._values._t.to(mstype.to_torch_dtype(dtype)))

    def abs(self) -> CSRTensor:
        """Return the tensor of absolute values.

        Source: mindspore.CSRTensor.abs, MindSpore 2.10
        """
        return self._with(self._values._t.abs())

    def mv(self, dense_vector: Tensor) -> Tensor:
        """Multiply by a column.

        Args:
            dense_vector (Tensor): of shape :math:`(shape[1], 1)`.

        Source: mindspore.CSRTensor.mv, MindSpore 2.10
        """
        return self._times(dense_vector)

    def mm(self, matrix: Tensor | CSRTensor) -> Tensor | CSRTensor:
        """Multiply by a matrix.

        Args:
            matrix (Union[Tensor, CSRTensor]): of shape :math:`(shape[1], K)`.

        Returns:
            Tensor, or CSRTensor for a CSRTensor.

        Source: mindspore.CSRTensor.mm, MindSpore 2.10
        """
        if isinstance(matrix, CSRTensor):
            product = self.to_dense()._t @ matrix.to_dense()._t
            return _to_coo(product, self._indices._t.dtype).to_csr()
        return self._times(matrix)

    def _times(self, matrix: Tensor) -> Tensor:
        gathered = self._values._t[:, None] * matrix._t[self._indices._t.long()]
        out = gathered.new_zeros(self._shape[0], matrix._t.shape[1])
        return wrap(out.index_add(0, self._rows(), gathered))

    def sum(self, axis: int) -> Tensor:
        """Add up each row.

        Args:
            axis (int): 1, or -1.

        Returns:
            Tensor, of shape :math:`(shape[0], 1)`.

        Raises:
            ValueError: for another axis.

        Source: mindspore.CSRTensor.sum, MindSpore 2.10
        """
        if axis not in (1, 1 - self.ndim):
            msg = f"For CSRReduceSum, `axis` should be 1 or 1-dim. But got `axis`: {axis}and `1- dim`: {1 - self.ndim}."
            raise ValueError(msg)
        out = self._values._t.new_zeros(self._shape[0])
        return wrap(out.index_add(0, self._rows(), self._values._t)[:, None])

    def add(self, b: CSRTensor, alpha: Tensor, beta: Tensor) -> CSRTensor:
        """Return `alpha` times this and `beta` times another sparse tensor, added up.

        Args:
            b (CSRTensor): of the same shape.
            alpha (Tensor): a number.
            beta (Tensor): a number.

        Source: mindspore.CSRTensor.add, MindSpore 2.10
        """
        mine, others = self.to_coo(), b.to_coo()
        indices = torch.cat([mine._indices._t, others._indices._t])
        values = torch.cat([mine._values._t * alpha._t, others._values._t * beta._t])
        return COOTensor(wrap(indices), wrap(values), self._shape).coalesce().to_csr()

    def __neg__(self) -> CSRTensor:
        return self._with(-self._values._t)

    def __add__(self, other: object) -> Any:
        if not isinstance(other, CSRTensor):
            return NotImplemented
        one = wrap(torch.ones((), dtype=self._values._t.dtype, device=current_device()))
        return self.add(other, one, one)

    def __sub__(self, other: object) -> Any:
        if not isinstance(other, CSRTensor):
            return NotImplemented
        one = wrap(torch.ones((), dtype=self._values._t.dtype, device=current_device()))
        return self.add(other, one, wrap(-one._t))

    def __mul__(self, other: object) -> Any:
        return _elementwise_csr(self, other, torch.mul)

    def __rmul__(self, other: object) -> Any:
        return _elementwise_csr(self, other, torch.mul)

    def __truediv__(self, other: object) -> Any:
        return _elementwise_csr(self, other, torch.true_divide)


def _from_torch_coo(sparse: torch.Tensor, index_dtype: torch.dtype) -> COOTensor:
    merged = sparse.coalesce()
    return COOTensor(wrap(merged.indices().T.to(dtype=index_dtype)), wrap(merged.values()), tuple(sparse.shape))


def _to_coo(dense: torch.Tensor, index_dtype: torch.dtype) -> COOTensor:
    return _from_torch_coo(dense.to_sparse_coo(), index_dtype)


def _elementwise(sparse: COOTensor, other: object, op: Callable[..., torch.Tensor]) -> COOTensor:
    """Apply an operation to the values and, of a dense tensor of the same shape, those at the same places."""
    if not isinstance(other, TensorBase):
        return sparse._with(op(sparse._values._t, other))
    if tuple(other._t.shape) != sparse._shape:
        msg = "Input tensors should have the same shape."
        raise ValueError(msg)
    return sparse._with(op(sparse._values._t, other._t[tuple(sparse._indices._t.long().T)]))


def _elementwise_csr(sparse: CSRTensor, other: object, op: Callable[..., torch.Tensor]) -> Any:
    if isinstance(other, TensorBase):
        dense = other._t.expand(sparse._shape)
        return sparse._with(op(sparse._values._t, dense[sparse._rows(), sparse._indices._t.long()]))
    # a number gives the values alone, as in MindSpore (measured 2.10)
    return wrap(op(sparse._values._t, other))
