"""Comparisons, logic, and questions about values."""

from __future__ import annotations

from tests.opdb._spec import Op, error_sample, sample, t, values
from tests.opdb._sweeps import NUMBERS, binary, unary

INF, NAN = float("inf"), float("nan")
EXTREMES = values([0.0, -0.0, INF, -INF, NAN, 1.0])
SHAPES = error_sample(t(2, 3), t(2, 4), raises=ValueError)
TEXT = error_sample(t(2), "x", raises=TypeError)
EQUALS = values([[1, 2, 3], [4, 5, 6]], "int32"), values([1, 5, 3], "int32")
PAIRS = [*binary(), sample(*EQUALS), sample(EXTREMES, EXTREMES), sample(t(4, dtype="bool"), t(4, dtype="bool"))]
LOGIC = [
    sample(t(2, 3, dtype="bool"), t(3, dtype="bool")),
    sample(t(2, 3, dtype="bool"), True),
    sample(values([0.0, 1.0, 2.0]), values([0.0, 0.0, 3.0])),
    sample(values([0, 1, 2], "int32"), values([True, False, True], "bool")),
    sample(t(0, 3, dtype="bool"), t(3, dtype="bool")),
]
NOT_LOGICAL = [SHAPES, error_sample(t(2), 2.0, raises=TypeError)]
NO_TENSOR = [error_sample(3.0, raises=TypeError)]


def compared(names: list[str], *, number_first: bool = True) -> Op:
    """The six comparisons differ in nothing but the question."""
    first, *others = names
    more = [sample(2.0, t(2, 3)), sample(2, 3)] if number_first else []
    like = [name for name in others if name.startswith("mindspore.ops.tensor_")]
    also = [name for name in others if name not in like]
    return Op(first, [*PAIRS, *more], also=also, like=like, errors=[SHAPES, TEXT], grad=False)


def asked(name: str, primitive: str | None = None) -> Op:
    also = [f"mindspore.Tensor.{name}"] + ([f"mindspore.ops.{primitive}"] if primitive else [])
    samples = [*unary(), sample(EXTREMES)]
    return Op(f"mindspore.ops.{name}", samples, also=also, errors=NO_TENSOR, grad=False)


