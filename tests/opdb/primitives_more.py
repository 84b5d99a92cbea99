"""Primitives and functions that no other family has: glimpses, splits, bounds, products, row norms, random numbers."""

from __future__ import annotations

from tests.opdb._short import op, wrong
from tests.opdb._spec import Op, Sample, dtype, parameter, sample, t, values

I32 = "int32"
SORTED_ROWS = values([[0.0, 3, 9, 9, 10], [1, 2, 3, 4, 5]])
QUERIES = values([[2.0, 4, 9], [0, 2, 6]])
CORNERS = values([[0.0, 0, 1, 1], [0, 0.1, 1, 1.1], [5, 5, 7, 7], [0, 0, 0.5, 2]])
SCORES = values([0.9, 0.75, 0.6, 0.95])
TRIPLET = (t(3, 4), t(3, 4), t(3, 4), values(0.5))


def by_formula(name: str, formula: str, *samples: Sample, also: str = "", **more: object) -> Op:
    """An op that MindSpore cannot run on a CPU; a formula in torch gives the answers."""
    return op(name, *samples, also=also, oracle=f"tests.opdb._formulas.{formula}", **more)


def drawn(name: str, *samples: Sample, torch: str | None = None, also: str = "") -> Op:
    """Random numbers: structure, type and shape alone."""
    return op(name, *samples, also=also, random=True, grad=False, oracle=torch)


