"""Mirrors `mindspore.ops.function.grad.grad_func`: functions of differentiation, by their names there."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