OPS = [
    compared(
        [
            "mindspore.ops.eq",
            "mindspore.Tensor.eq",
            "mindspore.ops.equal",
            "mindspore.Tensor.equal",
            "mindspore.ops.Equal",
        ],
        number_first=False,
    ),
    compared(
        [
            "mindspore.ops.ne",
            "mindspore.Tensor.ne",
            "mindspore.ops.not_equal",
            "mindspore.Tensor.not_equal",
            "mindspore.ops.NotEqual",
        ],
    ),
    compared(
        [
            "mindspore.ops.gt",
            "mindspore.Tensor.gt",
            "mindspore.ops.greater",
            "mindspore.Tensor.greater",
            "mindspore.ops.Greater",
            "mindspore.ops.tensor_gt",
        ],
    ),
    compared(
        [
            "mindspore.ops.ge",
            "mindspore.Tensor.ge",
            "mindspore.ops.greater_equal",
            "mindspore.Tensor.greater_equal",
            "mindspore.ops.GreaterEqual",
            "mindspore.ops.tensor_ge",
        ],
    ),
    compared(
        [
            "mindspore.ops.lt",
            "mindspore.Tensor.lt",
            "mindspore.ops.less",
            "mindspore.Tensor.less",
            "mindspore.ops.Less",
            "mindspore.ops.tensor_lt",
        ],
        number_first=False,
    ),
    compared(
        [
            "mindspore.ops.le",
            "mindspore.Tensor.le",
            "mindspore.ops.less_equal",
            "mindspore.Tensor.less_equal",
            "mindspore.ops.LessEqual",
            "mindspore.ops.tensor_le",
        ],
    ),
    Op(
        "mindspore.ops.logical_and",
        [*LOGIC, sample(True, False)],
        also=["mindspore.Tensor.logical_and", "mindspore.ops.LogicalAnd"],
        errors=NOT_LOGICAL,
        grad=False,
    ),
    Op(
        "mindspore.ops.logical_or",
        [*LOGIC, sample(True, False)],
        also=["mindspore.Tensor.logical_or", "mindspore.ops.LogicalOr"],
        errors=NOT_LOGICAL,
        grad=False,
    ),
    Op(
        "mindspore.ops.logical_xor",
        LOGIC,
        also=["mindspore.Tensor.logical_xor", "mindspore.ops.LogicalXor"],
        errors=NOT_LOGICAL,
        grad=False,
    ),
    Op(
        "mindspore.ops.logical_not",
        [*unary(("bool", *NUMBERS)), sample(EXTREMES)],
        also=["mindspore.Tensor.logical_not", "mindspore.ops.LogicalNot"],
        errors=[error_sample(True, raises=TypeError)],
        grad=False,
    ),
    asked("isnan", "IsNan"),
    asked("isinf", "IsInf"),
    asked("isfinite", "IsFinite"),
    asked("isneginf"),
    asked("isposinf"),
    Op(
        "mindspore.ops.isreal",
        [*unary(NUMBERS), sample(t(2, 3, dtype="complex64")), sample(values([1.0, 2.0], "complex64"))],
        also=["mindspore.Tensor.isreal"],
        errors=NO_TENSOR,
        grad=False,
    ),
    Op(
        "mindspore.ops.is_complex",
        [sample(t(2)), sample(t(2, dtype="complex64"))],
        also=["mindspore.Tensor.is_complex"],
        errors=NO_TENSOR,
        grad=False,
    ),
    Op(
        "mindspore.ops.is_floating_point",
        [sample(t(2)), sample(t(2, dtype="int32")), sample(t(2, dtype="float16"))],
        also=["mindspore.Tensor.is_floating_point"],
        grad=False,
    ),
    Op(
        "mindspore.Tensor.is_signed",
        [sample(t(2)), sample(t(2, dtype="uint8")), sample(t(2, dtype="bool"))],
        grad=False,
    ),
    Op(
        "mindspore.ops.is_nonzero",
        [sample(values(1)), sample(values([0.0])), sample(values([[True]], "bool"))],
        grad=False,
    ),
    Op(
        "mindspore.ops.isclose",
        [
            sample(t(2, 3), t(2, 3)),
            sample(values([1.0, 2.0, NAN]), values([1.000001, 2.1, NAN])),
            sample(values([1.0, 2.0, NAN]), values([1.000001, 2.1, NAN]), equal_nan=True),
            sample(values([1.0, 2.0, INF]), values([1.1, 2.1, INF]), 0.1, 0.01),
            sample(values([1, 2, 3], "int32"), values([1, 2, 4], "int32")),
            sample(values([[1.0], [2.0]]), values([1.0, 2.0])),
        ],
        also=["mindspore.Tensor.isclose"],
        errors=[
            SHAPES,
            error_sample(t(2), t(2, dtype="int32"), raises=TypeError),
            error_sample(t(2), 1.0, raises=TypeError),
        ],
        grad=False,
    ),
    Op("mindspore.ops.IsClose", [sample(values([1.0, 2.0]), values([1.000001, 2.1])).init(0.1)], grad=False),
    Op(
        "mindspore.Tensor.allclose",
        [
            sample(values([1.0, 2.0]), values([1.000001, 2.0])),
            sample(values([1.0, 2.0]), values([1.1, 2.0])),
            sample(values([NAN]), values([NAN]), equal_nan=True),
        ],
        grad=False,
    ),
    Op(
        "mindspore.ops.approximate_equal",
        [sample(t(2, 3), t(2, 3)), sample(values([1.0, 2.0]), values([1.05, 2.5]), 0.1)],
        errors=[error_sample(t(2), t(3), raises=RuntimeError)],
        grad=False,
    ),
    Op(
        "mindspore.Tensor.approximate_equal",
        [sample(t(2, 3), t(2, 3)), sample(values([1.0, 2.0]), values([1.05, 2.5]), 0.1)],
        errors=[error_sample(t(2), t(3), raises=ValueError)],
        grad=False,
    ),
    Op("mindspore.ops.ApproximateEqual", [sample(values([1.0, 2.0]), values([1.5, 4.5])).init(2.0)], grad=False),
    Op("mindspore.ops.EqualCount", [sample(*[values([1, 2, 3], "int32"), values([1, 5, 3], "int32")])], grad=False),
    Op(
        "mindspore.ops.CheckNumerics",
        [sample(t(2, 3)), sample(t(2, dtype="float64"))],
        errors=[
            error_sample(values([1.0, NAN]), raises=RuntimeError),
            error_sample(values([INF]), raises=RuntimeError),
        ],
    ),
]
