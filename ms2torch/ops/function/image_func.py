"""Mirrors `mindspore.ops.function.image_func`: functions of images, under the names that MindSpore gives them there."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
