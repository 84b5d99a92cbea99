"""Mirrors `mindspore.ops.operations._grad_ops`: gradients as Primitives. The list of them is `__init__.pyi`."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
