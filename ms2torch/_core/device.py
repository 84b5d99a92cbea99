"""The device that a program has chosen, and that new tensors are made on."""

from __future__ import annotations

import torch

_current: torch.device | None = None


def set_current_device(device: torch.device | None) -> None:
    """Choose the device of new tensors.

    Args:
        device (torch.device): ``None``: torch's own default, which is the CPU outside `with torch.device(...)`.
    """
    global _current
    _current = device


def current_device() -> torch.device | None:
    """Return what to pass to torch as `device` where a tensor is made of nothing; ``None``: torch's own default."""
    return _current


def default_device() -> torch.device:
    """Return the device that a tensor made of nothing lands on."""
    return torch.get_default_device() if _current is None else _current


def placed(t: torch.Tensor) -> torch.Tensor:
    """Move a tensor that was made from values of the host to the device of new tensors."""
    if _current is not None:
        return t.to(_current)
    # asked first because it is cheap: there is no `with torch.device(...)` around where no function mode is
    return t.to(torch.get_default_device()) if torch._C._len_torch_function_stack() else t


def number(value: complex, dtype: torch.dtype | None = None) -> torch.Tensor:
    """Make a 0-d tensor of a Python number, by torch's own rule for the type.

    Args:
        value (Union[int, float, bool, complex]): the number.
        dtype (torch.dtype, optional): the type. Default ``None``: torch's for such a number.
    """
    if _current is None:
        return torch.tensor(value, dtype=dtype)
    return torch.full((), value, dtype=dtype, device=_current)


_KINDS = {"cpu": "cpu", "gpu": "cuda", "ascend": "npu", "davinci": "npu"}


def named_device(op: str, device: object) -> torch.device:
    """Return the torch device that MindSpore or torch calls so.

    Args:
        op (str): who asks, for the message.
        device (Union[str, torch.device]): ``"CPU"``, ``"GPU:0"``, ``"Ascend"``, or as torch spells it.

    Raises:
        ValueError: if it is no device.
    """
    if isinstance(device, torch.device):
        return device
    kind, colon, index = str(device).partition(":")
    try:
        return torch.device(_KINDS.get(kind.lower(), kind) + colon + index)
    except RuntimeError:
        msg = f"{op}: expected the device 'CPU', 'GPU' or 'Ascend', or a device of torch's, got {device!r}"
        raise ValueError(msg) from None
