"""Elementwise functions of one tensor: signs, roots, exponentials, logarithms, rounding."""

from __future__ import annotations

from tests.opdb._spec import Op, error_sample, sample, t, values
from tests.opdb._sweeps import NUMBERS, unary

INF, NAN = float("inf"), float("nan")
EXTREMES = values([0.0, -0.0, INF, -INF, NAN, 1.0, -1.0])
EDGES = sample(EXTREMES).no_grad()
HALVES = values([0.5, 1.5, 2.5, -0.5, -1.5, 1.2, -1.7])
COMPLEX = sample(t(2, 3, dtype="complex64"))
NO_TENSOR = [error_sample(3.0, raises=TypeError), error_sample([1.0], raises=TypeError)]
INTEGERS = [sample(t(2, 3, dtype="int32", low=1)), sample(t(3, dtype="uint8", low=1))]

OPS = [
    Op(
        "mindspore.ops.abs",
        [*unary(NUMBERS), EDGES, COMPLEX.no_grad(), sample(t(4, dtype="bool"))],
        also=["mindspore.Tensor.abs", "mindspore.ops.absolute", "mindspore.Tensor.absolute", "mindspore.ops.Abs"],
        errors=[error_sample("x", raises=TypeError), *NO_TENSOR],
    ),
    Op(
        "mindspore.ops.neg",
        [*unary(NUMBERS), EDGES, COMPLEX.no_grad(), sample(t(3, dtype="uint8"))],
        also=["mindspore.Tensor.neg", "mindspore.ops.negative", "mindspore.Tensor.negative", "mindspore.ops.Neg"],
        errors=NO_TENSOR,
    ),
    Op(
        "mindspore.ops.positive",
        [*unary(NUMBERS), EDGES],
        also=["mindspore.Tensor.positive"],
        errors=NO_TENSOR,
    ),
    Op(
        "mindspore.ops.square",
        [*unary(NUMBERS), EDGES, COMPLEX.no_grad()],
        also=["mindspore.Tensor.square", "mindspore.ops.Square"],
        errors=NO_TENSOR,
    ),
    Op(
        "mindspore.ops.sqrt",
        [*unary(low=0.1, high=9), *INTEGERS, EDGES, COMPLEX.no_grad()],
        also=["mindspore.Tensor.sqrt", "mindspore.ops.Sqrt"],
        errors=NO_TENSOR,
    ),
    Op(
        "mindspore.ops.rsqrt",
        [*unary(low=0.1, high=9), EDGES],
        also=["mindspore.Tensor.rsqrt", "mindspore.ops.Rsqrt"],
        errors=NO_TENSOR,
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.reciprocal",
        [*unary(low=0.5, high=9), *INTEGERS, EDGES],
        also=["mindspore.Tensor.reciprocal", "mindspore.ops.Reciprocal"],
        errors=NO_TENSOR,
    ),
    Op(
        "mindspore.ops.inv",
        [*unary(low=0.5, high=9), sample(values([1, -1, 3], "int32"))],
        also=["mindspore.Tensor.inv", "mindspore.ops.Inv"],
        errors=NO_TENSOR,
    ),
    Op(
        "mindspore.ops.exp",
        [*unary(), EDGES],
        also=["mindspore.Tensor.exp", "mindspore.ops.Exp"],
        like=["mindspore.ops.tensor_exp"],
        errors=NO_TENSOR,
        tol=1e-5,
    ),
    Op("mindspore.ops.exp2", [*unary(), *INTEGERS, EDGES], tol=1e-5),
    Op(
        "mindspore.ops.expm1",
        [*unary(low=0.5, high=3), EDGES],
        also=["mindspore.Tensor.expm1", "mindspore.ops.Expm1"],
        like=["mindspore.ops.tensor_expm1"],
        errors=NO_TENSOR,
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.log",
        [*unary(low=0.1, high=9), EDGES, COMPLEX.no_grad()],
        also=["mindspore.Tensor.log", "mindspore.ops.Log"],
        errors=NO_TENSOR,
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.log2",
        [*unary(low=0.1, high=9), EDGES],
        also=["mindspore.Tensor.log2"],
        errors=NO_TENSOR,
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.log10",
        [*unary(low=0.1, high=9), EDGES],
        also=["mindspore.Tensor.log10"],
        errors=NO_TENSOR,
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.log1p",
        [*unary(low=0.5, high=9), EDGES],
        also=["mindspore.Tensor.log1p", "mindspore.ops.Log1p"],
        errors=NO_TENSOR,
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.sign",
        [*unary(NUMBERS), COMPLEX.no_grad(), sample(values([0.0, -0.0, INF, -INF, 1.0])).no_grad()],
        also=["mindspore.Tensor.sgn", "mindspore.ops.sgn", "mindspore.ops.Sign"],
        like=["mindspore.Tensor.sign"],
        errors=NO_TENSOR,
    ),
    Op(
        "mindspore.ops.signbit",
        [*unary(NUMBERS), EDGES],
        also=["mindspore.Tensor.signbit"],
        errors=NO_TENSOR,
        grad=False,
    ),
    Op(
        "mindspore.ops.ceil",
        [*unary(), EDGES, sample(HALVES).no_grad()],
        also=["mindspore.Tensor.ceil", "mindspore.ops.Ceil"],
        errors=NO_TENSOR,
    ),
    Op(
        "mindspore.ops.floor",
        [*unary(), EDGES, sample(HALVES).no_grad()],
        also=["mindspore.Tensor.floor", "mindspore.ops.Floor"],
        errors=NO_TENSOR,
    ),
    Op(
        "mindspore.ops.trunc",
        [*unary(NUMBERS), EDGES, sample(HALVES).no_grad()],
        also=["mindspore.Tensor.trunc", "mindspore.ops.Trunc"],
        errors=NO_TENSOR,
    ),
    Op(
        "mindspore.ops.round",
        [
            *unary(NUMBERS),
            EDGES,
            sample(HALVES).no_grad(),
            sample(HALVES, decimals=1).answered_by("torch.round").no_grad(),
        ],
        also=["mindspore.Tensor.round"],
        errors=NO_TENSOR,
    ),
    Op("mindspore.ops.Round", [*unary(NUMBERS), sample(HALVES).no_grad()]),
    Op("mindspore.ops.Rint", [*unary(), EDGES, sample(HALVES).no_grad()]),
    Op(
        "mindspore.ops.frac",
        [*unary(NUMBERS), sample(HALVES).no_grad()],
        also=["mindspore.Tensor.frac"],
        tol=1e-6,
    ),
    Op(
        "mindspore.ops.nan_to_num",
        [
            *unary(("float32", "float16")),
            EDGES,
            sample(EXTREMES, 1.0, 2.0, 3.0).no_grad(),
            sample(EXTREMES, nan=0.5).no_grad(),
        ],
        also=["mindspore.Tensor.nan_to_num"],
        errors=NO_TENSOR,
    ),
    Op("mindspore.ops.NanToNum", [EDGES, EDGES.init(1.0), EDGES.init(nan=1.0, posinf=2.0, neginf=3.0)]),
    Op("mindspore.ops.PopulationCount", [sample(t(2, 3, dtype="int16")), sample(t(3, dtype="uint16"))]),
    Op(
        "mindspore.ops.population_count",
        [sample(t(2, 3, dtype="int16"))],
        errors=[error_sample(t(2), raises=TypeError)],
    ),
    Op("mindspore.ops.Eps", unary(), grad=False, also=["mindspore.ops.eps"]),
]
