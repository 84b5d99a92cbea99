"""Mirrors `mindspore.hal.stream`: streams."""

from ms2torch._lazy import elsewhere

__getattr__ = elsewhere(__name__, "ms2torch.hal")
