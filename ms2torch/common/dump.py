"""Mirrors `mindspore.common.dump`: what operators compute, written to files."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
