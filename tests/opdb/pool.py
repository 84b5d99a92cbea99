"""Pooling."""

from __future__ import annotations

from tests.opdb._spec import Op, error_sample, named, sample, t, values

L, X, V = t(2, 3, 7, distinct=True), t(2, 3, 7, 6, distinct=True), t(2, 2, 5, 4, 6, distinct=True)
WRONG_MODE = [error_sample(X, raises=ValueError).init(2, 2, "full"), error_sample(X, raises=TypeError).init(2, 2, 3)]
WRONG_SIZE = [error_sample(X, raises=ValueError).init(0), error_sample(X, raises=TypeError).init("a")]
# average of float32: the kernels sum in another order
AVG = 2e-6

FUNCTIONS = [
    Op(
        "mindspore.ops.max_pool2d",
        [
            sample(X, 2),
            sample(X, (3, 2), 1),
            sample(X, 3, 2, 1),
            sample(X, 3, 2, 1, 2),
            sample(X, 2, stride=2, return_indices=True),
            sample(X, 3, 2, ceil_mode=True),
            sample(t(1, 2, 4, 4, dtype="int32"), 2),
        ],
        errors=[error_sample(X, 2, 1, 2, raises=ValueError), error_sample(t(3, 5, 5), 2, raises=ValueError)],
        tol=0.0,
    ),
    Op(
        "mindspore.ops.max_pool3d",
        [
            sample(V, 2),
            sample(V, (2, 2, 1), 1, ceil_mode=True),
            sample(V, 3, 2, 1, return_indices=True),
            sample(V, 2, 1, 0, 2),
        ],
        errors=[error_sample(V, 2, 1, 2, raises=ValueError), error_sample(X, 2, raises=ValueError)],
        tol=0.0,
    ),
    Op(
        "mindspore.ops.avg_pool1d",
        [
            sample(L),
            sample(L, 2, 2),
            sample(L, 3, 2, 1),
            sample(L, 3, 2, (1,), count_include_pad=False),
            sample(L, 3, 3, ceil_mode=True),
        ],
        errors=[
            error_sample(L, (2,), raises=TypeError),
            error_sample(L, 0, raises=ValueError),
            error_sample(L, 3, 2, 2, raises=ValueError),
            error_sample(t(3, 7), 2, raises=ValueError),
        ],
        tol=AVG,
    ),
    Op(
        "mindspore.ops.avg_pool2d",
        [
            sample(X),
            sample(X, 2, 2),
            sample(X, (3, 2), 1, padding=1),
            sample(X, 3, 2, padding=1, count_include_pad=False),
            sample(X, 3, 2, (1, 0, 0, 1)),
            sample(X, 3, 2, ceil_mode=True),
            sample(X, 2, 2, divisor_override=3),
        ],
        errors=[
            error_sample(X, [2, 2], raises=TypeError),
            error_sample(X, 2, 2, -1, raises=ValueError),
            error_sample(X, 2, divisor_override=None, raises=TypeError),
            error_sample(t(3, 7, 6), 2, raises=ValueError),
        ],
        tol=AVG,
    ),
    Op(
        "mindspore.ops.avg_pool3d",
        [
            sample(V),
            sample(V, 2, 2),
            sample(V, (3, 2, 2), 1, 1, count_include_pad=False),
            sample(V, 3, 2, (1, 0, 0, 1, 1, 1), divisor_override=5),
            sample(V, 2, 2, ceil_mode=True),
        ],
        errors=[error_sample(V, 0, raises=ValueError), error_sample(X, 2, raises=ValueError)],
        tol=AVG,
    ),
    Op(
        "mindspore.ops.lp_pool1d",
        [
            sample(t(2, 3, 7, low=0.1), 2, 3),
            sample(t(3, 7, low=0.1), 2.5, 3, 1),
            sample(t(2, 3, 7), 1, 2),
            sample(t(2, 3, 7, low=0.1), 3, 3, 2, True),
        ],
        errors=[error_sample(L, 0, 2, raises=ValueError), error_sample(L, "a", 2, raises=TypeError)],
        tol=2e-5,
    ),
    Op(
        "mindspore.ops.lp_pool2d",
        [sample(t(2, 3, 6, 5, low=0.1), 2, 2), sample(t(2, 3, 6, 5, low=0.1), 3, (2, 3), 1), sample(X, 1, 2, 3, True)],
        errors=[error_sample(X, 0, 2, raises=ValueError), error_sample(t(3, 7, 6), 2, 2, raises=ValueError)],
        tol=2e-5,
    ),
]

