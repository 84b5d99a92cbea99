"""Nested arguments and results: tuples, lists, dicts, dataclasses of tensors, taken apart and put together."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

import torch

from parity.code.caches import is_cache, snapshot
from parity.code.faults import raise_own

Leaf = Callable[[object], "torch.Tensor | None"]
"""Gives the torch tensor of a leaf, or None if it is no tensor."""

Keys = tuple[str, ...]
Orders = Collection[Keys]
"""Orders in which the other side lists the keys of its dicts and the fields of its dataclasses."""


@dataclasses.dataclass(frozen=True, slots=True)
class Slot:
    """Stands for the tensor with this number in a structure whose tensors were taken out; `kind` is its class."""

    number: int
    kind: type = torch.Tensor


def flatten(value: object, tensor_of: Leaf, path: str = "", orders: Orders = ()) -> list[tuple[str, torch.Tensor]]:
    """Return ``(path, tensor)`` of every tensor in `value`, in order; the path of a bare tensor is `path`.

    Sparse and quantized tensors are given with all their elements.
    """
    leaves = ((place, tensor_of(leaf)) for place, leaf in _leaves(value, tensor_of, path, orders))
    return [(place, written_out(tensor)) for place, tensor in leaves if tensor is not None]


def written_out(tensor: torch.Tensor) -> torch.Tensor:
    """Return a tensor with all its elements in memory, be it sparse or quantized."""
    if tensor.is_quantized:
        return tensor.dequantize()
    return tensor if tensor.layout == torch.strided else tensor.to_dense()


def others(value: object, tensor_of: Leaf, path: str = "", orders: Orders = ()) -> list[tuple[str, object]]:
    """Return ``(path, leaf)`` of everything in `value` that is no tensor: numbers, texts, None."""
    return [(place, leaf) for place, leaf in _leaves(value, tensor_of, path, orders) if tensor_of(leaf) is None]


def key_orders(value: object, tensor_of: Leaf) -> set[Keys]:
    """Return the order of the keys of every dict in `value`, and of the fields of every dataclass."""
    if tensor_of(value) is not None:
        return set()
    parts = _parts(value)
    found = set().union(*(key_orders(item, tensor_of) for _, item in parts or ()))
    if parts and not isinstance(value, (tuple, list)):
        found.add(tuple(key for key, _ in parts))
    return found


def _leaves(value: object, tensor_of: Leaf, path: str, orders: Orders) -> Iterator[tuple[str, object]]:
    parts = None if tensor_of(value) is not None else _parts(value)
    if parts is None:
        yield path, value
        return
    if orders and not isinstance(value, (tuple, list)):
        parts = [parts[index] for index in _arranged([key for key, _ in parts], orders)]
    is_dataclass = not isinstance(value, (Mapping, tuple, list))
    for key, item in parts:
        yield from _leaves(item, tensor_of, f"{path}.{key}" if is_dataclass else f"{path}[{key}]", orders)


def _parts(value: object) -> list[tuple[str, object]] | None:
    """Return what a structure holds by name; None for a leaf."""
    if isinstance(value, Mapping):
        return [(repr(key), item) for key, item in value.items()]
    if isinstance(value, (tuple, list)):
        return [(str(index), item) for index, item in enumerate(value)]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return [(entry.name, getattr(value, entry.name)) for entry in dataclasses.fields(value)]
    return None


def _arranged(keys: list[str], orders: Orders) -> list[int]:
    """Return the positions of `keys` in the order in which the other side has them, as far as it has."""
    plain = [key.strip("'\"") for key in keys]
    own = set(plain)
    known = [names for order in orders if len(names := [name.strip("'\"") for name in order]) == len(own)]
    best = max(known, key=lambda names: len(own & set(names)), default=[])
    if not own & set(best):
        return list(range(len(keys)))
    rest = iter([index for index, name in enumerate(plain) if name not in best])
    return [plain.index(name) if name in own else next(rest) for name in best]


def replace(value: Any, change: Callable[[object], object], orders: Orders = ()) -> Any:
    """Return `value` with `change` applied, in the order of `flatten`, to everything but tuples, lists and dicts."""
    if isinstance(value, tuple):
        items = [replace(item, change, orders) for item in value]
        # `_make` asks nothing of the items: the class of a packed sequence looks at its tensors when it is called.
        kind: Any = type(value)
        return kind._make(items) if hasattr(value, "_fields") else tuple(items)
    if isinstance(value, list):
        return [replace(item, change, orders) for item in value]
    if isinstance(value, dict):
        names = list(value)
        order = _arranged([repr(name) for name in names], orders) if orders else range(len(names))
        made = {names[index]: replace(value[names[index]], change, orders) for index in order}
        return _of_its_class(value, {name: made[name] for name in names})
    return change(value)


def _of_its_class(value: dict[Any, Any], made: dict[Any, Any]) -> dict[Any, Any]:
    """Return a dict as one of the class of another, whose items a program may read as attributes (`out.logits`)."""
    if type(value) is dict:
        return made
    try:
        found = copy.copy(value)
        for name, item in made.items():
            found[name] = item
    except Exception as error:  # noqa: BLE001 - a class that is not copied so: a plain dict holds the same
        raise_own(error)
        return made
    return found


def skeleton(value: object, tensor_of: Leaf, orders: Orders = ()) -> object:
    """Return `value` with its tensors replaced by numbered `Slot`s, and its caches as they are now."""
    count = 0

    def change(leaf: object) -> object:
        nonlocal count
        if tensor_of(leaf) is None:
            return snapshot(leaf) if is_cache(leaf) else leaf
        count += 1
        return Slot(count - 1, type(leaf))

    return replace(value, change, orders)


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
    """Return a skeleton with its slots filled from `tensors`, and caches that nothing else appends to.

    Args:
        value (object): the skeleton.
        tensors (list[torch.Tensor]): by number of the slot.
        revived (Callable[[type, torch.Tensor], object], optional): makes an object of the slot's class of a tensor.
            Default: ``None``, the tensor itself.
    """

    def put(leaf: object) -> object:
        if not isinstance(leaf, Slot):
            return snapshot(leaf) if is_cache(leaf) else leaf
        tensor = tensors[leaf.number]
        return tensor if revived is None else revived(leaf.kind, tensor)

    return replace(value, put)
