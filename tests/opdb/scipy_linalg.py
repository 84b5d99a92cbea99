"""`mindspore.scipy`: decompositions, solvers and cosine transforms."""

from __future__ import annotations

from tests.opdb._spec import Op, error_sample, sample, t, values

A, V, BATCH = t(2, 3), t(3), t(2, 3, 3)
SQUARE = values([[2.0, -1.0, 0.5], [0.3, 3.0, -0.7], [1.0, 0.2, 1.5]])
SQUARE64 = values([[2.0, -1.0, 0.5], [0.3, 3.0, -0.7], [1.0, 0.2, 1.5]], "float64")
POSITIVE = values([[4.0, 1.0, -0.5], [1.0, 3.0, 0.2], [-0.5, 0.2, 2.0]])
POSITIVE64 = values([[4.0, 1.0, -0.5], [1.0, 3.0, 0.2], [-0.5, 0.2, 2.0]], "float64")
POSITIVE_INTS = values([[9, 3, 1], [3, 7, 5], [1, 5, 9]], "int32")
LOWER = values([[2.0, 0.0, 0.0], [0.5, 1.5, 0.0], [-0.3, 0.2, 1.2]])
TALL = values([[1.0, 2.0], [3.0, 4.0], [5.0, 7.0]])
DEFICIENT = values([[1.0, 2.0], [2.0, 4.0], [3.0, 6.0]])

NOT_ONE_SQUARE = [
    error_sample(A, raises=ValueError),
    error_sample(V, raises=ValueError),
    error_sample(BATCH, raises=ValueError),
    error_sample(t(3, 3, dtype="float16"), raises=TypeError),
    error_sample([[1.0]], raises=TypeError),
    error_sample(POSITIVE, overwrite_a=1, raises=TypeError),
]

LINALG = [
    Op(
        "mindspore.scipy.linalg.block_diag",
        [sample(A, V), sample(t(), V, t(2, 2)), sample(V, t(2, dtype="int32")), sample(t(2, dtype="float64"))],
        errors=[error_sample(A, BATCH, raises=ValueError)],
    ),
    Op(
        "mindspore.scipy.linalg.inv",
        [sample(SQUARE), sample(SQUARE64), sample(POSITIVE_INTS)],
        errors=NOT_ONE_SQUARE,
        tol=1e-5,
    ),
    # the gradients of these are tested apart: a matrix moved in one element is not symmetric
    Op(
        "mindspore.scipy.linalg.cholesky",
        [sample(POSITIVE), sample(POSITIVE64, lower=True), sample(POSITIVE_INTS)],
        also=["mindspore.scipy.linalg.cho_factor"],
        errors=[
            *NOT_ONE_SQUARE,
            error_sample(values([[1.0, 2.0], [2.0, 1.0]]), raises=RuntimeError),
            error_sample(SQUARE, raises=RuntimeError),
            error_sample(POSITIVE, lower=1, raises=TypeError),
        ],
        tol=1e-5,
        grad=False,
    ),
    Op(
        "mindspore.scipy.linalg.cho_solve",
        [sample((LOWER, True), V), sample((LOWER, True), t(3, 2)), sample((SQUARE, False), V)],
        errors=[
            error_sample((LOWER, True), t(2), raises=ValueError),
            error_sample((LOWER, True), t(3, dtype="float64"), raises=TypeError),
            error_sample((LOWER, 1), V, raises=TypeError),
            error_sample((BATCH, True), V, raises=ValueError),
        ],
        tol=1e-4,
    ),
    Op(
        "mindspore.scipy.linalg.eigh",
        [
            sample(POSITIVE, eigvals_only=True).no_grad(),
            sample(SQUARE, eigvals_only=True).no_grad(),
            sample(SQUARE64, lower=False, eigvals_only=True, type=2).no_grad(),
            sample(POSITIVE_INTS, eigvals_only=True),
        ],
        grad=False,
        errors=[
            *NOT_ONE_SQUARE,
            error_sample(POSITIVE, POSITIVE, raises=ValueError),
            error_sample(POSITIVE, eigvals=(0, 1), raises=ValueError),
            error_sample(POSITIVE, type=1.0, raises=TypeError),
        ],
        tol=1e-5,
    ),
    Op(
        "mindspore.scipy.linalg.lu_factor",
        [sample(SQUARE), sample(SQUARE64), sample(POSITIVE_INTS), sample(values([[1.0, 2.0], [3.0, 5.0]]))],
        errors=NOT_ONE_SQUARE,
        tol=1e-5,
    ),
    Op(
        "mindspore.scipy.linalg.lu",
        [sample(SQUARE), sample(values([[1.0, 2.0, 4.0], [3.0, 5.0, 1.0]])), sample(POSITIVE_INTS)],
        errors=[
            error_sample(V, raises=ValueError),
            error_sample(BATCH, raises=ValueError),
            error_sample(SQUARE, permute_l=1, raises=TypeError),
            error_sample(t(3, 3, dtype="float16"), raises=TypeError),
        ],
        tol=1e-5,
    ),
    Op(
        "mindspore.scipy.linalg.solve_triangular",
        [
            sample(SQUARE, V),
            sample(SQUARE, t(3, 2), "T", lower=True),
            sample(SQUARE64, t(3, dtype="float64"), 1),
            sample(LOWER, V, lower=True, unit_diagonal=True),
            sample(POSITIVE_INTS, values([1, 2, 3], "int32")).no_grad(),
            sample(values([[[2.0, 1.0], [0.0, 3.0]], [[1.0, -1.0], [0.0, 2.0]]]), t(2, 2, 3)),
        ],
        errors=[
            error_sample(SQUARE, t(2), raises=ValueError),
            error_sample(A, V, raises=ValueError),
            error_sample(V, V, raises=ValueError),
            error_sample(SQUARE, t(3, dtype="float64"), raises=TypeError),
            error_sample(SQUARE, V, "X", raises=ValueError),
            error_sample(SQUARE, V, lower=1, raises=TypeError),
        ],
        tol=1e-5,
    ),
    Op(
        "mindspore.scipy.linalg.lstsq",
        [
            sample(TALL, V),
            sample(TALL, t(3, 2), driver="gels"),
            sample(TALL, V, driver="gelss"),
            sample(TALL, V, driver="gelsd"),
            sample(values([[1.0, 2.0, 0.5], [0.0, 1.0, 3.0]]), t(2), driver="gelsd"),
            sample(values([[1.0, 2.0], [3.0, 4.0], [5.0, 7.0]], "float64"), t(3, dtype="float64")),
            sample(DEFICIENT, V).no_grad(),
        ],
        errors=[
            error_sample(TALL, t(2), raises=ValueError),
            error_sample(V, V, raises=ValueError),
            error_sample(TALL, t(3, dtype="float64"), raises=TypeError),
            error_sample(TALL, V, driver="gelsx", raises=ValueError),
            error_sample(TALL, V, driver=1, raises=TypeError),
            error_sample(t(3, 2, dtype="int32"), t(3, dtype="int32"), raises=TypeError),
        ],
        tol=1e-4,
    ),
]

