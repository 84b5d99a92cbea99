"""Interleaved timing of two ways to do the same thing, so that a slow moment hits both."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Ratio:
    """How long something takes, in multiples of the plain way.

    Args:
        name (str): what was timed.
        plain_us (float): microseconds the plain way takes, at best.
        ratio (float): median over rounds of ours over plain, each the best of its repeats.
        limit (float): what the project claims.
    """

    name: str
    plain_us: float
    ratio: float
    limit: float

    @property
    def holds(self) -> bool:
        """Whether the claim holds."""
        return self.ratio <= self.limit


def best(fn: Callable[[], object], calls: int, repeats: int) -> float:
    """Return the seconds of CPU time of one call, the best of some repeats of many calls."""
    out = float("inf")
    for _ in range(repeats):
        start = time.process_time()
        for _ in range(calls):
            fn()
        out = min(out, (time.process_time() - start) / calls)
    return out


def compare(
    name: str, plain: Callable[[], object], ours: Callable[[], object], limit: float, *, calls: int, rounds: int = 9
) -> Ratio:
    """Time two functions in turn and return their ratio.

    Many short rounds tell more than few long ones: a machine that changes its pace within a second hits both sides
    of a round alike (60 rounds of a thousand calls repeat to 0.02, 9 of five thousand to 0.1).
    """
    for fn in (plain, ours):
        best(fn, max(calls // 10, 2), 1)
    pairs = []
    for i in range(rounds):
        # who goes first alternates, so that neither always finds the warmer cache
        first, second = (plain, ours) if i % 2 else (ours, plain)
        a, b = best(first, calls, 3), best(second, calls, 3)
        pairs.append((a, b) if i % 2 else (b, a))
    ratio = statistics.median(b / a for a, b in pairs)
    return Ratio(name, min(a for a, _ in pairs) * 1e6, ratio, limit)
