"""Mirrors `mindspore.ops.function.spectral_func`: functions of spectral windows, under the names that MindSpore gives them there."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
