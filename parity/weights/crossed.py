"""Weights that are paired across their names: what one net calls `a` and `b` the other computes as `b` and `a`.

Order of execution pairs layers of one kind, and names may say otherwise. Only where names go round in a circle, so
that every layer of it exists under the same name in both nets, is it the names that are at odds: numbers that a layer
without weights has shifted never come round.
"""

from __future__ import annotations

from collections.abc import Iterator

from parity.nets.base import Layer, owner_of
from parity.weights.mapping import WeightMap

Circle = list[tuple[str, str]]
"""Layers of the reference and of the port, by path; each path stands once on either side."""


def crossed(weights: WeightMap, reference: dict[str, Layer], port: dict[str, Layer]) -> Iterator[Circle]:
    """Yield the layers whose weights are paired in a circle of names.

    Args:
        weights (WeightMap): which weight is which.
        reference (dict[str, Layer]): the reference's layers by path.
        port (dict[str, Layer]): the port's.
    """
    partners: dict[str, set[str]] = {}
    for entry in weights.mapped:
        pair = owner_of(entry.reference.name, reference).path, owner_of(entry.port.name, port).path
        partners.setdefault(pair[0], set()).add(pair[1])
    alone = {path: next(iter(found)) for path, found in partners.items() if len(found) == 1}
    seen: set[str] = set()
    for start in alone:
        circle = [start]
        while circle[-1] in alone and alone[circle[-1]] not in circle and circle[-1] not in seen:
            circle.append(alone[circle[-1]])
        closed = len(circle) > 1 and alone.get(circle[-1]) == start and not seen & set(circle)
        if closed:
            yield [(path, alone[path]) for path in circle]
        seen.update(circle)
