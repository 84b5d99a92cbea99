"""Checks of the arguments of image operations."""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import Enum
from typing import Any, TypeVar

from ms2torch.dataset.vision.utils import Border, Inter

_E = TypeVar("_E", bound=Enum)


def number(where: str, name: str, value: Any, low: float = -math.inf, high: float = math.inf) -> None:
    """Raise unless `value` is a number from `low` to `high`."""
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        raise TypeError(f"{where}: `{name}` must be a number, but got {value!r} of type {type(value).__name__}.")
    if not low <= value <= high:
        raise ValueError(f"{where}: `{name}` must be between {low} and {high}, but got {value}.")


def positive(where: str, name: str, value: Any) -> None:
    """Raise unless `value` is a number above 0."""
    number(where, name, value)
    if value <= 0:
        raise ValueError(f"{where}: `{name}` must be above 0, but got {value}.")


def integer(where: str, name: str, value: Any, low: float = -math.inf, high: float = math.inf) -> None:
    """Raise unless `value` is an int from `low` to `high`."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{where}: `{name}` must be an int, but got {value!r} of type {type(value).__name__}.")
    number(where, name, value, low, high)


def boolean(where: str, name: str, value: Any) -> None:
    """Raise unless `value` is a bool."""
    if not isinstance(value, bool):
        raise TypeError(f"{where}: `{name}` must be a bool, but got {value!r}.")


def member(where: str, name: str, value: Any, kind: type[_E]) -> None:
    """Raise unless `value` is a member of an enumeration."""
    if not isinstance(value, kind):
        raise TypeError(f"{where}: `{name}` must be one of {kind.__name__}, but got {value!r}.")


def numbers(where: str, name: str, value: Any, length: int, low: float = -math.inf, high: float = math.inf) -> None:
    """Raise unless `value` is a list or tuple of `length` numbers."""
    if not isinstance(value, (list, tuple)) or len(value) != length:
        raise TypeError(f"{where}: `{name}` must be a list or tuple of {length} numbers, but got {value!r}.")
    for index, one in enumerate(value):
        number(where, f"{name}[{index}]", one, low, high)


def rising(where: str, name: str, value: Any, low: float = -math.inf, high: float = math.inf) -> None:
    """Raise unless `value` is a pair (min, max)."""
    numbers(where, name, value, 2, low, high)
    if value[0] > value[1]:
        raise ValueError(f"{where}: `{name}` must be (min, max), but got {value!r}.")


def size(where: str, value: Any, name: str = "size") -> tuple[int, int]:
    """Return an int or a pair as (height, width)."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = (value, value)
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        raise TypeError(f"{where}: `{name}` must be an int or a list or tuple (height, width), but got {value!r}.")
    for one in value:
        integer(where, name, one, 1, 2**31 - 1)
    return value[0], value[1]


def fill(where: str, value: Any) -> tuple[int, int, int]:
    """Return a grey level, or one for each of three channels, as three."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = (value, value, value)
    if not isinstance(value, tuple) or len(value) != 3:
        raise TypeError(f"{where}: `fill_value` must be an int or a tuple of three, but got {value!r}.")
    for one in value:
        integer(where, "fill_value", one, 0, 255)
    return value


def padding(where: str, value: Any) -> tuple[int, int, int, int]:
    """Return a padding of one, two or four numbers as (left, top, right, bottom)."""
    from ms2torch.dataset.vision.utils import parse_padding

    if not isinstance(value, (int, list, tuple)) or isinstance(value, bool):
        raise TypeError(f"{where}: `padding` must be an int or a list or tuple of them, but got {value!r}.")
    many: Sequence[Any] = [value] if isinstance(value, int) else value
    if len(many) not in (1, 2, 4) or (len(many) == 1 and not isinstance(value, int)):
        raise ValueError(f"{where}: `padding` must be one, two or four numbers, but got {value!r}.")
    for one in many:
        integer(where, "padding", one, 0, 2**31 - 1)
    return parse_padding(value)


def border(where: str, value: Any) -> None:
    """Raise unless `value` is a `Border`."""
    member(where, "padding_mode", value, Border)


def probability(where: str, value: Any, name: str = "prob") -> None:
    """Raise unless `value` is between 0 and 1."""
    number(where, name, value, 0, 1)


def interpolation(where: str, value: Any, *, arrays_only: bool = False, name: str = "interpolation") -> None:
    """Raise unless `value` is an `Inter` that arrays, or arrays or Pillow images, can be interpolated with."""
    member(where, name, value, Inter)
    if arrays_only and value == Inter.ANTIALIAS:
        raise TypeError(f"{where}: `{name}` cannot be Inter.ANTIALIAS, which is for Pillow images alone.")
