"""Maps that can be undone, with the logarithm of their derivative."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
