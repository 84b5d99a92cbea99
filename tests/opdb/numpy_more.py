"""Functions of `mindspore.numpy`: selection, windows and grids, statistics, polynomials, sets, padding."""

from __future__ import annotations

from tests.opdb._spec import Op, dtype, error_sample, sample, t, values

A, SQUARE, CUBE, V, W = t(2, 3), t(3, 3), t(2, 3, 4), t(3), t(4)
INTS = t(2, 3, dtype="int32")
UPPER = values([[True, False, True], [False, True, True]], "bool")
LOWER = values([[True, True, False], [False, False, True]], "bool")
RISING = values([0.0, 1.5, 2.0, 4.5])
DATA = values([0.25, 1.5, 2.5, 2.75, 3.0, 0.5])
PLACES = values([[0, 4, 1], [2, 9, -1]], "int32")

SELECTION = [
    Op(
        "mindspore.numpy.take",
        [
            sample(A, PLACES),
            sample(A, values([2, 0], "int64"), 1),
            sample(CUBE, values([[0, 5], [-1, 1]], "int32"), axis=-1, mode="wrap"),
            sample(CUBE, values(1, "int32"), 1),
            sample(t(3, dtype="float64"), PLACES, mode="wrap"),
        ],
        errors=[
            error_sample(A, [0, 1], raises=TypeError),
            error_sample(A, V, raises=TypeError),
            error_sample(A, PLACES, 2, raises=ValueError),
            error_sample(A, PLACES, mode="raise", raises=NotImplementedError),
        ],
    ),
    Op(
        "mindspore.numpy.choose",
        [
            sample([2, 0, 1], t(3, 3)),
            sample(values([[0, 3, 1]], "int32"), [V, t(3), t(2, 3)], mode="wrap"),
            sample([[1, 0], [0, 1]], [-10, 10]).no_grad(),
            sample([0, 1, -1], [t(3, dtype="int32"), V]),
        ],
        errors=[
            error_sample(1.5, [V, V], raises=ValueError),
            error_sample([0, 1], [V, V], raises=ValueError),
            error_sample([0, 1, 0], [V, V], mode="raise", raises=NotImplementedError),
            error_sample([0, 1, 0], [V, V], mode="none", raises=ValueError),
        ],
    ),
    Op(
        "mindspore.numpy.select",
        [
            sample([UPPER, LOWER], [A, t(2, 3)]),
            sample([UPPER, LOWER], [A, INTS], default=9),
            sample([[True, False], [False, False]], [[1, 2], [3, 4]]).no_grad(),
            sample([LOWER], [t(2, 3, dtype="float16")]),
            sample([], []),
        ],
        errors=[error_sample([UPPER], [A, A], raises=ValueError)],
    ),
    Op(
        "mindspore.numpy.piecewise",
        [
            sample(A, [UPPER, LOWER], [1, 2]).no_grad(),
            sample(INTS, [UPPER], [2.5]).no_grad(),
            sample(A, [LOWER], [-3]).no_grad(),
        ],
        errors=[error_sample(A, [UPPER], [1, 2, 3], raises=ValueError), error_sample(A, [UPPER], 1, raises=TypeError)],
    ),
    Op(
        "mindspore.numpy.unravel_index",
        [
            sample([22, 41, 37], (7, 6)),
            sample([31, 41, 13], (7, 6), order="F"),
            sample(PLACES, (2, 3)),
            sample([5, 2], 4),
        ],
        errors=[error_sample([1], (2, 3), order="X", raises=ValueError)],
        grad=False,
    ),
    Op(
        "mindspore.numpy.ravel_multi_index",
        [
            sample(values([[3, 6, 6], [4, 5, 1]], "int32"), (7, 6)),
            sample(values([[3, 6, 6], [4, 5, 1]], "int32"), (7, 6), order="F"),
            sample(values([[3, 6, 6], [4, 5, 1]], "int32"), (4, 6)),
            sample(values([[3, 6, 6], [4, 5, 1]], "int32"), (4, 4), mode="wrap"),
            sample((3, 1, 4, 1), (6, 7, 8, 9)),
        ],
        errors=[
            error_sample(values([[3], [4]], "int32"), (7, 6, 2), raises=ValueError),
            error_sample(values([[3], [4]], "int32"), (7, 6), mode="raise", raises=NotImplementedError),
        ],
        grad=False,
    ),
    Op(
        "mindspore.numpy.rollaxis",
        [sample(CUBE, 2), sample(CUBE, 0, 2), sample(CUBE, 0, 3), sample(CUBE, -1, -3), sample(CUBE, 1, -1)],
        errors=[
            error_sample(CUBE, 3, raises=ValueError),
            error_sample(CUBE, 0, 4, raises=ValueError),
            error_sample(CUBE, 0, 1.0, raises=TypeError),
            error_sample([[1]], 1, raises=TypeError),
        ],
    ),
    Op(
        "mindspore.numpy.cross",
        [
            sample(V, t(3)),
            sample(A, V),
            sample(A, t(2)),
            sample(t(2, 2), t(2, 2)),
            sample(t(3, 2), A, axisa=0, axisc=0),
            sample(SQUARE, SQUARE, axis=0),
            sample(INTS, t(3, dtype="float64")),
            sample([1, 2, 3], [4, 5, 6]),
        ],
        errors=[
            error_sample(W, W, raises=ValueError),
            error_sample(A, A, axis=2, raises=ValueError),
            error_sample(A, A, axisa=1.0, raises=TypeError),
        ],
        tol=1e-5,
    ),
]