OPS = [
    op(
        "Einsum",
        sample((t(3, 4),)).init("ij->ji"),
        sample((t(2, 3), t(3, 4))).init("ij,jk->ik"),
        sample((t(3, 3),)).init("ii->"),
        sample((t(2, 3, 4), t(2, 4, 2))).init("bij,bjk->bik"),
        oracle="torch.einsum",
        tol=1e-5,
    ),
    by_formula(
        "EuclideanNorm",
        "euclidean_norm",
        sample(t(3, 4), values([0], I32)),
        sample(t(2, 3, 4), values([0, -1], "int64")),
        sample(t(3, 4), values([1], I32)).init(keep_dims=True),
        tol=1e-5,
    ),
    op("Expand", sample(t(3, 1), values([3, 4], "int64")), sample(t(3, 1), values([2, -1, 4], "int64"))),
    op(
        "ExtractGlimpse",
        sample(t(1, 5, 5, 2), values([3, 3], I32), values([[0.0, 0.0]])).init(True, True, False, "zero"),
        sample(t(1, 5, 5, 2), values([2, 3], I32), values([[2.0, 2.0]])).init(False, False, False, "zero"),
        grad=False,
    ),
    by_formula("Fills", "fills", sample(t(2, 3), 4.0), sample(t(2, 3, dtype=I32), values(3.0)), grad=False),
    by_formula(
        "fills", "fills", sample(t(2, 3), 4), sample(t(2, 3, dtype=I32), values(3.0)), also="T.fills", grad=False
    ),
    op(
        "IndexFill", sample(t(3, 3), -1, values([1, 0], I32), values(2.0)), sample(t(3), 0, values(1, I32), values(4.0))
    ),
    op("InplaceIndexAdd", sample(parameter(t(3, 2)), values([0, 2], I32), t(2, 2)).init(0), grad=False),
    op("InplaceUpdateV2", sample(t(3, 2), (0, 2), t(2, 2)), sample(t(3, 2), 1, t(1, 2)), grad=False),
    by_formula(
        "LogSoftmaxExt",
        "log_softmax",
        sample(t(2, 3)),
        sample(t(2, 3), -1),
        sample(t(2, 3), 0, dtype("float64")),
        tol=1e-5,
    ),
    op("LowerBound", sample(SORTED_ROWS, QUERIES), sample(SORTED_ROWS, QUERIES).init(dtype("int64")), grad=False),
    op("UpperBound", sample(SORTED_ROWS, QUERIES), sample(SORTED_ROWS, QUERIES).init(dtype("int64")), grad=False),
    by_formula(
        "NonMaxSuppressionV3",
        "non_max_suppression",
        *(
            sample(CORNERS, SCORES, values(most, I32), values(overlap), values(least))
            for most, overlap, least in ((4, 0.5, 0.0), (2, 0.9, 0.0), (4, 0.2, 0.7))
        ),
        grad=False,
    ),
    by_formula(
        "MultilabelMarginLoss",
        "multilabel_margin_loss",
        *(
            sample(t(2, 4), values([[3, 0, -1, 1], [0, 2, 3, -1]], I32)).init(**each)
            for each in ({}, {"reduction": "sum"}, {"reduction": "none"})
        ),
        tol=1e-5,
        grad=False,
    ),
    by_formula(
        "TripletMarginLoss",
        "triplet_margin_loss",
        *(
            sample(*TRIPLET).init(**each)
            for each in ({}, {"p": 1}, {"swap": True}, {"eps": 1e-3, "reduction": "none"}, {"reduction": "sum"})
        ),
        tol=1e-5,
        grad=False,
    ),
    op(
        "Ormqr",
        sample(t(3, 3), t(3), t(3, 2)),
        sample(t(3, 3), t(3), t(2, 3)).init(left=False),
        oracle="torch.ormqr",
        tol=1e-4,
        grad=False,
    ),
    op(
        "ormqr",
        sample(t(3, 3), t(3), t(3, 2)),
        sample(t(3, 3), t(3), t(2, 3), left=False),
        sample(t(3, 3), t(3), t(3, 2), transpose=True),
        also="T.ormqr",
        oracle="torch.ormqr",
        tol=1e-4,
        grad=False,
    ),
    by_formula("RmsNorm", "rms_norm", sample(t(2, 3), t(3)), sample(t(2, 3), t(3)).init(epsilon=1e-3), tol=1e-5),
    by_formula("rms_norm", "rms_norm", sample(t(2, 3), t(3)), sample(t(2, 2, 3), t(2, 3), 1e-3), tol=1e-5),
    by_formula("add_rms_norm", "add_rms_norm", sample(t(2, 3), t(2, 3), t(3)), tol=1e-5),
    by_formula("swiglu", "swiglu", sample(t(2, 4)), sample(t(2, 4), 0), sample(t(2, 4), dim=1), tol=1e-5),
    by_formula(
        "Roll",
        "roll",
        sample(t(5)).init(2, 0),
        sample(t(2, 4)).init((1, -1), (0, 1)),
        sample(t(2, 4)).init(-1, 1),
    ),
    by_formula(
        "SparseGatherV2",
        "take_along",
        sample(t(3, 4), values([0, 2], I32), 1),
        sample(t(3, 4), values([[1], [2]], I32), 0),
    ),
    by_formula(
        "SplitV",
        "split_v",
        *(sample(t(4, 4)).init(*each) for each in (([1, -1], 1, 2), ([1, 3], 0, 2), ((2, 2), -1, 2))),
    ),
    by_formula(
        "TridiagonalMatMul",
        "tridiagonal_product",
        sample(t(3), t(3), t(3), t(3, 2)),
        sample(t(2), t(2), t(2), t(2, 3)),
        tol=1e-5,
        errors=(wrong(t(2), t(3), t(3), t(3, 2)),),
    ),
    drawn("TruncatedNormal", sample(values([3, 4], I32)), sample(values([3, 4], I32)).init(dtype("float64"))),
    *(
        drawn(name, sample(t(3, 4)), torch=f"torch.Tensor.{name}", also=f"T.{name}")
        for name in ("exponential_", "normal_", "uniform_", "bernoulli_")
    ),
    op(
        "cosine_similarity",
        *(sample(t(2, 3), t(2, 3), **each) for each in ({}, {"dim": 0}, {"dim": -1}, {"eps": 1.0})),
        sample(t(2, 3, 4), t(1, 3, 4)),
        sample(values([[0.1, 0.2]]), values([[3.0, 1.0]]), eps=0.5),
        sample(values([[0.1, 0.2]]), values([[0.3, 0.1]]), eps=0.5),
        tol=1e-5,
    ),
    op("inplace_sigmoid", sample(t(2, 3)), mutates=True, grad=False, oracle="torch.sigmoid_", tol=1e-5),
    op("tanh_", sample(t(2, 3)), mutates=True, grad=False, tol=1e-5, also="T.tanh_", oracle="torch.tanh_"),
    op("is_tensor", sample(t(2)), sample(3), sample([1]), sample(parameter(t(2))), grad=False),
    op(
        "matmul",
        sample(t(2, 3), t(3, 4)),
        sample(t(3), t(3)),
        sample(t(2, 3), t(3)),
        sample(t(3), t(3, 2)),
        sample(t(5, 2, 3), t(3, 4)),
        sample(t(2, 1, 2, 3), t(4, 3, 2)),
        sample(t(2, 3, dtype="float64"), t(3, 4, dtype="float64")),
        also="T.matmul",
        errors=(wrong(t(), t(3)), wrong(t(2), 3, kind=TypeError)),
        tol=1e-5,
    ),
    by_formula(
        "coalesce",
        "coalesce",
        sample(values([[0, 0, 1], [1, 1, 2]], "int64"), t(3), values([3, 3], "int64")),
        also="Coalesce",
        grad=False,
    ),
    by_formula("MoveTo", "unchanged", sample(t(2, 3), "CPU", True)),
    by_formula("move_to", "unchanged", sample(t(2, 3)), sample(t(2, 3), "CPU", False)),
]
