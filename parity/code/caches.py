"""Caches of keys and values, told by what they hold: whatever class keeps them, each is a tuple for every layer.

transformers, mindone and mindformers have a dozen classes for them, which change with every version; older code returns
tuples. A cache of fixed length is taken as far as it is filled.
"""

from __future__ import annotations

import copy
import functools
import inspect
from collections.abc import Mapping, Sequence
from typing import Any

_DEEPEST = 6
"""Containers in one another in which a cache keeps its tensors."""

Layers = list[tuple[Any, ...]]


def opened(value: Any) -> Any:
    """Return what a net returns with every cache in it as a tuple of tuples: a key and a value of each layer.

    Args:
        value (Any): of tuples, lists and mappings; returned itself if there is no cache in it.
    """
    layers = cached(value)
    if layers is not None:
        return tuple(layers)
    if isinstance(value, Mapping):
        made = {key: opened(item) for key, item in value.items()}
        return made if any(made[key] is not item for key, item in value.items()) else value
    if isinstance(value, (tuple, list)):
        items = [opened(item) for item in value]
        changed = any(new is not old for new, old in zip(items, value, strict=True))
        return type(value)(items) if changed and type(value) in {tuple, list} else tuple(items) if changed else value
    return value


def cached(value: Any) -> Layers | None:
    """Return what a cache holds, by layer; None for anything else."""
    if not is_cache(value):
        return None
    parts = [cached(getattr(value, name, None)) for name in ("self_attention_cache", "cross_attention_cache")]
    if parts[0] is not None and parts[1] is not None:
        return [(*own, *other) for own, other in zip(*_of_one_length(parts[0], parts[1]), strict=True)]
    layers = getattr(value, "layers", None)
    if isinstance(layers, (list, tuple)):
        return [_pair(layer) for layer in layers if _is_filled(layer)]
    keys, values = (getattr(value, name, None) for name in ("key_cache", "value_cache"))
    if isinstance(keys, (list, tuple)) and isinstance(values, (list, tuple)):
        filled = _filled(value)
        held = zip(keys, values, strict=True)
        return [(_cut(key, filled), _cut(item, filled)) for key, item in held if hasattr(key, "shape")]
    return _states(value)


def is_cache(value: object) -> bool:
    """Tell whether a value is an object that keeps keys and values from one call to the next."""
    named = any("Cache" in kind.__name__ for kind in type(value).__mro__)
    return named and not isinstance(value, (type, Mapping, Sequence)) and hasattr(value, "__dict__")


def snapshot(value: Any) -> Any:
    """Return a cache as it is now: what a call appends to the one is not seen in the other.

    Tensors are shared, but for those of a cache of fixed length, which is written in place.

    Args:
        value (Any): the cache.
    """
    return _snapshot(value, fixed=False, depth=0)


def _snapshot(value: Any, *, fixed: bool, depth: int) -> Any:
    inner = functools.partial(_snapshot, depth=depth + 1)
    if depth > _DEEPEST:
        return value
    if type(value) is list:
        return [inner(item, fixed=fixed) for item in value]
    if type(value) is dict:
        return {key: inner(item, fixed=fixed) for key, item in value.items()}
    held = getattr(value, "__dict__", {})
    if not is_cache(value) and not {"keys", "values"} <= held.keys():
        return value.clone() if fixed and hasattr(value, "clone") and hasattr(value, "shape") else value
    made = copy.copy(value)
    fixed = _has_fixed_length(value)
    vars(made).update({name: inner(item, fixed=fixed) for name, item in held.items()})
    return made


def _has_fixed_length(value: object) -> bool:
    """Tell whether a cache or a layer of one has room for so many positions; a property may raise, and is not asked."""
    room = inspect.getattr_static(value, "max_cache_len", None)
    return room is not None and not isinstance(room, (property, functools.cached_property))


def _of_one_length(one: Layers, other: Layers) -> tuple[Layers, Layers]:
    """Return layers of two caches, one of which may be empty yet."""
    most = max(len(one), len(other))
    return one + [()] * (most - len(one)), other + [()] * (most - len(other))


def _is_filled(layer: Any) -> bool:
    return hasattr(getattr(layer, "keys", None), "shape") and hasattr(getattr(layer, "values", None), "shape")


def _pair(layer: Any) -> tuple[Any, Any]:
    filled = _filled(layer) if hasattr(layer, "max_cache_len") else None
    return _cut(layer.keys, filled), _cut(layer.values, filled)


def _filled(cache: Any) -> int | None:
    """Return how many positions hold something; None where the cache does not say."""
    try:
        return int(cache.get_seq_length())
    except (AttributeError, TypeError, ValueError, IndexError):
        return None


def _cut(tensor: Any, filled: int | None) -> Any:
    """Return keys or values (batch, heads, positions, size) without the positions that are free yet."""
    return tensor if filled is None or not 0 < filled < tensor.shape[-2] else tensor[..., :filled, :]


def _states(cache: Any) -> Layers | None:
    """Return what a recurrent model keeps: attributes called ``..._states``, with a tensor for every layer."""
    found: list[list[Any]] = []
    for name in sorted(name for name in getattr(cache, "__dict__", {}) if name.endswith("_states")):
        held = getattr(cache, name)
        layers = list(held.values()) if isinstance(held, Mapping) else list(held) if hasattr(held, "__iter__") else []
        found.append([layer for layer in layers if hasattr(layer, "shape")])
    return list(zip(*found, strict=False)) if found and all(found) else None
