"""Trigonometric and hyperbolic functions."""

from __future__ import annotations

from tests.opdb._spec import Op, error_sample, sample, t, values
from tests.opdb._sweeps import FLOATS, binary, unary

INF, NAN = float("inf"), float("nan")
NO_TENSOR = [error_sample(3.0, raises=TypeError), error_sample([1.0], raises=TypeError)]
COMPLEX = sample(t(2, 3, dtype="complex64")).no_grad()
EDGES = sample(values([0.0, -0.0, INF, -INF, NAN])).no_grad()
ONES = sample(values([1.0, -1.0, 1.5, 0.0, NAN])).no_grad()

OPS = [
    Op(
        "mindspore.ops.sin",
        [*unary(), EDGES, COMPLEX],
        also=["mindspore.Tensor.sin", "mindspore.ops.Sin"],
        errors=NO_TENSOR,
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.cos",
        [*unary(), EDGES, COMPLEX],
        also=["mindspore.Tensor.cos", "mindspore.ops.Cos"],
        errors=NO_TENSOR,
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.tan",
        [*unary(low=-1.2, high=1.2), EDGES],
        also=["mindspore.Tensor.tan", "mindspore.ops.Tan"],
        errors=NO_TENSOR,
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.asin",
        [*unary(low=-0.9, high=0.9), ONES],
        also=["mindspore.Tensor.asin", "mindspore.ops.arcsin", "mindspore.Tensor.arcsin", "mindspore.ops.Asin"],
        errors=NO_TENSOR,
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.acos",
        [*unary(low=-0.9, high=0.9), ONES],
        also=["mindspore.Tensor.acos", "mindspore.ops.arccos", "mindspore.Tensor.arccos", "mindspore.ops.ACos"],
        errors=NO_TENSOR,
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.atan",
        [*unary(), EDGES],
        also=["mindspore.Tensor.atan", "mindspore.ops.arctan", "mindspore.Tensor.arctan", "mindspore.ops.Atan"],
        errors=NO_TENSOR,
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.sinh",
        [*unary(), EDGES],
        also=["mindspore.Tensor.sinh", "mindspore.ops.Sinh"],
        errors=NO_TENSOR,
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.cosh",
        [*unary(), EDGES],
        also=["mindspore.Tensor.cosh", "mindspore.ops.Cosh"],
        errors=NO_TENSOR,
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.asinh",
        [*unary(), EDGES],
        also=["mindspore.Tensor.asinh", "mindspore.ops.arcsinh", "mindspore.Tensor.arcsinh", "mindspore.ops.Asinh"],
        errors=NO_TENSOR,
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.acosh",
        [*unary(low=1.2, high=9), ONES],
        also=["mindspore.Tensor.acosh", "mindspore.ops.arccosh", "mindspore.Tensor.arccosh", "mindspore.ops.Acosh"],
        errors=NO_TENSOR,
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.atanh",
        [*unary(low=-0.9, high=0.9), ONES],
        also=["mindspore.Tensor.atanh", "mindspore.ops.arctanh", "mindspore.Tensor.arctanh", "mindspore.ops.Atanh"],
        errors=NO_TENSOR,
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.sinc",
        [*unary(low=0.1, high=3), sample(values([0.0, 1.0])).no_grad(), sample(t(3, dtype="int32"))],
        also=["mindspore.Tensor.sinc", "mindspore.ops.Sinc"],
        errors=NO_TENSOR,
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.deg2rad",
        unary(),
        also=["mindspore.Tensor.deg2rad"],
        errors=[*NO_TENSOR, error_sample(t(2, dtype="int32"), raises=TypeError)],
    ),
    Op(
        "mindspore.ops.rad2deg",
        unary(),
        also=["mindspore.Tensor.rad2deg"],
        errors=[*NO_TENSOR, error_sample(t(2, dtype="int32"), raises=TypeError)],
    ),
    Op(
        "mindspore.ops.atan2",
        [
            *binary(FLOATS, right=(0.5, 3)),
            sample(values([0.0, -0.0, 1.0, -1.0]), values([-1.0, -1.0, 0.0, 0.0])).no_grad(),
        ],
        also=["mindspore.Tensor.atan2", "mindspore.ops.arctan2", "mindspore.Tensor.arctan2", "mindspore.ops.Atan2"],
        errors=[error_sample(t(2, 3), t(2, 4), raises=ValueError), error_sample(t(2), "x", raises=TypeError)],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.hypot",
        binary(("float32", "float64")),
        also=["mindspore.Tensor.hypot", "mindspore.ops.Hypot"],
        errors=[error_sample(t(2, 3), t(2, 4), raises=ValueError), error_sample(t(2), "x", raises=TypeError)],
        tol=1e-5,
    ),
]
