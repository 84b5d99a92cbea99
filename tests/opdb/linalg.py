"""Linear algebra. Vectors of a decomposition are fixed up to their sign only, so samples compare what is unique."""

from __future__ import annotations

from tests.opdb._spec import Op, Sample, dtype, error_sample, sample, t, values

A, B, V = t(3, 4), t(4, 5), t(4)
BATCH_A, BATCH_B = t(2, 3, 4), t(2, 4, 5)
INTS = t(3, 3, dtype="int32")
# well conditioned; POSITIVE is positive-definite
SQUARE = values([[2.0, -1.0, 0.5], [0.3, 3.0, -0.7], [1.0, 0.2, 1.5]])
POSITIVE = values([[4.0, 1.0, -0.5], [1.0, 3.0, 0.2], [-0.5, 0.2, 2.0]])
POSITIVE64 = values([[4.0, 1.0, -0.5], [1.0, 3.0, 0.2], [-0.5, 0.2, 2.0]], "float64")
SQUARES = values([[[2.0, -1.0], [0.3, 3.0]], [[1.0, 0.2], [-1.5, 0.5]]])
LOWER = values([[2.0, 0.0, 0.0], [0.5, 1.5, 0.0], [-0.3, 0.2, 1.2]])
UPPER = values([[2.0, 0.5, -0.3], [0.0, 1.5, 0.2], [0.0, 0.0, 1.2]])
PIVOTS = values([2, 2, 3], "int32")


def added(first: object, *factors: object) -> list[Sample]:
    """Plain, scaled, broadcast, without the first."""
    return [
        sample(first, *factors),
        sample(first, *factors, beta=0.5, alpha=2),
        sample(t(), *factors),
        sample(first, *factors, beta=0, alpha=-1.5).no_grad(),
    ]


def on_squares(*more: Sample) -> list[Sample]:
    return [sample(SQUARE), sample(SQUARES), sample(POSITIVE64), *more]


NOT_SQUARE = [error_sample(A, raises=ValueError), error_sample(V, raises=ValueError)]
NO_INTS = [error_sample(INTS, raises=TypeError)]

