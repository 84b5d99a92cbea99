"""Small layers: shapes, padding, images, and those that MindSpore keeps for older code."""

from __future__ import annotations

from tests.opdb._spec import Op, dtype, error_sample, sample, t, values

X, L, M = t(2, 3, 5, 4), t(2, 3, 5), t(3, 4)
SUMS = 2e-6

SHAPES = [
    Op("mindspore.nn.Identity", [sample(M), sample(t(2, dtype="int32"))]),
    Op(
        "mindspore.nn.Flatten",
        [
            sample(X),
            sample(M),
            sample(X).init(0),
            sample(X).init(1, 2),
            sample(X).init(-2, -1),
            sample(t(0, 3, 4)),
            sample(t()).init(0, 0),
        ],
        errors=[
            error_sample(t(3), raises=ValueError),
            error_sample(M, raises=ValueError).init(2),
            error_sample(X, raises=ValueError).init(1, 0),
            error_sample(X, raises=TypeError).init("a"),
        ],
    ),
    Op(
        "mindspore.nn.Unflatten",
        [sample(t(4, 3)).init(0, (2, 2)), sample(t(4, 3)).init(-1, [3, 1]), sample(t(4, 3)).init(-2, (2, -1))],
        errors=[
            error_sample(t(4, 3), raises=TypeError).init(1.0, (2, 2)),
            error_sample(t(4, 3), raises=TypeError).init(0, 4),
            error_sample(t(4, 3), raises=ValueError).init(0, (3, 2)),
        ],
    ),
]

PADS = [
    Op(
        "mindspore.nn.Pad",
        [
            sample(M).init(((1, 1), (0, 2))),
            sample(M).init(((1, 1), (0, 2)), "SYMMETRIC"),
            sample(X).init(((0, 0), (0, 0), (1, 2), (3, 0)), "REFLECT"),
        ],
        errors=[
            error_sample(M, raises=TypeError).init([[1, 1], [0, 2]]),
            error_sample(M, raises=ValueError).init(((1, 1, 1), (0, 2))),
            error_sample(M, raises=ValueError).init(((1, 1), (0, 2)), "constant"),
            error_sample(M, raises=ValueError).init(((1, 1),)),
        ],
    ),
    Op(
        "mindspore.nn.ConstantPad1d",
        [sample(L).init(1, 2), sample(L).init((1, 2), 2.5), sample(L).init((0, 2), 0)],
        errors=[
            error_sample(L, raises=ValueError).init((1, 2, 3), 0),
            error_sample(L, raises=ValueError).init((1, 2, 3, 4), 0),
            error_sample(L, raises=TypeError).init([1, 2], 0),
            error_sample(L, raises=TypeError).init(1, "a"),
        ],
    ),
    Op(
        "mindspore.nn.ConstantPad2d",
        [sample(X).init(1, 2), sample(X).init((1, 2, 0, 1), 0.5), sample(X).init((1, 2), 1)],
    ),
    Op(
        "mindspore.nn.ConstantPad3d",
        [sample(X).init(1, 2), sample(X).init((1, 2, 0, 1, 2, 0), 0.5)],
        errors=[error_sample(M, raises=ValueError).init(1, 0)],
    ),
    Op(
        "mindspore.nn.ZeroPad2d",
        [sample(X).init(1), sample(X).init((1, 0, 2, 3))],
        errors=[error_sample(X, raises=TypeError).init("a")],
    ),
    Op(
        "mindspore.nn.ReflectionPad1d",
        [sample(L).init(1), sample(L).init((1, 2)), sample(M).init(2)],
        errors=[
            error_sample(L, raises=ValueError).init((1, -1)),
            error_sample(L, raises=ValueError).init((1, 2, 1)),
            error_sample(L, raises=ValueError).init(5),
            error_sample(L, raises=TypeError).init("a"),
        ],
    ),
    Op("mindspore.nn.ReflectionPad2d", [sample(X).init(1), sample(X).init((1, 2, 3, 0)), sample(M).init(1)]),
    Op("mindspore.nn.ReflectionPad3d", [sample(t(1, 2, 3, 4, 2)).init(1), sample(X).init((1, 2, 3, 0, 1, 1))]),
    Op(
        "mindspore.nn.ReplicationPad1d",
        [sample(L).init(1), sample(L).init((6, 2)), sample(M).init((-1, 2))],
        errors=[error_sample(L, raises=TypeError).init((1.5, 2))],
    ),
    Op(
        "mindspore.nn.ReplicationPad2d",
        [sample(X).init(1), sample(L).init((1, 2, 3, 0))],
        errors=[error_sample(L, raises=ValueError).init((1, 1))],
    ),
    Op("mindspore.nn.ReplicationPad3d", [sample(t(1, 2, 3, 4, 2)).init(1), sample(X).init((1, 2, 3, 0, 1, 1))]),
]

IMAGES = [
    Op(
        "mindspore.nn.CentralCrop",
        [sample(X).init(0.5), sample(t(1, 7, 9)).init(0.3), sample(X).init(1.0)],
        errors=[
            error_sample(X, raises=TypeError).init(1),
            error_sample(X, raises=ValueError).init(0.0),
            error_sample(M, raises=ValueError).init(0.5),
        ],
    ),
    Op("mindspore.nn.ImageGradients", [sample(X), sample(t(1, 2, 1, 3))], errors=[error_sample(L, raises=ValueError)]),
]

