"""Mirrors `mindspore.common`: Tensor, Parameter, types, initializers, and what marks code for MindSpore's compiler."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__, functions=frozenset({"lazy_inline", "mutable", "recompute", "tensor"}))
