"""Layers that are alike are told apart by what they read: the norm behind one convolution, the norm behind another."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Protocol, TypeVar

from parity.nets.trace import Call

_ROUNDS = 4


class Event(Protocol):
    """A call as pairing sees it."""

    @property
    def call(self) -> Call:
        """The call."""

    @property
    def weights(self) -> tuple[int, ...]:
        """Sizes of its weights."""

    @property
    def signature(self) -> Hashable:
        """Its kind, sizes of weights and shapes: what execution shows of it."""


E = TypeVar("E", bound=Event)


def follow(pairs: Sequence[tuple[E, E]], left: Sequence[E], right: Sequence[E]) -> list[tuple[E, E]]:
    """Exchange the partners of layers that are alike where the layers that they read from are no partners.

    Args:
        pairs (Sequence[tuple[E, E]]): reference and port, as execution and shape pair them.
        left (Sequence[E]): all calls of the reference, in order.
        right (Sequence[E]): all calls of the port, in order.
    """
    sources = {**_sources(left), **_sources(right)}
    partner = {id(a): b for a, b in pairs}
    for _ in range(_ROUNDS):
        before = dict(partner)
        for group in _alike([(a, partner[id(a)]) for a, _ in pairs]):
            _exchange(group, partner, sources)
        if all(before[key] is value for key, value in partner.items()):
            break
    return [(a, partner[id(a)]) for a, _ in pairs]


def _sources(events: Sequence[E]) -> dict[int, E | None]:
    """Return the call whose output each call reads, by identity; None where no layer returned it."""
    by_key = {event.call.key: event for event in events}
    keys = {id(event): event.call.source for event in events}
    return {number: by_key.get(key) if key is not None else None for number, key in keys.items()}


def _alike(pairs: Sequence[tuple[E, E]]) -> list[list[tuple[E, E]]]:
    groups: dict[object, list[tuple[E, E]]] = {}
    for a, b in pairs:
        if a.weights:
            groups.setdefault((a.signature, b.signature), []).append((a, b))
    return [group for group in groups.values() if len(group) > 1]


def _exchange(group: Sequence[tuple[E, E]], partner: dict[int, E], sources: Mapping[int, E | None]) -> None:
    """Give each layer of a group the partner that reads from the partner of what it reads itself."""
    for a, _ in group:
        wanted = _wanted(a, partner, sources)
        if wanted is None or sources[id(partner[id(a)])] is wanted:
            continue
        for other, _ in group:
            fits = sources[id(partner[id(other)])] is wanted
            if fits and _wanted(other, partner, sources) is not wanted:
                partner[id(a)], partner[id(other)] = partner[id(other)], partner[id(a)]
                break


def _wanted(event: E, partner: Mapping[int, E], sources: Mapping[int, E | None]) -> E | None:
    """Return the port's call from which the partner of `event` should read; None if nothing is known."""
    source = sources[id(event)]
    return partner.get(id(source)) if source is not None else None
