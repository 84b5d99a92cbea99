"""Python's own functions under the names by which MindSpore's compiled functions call them."""

from __future__ import annotations

from collections.abc import Iterable, Sized
from typing import Any


def ms_len(data: Sized) -> int:
    """Return how many elements there are.

    Args:
        data (Union[tuple, list, dict, str, Tensor]): what has a length.
    """
    return len(data)


def ms_max(*data: Any) -> Any:
    """Return the largest of the arguments, or of the elements of the only one.

    Args:
        data (Union[number, tuple, list, Tensor]): what to compare.
    """
    return max(*data)


def ms_min(*data: Any) -> Any:
    """Return the smallest of the arguments, or of the elements of the only one.

    Args:
        data (Union[number, tuple, list, Tensor]): what to compare.
    """
    return min(*data)


def ms_sum(data: Iterable[Any], start: Any = 0) -> Any:
    """Return the sum of the elements.

    Args:
        data (Union[tuple, list, Tensor]): what to add.
        start (Union[number, Tensor]): what to begin with. Default: ``0``.
    """
    return sum(data, start)


def ms_next(it: Any) -> Any:
    """Return the next element of an iterator and what comes after it.

    Args:
        it (Union[tuple, list, Tensor]): what to step through.

    Returns:
        tuple of the first element and the rest.
    """
    return it[0], it[1:]


def ms_hasnext(it: Sized) -> bool:
    """Tell whether there is a next element.

    Args:
        it (Union[tuple, list, Tensor]): what is stepped through.
    """
    return len(it) > 0


def ms_iter(data: Any) -> Any:
    """Return what a loop over `data` steps through.

    Args:
        data (Union[tuple, list, dict, Tensor]): what to loop over; of a dict, its keys.
    """
    return tuple(data)
