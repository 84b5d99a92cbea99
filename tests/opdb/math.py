"""Elementwise mathematics."""

from __future__ import annotations

from tests.opdb._spec import Op, error_sample, sample, t, values
from tests.opdb._sweeps import FLOATS, NUMBERS, binary, unary

EXTREMES = values([0.0, -0.0, float("inf"), float("-inf"), float("nan"), 1.0, -1.0])

OPS = [
    Op(
        "mindspore.ops.abs",
        [*unary(NUMBERS), sample(EXTREMES).no_grad(), sample(t(2, 3, dtype="complex64"))],
        also=["mindspore.Tensor.abs", "mindspore.ops.Abs"],
        errors=[error_sample(3, raises=TypeError), error_sample("x", raises=TypeError)],
    ),
    Op(
        "mindspore.ops.add",
        [*binary(), sample(2.5, t(2, 3)), sample(t(2, 3, dtype="int32"), 2.5), sample(t(2, dtype="bool"), t(2))],
        also=["mindspore.ops.Add"],
        errors=[error_sample(t(2, 3), t(2, 4), raises=ValueError), error_sample(t(2), "x", raises=TypeError)],
    ),
    Op("mindspore.Tensor.add", binary()),
    Op(
        "mindspore.ops.sub",
        [*binary(), sample(2.5, t(2, 3)), sample(t(2, 3, dtype="int32"), 2.5)],
        also=["mindspore.ops.Sub"],
        errors=[error_sample(t(2, 3), t(2, 4), raises=ValueError)],
    ),
    Op("mindspore.Tensor.sub", binary()),
    Op(
        "mindspore.ops.mul",
        [*binary(), sample(2.5, t(2, 3)), sample(t(2, 3, dtype="bool"), t(3))],
        also=["mindspore.Tensor.mul", "mindspore.ops.Mul"],
        errors=[error_sample(t(2, 3), t(2, 4), raises=ValueError)],
    ),
    Op(
        "mindspore.ops.div",
        [
            *binary(right=(1, 4)),
            sample(t(2, 3), t(3, low=1), rounding_mode="floor"),
            sample(t(2, 3), t(3, low=1), rounding_mode="trunc"),
            sample(t(2, 3, dtype="int32"), t(3, dtype="int32", low=1), rounding_mode="floor"),
            sample(t(2, 3), values([0.0, -0.0, 1.0])).no_grad(),
        ],
        also=["mindspore.Tensor.div"],
        errors=[error_sample(t(2), t(2), rounding_mode="up", raises=ValueError)],
    ),
    Op("mindspore.ops.Div", binary(FLOATS, right=(1, 4))),
    Op(
        "mindspore.ops.exp",
        [*unary(), sample(EXTREMES).no_grad()],
        also=["mindspore.Tensor.exp", "mindspore.ops.Exp"],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.log",
        [*unary(low=0.1, high=9), sample(EXTREMES).no_grad()],
        also=["mindspore.Tensor.log", "mindspore.ops.Log"],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.pow",
        [
            *binary(FLOATS, left=(0.1, 3)),
            sample(t(2, 3), 2),
            sample(2, t(2, 3)),
            sample(t(2, 3, low=1, dtype="int32"), 2),
        ],
        also=["mindspore.ops.Pow"],
        tol=1e-5,
    ),
    Op("mindspore.Tensor.pow", binary(FLOATS, left=(0.1, 3)), tol=1e-5),
    Op(
        "mindspore.ops.maximum",
        [*binary(empty=False), sample(EXTREMES, 0.5).no_grad()],
        also=["mindspore.ops.Maximum"],
        errors=[error_sample(t(2, 3), t(2, 4), raises=ValueError)],
    ),
    Op("mindspore.Tensor.maximum", binary(scalar=None, empty=False)),
]
