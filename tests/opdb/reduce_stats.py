"""Spread, medians, quantiles and histograms; running sums, products and extremes; differences and integrals."""

from __future__ import annotations

from tests.opdb._spec import Op, dtype, error_sample, sample, t, values
from tests.opdb._sweeps import over_axes

NOT = float("nan")
X = t(2, 3, 4, distinct=True)
M = t(3, 5, distinct=True)
D = t(3, 5, dtype="float64", distinct=True)
I = t(3, 4, dtype="int32", distinct=True)
NAN = values([[1.0, NOT, 0.5], [2.0, -1.0, 3.0]])
OUT = error_sample(X, 3, raises=ValueError)
COUNTS = values([1, 2, 2, 5], "int32")
SPREAD = [
    *over_axes("axis", "keepdims"),
    sample(X, 1, 0),
    sample(X, axis=1, ddof=1, keepdims=True),
    sample(X, (0, 1), 1),
]
METHOD = [one for one in SPREAD if one.args[1:] != (2, True)]  # a bool for `ddof` is a keyword of the function only
TIES = values([[1.0, 3.0, 3.0], [2.0, 2.0, 0.0]])
RUNNING = [sample(X, 0), sample(X, 1), sample(X, -1), sample(t(4), 0), sample(D, 1)]

OPS = [
    Op(
        "mindspore.ops.var",
        [*SPREAD, sample(X, ddof=True)],
        errors=[OUT, error_sample(X, ddof=1.5, raises=TypeError)],
        tol=1e-5,
    ),
    Op("mindspore.ops.std", SPREAD, errors=[OUT, error_sample(X, ddof=1.5, raises=TypeError)], tol=1e-5),
    Op("mindspore.Tensor.var", [*METHOD, sample(I)], tol=1e-5),
    Op("mindspore.Tensor.std", [*METHOD, sample(I), sample(X, dim=1)], tol=1e-5),
    Op("mindspore.ops.var_mean", SPREAD, errors=[OUT], tol=1e-5),
    Op("mindspore.ops.std_mean", SPREAD, errors=[OUT], tol=1e-5),
    Op(
        "mindspore.ops.ReduceStd",
        [
            sample(X),
            sample(X).init(axis=1, unbiased=False, keep_dims=True),
            sample(X).init([0, 1]),
            sample(X).init((0, 2)),
        ],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.median",
        [sample(M), sample(M, 0, True), sample(X, 1), sample(I, 1), sample(M, axis=-2, keepdims=True), sample(t())],
        also=["mindspore.Tensor.median"],
        errors=[OUT],
    ),
    Op(
        "mindspore.ops.nanmedian",
        [sample(M), sample(M, 0, True), sample(NAN).no_grad(), sample(NAN, 0).no_grad()],
        also=["mindspore.Tensor.nanmedian"],
        errors=[OUT],
    ),
    Op(
        "mindspore.ops.Median",
        [
            sample(M),
            sample(M).init(axis=1, keep_dims=True),
            sample(NAN).init(axis=1, ignore_nan=True).no_grad(),
        ],
    ),
    Op(
        "mindspore.ops.quantile",
        [sample(M, 0.5), sample(M, values([0.25, 0.75])), sample(D, 0.3)],
        like=["mindspore.Tensor.quantile", "mindspore.ops.Quantile"],
        oracle="torch.quantile",
        errors=[error_sample(M, [0.1, 0.2], raises=TypeError)],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.nanquantile",
        [sample(M, 0.5), sample(NAN, 0.5).no_grad()],
        like=["mindspore.Tensor.nanquantile"],
        oracle="torch.nanquantile",
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.cov",
        [
            sample(M),
            sample(t(5)),
            sample(M, correction=0),
            sample(M, fweights=values([1, 2, 1, 3, 1], "int32")),
            sample(M, aweights=values([1.0, 2.0, 1.0, 0.5, 1.0])).no_grad(),
        ],
        also=["mindspore.Tensor.cov"],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.bincount",
        [
            sample(COUNTS),
            sample(COUNTS, values([0.5, 1.0, 2.0, 3.0]), 8).no_grad(),
            sample(values([1, 2, 2, 5], "int64"), minlength=7),
            sample(COUNTS, COUNTS),
        ],
        also=["mindspore.Tensor.bincount"],
        errors=[error_sample(t(2, 3, dtype="int32", low=0), raises=ValueError)],
        grad=False,
    ),
    Op("mindspore.ops.Bincount", [sample(COUNTS, values(6, "int32"), values([1.0, 2.0, 1.0, 1.0]))], grad=False),
    Op(
        "mindspore.ops.histc",
        [sample(M), sample(M, 4), sample(M, 4, 0.0, 2.0), sample(I, 4, 0.0, 3.0)],
        grad=False,
    ),
    Op("mindspore.Tensor.histc", [sample(M), sample(M, 4), sample(M, 4, 0, 2)], grad=False),
    Op("mindspore.ops.Histogram", [sample(M), sample(M).init(4, 0.0, 2.0)], grad=False),
    Op("mindspore.Tensor.ptp", [sample(M), sample(M, 1), sample(M, 0, True), sample(X, (0, 1))]),
    # ---- running
    Op(
        "mindspore.ops.cumsum",
        [
            *RUNNING,
            sample(I, 1),
            sample(t(3, dtype="uint8"), 0),
            sample(X, 0, dtype("float64")),
            sample(I, 0, dtype("float32")),
        ],
        errors=[OUT, error_sample(t(3, dtype="bool"), 0, raises=TypeError)],
        tol=1e-5,
    ),
    Op(
        "mindspore.Tensor.cumsum",
        [
            *RUNNING,
            sample(X),
            sample(X, dim=1),
            sample(X, axis=1, dtype=dtype("float64")),
            sample(I, 0),
            sample(t(3, dtype="bool"), 0),
            sample(t(3, dtype="uint8"), 0),
        ],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.cumprod",
        [*RUNNING, sample(I, 1), sample(I, 1, dtype("float32")), sample(X, dim=0, dtype=dtype("float64"))],
        also=["mindspore.Tensor.cumprod"],
        errors=[OUT],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.cummax",
        [*RUNNING, sample(I, 0), sample(TIES, 1).no_grad(), sample(NAN, 1).no_grad()],
        also=["mindspore.Tensor.cummax"],
        errors=[OUT],
    ),
    Op(
        "mindspore.ops.cummin",
        [*RUNNING, sample(I, 0), sample(TIES, 1).no_grad()],
        also=["mindspore.Tensor.cummin"],
    ),
    Op("mindspore.ops.Cummax", [sample(X).init(1), sample(X).init(-1)]),
    Op("mindspore.ops.Cummin", [sample(X).init(1), sample(X).init(axis=0)]),
    Op("mindspore.ops.logcumsumexp", RUNNING, also=["mindspore.Tensor.logcumsumexp"], tol=1e-5),
    *(
        Op(
            f"mindspore.ops.{name}",
            [
                sample(X, 1),
                sample(X, -1).init(exclusive=True),
                sample(X, 0).init(reverse=True),
                sample(X, 1).init(True, True),
                sample(I, 1),
            ],
            errors=[OUT],
            tol=1e-5,
        )
        for name in ("CumSum", "CumProd")
    ),
    Op(
        "mindspore.ops.CumulativeLogsumexp",
        [
            sample(X, values(1, "int32")),
            sample(X, values(1, "int32")).init(reverse=True),
            sample(X, values(-1, "int64")).init(exclusive=True).no_grad(),
        ],
        errors=[error_sample(X, 1, raises=TypeError)],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.diff",
        [
            sample(M),
            sample(M, 1, 0),
            sample(I),
            sample(t(5, dtype="bool")),
            sample(M, prepend=t(3, 1), append=t(3, 2)),
        ],
        also=["mindspore.Tensor.diff"],
        errors=[error_sample(M, 2, raises=RuntimeError)],
    ),
    Op(
        "mindspore.ops.trapz",
        [sample(M), sample(M, dx=2.0, dim=0), sample(M, values([1.0, 2.0, 4.0, 5.0, 7.0])), sample(D)],
        errors=[error_sample([1.0], raises=TypeError)],
        tol=1e-5,
    ),
]
