"""Ascend cards, through torch_npu."""

from __future__ import annotations

from ms2torch import hal
from ms2torch.device_context._device import count


def device_count() -> int:
    """Return how many cards there are.

    Raises:
        RuntimeError: if there is none.

    Source: mindspore.device_context.ascend.device_count, MindSpore 2.10
    """
    return count("Ascend", "Device Ascend")


def is_available() -> bool:
    """Tell whether there is a card, and torch_npu for it.

    Source: mindspore.device_context.ascend.is_available, MindSpore 2.10
    """
    return hal.is_available("Ascend")
