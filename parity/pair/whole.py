"""A module that computes with weights of its own what the other side has layers for: both are one pair of calls."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from parity.nets.base import Subject, weights_by_layer
from parity.nets.trace import Call, Key, Trace
from parity.pair.names import canonical_name

Sides = tuple[tuple[Subject, Trace], tuple[Subject, Trace]]
"""Reference and port, each with a run of it."""


def pair_whole(
    matched: Iterable[tuple[Call, Call]], alone: tuple[set[Key], set[Key]], sides: Sides
) -> list[tuple[Call, Call]]:
    """Return pairs of a call that holds others and one that holds none, but weights, at the same place of both nets.

    Args:
        matched (Iterable[tuple[Call, Call]]): calls that have a counterpart, reference first.
        alone (tuple[set[Key], set[Key]]): calls of either side's layers that have none.
        sides (Sides): reference and port, each with a run of it.
    """
    partners = {a.key: b.key for a, b in matched}
    taken = set(partners.values())
    inner = [_children(trace) for _, trace in sides]
    found: list[tuple[Call, Call]] = []
    for left, right in list(partners.items()):
        alike: dict[object, list[Call]] = {}
        for other in inner[1].get(right, ()):
            alike.setdefault(_looks(other), []).append(other)
        for one in inner[0].get(left, ()):
            for other in alike.get(_looks(one), ()):
                fresh = one.key not in partners and other.key not in taken
                if fresh and one.leaf != other.leaf and _is_whole((one, other), sides, alone):
                    partners[one.key] = other.key
                    taken.add(other.key)
                    found.append((one, other))
    return found


def _children(trace: Trace) -> Mapping[Key, list[Call]]:
    found: dict[Key, list[Call]] = {}
    for call in trace.calls.values():
        if call.parent is not None:
            found.setdefault(call.parent, []).append(call)
    return found


def _looks(call: Call) -> object:
    """Return what two calls must have in common to be one: what they are called, and the shapes that they return."""
    return canonical_name(call.layer.path.rpartition(".")[2]), tuple(shape.shape for _, shape in call.outputs)


def _is_whole(pair: tuple[Call, Call], sides: Sides, alone: tuple[set[Key], set[Key]]) -> bool:
    """Tell whether the one that holds no others has weights, and those that the other holds have no counterparts."""
    for call, (subject, trace), free in zip(pair, sides, alone, strict=True):
        path = call.layer.path
        if call.leaf:
            own = weights_by_layer([path], {weight.name: weight for weight in subject.weights})[path]
            if not own or call.key not in free:
                return False
        elif any(c.leaf and c.layer.path.startswith(f"{path}.") and c.key not in free for c in trace.calls.values()):
            return False
    return True