ADAPTIVE = [
    Op(
        "mindspore.ops.adaptive_avg_pool1d",
        [sample(t(2, 3, 6), 3), sample(t(2, 3, 6), 6), sample(t(1, 2, 6), 1)],
        errors=[
            error_sample(L, 3, raises=ValueError),
            error_sample(L, 9, raises=ValueError),
            error_sample(L, 7.0, raises=TypeError),
            error_sample(t(3, 6), 3, raises=ValueError),
        ],
        tol=AVG,
    ),
    Op(
        "mindspore.nn.AdaptiveAvgPool1d",
        [sample(t(2, 3, 6)).init(3), sample(t(2, 3, 6)).init(1)],
        errors=[error_sample(L, raises=ValueError).init(0), error_sample(L, raises=TypeError).init("a")],
        tol=AVG,
    ),
    Op(
        "mindspore.ops.adaptive_max_pool1d",
        [sample(t(2, 3, 6), 3), sample(t(2, 3, 6), 1)],
        errors=[error_sample(L, 3, raises=ValueError)],
    ),
    Op(
        "mindspore.nn.AdaptiveMaxPool1d",
        [sample(t(2, 3, 6)).init(3)],
        errors=[error_sample(L, raises=ValueError).init(3)],
    ),
    Op(
        "mindspore.ops.adaptive_avg_pool2d",
        [sample(X, (3, 2)), sample(X, 1), sample(X, (None, 4)), sample(t(3, 5, 4), (2, 3)), sample(X, 8)],
        errors=[
            error_sample(X, [3, 2], raises=TypeError),
            error_sample(X, None, raises=TypeError),
            error_sample(X, -2, raises=ValueError),
        ],
        tol=AVG,
    ),
    Op(
        "mindspore.ops.AdaptiveAvgPool2D",
        [sample(X).init((3, 2)), sample(X).init(1), sample(t(3, 5, 4)).init((None, 2))],
        also=["mindspore.nn.AdaptiveAvgPool2d"],
        errors=[error_sample(X, raises=TypeError).init([3, 2])],
        tol=AVG,
    ),
    Op(
        "mindspore.ops.adaptive_avg_pool3d",
        [sample(V, (2, 2, 3)), sample(V, 1), sample(V, (None, 2, None)), sample(t(2, 5, 4, 3), (2, 2, 2))],
        errors=[error_sample(V, "a", raises=TypeError)],
        tol=AVG,
    ),
    Op(
        "mindspore.ops.AdaptiveAvgPool3D",
        [sample(V).init((2, 2, 3)), sample(V).init(1), sample(V).init((None, 2, 2))],
        also=["mindspore.nn.AdaptiveAvgPool3d"],
        tol=AVG,
    ),
    Op(
        "mindspore.ops.adaptive_max_pool2d",
        [sample(X, (3, 2)), sample(X, (3, 2), True), sample(X, (None, 4)), sample(t(3, 5, 4, distinct=True), [2, 3])],
        errors=[error_sample(X, 3, 1, raises=TypeError)],
    ),
    Op("mindspore.nn.AdaptiveMaxPool2d", [sample(X).init((3, 2)), sample(X).init(1, True)]),
    Op("mindspore.ops.AdaptiveMaxPool2D", [sample(X).init((3, 2)), sample(X).init((1, 4))]),
    Op(
        "mindspore.ops.adaptive_max_pool3d",
        [sample(V, (2, 2, 3)), sample(V, 1, True), sample(t(2, 5, 4, 3, distinct=True), (2, 2, 2))],
    ),
    Op("mindspore.nn.AdaptiveMaxPool3d", [sample(V).init((2, 2, 3)), sample(V).init(1, True)]),
    Op("mindspore.ops.AdaptiveMaxPool3D", [sample(V, values([2, 2, 3], "int32"))]),
]

