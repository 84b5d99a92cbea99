"""Datasets, samplers and iterators; the list of names is `__init__.pyi`."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
