"""Picking by index, mask, condition and range."""

from __future__ import annotations

from tests.opdb._short import op, wrong
from tests.opdb._spec import error_sample, sample, t, values

X, X3, V = t(2, 3), t(2, 3, 4), t(3)
INTS = t(2, 3, dtype="int32")
I64, I32 = values([0, 1], "int64"), values([0, 1], "int32")
GRID = values([[0, 1], [2, 0]], "int64")
MASK, COLUMN = values([True, False, True], "bool"), values([[True], [False]], "bool")
NO_TENSOR = error_sample(3, I64, 0, raises=TypeError)
ALONG = (
    sample(X, 1, GRID),
    sample(X, 1, values([[0, -1], [2, 0]], "int64")),
    sample(X, 0, values([[0, 1, 1]], "int64")),
    sample(X, -1, values([[0], [1]], "int32")),
)

GATHER = [
    op(
        "gather",
        sample(X, I64, 0),
        sample(X, I32, 1),
        sample(X, GRID, 1),
        sample(X3, values(1, "int64"), 1),
        sample(X, I64, -1),
        sample(X, values([-1, 0], "int64"), 0),
        sample(X, GRID, 1, 1),
        sample(X3, GRID, 1, 1),
        sample(X3, GRID, 2, 1),
        sample(X3, values([[0, -1]], "int64"), 2),
        sample(X3, t(2, 3, 5, dtype="int64", low=0, high=3), 2, 2),
        sample(INTS, I64, 1),
        errors=(
            wrong(X, values([5], "int64"), 0, kind=RuntimeError),
            wrong(X, values([-3], "int64"), 0, kind=RuntimeError),
            wrong(X, I64, 3),
            wrong(X, values([0.5]), 0, kind=TypeError),
            wrong(X, I64, 0, 2),
            NO_TENSOR,
        ),
    ),
    op("Gather", sample(X, I64, 0), sample(X, GRID, 1).init(1), sample(X3, GRID, 2).init(batch_dims=1)),
    op("GatherV2", sample(X, I64, 0), sample(X, GRID, 1), oracle="mindspore.ops.Gather"),
    op("T.gather", sample(X, I64, 0), sample(X, GRID, 1, 1), sample(X, 1, values([[0], [1]], "int64"))),
    op(
        "gather_d",
        *ALONG,
        errors=(wrong(X, 1, values([[0, 5]], "int64"), kind=RuntimeError), wrong(X, 1, I64), wrong(X, 3, GRID)),
        also="gather_elements GatherD T.gather_elements",
    ),
    op(
        "gather_nd",
        sample(X, values([[0, 1], [1, 2]], "int64")),
        sample(X, values([[0], [1]], "int32")),
        sample(X, I64),
        sample(X3, values([[[0, 1], [1, 2]]], "int64")),
        errors=(wrong(X, values([[0, 5]], "int64"), kind=RuntimeError), wrong(X, values([[0, 1, 1]], "int64"))),
        also="GatherNd T.gather_nd",
    ),
    op(
        "index_select",
        sample(X, 1, values([0, 2], "int64")),
        sample(X, 0, values([1, -1], "int64")),
        sample(X3, -1, I64),
        errors=(wrong(X, 1, values([0, 5], "int64"), kind=RuntimeError), wrong(X, 5, I64)),
        also="T.index_select",
    ),
    op("take", sample(X, values([0, 5], "int64")), sample(X, GRID), oracle="torch.take"),
    op("T.take", sample(X, values([0, 5], "int64")), sample(X, values([0, 1], "int64"), 1), sample(X, GRID, 1)),
    op("EmbeddingLookup", sample(X, I32, 0), sample(X, values([1, 2], "int32"), 1)),
    op("T.choose", sample(values([0, 1], "int64"), [values([1, 2], "int64"), values([3, 4], "int64")])),
]

