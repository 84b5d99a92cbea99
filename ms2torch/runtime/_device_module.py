"""torch's module of the device in use, such as `torch.cuda`."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch import context


def device_module() -> Any:
    """Return torch's module of the device, or None on CPU."""
    if context.get_context("device_target") == "CPU":
        return None
    return getattr(torch, context.torch_device().type)
