"""Mirrors `mindspore.ops.function`: the functions. The list of them is `__init__.pyi`."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__, frozenset({"grad"}))
