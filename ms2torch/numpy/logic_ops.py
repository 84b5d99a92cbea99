"""Mirrors `mindspore.numpy.logic_ops`: functions of comparison."""

from ms2torch._lazy import elsewhere

__getattr__ = elsewhere(__name__, "ms2torch.numpy")
