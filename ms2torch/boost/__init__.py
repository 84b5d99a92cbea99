"""Accelerations of training that MindSpore applies to a network by itself. What is left here is gradient accumulation."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
