"""Losses as Primitives."""

from __future__ import annotations

from tests.opdb._spec import Op, Sample, error_sample, sample, t, values

X, Y = t(3, 4), t(3, 4)
P, Q = t(3, 4, low=0.05, high=0.95), t(3, 4, low=0.05, high=0.95)
CLASSES, LONG_CLASSES = values([0, 3, 1], "int32"), values([0, 3, 1], "int64")
WEIGHT = t(4, low=0.2, high=2.0)
WORDS = ("mean", "sum", "none")


def reduced(*args: object) -> list[Sample]:
    return [sample(*args), *(sample(*args).init(reduction=word) for word in WORDS)]


LISTS = values([[0, 2, -1, 1], [3, -1, 0, 0], [1, 2, 3, 0]], "int32")
SIGNS = values([[1, -1, 1, -1], [1, 1, -1, -1], [-1, 1, 1, -1]], "float32")
PLACES = values([[0, 0], [0, 1], [1, 0]], "int64")
OUTSIDE = error_sample(X, t(3, 5), raises=ValueError)

OPS = [
    Op("mindspore.ops.SoftmaxCrossEntropyWithLogits", [sample(X, P)], errors=[OUTSIDE], grad=False),
    Op(
        "mindspore.ops.SparseSoftmaxCrossEntropyWithLogits",
        [sample(X, CLASSES), sample(X, LONG_CLASSES), sample(X, CLASSES).init(is_grad=True).no_grad()],
    ),
    Op(
        "mindspore.ops.SigmoidCrossEntropyWithLogits",
        [sample(X, P), sample(t(2, 2, 3), t(2, 2, 3))],
        errors=[OUTSIDE],
        constant=(1,),
    ),
    Op("mindspore.ops.BinaryCrossEntropy", [*reduced(P, Q), sample(P, Q, t(3, 4, low=0.1))], constant=(2,)),
    Op("mindspore.ops.BCEWithLogitsLoss", [*reduced(X, P), sample(X, P, WEIGHT, t(4, low=0.1))], constant=(2, 3)),
    Op(
        "mindspore.ops.NLLLoss",
        [*reduced(X, CLASSES, WEIGHT), sample(X, CLASSES, WEIGHT).init(ignore_index=3)],
        grad=False,
    ),
    Op("mindspore.ops.SmoothL1Loss", [*reduced(X, Y), sample(X, Y).init(beta=0.5)]),
    Op("mindspore.ops.KLDivLoss", [*reduced(X, P), sample(X, P).init(reduction="batchmean")], constant=(1,)),
    Op("mindspore.ops.L2Loss", [sample(X), sample(t(4)), sample(t(2, 3, dtype="float64"))]),
    Op("mindspore.ops.MultiMarginLoss", [*reduced(X, LONG_CLASSES), sample(X, LONG_CLASSES).init(p=2, margin=0.5)]),
    Op(
        "mindspore.ops.CTCLoss",
        [
            sample(t(5, 2, 4), PLACES, values([0, 2, 1], "int32"), values([5, 3], "int32")),
            sample(t(5, 2, 4), PLACES, values([1, 1, 2], "int32"), values([5, 5], "int32")),
        ],
        grad=False,
        tol=1e-4,
    ),
    Op(
        "mindspore.ops.CTCLossV2",
        [
            sample(
                t(5, 2, 4, high=0.0),
                values([[1, 2], [3, 1]], "int32"),
                values([5, 5], "int32"),
                values([2, 2], "int32"),
            )
        ],
        grad=False,
    ),
    # no kernel on a CPU: held against the functions
    Op("mindspore.ops.SoftMarginLoss", [sample(X, SIGNS)], oracle="torch.nn.functional.soft_margin_loss"),
]
