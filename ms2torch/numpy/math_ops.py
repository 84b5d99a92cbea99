"""Mirrors `mindspore.numpy.math_ops`: functions of mathematics."""

from ms2torch._lazy import elsewhere

__getattr__ = elsewhere(__name__, "ms2torch.numpy")
