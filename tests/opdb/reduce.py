"""Sums, means, products; extremes and where they stand; all and any. The methods have call forms of their own."""

from __future__ import annotations

from tests.opdb._spec import Op, dtype, error_sample, sample, t, values
from tests.opdb._sweeps import NUMBERS, over_axes

NOT = float("nan")
X = t(2, 3, 4, distinct=True)
NAN = values([[1.0, NOT, 0.5], [2.0, -1.0, 3.0]])
TIES = values([[1.0, 3.0, 3.0], [2.0, 2.0, 0.0]])
B = t(2, 3, dtype="bool")
I = t(2, 3, dtype="int32", distinct=True)
OUT = error_sample(X, 3, raises=ValueError)
TEXT = error_sample(X, "x", raises=TypeError)
PRIMITIVE = [
    sample(X),
    sample(X, 1),
    sample(X, -1),
    sample(X, [0]),
    sample(X, (0, 2)).init(keep_dims=True),
    sample(X, ()).init(True),
    sample(t(3, 4, dtype="float64", distinct=True), 0),
]
HALF = t(3, 4, dtype="float16", distinct=True)

OPS = [
    Op(
        "mindspore.ops.sum",
        [
            *over_axes("dim", "keepdim", NUMBERS),
            sample(t(2, 3, dtype="bool"), dim=1),
            sample(I, dim=1, dtype=dtype("float32")),
            # MindSpore's kernel returns memory it never wrote
            sample(t(0, 3)).answered_by("torch.sum"),
            sample(t(0, 3), 0).answered_by("torch.sum"),
            sample(t()),
            sample(X, ()),
            sample(X, [0, 1]),
        ],
        errors=[OUT, TEXT],
    ),
    Op(
        "mindspore.Tensor.sum",
        [
            *over_axes("axis", "keepdims", NUMBERS),
            sample(X, dim=1),
            sample(X, dim=1, keepdim=True),
            sample(X, dtype=dtype("float64")),
            sample(X, 0, dtype("float64")),
            sample(X, 0, None, True),
            sample(X, 0, dtype("float32"), True, 3).no_grad(),
            sample(X, axis=0, initial=2),
            sample(X, (0, 1)),
            sample(B),
        ],
        errors=[OUT],
    ),
    Op(
        "mindspore.ops.ReduceSum",
        [
            *PRIMITIVE,
            sample(I, 0),
            sample(t(3, dtype="int8")),
            sample(X, 0).init(skip_mode=True),
            sample(X, ()).init(skip_mode=True),
        ],
        errors=[OUT, TEXT],
    ),
    Op("mindspore.ops.reduce_sum", [sample(X), sample(X, 1), sample(I, (0, 1))]),
    Op(
        "mindspore.ops.mean",
        [*over_axes("axis", "keep_dims"), sample(t()), sample(I), sample(I, 1), sample(X, ()), sample(X, [0, 1])],
        errors=[OUT, TEXT, error_sample(X, 1.0, raises=TypeError)],
        tol=1e-5,
    ),
    Op(
        "mindspore.Tensor.mean",
        [
            *over_axes("axis", "keep_dims"),
            sample(X, dim=1, keepdim=True),
            sample(X, dtype=dtype("float64")),
            sample(I, dtype=dtype("float32")),
            sample(I, 1),
            sample(X, [0, 1]),
        ],
        errors=[OUT],
        tol=1e-5,
    ),
    Op("mindspore.ops.ReduceMean", [*PRIMITIVE, sample(I, 0)], errors=[OUT], tol=1e-5),
    Op("mindspore.ops.reduce_mean", [sample(X), sample(X, 1)], tol=1e-5),
    Op(
        "mindspore.ops.prod",
        [
            *over_axes("axis", "keep_dims", NUMBERS),
            sample(B, 1),
            sample(I, 1, dtype=dtype("float32")),
            sample(TIES, 0, dtype=dtype("float64")),
            sample(TIES),
        ],
        errors=[OUT, TEXT],
        tol=1e-5,
    ),
    Op(
        "mindspore.Tensor.prod",
        [
            *over_axes("dim", "keepdim", NUMBERS, several=False),
            sample(TIES, 1, True),
            sample(TIES, 0, dtype=dtype("float64")),
        ],
        tol=1e-5,
    ),
    Op("mindspore.ops.ReduceProd", [*PRIMITIVE, sample(I, 0), sample(TIES, 1)], errors=[OUT], tol=1e-5),
    Op(
        "mindspore.ops.nansum",
        [
            *over_axes("axis", "keepdims"),
            sample(NAN).no_grad(),
            sample(NAN, 1, dtype=dtype("float64")).no_grad(),
            sample(I),
        ],
        also=["mindspore.Tensor.nansum"],
    ),
    Op(
        "mindspore.ops.nanmean",
        [*over_axes("axis", "keepdims"), sample(NAN).no_grad(), sample(NAN, 1, True, dtype=dtype("float64")).no_grad()],
        also=["mindspore.Tensor.nanmean"],
        errors=[error_sample(I, raises=TypeError)],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.logsumexp",
        [
            sample(X, 1),
            sample(X, (0, 1), True),
            sample(X, -1, keepdim=True),
            sample(X, ()),
            sample(t(3, 4, dtype="float64"), 0),
            sample(values([[90.0, 91.0]]), 1),
        ],
        also=["mindspore.Tensor.logsumexp"],
        errors=[OUT, error_sample(I, 1, raises=TypeError)],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.count_nonzero",
        [sample(TIES), sample(TIES, 0), sample(TIES, (0, 1), True), sample(I, 1, dtype=dtype("int64"))],
        also=["mindspore.Tensor.count_nonzero"],
        grad=False,
    ),
    Op("mindspore.ops.CountNonZero", [sample(TIES).answered_by("torch.count_nonzero")], grad=False),
    Op("mindspore.Tensor.sum_to_size", [sample(t(2, 3), 3), sample(t(2, 3), 1, 3), sample(t(2, 3), (2, 1))]),
    # ---- extremes
    Op(
        "mindspore.ops.max",
        [
            *over_axes("axis", "keepdims", several=False),
            sample(NAN, 1).no_grad(),
            sample(TIES, 1).no_grad(),
            sample(I, 1),
            sample(values([[1, 2], [60000, 4]], "uint16"), 1).no_grad(),
            sample(values([1, 2**63 + 5, 7], "uint64")).no_grad(),
            sample(X, 1, initial=2.0).no_grad(),
            sample(TIES, 1, initial=-1.0, where=values([[True, False, True], [True, True, False]], "bool")).no_grad(),
            sample(t()),
        ],
        errors=[
            OUT,
            error_sample(X, (0, 1), raises=TypeError),
            error_sample(t(0, 3), raises=ValueError),
            error_sample(TIES, 0, where=B, raises=ValueError),
        ],
    ),
    Op(
        "mindspore.Tensor.max",
        [
            *over_axes("axis", "keepdims", several=False),
            sample(X, dim=1),
            sample(X, 1, True),
            sample(X, None),
            sample(X, (0, 1)),
            sample(X, 0, initial=3.0).no_grad(),
            sample(X, 1, keepdims=True),
            sample(X, dim=1, keepdim=True),
            sample(X, axis=(0, 1)),
            sample(X, axis=1, return_indices=True),
            sample(X, return_indices=True),
            sample(TIES, axis=0, initial=-1.0, where=B).no_grad(),
        ],
        errors=[OUT, error_sample(X, 1.0, raises=TypeError)],
    ),
    Op(
        "mindspore.ops.min",
        [*over_axes("axis", "keepdims", several=False), sample(NAN, 1).no_grad(), sample(X, 1, initial=-2.0).no_grad()],
        errors=[OUT, error_sample(t(0, 3), raises=ValueError)],
    ),
    Op(
        "mindspore.Tensor.min",
        [
            *over_axes("axis", "keepdims", several=False),
            sample(X, dim=1),
            sample(X, 1, True),
            sample(X, 1, keepdims=True),
            sample(X, axis=1, return_indices=True),
        ],
        errors=[OUT],
    ),
    Op(
        "mindspore.ops.amax",
        [
            *over_axes("axis", "keepdims"),
            sample(X, ()),
            sample(X, 0, initial=2.0).no_grad(),
            sample(TIES, 0, initial=-1.0, where=B).no_grad(),
            sample(I, (0, 1)),
        ],
        also=["mindspore.Tensor.amax"],
        errors=[OUT, error_sample(TIES, 0, where=B, raises=ValueError)],
    ),
    Op(
        "mindspore.ops.amin",
        [*over_axes("axis", "keepdims"), sample(X, ()), sample(X, 0, initial=-2.0).no_grad(), sample(I, (0, 1))],
        also=["mindspore.Tensor.amin"],
        errors=[OUT, error_sample(TIES, 0, where=B, raises=ValueError)],
    ),
    Op("mindspore.ops.ReduceMax", [*PRIMITIVE, sample(I, 0)], errors=[OUT]),
    Op("mindspore.ops.ReduceMin", [*PRIMITIVE, sample(I, 0)], errors=[OUT]),
    Op("mindspore.ops.reduce_max", [sample(X), sample(X, 1)]),
    Op("mindspore.ops.reduce_min", [sample(X), sample(X, (0, 1))]),
    Op(
        "mindspore.ops.aminmax",
        [sample(X), sample(X, axis=1, keepdims=True), sample(X, axis=None), sample(HALF, axis=1), sample(t())],
        also=["mindspore.Tensor.aminmax"],
        errors=[error_sample(X, axis=3, raises=ValueError)],
    ),
    Op(
        "mindspore.ops.ArgMaxWithValue",
        [sample(X), sample(X).init(1), sample(X).init(axis=-1, keep_dims=True), sample(TIES).init(1).no_grad()],
    ),
    Op("mindspore.ops.ArgMinWithValue", [sample(X), sample(X).init(1), sample(X).init(axis=-1, keep_dims=True)]),
    Op("mindspore.Tensor.argmax_with_value", [sample(X), sample(X, 1, True), sample(X, axis=-1)]),
    Op("mindspore.Tensor.argmin_with_value", [sample(X), sample(X, 1, True), sample(X, axis=-1)]),
    Op(
        "mindspore.ops.argmax",
        [
            sample(X),
            sample(X, 1),
            sample(X, -1),
            sample(X, dim=0, keepdim=True),
            sample(X, None, True),
            sample(t(5, dtype="float64"), 0),
            sample(I, 1),
            sample(TIES, 1),
            sample(t()),
        ],
        errors=[OUT, error_sample(X, 1.0, raises=TypeError)],
        grad=False,
    ),
    Op(
        "mindspore.Tensor.argmax",
        [sample(X), sample(X, 1), sample(X, axis=1), sample(X, 1, True), sample(X, dim=1, keepdim=True)],
        grad=False,
    ),
    Op(
        "mindspore.ops.argmin",
        [sample(X), sample(X, 1), sample(X, axis=-1, keepdims=True), sample(t(5, dtype="float64"), 0), sample(TIES, 1)],
        errors=[OUT],
        grad=False,
    ),
    Op(
        "mindspore.Tensor.argmin",
        [sample(X), sample(X, 1), sample(X, axis=1, keepdims=True), sample(X, dim=1, keepdim=True)],
        grad=False,
    ),
    Op("mindspore.ops.Argmax", [sample(X), sample(X).init(axis=1, output_type=dtype("int64"))], grad=False),
    Op("mindspore.ops.Argmin", [sample(X), sample(X).init(axis=1, output_type=dtype("int64"))], grad=False),
    *(
        Op(
            f"mindspore.ops.{name}",
            [
                sample(B),
                sample(B, 1),
                sample(B, (0, 1), True),
                sample(B, axis=-1, keep_dims=True),
                sample(TIES, 1),
                sample(t(3, 4, dtype="int32"), 0),
                sample(t(dtype="bool")),
            ],
            errors=[error_sample(B, 3, raises=ValueError), error_sample(True, raises=TypeError)],
            grad=False,
        )
        for name in ("all", "any")
    ),
    *(
        Op(
            f"mindspore.Tensor.{name}",
            [
                sample(B),
                sample(B, 1),
                sample(B, axis=0, keep_dims=True),
                sample(B, dim=0, keepdim=True),
                sample(B, (0, 1)),
                sample(TIES),
            ],
            grad=False,
        )
        for name in ("all", "any")
    ),
    Op("mindspore.ops.ReduceAll", [sample(B), sample(B, 1), sample(B, (0, 1)).init(keep_dims=True)], grad=False),
    Op("mindspore.ops.ReduceAny", [sample(B), sample(B, 1), sample(B, (0, 1)).init(keep_dims=True)], grad=False),
]
