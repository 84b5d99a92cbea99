"""Mirrors `mindspore.numpy.dtypes`: element types and constants."""

from ms2torch._lazy import elsewhere

__getattr__ = elsewhere(__name__, "ms2torch.numpy")
