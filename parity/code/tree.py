"""Nested arguments and results: tuples, lists, dicts, dataclasses of tensors, taken apart and put together."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

import torch

Leaf = Callable[[object], "torch.Tensor | None"]
"""Gives the torch tensor of a leaf, or None if it is no tensor."""


@dataclasses.dataclass(frozen=True, slots=True)
class Slot:
    """Stands for the tensor with this number in a structure whose tensors were taken out; `kind` is its class."""

    number: int
    kind: type = torch.Tensor


def flatten(value: object, tensor_of: Leaf, path: str = "") -> list[tuple[str, torch.Tensor]]:
    """Return ``(path, tensor)`` of every tensor in `value`, in order; the path of a bare tensor is `path`."""
    found: list[tuple[str, torch.Tensor]] = []
    _walk(value, tensor_of, path, found)
    return found


def _walk(value: object, tensor_of: Leaf, path: str, found: list[tuple[str, torch.Tensor]]) -> None:
    tensor = tensor_of(value)
    if tensor is not None:
        found.append((path, tensor))
    elif isinstance(value, Mapping):
        for key, item in value.items():
            _walk(item, tensor_of, f"{path}[{key!r}]", found)
    elif isinstance(value, (tuple, list)):
        for index, item in enumerate(value):
            _walk(item, tensor_of, f"{path}[{index}]", found)
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for entry in dataclasses.fields(value):
            _walk(getattr(value, entry.name), tensor_of, f"{path}.{entry.name}", found)


def replace(value: Any, change: Callable[[object], object]) -> Any:
    """Return `value` with `change` applied to everything that is not a tuple, list or dict."""
    if isinstance(value, tuple):
        items = [replace(item, change) for item in value]
        return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    if isinstance(value, list):
        return [replace(item, change) for item in value]
    if isinstance(value, dict):
        return {key: replace(item, change) for key, item in value.items()}
    return change(value)


def skeleton(value: object, tensor_of: Leaf) -> object:
    """Return `value` with its tensors replaced by numbered `Slot`s."""
    count = 0

    def change(leaf: object) -> object:
        nonlocal count
        if tensor_of(leaf) is None:
            return leaf
        count += 1
        return Slot(count - 1, type(leaf))

    return replace(value, change)


def recast(value: object, kind: type) -> object:
    """Return a skeleton whose slots stand for objects of class `kind`."""
    return replace(value, lambda leaf: Slot(leaf.number, kind) if isinstance(leaf, Slot) else leaf)


def slots(value: object) -> int:
    """Return the number of `Slot`s in a skeleton."""
    count = 0

    def change(leaf: object) -> object:
        nonlocal count
        count += isinstance(leaf, Slot)
        return leaf

    replace(value, change)
    return count


def fill(
    value: object, tensors: list[torch.Tensor], revived: Callable[[type, torch.Tensor], object] | None = None
) -> Any:
    """Return a skeleton with its slots filled from `tensors`.

    Args:
        value (object): the skeleton.
        tensors (list[torch.Tensor]): by number of the slot.
        revived (Callable[[type, torch.Tensor], object], optional): makes an object of the slot's class of a tensor.
            Default: ``None``, the tensor itself.
    """

    def put(leaf: object) -> object:
        if not isinstance(leaf, Slot):
            return leaf
        tensor = tensors[leaf.number]
        return tensor if revived is None else revived(leaf.kind, tensor)

    return replace(value, put)
