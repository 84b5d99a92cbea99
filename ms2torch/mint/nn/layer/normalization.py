"""Mirrors `mindspore.mint.nn.layer.normalization`: normalization."""

from ms2torch._lazy import elsewhere

__getattr__ = elsewhere(
    __name__,
    "ms2torch.mint.nn",
    exports=("BatchNorm1d", "BatchNorm2d", "BatchNorm3d", "GroupNorm", "LayerNorm", "SyncBatchNorm"),
)
