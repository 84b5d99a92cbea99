"""Checks of the numbers that losses, optimizers and learning rate schedules are configured with.

MindSpore tells an int from a float here: where it documents a float, an int is a TypeError.
"""

from __future__ import annotations

import math
from typing import Any


def of_type(owner: str, name: str, value: Any, *kinds: type) -> Any:
    """Return `value`, which is an instance of one of `kinds`; a bool is no int.

    Raises:
        TypeError: if it is anything else.
    """
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        wanted = " or ".join(kind.__name__ for kind in kinds)
        msg = f"For '{owner}', the type of '{name}' must be {wanted}, but got {value!r} of type {type(value).__name__}."
        raise TypeError(msg)
    return value


def a_float(owner: str, name: str, value: Any, low: float = -math.inf, high: float = math.inf) -> float:
    """Return `value`, a float in the closed range.

    Raises:
        TypeError: if it is no float.
        ValueError: if it is out of range or NaN.
    """
    of_type(owner, name, value, float)
    if not low <= value <= high:
        bound = f"in [{low}, {high}]" if high < math.inf else f"at least {low}"
        raise ValueError(_range_message(owner, name, bound, value))
    return value


def between(owner: str, name: str, value: Any, low: float, high: float) -> float:
    """Return `value`, a float in the open range.

    Raises:
        TypeError: if it is no float.
        ValueError: if it is not strictly between the bounds.
    """
    of_type(owner, name, value, float)
    if not low < value < high:
        bound = f"in ({low}, {high})" if high < math.inf else f"greater than {low}"
        raise ValueError(_range_message(owner, name, bound, value))
    return value


def positive_float(owner: str, name: str, value: Any) -> float:
    """Return `value`, a float above 0.

    Raises:
        TypeError: if it is no number.
        ValueError: if it is not above 0, or an int: MindSpore looks at the value first, then at the type.
    """
    of_type(owner, name, value, float, int)
    if not value > 0:
        raise ValueError(_range_message(owner, name, "greater than 0", value))
    return float(of_type(owner, name, value, float))


def positive_int(owner: str, name: str, value: Any) -> int:
    """Return `value`, an int above 0.

    Raises:
        ValueError: if it is anything else.
    """
    if isinstance(value, bool) or not isinstance(value, int) or value <= 0:
        raise ValueError(_range_message(owner, name, "an int greater than 0", value))
    return value


def one_of(owner: str, name: str, value: Any, allowed: tuple[str, ...]) -> str:
    """Return `value`, one of the words allowed.

    Raises:
        ValueError: if it is another.
    """
    if not isinstance(value, str) or value not in allowed:
        msg = f"For '{owner}', the '{name}' must be in {list(allowed)}, but got {value!r}."
        raise ValueError(msg)
    return value


def _range_message(owner: str, name: str, bound: str, value: Any) -> str:
    return f"For '{owner}', the '{name}' must be {bound}, but got {value!r}."
