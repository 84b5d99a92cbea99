"""Mirrors `mindspore.ops.operations.spectral_ops`: Primitives of spectral windows."""

from ms2torch._lazy import elsewhere

__getattr__ = elsewhere(__name__, "ms2torch.ops.operations")
