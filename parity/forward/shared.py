"""A comparison shared out between processes: torchrun starts them, and each compares a part of the calls.

Every process builds both nets and runs them; of the reference's activations it holds only those of its own windows.
What it measured there is sent to all others, so that each goes on with the figures of the whole net.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

import torch.distributed as dist

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
        yield share()
    finally:
        _SHARE.reset(kept)
        dist.destroy_process_group()