SAMPLES2D = t(2, 3, 2, low=0, high=1)
SAMPLES3D = t(2, 2, 3, low=0, high=1)
FRACTIONAL = [
    Op(
        "mindspore.ops.fractional_max_pool2d",
        [
            sample(X, 2, (3, 4), _random_samples=SAMPLES2D).no_grad(),
            sample(X, (2, 3), output_ratio=(0.5, 0.6), return_indices=True, _random_samples=SAMPLES2D).no_grad(),
            sample(t(3, 7, 6, distinct=True), 2, 3, _random_samples=t(1, 3, 2, low=0, high=1)).no_grad(),
        ],
        errors=[error_sample(X, 2, raises=ValueError)],
    ),
    Op(
        "mindspore.ops.fractional_max_pool3d",
        [
            sample(V, 2, (3, 2, 4), _random_samples=SAMPLES3D).no_grad(),
            sample(V, (2, 2, 3), output_ratio=0.5, return_indices=True, _random_samples=SAMPLES3D).no_grad(),
        ],
        errors=[error_sample(V, 2, raises=ValueError)],
    ),
    Op(
        "mindspore.nn.FractionalMaxPool2d",
        [sample(X).init(2, (3, 4)), sample(X).init(2, output_ratio=0.5)],
        random=True,
    ),
    Op("mindspore.nn.FractionalMaxPool3d", [sample(V).init(2, (3, 2, 4), return_indices=True)], random=True),
]

PLACES1, PLACES2 = values([[[0, 3, 5]]], "int64"), values([[[[0, 3], [9, 14]]]], "int64")
PLACES3 = values([[[[[0, 3], [9, 14]], [[33, 38], [41, 63]]]]], "int64")
UNPOOL = [
    Op(
        "mindspore.ops.max_unpool1d",
        [
            sample(t(1, 1, 3), PLACES1, 2),
            sample(t(1, 1, 3), PLACES1, 2, 2, 0, (7,)),
            sample(t(1, 3), values([[0, 3, 5]], "int64"), 2, output_size=(1, 1, 7)),
        ],
        errors=[error_sample(t(1, 1, 3), PLACES1, 2, output_size=[7], raises=ValueError)],
    ),
    Op(
        "mindspore.ops.max_unpool2d",
        [
            sample(t(1, 1, 2, 2), PLACES2, 2),
            sample(t(1, 1, 2, 2), PLACES2, (2, 2), (2, 2), 0, (1, 1, 5, 5)),
            sample(t(1, 2, 2), values([[[0, 3], [9, 14]]], "int64"), 2, output_size=(5, 4)),
            sample(t(1, 1, 2, 2), values([[[[0, 3], [9, 14]]]], "int32"), 2),
        ],
        errors=[error_sample(t(1, 1, 2, 2), PLACES2, 2, output_size=(9, 9), raises=ValueError)],
    ),
    Op("mindspore.ops.max_unpool3d", [sample(t(1, 1, 2, 2, 2), PLACES3, 2)]),
    Op("mindspore.nn.MaxUnpool1d", [sample(t(1, 1, 3), PLACES1).init(2), sample(t(1, 1, 3), PLACES1, (7,)).init(2)]),
    Op(
        "mindspore.nn.MaxUnpool2d",
        [sample(t(1, 1, 2, 2), PLACES2).init(2), sample(t(1, 1, 2, 2), PLACES2, output_size=(5, 5)).init(2, 2)],
        errors=[error_sample(t(1, 1, 2, 2), PLACES2, [5, 5], raises=ValueError).init(2)],
    ),
    Op("mindspore.nn.MaxUnpool3d", [sample(t(1, 1, 2, 2, 2), PLACES3).init(2, 2, 0)]),
    Op(
        "mindspore.ops.MaxUnpool2D", [sample(t(1, 1, 2, 2), PLACES2).init(2), sample(t(1, 1, 2, 2), PLACES2).init(2, 2)]
    ),
    Op("mindspore.ops.MaxUnpool3D", [sample(t(1, 1, 2, 2, 2), PLACES3).init(2)]),
]

