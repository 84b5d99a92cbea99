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
    """

    def __init__(self, transform: Callable[..., Any]) -> None:
        self.transform = transform
        self.implementation = Implementation.C
        self.random = getattr(transform, "random", True)

    def __deepcopy__(self, memo: Any) -> FuncWrapper:
        return self  # a user's function keeps what it counts or draws, whoever calls it

    def __call__(self, *args: Any) -> Any:
        """Call the function."""
        return self.transform(*args)
