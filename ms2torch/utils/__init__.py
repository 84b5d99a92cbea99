"""Tools of MindSpore; here those that exchange tensors with other libraries."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
