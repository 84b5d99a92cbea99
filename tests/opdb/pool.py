"""Pooling."""

from __future__ import annotations

from tests.opdb._spec import Op, sample, t

X = t(2, 3, 7, 6, distinct=True)
CELLS = [sample(X), sample(X).init(2, 2), sample(X).init(3, 2, "same"), sample(X).init(3, 2, "pad", 1)]

OPS = [
    Op(
        "mindspore.ops.max_pool2d",
        [
            sample(X, 2),
            sample(X, (3, 2), 1),
            sample(X, 3, 2, 1),
            sample(X, 3, 2, 1, 2),
            sample(X, 2, stride=2, return_indices=True),
            sample(X, 3, 2, ceil_mode=True),
        ],
        tol=0.0,
    ),
    Op(
        "mindspore.ops.avg_pool2d",
        [
            sample(X),
            sample(X, 2, 2),
            sample(X, (3, 2), 1, padding=1),
            sample(X, 3, 2, padding=1, count_include_pad=False),
            sample(X, 3, 2, ceil_mode=True),
            sample(X, 2, 2, divisor_override=3),
        ],
    ),
    Op("mindspore.nn.MaxPool2d", CELLS),
    Op("mindspore.nn.AvgPool2d", CELLS),
]
