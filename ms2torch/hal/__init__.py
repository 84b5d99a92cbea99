"""The older way to ask about devices, streams and memory; `mindspore.runtime` is the newer."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
