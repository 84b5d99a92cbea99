"""GPUs."""

from __future__ import annotations

from ms2torch import hal
from ms2torch.device_context._device import count


def device_count() -> int:
    """Return how many GPUs there are.

    Raises:
        RuntimeError: if there is none.

    Source: mindspore.device_context.gpu.device_count, MindSpore 2.10
    """
    return count("GPU", "Device_target GPU")


def is_available() -> bool:
    """Tell whether there is a GPU.

    Source: mindspore.device_context.gpu.is_available, MindSpore 2.10
    """
    return hal.is_available("GPU")
