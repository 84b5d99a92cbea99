"""Mirrors `mindspore.ops.function.sparse_unary_func`: functions of one sparse tensor, by their names there."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
