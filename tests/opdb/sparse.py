"""Sparse Primitives, which take coordinates, values and shape, and functions of sparse tensors with dense results."""

from __future__ import annotations

from tests.opdb._short import op
from tests.opdb._spec import Op, sample, t, values

PLACES = values([[0, 1], [1, 2], [2, 0]], "int64")
PLACES32 = values([[0, 1], [1, 2], [2, 0]], "int32")

OPS = [
    op("SparseToDense", sample(PLACES, t(3), (3, 4)), sample(PLACES32, t(3, dtype="int32"), (3, 3))),
    op(
        "SparseTensorDenseMatmul",
        sample(PLACES, t(3), (3, 4), t(4, 2)),
        sample(PLACES32, t(3), (3, 4), t(2, 3)).init(True, True),
        tol=1e-5,
    ),
    op("SparseTensorDenseAdd", sample(PLACES, t(3), values([3, 4], "int64"), t(3, 4)), grad=False),
    op(
        "SparseSlice",
        sample(PLACES, t(3), values([3, 4], "int64"), values([0, 1], "int64"), values([2, 2], "int64")),
        sample(PLACES, t(3), values([3, 4], "int64"), values([1, 0], "int64"), values([5, 3], "int64")),
        grad=False,
    ),
    Op(
        "mindspore.ops.sparse_segment_mean",
        [
            sample(t(3, 4), values([0, 1, 2], "int32"), values([1, 2, 2], "int32")),
            sample(t(5, 2), values([4, 1, 1], "int64"), values([0, 0, 3], "int64")),
        ],
        tol=1e-5,
    ),
    Op(
        "mindspore.nn.SparseTensorDenseMatmul",
        [sample(PLACES, t(3), (3, 4), t(4, 2)), sample(PLACES, t(3), (3, 4), t(2, 4)).init(adjoint_dt=True)],
        tol=1e-5,
        grad=False,
    ),
]
