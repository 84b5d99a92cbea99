"""A comparison shared out between processes: torchrun starts them, and each compares a part of the calls.

Every process builds both nets and runs them; of the reference's activations it holds only those of its own windows.
What it measured there is sent to all others, so that each goes on with the figures of the whole net.
"""

from __future__ import annotations

import copy
import functools
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from types import FrameType
from typing import Any

import torch.distributed as dist

from parity.code.errors import CannotCompare
from parity.forward.results import CallResult, Forward
from parity.nets.trace import Key
from parity.nets.windows import Window


@dataclass(frozen=True, slots=True)
class Share:
    """One of the processes that share a comparison.

    Args:
        number (int): of this process. Default: ``0``.
        count (int): how many there are. Default: ``1``.
    """

    number: int = 0
    count: int = 1

    @property
    def first(self) -> bool:
        """Tell whether this is the process that reports."""
        return self.number == 0

    def own(self, windows: Sequence[Window]) -> tuple[Window, ...]:
        """Return the windows of this process; an empty one where there are none left for it."""
        return tuple(windows[self.number :: self.count]) or (frozenset(),)

    def gather(self, forward: Forward, windows: Sequence[Window]) -> None:
        """Take what the other processes measured.

        Args:
            forward (Forward): holds what this process measured; is given the rest.
            windows (Sequence[Window]): those of this process.
        """
        mine = {key: _told(forward.results[key]) for window in windows for key in window if key in forward.results}
        gathered: list[tuple[dict[Key, CallResult], int] | None] = [None] * self.count
        dist.all_gather_object(gathered, (mine, forward.memory.activations))
        parts = [part for part in gathered if part is not None]
        for number, (results, _) in enumerate(parts):
            for key, result in results.items() if number != self.number else ():
                result.raised = forward.results[key].raised
                forward.results[key] = result
        forward.memory.activations = sum(held for _, held in parts)


def _told(result: CallResult) -> CallResult:
    """Return a result as another process can take it: an exception is its own, which it met in its own run."""
    made = copy.copy(result)
    made.raised = None
    return made


_SHARE: ContextVar[Share | None] = ContextVar("_SHARE", default=None)


def share() -> Share:
    """Return the part of this process: all of it, outside of `joined`."""
    return _SHARE.get() or Share()


@contextmanager
def joined() -> Iterator[Share]:
    """Within the block comparisons are shared with the other processes that torchrun started, each of which runs it.

    Without torchrun, and where the program has its own group of processes already, nothing is shared.
    """
    if not (dist.is_available() and dist.is_torchelastic_launched()) or dist.is_initialized():
        yield Share()
        return
    dist.init_process_group("gloo")
    kept = _SHARE.set(Share(dist.get_rank(), dist.get_world_size()))
    try:
        with _only_own_collectives():
            yield share()
    finally:
        _SHARE.reset(kept)
        dist.destroy_process_group()


IS_SHARED = (
    "torchrun's processes share this comparison, and a net that calls collectives would wait in them for ever: "
    "leave torchrun away, and give --ranks N where the port is sharded"
)
_COLLECTIVES = (
    "init_process_group", "new_group", "all_reduce", "reduce", "all_gather", "all_gather_into_tensor", "reduce_scatter",
    "reduce_scatter_tensor", "all_to_all", "all_to_all_single", "broadcast", "scatter", "gather", "barrier", "send",
    "recv", "isend", "irecv", "batch_isend_irecv",
)  # fmt: skip


@contextmanager
def _only_own_collectives() -> Iterator[None]:
    """Refuse within the block collectives that a net calls: its processes do not go through it at the same time."""
    before = {name: getattr(dist, name) for name in _COLLECTIVES}
    for name, function in before.items():
        setattr(dist, name, _refusing(function))
    try:
        yield
    finally:
        for name, function in before.items():
            setattr(dist, name, function)


def _refusing(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        frame: FrameType | None = sys._getframe(1)
        while frame is not None and frame.f_globals.get("__name__", "").startswith("torch."):
            frame = frame.f_back
        if frame is None or frame.f_globals.get("__name__") != __name__:
            raise CannotCompare(IS_SHARED)
        return function(*args, **kwargs)

    return call
