"""Mirrors `mindspore.mint.nn.layer`: Cells."""

from ms2torch._lazy import elsewhere

__getattr__ = elsewhere(
    __name__,
    "ms2torch.mint.nn",
    exports=(
        "AdaptiveAvgPool1d",
        "AdaptiveAvgPool2d",
        "AdaptiveAvgPool3d",
        "AdaptiveMaxPool1d",
        "BatchNorm1d",
        "BatchNorm2d",
        "BatchNorm3d",
        "GroupNorm",
        "LayerNorm",
        "LogSigmoid",
        "SiLU",
        "SyncBatchNorm",
        "Threshold",
    ),
)
