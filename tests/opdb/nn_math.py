"""Layers that compute, and layers made of others."""

from __future__ import annotations

from tests.opdb._spec import Op, call, error_sample, sample, t

X = t(2, 3, 4)

OPS = [
    Op(
        "mindspore.nn.ReduceLogSumExp",
        [sample(X).init(1), sample(X).init((0, 2)), sample(X).init([1], True), sample(X).init(())],
        errors=[error_sample(X, raises=TypeError).init(1.0), error_sample(X, raises=TypeError).init(1, 1)],
        tol=1e-5,
    ),
    Op(
        "mindspore.nn.Range",
        [sample().init(1, 8, 2), sample().init(0.0, 1.0, 0.25), sample().init(4)],
        errors=[error_sample(raises=ValueError).init(1, 8, 0)],
        grad=False,
    ),
    Op(
        "mindspore.nn.layer.math.CosineSimilarity",
        [sample(X, t(2, 3, 4)), sample(X, X).init(dim=-1), sample(t(3, 4), t(3, 4)).init(0, 100.0)],
        errors=[error_sample(X, 2.0, raises=TypeError)],
        tol=1e-5,
    ),
    Op(
        "mindspore.nn.Moments",
        [sample(X), sample(X).init(1), sample(X).init((0, 2), True), sample(t(3, 4, dtype="float16")).init(0)],
        errors=[
            error_sample(X, raises=TypeError).init(1.0),
            error_sample(t(3, dtype="int32"), raises=TypeError).init(0),
        ],
        tol=1e-5,
    ),
    Op(
        "mindspore.nn.TimeDistributed",
        [
            sample(X).init(call("mindspore.nn.Dense", 4, 5), 1),
            sample(X).init(call("mindspore.nn.Dense", 4, 5), 1, 0),
            sample(X).init(call("mindspore.nn.Dense", 4, 5), 0, 1),
            sample(t(2, 3, 4, 5)).init(call("mindspore.nn.Dense", 5, 6), 2, 0),
            sample(t(2, 3, 4, 5)).init(call("mindspore.nn.Dense", 5, 6), 0, 2),
            sample(X).init(call("mindspore.ops.Tanh"), -1),
        ],
        errors=[
            error_sample(t(3, 4), raises=ValueError).init(call("mindspore.nn.Dense", 4, 5), 1),
            error_sample(X, raises=TypeError).init(3, 1),
            error_sample(X, raises=TypeError).init(call("mindspore.nn.Dense", 4, 5), 1.0),
        ],
        tol=1e-4,
    ),
    Op(
        "mindspore.nn.DenseBnAct",
        [
            sample(t(5, 4)).init(4, 3),
            sample(t(5, 4)).init(4, 3, has_bias=False, has_bn=True, activation="relu"),
            sample(t(5, 4)).init(4, 3, activation="leakyrelu", alpha=0.3),
            sample(t(5, 4)).init(4, 3, has_bn=True, momentum=0.5, eps=0.1).train(),
        ],
        errors=[error_sample(t(5, 4), raises=TypeError).init(4, 3, activation=3)],
        tol=1e-5,
    ),
    Op(
        "mindspore.nn.Conv2dBnAct",
        [
            sample(t(2, 3, 6, 5)).init(3, 4, 3),
            sample(t(2, 3, 6, 5)).init(3, 4, 3, 2, "valid", has_bias=True, has_bn=True, activation="relu"),
            sample(t(2, 3, 6, 5)).init(3, 4, 3, pad_mode="pad", padding=1, activation="leakyrelu"),
            sample(t(2, 3, 6, 5)).init(3, 4, 3, has_bn=True, momentum=0.5).train(),
        ],
        errors=[error_sample(t(2, 3, 6, 5), raises=TypeError).init(3, 4, 3, activation=3)],
        tol=1e-5,
    ),
]
