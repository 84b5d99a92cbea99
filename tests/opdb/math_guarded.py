"""Arithmetic with rules of its own: logarithms of sums, guarded quotients, interpolation, sums of many."""

from __future__ import annotations

from tests.opdb._spec import Op, error_sample, sample, t, values
from tests.opdb._sweeps import FLOATS, binary

INF, NAN = float("inf"), float("nan")
X, Y = t(2, 3), t(3)
D = t(2, 3, dtype="float64")
SHAPES = error_sample(t(2, 3), t(2, 4), raises=ValueError)
NUMBER = error_sample(X, 2.0, raises=TypeError)
ZEROS = values([[0.0, 1.0, 0.0], [2.0, 0.0, 3.0]])

OPS = [
    Op(
        "mindspore.ops.logaddexp",
        [*binary(FLOATS, scalar=None, empty=False), sample(values([90.0, -90.0]), values([90.0, -91.0]))],
        also=["mindspore.Tensor.logaddexp"],
        errors=[SHAPES, NUMBER, error_sample(t(2, dtype="int32"), t(2, dtype="int32"), raises=TypeError)],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.logaddexp2",
        binary(FLOATS, scalar=None, empty=False),
        also=["mindspore.Tensor.logaddexp2"],
        errors=[SHAPES, NUMBER],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.xlogy",
        [*binary(FLOATS, right=(0.1, 4)), sample(values([0.0, 1.0, 0.0]), values([0.0, 0.0, 2.0])).no_grad()],
        also=["mindspore.Tensor.xlogy"],
        errors=[SHAPES],
        tol=1e-5,
    ),
    Op("mindspore.ops.Xlogy", binary(FLOATS, right=(0.1, 4), scalar=None), errors=[SHAPES], tol=1e-5),
    Op(
        "mindspore.ops.xdivy",
        [*binary(FLOATS, right=(1, 4)), sample(values([0.0, 1.0, 0.0]), values([0.0, 0.0, 2.0])).no_grad()],
        also=["mindspore.Tensor.xdivy", "mindspore.ops.Xdivy"],
        errors=[SHAPES],
    ),
    Op(
        "mindspore.ops.DivNoNan",
        [*binary(FLOATS, right=(1, 4)), sample(X, ZEROS).no_grad()],
        errors=[SHAPES],
    ),
    Op("mindspore.ops.MulNoNan", [*binary(FLOATS), sample(values([INF, NAN, 1.0]), values([0.0, 0.0, 2.0])).no_grad()]),
    Op("mindspore.ops.SquaredDifference", binary(), errors=[SHAPES]),
    Op("mindspore.ops.SquareSumAll", [sample(X, X), sample(t(4), t(4))], tol=1e-5),
    Op(
        "mindspore.ops.copysign",
        [
            *(one.no_grad() for one in binary()),
            sample(X, -1.0).no_grad(),
            sample(X, values([-0.0, 0.0, 1.0])).no_grad(),
        ],
        also=["mindspore.Tensor.copysign"],
        errors=[error_sample(2.0, X, raises=TypeError)],
    ),
    Op(
        "mindspore.ops.heaviside",
        [
            sample(values([-1.0, 0.0, 2.0]), values([0.5, 0.5, 0.5])),
            sample(values([-1, 0, 2], "int32"), values([5], "int32")),
            sample(t(2, 3, dtype="float64"), t(3, dtype="float64")),
        ],
        also=["mindspore.Tensor.heaviside", "mindspore.ops.Heaviside"],
        errors=[SHAPES, error_sample(t(2), t(2, dtype="int32"), raises=TypeError)],
        grad=False,
    ),
    Op(
        "mindspore.ops.nextafter",
        [sample(X, X), sample(D, D), sample(values([1.0, 1.0]), values([2.0, 0.0]))],
        also=["mindspore.Tensor.nextafter", "mindspore.ops.NextAfter"],
        errors=[SHAPES, NUMBER],
        grad=False,
    ),
    Op(
        "mindspore.ops.ldexp",
        [
            sample(X, t(3, dtype="int32")),
            sample(t(3), 2),
            sample(t(3), Y),
            sample(t(3, dtype="int32"), t(3, dtype="int32")),
        ],
        also=["mindspore.Tensor.ldexp"],
        errors=[SHAPES],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.lerp",
        [sample(X, X, 0.5), sample(X, Y, 0.25), sample(X, X, values(0.5)), sample(X, X, Y)],
        also=["mindspore.Tensor.lerp"],
        errors=[error_sample(X, t(2, 4), 0.5, raises=ValueError)],
    ),
    Op("mindspore.ops.Lerp", [sample(X, X, values(0.5)), sample(X, X, Y)]),
    Op("mindspore.ops.LerpScalar", [sample(X, X, 0.5), sample(X, Y, 0.25)], oracle="torch.lerp"),
    Op(
        "mindspore.ops.addcdiv",
        [
            sample(X, X, t(2, 3, low=1)),
            sample(X, X, t(2, 3, low=1), 2.0),
            sample(X, Y, t(3, low=1), value=2),
            sample(X, X, t(2, 3, low=1), values([2.0])),
            sample(D, D, t(2, 3, dtype="float64", low=1)),
        ],
        errors=[error_sample(X, t(2, 4), t(2, 4), raises=ValueError)],
    ),
    Op(
        "mindspore.Tensor.addcdiv",
        [sample(X, X, t(2, 3, low=1)), sample(X, Y, t(3, low=1), value=2)],
        oracle="mindspore.ops.addcdiv",
    ),
    Op("mindspore.ops.Addcdiv", [sample(X, X, t(2, 3, low=1), values([2.0])), sample(X, Y, t(3, low=1), values(2.0))]),
    Op(
        "mindspore.ops.addcmul",
        [sample(X, X, X), sample(X, X, Y, 2.0), sample(X, X, Y, value=values([2.0])), sample(D, D, D, 2)],
        also=["mindspore.Tensor.addcmul"],
        errors=[error_sample(X, t(2, 4), t(2, 4), raises=ValueError)],
        tol=1e-5,
    ),
    Op("mindspore.ops.Addcmul", [sample(X, X, X, values([2.0])), sample(X, X, Y, values(2.0))], tol=1e-5),
    Op(
        "mindspore.ops.addn",
        [sample([X, X]), sample((X, X, X)), sample([t(3, dtype="int32"), t(3, dtype="int32")]), sample([D])],
        also=["mindspore.ops.AddN"],
        errors=[
            error_sample(X, raises=TypeError),
            error_sample([X, t(2, 3, dtype="int32")], raises=TypeError),
            error_sample([X, Y], raises=ValueError),
        ],
    ),
    Op(
        "mindspore.ops.accumulate_n",
        [sample([X, X]), sample((X, X, X))],
        like=["mindspore.ops.AccumulateNV2"],
        oracle="mindspore.ops.addn",
    ),
    Op(
        "mindspore.ops.hyper_add",
        [sample(X, X), sample((X, X), (X, X)), sample((X, (X, Y)), (X, (X, Y))), sample(2, 3)],
    ),
]