PRODUCTS = [
    Op(
        "mindspore.ops.MatMul",
        [
            sample(A, B),
            sample(t(4, 3), B).init(True),
            sample(A, t(5, 4)).init(False, True),
            sample(t(4, 3), t(5, 4)).init(transpose_a=True, transpose_b=True),
            sample(t(2, 3, dtype="float16"), t(3, 2, dtype="float16")),
            sample(t(2, 3, dtype="int32"), t(3, 2, dtype="int32")),
        ],
        errors=[
            error_sample(A, A, raises=ValueError),
            error_sample(BATCH_A, BATCH_B, raises=ValueError),
            error_sample(A, V, raises=ValueError),
            error_sample(A, t(4, 5, dtype="float64"), raises=TypeError),
            error_sample(A, B, raises=TypeError).init(1),
        ],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.BatchMatMul",
        [
            sample(BATCH_A, BATCH_B),
            sample(t(2, 4, 3), BATCH_B).init(True),
            sample(BATCH_A, t(2, 5, 4)).init(transpose_b=True),
            sample(t(3, 2, 2, 4), t(3, 2, 4, 5)),
        ],
        errors=[error_sample(BATCH_A, BATCH_A, raises=ValueError), error_sample(BATCH_A, V, raises=ValueError)],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.bmm",
        [sample(BATCH_A, BATCH_B), sample(t(3, 2, 2, 4), t(3, 2, 4, 1)), sample(A, B)],
        also=["mindspore.Tensor.bmm"],
        errors=[error_sample(BATCH_A, BATCH_A, raises=ValueError)],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.mm",
        [sample(A, B), sample(t(1, 3), t(3, 1))],
        also=["mindspore.Tensor.mm"],
        errors=[error_sample(A, A, raises=ValueError), error_sample(BATCH_A, BATCH_B, raises=ValueError)],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.mv",
        [sample(A, V), sample(t(1, 4), V)],
        errors=[error_sample(A, t(3), raises=ValueError)],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.addmm",
        [*added(t(3, 5), A, B), sample(t(2, 3, 5), A, B), sample(t(5), A, B)],
        also=["mindspore.Tensor.addmm"],
        errors=[
            error_sample(t(3, 5), A, A, raises=ValueError),
            error_sample(t(3, 5), A, B, beta="x", raises=TypeError),
        ],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.addmv",
        added(t(3), A, V),
        also=["mindspore.Tensor.addmv"],
        errors=[
            error_sample(t(3), A, t(3), raises=ValueError),
            error_sample(t(3), A, t(4, dtype="float64"), raises=TypeError),
        ],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.addr",
        added(t(3, 4), t(3), V),
        also=["mindspore.Tensor.addr"],
        errors=[error_sample(t(2, 2), t(3), V, raises=ValueError)],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.addbmm",
        added(t(3, 5), BATCH_A, BATCH_B),
        also=["mindspore.Tensor.addbmm"],
        errors=[error_sample(t(3, 5), BATCH_A, BATCH_A, raises=ValueError)],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.baddbmm",
        added(t(2, 3, 5), BATCH_A, BATCH_B),
        also=["mindspore.Tensor.baddbmm"],
        errors=[
            error_sample(t(2, 3, 5), BATCH_A, BATCH_A, raises=ValueError),
            error_sample(t(2, 3, 5, dtype="float64"), BATCH_A, BATCH_B, raises=TypeError),
        ],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.dot",
        [sample(A, B), sample(BATCH_A, B), sample(A, BATCH_B), sample(BATCH_A, t(3, 4, 2))],
        also=["mindspore.Tensor.dot"],
        errors=[error_sample(V, V, raises=ValueError), error_sample(A, A, raises=ValueError)],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.inner",
        [sample(A, t(5, 4)), sample(V, V), sample(BATCH_A, V), sample(A, t())],
        also=["mindspore.Tensor.inner"],
        errors=[error_sample(A, B, raises=ValueError)],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.outer",
        [sample(t(3), V), sample(A, V), sample(t(3, dtype="int32"), t(2, dtype="int32"))],
        also=["mindspore.Tensor.outer"],
        errors=[error_sample(V, 3, raises=TypeError)],
    ),
    Op(
        "mindspore.ops.ger",
        [sample(t(3), V), sample(t(3, dtype="float16"), t(2, dtype="float16"))],
        also=["mindspore.ops.Ger", "mindspore.Tensor.ger"],
        errors=[
            error_sample(t(3, dtype="int32"), t(2, dtype="int32"), raises=TypeError),
            error_sample(A, V, raises=ValueError),
        ],
    ),
    Op(
        "mindspore.ops.tensor_dot",
        [
            sample(A, B, 1),
            sample(BATCH_A, t(3, 4, 2), 2),
            sample(BATCH_A, t(4, 2, 5), ((0, 2), (1, 0))),
            sample(BATCH_A, t(5, 3), (1, 1)),
            sample(A, B, [[1], [0]]),
        ],
        errors=[
            error_sample(A, B, 4, raises=ValueError),
            error_sample(A, B, ((0,), (0,)), raises=ValueError),
            error_sample(A, B, "a", raises=TypeError),
        ],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.einsum",
        [
            sample("ij,jk->ik", A, B).answered_by("torch.einsum"),
            sample("ij->ji", A).answered_by("torch.einsum"),
            sample("bij,bjk->b", BATCH_A, BATCH_B).answered_by("torch.einsum"),
            sample("...i,i->...", BATCH_A, V).answered_by("torch.einsum"),
        ],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.kron",
        [sample(A, t(2, 2)), sample(V, t(2, 3)), sample(BATCH_A, t(2)), sample(V, t())],
        errors=[error_sample(V, 2, raises=TypeError)],
    ),
    Op(
        "mindspore.ops.cross",
        [
            sample(t(3, 4), t(3, 4)),
            sample(t(2, 3, 3), t(2, 3, 3)),
            sample(t(3, 3), t(3, 3), 1),
            sample(t(4, 3), t(4, 3), -1),
        ],
        also=["mindspore.Tensor.cross"],
        errors=[
            error_sample(t(4, 4), t(4, 4), raises=ValueError),
            error_sample(t(3, 4), t(3, 4), 1, raises=ValueError),
        ],
        tol=1e-5,
    ),
    Op("mindspore.ops.Cross", [sample(t(3, 4), t(3, 4)), sample(t(2, 3, 3), t(2, 3, 3)).init(dim=2)], tol=1e-5),
    Op(
        "mindspore.ops.vecdot",
        [sample(A, A), sample(A, V), sample(A, A, axis=0), sample(t(3, dtype="complex64"), t(3, dtype="complex64"))],
        errors=[error_sample(A, A, axis=2, raises=ValueError), error_sample(A, A, axis=1.0, raises=TypeError)],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.batch_dot",
        [
            sample(BATCH_A, BATCH_B),
            sample(A, A),
            sample(BATCH_A, t(2, 4)),
            sample(t(2, 4), BATCH_B),
            sample(BATCH_A, t(2, 5, 4), (2, 2)),
            sample(t(2, 4, 3), BATCH_B, 1),
            sample(t(2, 3, 4, 5), t(2, 6, 4), (2, -1)),
        ],
        errors=[
            error_sample(BATCH_A, t(3, 4, 5), raises=ValueError),
            error_sample(BATCH_A, BATCH_B, (0, 1), raises=ValueError),
            error_sample(V, V, raises=ValueError),
        ],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.trace",
        [sample(A), sample(SQUARE), sample(INTS), sample(t(3, 3, dtype="float16"))],
        also=["mindspore.ops.Trace"],
    ),
    Op(
        "mindspore.Tensor.trace",
        [
            sample(A),
            sample(A, 1),
            sample(BATCH_A, 0, 1, 2),
            sample(BATCH_A, axis1=0, axis2=2),
            sample(A, dtype=dtype("float64")),
        ],
    ),
    Op(
        "mindspore.ops.adjoint",
        [sample(A), sample(BATCH_A), sample(t(2, 3, dtype="complex64"))],
        also=["mindspore.Tensor.adjoint"],
        errors=[error_sample(V, raises=ValueError)],
    ),
    Op(
        "mindspore.nn.MatMul",
        [
            sample(A, B),
            sample(V, V),
            sample(BATCH_A, V),
            sample(V, BATCH_B),
            sample(t(2, 4, 3), t(4, 5)).init(True),
            sample(A, t(5, 4)).init(transpose_x2=True),
        ],
        errors=[error_sample(A, A, raises=ValueError), error_sample(A, B, raises=TypeError).init(1)],
        tol=1e-5,
    ),
]

