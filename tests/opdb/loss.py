"""Losses: functions and Cells. The same calls are made of both where their settings have the same names."""

from __future__ import annotations

from typing import Any

from tests.opdb._spec import Op, Sample, TensorSpec, error_sample, parameter, sample, t, values

X, Y = t(3, 4), t(3, 4)
REDUCTIONS: list[dict[str, Any]] = [{"reduction": word} for word in ("mean", "sum", "none")]
CLASSES = values([0, 3, 1], "int32")
SCORES = t(3, 4)
MAPS, MAP_CLASSES = t(2, 3, 2, 4), values([[[0, 2, 1, 1], [2, 2, 0, 1]], [[1, 0, 0, 2], [1, 1, 2, 0]]], "int32")
WEIGHT = t(4, low=0.2, high=2.0)
P, Q = t(3, 4, low=0.05, high=0.95), t(3, 4, low=0.0, high=1.0)
SIGNS = values([[1, -1, 1, -1], [1, 1, -1, -1], [-1, 1, 1, -1]], "float32")


def calls(args: list[tuple[TensorSpec, ...]], settings: list[dict[str, Any]]) -> list[Sample]:
    """Each tuple of inputs with the first settings, and the first inputs with all of them."""
    return [sample(*args[0], **one) for one in settings] + [sample(*more, **settings[0]) for more in args[1:]]


def built(args: list[tuple[TensorSpec, ...]], settings: list[dict[str, Any]]) -> list[Sample]:
    """The same for a Cell, whose settings go to the constructor; by Tensors among them nothing is differentiated."""
    first = [sample(*args[0]).init(**one) for one in settings]
    first = [s.no_grad() if any(isinstance(v, TensorSpec) for _, v in s.init_kwargs) else s for s in first]
    return [*first, *(sample(*more).init(**settings[0]) for more in args[1:])]


def undifferentiated(samples: list[Sample]) -> list[Sample]:
    """The gradient by a weight is nothing, as in MindSpore: leave it out of the check."""
    return [s.no_grad() if any(key == "weight" for key, _ in s.kwargs) else s for s in samples]


def pairs(low: float | None = None, high: float | None = None, **dtypes: Any) -> list[tuple[TensorSpec, ...]]:
    """Two tensors of one shape: a matrix, 0-d, 4-d, float16."""
    shapes: list[tuple[int, ...]] = [(3, 4), (), (2, 1, 3, 2)]
    out = [(t(*s, low=low, high=high), t(*s, low=low, high=high)) for s in shapes]
    return [*out, (t(2, 3, dtype="float16", low=low, high=high), t(2, 3, dtype="float16", low=low, high=high))]


def probabilities(*shape: int, dtype: str = "float32") -> TensorSpec:
    return t(*shape, dtype=dtype, low=0.05, high=0.95)


