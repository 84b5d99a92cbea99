"""Convolutions. The kernels sum in another order than torch's, hence the tolerance."""

from __future__ import annotations

from tests.opdb._spec import Op, error_sample, sample, t

X, W = t(2, 4, 7, 6), t(6, 4, 3, 3)

OPS = [
    Op(
        "mindspore.ops.conv2d",
        [
            sample(X, W),
            sample(X, W, t(6)),
            sample(X, W, None, 2),
            sample(X, W, stride=(2, 1), pad_mode="same"),
            sample(X, W, stride=2, pad_mode="same", dilation=2),
            sample(X, W, pad_mode="pad", padding=1),
            sample(X, W, pad_mode="pad", padding=(2, 1)),
            sample(X, W, dilation=(2, 1)),
            sample(X, t(6, 2, 3, 3), groups=2),
            sample(X, t(4, 1, 3, 3), pad_mode="pad", padding=1, groups=4),
            sample(X, t(6, 4, 1, 2)),
        ],
        errors=[
            error_sample(X, W, pad_mode="full", raises=ValueError),
            error_sample(X, W, padding=1, raises=ValueError),
            error_sample(t(7), W, raises=IndexError),
        ],
        tol=1e-5,
    ),
    Op(
        "mindspore.nn.Conv2d",
        [
            sample(X).init(4, 6, 3),
            sample(X).init(4, 6, 3, has_bias=True, stride=2),
            sample(X).init(4, 6, (3, 2), pad_mode="pad", padding=(1, 2, 0, 1)),
            sample(X).init(4, 8, 3, pad_mode="valid", group=4, dilation=2),
        ],
        errors=[error_sample(X, raises=ValueError).init(4, 6, 3, pad_mode="full")],
        tol=1e-5,
    ),
]
