"""Mirrors `mindspore.ops.function.parameter_func`: functions of Parameters, by their names there."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