DISTANCES = [*pairs(), (t(3, 4), t(4)), (t(2, 3, dtype="int32"), t(2, 3, dtype="int32"))]
BETAS: list[dict[str, Any]] = [{}, *REDUCTIONS, {"beta": 0.5}, {"beta": 2.0, "reduction": "mean"}]
DELTAS: list[dict[str, Any]] = [*REDUCTIONS, {"delta": 0.5}, {"delta": 2, "reduction": "none"}]
CE: list[dict[str, Any]] = [
    {},
    *REDUCTIONS,
    {"weight": WEIGHT},
    {"weight": WEIGHT, "reduction": "sum"},
    {"weight": WEIGHT, "reduction": "none"},
    {"ignore_index": 3},
    {"ignore_index": 3, "reduction": "none"},
    {"ignore_index": 3, "weight": WEIGHT},
]
SMOOTHED: list[dict[str, Any]] = [
    {"label_smoothing": 0.1},
    {"label_smoothing": 0.1, "weight": WEIGHT},
    {"label_smoothing": 0.3, "reduction": "none"},
    {"label_smoothing": 0.3, "ignore_index": 3, "weight": WEIGHT},
    {"label_smoothing": 1.0, "reduction": "sum"},
    {"label_smoothing": 0.3, "ignore_index": 3, "weight": WEIGHT, "reduction": "none"},
]
CLASS_INPUTS = [
    (SCORES, CLASSES),
    (MAPS, MAP_CLASSES),
    (t(2, 3, 4), values([[0, 1, 2, 2], [2, 1, 0, 0]], "int32")),
    (SCORES, values([0, -100, 1], "int32")),
]
INT64 = [(SCORES, values([0, 3, 1], "int64")), (t(4), values(2, "int32"))]
SOFT: list[Sample] = [
    sample(SCORES, Q, **one)
    for one in [*REDUCTIONS, {"weight": WEIGHT}, {"weight": WEIGHT, "reduction": "none"}, {"label_smoothing": 0.2}]
] + [sample(MAPS, t(2, 3, 2, 4, low=0.0, high=1.0)), sample(t(4), t(4, low=0.0, high=1.0))]
CE_ERRORS = [
    error_sample(SCORES, values([0, 1], "int32"), raises=ValueError),
    error_sample(SCORES, CLASSES, reduction="average", raises=ValueError),
]
# a weight that has to be broadcast makes MindSpore read past its end
BCE_WEIGHT = t(3, 4, low=0.2, high=2.0)
BCE: list[dict[str, Any]] = [*REDUCTIONS, {"weight": BCE_WEIGHT}, {"weight": BCE_WEIGHT, "reduction": "none"}]
LOGITS: list[dict[str, Any]] = [
    *REDUCTIONS,
    {"weight": WEIGHT},
    {"pos_weight": WEIGHT},
    {"weight": WEIGHT, "pos_weight": WEIGHT, "reduction": "none"},
]
KL = [
    (t(3, 4, low=-3.0, high=0.0), P),
    (t(5, low=-3.0, high=0.0), t(5, low=0.0, high=1.0)),
    (t(2, 3, dtype="float16", low=-3.0, high=0.0), probabilities(2, 3, dtype="float16")),
]
KL_SETTINGS = [*REDUCTIONS, {"reduction": "batchmean"}]
RANK = [(t(5), t(5), values([1, -1, 1, -1, 1], "float32")), (t(3, 4), t(3, 4), SIGNS)]
COSINE = [
    (t(3, 4), t(3, 4), values([1, -1, 1], "int32")),
    (t(2, 4, 3), t(2, 4, 3), values([[1, -1, 1], [-1, -1, 1]], "int32")),
]
MARGINS: list[dict[str, Any]] = [*REDUCTIONS, {"margin": 0.3}, {"margin": -0.2, "reduction": "none"}]
HINGES: list[dict[str, Any]] = [*REDUCTIONS, {"margin": 0.5}, {"margin": 2, "reduction": "none"}]
TRIPLETS: list[dict[str, Any]] = [*REDUCTIONS, {"p": 1}, {"swap": True, "margin": 0.5, "reduction": "none"}]
GAUSS = [(X, Y, t(3, 4, low=0.1, high=2.0)), (X, Y, t(3, low=0.1, high=2.0)), (X, Y, t(3, 1, low=0.1, high=2.0))]
GAUSS_SETTINGS: list[dict[str, Any]] = [*REDUCTIONS, {"full": True}, {"eps": 0.5, "reduction": "none"}]
MULTI = [(SCORES, values([0, 3, 1], "int64"))]
MULTI_SETTINGS: list[dict[str, Any]] = [
    *REDUCTIONS,
    {"p": 2},
    {"weight": WEIGHT},
    {"weight": WEIGHT, "p": 2, "reduction": "none"},
]
MULTILABEL = [
    (SCORES, values([[3, 0, -1, 1], [-1, 2, 0, 0], [0, 1, 2, 3]], "int32")),
    (t(4), values([1, 3, -1, 0], "int32")),
]
SOFT_MULTI = [(SCORES, values([[1, 0, 0, 1], [0, 0, 1, 1], [1, 1, 0, 0]], "float32"))]
SOFT_MULTI_SETTINGS: list[dict[str, Any]] = [*REDUCTIONS, {"weight": WEIGHT}, {"weight": WEIGHT, "reduction": "none"}]
# torch's gradient of it, as MindSpore's, takes for granted that the probabilities add up to 1
CTC = [
    (
        t(6, 2, 4, low=-3.0, high=-0.2),
        values([[1, 2, 2], [3, 1, 0]], "int32"),
        values([6, 5], "int32"),
        values([3, 2], "int32"),
    )
]
CTC_SETTINGS: list[dict[str, Any]] = [*REDUCTIONS, {"blank": 3}]
POISSON = [(t(3, 4, low=0.1, high=2.0), t(3, 4, low=0.0, high=4.0)), (t(5, low=0.1, high=2.0), t(5, low=0.0, high=4.0))]
POISSON_SETTINGS: list[dict[str, Any]] = [
    *REDUCTIONS,
    {"log_input": False},
    {"full": True},
    {"full": True, "log_input": False, "reduction": "none"},
    {"eps": 0.1, "log_input": False},
]
ONE_HOT = values([[1, 0, 0, 0], [0, 0, 0, 1], [0, 1, 0, 0]], "float32")
MASKS = (t(2, 3, 4, low=0.0, high=1.0), t(2, 3, 4, low=0.0, high=1.0))
BAD_REDUCTION = [error_sample(X, Y, raises=ValueError).init(reduction="average")]

