"""Accelerations of training that MindSpore applies by itself; here a program applies them."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
