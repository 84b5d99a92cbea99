"""Nets whose layers bear the same names: each layer's counterpart is the one of its name.

Execution pairs layers without names, which is what ports with names of their own need. It errs where two nets are
named alike and run alike layers in another order (the projections of an attention between two sequences) or other
layers altogether, because what a layer computes says which run (a mixture of experts before the weights are equal).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Protocol, TypeVar

from parity.measure.thresholds import NAMED_ALIKE
from parity.nets.base import Layer, Subject
from parity.nets.trace import Call, Trace
from parity.table.relations import same_kind


class Event(Protocol):
    """A call as pairing sees it."""

    @property
    def call(self) -> Call:
        """The call."""

    @property
    def weights(self) -> tuple[int, ...]:
        """Sizes of its weights."""


E = TypeVar("E", bound=Event)


def named_alike(reference: Subject, port: Subject) -> frozenset[str]:
    """Return the paths at which both nets have the same layer, if nearly all layers with weights are among them.

    Args:
        reference (Subject): the reference.
        port (Subject): the port.

    Returns:
        frozenset[str]: the paths; none where the nets are named in different ways.
    """
    held = (_held(reference), _held(port))
    same = {path for path, sizes in held[0].items() if held[1].get(path) == sizes}
    if not same or len(same) < NAMED_ALIKE * max(map(len, held)):
        return frozenset()
    plain = (path for path in reference.layers if path and path in port.layers)
    plain = (path for path in plain if path not in held[0] and path not in held[1])
    return frozenset(same).union(p for p in plain if _one_kind(reference.layers[p], port.layers[p]))


def _held(subject: Subject) -> dict[str, list[tuple[int, int]]]:
    """Return rank and size of the parameters that each layer holds itself, in any order of names."""
    found: dict[str, list[tuple[int, int]]] = {}
    for weight in subject.weights:
        if weight.trainable:
            found.setdefault(weight.name.rpartition(".")[0], []).append((weight.tensor.ndim, weight.tensor.numel()))
    return {path: sorted(sizes) for path, sizes in found.items() if path}


def _one_kind(one: Layer, other: Layer) -> bool:
    return same_kind(one.api, other.api) or one.type == other.type


def pair_named(left: Sequence[E], right: Sequence[E], names: frozenset[str]) -> list[tuple[E, E]]:
    """Pair the calls of layers of one name, the first with the first."""
    by_key = {event.call.key: event for event in right if event.call.layer.path in names}
    return [(event, by_key[event.call.key]) for event in left if event.call.key in by_key]


def called_otherwise(left: Trace, right: Trace, names: frozenset[str]) -> bool:
    """Tell whether two runs called a layer of one name a different number of times."""
    counts = [Counter(path for path, _ in trace.calls if path in names) for trace in (left, right)]
    return counts[0] != counts[1]
