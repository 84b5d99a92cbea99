"""Memory of the device by its older names, which take a kind of device."""

from __future__ import annotations

from typing import Any

from ms2torch import context
from ms2torch._errors import UnsupportedArgumentError
from ms2torch.runtime import memory

__all__ = [
    "max_memory_allocated", "max_memory_reserved", "memory_allocated", "memory_reserved", "memory_stats",
    "memory_summary", "reset_max_memory_allocated", "reset_max_memory_reserved", "reset_peak_memory_stats",
]  # fmt: skip


def _check(function: str, device_target: str | None) -> None:
    if device_target not in (None, context.get_context("device_target")):
        remedy = f"choose the device first, with mindspore.set_device({device_target!r})"
        raise UnsupportedArgumentError(f"hal.{function}", "device_target", device_target, remedy)


def memory_allocated(device_target: str | None = None) -> int:
    """Return the bytes of tensors on the device.

    Args:
        device_target (str, optional): ``None`` or the kind of the context. Default: ``None``.

    Source: mindspore.hal.memory_allocated, MindSpore 2.10
    """
    _check("memory_allocated", device_target)
    return memory.memory_allocated()


def max_memory_allocated(device_target: str | None = None) -> int:
    """Return the most bytes of tensors there were on the device.

    Args:
        device_target (str, optional): ``None`` or the kind of the context. Default: ``None``.

    Source: mindspore.hal.max_memory_allocated, MindSpore 2.10
    """
    _check("max_memory_allocated", device_target)
    return memory.max_memory_allocated()


def memory_reserved(device_target: str | None = None) -> int:
    """Return the bytes taken from the device.

    Args:
        device_target (str, optional): ``None`` or the kind of the context. Default: ``None``.

    Source: mindspore.hal.memory_reserved, MindSpore 2.10
    """
    _check("memory_reserved", device_target)
    return memory.memory_reserved()


def max_memory_reserved(device_target: str | None = None) -> int:
    """Return the most bytes that were taken from the device.

    Args:
        device_target (str, optional): ``None`` or the kind of the context. Default: ``None``.

    Source: mindspore.hal.max_memory_reserved, MindSpore 2.10
    """
    _check("max_memory_reserved", device_target)
    return memory.max_memory_reserved()


def memory_stats(device_target: str | None = None) -> dict[str, Any]:
    """Return the counts by name.

    Args:
        device_target (str, optional): ``None`` or the kind of the context. Default: ``None``.

    Source: mindspore.hal.memory_stats, MindSpore 2.10
    """
    _check("memory_stats", device_target)
    return memory.memory_stats()


def memory_summary(device_target: str | None = None) -> str:
    """Return the counts as a table.

    Args:
        device_target (str, optional): ``None`` or the kind of the context. Default: ``None``.

    Source: mindspore.hal.memory_summary, MindSpore 2.10
    """
    _check("memory_summary", device_target)
    return memory.memory_summary()


def reset_peak_memory_stats(device_target: str | None = None) -> None:
    """Start the counts of the most anew.

    Args:
        device_target (str, optional): ``None`` or the kind of the context. Default: ``None``.

    Source: mindspore.hal.reset_peak_memory_stats, MindSpore 2.10
    """
    _check("reset_peak_memory_stats", device_target)
    memory.reset_peak_memory_stats()


def reset_max_memory_allocated(device_target: str | None = None) -> None:
    """Start the counts of the most anew.

    Args:
        device_target (str, optional): ``None`` or the kind of the context. Default: ``None``.

    Source: mindspore.hal.reset_max_memory_allocated, MindSpore 2.10
    """
    _check("reset_max_memory_allocated", device_target)
    memory.reset_peak_memory_stats()


def reset_max_memory_reserved(device_target: str | None = None) -> None:
    """Start the counts of the most anew.

    Args:
        device_target (str, optional): ``None`` or the kind of the context. Default: ``None``.

    Source: mindspore.hal.reset_max_memory_reserved, MindSpore 2.10
    """
    _check("reset_max_memory_reserved", device_target)
    memory.reset_peak_memory_stats()
