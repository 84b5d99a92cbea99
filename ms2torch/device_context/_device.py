"""What all kinds of devices share."""

from __future__ import annotations

from ms2torch import hal, log
from ms2torch.context import get_context


def count(device_target: str, name: str) -> int:
    """Return how many devices of a kind there are.

    Raises:
        RuntimeError: if there is none.
    """
    if not hal.is_available(device_target):
        msg = f"{name} not exist."
        raise RuntimeError(msg)
    return hal.device_count(device_target)


def concerns(device_target: str) -> bool:
    """Tell whether a setting of a kind of device means anything now; say so if not, as MindSpore does."""
    target = get_context("device_target")
    if target != device_target:
        log.error(f"{target} device is not supported. Please use correct device")
    return target == device_target
