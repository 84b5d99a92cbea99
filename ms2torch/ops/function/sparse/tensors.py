"""Functions of sparse tensors: conversions, products, sums. Unary ones are in `sparse_unary_func`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.dtype import Type, given_type
from ms2torch._core.element_types import admitted
from ms2torch._core.sparse_tensor import COOTensor, CSRTensor, RowTensor, RowTensorInner, SparseTensor
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.function.array.info import coalesce as coalesce

_Shape = tuple[int, ...]


def _need(op: str, name: str, value: object, kind: type) -> Any:
    if not isinstance(value, kind):
        msg = f"ops.{op}: {name} must be a {kind.__name__}, got {type(value).__name__}"
        raise TypeError(msg)
    return value


# ---- conversions -------------------------------------------------------------------------------------------------


def csr_to_coo(tensor: CSRTensor) -> COOTensor:
    """Convert from compressed rows to coordinates.

    Args:
        tensor (CSRTensor): of two dimensions.

    Returns:
        COOTensor.

    Raises:
        TypeError: if `tensor` is no CSRTensor.
        ValueError: if it has not two dimensions.

    Source: mindspore.ops.csr_to_coo, MindSpore 2.10
    """
    _need("csr_to_coo", "tensor", tensor, CSRTensor)
    _two_dimensions("csr_to_coo", tensor.ndim)
    return tensor.to_coo()


def csr_to_dense(csr_tensor: CSRTensor) -> Tensor:
    """Write a sparse tensor out in full.

    Args:
        csr_tensor (CSRTensor): of two dimensions.

    Returns:
        Tensor.

    Raises:
        TypeError: if `csr_tensor` is no CSRTensor.
        ValueError: if it has not two dimensions.

    Source: mindspore.ops.csr_to_dense, MindSpore 2.10
    """
    _need("csr_to_dense", "csr_tensor", csr_tensor, CSRTensor)
    _two_dimensions("csr_to_dense", csr_tensor.ndim)
    return csr_tensor.to_dense()


def dense_to_sparse_coo(tensor: Tensor) -> COOTensor:
    """Keep the coordinates and the values of the elements that are not 0.

    Args:
        tensor (Tensor): of two dimensions.

    Returns:
        COOTensor, with int32 coordinates in the order of the rows.

    Raises:
        TypeError: if `tensor` is no Tensor.
        ValueError: if it has not two dimensions.

    Source: mindspore.ops.dense_to_sparse_coo, MindSpore 2.10
    """
    t = unwrap(tensor)
    _two_dimensions("dense_to_sparse_coo", t.dim())
    places = torch.nonzero(t.detach())
    return COOTensor(wrap(places.int()), wrap(t[places[:, 0], places[:, 1]]), tuple(t.shape))


def dense_to_sparse_csr(tensor: Tensor) -> CSRTensor:
    """Keep the elements that are not 0, by compressed rows.

    Args:
        tensor (Tensor): of two dimensions.

    Returns:
        CSRTensor, with int32 row beginnings and columns.

    Raises:
        TypeError: if `tensor` is no Tensor.
        ValueError: if it has not two dimensions.

    Source: mindspore.ops.dense_to_sparse_csr, MindSpore 2.10
    """
    _two_dimensions("dense_to_sparse_csr", admitted(tensor, "ops.dense_to_sparse_csr").dim())
    return dense_to_sparse_coo(tensor).to_csr()


def _two_dimensions(op: str, ndim: int) -> None:
    if ndim != 2:
        msg = f"ops.{op}: only tensors of 2 dimensions can be converted, got {ndim}"
        raise ValueError(msg)


def csr2coo(indptr: Tensor, nnz: int) -> Tensor:
    """Return the row of each value from where the rows begin.

    Args:
        indptr (Tensor): where each row begins, and the end.
        nnz (int): how many values there are.

    Returns:
        Tensor of shape :math:`(nnz,)`, with the type of `indptr`.

    Raises:
        ValueError: if `indptr` does not end with `nnz`.

    Source: mindspore.ops.csr2coo, MindSpore 2.10
    """
    t = unwrap(indptr)
    if int(t[-1]) != nnz:
        msg = f"ops.csr2coo: indptr ends with {int(t[-1])}, and nnz is {nnz}"
        raise ValueError(msg)
    rows = torch.arange(len(t) - 1, device=t.device, dtype=t.dtype)
    return wrap(torch.repeat_interleave(rows, t.diff().long()))


def coo2csr(row_indices: Tensor, height: int) -> Tensor:
    """Return where each row begins from the rows of the values.

    Args:
        row_indices (Tensor): the row of each value, in order.
        height (int): how many rows there are.

    Returns:
        Tensor of shape :math:`(height + 1,)`, with the type of `row_indices`.

    Source: mindspore.ops.coo2csr, MindSpore 2.10
    """
    t = unwrap(row_indices)
    ends = torch.bincount(t.long(), minlength=height).cumsum(0)
    return wrap(torch.cat([ends.new_zeros(1), ends]).to(dtype=t.dtype))


# ---- sums and joins ----------------------------------------------------------------------------------------------


def coo_add(x1: COOTensor, x2: COOTensor, thresh: Tensor) -> COOTensor:
    """Add two sparse tensors, and leave out sums whose absolute value is below a threshold.

    Args:
        x1 (COOTensor): the first.
        x2 (COOTensor): the second, of the same shape.
        thresh (Tensor): a number. With 0 sums that are 0 stay.

    Returns:
        COOTensor, with sorted coordinates.

    Raises:
        TypeError: if `x1` or `x2` is no COOTensor.
        ValueError: if their shapes differ, or `thresh` is not 0-d.

    Source: mindspore.ops.coo_add, MindSpore 2.10
    """
    a, b = _need("coo_add", "x1", x1, COOTensor), _need("coo_add", "x2", x2, COOTensor)
    limit = unwrap(thresh)
    if a.shape != b.shape or limit.dim() != 0:
        msg = (
            f"ops.coo_add: two tensors of one shape and a 0-d thresh needed, got {a.shape}, {b.shape} and "
            f"{tuple(limit.shape)}"
        )
        raise ValueError(msg)
    total = _joined(torch.cat([a.indices._t, b.indices._t]), torch.cat([a.values._t, b.values._t]), a.shape).coalesce()
    kept = total.values._t.detach().abs() >= limit
    return COOTensor(wrap(total.indices._t[kept]), wrap(total.values._t[kept]), a.shape)


def coo_concat(sp_input: Sequence[COOTensor], concat_dim: int = 0) -> COOTensor:
    """Join sparse tensors along a dimension.

    Args:
        sp_input (Union[list(COOTensor), tuple(COOTensor)]): two or more, alike in the other dimensions.
        concat_dim (int): the dimension. Default: ``0``.

    Returns:
        COOTensor, with sorted coordinates.

    Raises:
        TypeError: if `sp_input` is no list or tuple of COOTensors.
        ValueError: if there are fewer than two, the dimension is out of range or the other sizes differ.

    Source: mindspore.ops.coo_concat, MindSpore 2.10
    """
    if not isinstance(sp_input, (list, tuple)) or not all(isinstance(x, COOTensor) for x in sp_input):
        msg = f"ops.coo_concat: sp_input must be a list or tuple of COOTensors, got {type(sp_input).__name__}"
        raise TypeError(msg)
    if len(sp_input) < 2:
        msg = f"ops.coo_concat: at least two tensors needed, got {len(sp_input)}"
        raise ValueError(msg)
    first = sp_input[0].shape
    dim = concat_dim + len(first) if concat_dim < 0 else concat_dim
    others = [x.shape[:dim] + x.shape[dim + 1 :] for x in sp_input]
    if not 0 <= dim < len(first) or len(set(others)) > 1:
        msg = f"ops.coo_concat: shapes {[x.shape for x in sp_input]} cannot be joined along dimension {concat_dim}"
        raise ValueError(msg)
    places, begin = [], 0
    for x in sp_input:
        moved = x.indices._t.clone()
        moved[:, dim] += begin
        places.append(moved)
        begin += x.shape[dim]
    indices, values = torch.cat(places), torch.cat([x.values._t for x in sp_input])
    order = list(range(len(indices)))
    order.sort(key=indices.tolist().__getitem__)
    return _joined(indices[order], values[order], (*first[:dim], begin, *first[dim + 1 :]))


def _joined(indices: torch.Tensor, values: torch.Tensor, shape: _Shape) -> COOTensor:
    return COOTensor(wrap(indices), wrap(values), shape)


def csr_add(a: CSRTensor, b: CSRTensor, alpha: Tensor, beta: Tensor) -> CSRTensor:
    """Return ``alpha * a + beta * b``.

    Args:
        a (CSRTensor): the first.
        b (CSRTensor): the second, of the same shape.
        alpha (Tensor): a number.
        beta (Tensor): a number.

    Returns:
        CSRTensor.

    Raises:
        TypeError: if `a` or `b` is no CSRTensor.

    Source: mindspore.ops.csr_add, MindSpore 2.10
    """
    _need("csr_add", "b", b, CSRTensor)
    return _need("csr_add", "a", a, CSRTensor).add(b, alpha, beta)  # type: ignore[no-any-return]


# ---- products and reductions -------------------------------------------------------------------------------------


def csr_mul(x: CSRTensor, y: Tensor) -> CSRTensor:
    """Multiply the values by those of a dense tensor at the same places.

    Args:
        x (CSRTensor): the sparse tensor.
        y (Tensor): dense; it broadcasts to the shape of `x`.

    Returns:
        CSRTensor.

    Raises:
        TypeError: if `x` is no CSRTensor or `y` no Tensor.

    Source: mindspore.ops.csr_mul, MindSpore 2.10
    """
    unwrap(y)
    return _need("csr_mul", "x", x, CSRTensor) * y  # type: ignore[no-any-return]


def csr_div(x: CSRTensor, y: Tensor) -> CSRTensor:
    """Divide the values by those of a dense tensor at the same places.

    Args:
        x (CSRTensor): the sparse tensor.
        y (Tensor): dense; it broadcasts to the shape of `x`.

    Returns:
        CSRTensor.

    Raises:
        TypeError: if `x` is no CSRTensor or `y` no Tensor.

    Source: mindspore.ops.csr_div, MindSpore 2.10
    """
    unwrap(y)
    return _need("csr_div", "x", x, CSRTensor) / y  # type: ignore[no-any-return]


def csr_mv(csr_tensor: CSRTensor, dense: Tensor) -> Tensor:
    """Multiply a sparse matrix and a column.

    Args:
        csr_tensor (CSRTensor): of shape :math:`(M, N)`.
        dense (Tensor): of shape :math:`(N, 1)`.

    Returns:
        Tensor of shape :math:`(M, 1)`.

    Raises:
        TypeError: if `csr_tensor` is no CSRTensor or `dense` no Tensor.

    Source: mindspore.ops.csr_mv, MindSpore 2.10
    """
    unwrap(dense)
    return _need("csr_mv", "csr_tensor", csr_tensor, CSRTensor).mv(dense)  # type: ignore[no-any-return]


def csr_mm(
    a: CSRTensor,
    b: CSRTensor,
    trans_a: bool = False,
    trans_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
) -> CSRTensor:
    """Multiply two sparse matrices.

    Args:
        a (CSRTensor): of shape :math:`(M, N)`.
        b (CSRTensor): of shape :math:`(N, K)`.
        trans_a (bool): transpose `a` first. Default: ``False``.
        trans_b (bool): transpose `b` first. Default: ``False``.
        adjoint_a (bool): take the conjugate transpose of `a` first. Default: ``False``.
        adjoint_b (bool): take the conjugate transpose of `b` first. Default: ``False``.

    Returns:
        CSRTensor of shape :math:`(M, K)`.

    Raises:
        TypeError: if `a` or `b` is no CSRTensor; `CSRTensor.mm` takes a dense matrix.

    Source: mindspore.ops.csr_mm, MindSpore 2.10
    """
    _need("csr_mm", "a", a, CSRTensor)
    _need("csr_mm", "b", b, CSRTensor)
    return _turned(a, trans_a, adjoint_a).mm(_turned(b, trans_b, adjoint_b))  # type: ignore[return-value]


def _turned(x: CSRTensor, transpose: bool, adjoint: bool) -> CSRTensor:
    if not (transpose or adjoint):
        return x
    if transpose and adjoint:
        msg = "ops.csr_mm: a matrix cannot be both transposed and adjoint"
        raise ValueError(msg)
    coo = x.to_coo()
    values = coo.values._t.conj().resolve_conj() if adjoint else coo.values._t
    return COOTensor(wrap(coo.indices._t.flip(1)), wrap(values), x.shape[::-1]).coalesce().to_csr()


def csr_softmax(logits: CSRTensor, dtype: Type) -> CSRTensor:
    """Compute the softmax of each row over the values that it holds.

    Args:
        logits (CSRTensor): floating-point.
        dtype (mindspore.dtype): the type of the result, float32 or float64.

    Returns:
        CSRTensor, with the indices and the shape of `logits`.

    Raises:
        TypeError: if `logits` is no CSRTensor.

    Source: mindspore.ops.csr_softmax, MindSpore 2.10
    """
    _need("csr_softmax", "logits", logits, CSRTensor)
    values, rows = logits.values._t.to(given_type(dtype)), logits._rows()
    largest = values.detach().new_full((logits.shape[0],), -torch.inf)
    largest = largest.scatter_reduce(0, rows, values.detach(), "amax")
    powers = torch.exp(values - largest[rows])
    sums = values.new_zeros(logits.shape[0]).index_add(0, rows, powers)
    return CSRTensor(logits.indptr, logits.indices, wrap(powers / sums[rows]), logits.shape)


def csr_reduce_sum(csr_tensor: CSRTensor, axis: int) -> Tensor:
    """Add up each row.

    Args:
        csr_tensor (CSRTensor): the sparse tensor.
        axis (int): 1, or -1.

    Returns:
        Tensor of shape :math:`(shape[0], 1)`.

    Raises:
        TypeError: if `csr_tensor` is no CSRTensor.
        ValueError: for another axis.

    Source: mindspore.ops.csr_reduce_sum, MindSpore 2.10
    """
    return _need("csr_reduce_sum", "csr_tensor", csr_tensor, CSRTensor).sum(axis)  # type: ignore[no-any-return]


def csr_gather(indptr: Tensor, indices: Tensor, dense: Tensor, sparse_shape: _Shape) -> Tensor:
    """Take from a dense tensor what lies at the places of a sparse one.

    Args:
        indptr (Tensor): where each row begins.
        indices (Tensor): the columns.
        dense (Tensor): where to take from.
        sparse_shape (tuple): the shape of the sparse tensor.

    Returns:
        Tensor of shape :math:`(N, *dense.shape[2:])`.

    Source: mindspore.ops.csr_gather, MindSpore 2.10
    """
    columns = unwrap(indices)
    rows = unwrap(csr2coo(indptr, len(columns)))
    spread = unwrap(dense).expand(*sparse_shape[:2], *unwrap(dense).shape[2:])
    return wrap(spread[rows.long(), columns.long()])


# ---- making sparse tensors, and their parts ----------------------------------------------------------------------


def make_coo_tensor(indices: Tensor, values: Tensor, dense_shape: _Shape) -> COOTensor:
    """Make a COOTensor.

    Args:
        indices (Tensor): the coordinates.
        values (Tensor): the values.
        dense_shape (tuple[int]): the shape.

    Source: mindspore.ops.make_coo_tensor, MindSpore 2.10
    """
    return COOTensor(indices, values, dense_shape)


def make_csr_tensor(indptr: Tensor, indices: Tensor, values: Tensor, dense_shape: _Shape) -> CSRTensor:
    """Make a CSRTensor.

    Args:
        indptr (Tensor): where each row begins.
        indices (Tensor): the columns.
        values (Tensor): the values.
        dense_shape (tuple[int]): the shape.

    Source: mindspore.ops.make_csr_tensor, MindSpore 2.10
    """
    return CSRTensor(indptr, indices, values, dense_shape)


def make_sparse_tensor(indices: Tensor, values: Tensor, dense_shape: _Shape) -> SparseTensor:
    """Make a SparseTensor.

    Args:
        indices (Tensor): the coordinates.
        values (Tensor): the values.
        dense_shape (tuple[int]): the shape.

    Source: mindspore.ops.make_sparse_tensor, MindSpore 2.10
    """
    return SparseTensor(indices, values, dense_shape)


def make_row_tensor(indices: Tensor, values: Tensor, dense_shape: _Shape) -> RowTensor:
    """Make a RowTensor.

    Args:
        indices (Tensor): which rows.
        values (Tensor): the rows.
        dense_shape (tuple[int]): the shape of the larger tensor.

    Source: mindspore.ops.make_row_tensor, MindSpore 2.10
    """
    return RowTensor(indices, values, dense_shape)


def make_row_tensor_inner(indices: Tensor, values: Tensor, dense_shape: _Shape) -> RowTensorInner:
    """Make a RowTensor as `make_row_tensor` does.

    Args:
        indices (Tensor): which rows.
        values (Tensor): the rows.
        dense_shape (tuple[int]): the shape of the larger tensor.

    Source: mindspore.ops.make_row_tensor_inner, MindSpore 2.10
    """
    return RowTensorInner(indices, values, dense_shape)


def row_tensor_add(x: RowTensorInner, y: Tensor) -> Tensor:
    """Add rows to a dense tensor.

    Args:
        x (RowTensor): the rows.
        y (Tensor): of the shape that `x` stands for.

    Returns:
        Tensor.

    Raises:
        TypeError: if `x` is no RowTensor.

    Source: mindspore.ops.row_tensor_add, MindSpore 2.10
    """
    _need("row_tensor_add", "x", x, RowTensorInner)
    return wrap(unwrap(y).index_add(0, x.indices._t, x.values._t))


def row_tensor_get_indices(x: RowTensorInner) -> Tensor:
    """Return which rows a RowTensor holds.

    Source: mindspore.ops.row_tensor_get_indices, MindSpore 2.10
    """
    return _need("row_tensor_get_indices", "x", x, RowTensorInner).indices  # type: ignore[no-any-return]


def row_tensor_get_values(x: RowTensorInner) -> Tensor:
    """Return the rows that a RowTensor holds.

    Source: mindspore.ops.row_tensor_get_values, MindSpore 2.10
    """
    return _need("row_tensor_get_values", "x", x, RowTensorInner).values  # type: ignore[no-any-return]


def row_tensor_get_dense_shape(x: RowTensorInner) -> _Shape:
    """Return the shape of the tensor whose rows a RowTensor holds.

    Source: mindspore.ops.row_tensor_get_dense_shape, MindSpore 2.10
    """
    return _need("row_tensor_get_dense_shape", "x", x, RowTensorInner).dense_shape  # type: ignore[no-any-return]


def coo_tensor_get_indices(x: COOTensor) -> Tensor:
    """Return the coordinates of a COOTensor.

    Source: mindspore.ops.coo_tensor_get_indices, MindSpore 2.10
    """
    return _need("coo_tensor_get_indices", "x", x, COOTensor).indices  # type: ignore[no-any-return]


def coo_tensor_get_values(x: COOTensor) -> Tensor:
    """Return the values of a COOTensor.

    Source: mindspore.ops.coo_tensor_get_values, MindSpore 2.10
    """
    return _need("coo_tensor_get_values", "x", x, COOTensor).values  # type: ignore[no-any-return]


def coo_tensor_get_dense_shape(x: COOTensor) -> _Shape:
    """Return the shape of a COOTensor.

    Source: mindspore.ops.coo_tensor_get_dense_shape, MindSpore 2.10
    """
    return _need("coo_tensor_get_dense_shape", "x", x, COOTensor).shape  # type: ignore[no-any-return]


def csr_tensor_get_indptr(x: CSRTensor) -> Tensor:
    """Return where the rows of a CSRTensor begin.

    Source: mindspore.ops.csr_tensor_get_indptr, MindSpore 2.10
    """
    return _need("csr_tensor_get_indptr", "x", x, CSRTensor).indptr  # type: ignore[no-any-return]


def csr_tensor_get_indices(x: CSRTensor) -> Tensor:
    """Return the columns of a CSRTensor.

    Source: mindspore.ops.csr_tensor_get_indices, MindSpore 2.10
    """
    return _need("csr_tensor_get_indices", "x", x, CSRTensor).indices  # type: ignore[no-any-return]


def csr_tensor_get_values(x: CSRTensor) -> Tensor:
    """Return the values of a CSRTensor.

    Source: mindspore.ops.csr_tensor_get_values, MindSpore 2.10
    """
    return _need("csr_tensor_get_values", "x", x, CSRTensor).values  # type: ignore[no-any-return]


def csr_tensor_get_dense_shape(x: CSRTensor) -> _Shape:
    """Return the shape of a CSRTensor.

    Source: mindspore.ops.csr_tensor_get_dense_shape, MindSpore 2.10
    """
    return _need("csr_tensor_get_dense_shape", "x", x, CSRTensor).shape  # type: ignore[no-any-return]


def sparse_segment_mean(x: Tensor, indices: Tensor, segment_ids: Tensor) -> Tensor:
    """Average chosen rows by segment.

    Args:
        x (Tensor): at least one dimension, floating-point.
        indices (Tensor): which rows of `x`, of shape :math:`(N)`.
        segment_ids (Tensor): the segment of each, in ascending order, of shape :math:`(N)`.

    Returns:
        Tensor with as many rows as the last segment says; rows of segments without members are 0.

    Raises:
        ValueError: if `indices` and `segment_ids` are not of one shape :math:`(N)`, or the latter is not ascending.

    Source: mindspore.ops.sparse_segment_mean, MindSpore 2.10
    """
    t, chosen, segments = admitted(x, "ops.sparse_segment_mean"), unwrap(indices).long(), unwrap(segment_ids).long()
    if chosen.dim() != 1 or chosen.shape != segments.shape or bool((segments.diff() < 0).any()):
        msg = (
            "ops.sparse_segment_mean: indices and segment_ids must be of one length and the latter ascending, got "
            f"{tuple(chosen.shape)} and {segments.tolist()}"
        )
        raise ValueError(msg)
    count = int(segments[-1]) + 1 if len(segments) else 0
    sums = t.new_zeros(count, *t.shape[1:]).index_add(0, segments, t[chosen])
    many = torch.bincount(segments, minlength=count).clamp_min(1).to(dtype=t.dtype)
    return wrap(sums / many.reshape(-1, *[1] * (t.dim() - 1)))


def tensor_to_coo(self: Tensor) -> COOTensor:
    """Return the elements that are not 0 by their coordinates; of two dimensions only.

    Raises:
        ValueError: if there are not two dimensions.

    Source: mindspore.Tensor.to_coo, MindSpore 2.10
    """
    return dense_to_sparse_coo(wrap(self._t))


def tensor_to_csr(self: Tensor) -> CSRTensor:
    """Return the elements that are not 0 by compressed rows; of two dimensions only.

    Raises:
        ValueError: if there are not two dimensions.

    Source: mindspore.Tensor.to_csr, MindSpore 2.10
    """
    return dense_to_sparse_csr(wrap(self._t))
