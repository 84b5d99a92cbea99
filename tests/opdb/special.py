"""Special functions, as functions, Primitives, methods and layers."""

from __future__ import annotations

from tests.opdb._spec import Op, Sample, error_sample, sample, t, values

POSITIVE = t(3, 4, low=0.2, high=5.0)
INTS = t(3, dtype="int32")


def over(low: float, high: float, *extra: Sample) -> list[Sample]:
    """Shapes and types within a domain."""
    return [
        sample(t(3, 4, low=low, high=high)),
        sample(t(low=low, high=high)),
        sample(t(0, 3, low=low, high=high)),
        sample(t(5, dtype="float64", low=low, high=high)),
        sample(t(5, dtype="float16", low=low, high=high)),
        *extra,
    ]


def documented(name: str, *dtypes: str) -> list[Sample]:
    """Integers that MindSpore's documentation shows and its CPU kernel refuses."""
    return [sample(values([0, 1, 1], dtype)).answered_by(f"torch.{name}").no_grad() for dtype in dtypes]


NOT_INTS = [error_sample(INTS, raises=TypeError)]
OPS = [
    Op(
        "mindspore.ops.bessel_i0",
        over(-5.0, 5.0),
        also=["mindspore.ops.BesselI0", "mindspore.ops.i0", "mindspore.Tensor.i0"],
        errors=NOT_INTS,
        tol=1e-5,
    ),
    Op("mindspore.ops.bessel_i0e", over(-5.0, 5.0), also=["mindspore.ops.BesselI0e"], errors=NOT_INTS, tol=1e-5),
    Op("mindspore.ops.bessel_i1", over(-5.0, 5.0), also=["mindspore.ops.BesselI1"], errors=NOT_INTS, tol=1e-5),
    Op("mindspore.ops.bessel_i1e", over(-5.0, 5.0), also=["mindspore.ops.BesselI1e"], errors=NOT_INTS, tol=1e-5),
    Op("mindspore.ops.bessel_j0", over(-9.0, 9.0), also=["mindspore.ops.BesselJ0"], errors=NOT_INTS, tol=1e-5),
    Op(
        "mindspore.ops.bessel_j1",
        over(-9.0, 9.0, sample(values([0.0, 1.0]))),
        also=["mindspore.ops.BesselJ1"],
        errors=NOT_INTS,
        tol=1e-5,
    ),
    Op("mindspore.ops.bessel_y0", over(0.2, 9.0), also=["mindspore.ops.BesselY0"], errors=NOT_INTS, tol=1e-5),
    Op("mindspore.ops.bessel_y1", over(0.2, 9.0), also=["mindspore.ops.BesselY1"], errors=NOT_INTS, tol=1e-5),
    Op("mindspore.ops.bessel_k0", over(0.2, 9.0), also=["mindspore.ops.BesselK0"], errors=NOT_INTS, tol=1e-5),
    Op("mindspore.ops.bessel_k0e", over(0.2, 9.0), also=["mindspore.ops.BesselK0e"], errors=NOT_INTS, tol=1e-5),
    Op("mindspore.ops.bessel_k1", over(0.2, 9.0), also=["mindspore.ops.BesselK1"], errors=NOT_INTS, tol=1e-5),
    Op("mindspore.ops.bessel_k1e", over(0.2, 9.0), also=["mindspore.ops.BesselK1e"], errors=NOT_INTS, tol=1e-5),
    Op(
        "mindspore.ops.digamma",
        [each for each in over(0.2, 6.0, sample(values([-0.5, -1.5, 1.0]))) if 0 not in each.args[0].shape],
        also=["mindspore.ops.Digamma", "mindspore.Tensor.digamma"],
        errors=NOT_INTS,
        tol=2e-5,
    ),
    Op(
        "mindspore.ops.lgamma",
        over(0.2, 6.0, sample(values([-0.5, -1.5, 3.0])), sample(values([1, 3, 5], "int32"))),
        also=["mindspore.ops.Lgamma", "mindspore.Tensor.lgamma"],
        errors=[error_sample(t(3, dtype="int64"), raises=TypeError)],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.erf",
        over(-3, 3, sample(values([0.0, float("inf"), -float("inf")])).no_grad(), *documented("erf", "int64", "bool")),
        also=["mindspore.ops.Erf", "mindspore.Tensor.erf"],
        errors=NOT_INTS,
    ),
    Op(
        "mindspore.ops.erfc",
        over(-3, 3, sample(values([0.0, float("inf"), -float("inf")])).no_grad(), *documented("erfc", "int64", "bool")),
        also=["mindspore.ops.Erfc", "mindspore.Tensor.erfc"],
        errors=NOT_INTS,
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.erfinv",
        over(
            -0.9,
            0.9,
            sample(values([1.0, -1.0, 2.0])).no_grad(),
            *documented("erfinv", "int8", "int16", "int32", "int64", "uint8", "bool"),
        ),
        also=["mindspore.ops.Erfinv", "mindspore.Tensor.erfinv"],
        errors=[error_sample(t(3, dtype="uint16"), raises=TypeError)],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.logit",
        over(0.1, 0.9, sample(t(5, low=0.0, high=1.0), 0.25).no_grad(), sample(values([0.0, 1.0, 2.0])).no_grad()),
        also=["mindspore.Tensor.logit"],
        errors=[*NOT_INTS, error_sample(POSITIVE, "x", raises=TypeError)],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.Logit",
        [sample(t(5, low=0.1, high=0.9)), sample(t(5, low=0.0, high=1.0)).init(0.25).no_grad()],
        errors=[error_sample(INTS, raises=TypeError)],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.polygamma",
        [
            sample(values(1, "int32"), POSITIVE),
            sample(values(0, "int64"), POSITIVE),
            sample(values(3, "int32"), t(4, dtype="float64", low=0.5, high=4.0)),
        ],
        also=["mindspore.ops.Polygamma"],
        errors=[
            error_sample(1, POSITIVE, raises=TypeError),
            error_sample(values([1, 2], "int32"), POSITIVE, raises=ValueError),
            error_sample(values(1, "int32"), INTS, raises=TypeError),
        ],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.mvlgamma",
        [
            sample(t(3, 4, low=2.0, high=6.0), 3),
            sample(t(5, dtype="float64", low=1.0, high=6.0), 2),
            sample(POSITIVE, 1),
        ],
        also=["mindspore.Tensor.mvlgamma"],
        errors=[
            error_sample(t(3, low=0.1, high=0.9), 3, raises=ValueError),
            error_sample(POSITIVE, 0, raises=ValueError),
            error_sample(POSITIVE, 1.0, raises=TypeError),
        ],
        tol=1e-5,
    ),
    Op("mindspore.ops.Mvlgamma", [sample(t(3, 4, low=2.0, high=6.0)).init(3), sample(POSITIVE).init(p=1)], tol=1e-5),
    Op(
        "mindspore.ops.igamma",
        [
            sample(POSITIVE, t(3, 4, low=0.1, high=6.0)),
            sample(t(3, 1, low=0.2, high=5.0), t(4, low=0.1, high=6.0)),
            sample(t(4, dtype="float64", low=0.2, high=5.0), t(4, dtype="float64", low=0.1, high=6.0)),
        ],
        also=[
            "mindspore.ops.igammac",
            "mindspore.ops.Igamma",
            "mindspore.ops.Igammac",
            "mindspore.Tensor.igamma",
            "mindspore.Tensor.igammac",
        ],
        errors=[
            error_sample(INTS, INTS, raises=TypeError),
            error_sample(POSITIVE, 2.0, raises=TypeError),
            error_sample(POSITIVE, t(3, 4, dtype="float64"), raises=TypeError),
            error_sample(POSITIVE, t(5, low=0.1), raises=ValueError),
        ],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.zeta",
        [
            sample(t(3, 4, low=1.5, high=5.0), POSITIVE).no_grad(),
            sample(t(3, low=1.5, high=5.0), 2).no_grad(),
            sample(2, POSITIVE),
            sample(t(3, dtype="float64", low=1.5, high=5.0), t(3, dtype="float64", low=0.5, high=5.0)).no_grad(),
        ],
        errors=[error_sample(INTS, INTS, raises=TypeError)],
        tol=1e-5,
    ),
    Op("mindspore.ops.Zeta", [sample(t(3, 4, low=1.5, high=5.0), POSITIVE).no_grad()], tol=1e-5),
    Op(
        "mindspore.nn.LGamma",
        [sample(POSITIVE), sample(t(3, low=-4.0, high=0.0))],
        errors=NOT_INTS,
        tol=1e-4,
    ),
    Op("mindspore.nn.DiGamma", [sample(POSITIVE)], errors=NOT_INTS, tol=1e-4),
    Op(
        "mindspore.nn.IGamma",
        [
            sample(POSITIVE, t(3, 4, low=0.1, high=6.0)).no_grad(),
            sample(t(3, 1, low=0.5, high=3.0), t(4, low=0.1)).no_grad(),
        ],
        errors=[error_sample(INTS, INTS, raises=TypeError)],
        tol=1e-4,
    ),
    Op(
        "mindspore.nn.LBeta",
        [sample(POSITIVE, t(3, 4, low=0.2, high=20.0)), sample(t(3, 1, low=8.0, high=20.0), t(4, low=8.0, high=20.0))],
        errors=[error_sample(INTS, INTS, raises=TypeError)],
        tol=1e-4,
    ),
]
