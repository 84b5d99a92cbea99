"""Primitives and functions that no other family has: recurrent steps, patches, splits, bounds, row-sparse tensors."""

from __future__ import annotations

from tests.opdb._short import op, wrong
from tests.opdb._spec import Op, call, dtype, parameter, sample, t, values

I32 = "int32"
SORTED_ROWS = values([[0.0, 3, 9, 9, 10], [1, 2, 3, 4, 5]])
QUERIES = values([[2.0, 4, 9], [0, 2, 6]])
BOXES = values([[0.0, 0, 1, 1, 0.9], [0, 0, 1, 1.1, 0.8], [5, 5, 7, 7, 0.7]])
ROTATED = values([[[1.0, 1, 2, 2, 30], [4, 4, 2, 1, 0]]])
SEEDED = {"random": True, "grad": False}

OPS = [
    op(
        "BatchToSpace",
        sample(t(4, 1, 1, 1)).init(2, [[0, 0], [0, 0]]),
        sample(t(4, 3, 2, 3)).init(2, [[0, 1], [1, 0]]),
        sample(t(9, 2, 1, 1)).init(3, ((0, 0), (0, 0))),
    ),
    op(
        "SpaceToBatch",
        sample(t(1, 1, 2, 2)).init(2, [[0, 0], [0, 0]]),
        sample(t(1, 3, 3, 3)).init(2, [[0, 1], [1, 0]]),
    ),
    op("BatchToSpaceNDV2", sample(t(4, 1, 1, 1), values([2, 2], I32), values([[0, 0], [0, 0]], I32)), grad=False),
    op("Coalesce", sample(values([[0, 0, 1], [1, 1, 2]], "int64"), t(3), values([3, 3], "int64")), grad=False),
    op("coalesce", sample(values([[0, 0, 1], [1, 1, 2]], "int64"), t(3), values([3, 3], "int64")), grad=False),
    op(
        "ComputeAccidentalHits",
        sample(values([[1, 2], [0, 4], [3, 3]], "int64"), values([0, 1, 2, 3, 4], "int64")).init(2),
        sample(values([[1], [0]], "int64"), values([0, 1], "int64")),
        grad=False,
    ),
    op(
        "Dilation2D",
        sample(t(1, 2, 6, 6), t(2, 3, 3)).init(1, 1, "VALID"),
        sample(t(1, 2, 6, 6), t(2, 3, 3)).init((2, 1), (1, 2), "SAME"),
        grad=False,
    ),
    op("DropoutGenMask", sample((2, 4), values(0.5)).init(5, 7), **SEEDED),
    op(
        "DynamicGRUV2",
        sample(t(3, 2, 4), t(4, 9), t(3, 9), t(9), t(9), None, t(2, 3)),
        grad=False,
        oracle=None,
    ),
    op(
        "DynamicRNN",
        sample(
            t(3, 2, 4, dtype="float16"),
            t(7, 12, dtype="float16"),
            t(12, dtype="float16"),
            None,
            t(1, 2, 3, dtype="float16"),
            t(1, 2, 3, dtype="float16"),
        ),
        grad=False,
    ),
    op(
        "Einsum",
        sample((t(3, 4),)).init("ij->ji"),
        sample((t(2, 3), t(3, 4))).init("ij,jk->ik"),
        sample((t(3, 3),)).init("ii->"),
        sample((t(2, 3, 4), t(2, 4, 2))).init("bij,bjk->bik"),
        grad=False,
    ),
    op(
        "EuclideanNorm",
        sample(t(3, 4), values([0], I32)),
        sample(t(2, 3, 4), values([0, -1], "int64")),
        sample(t(3, 4), values([1], I32)).init(True),
        tol=1e-5,
        grad=False,
    ),
    op("Expand", sample(t(3, 1), values([3, 4], "int64")), sample(t(3, 1), values([2, -1, 4], "int64")), grad=False),
    op(
        "ExtractGlimpse",
        sample(t(1, 5, 5, 2), values([3, 3], I32), values([[0.0, 0.0]])).init(True, True, False, "zero"),
        sample(t(1, 5, 5, 2), values([2, 3], I32), values([[2.0, 2.0]])).init(False, False, False, "zero"),
        grad=False,
    ),
    op(
        "ExtractImagePatches",
        sample(t(1, 2, 6, 6)).init([1, 1, 2, 2], [1, 1, 2, 2], [1, 1, 1, 1]),
        sample(t(2, 1, 6, 5)).init([1, 1, 2, 3], [1, 1, 2, 1], [1, 1, 2, 1], "SAME"),
        sample(t(1, 1, 6, 6)).init((1, 1, 3, 3), (1, 1, 1, 1), (1, 1, 1, 1), "valid"),
    ),
    op("Fills", sample(t(2, 3), 4.0), sample(t(2, 3, dtype=I32), values(3.0)), grad=False),
    op("fills", sample(t(2, 3), 4), sample(t(2, 3, dtype=I32), values(3.0)), grad=False, also="T.fills"),
    op("FloatStatus", sample(t(3)), sample(values([1.0, float("nan")])), sample(values([float("inf")])), grad=False),
    op(
        "HistogramFixedWidth",
        sample(values([-1.0, 0.0, 1.5, 2.0, 5.0, 15]), values([0.0, 5.0])).init(5),
        sample(t(9, dtype=I32), values([-2, 3], I32)).init(3),
        grad=False,
    ),
    op(
        "IndexFill",
        sample(t(3, 3), 1, values([0, 2], I32), 4.0),
        sample(t(3, 3), -1, values([1], I32), values(2.0)),
        sample(t(3), 0, values(1, I32), 4.0),
        grad=False,
    ),
    op("InplaceIndexAdd", *(sample(parameter(t(3, 2)), values([0, 2], I32), t(2, 2)).init(0),), grad=False),
    op("InplaceUpdateV2", sample(t(3, 2), (0, 2), t(2, 2)), sample(t(3, 2), 1, t(1, 2)), grad=False),
    op(
        "LSTM",
        sample(t(3, 2, 4), t(1, 2, 3), t(1, 2, 3), t(1, 108) if False else t(108, 1, 1)).init(
            4, 3, 1, True, False, 0.0
        ),
        tol=1e-5,
        grad=False,
    ),
    op("LogSoftmaxExt", sample(t(2, 3)), sample(t(2, 3), -1), sample(t(2, 3), 0, dtype("float64")), tol=1e-5),
    op("LowerBound", sample(SORTED_ROWS, QUERIES), sample(SORTED_ROWS, QUERIES).init(dtype("int64")), grad=False),
    op("UpperBound", sample(SORTED_ROWS, QUERIES), sample(SORTED_ROWS, QUERIES).init(dtype("int64")), grad=False),
    op("NonMaxSuppressionV3", sample(BOXES, 2, 0.5, 0.1), grad=False)
    if False
    else op(
        "NonMaxSuppressionV3",
        sample(
            values([[0.0, 0, 1, 1], [0, 0.1, 1, 1.1], [5, 5, 7, 7]]),
            values([0.9, 0.75, 0.6]),
            values(3, I32),
            values(0.5),
            values(0.0),
        ),
        grad=False,
    ),
    op(
        "MultilabelMarginLoss",
        *(
            sample(t(2, 4), values([[3, 0, -1, 1], [0, -1, 2, 3]], I32)).init(*each)
            for each in ((), ("sum",), ("none",))
        ),
        grad=False,
    ),
    op(
        "TripletMarginLoss",
        *(
            sample(t(3, 4), t(3, 4), t(3, 4), values(1.0)).init(*each)
            for each in ((), (1,), (2, True), (2, False, 1e-6, "none"), (2, False, 1e-6, "sum"))
        ),
        tol=1e-5,
        grad=False,
    ),
    op("Ormqr", sample(t(3, 3), t(3), t(3, 2)), sample(t(3, 3), t(3), t(2, 3)).init(left=False), tol=1e-5, grad=False),
    op(
        "ormqr",
        sample(t(3, 3), t(3), t(3, 2)),
        sample(t(3, 3), t(3), t(2, 3), left=False),
        sample(t(3, 3), t(3), t(3, 2), transpose=True),
        tol=1e-5,
        grad=False,
        also="T.ormqr",
    ),
    op(
        "RNNTLoss",
        sample(t(1, 2, 3, 5), values([[1, 2]], I32), values([2], I32), values([2], I32)),
        tol=1e-5,
        grad=False,
    ),
    op("RmsNorm", sample(t(2, 3), t(3)), sample(t(2, 3), t(3)).init(1e-3), tol=1e-5, grad=False),
    op("rms_norm", sample(t(2, 3), t(3)), sample(t(2, 2, 3), t(2, 3), 1e-3), tol=1e-5),
    op("Roll", sample(t(5)).init(2, 0), sample(t(2, 4)).init((1, -1), (0, 1)), sample(t(2, 4)).init(-1, 1)),
    op("ScatterNonAliasingAdd", sample(parameter(t(5)), values([[1], [3]], I32), t(2)), grad=False),
    op(
        "SparseGatherV2",
        sample(t(3, 4), values([0, 2], I32), 1),
        sample(t(3, 4), values([[1], [2]], I32), 0),
        grad=False,
    ),
    op("SplitV", *(sample(t(4, 4)).init(*each) for each in (([1, -1], 1, 2), ([1, 3], 0, 2), ((2, 2), -1, 2)))),
    op("TridiagonalMatMul", sample(t(1, 3), t(1, 3), t(1, 3), t(3, 2)), grad=False),
    op("Gamma", sample(values([2, 3], I32), values([1.0]), values([2.0])).init(3, 4), **SEEDED),
    op("gamma", sample((2, 3), values(1.0), values(2.0), seed=5), **SEEDED),
    op("Poisson", sample((2, 3), values(5.0)).init(3, 4), **SEEDED),
    op("poisson", sample((2, 3), values(5.0)), **SEEDED),
    op(
        "MultinomialWithReplacement",
        sample(t(2, 4, low=0.1), values(3, "int64"), values(4, "int64")).init(3, True),
        **SEEDED,
    ),
    op("Randperm", sample(values([4], I32)).init(6), **SEEDED),
    op("TruncatedNormal", sample((3, 4)), sample((3, 4)).init(dtype("float64")), **SEEDED),
    *(op(name, sample(t(3, 4)), also=f"T.{name}", **SEEDED) for name in ("exponential_", "normal_", "uniform_")),
    op("bernoulli_", sample(t(3, 4)), sample(t(3, 4), 0.1), also="T.bernoulli_", **SEEDED),
    op(
        "cosine_similarity",
        *(sample(t(2, 3), t(2, 3), **each) for each in ({}, {"dim": 0}, {"dim": -1}, {"eps": 1.0})),
        sample(t(2, 3, 4), t(3, 4)),
        tol=1e-5,
    ),
    op("inplace_sigmoid", sample(t(2, 3)), mutates=True, grad=False),
    op("tanh_", sample(t(2, 3)), mutates=True, grad=False, tol=2e-4, also="T.tanh_"),
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
        errors=(wrong(t(2, 3), t(2, 3)), wrong(t(), t(3)), wrong(t(2), 3, kind=TypeError)),
        tol=1e-5,
    ),
    op("make_row_tensor", sample(values([0, 2], I32), t(2, 3), (3, 3)), grad=False),
    op("make_sparse_tensor", sample(values([[0, 1], [1, 2]], I32), t(2), (3, 3)), grad=False),
    op("partial", sample(call("mindspore.ops.Partial"), 3), grad=False)
    if False
    else op("moe_token_permute", sample(t(3, 4), values([[0, 1], [1, 2], [2, 0]], I32)), grad=False),
    op("moe_token_unpermute", sample(t(6, 4), values([0, 3, 1, 4, 2, 5], I32)), grad=False),
    op("rotary_position_embedding", sample(t(1, 2, 3, 8), t(1, 1, 3, 8), t(1, 1, 3, 8)), grad=False),
    op("rotated_iou", sample(ROTATED, ROTATED), grad=False),
    op("swiglu", sample(t(2, 4)), sample(t(2, 4), 0), tol=1e-5),
    op("add_rms_norm", sample(t(2, 3), t(2, 3), t(3)), tol=1e-5, grad=False),
    op("move_to", sample(t(2, 3)), sample(t(2, 3), "CPU", False), also="T.move_to", grad=False),
    op("MoveTo", sample(t(2, 3), "CPU", True), grad=False),
    op("DropoutDoMask", sample(t(2, 4), t(16, dtype="uint8", low=0, high=255), values(0.5)), grad=False),
]
