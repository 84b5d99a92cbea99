"""Checks of the arguments of image operations."""

from __future__ import annotations

import numbers as numbers_abc
from collections.abc import Sequence
from enum import Enum
from typing import Any, TypeVar

from ms2torch.dataset.core import validator_helpers as helpers
from ms2torch.dataset.vision.utils import Border, Inter

_E = TypeVar("_E", bound=Enum)
_LARGEST = helpers.FLOAT_MAX_INTEGER
_NO_SIZE = "should be a single integer or a list/tuple (h, w) of length 2."


def number(
    where: str, name: str, value: Any, low: float = helpers.FLOAT_MIN_INTEGER, high: float = helpers.FLOAT_MAX_INTEGER
) -> None:
    """Raise unless `value` is a number from `low` to `high`."""
    helpers.type_check(value, (float, int), name, where)
    helpers.check_value(value, (low, high), name, where=where)


def factor(where: str, name: str, value: Any) -> None:
    """Raise unless `value` is a number that is not negative; MindSpore's sentence does not name it."""
    helpers.type_check(value, (float, int), name, where)
    helpers.check_value(value, (0, helpers.FLOAT_MAX_INTEGER), where=where)


def unnamed(where: str, name: str, value: Any, low: float, *, above: bool = False, high: float = _LARGEST) -> None:
    """Raise unless `value` is from `low` on, or above it; MindSpore's sentence does not name it."""
    helpers.check_value(value, (low, high), left_open_interval=above, where=f"{where}, `{name}`")


def count(where: str, name: str, value: Any) -> None:
    """Raise unless `value` is an int from 1 on; MindSpore's sentence does not name it."""
    helpers.type_check(value, (int,), name, where)
    unnamed(where, name, value, 1)


def positive(where: str, name: str, value: Any) -> None:
    """Raise unless `value` is a number above 0."""
    number(where, name, value)
    helpers.check_positive(value, name, where)


def integer(where: str, name: str, value: Any, low: int = helpers.INT32_MIN, high: int = helpers.INT32_MAX) -> None:
    """Raise unless `value` is an int from `low` to `high`."""
    helpers.type_check(value, (int,), name, where)
    helpers.check_value(value, (low, high), name, where=where)


def boolean(where: str, name: str, value: Any) -> None:
    """Raise unless `value` is a bool."""
    helpers.type_check(value, (bool,), name, where)


def member(where: str, name: str, value: Any, kind: type[_E]) -> None:
    """Raise unless `value` is a member of an enumeration."""
    helpers.type_check(value, (kind,), name, where)


def numbers(
    where: str,
    name: str,
    value: Any,
    length: int,
    low: float = helpers.FLOAT_MIN_INTEGER,
    high: float = helpers.FLOAT_MAX_INTEGER,
) -> None:
    """Raise unless `value` is a list or tuple of `length` numbers."""
    helpers.type_check(value, (tuple, list), name, where)
    if len(value) != length:
        raise helpers.told(
            TypeError(f"{name} should be a list/tuple of length {length}."), f"It is {value}. In {where}."
        )
    for index, one in enumerate(value):
        number(where, f"{name}[{index}]", one, low, high)


def rising(
    where: str,
    name: str,
    value: Any,
    low: float = helpers.FLOAT_MIN_INTEGER,
    high: float = helpers.FLOAT_MAX_INTEGER,
    named: bool = True,
) -> None:
    """Raise unless `value` is a pair (min, max); with `named` false MindSpore's sentence does not name its numbers."""
    if named:
        numbers(where, name, value, 2, low, high)
    else:
        numbers(where, name, value, 2, -float("inf"), float("inf"))
        for one in value:
            unnamed(where, name, one, low, high=high)
    if value[0] > value[1]:
        raise helpers.told(
            ValueError(f"{name} should be in (min,max) format. Got (max,min)."), f"It is {value}. In {where}."
        )


def size(where: str, value: Any, name: str = "size") -> tuple[int, int]:
    """Return an int or a pair as (height, width)."""
    helpers.type_check(value, (int, list, tuple), name, where)
    if isinstance(value, int):
        helpers.check_value(value, (1, helpers.FLOAT_MAX_INTEGER), where=f"{where}, `{name}`")
        return value, value
    if len(value) != 2:
        raise helpers.told(TypeError(f"{name.capitalize()} {_NO_SIZE}"), f"It is {value}. In {where}.")
    for place, one in enumerate(value):
        helpers.type_check(one, (int,), f"{name}[{place}]", where)
        unnamed(where, f"{name}[{place}]", one, 1)
    return value[0], value[1]


