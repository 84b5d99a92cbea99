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


def taken_together(looked: list[Looked], unclear: list[Located], bench: Bench) -> list[Looked]:
    """Follow differences through a body and those inside it at once, where that leaves fewer of them.

    Args:
        looked (list[Looked]): bodies that were run, outer ones first.
        unclear (list[Located]): bodies that do not run by themselves, as the port gives them its tensors in another
            form: its windows are cut before attention, the reference's inside it.
        bench (Bench): runs them.

    Returns:
        list[Looked], without the inner bodies whose differences are reported with those of the outer one.
    """
    given = [*looked, *((entry, BodyResult(())) for entry in unclear)]
    found = {entry.pair.port.key: (entry, result) for entry, result in given if entry.pair.port is not None}
    alone = {entry.pair.port.key for entry in unclear if entry.pair.port is not None}
    covered = set(alone)
    for key in list(found):
        opened = frozenset[Key]()
        while key not in covered:
            inner = _beside(key, opened, found, alone, bench) - (covered - alone)
            entry, result = found[key]
            parts = sum(len(found[other][1].departures) for other in inner)
            joined = bench.run(BodyPair(entry.pair, inside=True, opened=opened | inner)).seen if inner else None
            if joined is None or joined.raised is not None or not _reaches(joined, result, inner, bench):
                break
            least = 0 if inner & alone else 1  # of bodies that differ each by itself something is wrong in any case
            if not least <= len(joined.departures) < len(result.departures) + parts:
                break
            opened |= inner
            covered |= inner
            found[key] = entry, joined
    return [now for key, now in found.items() if key not in covered]


def _reaches(joined: BodyResult, before: BodyResult, inner: set[Key], bench: Bench) -> bool:
    """Tell whether bodies that were run together came to all layers that were given something else before."""
    opened = {bench.forward.port_calls[key].layer.path for key in inner}
    return not joined.cut or {departure.sink.layer for departure in before.departures} - opened <= joined.reached


def _beside(key: Key, opened: frozenset[Key], found: dict[Key, Looked], alone: set[Key], bench: Bench) -> set[Key]:
    """Return the inner bodies that differ, or may, too, right before or behind where the outer one does."""
    partners, calls = bench.patcher.partners, bench.forward.port_calls
    reached: set[str | None] = set()
    read: set[str] = set()
    for departure in found[key][1].departures:
        reached |= {departure.sink.layer, *departure.read[1]}
        read |= departure.read[0]
    inner = set[Key]()
    for other, (_, result) in found.items():
        call = calls.get(other)
        if call is None or other in opened or not (result.departures or other in alone):
            continue
        met = call.layer.path in reached or partners[other].layer.path in read
        if met and _holder(other, bench) in {key, *opened}:
            inner.add(other)
    return inner


def _holder(key: Key, bench: Bench) -> Key | None:
    """Return the nearest call around one that has a counterpart: what lies between is part of its body."""
    calls = bench.forward.port_calls
    parent = calls[key].parent
    while parent is not None and parent not in bench.patcher.partners:
        parent = calls[parent].parent if parent in calls else None
    return parent