MASKS = [
    op(
        "masked_select",
        sample(X, MASK),
        sample(X, values([True], "bool")),
        sample(V, COLUMN),
        sample(INTS, MASK),
        errors=(wrong(X, values([True, False], "bool")),),
        also="MaskedSelect T.masked_select",
    ),
    op(
        "masked_fill",
        sample(X, MASK, 5.0),
        sample(X, MASK, values(5.0)),
        sample(V, COLUMN, 1.0),
        sample(X, COLUMN, -1e9),
        errors=(
            wrong(X, MASK, values([5.0])),
            wrong(X, V, 1.0, kind=TypeError),
            wrong(X, values([True, False], "bool"), 1.0),
        ),
        also="MaskedFill T.masked_fill",
    ),
    op("T.masked_scatter", sample(X, MASK, t(2, 3)), sample(INTS, MASK, t(4, dtype="int32"))),
    op("MaskedScatter", sample(X, MASK, t(2, 3))),
    op(
        "where",
        sample(MASK, V, 0.0),
        sample(MASK, 1, 0),
        sample(MASK, 1.0, 0),
        sample(MASK, V, values([1, 2, 3], "int64")),
        sample(MASK, True, False),
        sample(MASK, INTS, 1.5),
        sample(COLUMN, V, t(2, 1)),
        sample(MASK, t(3, dtype="float16"), 0.0),
        errors=(wrong(V, V, V, kind=TypeError), wrong(MASK, t(2), t(2))),
    ),
    op(
        "select",
        sample(MASK, V, 0.0),
        sample(MASK, V, t(3)),
        sample(MASK, 1, 0),
        sample(MASK, INTS, 1.0),
        errors=(wrong(V, V, V, kind=TypeError),),
        also="Select",
    ),
    op("T.select", sample(X, 0, 1), sample(X, 1, -1), sample(V, MASK, 0.0), errors=(wrong(X, 0, 5),)),
    op("T.where", sample(V, MASK, 0.0), sample(X, MASK, t(2, 3))),
    op(
        "nonzero",
        sample(values([[0.0, 1.0], [2.0, 0.0]])),
        sample(MASK),
        sample(values([0, 0], "int32")),
        grad=False,
        also="argwhere NonZero T.nonzero T.argwhere",
    ),
]

RANGES = [
    op(
        "narrow",
        sample(X, 1, 0, 2),
        sample(X3, -1, 1, 2),
        errors=(wrong(X, 1, 2, 2), wrong(X, 5, 0, 1)),
        also="T.narrow",
    ),
    op(
        "slice",
        sample(X3, (0, 1, 0), (1, 2, 3)),
        sample(X3, [0, 1, 0], [1, -1, 3]),
        errors=(wrong(X3, (0, 1, 0), (1, 5, 3)), wrong(X3, (0, 1), (1, 2))),
        also="Slice",
    ),
    op(
        "strided_slice",
        sample(X3, (0, 0, 0), (2, 3, 4), (1, 2, 2)),
        sample(X3, (1, 0, 0), (2, 3, 4), (1, 1, 1), shrink_axis_mask=1),
        sample(X3, (1, 1, 1), (2, 2, 2), (1, 1, 1), begin_mask=2, end_mask=4),
        sample(X3, (0, 1), (2, 3), (1, 1), ellipsis_mask=1),
        sample(X3, (0, 1), (2, 3), (1, 1), new_axis_mask=1),
        sample(X3, (0,), (1,), (1,)),
        sample(X3, (5, 0, 0), (9, 3, 4), (1, 1, 1)),
        sample(X3, (0, 2, 3), (2, 0, 0), (1, -1, -2)),
        sample(X3, (0, -2, 0), (2, -1, 4), (1, 1, 1)),
        errors=(
            wrong(X3, (0, 0, 0), (2, 3, 4), (1, 1, 0)),
            wrong(X3, (0, 0), (2, 3, 4), (1, 1, 1)),
            wrong(X3, (5, 0, 0), (9, 3, 4), (1, 1, 1), shrink_axis_mask=1, kind=IndexError),
        ),
    ),
    op(
        "StridedSlice",
        sample(X3, (0, 0, 0), (2, 3, 4), (1, 2, 2)),
        sample(X3, (0, 1, 0), (2, 3, 4), (1, 1, 1)).init(shrink_axis_mask=2),
        sample(X3, (0, 1), (2, 3), (1, 1)).init(ellipsis_mask=1),
        sample(X3, (1, 1, 1), (2, 2, 2), (1, 1, 1)).init(1, 4),
    ),
    op("UnravelIndex", sample(values([3, 5], "int64"), values([2, 3], "int64"))),
]

OPS = [*GATHER, *MASKS, *RANGES]
