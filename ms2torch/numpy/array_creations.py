"""Mirrors `mindspore.numpy.array_creations`: functions of making arrays."""

from ms2torch._lazy import elsewhere

__getattr__ = elsewhere(__name__, "ms2torch.numpy")
