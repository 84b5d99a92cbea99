"""Mirrors `mindspore.ops.function.clip_func`: functions of limits, by their names there."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
