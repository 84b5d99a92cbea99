"""Mirrors `mindspore.ops.function.fft_func`: functions of Fourier transforms, by their names there."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
