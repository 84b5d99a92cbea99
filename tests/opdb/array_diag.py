"""Diagonals, bands and triangles."""

from __future__ import annotations

from tests.opdb._short import op, wrong
from tests.opdb._spec import sample, t, values

X, X3, V, SQUARE = t(2, 3), t(2, 3, 4), t(3), t(3, 3)
K = values([-1, 1], "int32")
MAIN = values(0, "int32")
PAD = values(9.0)

OPS = [
    op(
        "tril",
        sample(X),
        sample(X, 1),
        sample(X3, -1),
        sample(t(2, 3, dtype="int32")),
        errors=(wrong(V), wrong(X, 1.5, kind=TypeError)),
        also="T.tril",
    ),
    op(
        "triu",
        sample(X),
        sample(X, 1),
        sample(X3, -1),
        sample(t(2, 3, dtype="int32")),
        errors=(wrong(V), wrong(X, 1.5, kind=TypeError)),
        also="T.triu",
    ),
    op("Tril", sample(X), sample(X).init(-1)),
    op("Triu", sample(X), sample(X).init(1)),
    op("diag", sample(V), sample(X), sample(values([1, 2], "int32")), errors=(wrong(t()),), also="Diag T.diag"),
    op("diagflat", sample(V), sample(X), sample(V, 1), sample(V, -1), also="T.diagflat"),
    op(
        "diagonal",
        sample(X),
        sample(X, 1),
        sample(X3, 0, 1, 2),
        sample(X3, -1),
        errors=(wrong(V), wrong(X, 0, 0, 0)),
        also="T.diagonal",
    ),
    op("diag_embed", sample(V), sample(X, 1, 0, 2), sample(V, -1)),
    op("diagonal_scatter", sample(X, t(2)), sample(X, t(2), 1), errors=(wrong(X, V),), also="T.diagonal_scatter"),
    op("DiagPart", sample(SQUARE), sample(t(2, 3, 2, 3)), errors=(wrong(X),)),
    op("matrix_diag", sample(V), sample(V, 1), sample(V, -1), sample(t(2, 3), values(0, "int32"))),
    op(
        "matrix_diag_part",
        sample(X, MAIN, values(0.0)),
        sample(X, K, PAD),
        sample(X, K, PAD, align="LEFT_RIGHT"),
        sample(X3, K, PAD, "LEFT_LEFT"),
        sample(SQUARE, values([-2, 0], "int32"), PAD, "RIGHT_RIGHT"),
        grad=False,
    ),
    op("MatrixDiagPartV3", sample(X, MAIN, values(0.0)), sample(X, K, PAD).init("LEFT_RIGHT"), grad=False),
    op(
        "matrix_set_diag",
        sample(X, t(2), 0),
        sample(SQUARE, t(3, 3), K),
        sample(SQUARE, t(3, 3), K, "LEFT_RIGHT"),
        sample(X3, t(2, 3)),
    ),
    op("MatrixSetDiagV3", sample(X, t(2), MAIN), sample(SQUARE, t(3, 3), K).init("LEFT_RIGHT")),
    op("MatrixDiagV3", sample(V, MAIN, values(-1, "int32"), values(-1, "int32"), values(0.0)), grad=False),
    op(
        "matrix_band_part",
        sample(SQUARE, 0, 0),
        sample(SQUARE, 1, -1),
        sample(X3, -1, 1),
        sample(X, 0, 1),
        also="MatrixBandPart",
    ),
    op("T.fill_diagonal", sample(SQUARE, 9.0), sample(t(4, 2), 9.0), sample(t(5, 2), 9.0, True)),
    op("FillDiagonal", sample(SQUARE).init(9.0), sample(t(5, 2)).init(9.0, True)),
    op("T.fill_diagonal_", sample(SQUARE, 9.0), oracle="torch.Tensor.fill_diagonal_", grad=False),
]