NORMS = [
    Op(
        "mindspore.ops.norm",
        [
            sample(A),
            sample(BATCH_A, dim=1),
            sample(BATCH_A, 1, 2, True),
            sample(A, float("inf"), 0),
            sample(A, 2),
            sample(BATCH_A, "fro", (1, 2)),
            sample(BATCH_A, "nuc", (0, 2)),
            sample(BATCH_A, 1, (1, 2), keepdim=True),
            sample(A, -float("inf"), (0, 1)),
            sample(V, 0).no_grad(),
            sample(V, 2.5),
            sample(A, dtype=dtype("float64")),
        ],
        also=["mindspore.Tensor.norm"],
        errors=[
            error_sample(A, dim=3, raises=ValueError),
            error_sample(A, dim="a", raises=TypeError),
            error_sample(A, dim=(0, 0), raises=ValueError),
        ],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.vector_norm",
        [
            sample(A),
            sample(A, 1, 0),
            sample(A, float("inf"), axis=1, keepdims=True),
            sample(BATCH_A, -float("inf"), 1),
            sample(A, 0, 1).no_grad(),
            sample(A, 3.5, 1),
        ],
        errors=[error_sample(A, "fro", raises=ValueError), error_sample(A, axis=3, raises=ValueError)],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.matrix_norm",
        [
            sample(A),
            sample(BATCH_A, "nuc"),
            sample(BATCH_A, 2, (0, 1)),
            sample(BATCH_A, -2),
            sample(BATCH_A, 1, keepdims=True),
            sample(A, -1),
            sample(A, float("inf")),
            sample(BATCH_A, -float("inf"), (2, 0)),
        ],
        errors=[error_sample(A, 3, raises=ValueError), error_sample(V, raises=ValueError)],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.LpNorm",
        [sample(BATCH_A).init(1), sample(BATCH_A).init((0, 2), 1), sample(A).init([0], 3, True)],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.cond",
        [sample(SQUARE), sample(SQUARE, "fro"), sample(SQUARE, 1)],
        errors=[*NOT_SQUARE, *NO_INTS],
        tol=1e-4,
    ),
    Op(
        "mindspore.ops.cdist",
        [
            sample(A, t(5, 4)),
            sample(BATCH_A, t(2, 2, 4), 1.0),
            sample(A, t(5, 4), float("inf")),
            sample(A, t(5, 4), p=3.0),
            sample(A, t(5, 4), 0.0).no_grad(),
        ],
        errors=[error_sample(A, B, raises=ValueError), error_sample(A, A, -1.0, raises=ValueError)],
        tol=1e-5,
    ),
    Op("mindspore.ops.Cdist", [sample(A, t(5, 4)), sample(A, t(5, 4)).init(p=1.0)], tol=1e-5),
]

