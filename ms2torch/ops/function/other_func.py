"""Mirrors `mindspore.ops.function.other_func`: functions of other things, by their names there."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
