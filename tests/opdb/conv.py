"""Convolutions. The kernels sum in another order than torch's, hence the tolerance."""

from __future__ import annotations

from tests.opdb._spec import Op, Sample, error_sample, sample, t

X, W = t(2, 4, 7, 6), t(6, 4, 3, 3)
L, V = t(2, 4, 9), t(1, 2, 4, 5, 3)
SUMS = 2e-5

FUNCTIONS = [
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
        "mindspore.ops.conv1d",
        [
            sample(L, t(6, 4, 3)),
            sample(L, t(6, 4, 3), t(6), 2, "same"),
            sample(L, t(6, 2, 3), pad_mode="pad", padding=2, groups=2),
            sample(L, t(6, 4, 3), pad_mode="pad", padding=(1,), dilation=2),
        ],
        errors=[error_sample(L, t(6, 4, 3), pad_mode="full", raises=ValueError)],
        tol=SUMS,
    ),
    Op(
        "mindspore.ops.conv3d",
        [
            sample(V, t(3, 2, 2, 3, 2)),
            sample(V, t(3, 2, 2, 3, 2), t(3), 2, "same"),
            sample(V, t(4, 1, 2, 2, 2), pad_mode="pad", padding=1, groups=2),
        ],
        errors=[error_sample(V, t(3, 2, 2, 3, 2), pad_mode="full", raises=ValueError)],
        tol=SUMS,
    ),
    # MindSpore's CPU has no kernel for it; the arguments are torch's
    Op(
        "mindspore.ops.conv_transpose2d",
        [
            sample(X, t(4, 3, 3, 3)),
            sample(X, t(4, 3, 3, 3), t(3), 2, 1, 1),
            sample(X, t(4, 3, 3, 2), stride=(2, 1), padding=(1, 0), groups=2, dilation=2),
            sample(t(4, 7, 6), t(4, 3, 3, 3)),
        ],
        oracle="torch.nn.functional.conv_transpose2d",
        tol=SUMS,
    ),
    Op(
        "mindspore.ops.conv3d_transpose",
        [
            sample(V, t(2, 3, 2, 3, 3)),
            sample(V, t(2, 3, 2, 3, 3), "pad", 1, 2, output_padding=1),
            sample(V, t(2, 3, 2, 3, 3), "same", 0, 2),
            sample(V, t(2, 3, 2, 3, 3), "pad", (1, 0, 0, 1, 1, 1)),
        ],
        errors=[error_sample(X, t(2, 3, 2, 3, 3), raises=ValueError)],
        tol=SUMS,
    ),
]

CELLS = [
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
    Op(
        "mindspore.nn.Conv1d",
        [
            sample(L).init(4, 6, 3),
            sample(L).init(4, 6, 3, 2, has_bias=True),
            sample(L).init(4, 6, 3, pad_mode="pad", padding=2),
            sample(L).init(4, 6, 3, pad_mode="valid", group=2, dilation=2),
        ],
        errors=[
            error_sample(L, raises=TypeError).init(4, 6, (3,)),
            error_sample(L, raises=ValueError).init(4, 6, 0),
            error_sample(X, raises=ValueError).init(4, 6, 3),
        ],
        tol=SUMS,
    ),
    Op(
        "mindspore.nn.Conv3d",
        [
            sample(V).init(2, 3, (2, 3, 2)),
            sample(V).init(2, 3, 2, 2, has_bias=True),
            sample(V).init(2, 4, 2, pad_mode="pad", padding=(1, 0, 0, 1, 1, 1), group=2),
            sample(V).init(2, 3, 2, pad_mode="valid"),
        ],
        errors=[error_sample(V, raises=ValueError).init(2, 3, 2, pad_mode="pad", padding=(1, 1, 1))],
        tol=SUMS,
    ),
]


def transposed(x: object, *kernels: object) -> list[Sample]:
    """The pad modes, with windows that are larger and smaller than the step."""
    modes = [
        sample(x).init(4, 3, kernels[0]),
        sample(x).init(4, 3, kernels[0], 2),
        sample(x).init(4, 3, kernels[0], 2, has_bias=True, pad_mode="valid"),
        sample(x).init(4, 3, kernels[0], 4, "valid"),
        sample(x).init(4, 3, kernels[1], 4, "same", has_bias=True),
        sample(x).init(4, 3, kernels[1], 3, pad_mode="pad", padding=1),
    ]
    return [*modes, sample(x).init(4, 6, kernels[0], 2, dilation=2, group=2)]


