"""Optimizers whose groups can be changed while training, and the schedulers that do so."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
