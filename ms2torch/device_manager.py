"""The device a program runs on."""

from __future__ import annotations

from typing import NamedTuple, Self

from ms2torch import context
from ms2torch._checkparam import args_type_check

__all__ = ["DeviceCtx", "get_current_device", "set_deterministic", "set_device"]

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


_BLOCK_TARGETS = (*_TARGETS, "meta")


class DeviceCtx:
    """While the block runs, use another device.

    Args:
        name (str): ``"CPU"``, ``"GPU"`` or ``"Ascend"``.
        device_id (int, optional): which of them. Default ``None``: the first.

    Raises:
        ValueError: when the block begins: for another name, or a negative number.
        NotImplementedError: when the block begins: for ``"meta"``, MindSpore's tensors without values.
        RuntimeError: when the block begins: if there is no such device.

    Source: mindspore.DeviceCtx, MindSpore 2.10
    """

    def __init__(self, name: str, device_id: int | None = None) -> None:
        self.name = name
        self.device_id = device_id
        self._before: list[tuple[str, int]] = []

    def __enter__(self) -> Self:
        """Go to the device."""
        if self.name not in _BLOCK_TARGETS:
            msg = f"For DeviceCtx, the name must be one of {list(_BLOCK_TARGETS)}, but got {self.name}."
            raise ValueError(msg)
        if self.device_id is not None and self.device_id < 0:
            msg = "For DeviceCtx, the device_id must be greater than or equal to 0."
            raise ValueError(msg)
        if self.name == "meta":
            msg = (
                "DeviceCtx('meta'): Tensors without values are not supported on torch; use nn.utils.no_init_parameters."
            )
            raise NotImplementedError(msg)
        self._before.append((context.get_context("device_target"), context.get_context("device_id")))
        try:
            context.set_context(device_target=self.name, device_id=self.device_id or 0)
        except BaseException:
            self._before.pop()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        """Go back."""
        target, number = self._before.pop()
        context.set_context(device_target=target, device_id=number)