SOLVERS = [
    Op(
        "mindspore.ops.det",
        on_squares(sample(t(3, 3, dtype="float16"))),
        also=[
            "mindspore.ops.MatrixDeterminant",
            "mindspore.Tensor.det",
            "mindspore.ops.matrix_determinant",
            "mindspore.Tensor.matrix_determinant",
        ],
        errors=[*NOT_SQUARE, *NO_INTS],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.slogdet",
        on_squares(sample(values([[1.0, 2.0], [3.0, 4.0]]))),
        also=[
            "mindspore.ops.LogMatrixDeterminant",
            "mindspore.Tensor.slogdet",
            "mindspore.ops.log_matrix_determinant",
            "mindspore.Tensor.log_matrix_determinant",
        ],
        errors=[*NOT_SQUARE, *NO_INTS],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.logdet", on_squares(), also=["mindspore.Tensor.logdet"], errors=[*NOT_SQUARE, *NO_INTS], tol=1e-5
    ),
    Op(
        "mindspore.ops.inverse",
        on_squares(),
        also=["mindspore.Tensor.inverse"],
        errors=[*NOT_SQUARE, *NO_INTS],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.MatrixInverse", [sample(SQUARE), sample(SQUARES).init(adjoint=True)], errors=NOT_SQUARE, tol=1e-5
    ),
    Op(
        "mindspore.ops.pinv",
        [sample(A), sample(BATCH_A), sample(A, rtol=0.5).no_grad(), sample(A, atol=1.0).no_grad(), sample(POSITIVE)],
        errors=[
            error_sample(V, raises=ValueError),
            error_sample(t(2, 2, dtype="float16"), raises=TypeError),
            error_sample(A, hermitian=1, raises=TypeError),
        ],
        tol=1e-4,
    ),
    Op(
        "mindspore.ops.matrix_solve",
        [sample(SQUARE, t(3, 2)), sample(SQUARE, t(3, 2), True), sample(SQUARES, t(2, 2, 1))],
        errors=[error_sample(A, t(3, 2), raises=ValueError), error_sample(SQUARE, B, raises=ValueError)],
        tol=1e-5,
    ),
    Op("mindspore.ops.MatrixSolve", [sample(SQUARE, t(3, 2)), sample(SQUARE, t(3, 2)).init(adjoint=True)], tol=1e-5),
    Op(
        "mindspore.ops.MatrixTriangularSolve",
        [
            sample(LOWER, t(3, 2)),
            sample(LOWER, t(3, 2)).init(adjoint=True),
            sample(UPPER, t(3, 2)).init(lower=False),
            sample(UPPER, t(3, 2)).init(False, True),
        ],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.cholesky",
        [sample(POSITIVE), sample(POSITIVE, True), sample(POSITIVE64), sample(values([[[4.0, 1.0], [1.0, 3.0]]] * 2))],
        also=["mindspore.Tensor.cholesky"],
        errors=[*NOT_SQUARE, *NO_INTS, error_sample(values([[1.0, 2.0], [2.0, 1.0]]), raises=RuntimeError)],
        grad=False,  # it is that of symmetric matrices, finite differences take one side alone
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.Cholesky",
        [sample(POSITIVE), sample(POSITIVE).init(upper=True)],
        errors=NOT_SQUARE,
        grad=False,
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.cholesky_inverse",
        [sample(LOWER), sample(UPPER, True)],
        also=["mindspore.Tensor.cholesky_inverse"],
        errors=[*NOT_SQUARE, *NO_INTS],
        tol=1e-5,
    ),
    Op("mindspore.ops.CholeskyInverse", [sample(LOWER), sample(UPPER).init(upper=True)], tol=1e-5),
    Op(
        "mindspore.ops.cholesky_solve",
        [
            sample(t(3, 2), LOWER),
            sample(t(3, 2), UPPER, True),
            sample(t(1, 3, 2), values([[[2.0, 0, 0], [1.0, 2, 0], [0, 1.0, 2]]])),
        ],
        also=["mindspore.Tensor.cholesky_solve"],
        errors=[error_sample(B, LOWER, raises=ValueError)],
        tol=1e-5,
    ),
    Op("mindspore.ops.CholeskySolve", [sample(t(3, 2), LOWER), sample(t(3, 2), UPPER).init(True)], tol=1e-5),
    Op(
        "mindspore.ops.lu_solve",
        [sample(t(3, 1), SQUARE, PIVOTS), sample(t(3, 2), SQUARE, PIVOTS)],
        also=["mindspore.ops.LuSolve", "mindspore.Tensor.lu_solve"],
        errors=[error_sample(t(3, 1), SQUARE, values([2.0, 2.0, 3.0]), raises=TypeError)],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.lu_unpack",
        [sample(SQUARE, PIVOTS), sample(SQUARE, PIVOTS, True, False)],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.lstsq",
        [sample(t(5, 3), t(5, 2)), sample(t(3, 5), t(3, 2)), sample(t(5, 3), t(5))],
        also=["mindspore.Tensor.lstsq"],
        errors=[error_sample(t(5, 3), t(4, 2), raises=ValueError)],
        tol=1e-4,
    ),
    Op("mindspore.nn.MatInverse", [sample(POSITIVE).answered_by("torch.inverse")], grad=False, tol=1e-5),
    Op("mindspore.nn.MatDet", [sample(POSITIVE).answered_by("torch.det")], grad=False, tol=1e-5),
]

