"""Mirrors `mindspore.ops.functional_overload`: functions that take several forms of arguments."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
