"""Mirrors `mindspore.ops.operations._inner_ops`: Primitives that MindSpore keeps for itself."""

from ms2torch._lazy import elsewhere

__getattr__ = elsewhere(__name__, "ms2torch.ops.operations")
