"""Mirrors `mindspore.ops.function.image_func`: functions of images, by their names there."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
