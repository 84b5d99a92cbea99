"""Which Cells under way have a floating-point type of their own, which their operations take (`Cell.to_float`)."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Any

import torch


class _Entered(threading.local):
    """What casts, innermost last."""

    def __init__(self) -> None:
        self.modes: list[Any] = []


entered = _Entered()
by_operation = _Entered()
"""What casts the inputs of each operation by a list (`amp.auto_mixed_precision` of level "auto")."""


def is_casting() -> bool:
    """Tell whether a Cell that has a type of its own is under way."""
    return bool(entered.modes)


def differ(a: torch.Tensor, b: torch.Tensor) -> bool:
    """Tell whether an operation that wants two tensors of one type gets them of two: no Cell under way casts both."""
    return a.dtype is not b.dtype and not (is_casting() and a.is_floating_point() and b.is_floating_point())


def casts_each_operation() -> bool:
    """Tell whether operations get inputs of one type from a list, whatever types they are given."""
    return bool(by_operation.modes)


@contextmanager
def casting_as(modes: Iterable[AbstractContextManager[Any]]) -> Iterator[None]:
    """Cast as these modes do, which were under way when something ran that is now run again."""
    count = len(by_operation.modes)
    with ExitStack() as stack:
        for mode in modes:
            if mode not in by_operation.modes:
                stack.enter_context(mode)
                by_operation.modes.append(mode)
        try:
            yield
        finally:
            del by_operation.modes[count:]
