"""Checks of constructor arguments that many layers share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ms2torch._core.base import wrap
from ms2torch.common.tensor import Tensor, UninitializedTensor


def positive_int(layer: str, name: str, value: Any) -> int:
    """Return `value`, an int above 0.

    Raises:
        TypeError: if it is no int.
        ValueError: if it is not above 0.
    """
    if isinstance(value, bool) or not isinstance(value, int):
        kind = type(value).__name__
        given = f"must be int and must > 0, but got '{value}' with type" if kind == "bool" else "must be int, but got"
        msg = f"For '{layer}', the '{name}' {given} '{kind}'."
        raise TypeError(msg)
    if value <= 0:
        msg = f"For '{layer}', the '{name}' must be int and must > 0, but got '{value}' with type 'int'."
        raise ValueError(msg)
    return value


def boolean(layer: str, name: str, value: Any) -> bool:
    """Return `value`, a bool.

    Raises:
        TypeError: if it is anything else.
    """
    if not isinstance(value, bool):
        msg = f"For '{layer}', the '{name}' must be a bool, but got {value!r} with type {type(value).__name__}."
        raise TypeError(msg)
    return value


def window(layer: str, name: str, value: Any, n: int) -> tuple[int, ...]:
    """Return one positive int per window dimension, given as one int or a tuple of `n`.

    Raises:
        TypeError: if it is no tuple, is not made of ints, or has another length.
        ValueError: if an entry is below 1.
    """
    values = (value,) * n if isinstance(value, int) and not isinstance(value, bool) else value
    if not isinstance(values, tuple) or len(values) != n or not all(type(v) is int for v in values):
        msg = f"For '{layer}', the '{name}' must be an int or a tuple of {n} ints, but got {value!r}."
        raise TypeError(msg)
    if any(v < 1 for v in values):
        msg = f"For '{layer}', the '{name}' must be above 0, but got {value!r}."
        raise ValueError(msg)
    return tuple(values)


def init_shape(layer: str, name: str, init: Any, shape: Sequence[int]) -> Any:
    """Return an initial value; a Tensor among them must have the parameter's shape.

    Raises:
        ValueError: if it has another.
    """
    if isinstance(init, Tensor) and tuple(init.shape) != tuple(shape):
        msg = f"For '{layer}', '{name}' must have shape {tuple(shape)}, but got a Tensor of {tuple(init.shape)}."
        raise ValueError(msg)
    return init


def flat_init(layer: str, init: Any) -> Any:
    """Return the initial weight of a one-dimensional convolution as its two-dimensional weight is shaped.

    Raises:
        ValueError: if it is a Tensor and has not three dimensions.
    """
    if not isinstance(init, Tensor):
        return init
    if init.ndim != 3:
        msg = f"For '{layer}', the 'weight_init_shape' must be int and must = 3, but got '{init.ndim}' with type 'int'."
        raise ValueError(msg)
    filled = init.init_data() if isinstance(init, UninitializedTensor) else init
    return wrap(filled._t.unsqueeze(2))