GRIDS = [
    Op(
        "mindspore.numpy.bartlett",
        [sample(5), sample(1), sample(0), sample(8)],
        also=["mindspore.numpy.hanning"],
        errors=[error_sample(4.5, raises=TypeError)],
    ),
    Op("mindspore.numpy.blackman", [sample(5), sample(1), sample(8)], errors=[error_sample(2.0, raises=TypeError)]),
    Op("mindspore.numpy.hamming", [sample(5), sample(1), sample(8)], errors=[error_sample(2.0, raises=TypeError)]),
    Op(
        "mindspore.numpy.geomspace",
        [
            sample(1, 256, 9),
            sample(1, 1000, 3, endpoint=False),
            sample(1, 256, 4, dtype=dtype("float64")),
            sample(-1, -8, 4),
            sample(t(3, low=1, high=4), t(2, 3, low=5, high=9), 4).no_grad(),
            sample(t(3, low=1, high=4), t(3, low=5, high=9), num=3, axis=1).no_grad(),
            sample(t(2, dtype="int32", low=1, high=4), 64, 3).no_grad(),
        ],
        errors=[
            error_sample(1, 8, 0, raises=ValueError),
            error_sample(1, 8, 2.0, raises=TypeError),
            error_sample(1, 8, 4, axis=1, raises=ValueError),
            error_sample(1, 8, 4, endpoint=1, raises=TypeError),
        ],
        tol=1e-5,
    ),
    Op(
        "mindspore.numpy.indices",
        [sample((2, 3)), sample((2, 3), sparse=True), sample((2, 3, 1), dtype("float32")), sample([2])],
        errors=[error_sample(2, raises=TypeError), error_sample((2, -1), raises=ValueError)],
    ),
    Op(
        "mindspore.numpy.ix_",
        [sample(V, W), sample(W), sample(V, t(2, dtype="int32"), t(2, dtype="bool"))],
        errors=[error_sample(A, raises=ValueError), error_sample([0, 1], raises=TypeError)],
    ),
    Op(
        "mindspore.numpy.diag_indices",
        [sample(3), sample(2, 3)],
        errors=[error_sample(2.0, raises=TypeError)],
    ),
    Op(
        "mindspore.numpy.tril_indices",
        [sample(3), sample(3, 1, 2), sample(3, -1), sample(3, 2), sample(2, m=4)],
        also=["mindspore.numpy.triu_indices"],
        errors=[error_sample("a", raises=TypeError)],
    ),
    Op(
        "mindspore.numpy.tril_indices_from",
        [sample(A), sample(SQUARE, 1), sample(t(4, 2, dtype="int32"), k=-1)],
        also=["mindspore.numpy.triu_indices_from"],
        errors=[error_sample(V, raises=ValueError), error_sample(CUBE, raises=ValueError)],
        grad=False,
    ),
]

