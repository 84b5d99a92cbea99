"""Mirrors `mindspore.ops.function.vmap_func`: functions of vectorisation, by their names there."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