MAX_CELLS = [
    Op(
        "mindspore.nn.MaxPool1d",
        [
            sample(L),
            sample(L).init(3, 2),
            sample(L).init(3, 2, "same"),
            sample(L).init(3, 2, "pad", 1),
            sample(L).init(3, 1, "PAD", (1,), 2, True),
            sample(t(3, 7, distinct=True)).init(2, 2, "pad", ceil_mode=True),
        ],
        errors=[
            error_sample(L, raises=TypeError).init((3,), 2),
            error_sample(L, raises=ValueError).init(3, 2, "same", 1),
            error_sample(t(7), raises=ValueError).init(3, 2),
        ],
    ),
    Op(
        "mindspore.nn.MaxPool2d",
        [
            sample(X),
            sample(X).init(2, 2),
            sample(X).init(3, 2, "same"),
            sample(X).init((3, 2), (2, 1), "SAME"),
            sample(X).init(3, 2, "pad", 1),
            sample(X).init(3, 1, "pad", (1, 0), 2, True),
            sample(t(3, 7, 6, distinct=True)).init((2,), 2, "pad", ceil_mode=True),
        ],
        errors=[
            *WRONG_MODE,
            *WRONG_SIZE,
            error_sample(X, raises=TypeError).init([2, 2]),
            error_sample(X, raises=ValueError).init((2, 2, 2)),
            error_sample(X, raises=ValueError).init(9),
            error_sample(X, raises=ValueError).init(2, 2, "pad", 2),
            error_sample(X, raises=ValueError).init(2, 2, return_indices=True),
        ],
    ),
    Op(
        "mindspore.nn.MaxPool3d",
        [
            sample(V).init(2, 2),
            sample(V).init(3, 2, "same"),
            sample(V).init(3, 2, "pad", (1, 0, 1)),
            sample(V).init(2, 2, "pad", 1, return_indices=True),
            sample(V).init((2, 2, 3), 2, "pad", 1, ceil_mode=True),
            sample(t(2, 5, 4, 6, distinct=True)).init(2, 1, "pad", 0, 2),
        ],
        errors=[error_sample(V, raises=ValueError).init(3, 2, "valid", ceil_mode=True)],
    ),
]