STATISTICS = [
    Op(
        "mindspore.numpy.cov",
        [
            sample(A),
            sample(V),
            sample(V, t(3)),
            sample(A, t(2, 3), rowvar=False),
            sample(A, bias=True),
            sample(A, ddof=0),
            sample(A, fweights=[1, 2, 3]),
            sample(A, aweights=[1, 2, 3]),
            sample(A, fweights=values([1, 2, 3], "int32"), aweights=values([3, 1, 2], "int32"), ddof=0),
            sample(INTS),
            sample(t(2, 3, dtype="float64")),
            sample(A, dtype=dtype("float64")),
        ],
        errors=[
            error_sample(CUBE, raises=ValueError),
            error_sample(A, t(2, 2), raises=ValueError),
            error_sample(A, fweights=[1.0, 2.0, 3.0], raises=TypeError),
            error_sample(A, fweights=[1, 2], raises=RuntimeError),
            error_sample(A, fweights=[[1, 2, 3]], raises=RuntimeError),
        ],
        tol=1e-5,
        grad=False,
    ),
    Op(
        "mindspore.numpy.corrcoef",
        [sample(A), sample(V, t(3)), sample(t(4, 3), rowvar=False), sample(t(2, 5), dtype=dtype("float64"))],
        errors=[error_sample(CUBE, raises=ValueError)],
        tol=1e-5,
        grad=False,
    ),
    Op(
        "mindspore.numpy.interp",
        [
            sample(t(2, 3, low=0.1, high=4.4), RISING, t(4)),
            sample(values([-1.0, 0.0, 1.5, 9.0]), RISING, t(4)).no_grad(),
            sample(values([-1.0, 9.0]), RISING, t(4), left=-5, right=7).no_grad(),
            sample([0.5, 2.5], [1, 2, 3], [3, 2, 0]),
            sample(t(3, dtype="int32"), RISING, t(4)).no_grad(),
            sample(t(3, dtype="float64"), RISING, t(4)).no_grad(),
            sample(2.5, RISING, t(4)).no_grad(),
        ],
        errors=[error_sample(V, RISING, V, raises=ValueError), error_sample(V, A, A, raises=ValueError)],
        tol=1e-5,
    ),
    Op(
        "mindspore.numpy.gradient",
        [
            sample(V),
            sample(A),
            sample(A, axis=0),
            sample(CUBE, 2.0, 0.5, 1, axis=(2, 0, 1)),
            sample(A, 2.0),
            sample(INTS),
            sample(t(2, 3, dtype="float16")).no_grad(),
            sample(t(3, dtype="float64")),
        ],
        errors=[
            error_sample(A, 2.0, 3.0, 1.0, raises=TypeError),
            error_sample(A, V, raises=NotImplementedError),
            error_sample(A, edge_order=2, raises=NotImplementedError),
            error_sample(A, axis=2, raises=ValueError),
            error_sample(t(1, 3), raises=ValueError),
        ],
    ),
    Op(
        "mindspore.numpy.unwrap",
        [
            sample(t(7, low=-20, high=20)),
            sample(t(2, 5, low=-20, high=20), axis=0),
            sample(t(2, 5, low=-20, high=20), 4.0),
            sample(t(4, dtype="float64", low=-20, high=20)),
            sample([0, 7, 14]),
        ],
        errors=[error_sample(V, "a", raises=TypeError), error_sample(V, axis=3, raises=ValueError)],
        tol=2e-5,
    ),
    Op(
        "mindspore.numpy.bincount",
        [
            sample(values([0, 2, 1, 2], "int32")),
            sample([0, 1, 1, 3], weights=[0.5, 1, 2, 3]),
            sample(values([0, 2, 1, 2], "int64"), minlength=6),
            sample([0, 2, 1, 2], length=2),
            sample([-1, 2]),
        ],
        errors=[
            error_sample(V, raises=TypeError),
            error_sample(INTS, raises=ValueError),
            error_sample([1, 2], weights=[1], raises=ValueError),
        ],
        grad=False,
    ),
    Op(
        "mindspore.numpy.histogram",
        [
            sample(DATA),
            sample(DATA, 3),
            sample(DATA, bins=3, range=(0, 2)),
            sample(DATA, [0, 1, 2, 3]),
            sample(DATA, values([0.0, 1.0, 3.0]), density=True),
            sample(DATA, 3, weights=t(6)),
            sample(INTS, 4),
            sample(values([2.0, 2.0]), 3),
        ],
        errors=[
            error_sample(DATA, "auto", raises=NotImplementedError),
            error_sample(DATA, -1, raises=ValueError),
            error_sample(DATA, 2.0, raises=TypeError),
            error_sample(DATA, 3, range=(4, 1), raises=ValueError),
            error_sample(DATA, 3, range=(1,), raises=ValueError),
            error_sample(DATA, 3, weights=[1, 2], raises=ValueError),
        ],
        grad=False,
    ),
    Op(
        "mindspore.numpy.histogram_bin_edges",
        [
            sample(DATA),
            sample(DATA, 3, (0, 6)),
            sample(DATA, [1, 2, 3]),
            sample(INTS, 2),
            sample(t(4, dtype="float64"), 2),
        ],
        errors=[error_sample(DATA, "fd", raises=NotImplementedError), error_sample(DATA, t(), raises=ValueError)],
        grad=False,
    ),
    Op(
        "mindspore.numpy.histogram2d",
        [
            sample(DATA, t(6)),
            sample(DATA, t(6), (2, 3)),
            sample(DATA, t(6), ([0, 1, 3], 2), density=True),
            sample(DATA, t(6), 2, range=[(0, 2), (-1, 1)], weights=t(6)),
        ],
        errors=[error_sample(DATA, t(6), [0, 2, 4], raises=ValueError), error_sample(DATA, t(3), raises=ValueError)],
        grad=False,
    ),
    Op(
        "mindspore.numpy.histogramdd",
        [
            sample(t(5, 3), 2),
            sample(t(5, 2), (2, 3), density=True),
            sample((t(5), t(5)), 2, weights=t(5)),
            sample(t(5, 2, dtype="int32"), 2, range=[(0, 4), None]),
        ],
        errors=[
            error_sample(V, 3, raises=ValueError),
            error_sample(t(5, 3), (2, 3), raises=ValueError),
            error_sample(t(5, 3), "a", raises=TypeError),
        ],
        grad=False,
    ),
]

