"""Mirrors `mindspore.ops.function.linalg_func`: functions of linear algebra, by their names there."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
