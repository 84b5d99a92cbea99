"""Elementwise arithmetic of two operands, powers, and sums of many."""

from __future__ import annotations

from tests.opdb._spec import Op, error_sample, sample, t, values
from tests.opdb._sweeps import FLOATS, binary

EXTREMES = values([0.0, -0.0, float("inf"), float("-inf"), float("nan"), 1.0, -1.0])
SHAPES = error_sample(t(2, 3), t(2, 4), raises=ValueError)
TEXT = error_sample(t(2), "x", raises=TypeError)
LISTS = error_sample(t(2), [1.0, 2.0], raises=TypeError)
POSITIVE = binary(right=(1, 4))
INTEGERS = [
    sample(values([7, -7, 7, -7], "int32"), values([2, 2, -2, -2], "int32")),
    sample(values([7.5, -7.5, 7.0, -7.0]), values([2.0, 2.0, -2.0, -2.0])).no_grad(),
]
NUMBERS_ALONE = [sample(2, 3), sample(2.5, 2)]
X, Y = t(2, 3), t(3)

OPS = [
    Op(
        "mindspore.ops.add",
        [
            *binary(),
            *NUMBERS_ALONE,
            sample(2.5, X),
            sample(t(2, 3, dtype="int32"), 2.5),
            sample(t(2, dtype="bool"), t(2)),
            sample(t(2, dtype="int32"), True),
            sample(t(2, 3, dtype="complex64"), Y),
        ],
        also=["mindspore.ops.Add"],
        like=["mindspore.ops.tensor_add", "mindspore.ops.TensorAdd"],
        errors=[SHAPES, TEXT, LISTS],
    ),
    Op(
        "mindspore.Tensor.add",
        [
            *binary(),
            sample(X, Y, alpha=2),
            sample(X, 1, alpha=2),
            sample(t(2, 3), [1.0, 2.0, 3.0]),
            sample(t(2, 3, dtype="int32"), (1.5, 2.0, 3.0)),
        ],
        errors=[SHAPES, TEXT],
    ),
    Op(
        "mindspore.ops.sub",
        [
            *binary(),
            *NUMBERS_ALONE,
            sample(2.5, X),
            sample(t(2, 3, dtype="int32"), 2.5),
            sample(t(2, dtype="bool"), t(2)),
            sample(t(2, dtype="int8"), t(2, dtype="bool")),
        ],
        also=["mindspore.ops.Sub"],
        like=["mindspore.ops.tensor_sub"],
        errors=[SHAPES, TEXT, error_sample(t(2, dtype="bool"), t(2, dtype="bool"), raises=TypeError)],
    ),
    Op(
        "mindspore.Tensor.sub",
        [
            *binary(),
            sample(X, Y, alpha=2),
            sample(X, y=Y),
            sample(t(5, dtype="bool"), t(5, dtype="bool")),
            sample(t(2, 3), [1.0, 2.0, 3.0]),
        ],
        errors=[SHAPES, TEXT],
    ),
    Op(
        "mindspore.ops.subtract",
        [*binary(), sample(X, Y, alpha=2)],
        also=["mindspore.Tensor.subtract"],
        errors=[SHAPES],
    ),
    Op(
        "mindspore.ops.mul",
        [*binary(), *NUMBERS_ALONE, sample(2.5, X), sample(t(2, 3, dtype="bool"), Y)],
        also=["mindspore.Tensor.mul", "mindspore.ops.multiply", "mindspore.Tensor.multiply", "mindspore.ops.Mul"],
        like=["mindspore.ops.tensor_mul", "mindspore.ops.tensor_muls"],
        errors=[SHAPES, TEXT],
    ),
    Op(
        "mindspore.ops.div",
        [
            *POSITIVE,
            sample(X, t(3, low=1), rounding_mode="floor").no_grad(),
            sample(X, t(3, low=1), rounding_mode="trunc").no_grad(),
            sample(t(2, 3, dtype="int32"), t(3, dtype="int32", low=1), rounding_mode="floor"),
            sample(X, values([0.0, -0.0, 1.0])).no_grad(),
        ],
        also=["mindspore.Tensor.div", "mindspore.ops.divide", "mindspore.Tensor.divide"],
        errors=[error_sample(t(2), t(2), rounding_mode="up", raises=ValueError), SHAPES],
    ),
    Op(
        "mindspore.ops.true_divide",
        POSITIVE,
        also=["mindspore.Tensor.true_divide", "mindspore.ops.Div"],
        errors=[SHAPES],
    ),
    Op(
        "mindspore.ops.RealDiv",
        [*POSITIVE, *INTEGERS[:1], sample(2, X)],
        like=["mindspore.ops.tensor_div"],
        errors=[SHAPES, TEXT],
    ),
    Op(
        "mindspore.ops.floor_divide",
        [*(one.no_grad() for one in POSITIVE), *INTEGERS],
        also=["mindspore.Tensor.floor_divide", "mindspore.ops.floor_div", "mindspore.ops.FloorDiv"],
        like=["mindspore.ops.tensor_floordiv", "mindspore.ops.floordiv"],
        errors=[SHAPES, TEXT],
        grad=False,
    ),
    Op(
        "mindspore.ops.floor_mod",
        [*POSITIVE, *INTEGERS],
        also=["mindspore.ops.FloorMod"],
        like=["mindspore.ops.floormod", "mindspore.ops.tensor_mod"],
        errors=[SHAPES, TEXT],
    ),
    Op(
        "mindspore.ops.remainder",
        [*POSITIVE, *INTEGERS],
        also=["mindspore.Tensor.remainder"],
        errors=[SHAPES, TEXT],
    ),
    Op("mindspore.ops.fmod", [*POSITIVE, *INTEGERS], also=["mindspore.Tensor.fmod"], errors=[SHAPES, TEXT]),
    Op("mindspore.ops.Mod", [*binary(FLOATS, right=(1, 4)), *INTEGERS], errors=[SHAPES]),
    Op(
        "mindspore.ops.truncate_mod",
        [*binary(FLOATS, right=(1, 4)), *INTEGERS],
        also=["mindspore.ops.TruncateMod"],
        errors=[SHAPES],
    ),
    Op(
        "mindspore.ops.truncate_div",
        [*POSITIVE, *INTEGERS],
        also=["mindspore.ops.TruncateDiv"],
        errors=[SHAPES],
        grad=False,
    ),
    Op(
        "mindspore.ops.pow",
        [
            *binary(FLOATS, left=(0.1, 3)),
            sample(X, 2),
            sample(2, X),
            sample(t(2, 3, low=1, dtype="int32"), 2),
            sample(t(2, 3, low=1, dtype="int32"), -1),
            sample(t(2, 3, low=1, dtype="int32"), 0.5),
            sample(2, 3),
        ],
        also=["mindspore.Tensor.pow", "mindspore.ops.Pow"],
        like=["mindspore.ops.tensor_pow", "mindspore.ops.pows"],
        errors=[SHAPES, TEXT],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.float_power",
        [*binary(FLOATS, left=(0.1, 3)), sample(t(2, 3, low=1, dtype="int32"), -1), sample(2, X)],
        also=["mindspore.Tensor.float_power"],
        errors=[SHAPES, TEXT],
    ),
    Op(
        "mindspore.ops.maximum",
        [*binary(empty=False), sample(EXTREMES, 0.5).no_grad()],
        also=["mindspore.Tensor.maximum", "mindspore.ops.Maximum"],
        errors=[SHAPES, TEXT],
    ),
    Op(
        "mindspore.ops.minimum",
        [*binary(empty=False), sample(EXTREMES, 0.5).no_grad()],
        also=["mindspore.Tensor.minimum", "mindspore.ops.Minimum"],
        errors=[SHAPES, TEXT],
    ),
    Op(
        "mindspore.ops.fmax",
        [*binary(empty=False), sample(EXTREMES, 0.5).no_grad()],
        also=["mindspore.Tensor.fmax", "mindspore.ops.Fmax"],
        errors=[SHAPES, TEXT],
    ),
    Op(
        "mindspore.ops.fmin",
        [sample(X, Y), sample(values([1.0, float("nan")]), t(2)).no_grad()],
        like=["mindspore.Tensor.fmin", "mindspore.ops.Fmin"],
        oracle="torch.fmin",
        errors=[SHAPES],
    ),
]
