"""Mirrors `mindspore.ops.function.random_func`: functions of random numbers, by their names there."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
