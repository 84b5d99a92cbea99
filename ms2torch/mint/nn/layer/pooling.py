"""Mirrors `mindspore.mint.nn.layer.pooling`: pooling."""

from ms2torch._lazy import elsewhere

__getattr__ = elsewhere(
    __name__,
    "ms2torch.mint.nn",
    exports=("AdaptiveAvgPool1d", "AdaptiveAvgPool2d", "AdaptiveAvgPool3d", "AdaptiveMaxPool1d", "MaxUnpool2d"),
)
