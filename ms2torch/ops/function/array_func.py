"""Mirrors `mindspore.ops.function.array_func`: functions of arrays, by their names there."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
