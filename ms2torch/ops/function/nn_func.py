"""Mirrors `mindspore.ops.function.nn_func`: functions of networks, by their names there."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
