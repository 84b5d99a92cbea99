"""Sorting, the largest, unique elements, places in a sorted sequence."""

from __future__ import annotations

from tests.opdb._short import op, wrong
from tests.opdb._spec import sample, t, values

X, X3, V = t(2, 3, distinct=True), t(2, 3, 4, distinct=True), t(5, distinct=True)
INTS = t(4, dtype="int32", distinct=True)
TIES = values([1.0, 2.0, 1.0, 2.0])
RUNS = values([1, 1, 2, 2, 1], "int64")
LIMITS, POINTS = values([1.0, 3.0, 5.0]), values([0.0, 3.0, 9.0])

OPS = [
    op(
        "sort",
        sample(V),
        sample(V, -1, True),
        sample(X3, 1),
        sample(X3, 0, descending=True),
        sample(INTS),
        sample(TIES).no_grad(),
        sample(t(4, dtype="float16", distinct=True)),
        errors=(wrong(V, 3),),
        also="T.sort",
    ),
    op("Sort", sample(V), sample(X).init(axis=0, descending=True)),
    op(
        "argsort",
        sample(V),
        sample(V, descending=True),
        sample(X, 0),
        sample(TIES, 0, True),
        grad=False,
        errors=(wrong(V, 3),),
        also="T.argsort",
    ),
    op("msort", sample(X), sample(V), also="T.msort"),
    op(
        "topk",
        sample(V, 2),
        sample(X, 1, 0),
        sample(V, 2, largest=False),
        sample(X3, 3, -1),
        sample(INTS, 2),
        sample(V, 5),
        errors=(wrong(V, 7), wrong(V, 0), wrong(V, -1), wrong(V, 1.0, kind=TypeError), wrong(V, 2, 3)),
        also="T.topk",
    ),
    op("T.kthvalue", sample(V, 2), sample(X3, 1, 1), sample(X, 2, 0, True), oracle="torch.kthvalue"),
    op("top_k", sample(V, 2), sample(X, 1), also="T.top_k"),
    op("TopK", sample(V, 2), sample(X, 1).init(True), errors=(wrong(V, 7),)),
    op("InTopK", sample(X, values([0, 2], "int32")).init(1), sample(X, values([0, 2], "int32")).init(2), grad=False),
    op("intopk", sample(X, values([0, 2], "int32"), 1), sample(X, values([1, 1], "int32"), 2), grad=False),
    op(
        "unique",
        sample(values([3, 1, 2, 1, 3, 5], "int64")),
        sample(values([2, 1, 2], "int32")),
        sample(values([2.5, 1.0, 2.5, 0.0])),
        sample(X),
        grad=False,
    ),
    op("Unique", sample(values([3, 1, 2, 1], "int64")), sample(values([2, 1, 2], "int32")), grad=False),
    op(
        "T.unique",
        sample(values([2, 1, 2], "int64")),
        sample(values([2, 1, 2], "int64"), True, True),
        oracle="torch.unique",
        grad=False,
    ),
    op(
        "unique_consecutive",
        sample(RUNS),
        sample(RUNS, True, True),
        sample(values([[1, 1], [1, 1]], "int64"), True, True, 0),
        sample(values([[1, 1], [1, 1]], "int64"), True, True),
        sample(V),
        grad=False,
        also="T.unique_consecutive",
    ),
    op("UniqueConsecutive", sample(RUNS).init(True, True), grad=False),
    op("unique_with_pad", sample(values([1, 1, 2], "int64"), 8), grad=False, also="T.unique_with_pad"),
    op("UniqueWithPad", sample(values([1, 1, 2], "int64"), 8)),
    op(
        "searchsorted",
        sample(LIMITS, POINTS),
        sample(LIMITS, POINTS, right=True),
        sample(LIMITS, POINTS, side="right"),
        sample(values([[1.0, 3.0], [2.0, 4.0]]), values([[2.0], [2.0]])),
        grad=False,
    ),
    op("T.searchsorted", sample(LIMITS, POINTS), sample(LIMITS, POINTS, "right"), grad=False),
    op("SearchSorted", sample(LIMITS, POINTS), sample(LIMITS, POINTS).init(right=True), grad=False),
    op(
        "bucketize",
        sample(POINTS, [1.0, 3.0]),
        sample(POINTS, [1.0, 3.0], right=True),
        sample(t(2, 3), [-1.0, 0.0, 1.0]),
        grad=False,
    ),
    op("Bucketize", sample(POINTS).init([1.0, 3.0]), grad=False),
    op("ListDiff", sample(values([1, 2, 3, 4], "int64"), values([2], "int64")), grad=False),
]
