"""Whether a function under `jit` is under way: MindSpore would have compiled it with all that it calls."""

from __future__ import annotations

import threading


class _Depth(threading.local):
    """How many such functions a thread is in; set in `__init__`, see `grad_mode._State`."""

    def __init__(self) -> None:
        self.calls = 0


_depth = _Depth()


def runs_below_jit() -> bool:
    """Tell whether the caller runs below a function under `jit`."""
    return _depth.calls > 0


class below_jit:
    """Run what a compiled graph would be made of."""

    __slots__ = ()

    def __enter__(self) -> None:
        _depth.calls += 1

    def __exit__(self, *error: object) -> None:
        _depth.calls -= 1
