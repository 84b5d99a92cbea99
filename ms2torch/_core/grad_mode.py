"""Whether MindSpore code is being differentiated: the one piece of state that decides if a graph is recorded.

Outside `grad()` a Cell called with MindSpore tensors records nothing (saves 20-60 % of the forward time and all the
activations). A Cell called with torch tensors follows torch's own grad mode.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import torch


class _State(threading.local):
    """What a thread is doing.

    Set in `__init__`, which runs once for each thread: torch.compile guards on the names that the state holds, and a
    name that appears only later makes a compiled Cell fail at its second call.
    """

    def __init__(self) -> None:
        # who differentiates: None, MindSpore's `grad()`, or torch, whose code called a Cell; one name, because to
        # read or write one takes as long as a small function
        self.recorder: str | None = None
        # torch's grad mode is off because a Cell runs outside `grad()`, not because the program asked for that
        self.passing = False


_state = _State()
_GRAD, _TORCH = "grad", "torch"


def is_recording() -> bool:
    """Tell whether operations are being recorded for differentiation, by `grad()` or by torch around a Cell."""
    return _state.recorder is not None


def is_for_torch() -> bool:
    """Tell whether the Cell that is running was called with torch tensors: hooks are then given torch tensors."""
    return _state.recorder is _TORCH


@contextmanager
def recording() -> Iterator[bool]:
    """Record operations; yields whether they were recorded already (a gradient inside a gradient)."""
    before = _state.recorder
    _state.recorder = _GRAD
    try:
        with torch.enable_grad():
            yield before is not None
    finally:
        _state.recorder = before


def may_record() -> bool:
    """Tell whether a Cell with `set_grad` keeps its graph: nobody asked that nothing be recorded."""
    return _state.passing or torch.is_grad_enabled()


class unrecorded:
    """Run a Cell outside `grad()`: nothing is recorded, but a Cell inside may keep its graph for `set_grad`."""

    __slots__ = ("_before",)

    def __enter__(self) -> None:
        self._before = _state.passing
        _state.passing = True
        torch.set_grad_enabled(False)

    def __exit__(self, *error: object) -> None:
        _state.passing = self._before
        torch.set_grad_enabled(True)


@contextmanager
def forbidden() -> Iterator[None]:
    """Record nothing at all, for no Cell inside either."""
    before = _state.passing
    _state.passing = False
    try:
        with torch.no_grad():
            yield
    finally:
        _state.passing = before


def follow_torch() -> str | None:
    """Leave recording to torch's own grad mode, as for a Cell that was called with torch tensors.

    Returns:
        What `follow` is to be given afterwards. (Where it is not felt, `with torch_rules()` does both.)
    """
    before = _state.recorder
    _state.recorder = _TORCH
    return before


def follow(before: str | None) -> None:
    """Let record who did before `follow_torch`."""
    _state.recorder = before


class torch_rules:
    """Leave recording to torch's own grad mode."""

    __slots__ = ("_before",)

    def __enter__(self) -> None:
        self._before = follow_torch()

    def __exit__(self, *error: object) -> None:
        follow(self._before)