BEHIND = [  # the CPU layer pads its result with zeros instead
    sample(X).init(4, 3, 3, 2, "pad", 1, 1),
    sample(X).init(4, 3, 3, 2, "pad", 1, output_padding=(1, 0), has_bias=True),
]
TRANSPOSED = [
    Op(
        "mindspore.nn.Conv2dTranspose",
        [*transposed(X, 3, (2, 3)), sample(X).init(4, 3, 3, 2, "pad", (1, 0, 0, 1)), *BEHIND],
        errors=[
            error_sample(X, raises=ValueError).init(4, 3, 3, padding=1),
            error_sample(X, raises=ValueError).init(4, 3, 3, pad_mode="full"),
            error_sample(X, raises=ValueError).init(4, 3, 3, pad_mode="pad", padding=(1, 1)),
            error_sample(X, raises=ValueError).init(4, 3, 3, 2, "pad", 1, 2),
            error_sample(X, raises=ValueError).init(4, 3, 3, 2, output_padding=1),
            error_sample(X, raises=ValueError).init(4, 3, 3, group=3),
        ],
        tol=SUMS,
    ),
    Op(
        "mindspore.nn.Conv1dTranspose",
        transposed(L, 3, 2),
        errors=[
            error_sample(L, raises=TypeError).init(4, 3, (3,)),
            error_sample(L, raises=ValueError).init(4, 3, 3, padding=-1),
            error_sample(X, raises=ValueError).init(4, 3, 3),
        ],
        tol=SUMS,
    ),
    Op(
        "mindspore.nn.Conv3dTranspose",
        [
            *transposed(t(1, 4, 2, 3, 3), (2, 3, 3), 2)[:6],
            sample(V).init(2, 3, (2, 3, 3), 2, "pad", 1, output_padding=1),
            sample(V).init(2, 3, 2, 1, "pad", (1, 0, 0, 1, 1, 1)),
        ],
        errors=[error_sample(V, raises=ValueError).init(2, 3, 2, pad_mode="pad", padding=(1, 1, 1))],
        tol=SUMS,
    ),
]

PRIMITIVES = [
    Op(
        "mindspore.ops.Conv2D",
        [
            sample(X, W).init(6, 3),
            sample(X, W).init(6, 3, pad_mode="same", stride=2),
            sample(X, W).init(6, (3, 3), 1, "pad", (1, 0, 1, 0), dilation=2),
            sample(X, t(6, 2, 3, 3)).init(6, 3, group=2, stride=(1, 1, 2, 2)),
        ],
        errors=[
            error_sample(X, W, raises=ValueError).init(6, 3, pad=1),
            error_sample(X, W, raises=ValueError).init(6, 3, mode=2),
            error_sample(X, W, raises=ValueError).init(6, 3, pad_mode="full"),
        ],
        tol=SUMS,
    ),
    Op(
        "mindspore.ops.Conv3D",
        [
            sample(V, t(3, 2, 2, 3, 2)).init(3, (2, 3, 2)),
            sample(V, t(3, 2, 2, 3, 2)).init(3, (2, 3, 2), pad_mode="same"),
            sample(V, t(3, 2, 2, 2, 2)).init(3, 2, pad_mode="pad", pad=1, stride=2),
        ],
        errors=[error_sample(V, t(3, 2, 2, 2, 2), raises=ValueError).init(3, 2, pad=1)],
        tol=SUMS,
    ),
    Op(
        "mindspore.ops.Conv2DTranspose",
        [
            sample(X, t(4, 3, 3, 3), (2, 3, 9, 8)).init(4, 3),
            sample(X, t(4, 3, 3, 3), (2, 3, 14, 12)).init(4, 3, "same", stride=2),
            sample(X, t(4, 3, 3, 3), (2, 3, 14, 12)).init(4, 3, "pad", 1, stride=2),
            sample(X, t(4, 3, 3, 3), (2, 3, 13, 11)).init(4, 3, pad_mode="pad", pad=1, stride=2),
        ],
        also=["mindspore.ops.Conv2DBackpropInput"],
        errors=[error_sample(X, t(4, 3, 3, 3), (2, 3, 9, 8), raises=ValueError).init(4, 3, pad=1)],
        tol=SUMS,
    ),
    Op(
        "mindspore.ops.Conv3DTranspose",
        [
            sample(V, t(2, 3, 2, 3, 3)).init(2, 3, (2, 3, 3)),
            sample(V, t(2, 3, 2, 3, 3)).init(2, 3, (2, 3, 3), pad_mode="pad", pad=1, stride=2, output_padding=1),
        ],
        tol=SUMS,
    ),
]

OPS = [*FUNCTIONS, *CELLS, *TRANSPOSED, *PRIMITIVES]
