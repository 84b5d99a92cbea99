"""Mirrors `mindspore.numpy.array_ops`: functions of arrays."""

from ms2torch._lazy import elsewhere

__getattr__ = elsewhere(__name__, "ms2torch.numpy")
