"""Mirrors `mindspore.ops.auto_generate`: what MindSpore makes from tables. The list of it is `__init__.pyi`."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