AVG_CELLS = [
    Op(
        "mindspore.nn.AvgPool1d",
        [
            sample(L).init(3, 2),
            sample(L).init(6, 2),
            sample(L).init(3, 2, "same"),
            sample(L).init(6, 3, "same"),
            sample(L).init(3, 2, "pad", 1),
            sample(L).init((3,), 2, "pad", (1,), count_include_pad=False),
            sample(t(3, 7)).init(2, 2, ceil_mode=True),
        ],
        errors=[error_sample(L, raises=ValueError).init(9), error_sample(L, raises=ValueError).init(3, 2, padding=1)],
        tol=AVG,
    ),
    Op(
        "mindspore.nn.AvgPool2d",
        [
            sample(X),
            sample(X).init(2, 2),
            sample(X).init(3, 2, "same"),
            sample(X).init(2, 2, "same", count_include_pad=False),
            sample(X).init(2, 2, "same", divisor_override=3),
            sample(X).init(3, 2, "pad", 1),
            sample(X).init(3, 2, "pad", (1, 0), count_include_pad=False),
            sample(X).init(3, 2, ceil_mode=True),
            sample(t(3, 7, 6)).init((2, 3), (1, 2), divisor_override=2),
        ],
        errors=[
            *WRONG_MODE,
            *WRONG_SIZE,
            error_sample(X, raises=ValueError).init(2, 2, padding=1),
            error_sample(X, raises=ValueError).init(5, 1, "pad", 3),
            error_sample(X, raises=ValueError).init(2, divisor_override=0),
        ],
        tol=AVG,
    ),
    Op(
        "mindspore.nn.AvgPool3d",
        [
            sample(V).init(3, 2),
            sample(V).init(3, 2, "same"),
            sample(V).init(3, 2, "same", count_include_pad=False),
            sample(V).init(3, 2, "pad", (1, 0, 1)),
            sample(V).init((3, 2, 2), 2, "pad", 1, True, False, 4),
            sample(t(2, 5, 4, 6)).init(3, 2, ceil_mode=True),
        ],
        errors=[error_sample(V, raises=ValueError).init((3, 2), 2)],
        tol=AVG,
    ),
    Op(
        "mindspore.nn.LPPool1d",
        [sample(t(2, 3, 7, low=0.1)).init(2, 3), sample(t(3, 7, low=0.1)).init(3, 2, 1)],
        errors=[error_sample(L, raises=ValueError).init(0, 2)],
        tol=2e-5,
    ),
    Op(
        "mindspore.nn.LPPool2d",
        [sample(t(2, 3, 7, 6, low=0.1)).init(2, 3), sample(t(2, 3, 7, 6, low=0.1)).init(3, (2, 1), 1)],
        tol=2e-5,
    ),
    # MindSpore has no CPU kernel for these; their arguments are torch's
    Op("mindspore.nn.MaxPool2dExt", [sample(X).init(3, 2)], oracle="mindspore.nn.MaxPool2d"),
    Op("mindspore.nn.AvgPool1dExt", [sample(L).init(3, 2)], oracle="mindspore.nn.AvgPool1d", tol=AVG),
    Op(
        "mindspore.nn.AvgPool2dExt",
        [sample(X).init(3, 2), sample(X).init((3, 2), (1, 2))],
        oracle="mindspore.nn.AvgPool2d",
        tol=AVG,
    ),
    Op("mindspore.nn.AvgPool3dExt", [sample(V).init(3, 2)], oracle="mindspore.nn.AvgPool3d", tol=AVG),
]

PRIMITIVES = [
    Op(
        "mindspore.ops.MaxPool",
        [sample(X), sample(X).init(2, 2), sample(X).init((3, 2), 2, "SAME")],
        errors=[
            error_sample(X, raises=ValueError).init(2, 2, "pad"),
            error_sample(t(3, 5, 5), raises=ValueError).init(2),
        ],
    ),
    Op(
        "mindspore.ops.AvgPool",
        [sample(X), sample(X).init(2, 2), sample(X).init((3, 2), 2, "SAME")],
        tol=AVG,
    ),
    Op(
        "mindspore.ops.MaxPool3D",
        [sample(V).init(2, 2), sample(V).init(3, 2, "same"), sample(V).init(3, 2, "pad", 1)],
        errors=[error_sample(V, raises=ValueError).init(2, 2, "same", 1)],
    ),
    Op(
        "mindspore.ops.AvgPool3D",
        [
            sample(V).init(2, 2),
            sample(V).init(3, 2, "same"),
            sample(V).init(3, 2, "pad", (1, 0, 1, 1, 0, 0), True, False),
            sample(V).init(3, 2, "pad", 1, divisor_override=7),
        ],
        errors=[error_sample(V, raises=ValueError).init(2, 2, "same", 1)],
        tol=AVG,
    ),
    Op("mindspore.ops.MaxPoolWithArgmax", [sample(X).init(2, 2), sample(X).init(3, 2, "same")]),
    Op(
        "mindspore.ops.MaxPoolWithArgmaxV2",
        [sample(X).init(2), sample(X).init(3, 2, 1), sample(X).init(3, 1, argmax_type=named("mindspore.int32"))],
        errors=[error_sample(X, raises=TypeError).init(2, argmax_type=named("mindspore.float32"))],
    ),
    Op("mindspore.ops.MaxPool3DWithArgmax", [sample(V).init(2, 2, 0), sample(V).init(3, 2, 1, ceil_mode=True)]),
]

OPS = [*FUNCTIONS, *ADAPTIVE, *FRACTIONAL, *UNPOOL, *MAX_CELLS, *AVG_CELLS, *PRIMITIVES]
