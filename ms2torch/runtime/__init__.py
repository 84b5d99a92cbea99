"""Streams, events and memory of the device, on torch. A CPU has none of them: one stream, no memory of its own."""

from ms2torch._lazy import attach

__getattr__, __dir__ = attach(__name__)
