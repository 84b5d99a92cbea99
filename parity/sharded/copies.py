"""Which ranks hold copies of one tensor, and which a copy that went astray."""

from __future__ import annotations

from collections.abc import Sequence

from parity.dumps.execution import Stored
from parity.executions.determinism import equal
from parity.executions.nearness import apart

SAME = 1e-6
"""Relative difference up to which tensors of two ranks are copies of one."""
ONE_WEIGHT = 0.3
"""Relative difference below which two unequal weights were one: shards of a weight have nothing in common, and are
about 1.4 apart."""


def clusters(tensors: Sequence[Stored]) -> list[int]:
    """Return for each rank the first rank that holds the same tensor."""
    found: list[int] = []
    for number, stored in enumerate(tensors):
        twin = next((n for n in dict.fromkeys(found) if is_copy(tensors[n], stored)), number)
        found.append(twin)
    return found


def is_copy(one: Stored, other: Stored) -> bool:
    """Tell whether two tensors are copies of one, up to the rounding of a last sum."""
    if one.shape != other.shape:
        return False
    if equal(one, other):
        return True
    distance = apart(one, other)
    return distance is not None and distance.relative <= SAME


def odd_ones(held: Sequence[Stored], groups: Sequence[int]) -> list[int]:
    """Return the ranks whose tensor is nearly, and not, that of the most ranks; none where shards differ entirely."""
    kinds = dict.fromkeys(groups)
    if len(kinds) == 1:
        return []
    most = max(kinds, key=lambda kind: (groups.count(kind), -kind))
    found: list[int] = []
    for number, group in enumerate(groups):
        if group == most:
            continue
        distance = apart(held[most], held[number])
        if distance is not None and distance.by_values and distance.relative < ONE_WEIGHT and not distance.reordered:
            found.append(number)
    return found
