"""Bodies that divide their work otherwise: what the reference does around a layer, the port does inside it.

The pool before a branch is a function in the reference's block and the first layer of the port's branch. If it is
wrong, the block does not pool and the branch does, each seen by itself: two differences with one cause. Followed
through both at once, it is the pool against the pool.
"""

from __future__ import annotations

from parity.body.check import BodyPair, BodyResult
from parity.forward.bench import Bench
from parity.locate.localise import Located
from parity.nets.trace import Key

Looked = tuple[Located, BodyResult]
"""A pair of bodies, and where they diverge."""


def taken_together(looked: list[Looked], bench: Bench) -> list[Looked]:
    """Follow differences through a body and those inside it at once, where that leaves fewer of them.

    Args:
        looked (list[Looked]): bodies that were run, outer ones first.
        bench (Bench): runs them.

    Returns:
        list[Looked], without the inner bodies whose differences are told with those of the outer one.
    """
    found = {entry.pair.port.key: (entry, result) for entry, result in looked if entry.pair.port is not None}
    told: set[Key] = set()
    for key in list(found):
        opened = frozenset[Key]()
        while key not in told:
            inner = _beside(key, opened, found, bench) - told
            entry, result = found[key]
            parts = sum(len(found[other][1].departures) for other in inner)
            joined = bench.run(BodyPair(entry.pair, inside=True, opened=opened | inner)).seen if inner else None
            if joined is None or joined.raised is not None:
                break
            if not 0 < len(joined.departures) < len(result.departures) + parts:
                break
            opened |= inner
            told |= inner
            found[key] = entry, joined
    return [now for key, now in found.items() if key not in told]


def _beside(key: Key, opened: frozenset[Key], found: dict[Key, Looked], bench: Bench) -> set[Key]:
    """Return the inner bodies that differ, too, right before or behind where the outer one does."""
    partners, calls = bench.mender.partners, bench.forward.port_calls
    reached: set[str | None] = set()
    read: set[str] = set()
    for departure in found[key][1].departures:
        reached |= {departure.sink.layer, *departure.read[1]}
        read |= departure.read[0]
    inner = set[Key]()
    for other, (_, result) in found.items():
        call = calls.get(other)
        if call is None or not result.departures or other in opened:
            continue
        met = call.layer.path in reached or partners[other].layer.path in read
        if met and _holder(other, bench) in {key, *opened}:
            inner.add(other)
    return inner


def _holder(key: Key, bench: Bench) -> Key | None:
    """Return the nearest call around one that has a counterpart: what lies between is part of its body."""
    calls = bench.forward.port_calls
    parent = calls[key].parent
    while parent is not None and parent not in bench.mender.partners:
        parent = calls[parent].parent if parent in calls else None
    return parent
