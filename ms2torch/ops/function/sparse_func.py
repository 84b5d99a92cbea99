"""Mirrors `mindspore.ops.function.sparse_func`: functions of sparse tensors, by their names there."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
