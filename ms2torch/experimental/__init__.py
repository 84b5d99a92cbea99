"""What MindSpore calls experimental: optimizers with parameter groups and learning rate schedulers."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
