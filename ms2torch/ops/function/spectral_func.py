"""Mirrors `mindspore.ops.function.spectral_func`: functions of spectral windows, by their names there."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
