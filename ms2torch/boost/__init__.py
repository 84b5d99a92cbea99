"""Accelerations of training that MindSpore applies by itself; what is left here is gradient accumulation."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
