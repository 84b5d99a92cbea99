"""Mirrors `mindspore.ops.function.comm_func`: the collective operations of `mint.distributed`, by their place there."""

from ms2torch._lazy import elsewhere

__getattr__ = elsewhere(__name__, "ms2torch.mint.distributed")
