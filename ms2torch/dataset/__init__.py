"""Datasets: sources, operations on them, samplers, iterators; on numpy and torch's DataLoader.

The list of names is `__init__.pyi`.

Source: mindspore.dataset, MindSpore 2.10
"""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
