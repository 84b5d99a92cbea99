"""A block of code on another device."""

from __future__ import annotations

from typing import Self

from ms2torch import context

__all__ = ["DeviceCtx"]

_BLOCK_TARGETS = ("CPU", "GPU", "Ascend", "meta")


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
