"""Which devices there are. Of a CPU MindSpore knows its name and nothing else."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch import context

__all__ = [
    "device_count", "get_arch_list", "get_device_capability", "get_device_name", "get_device_properties",
    "is_available", "is_initialized",
]  # fmt: skip

_KIND = {"GPU": "cuda", "Ascend": "npu"}


def _module(device_target: str | None) -> Any:
    """Return torch's module of a kind of device; None for the CPU, and where torch has none."""
    target = context.get_context("device_target") if device_target is None else device_target
    if target != "CPU" and target not in _KIND:
        msg = f"For 'device_target', the value must be one of ['CPU', 'GPU', 'Ascend'], but got {target!r}."
        raise ValueError(msg)
    found = None if target == "CPU" else getattr(torch, _KIND[target], None)
    return found if found is not None and found.is_available() else None


def is_available(device_target: str) -> bool:
    """Tell whether there is a device of a kind.

    Args:
        device_target (str): ``"CPU"``, ``"GPU"`` or ``"Ascend"``.

    Source: mindspore.hal.is_available, MindSpore 2.10
    """
    return device_target == "CPU" or _module(device_target) is not None


def is_initialized(device_target: str) -> bool:
    """Tell whether the devices of a kind are in use.

    Args:
        device_target (str): ``"CPU"``, ``"GPU"`` or ``"Ascend"``.

    Source: mindspore.hal.is_initialized, MindSpore 2.10
    """
    module = _module(device_target)
    return device_target == "CPU" if module is None else bool(module.is_initialized())


def device_count(device_target: str | None = None) -> int:
    """Return how many devices of a kind there are.

    Args:
        device_target (str, optional): the kind. Default ``None``: that of the context.

    Source: mindspore.hal.device_count, MindSpore 2.10
    """
    module = _module(device_target)
    if module is not None:
        return int(module.device_count())
    target = context.get_context("device_target") if device_target is None else device_target
    return 1 if target == "CPU" else 0


def get_device_name(device_id: int, device_target: str | None = None) -> str:
    """Return the name of a device.

    Args:
        device_id (int): its number.
        device_target (str, optional): its kind. Default ``None``: that of the context.

    Source: mindspore.hal.get_device_name, MindSpore 2.10
    """
    module = _module(device_target)
    return "CPU" if module is None else str(module.get_device_name(device_id))


def get_device_properties(device_id: int, device_target: str | None = None) -> Any:
    """Return what torch tells of a device; ``None`` for a CPU.

    Args:
        device_id (int): its number.
        device_target (str, optional): its kind. Default ``None``: that of the context.

    Source: mindspore.hal.get_device_properties, MindSpore 2.10
    """
    module = _module(device_target)
    return None if module is None else module.get_device_properties(device_id)


def get_device_capability(device_id: int, device_target: str | None = None) -> tuple[int, int] | None:
    """Return the version of a GPU's architecture; ``None`` for a CPU.

    Args:
        device_id (int): its number.
        device_target (str, optional): its kind. Default ``None``: that of the context.

    Source: mindspore.hal.get_device_capability, MindSpore 2.10
    """
    module = _module(device_target)
    return None if module is None else module.get_device_capability(device_id)


def get_arch_list(device_target: str | None = None) -> list[str] | None:
    """Return the architectures torch was built for; ``None`` for a CPU.

    Args:
        device_target (str, optional): the kind. Default ``None``: that of the context.

    Source: mindspore.hal.get_arch_list, MindSpore 2.10
    """
    module = _module(device_target)
    return None if module is None else module.get_arch_list()
