"""Mirrors `mindspore.ops.function.debug_func`: functions of debugging, by their names there."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
