"""Processes that train together, on torch.distributed. One process alone is a group of one."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