OPS = [
    # ---- values ----
    Op(
        "mindspore.ops.mse_loss",
        calls(DISTANCES, REDUCTIONS),
        errors=[error_sample(X, Y, "average", raises=ValueError), error_sample(1, Y, raises=TypeError)],
    ),
    Op("mindspore.nn.MSELoss", built(DISTANCES[:-1], REDUCTIONS), errors=BAD_REDUCTION),
    Op("mindspore.nn.RMSELoss", [sample(*one) for one in DISTANCES[:-1]]),
    Op(
        "mindspore.ops.l1_loss",
        calls(DISTANCES[:-1], REDUCTIONS),
        errors=[error_sample(X, Y, "average", raises=ValueError), error_sample(1, Y, raises=TypeError)],
    ),
    Op("mindspore.nn.L1Loss", built(DISTANCES[:-1], REDUCTIONS), errors=BAD_REDUCTION),
    Op("mindspore.nn.MAELoss", built(DISTANCES[:-1], REDUCTIONS), errors=BAD_REDUCTION),
    Op(
        "mindspore.ops.smooth_l1_loss",
        calls(pairs(), BETAS),
        errors=[error_sample(X, Y, reduction="average", raises=ValueError)],
    ),
    Op("mindspore.nn.SmoothL1Loss", built(pairs(), BETAS), errors=BAD_REDUCTION),
    Op(
        "mindspore.ops.huber_loss",
        calls(DISTANCES[:-1], DELTAS),
        errors=[error_sample(X, Y, delta=0.0, raises=ValueError), error_sample(X, Y, delta="1", raises=TypeError)],
    ),
    Op("mindspore.nn.HuberLoss", built(DISTANCES[:-1], DELTAS), errors=BAD_REDUCTION),
    Op(
        "mindspore.ops.soft_margin_loss", calls([(X, SIGNS)], REDUCTIONS), oracle="torch.nn.functional.soft_margin_loss"
    ),
    Op("mindspore.nn.SoftMarginLoss", [sample(X, SIGNS)], oracle="torch.nn.functional.soft_margin_loss"),
    Op("mindspore.nn.PoissonNLLLoss", built(POISSON, POISSON_SETTINGS), errors=BAD_REDUCTION),
    Op(
        "mindspore.ops.gaussian_nll_loss",
        calls(GAUSS, GAUSS_SETTINGS),
        errors=[error_sample(X, Y, X, eps=0.0, raises=ValueError), error_sample(X, Y, 1, raises=TypeError)],
    ),
    Op(
        "mindspore.nn.GaussianNLLLoss",
        built(GAUSS, GAUSS_SETTINGS),
        errors=[
            error_sample(X, Y, X, raises=ValueError).init(eps=0.0),
            error_sample(X, Y, X, raises=TypeError).init(full=1),
        ],
    ),
    # ---- distances and margins ----
    Op(
        "mindspore.ops.hinge_embedding_loss",
        calls([(X, SIGNS)], HINGES),
        errors=[error_sample(X, SIGNS, margin="1", raises=TypeError)],
    ),
    Op(
        "mindspore.nn.HingeEmbeddingLoss",
        built([(X, SIGNS)], HINGES),
        errors=[error_sample(X, SIGNS, raises=ValueError).init(reduction="average")],
    ),
    Op(
        "mindspore.ops.margin_ranking_loss",
        calls(RANK, MARGINS),
        errors=[error_sample(*RANK[0], margin=1, raises=TypeError)],
    ),
    Op("mindspore.nn.MarginRankingLoss", built(RANK, MARGINS)),
    Op(
        "mindspore.ops.cosine_embedding_loss",
        calls(COSINE, MARGINS),
        errors=[error_sample(*COSINE[0], margin=1.5, raises=ValueError)],
    ),
    Op(
        "mindspore.nn.CosineEmbeddingLoss",
        built(COSINE, MARGINS),
        errors=[
            error_sample(*COSINE[0], raises=TypeError).init(margin=1),
            error_sample(*COSINE[0], raises=ValueError).init(1.5),
        ],
    ),
    Op(
        "mindspore.ops.triplet_margin_loss",
        calls([(X, Y, SCORES)], TRIPLETS),
        oracle="torch.nn.functional.triplet_margin_loss",
    ),
    Op(
        "mindspore.nn.TripletMarginWithDistanceLoss",
        built([(X, Y, SCORES)], [*REDUCTIONS, {"swap": True}, {"margin": 0.5, "reduction": "none"}]),
    ),
    # ---- classes ----
    Op(
        "mindspore.ops.cross_entropy",
        [*calls([*CLASS_INPUTS, *INT64], CE + SMOOTHED), *SOFT],
        errors=CE_ERRORS,
        tol=5e-6,
    ),
    Op(
        "mindspore.nn.CrossEntropyLoss",
        [*built(CLASS_INPUTS, CE + SMOOTHED), sample(SCORES, Q), sample(MAPS, t(2, 3, 2, 4, low=0.0, high=1.0))],
        errors=[
            error_sample(SCORES, values([0, 3, 1], "int64"), raises=TypeError),
            error_sample(SCORES, values([0, 1], "int32"), raises=ValueError),
            error_sample(SCORES, CLASSES, raises=ValueError).init(reduction="average"),
            error_sample(SCORES, CLASSES, raises=ValueError).init(label_smoothing=1.5),
            error_sample(SCORES, CLASSES, raises=TypeError).init(ignore_index=1.0),
            error_sample(SCORES, CLASSES, raises=TypeError).init(weight=[1.0]),
        ],
        tol=5e-6,
    ),
    Op("mindspore.ops.nll_loss", calls([*CLASS_INPUTS, *INT64], CE + SMOOTHED), tol=5e-6),
    Op(
        "mindspore.nn.NLLLoss",
        built([*CLASS_INPUTS, *INT64], CE),
        errors=[error_sample(SCORES, CLASSES, raises=TypeError).init(ignore_index=1.0)],
        tol=5e-6,
    ),
    Op(
        "mindspore.nn.SoftmaxCrossEntropyWithLogits",
        [
            *(sample(SCORES, ONE_HOT).init(**one) for one in ({}, *REDUCTIONS)),
            sample(SCORES, Q),
            *(sample(SCORES, CLASSES).init(sparse=True, **one) for one in ({}, *REDUCTIONS)),
            sample(SCORES, values([0, 3, 1], "int64")).init(sparse=True),
            sample(SCORES, values([0, -1, 4], "int32")).init(sparse=True),
            sample(SCORES, values([0, -1, 4], "int32")).init(sparse=True, reduction="sum"),
        ],
        errors=[
            error_sample(SCORES, CLASSES, raises=TypeError),
            error_sample(SCORES, values([0, -1, 4], "int32"), raises=RuntimeError).init(sparse=True, reduction="mean"),
            error_sample(SCORES, CLASSES, raises=TypeError).init(sparse=1),
        ],
        tol=5e-6,
    ),
    Op(
        "mindspore.ops.binary_cross_entropy",
        [
            *calls([(P, Q), (probabilities(5), probabilities(5))], BCE),
            sample(
                values([0.0, 1.0, 0.0, 1.0, 1e-13, 0.5]), values([1.0, 0.0, 0.0, 1.0, 1.0, 0.5]), reduction="none"
            ).no_grad(),
        ],
        errors=[error_sample(P, Q, reduction="average", raises=ValueError), error_sample(P, t(4), raises=ValueError)],
        constant=(2,),
        tol=5e-6,
    ),
    Op("mindspore.nn.BCELoss", built([(P, Q)], BCE), errors=BAD_REDUCTION, tol=5e-6),
    Op(
        "mindspore.ops.binary_cross_entropy_with_logits",
        calls([(X, Q), (t(2, 3, 4), t(2, 3, 4, low=0.0, high=1.0))], LOGITS),
        constant=(2, 3),
        tol=5e-6,
    ),
    Op(
        "mindspore.nn.BCEWithLogitsLoss",
        built([(X, Q), (t(2, 3, 4), t(2, 3, 4, low=0.0, high=1.0))], LOGITS),
        errors=[error_sample(X, Q, raises=TypeError).init(weight=parameter(WEIGHT))],
        tol=5e-6,
    ),
    Op(
        "mindspore.ops.kl_div",
        calls(KL, KL_SETTINGS),
        constant=(1,),
        errors=[error_sample(P, Q, "average", raises=ValueError)],
        tol=5e-6,
    ),
    Op("mindspore.nn.KLDivLoss", built(KL, KL_SETTINGS), constant=(1,), tol=5e-6),
    Op("mindspore.ops.ctc_loss", calls(CTC, CTC_SETTINGS), grad=False, tol=5e-6),
    Op("mindspore.nn.CTCLoss", built(CTC, CTC_SETTINGS), grad=False, tol=5e-6),
    Op(
        "mindspore.ops.multi_margin_loss",
        undifferentiated(calls(MULTI, [*MULTI_SETTINGS, {"margin": 2}])),
        errors=[error_sample(*MULTI[0], margin=1.0, raises=TypeError), error_sample(*MULTI[0], p=3, raises=ValueError)],
    ),
    Op(
        "mindspore.nn.MultiMarginLoss",
        built(MULTI, [*MULTI_SETTINGS, {"margin": 0.5}]),
        errors=[
            error_sample(*MULTI[0], raises=ValueError).init(p=3),
            error_sample(*MULTI[0], raises=TypeError).init(margin=1),
        ],
    ),
    Op(
        "mindspore.ops.multilabel_margin_loss",
        calls(MULTILABEL, REDUCTIONS),
        oracle="tests.opdb._formulas.multilabel_margin",
    ),
    Op(
        "mindspore.nn.MultilabelMarginLoss",
        [sample(*one) for one in MULTILABEL],
        oracle="tests.opdb._formulas.multilabel_margin",
    ),
    Op("mindspore.ops.multilabel_soft_margin_loss", calls(SOFT_MULTI, SOFT_MULTI_SETTINGS)),
    Op("mindspore.nn.MultiLabelSoftMarginLoss", built(SOFT_MULTI, SOFT_MULTI_SETTINGS)),
    # ---- masks ----
    Op(
        "mindspore.nn.DiceLoss",
        [sample(P, Q), sample(*MASKS), sample(P, Q).init(0.5)],
        errors=[error_sample(P, t(4), raises=ValueError), error_sample(P, Q, raises=ValueError).init(-1.0)],
    ),
    Op(
        "mindspore.nn.MultiClassDiceLoss",
        [
            sample(*MASKS),
            sample(*MASKS).init(ignore_indiex=1),
            sample(*MASKS).init(activation="sigmoid"),
            sample(*MASKS).init(activation=None),
            sample(*MASKS).init(weights=t(3, 1, low=0.5, high=2.0)).no_grad(),
        ],
        errors=[
            error_sample(*MASKS, raises=ValueError).init(activation="gelu"),
            error_sample(*MASKS, raises=TypeError).init([1.0]),
        ],
    ),
    Op(
        "mindspore.nn.FocalLoss",
        [
            sample(SCORES, values([[0], [3], [1]], "int32")),
            *(sample(t(2, 3, 4), values([[[0, 2, 1, 1]], [[2, 2, 0, 1]]], "int32")).init(**one) for one in REDUCTIONS),
            sample(t(2, 3, 4), values([[[0, 2, 1, 1]], [[2, 2, 0, 1]]], "int32"))
            .init(weight=t(3, low=0.2, high=1.0), gamma=1.5)
            .no_grad(),
            *(sample(t(2, 3, 2, 2), t(2, 3, 2, 2, low=0.0, high=1.0)).init(**one) for one in REDUCTIONS),
            sample(SCORES, ONE_HOT).init(weight=WEIGHT).no_grad(),
        ],
        errors=[error_sample(t(3, 1), t(3, 1), raises=ValueError), error_sample(SCORES, CLASSES, raises=ValueError)],
    ),
    Op(
        "mindspore.nn.SampledSoftmaxLoss",
        [
            sample(t(7, 10), t(7), values([[0], [1], [2]], "int32"), t(3, 10))
            .init(
                num_sampled=3,
                num_classes=7,
                num_true=1,
                sampled_values=[values([4, 5, 6], "int32"), t(3, 1, low=0.2, high=0.6), t(3, low=0.2, high=0.6)],
            )
            .no_grad()
        ],
        errors=[error_sample(X, X, X, X, raises=ValueError).init(8, 7)],
    ),
]