def new_size(where: str, value: Any) -> None:
    """Raise unless `value` is the length of a side, or a pair (height, width), that an image can be resized to."""
    if not isinstance(value, (int, list, tuple)) or (not isinstance(value, int) and len(value) != 2):
        raise helpers.told(TypeError(f"Size {_NO_SIZE}"), f"It is {value!r}. In {where}.")
    if isinstance(value, int):
        unnamed(where, "size", value, 1)
        return
    for place, one in enumerate(value):
        integer(where, f"size at dim {place}", one, 1)


def kernel_size(where: str, value: Any) -> tuple[int, int]:
    """Return an int or a pair as (width, height) of a kernel."""
    helpers.type_check(value, (int, list, tuple), "kernel_size", where)
    pair: Sequence[Any] = (value, value) if isinstance(value, int) else value
    if len(pair) != 2:
        told = "Kernel size should be a single integer or a list/tuple (kernel_width, kernel_height) of length 2."
        raise helpers.told(TypeError(f"{told}"), f"It is {value}. In {where}.")
    for one in pair:
        helpers.type_check(one, (int,), "kernel_size", where)
        helpers.check_value(one, (1, _LARGEST), "kernel_size", where=where)
    return pair[0], pair[1]


def pair_of_ints(where: str, name: str, value: Any, low: int, *, empty: bool = False) -> tuple[int, ...]:
    """Return one int, two, or with `empty` none, of at least `low`, as a tuple of two or none."""
    helpers.type_check(value, (int, list, tuple), name, where)
    if isinstance(value, int):
        integer(where, name, value, low)
        return value, value
    if len(value) != 2 and (value or not empty):
        told = "empty or a sequence" if empty else "a sequence"
        raise helpers.told(ValueError(f"The {name} must be {told} of length 2."), f"It is {value}. In {where}.")
    for place, one in enumerate(value):
        integer(where, f"{name}{place}", one, low)
    return tuple(value)


def fill(where: str, value: Any) -> tuple[int, int, int]:
    """Return a grey level, or one for each of three channels, as three."""
    if isinstance(value, int):
        integer(where, "fill_value", value, 0, 255)
        value = (value, value, value)
    if not isinstance(value, tuple) or len(value) != 3:
        raise helpers.told(
            TypeError("fill_value should be a single integer or a 3-tuple."), f"It is {value!r}. In {where}."
        )
    for one in value:
        integer(where, "fill_value", one, 0, 255)
    return value


def padding(where: str, value: Any) -> tuple[int, int, int, int]:
    """Return a padding of one, two or four numbers as (left, top, right, bottom)."""
    from ms2torch.dataset.vision.utils import parse_padding

    if not isinstance(value, (int, list, tuple)) or isinstance(value, bool):
        helpers.type_check(value, (tuple, list, numbers_abc.Number), "padding", where)
        helpers.type_check(value, (int,), "padding", where)
    many: Sequence[Any] = [value] if isinstance(value, int) else value
    if len(many) not in (1, 2, 4) or (len(many) == 1 and not isinstance(value, int)):
        raise helpers.told(
            ValueError("The size of the padding list or tuple should be 2 or 4."), f"It is {value!r}. In {where}."
        )
    for place, one in enumerate(many):
        helpers.type_check(one, (int,), f"padding[{place}]", where)
        helpers.check_value(one, (0, helpers.INT32_MAX), "pad_value", where=where)
    return parse_padding(value)


def border(where: str, value: Any) -> None:
    """Raise unless `value` is a `Border`."""
    member(where, "padding_mode", value, Border)


def probability(where: str, value: Any, name: str = "prob") -> None:
    """Raise unless `value` is between 0 and 1."""
    number(where, name, value, 0.0, 1.0)


def interpolation(where: str, value: Any, *, arrays_only: bool = False, name: str = "interpolation") -> None:
    """Raise unless `value` is an `Inter` that arrays, or arrays or Pillow images, can be interpolated with."""
    member(where, name, value, Inter)
    if arrays_only and value == Inter.ANTIALIAS:
        raise TypeError(f"{where}: `{name}` cannot be Inter.ANTIALIAS, which is for Pillow images alone.")
