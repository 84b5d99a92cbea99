"""Mirrors `mindspore.ops.function.array_func`: functions of arrays, under the names that MindSpore gives them there."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