POLYNOMIALS = [
    Op(
        "mindspore.numpy.convolve",
        [
            sample(W, V),
            sample(V, W, "same"),
            sample(W, t(2), mode="same"),
            sample(W, V, "valid"),
            sample(V, 2.0),
            sample([1, 2, 3], [0, 1, 2]),
            sample(V, t(4, dtype="float64")),
        ],
        errors=[
            error_sample(A, V, raises=ValueError),
            error_sample(V, V, "none", raises=ValueError),
            error_sample(t(0), V, raises=ValueError),
        ],
        tol=1e-5,
    ),
    Op(
        "mindspore.numpy.correlate",
        [
            sample(W, V),
            sample(V, W, "full"),
            sample(W, t(2), "same"),
            sample(t(2), W, mode="same"),
            sample(V, t(3, dtype="float32")),
            sample(t(3, dtype="int32"), t(2, dtype="int32")),
            sample(t(3, dtype="int64"), t(2, dtype="int64")),
            sample(t(3, dtype="float64"), t(2, dtype="float64")),
        ],
        errors=[
            error_sample(A, V, raises=ValueError),
            error_sample(V, V, "whole", raises=ValueError),
            error_sample(V, V, 1, raises=TypeError),
            error_sample(V, t(3, dtype="float64"), raises=TypeError),
        ],
        tol=1e-5,
        grad=False,
    ),
    Op(
        "mindspore.numpy.polyder",
        [sample(W), sample(W, 2), sample(W, 0), sample([1, 1, 1, 1]), sample(t(3, dtype="float64"))],
        errors=[
            error_sample(V, -1, raises=ValueError),
            error_sample(V, 1.0, raises=TypeError),
            error_sample(A, raises=ValueError),
        ],
    ),
    Op(
        "mindspore.numpy.polyint",
        [
            sample(V),
            sample(V, 2, k=[3, 1]),
            sample(V, 2, k=3),
            sample(V, 0),
            sample([1, 1, 1]),
            sample(t(3, dtype="float64")),
        ],
        errors=[error_sample(V, -1, raises=ValueError), error_sample(A, raises=ValueError)],
        tol=1e-5,
    ),
    Op(
        "mindspore.numpy.polymul",
        [sample(V, W), sample([3, 1, 2], [1, 1]), sample(2, V), sample(V, t(2, dtype="float64"))],
        errors=[error_sample(A, V, raises=ValueError)],
        tol=1e-5,
    ),
]

