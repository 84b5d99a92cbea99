"""The CPU."""

from __future__ import annotations


def device_count() -> int:
    """Return 1: the CPU is one device.

    Source: mindspore.device_context.cpu.device_count, MindSpore 2.10
    """
    return 1


def is_available() -> bool:
    """Return True.

    Source: mindspore.device_context.cpu.is_available, MindSpore 2.10
    """
    return True
