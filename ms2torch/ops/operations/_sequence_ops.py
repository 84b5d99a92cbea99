"""Mirrors `mindspore.ops.operations._sequence_ops`: Primitives of sequences."""

from ms2torch._lazy import elsewhere

__getattr__ = elsewhere(__name__, "ms2torch.ops.operations")
