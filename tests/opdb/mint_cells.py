"""mint.nn: the Cells."""

from __future__ import annotations

from typing import Any

from tests.opdb._mint import mint
from tests.opdb._spec import Op, Sample, sample, t, values

LOOSE = {"tol": 1e-4}
RANDOM: dict[str, Any] = {"random": True, "grad": False}
LABELS = values([1, 0, 3], "int64")
REDUCTIONS = ("mean", "sum", "none")
IMAGE = t(2, 3, 6, 6)


def cell(name: str, *samples: Sample, **more: Any) -> Op:
    """A Cell of mint.nn."""
    return mint(f"nn.{name}", *samples, **more)


def reduced(*args: Any) -> list[Sample]:
    """A loss under each reduction."""
    return [sample(*args).init(reduction=each) for each in REDUCTIONS]


OPS = [
    *(
        cell(name, sample(t(2, 3)), sample(t()), **LOOSE)
        for name in [
            "GELU",
            "Hardsigmoid",
            "Hardswish",
            "LogSigmoid",
            "Mish",
            "ReLU",
            "ReLU6",
            "SELU",
            "SiLU",
            "Sigmoid",
            "Tanh",
            "ELU",
            "Hardtanh",
            "Identity",
            "Hardshrink",
            "Softshrink",
        ]
    ),
    cell("Softmax", sample(t(2, 3)).init(1), sample(t(2, 3)).init(dim=-1), **LOOSE),
    cell("LogSoftmax", sample(t(2, 3)).init(1), sample(t(2, 3)).init(dim=-1), **LOOSE),
    cell("Threshold", sample(t(2, 3)).init(0.5, 2.0), **LOOSE),
    cell("PReLU", sample(t(2, 3, 4)), sample(t(2, 3, 4)).init(3), **LOOSE),
    cell("GLU", sample(t(2, 4)), sample(t(4, 3)).init(0), **LOOSE),
    cell("Flatten", sample(t(2, 3, 4)), sample(t(2, 3, 4)).init(0, 1)),
    cell("Linear", sample(t(2, 3)).init(3, 4), sample(t(5, 2, 3)).init(3, 4, bias=False), **LOOSE),
    cell("Embedding", sample(values([[0, 2], [1, 1]], "int32")).init(3, 4), sample(LABELS).init(4, 2, padding_idx=0)),
    cell("PixelShuffle", sample(t(1, 8, 2, 3)).init(2)),
    cell(
        "LayerNorm",
        sample(t(2, 3)).init(3),
        sample(t(2, 3, 4)).init((3, 4), eps=1e-3),
        sample(t(2, 3)).init(3, elementwise_affine=False),
        **LOOSE,
    ),
    cell("GroupNorm", sample(t(2, 4, 3)).init(2, 4), sample(t(2, 4, 3)).init(4, 4, eps=1e-3, affine=False), **LOOSE),
    *(
        cell(
            f"BatchNorm{d}d",
            sample(t(4, 3, *[2] * (d if d > 1 else 0))).init(3),
            sample(t(2, 3, *[2] * d)).init(3, eps=1e-3, affine=False),
            **LOOSE,
        )
        for d in (1, 2, 3)
    ),
    cell("BCELoss", *reduced(t(2, 3, low=0.1, high=0.9), t(2, 3, low=0.0, high=1.0)), **LOOSE),
    cell("BCEWithLogitsLoss", *reduced(t(2, 3), t(2, 3, low=0.0, high=1.0)), **LOOSE),
    cell(
        "CosineEmbeddingLoss",
        *reduced(t(3, 4), t(3, 4), values([1.0, -1, 1])),
        sample(t(3, 4), t(3, 4), values([1.0, -1, 1])).init(0.3),
        **LOOSE,
    ),
    cell(
        "CrossEntropyLoss",
        *reduced(t(3, 4), LABELS),
        sample(t(3, 4), LABELS).init(ignore_index=0, label_smoothing=0.1),
        **LOOSE,
    ),
    cell("NLLLoss", *reduced(t(3, 4), LABELS), sample(t(3, 4), LABELS).init(ignore_index=0), **LOOSE),
    cell(
        "KLDivLoss",
        *reduced(t(2, 3), t(2, 3, low=0.1, high=1.0)),
        sample(t(2, 3), t(2, 3)).init(reduction="batchmean", log_target=True),
        **LOOSE,
    ),
    *(
        cell(name, *reduced(t(2, 3), t(2, 3)), **LOOSE)
        for name in ("L1Loss", "MSELoss", "SmoothL1Loss", "SoftMarginLoss")
    ),
    cell("Conv1d", sample(t(1, 2, 8)).init(2, 3, 3), sample(t(1, 2, 8)).init(2, 4, 3, 2, 1, 1, 2, False), **LOOSE),
    cell(
        "Conv2d",
        sample(t(1, 2, 5, 5)).init(2, 3, 3),
        sample(t(1, 2, 5, 5)).init(2, 4, (3, 2), 2, 1, 1, 2, False),
        sample(t(1, 2, 5, 5)).init(2, 3, 3, padding="same", padding_mode="reflect"),
        **LOOSE,
    ),
    cell(
        "Conv3d",
        sample(t(1, 2, 4, 4, 4)).init(2, 3, 3),
        sample(t(1, 2, 4, 4, 4)).init(2, 4, 2, 2, 1, 1, 2, False),
        **LOOSE,
    ),
    cell(
        "ConvTranspose2d",
        sample(t(1, 2, 3, 3)).init(2, 3, 3),
        sample(t(1, 2, 3, 3)).init(2, 3, 3, 2, 1, 1, bias=False),
        **LOOSE,
    ),
    *(
        cell(f"AdaptiveAvgPool{d}d", sample(t(1, 2, *[6] * d)).init(2), sample(t(1, 2, *[5] * d)).init(3), **LOOSE)
        for d in (1, 2, 3)
    ),
    cell("AdaptiveMaxPool1d", sample(t(1, 2, 6)).init(2)),
    cell("AdaptiveMaxPool2d", sample(IMAGE).init(2)),
    *(
        cell(
            f"AvgPool{d}d",
            sample(t(1, 2, *[6] * d)).init(2),
            sample(t(1, 2, *[5] * d)).init(3, 2, 1, True, False),
            **LOOSE,
        )
        for d in (1, 2, 3)
    ),
    cell("MaxUnpool2d", sample(values([[[[1.0, 2], [3, 4]]]]), values([[[[0, 3], [9, 15]]]], "int64")).init(2)),
    cell("Dropout", sample(t(2, 3)), sample(t(2, 3)).init(0.3).train(), **RANDOM),
    cell("Dropout2d", sample(IMAGE), sample(t(3, 4, 4)).init(0.3), **RANDOM),
    cell("Fold", sample(t(1, 8, 4)).init((4, 4), (2, 2), stride=2), **LOOSE),
    cell("Unfold", sample(t(1, 2, 4, 4)).init(2), sample(t(1, 2, 5, 5)).init((3, 2), 1, 1, 2), **LOOSE),
    *(
        cell(f"{kind}{d}d", sample(t(1, 2, *[4] * d)).init(1, *extra), sample(t(2, *[4] * d)).init((2, 1) * d, *extra))
        for d in (1, 2, 3)
        for kind, extra in (("ConstantPad", (1.5,)), ("ReflectionPad", ()), ("ReplicationPad", ()), ("ZeroPad", ()))
    ),
    cell(
        "Upsample",
        sample(IMAGE).init((4, 8)),
        sample(IMAGE).init(scale_factor=2.0),
        sample(IMAGE).init((9, 9), mode="bilinear", align_corners=True),
        **LOOSE,
    ),
    cell("UpsamplingBilinear2d", sample(IMAGE).init((9, 4)), sample(IMAGE).init(scale_factor=2), **LOOSE),
    cell("UpsamplingNearest2d", sample(IMAGE).init((9, 4)), sample(IMAGE).init(scale_factor=2), **LOOSE),
    cell("SyncBatchNorm", sample(t(4, 3)).init(3), **LOOSE),
]
