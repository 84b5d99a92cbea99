"""Mirrors `mindspore.hal.event`: events."""

from ms2torch._lazy import elsewhere

__getattr__ = elsewhere(__name__, "ms2torch.hal")
