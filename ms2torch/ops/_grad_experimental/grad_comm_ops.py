"""The running sum of squared gradients that MindSpore's compiled backward passes keep on request."""

from __future__ import annotations

from typing import NoReturn


def get_squared_device_local_norm_param() -> NoReturn:
    """Refuse: the sum is kept by compiled graphs alone.

    Raises:
        ValueError: always; MindSpore raises it unless the context's 'dump_device_local_norm' is set.
    """
    msg = "The parallel config 'dump_device_local_norm' is False."
    raise ValueError(msg)
