"""Mirrors `mindspore.ops.composite.base`: functions on functions."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
