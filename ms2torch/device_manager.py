"""The device a program runs on."""

from __future__ import annotations

from typing import NamedTuple

from ms2torch import context
from ms2torch._checkparam import args_type_check

__all__ = ["get_current_device", "set_deterministic", "set_device"]

_TARGETS = ["CPU", "GPU", "Ascend"]


class DeviceInfo(NamedTuple):
    """Kind and number of a device."""

    device_target: str
    device_id: int


def set_device(device_target: str, device_id: int | None = None) -> None:
    """Choose the device.

    Args:
        device_target (str): ``"CPU"``, ``"GPU"`` or ``"Ascend"``.
        device_id (int, optional): its number. Default ``None``: 0.

    Raises:
        ValueError: if `device_target` is another word, or `device_id` negative.
        RuntimeError: if torch has no such device here.

    Source: mindspore.set_device, MindSpore 2.10
    """
    if device_target not in _TARGETS:
        msg = f"The argument 'device_target' must be one of {_TARGETS}, but got {device_target}."
        raise ValueError(msg)
    if device_id is not None and (isinstance(device_id, bool) or not isinstance(device_id, int) or device_id < 0):
        msg = f"The argument 'device_id' must be an int of at least 0, but got {device_id!r}."
        raise ValueError(msg)
    context.set_context(device_target=device_target, device_id=device_id or 0)


def get_current_device() -> DeviceInfo:
    """Return kind and number of the device.

    Source: mindspore.get_current_device, MindSpore 2.10
    """
    return DeviceInfo(context.get_context("device_target"), context.get_context("device_id"))


@args_type_check(deterministic=bool)
def set_deterministic(deterministic: bool) -> None:
    """Ask for the same results in every run, as far as torch can.

    Args:
        deterministic (bool): whether to.

    Raises:
        TypeError: if it is no bool.

    Source: mindspore.set_deterministic, MindSpore 2.10
    """
    context.set_context(deterministic="ON" if deterministic else "OFF")
