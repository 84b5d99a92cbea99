"""Every single change of a body: what a slip of the pen would have changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from parity.body.changes.arguments import of_arguments
from parity.body.changes.inputs import of_inputs
from parity.body.changes.layout import cuts, of_layout
from parity.body.changes.missing import inserted, removed
from parity.body.changes.model import FURTHER, Change, Sides
from parity.body.changes.operators import of_operator
from parity.body.changes.pairs import exchanged_values, of_siblings, reordered
from parity.body.record import Operation

_SINGLE = 0.3
"""What a change of one run costs more of a line that runs several times."""


def changes(sides: Sides) -> Iterator[Change]:
    """Yield changes of every suspect, not in order of cost.

    Args:
        sides (Sides): what they are made of.
    """
    again = _run_again(sides)
    for operation in sides.suspects:
        more = FURTHER if operation.number in sides.reached else 0.0
        others = again.get(operation.number, [])
        for change in _of_one(sides, operation):
            yield from _everywhere(replace(change, cost=change.cost + more), others)
    yield from of_siblings(sides)
    yield from reordered(sides)
    yield from exchanged_values(sides)


def _run_again(sides: Sides) -> dict[int, list[int]]:
    """Return, for the first run of a line that runs several times, the numbers of the same operation in all runs."""
    groups: dict[object, list[Operation]] = {}
    for operation in sides.port.operations:
        if operation.place is not None:
            arguments = repr(sorted(operation.arguments.items(), key=str))
            groups.setdefault((operation.place, operation.layer, operation.name, arguments), []).append(operation)
    found: dict[int, list[int]] = {}
    for group in groups.values():
        stacks = [operation.stack for operation in group]
        if len(group) > 1 and len(set(stacks)) == len(group):  # else it is one call of several such operations
            found |= {operation.number: [other.number for other in group] for operation in group}
    return found


def _everywhere(change: Change, others: list[int]) -> Iterator[Change]:
    """Yield a change for every run of its line, and for one."""
    if not others or change.single or change.cut or len(change.substitutes) > 1:
        yield change
        return
    (run,) = change.substitutes.values()
    if change.operation.number == others[0]:
        yield replace(change, substitutes=dict.fromkeys(others, run))
    yield replace(change, cost=change.cost + _SINGLE)


def _of_one(sides: Sides, operation: Operation) -> Iterator[Change]:
    yield from of_arguments(sides, operation)
    yield from of_operator(sides, operation)
    yield from of_inputs(sides, operation)
    yield from of_layout(sides, operation)
    yield from removed(sides, operation)
    yield from inserted(sides, operation)
    yield from cuts(sides, operation)
