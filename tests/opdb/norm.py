"""Normalisation: functions, Primitives and Cells."""

from __future__ import annotations

from tests.opdb._spec import Op, error_sample, parameter, sample, t, values

X, V, M, S = t(2, 3, 4, 5), t(2, 3, 2, 2, 2), t(4, 3), t(2, 3, 6)
C, P = t(3), t(3, low=0.5, high=1.5)
MEAN, VARIANCE = parameter(C), parameter(P)  # statistics are constants to the gradient
SUMS = 2e-5  # means and variances are summed in another order
FINE = 2e-6

FUNCTIONS = [
    Op(
        "mindspore.ops.batch_norm",
        [
            sample(X, MEAN, VARIANCE, C, C),
            sample(X, MEAN, VARIANCE, C, C, True),
            sample(M, MEAN, VARIANCE, C, C, eps=0.1),
            sample(M, MEAN, VARIANCE, C, C, training=True, momentum=0.3),
        ],
        errors=[error_sample(X, MEAN, VARIANCE, t(4), C, raises=ValueError)],
        tol=SUMS,
    ),
    # MindSpore's CPU cannot make the kernel of ops.layer_norm; the arguments are torch's
    Op(
        "mindspore.ops.layer_norm",
        [
            sample(X, (5,)),
            sample(X, (4, 5), t(4, 5), t(4, 5)),
            sample(S, (6,), t(6), None, 1e-3),
            sample(M, [3], eps=0.1),
        ],
        errors=[error_sample(M, (2,), raises=ValueError)],
        oracle="torch.nn.functional.layer_norm",
        tol=SUMS,
    ),
    Op(
        "mindspore.ops.group_norm",
        [sample(t(2, 4, 3), 2), sample(X, 3, C, C), sample(M, 1, C), sample(V, 1, eps=0.1)],
        errors=[error_sample(X, 2, raises=ValueError)],
        tol=SUMS,
    ),
    Op(
        "mindspore.ops.lrn",
        [sample(X), sample(X, 1, 2.0, 0.5, 0.75), sample(t(1, 7, 2, 2), depth_radius=2)],
        errors=[
            error_sample(M, raises=ValueError),
            error_sample(X, -1, raises=ValueError),
            error_sample(X, 1.5, raises=TypeError),
            error_sample(X, norm_region="WITHIN_CHANNEL", raises=ValueError),
        ],
        tol=SUMS,
    ),
    Op(
        "mindspore.ops.LRN",
        [sample(X), sample(X).init(1, 2.0, 0.5, 0.75)],
        also=["mindspore.nn.LRN"],
        errors=[error_sample(M, raises=ValueError)],
        tol=SUMS,
    ),
    Op(
        "mindspore.ops.bias_add",
        [
            sample(M, C),
            sample(S, C),
            sample(X, C),
            sample(V, C),
            sample(t(2, 3, dtype="int32"), t(3, dtype="int32")),
            sample(values([[1, 2], [3, 4]], "uint16"), values([1, 65535], "uint16")).no_grad(),
        ],
        errors=[
            error_sample(M, t(4), raises=ValueError),
            error_sample(C, C, raises=ValueError),
            error_sample(M, t(3, dtype="int64"), raises=TypeError),
        ],
    ),
    Op(
        "mindspore.ops.BiasAdd",
        [sample(M, C), sample(X, C), sample(V, C).init("NCDHW")],
        errors=[error_sample(M, C, raises=ValueError).init("NCW")],
    ),
]

PRIMITIVES = [
    # the CPU kernel never writes its second and third output; the values are those of ops.batch_norm
    Op("mindspore.ops.BatchNorm", [sample(X, P, C, C, P), sample(M, P, C, C, P).init(True, 0.1, 0.3)], random=True),
    Op(
        "mindspore.ops.LayerNorm",
        [
            sample(M, C, C),
            sample(X, t(3, 4, 5), t(3, 4, 5)),
            sample(X, t(5), t(5)).init(-1, -1, 1e-3),
            sample(X, t(4, 5), t(4, 5)).init(1, 2),
        ],
        errors=[error_sample(X, t(5), t(5), raises=ValueError)],
        tol=SUMS,
    ),
    Op(
        "mindspore.ops.L2Normalize",
        [
            sample(M),
            sample(M).init(1),
            sample(X).init(axis=[-1]),
            sample(X).init((2,), 0.5),
            sample(t(2, 3, low=0, high=1e-3)).init(1, 1e-2),
        ],
        errors=[
            error_sample(M, raises=TypeError).init((0, 1)),
            error_sample(M, raises=ValueError).init(2),
        ],
        tol=FINE,
    ),
]

BATCH = [
    Op(
        "mindspore.nn.BatchNorm1d",
        [
            sample(M).init(3),
            sample(M).init(3).train(),
            sample(S).init(3, 1e-3, 0.7).train(),
            sample(M).init(3, use_batch_statistics=False).train(),
        ],
        errors=[error_sample(X, raises=ValueError).init(3), error_sample(M, raises=ValueError).init(0)],
        tol=SUMS,
    ),
    Op(
        "mindspore.nn.BatchNorm2d",
        [
            sample(X).init(3),
            sample(X).init(3, 0.1, 0.5).train(),
            sample(X).init(3, affine=False).train(),
            sample(X).init(3, use_batch_statistics=True),
        ],
        errors=[
            error_sample(M, raises=ValueError).init(3),
            error_sample(X, raises=ValueError).init(3, momentum=1.5),
            error_sample(X, raises=TypeError).init("a"),
        ],
        tol=SUMS,
    ),
    Op(
        "mindspore.nn.BatchNorm3d",
        [sample(V).init(3), sample(V).init(3, momentum=0.5).train()],
        errors=[error_sample(X, raises=ValueError).init(3)],
        tol=SUMS,
    ),
]

CELLS = [
    Op(
        "mindspore.nn.LayerNorm",
        [
            sample(M).init((3,)),
            sample(X).init([4, 5], 2, 2),
            sample(X).init((3, 4, 5), 1, 1, epsilon=1e-3),
            sample(S).init((6,), 1, -1),
        ],
        errors=[
            error_sample(M, raises=TypeError).init(3),
            error_sample(M, raises=ValueError).init(()),
            error_sample(M, raises=ValueError).init((4,)),
        ],
        tol=SUMS,
    ),
    Op(
        "mindspore.nn.GroupNorm",
        [sample(t(2, 4, 3, 2)).init(2, 4), sample(X).init(3, 3, 0.1), sample(X).init(1, 3, affine=False)],
        errors=[error_sample(X, raises=ValueError).init(2, 3), error_sample(X, raises=ValueError).init(0, 3)],
        tol=SUMS,
    ),
]

OPS = [*FUNCTIONS, *PRIMITIVES, *BATCH, *CELLS]