DECOMPOSITIONS = [
    Op(
        "mindspore.ops.svd",
        [
            sample(A, compute_uv=False),
            sample(BATCH_A, False, False),
            sample(t(4, 3, dtype="float64"), compute_uv=False),
            sample(t(8, 8)).no_grad(),
        ],
        also=["mindspore.Tensor.svd"],
        errors=[error_sample(V, raises=ValueError), *NO_INTS],
        tol=1e-5,
    ),
    Op("mindspore.ops.Svd", [sample(A).init(compute_uv=False), sample(t(8, 8)).no_grad()], tol=1e-5),
    Op(
        "mindspore.ops.qr",
        [sample(t(4, 3)), sample(t(4, 3), "complete").no_grad(), sample(A), sample(t(2, 3, 2))],
        errors=[error_sample(A, "half", raises=TypeError), error_sample(V, raises=ValueError), *NO_INTS],
        tol=1e-5,
    ),
    Op("mindspore.ops.Qr", [sample(t(4, 3)), sample(t(4, 3)).init(full_matrices=True).no_grad()], tol=1e-5),
    Op("mindspore.Tensor.qr", [sample(t(4, 3)), sample(t(4, 3), False).no_grad()], tol=1e-5),
    Op(
        "mindspore.ops.eigvals",
        [sample(values([[2.0, 1.0], [0.0, 3.0]]))],
        errors=[*NOT_SQUARE, *NO_INTS],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.eig",
        [sample(values([[2.0, 0.0], [0.0, 3.0]]))],
        errors=[*NOT_SQUARE, *NO_INTS],
        grad=False,
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.geqrf",
        [sample(t(4, 3)), sample(A), sample(SQUARE)],
        also=["mindspore.ops.Geqrf", "mindspore.Tensor.geqrf"],
        errors=[error_sample(V, raises=ValueError), *NO_INTS],
        grad=False,
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.orgqr",
        [sample(t(4, 3), t(3)), sample(t(4, 3), t(2))],
        also=["mindspore.ops.Orgqr", "mindspore.Tensor.orgqr"],
        tol=1e-4,
    ),
    Op(
        "mindspore.ops.matrix_exp",
        [sample(SQUARE).answered_by("torch.linalg.matrix_exp"), sample(SQUARES).answered_by("torch.linalg.matrix_exp")],
        also=["mindspore.ops.MatrixExp"],
        errors=NOT_SQUARE,
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.matrix_power",
        [sample(SQUARE, 3), sample(SQUARES, 0).no_grad(), sample(SQUARES, -2), sample(SQUARE, 1)],
        also=["mindspore.Tensor.matrix_power"],
        errors=[error_sample(SQUARE, 1.5, raises=TypeError), error_sample(A, 2, raises=ValueError)],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.MatrixPower",
        [sample(values([[[2.0, -1.0], [0.3, 3.0]]])).init(2), sample(SQUARES).init(-1)],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.MatrixLogarithm",
        [sample(values([[3.0, 1.0], [1.0, 2.0]], "complex64")), sample(values([[3.0, 1.0], [0.0, 2.0]], "complex128"))],
        errors=[error_sample(SQUARE, raises=TypeError)],
        tol=1e-5,
    ),
]

OPS = [*PRODUCTS, *NORMS, *SOLVERS, *DECOMPOSITIONS]
