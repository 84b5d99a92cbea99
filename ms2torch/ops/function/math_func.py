"""Mirrors `mindspore.ops.function.math_func`: functions of mathematics, by their names there."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