TRANSFORM_ERRORS = [
    error_sample(A, 1, raises=ValueError),
    error_sample(A, 2.0, raises=TypeError),
    error_sample(A, norm="backward", raises=ValueError),
    error_sample(A, norm=1, raises=TypeError),
    error_sample(t(3, dtype="int8"), raises=TypeError),
]

TRANSFORMS = [
    Op(
        "mindspore.scipy.fft.dct",
        [
            sample(t(3, 4)),
            sample(t(5), 2, 7),
            sample(t(3, 4), n=2, axis=0, norm="ortho"),
            sample(t(2, 3, dtype="float64")),
            sample(t(4, dtype="int32")),
            sample(t(4, dtype="float16")).no_grad(),
            sample(t(2, 3, dtype="complex64")),
        ],
        also=["mindspore.scipy.fft.idct"],
        errors=[
            *TRANSFORM_ERRORS,
            error_sample(A, n=0, raises=ValueError),
            error_sample(A, n=2.0, raises=TypeError),
            error_sample(A, axis=2, raises=ValueError),
            error_sample(t(), raises=ValueError),
        ],
        tol=1e-5,
    ),
    Op(
        "mindspore.scipy.fft.dctn",
        [
            sample(t(3, 4)),
            sample(t(3, 4), 2, (2, 6)),
            sample(t(3, 4), s=(2,)),
            sample(t(3, 4), 2, (2, 3), (1, 0), "ortho"),
            sample(t(3, 4, dtype="float64"), axes=(0,)),
            sample(t(2, 3, dtype="complex64")),
        ],
        errors=[
            *TRANSFORM_ERRORS,
            error_sample(A, s=(0, 3), raises=ValueError),
            error_sample(A, s=(2,), axes=(0, 1), raises=ValueError),
            error_sample(A, s=3, raises=TypeError),
            error_sample(A, s=(2.0, 3.0), raises=TypeError),
            error_sample(A, axes=(0, 0), raises=ValueError),
            error_sample(A, axes=(5,), raises=ValueError),
        ],
        tol=1e-5,
    ),
    # without errors: an error in this one ends the process of real MindSpore
    Op(
        "mindspore.scipy.fft.idctn",
        [
            sample(t(3, 4)),
            sample(t(3, 4), 2, (2, 6), (0, 1)),
            sample(t(3, 4), 2, (2, 3), (1, 0), "ortho"),
            sample(t(3, 4, dtype="float64"), axes=(0,)),
        ],
        tol=1e-5,
    ),
]

OPS = [*LINALG, *TRANSFORMS]
