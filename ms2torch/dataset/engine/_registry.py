"""The operations of datasets by their names: the base calls them, and the file of each says which is its own.

The files of the operations import the base, which knows none of them. The package imports them all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

_Made = TypeVar("_Made", bound=Callable[..., Any])
_operations: dict[str, Callable[..., Any]] = {}


def called_by(name: str) -> Callable[[_Made], _Made]:
    """Have a class or function called by the method `name` of `Dataset`.

    Args:
        name (str): the method's name.
    """

    def note(made: _Made) -> _Made:
        if name in _operations:
            raise ValueError(f"{name} is {_operations[name].__qualname__} already")
        _operations[name] = made
        return made

    return note


def made_by(name: str) -> Callable[..., Any]:
    """Return what the method `name` of `Dataset` calls.

    Args:
        name (str): the method's name.
    """
    return _operations[name]
