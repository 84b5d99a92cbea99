"""Mirrors `mindspore.mint.nn.layer.conv`: convolutions."""

from ms2torch._lazy import elsewhere

__getattr__ = elsewhere(__name__, "ms2torch.mint.nn", exports=("Conv1d", "Conv2d", "Conv3d", "ConvTranspose2d"))
