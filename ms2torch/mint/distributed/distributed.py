"""Mirrors `mindspore.mint.distributed.distributed`: what `mindspore.mint.distributed` exports."""

from ms2torch._lazy import elsewhere

__getattr__ = elsewhere(__name__, "ms2torch.mint.distributed")
