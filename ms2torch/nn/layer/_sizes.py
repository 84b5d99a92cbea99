"""Checks of sizes where MindSpore tells a wrong type from a wrong value."""

from __future__ import annotations

from typing import Any

from ms2torch.nn.layer._arguments import positive_int


def size_arg(layer: str, name: str, value: Any) -> int:
    """Return `value`, an int above 0.

    Raises:
        TypeError: if it is no int.
        ValueError: if it is below 1.
    """
    if isinstance(value, bool) or not isinstance(value, int):
        msg = f"For '{layer}', the '{name}' must be int, but got {value!r} with type {type(value).__name__}."
        raise TypeError(msg)
    return positive_int(layer, name, value)
