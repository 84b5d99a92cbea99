"""Mirrors `mindspore.mint.nn.layer.basic`: basic Cells."""

from ms2torch._lazy import elsewhere

__getattr__ = elsewhere(__name__, "ms2torch.mint.nn", exports=("Flatten",))
