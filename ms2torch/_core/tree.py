"""Nested tuples, lists and dicts: the tensors in them wrapped, unwrapped, listed, replaced."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from ms2torch._core.base import TensorBase, wrap


def wrap_tree(value: Any) -> Any:
    """Wrap every torch tensor in nested tuples, lists and dicts."""
    if isinstance(value, torch.Tensor):
        return wrap(value)
    if isinstance(value, tuple):
        items = [wrap_tree(v) for v in value]
        return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    if isinstance(value, list):
        return [wrap_tree(v) for v in value]
    if isinstance(value, dict):
        return {k: wrap_tree(v) for k, v in value.items()}
    return value


def unwrap_tree(value: Any) -> Any:
    """Take the torch tensor out of every Tensor in nested tuples, lists and dicts."""
    if isinstance(value, TensorBase):
        return value._t
    if isinstance(value, tuple):
        return tuple(unwrap_tree(v) for v in value)
    if isinstance(value, list):
        return [unwrap_tree(v) for v in value]
    if isinstance(value, dict):
        return {k: unwrap_tree(v) for k, v in value.items()}
    return value


def tensor_leaves(value: Any) -> list[Any]:
    """Return the Tensors in nested tuples, lists and dicts, in order."""
    if isinstance(value, TensorBase):
        return [value]
    if isinstance(value, (tuple, list)):
        return [leaf for v in value for leaf in tensor_leaves(v)]
    if isinstance(value, dict):
        return [leaf for v in value.values() for leaf in tensor_leaves(v)]
    return []


def map_tensors(value: Any, fn: Callable[[Any], Any]) -> Any:
    """Apply `fn` to each Tensor in nested tuples, lists and dicts, keeping the nesting."""
    if isinstance(value, TensorBase):
        return fn(value)
    if isinstance(value, tuple):
        return tuple(map_tensors(v, fn) for v in value)
    if isinstance(value, list):
        return [map_tensors(v, fn) for v in value]
    if isinstance(value, dict):
        return {k: map_tensors(v, fn) for k, v in value.items()}
    return value


def holds_torch(value: Any) -> bool:
    """Tell whether a torch tensor is somewhere in nested tuples, lists and dicts."""
    if isinstance(value, torch.Tensor):
        return True
    if isinstance(value, (tuple, list)):
        return any(holds_torch(v) for v in value)
    return isinstance(value, dict) and any(holds_torch(v) for v in value.values())
