"""Mirrors `mindspore.ops.function.other_func`: functions of other things, under the names that MindSpore gives them there."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
