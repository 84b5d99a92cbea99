"""Constants, ranges, one-hot vectors and windows."""

from __future__ import annotations

from tests.opdb._short import op, wrong
from tests.opdb._spec import Op, dtype, sample, t, values

X, INTS = t(2, 3), t(2, 3, dtype="int32")
IDS = values([0, 2, 5, -1], "int64")
ONE, ZERO = values(1.0), values(0.0)


def made(*args, **kwargs) -> Op:
    """An op that makes a tensor from nothing: no gradient."""
    return op(*args, grad=False, **kwargs)


CONSTANTS = [
    made(
        "zeros",
        sample(2),
        sample((2, 3)),
        sample((2,), dtype("int32")),
        sample([2]),
        sample(()),
        sample(values([2, 2], "int64")),
        errors=(wrong(2.0, kind=TypeError), wrong(-1)),
        also="Zeros",
    ),
    made(
        "ones",
        sample(2),
        sample((2, 3)),
        sample((), dtype("bool_")),
        sample((0, 2), dtype("float16")),
        errors=(wrong((2, -1)), wrong(2.0, kind=TypeError)),
        also="Ones",
    ),
    made(
        "full",
        sample((2,), 3),
        sample((2,), 0.5),
        sample((2,), True),
        sample([2], 3, dtype=dtype("float16")),
        errors=(wrong(2, 3, kind=TypeError),),
    ),
    made(
        "full_like",
        sample(INTS, 1.5),
        sample(X, 2),
        sample(X, 1, dtype=dtype("int64")),
        errors=(wrong(3, 1, kind=TypeError),),
    ),
    made(
        "fill",
        sample(dtype("float32"), (2,), 3),
        sample(dtype("int32"), (2, 1), 3.7),
        sample(dtype("bool_"), (2,), True),
        also="Fill",
    ),
    made("zeros_like", sample(X), sample(INTS), sample(X, dtype=dtype("bool_"))),
    made("ones_like", sample(X), sample(INTS), sample(X, dtype=dtype("bool_")), errors=(wrong(3, kind=TypeError),)),
    made("ZerosLike", sample(X), sample(INTS)),
    made("OnesLike", sample(X), sample(INTS)),
    made("FillV2", sample((2, 3), values(3.0)), sample((2,), values(3, "int32"))),
    made("eye", sample(2), sample(2, 3), sample(2, 3, dtype("int32")), errors=(wrong(-1), wrong(2.0, kind=TypeError))),
    made("Eye", sample(2, 3, dtype("float32")), sample(2, 2, dtype("int32"))),
]

RANGES = [
    made(
        "arange",
        sample(5),
        sample(5.0),
        sample(1, 5, 2),
        sample(1, 5, 2.0),
        sample(1, 5, dtype=dtype("float16")),
        sample(),
        sample(values(3, "int32")),
        sample(5, 1, -1),
        sample(0.5, 3),
        sample(-3, 3, 2),
        errors=(wrong(5, 1), wrong(0, 5, 0)),
    ),
    made(
        "range",
        sample(0, 5, 2),
        sample(0.0, 5.0, 2.0),
        errors=(wrong(0, 5, 0), wrong(0, 5, 2.0, kind=TypeError)),
        also="Range",
    ),
    made(
        "linspace",
        sample(0, 1, 3),
        sample(0.0, 2.5, 6),
        sample(ZERO, ONE, 5),
        sample(3, -3, 7),
        sample(0, 10, 1),
        errors=(
            wrong(0, 10, 0),
            wrong(values(0, "int64"), values(1, "int64"), 3, kind=TypeError),
            wrong(t(2), t(2), 3),
        ),
    ),
    made("LinSpace", sample(ZERO, ONE, 5)),
    made("logspace", sample(ZERO, values(2.0), 3), sample(ZERO, values(2.0), 4, 2), tol=1e-5),
    made("LogSpace", sample(ZERO, values(2.0)).init(3), sample(ZERO, values(2.0)).init(4, 2), tol=1e-5),
    made("tril_indices", sample(3, 4), sample(3, 3, -1), sample(3, 4, 1, dtype=dtype("int32"))),
    made("triu_indices", sample(3, 4), sample(3, 3, -1), sample(3, 4, 1, dtype=dtype("int32"))),
    made("TrilIndices", sample().init(3, 4), sample().init(3, 4, 1)),
    made("TriuIndices", sample().init(3, 4), sample().init(3, 4, 1)),
    op("vander", sample(t(3)), sample(t(3), 2), sample(values([1, 2, 3], "int64")), tol=1e-5),
    made(
        "sequence_mask",
        sample(values([1, 3], "int64"), 4),
        sample(values([1, 3], "int64")),
        sample(values([[1], [3]], "int32"), 3),
    ),
    made("tuple_to_array", sample((1, 2)), sample((1.0, 2.5)), sample((1, 2.5))),
    made("TupleToArray", sample((1, 2)), sample((1.0, 2.5))),
]

ONE_HOT = [
    made(
        "one_hot",
        sample(IDS, 3),
        sample(IDS, 3, 1.0, 0.0),
        sample(IDS, 3, 1, 0, 0),
        sample(IDS, 3, 5.0, -1.0, axis=1),
        sample(values([0, 1], "int32"), 3),
        sample(values([[0, 1], [2, 0]], "int64"), 3, axis=1),
        sample(values([0, 1], "int64"), 0),
        errors=(
            wrong(t(2), 3, kind=TypeError),
            wrong(IDS, -1),
            wrong(IDS, 3, axis=2),
            wrong(IDS, 3, 1, 0.5, kind=TypeError),
            wrong(IDS, 3.0, kind=TypeError),
        ),
    ),
    made(
        "OneHot",
        sample(IDS, 3, ONE, ZERO),
        sample(IDS, 3, ONE, ZERO).init(axis=0),
        sample(IDS, 3, values(1, "int32"), values(0, "int32")),
    ),
]

WINDOWS = [
    made(
        "hann_window",
        sample(5),
        sample(5, False),
        sample(1),
        sample(0),
        sample(5, dtype=dtype("float32")),
        tol=1e-6,
        errors=(wrong(-1), wrong(2.5, kind=TypeError)),
    ),
    made(
        "hamming_window",
        sample(5),
        sample(5, False, 0.5, 0.4),
        sample(1),
        tol=1e-6,
        errors=(wrong(-1), wrong(2.5, kind=TypeError)),
    ),
    made("blackman_window", sample(values(5, "int64")), sample(values(6, "int64"), False), tol=1e-6),
    made("bartlett_window", sample(values(5, "int64")), sample(values(6, "int64"), False), tol=1e-6),
    made(
        "kaiser_window",
        sample(5),
        sample(5, False, 8.0),
        sample(1),
        tol=1e-5,
        errors=(wrong(-1), wrong(2.5, kind=TypeError)),
    ),
    made("HammingWindow", sample(values([5], "int64")), sample(values([5], "int64")).init(False, 0.5, 0.4), tol=1e-6),
    made("BlackmanWindow", sample(values(5, "int64")), sample(values(6, "int64")).init(False), tol=1e-6),
    made("BartlettWindow", sample(values(5, "int64")), sample(values(6, "int64")).init(False), tol=1e-6),
]

OPS = [*CONSTANTS, *RANGES, *ONE_HOT, *WINDOWS]
