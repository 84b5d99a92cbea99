"""What operations written in Python share.

Source: mindspore.dataset.transforms.py_transforms_util, MindSpore 2.10
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Any


class Implementation(IntEnum):
    """How an operation works: on numpy arrays (``C``), or as a Python function on whatever it gets (``PY``)."""

    C = 0
    PY = 1


class FuncWrapper:
    """A user's function among the operations of a `Compose`.

    Args:
        transform (Callable): the function.

    Raises:
        ValueError: if it is not callable.
    """

    def __init__(self, transform: Callable[..., Any]) -> None:
        if not callable(transform):
            raise ValueError(f"An operation must be a function, but got {transform!r}.")
        self.transform = transform
        self.implementation = Implementation.C
        self.random = getattr(transform, "random", True)

    def __call__(self, *args: Any) -> Any:
        return self.transform(*args)
