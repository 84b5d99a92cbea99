"""Nets that are not trained beside the one that is: a teacher, a reference policy, which may begin as copies of it."""

from __future__ import annotations

from collections.abc import Iterator

import torch

from parity.curves.divergence import Divergence
from parity.curves.events import Named
from parity.curves.nets import FROZEN, named, prefix_of
from parity.curves.stages.pairing import Paired
from parity.curves.weights import Entry

_LEAST = 8
"""Elements of a weight from which on it equals another not by chance."""


def find(pair: Paired) -> Iterator[Divergence]:
    """Find frozen nets that are copies of a trained one at the start in the reference, and here are not."""
    for number, net in pair.port.nets.items():
        copies = _copies(pair, number) if number >= FROZEN else []
        if copies and not any(_is_copy(pair, one, other) for one, other in copies):
            which = named(number, net)
            text = f"{which} begins with other weights than the trained net here, in the reference as its copy"
            place = next((one.place for one in pair.port.passes if one.net == number), None)
            names = tuple(one.port for one, _ in copies)
            yield Divergence("forward", 1, "frozen-weights", text, place=place, weights=names)


def _copies(pair: Paired, number: int) -> list[tuple[Entry, Entry]]:
    """Return the weights of a frozen net with those of trained nets that they equal in the reference."""
    own, others = [], []
    for entry in pair.weights.entries:
        frozen = entry.reference.startswith(prefix_of(FROZEN).rstrip("."))
        if entry.reference.startswith(prefix_of(number)):
            own.append(entry)
        elif not frozen:
            others.append(entry)
    values = pair.reference.initial
    found: list[tuple[Entry, Entry]] = []
    for entry in own:
        value = values.get(entry.reference)
        if value is None or value.numel() < _LEAST or not float(value.double().std()):
            continue
        equal = next((o for o in others if o.layout == entry.layout and _equal(values.get(o.reference), value)), None)
        if equal is None:
            return []
        found.append((entry, equal))
    return found


def _is_copy(pair: Paired, one: Entry, other: Entry) -> bool:
    """Tell whether a weight equals another in the port.

    That of the two whose net is called second has taken the reference's values with the first, if it is a copy of it.
    """
    made: Named = pair.port.initial
    loaded = pair.weights.carried(pair.reference.initial, {n: made[n] for n in (one.port, other.port) if n in made})
    tried = ((made, made), (loaded, made), (made, loaded))
    return any(_equal(ours.get(one.port), theirs.get(other.port)) for ours, theirs in tried)


def _equal(one: torch.Tensor | None, other: torch.Tensor | None) -> bool:
    return one is not None and other is not None and one.shape == other.shape and torch.equal(one, other)
