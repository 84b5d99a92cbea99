"""Reductions. Tensor's methods differ in argument names, order and results, so they have samples of their own."""

from __future__ import annotations

from tests.opdb._spec import Op, dtype, error_sample, sample, t, values
from tests.opdb._sweeps import NUMBERS, over_axes

X = t(2, 3, 4, distinct=True)
NAN = values([[1.0, float("nan"), 0.5], [2.0, -1.0, 3.0]])
TIES = values([[1.0, 3.0, 3.0], [2.0, 2.0, 0.0]])

OPS = [
    Op(
        "mindspore.ops.sum",
        [
            *over_axes("dim", "keepdim", NUMBERS),
            sample(t(2, 3, dtype="bool"), dim=1),
            sample(t(2, 3, dtype="int32"), dim=1, dtype=dtype("float32")),
            # MindSpore's kernel returns memory it never wrote
            sample(t(0, 3)).answered_by("torch.sum"),
            sample(t(0, 3), 0).answered_by("torch.sum"),
            sample(t()),
        ],
        errors=[error_sample(X, 3, raises=ValueError), error_sample(X, "x", raises=TypeError)],
    ),
    Op(
        "mindspore.Tensor.sum",
        [*over_axes("axis", "keepdims", NUMBERS), sample(X, dim=1), sample(X, dtype=dtype("float64"))],
    ),
    Op(
        "mindspore.ops.ReduceSum",
        [sample(X), sample(X, 1), sample(X, (0, 2)).init(keep_dims=True), sample(X, ()).init(True)],
    ),
    Op(
        "mindspore.ops.mean",
        [*over_axes("axis", "keep_dims"), sample(t())],
        errors=[error_sample(X, 3, raises=ValueError)],
    ),
    Op("mindspore.Tensor.mean", [*over_axes("axis", "keep_dims"), sample(X, dim=1, keepdim=True)]),
    Op("mindspore.ops.ReduceMean", [sample(X), sample(X, -1), sample(X, (0, 1)).init(keep_dims=True)]),
    Op(
        "mindspore.ops.max",
        [*over_axes("axis", "keepdims", several=False), sample(NAN, 1).no_grad(), sample(TIES, 1).no_grad()],
        errors=[error_sample(X, 3, raises=ValueError)],
    ),
    Op(
        "mindspore.Tensor.max",
        [
            *over_axes("axis", "keepdims", several=False),
            sample(X, dim=1),
            sample(X, 1, True),
            sample(X, dim=1, keepdim=True),
            sample(X, axis=1, return_indices=True),
        ],
    ),
    Op("mindspore.ops.ReduceMax", [sample(X), sample(X, 1), sample(X, (0, 2)).init(keep_dims=True)]),
    Op("mindspore.ops.ArgMaxWithValue", [sample(X), sample(X).init(1), sample(X).init(axis=-1, keep_dims=True)]),
    Op("mindspore.ops.min", [*over_axes("axis", "keepdims", several=False), sample(NAN, 1).no_grad()]),
    Op("mindspore.Tensor.min", [*over_axes("axis", "keepdims", several=False), sample(X, dim=1)]),
    Op(
        "mindspore.ops.argmax",
        [
            sample(X),
            sample(X, 1),
            sample(X, -1),
            sample(X, dim=0, keepdim=True),
            sample(t(5, dtype="float64"), 0),
            sample(TIES, 1),
        ],
        errors=[error_sample(X, 3, raises=ValueError)],
    ),
    Op("mindspore.Tensor.argmax", [sample(X), sample(X, 1), sample(X, axis=1), sample(X, dim=1, keepdim=True)]),
    Op("mindspore.ops.Argmax", [sample(X), sample(X).init(axis=1, output_type=dtype("int64"))]),
    Op(
        "mindspore.ops.var",
        [
            *over_axes("axis", "keepdims"),
            sample(X, 1, 0),
            sample(X, axis=1, ddof=1, keepdims=True),
            sample(X, ddof=True),
        ],
        tol=1e-5,
    ),
    Op("mindspore.Tensor.var", [*over_axes("axis", "keepdims"), sample(X, axis=1, ddof=1)], tol=1e-5),
    Op(
        "mindspore.ops.std",
        [*over_axes("axis", "keepdims"), sample(X, 1, 0), sample(X, axis=1, ddof=1, keepdims=True)],
        tol=1e-5,
    ),
    Op(
        "mindspore.Tensor.std",
        [sample(X), sample(X, 1), sample(X, axis=-1, keepdims=True), sample(X, axis=1, ddof=1), sample(X, dim=1)],
        tol=1e-5,
    ),
]