OLDER = [
    Op(
        "mindspore.nn.Norm",
        [sample(M), sample(M).init(1), sample(M).init(0, True), sample(X).init((1, -1), True)],
        errors=[error_sample(M, raises=TypeError).init(1, 3)],
        tol=SUMS,
    ),
    Op(
        "mindspore.nn.OneHot",
        [
            sample(values([0, 1, 5, -1], "int64")).init(-1, 3),
            sample(values([[0, 1], [2, 0]], "int32")).init(0, 3, 2.0, -1.0, dtype("int32")),
            sample(values([[0, 1], [2, 0]], "int32")).init(axis=1, depth=3),
        ],
        errors=[
            error_sample(values([0, 1], "int64"), raises=ValueError).init(5, 3),
            error_sample(values([0, 1], "int64"), raises=ValueError).init(-1, -3),
            error_sample(values([0.0, 1.0]), raises=TypeError).init(-1, 3),
        ],
        grad=False,
    ),
    Op("mindspore.nn.Tril", [sample(M), sample(X, 1), sample(M, k=-1)], errors=[error_sample(t(3), raises=ValueError)]),
    Op("mindspore.nn.Triu", [sample(M), sample(X, 1), sample(M, k=-1)], errors=[error_sample(t(3), raises=ValueError)]),
    Op(
        "mindspore.nn.ClipByNorm",
        [
            sample(M, values(2.0)).no_grad(),
            sample(M, values([2.0])).init(1).no_grad(),
            sample(M, values([100.0])).init((0, 1)).no_grad(),
        ],
        errors=[error_sample(M, 2, raises=TypeError), error_sample(M, values(2.0), raises=TypeError).init("a")],
        tol=SUMS,
    ),
    Op(
        "mindspore.nn.L1Regularizer",
        [sample(M).init(0.5), sample(values([1, 2, -3], "int64")).init(2)],
        errors=[
            error_sample(M, raises=ValueError).init(0),
            error_sample(M, raises=TypeError).init("a"),
            error_sample(M, raises=ValueError).init(float("inf")),
        ],
        tol=SUMS,
    ),
]

DENSE = [
    Op(
        "mindspore.ops.dense",
        [sample(X, t(3, 4)), sample(M, t(2, 4), t(2)), sample(t(4), t(2, 4)), sample(M, t(4))],
        errors=[error_sample(M, t(2, 3), raises=ValueError), error_sample(M, 3, raises=TypeError)],
        tol=2e-5,
    ),
    Op(
        "mindspore.ops.bidense",
        [sample(M, t(3, 2), t(5, 4, 2)), sample(t(2, 3, 4), t(2, 3, 2), t(5, 4, 2), t(5))],
        errors=[error_sample(M, t(2, 2), t(5, 4, 2), raises=ValueError), error_sample(3, M, M, raises=TypeError)],
        tol=2e-5,
    ),
    Op(
        "mindspore.nn.Dense",
        [
            sample(M).init(4, 3),
            sample(X).init(4, 3, has_bias=False),
            sample(t(4)).init(4, 3),
            sample(M).init(4, 3, activation="relu"),
        ],
        errors=[
            error_sample(M, raises=ValueError).init(3, 2),
            error_sample(M, raises=ValueError).init(0, 2),
            error_sample(M, raises=TypeError).init(4, 2, activation=3),
        ],
        tol=2e-5,
    ),
    Op(
        "mindspore.nn.Linear",
        [sample(M).init(4, 3), sample(X).init(4, 3, False), sample(t(4)).init(4, 3)],
        errors=[error_sample(M, raises=ValueError).init(3, 2)],
        tol=2e-5,
    ),
    Op(
        "mindspore.nn.BiDense",
        [sample(M, t(3, 2)).init(4, 2, 5), sample(t(2, 3, 4), t(2, 3, 2)).init(4, 2, 5, has_bias=False)],
        errors=[
            error_sample(M, t(3, 3), raises=ValueError).init(4, 2, 5),
            error_sample(M, t(2, 2), raises=ValueError).init(4, 2, 5),
        ],
        tol=2e-5,
    ),
]

COMBINED = [
    Op(
        "mindspore.nn.Conv2dBnAct",
        [
            sample(X).init(3, 4, 3),
            sample(X).init(3, 4, 3, has_bn=True, activation="relu"),
            sample(X).init(3, 4, 3, has_bias=True, activation="leakyrelu", alpha=0.5),
        ],
        errors=[error_sample(X, raises=TypeError).init(3, 4, 3, activation=3)],
        tol=2e-5,
    ),
    Op(
        "mindspore.nn.DenseBnAct",
        [sample(M).init(4, 2), sample(M).init(4, 2, has_bn=True, activation="sigmoid").train()],
        tol=2e-5,
    ),
]

OPS = [*SHAPES, *PADS, *IMAGES, *OLDER, *DENSE, *COMBINED]
