"""mint: reductions, cumulative functions, order and sets."""

from __future__ import annotations

from tests.opdb._mint import mint
from tests.opdb._spec import dtype, error_sample, sample, t, values
from tests.opdb._sweeps import over_axes

TWO = ("float32", "float64")
X = t(2, 3, 4, distinct=True)
REPEATED = values([1, 3, 1, 2, 2, 5, 3], "int32")
RUNS = values([1, 1, 2, 2, 3, 1, 1, 2], "int32")
BAD_DIM = (error_sample(t(2, 3), 5, raises=ValueError),)

OPS = [
    *(mint(name, *over_axes("dim", "keepdim", TWO), tol=1e-5) for name in ["mean", "sum", "amax", "amin"]),
    mint("nansum", *over_axes("dim", "keepdim", TWO), sample(values([1.0, float("nan"), 2])).no_grad(), tol=1e-5),
    mint("prod", *over_axes("dim", "keepdim", TWO, several=False), tol=1e-5),
    mint("logsumexp", sample(X, 1), sample(X, (0, 2), True), tol=1e-5),
    *(
        mint(
            name,
            *over_axes("dim", "keepdim", ("bool", "float32", "int32"), several=False)[2:3],
            sample(t(2, 3, dtype="bool")),
            sample(t(2, 3, dtype="bool"), 1),
            sample(t(2, 3, dtype="bool"), -1, True),
            sample(t(2, 3, dtype="int32"), dim=0).answered_by(f"torch.{name}"),
            grad=False,
        )
        for name in ("all", "any")
    ),
    *(
        mint(name, sample(X), sample(X, 1), sample(X, -1, True), sample(X, dim=0, keepdim=True), grad=False)
        for name in ("argmax", "argmin")
    ),
    *(
        mint(
            name,
            sample(X),
            sample(X, 1),
            sample(X, -1, True),
            sample(X, dim=0, keepdim=True),
            sample(t(2, 3), t(2, 3)),
            sample(t(2, 3, dtype="int32"), t(3, dtype="int32")),
        )
        for name in ("max", "min")
    ),
    mint(
        "median",
        sample(t(3, 5, distinct=True)),
        sample(t(3, 5, distinct=True), 1),
        sample(t(3, 5, distinct=True), -1, True),
        grad=False,
    ),
    *(
        mint(
            name,
            sample(X),
            sample(X, 1),
            sample(X, (0, 2), correction=0),
            sample(X, -1, keepdim=True),
            sample(X, dim=1, correction=2, keepdim=True),
            errors=(error_sample(X, 1, correction=False, raises=TypeError),),
            tol=1e-5,
        )
        for name in ("var", "std", "var_mean", "std_mean")
    ),
    mint(
        "count_nonzero",
        sample(t(3, 4, dtype="int32", low=0, high=1)),
        sample(t(3, 4, dtype="int32", low=0, high=1), 1),
        sample(t(3, 4, dtype="int32", low=0, high=1), dim=(0, 1)),
        grad=False,
    ),
    *(mint(name, sample(X, 1), sample(X, -1), sample(t(5, distinct=True), dim=0)) for name in ("cummax", "cummin")),
    *(
        mint(
            name,
            sample(X, 1),
            sample(X, -1),
            sample(t(5), dim=0),
            sample(t(2, 3), 1, dtype=dtype("float64")),
            sample(t(2, 3, dtype="int32"), 0),
            errors=BAD_DIM,
            tol=1e-5,
        )
        for name in ("cumprod", "cumsum")
    ),
    mint(
        "diff",
        sample(t(5)),
        sample(t(3, 5), 2),
        sample(t(3, 5), dim=0),
        sample(t(3, 5), prepend=t(3, 1), append=t(3, 2)),
    ),
    mint(
        "histc",
        sample(t(10)),
        sample(t(10), 4),
        sample(t(10), bins=5, min=-1, max=1),
        sample(t(3, 4, dtype="int32"), 3, -2, 2),
        grad=False,
    ),
    mint(
        "bincount",
        sample(values([1, 1, 3, 0], "int32")),
        sample(values([1, 1, 3, 0], "int32"), values([0.5, 1, 2, 4])),
        sample(values([1, 2], "int64"), minlength=5),
        grad=False,
    ),
    mint("sort", sample(X), sample(X, dim=1, descending=True), sample(X, dim=-2, stable=True)),
    mint("argsort", sample(X), sample(X, 1, True), sample(X, dim=0, stable=True), grad=False),
    mint(
        "topk",
        sample(X, 2),
        sample(X, 1, 1),
        sample(X, 2, -1, False),
        sample(X, 2, dim=0, largest=True, sorted=True),
        errors=(error_sample(t(3), "2", raises=TypeError),),
    ),
    mint("kthvalue", sample(X, 2), sample(X, 1, 1), sample(X, 2, -1, True), grad=False),
    mint(
        "searchsorted",
        sample(values([1.0, 3, 5, 7]), values([0.0, 3, 8])),
        sample(values([1.0, 3, 5, 7]), values([0.0, 3, 8]), right=True),
        sample(values([[1.0, 3, 5], [2, 4, 6]]), values([[3.0, 1, 2], [4, 9, 0]]), out_int32=True),
        grad=False,
    ),
    mint(
        "unique",
        sample(REPEATED),
        sample(REPEATED, True, True),
        sample(REPEATED, True, True, True),
        sample(values([[1, 2], [1, 2], [0, 5]], "int32"), dim=0),
        grad=False,
    ),
    mint(
        "unique_consecutive",
        sample(RUNS),
        sample(RUNS, True),
        sample(RUNS, True, True),
        sample(values([[1, 2], [1, 2], [0, 5]], "int32"), dim=0),
        grad=False,
    ),
    mint(
        "norm",
        sample(X),
        sample(X, 2, 1),
        sample(X, 1, (0, 2), True),
        sample(t(2, 3), float("inf")),
        sample(t(2, 3), p="fro", dim=-1),
        tol=1e-5,
    ),
    mint(
        "linalg.vector_norm",
        sample(X),
        sample(X, 1),
        sample(X, float("inf"), 1),
        sample(X, 3, (0, 1), True),
        sample(X, dtype=dtype("float64")),
        tol=1e-5,
    ),
    mint(
        "linalg.matrix_norm",
        sample(t(3, 4)),
        *(sample(X, o) for o in ("fro", "nuc", 1, -1, 2, -2, float("inf"))),
        sample(X, 1, (0, 1), True),
        tol=1e-4,
    ),
    mint(
        "linalg.norm",
        sample(X),
        sample(t(3, 4), 1),
        sample(t(3, 4), "nuc"),
        sample(t(3, 4), 2, -1),
        sample(X, None, 1, True),
        tol=1e-4,
    ),
    mint(
        "softmax", sample(X, 1), sample(X, -1), sample(t(), 0), sample(t(2, 3), dim=0, dtype=dtype("float64")), tol=1e-5
    ),
    mint("special.log_softmax", sample(X, 1), sample(X, dim=-1), sample(t(2, 3), 0, dtype=dtype("float64")), tol=1e-5),
]
