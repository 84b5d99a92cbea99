"""Whether MindSpore would have compiled what runs: below a function under `jit`, or in graph mode."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any


class _Depth(threading.local):
    """How many such functions a thread is in; set in `__init__`, see `grad_mode._State`."""

    def __init__(self) -> None:
        self.calls = 0


class _Mode:
    """Whether the context says that Cells are compiled; one for all threads, as the context is."""

    __slots__ = ("graph",)

    def __init__(self) -> None:
        self.graph = False


_depth = _Depth()
context_mode = _Mode()


def set_graph_mode(on: bool) -> None:
    """Note that the context's mode is GRAPH_MODE, or no longer."""
    context_mode.graph = on


def in_graph() -> bool:
    """Tell whether the caller runs below a function under `jit`, or in graph mode in a Cell or a function under `grad`.

    What stands beside these runs at once in graph mode too (measured 2.10).
    """
    return _depth.calls > 0


class below_jit:
    """Run what a compiled graph would be made of."""

    __slots__ = ()

    def __enter__(self) -> None:
        _depth.calls += 1

    def __exit__(self, *error: object) -> None:
        _depth.calls -= 1


def compiled_in_graph_mode() -> below_jit | nullcontext[None]:
    """Return the context of a function given to `grad`, which is a graph where the mode is GRAPH_MODE."""
    return below_jit() if context_mode.graph else nullcontext()


def mark_under_jit(fn: Callable[..., Any]) -> None:
    """Note that a function stands under `jit`."""
    fn._stands_under_jit = True  # type: ignore[attr-defined]


def is_under_jit(fn: object) -> bool:
    """Tell whether a function, or the function of a method, stands under `jit`."""
    return getattr(fn, "_stands_under_jit", False) is True
