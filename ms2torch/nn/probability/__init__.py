"""Probability distributions, and maps between them."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