SETS = [
    Op(
        "mindspore.numpy.intersect1d",
        [
            sample([1, 3, 4, 3], [3, 1, 2, 1]),
            sample([1, 3, 4, 3], [3, 1, 2, 1], return_indices=True),
            sample([4, 1], [4, 2, 1], assume_unique=True),
            sample(INTS, t(2, 4, dtype="int32")),
        ],
        errors=[error_sample(V, V, assume_unique=1, raises=TypeError)],
        grad=False,
    ),
    Op(
        "mindspore.numpy.setdiff1d",
        [
            sample([1, 2, 3, 2, 4, 1], [3, 4, 5, 6]),
            sample([5, 2, 3], [3], assume_unique=True),
            sample(INTS, values([0, 1], "int32")),
        ],
        errors=[error_sample(V, V, 1, raises=TypeError)],
        grad=False,
    ),
    Op(
        "mindspore.numpy.array_equiv",
        [sample([1, 2], [[1, 2], [1, 2]]), sample(V, V), sample(RISING, RISING), sample(V, 1), sample(V, t(2))],
        errors=[error_sample(V, "a", raises=TypeError)],
        grad=False,
    ),
    Op(
        "mindspore.numpy.result_type",
        [
            sample(A, t(3, dtype="float64")),
            sample("i2", dtype("float32")),
            sample(dtype("int32"), dtype("float16")),
            sample(1, A),
            sample(1.0, INTS),
            sample(dtype("uint8"), dtype("int8")),
            sample(3, dtype("int8")),
        ],
        errors=[error_sample([1, 2], (1.0,), raises=TypeError)],
        grad=False,
    ),
]

PADDING = [
    Op(
        "mindspore.numpy.pad",
        [
            sample(V, 1),
            sample(A, ((1, 0), (0, 2))),
            sample(A, ((1, 2),), constant_values=((1, 2), (3, 4))),
            sample(INTS, 1, constant_values=(1, 2)),
            sample(A, 2, "edge"),
            sample(V, 2, "linear_ramp", end_values=(5, -4)),
            sample(INTS, 1, "linear_ramp"),
            sample(A, 1, "maximum"),
            sample(A, ((1, 2), (0, 1)), "minimum", stat_length=2),
            sample(A, 1, "mean", stat_length=((1, 2),)),
            sample(INTS, 1, "mean"),
            sample(V, 5, "reflect"),
            sample(A, (2, 3), "reflect", reflect_type="odd"),
            sample(V, 5, "symmetric"),
            sample(V, 2, "symmetric", reflect_type="odd"),
            sample(V, 5, "wrap"),
            sample(t(3, dtype="float64"), (2, 0), "reflect"),
        ],
        errors=[
            error_sample(V, 1, "none", raises=ValueError),
            error_sample(V, 1.5, raises=TypeError),
            error_sample(A, ((1, 2), (3, 4), (5, 6)), raises=ValueError),
            error_sample(V, 1, "median", raises=NotImplementedError),
        ],
        tol=1e-5,
    ),
]

TYPES_KEPT = [
    Op(
        "mindspore.numpy.cumsum",
        [sample(A), sample(INTS), sample(INTS, 1)],
        also=["mindspore.numpy.cumprod"],
        tol=1e-5,
    ),
    Op("mindspore.numpy.mean", [sample(A), sample(INTS, 0), sample(A, 1, True)], tol=1e-5),
    Op("mindspore.numpy.nansum", [sample(A), sample(INTS)], tol=1e-5),
    Op("mindspore.numpy.count_nonzero", [sample(A), sample(INTS, axis=0)], grad=False),
    Op("mindspore.numpy.trace", [sample(SQUARE), sample(INTS)], tol=1e-5),
    Op("mindspore.numpy.vander", [sample(V), sample([1, 2, 3]), sample(V, 2, True)], tol=1e-5),
    Op("mindspore.numpy.reciprocal", [sample(t(2, 3, low=0.5, high=2)), sample([1, 2, -1])], tol=1e-5),
    Op("mindspore.numpy.fabs", [sample(A), sample(INTS)]),
    Op(
        "mindspore.numpy.digitize",
        [sample(V, [0, 2, 3]), sample([1, 2, 4], [3, 2, 0]), sample([1, 2, 4], [3, 2, 0], right=True)],
        grad=False,
    ),
    Op(
        "mindspore.numpy.unique",
        [sample(values([3, 1, 2, 1], "int64"), return_inverse=True), sample(INTS)],
        grad=False,
    ),
    Op(
        "mindspore.numpy.matmul",
        [sample(A, V), sample(CUBE, t(4, 2))],
        also=["mindspore.numpy.dot"],
        errors=[error_sample(INTS, V, raises=TypeError)],
        tol=1e-5,
    ),
]

OPS = [*SELECTION, *GRIDS, *STATISTICS, *POLYNOMIALS, *SETS, *PADDING, *TYPES_KEPT]
