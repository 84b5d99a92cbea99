"""Tensors of either framework inside what code passes around: found, replaced, copied."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from tempfile import NamedTemporaryFile
from typing import Any

import torch

_LARGE = 1 << 18
"""Bytes from which on a copy lies in a file: a training's weights and gradients of many updates."""
MINDSPORE = ("ms2torch.", "mindspore.")
"""How the names of modules with MindSpore's API begin: as they lie here, or as user's code has first imported them."""


def tensor_in(value: object) -> torch.Tensor | None:
    """Return the torch tensor that `value` is, or that a MindSpore Tensor holds; None for anything else."""
    if isinstance(value, torch.Tensor):
        return value
    held = getattr(value, "_t", None) if type(value).__module__.startswith(MINDSPORE) else None
    return held if isinstance(held, torch.Tensor) else None


def leaves(value: object) -> Iterator[torch.Tensor]:
    """Yield the tensors of a nested value, in order."""
    found = tensor_in(value)
    if found is not None:
        yield found
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from leaves(item)
    elif isinstance(value, (tuple, list)):
        for item in value:
            yield from leaves(item)


def exchanged(value: Any, change: Callable[[torch.Tensor], torch.Tensor]) -> Any:
    """Return a nested value with each tensor replaced by what `change` makes of it; other containers are kept."""
    if isinstance(value, torch.Tensor):
        return change(value)
    held = tensor_in(value)
    if held is not None:
        changed = change(held)
        if changed is held:
            return value
        from parity.nets.ms_cell import as_mindspore

        return as_mindspore(changed)
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*(exchanged(item, change) for item in value))
    if type(value) in {tuple, list}:
        return type(value)(exchanged(item, change) for item in value)
    if isinstance(value, dict):  # also transformers' outputs, which must stay what they are
        for key in list(value):
            new = exchanged(value[key], change)
            if new is not value[key]:
                value[key] = new
    return value


def copied(tensor: torch.Tensor) -> torch.Tensor:
    """Return a copy on the CPU; a large one lies in a file without a name, which the system may keep out of memory."""
    found = tensor.detach()
    size = found.numel() * found.element_size()
    if size < _LARGE or not sys.platform.startswith("linux"):
        return found.to("cpu", copy=True)
    with NamedTemporaryFile(prefix="ms2torch-") as file:  # only its name goes: what is mapped stays until it is freed
        os.truncate(file.name, size)
        kept = torch.from_file(file.name, shared=True, size=found.numel(), dtype=found.dtype)
    return kept.view(found.shape).copy_(found)
