"""Two executions compared where no values can be: kinds, arguments, and which operation feeds which."""

from __future__ import annotations

from collections import Counter

from parity.dumps.execution import Stored
from parity.executions.align import Pair, partners
from parity.executions.findings import Speaker, operator_numbers
from parity.executions.judge import Judged, Region
from parity.executions.kinds import MOVERS, VIEWS, are_partners
from parity.executions.regions import explain_region
from parity.executions.source import swapped
from parity.executions.units import Operations, Unit
from parity.executions.words import names_of
from parity.report.model import Finding, plain_value
from parity.table.relations import related

_QUIET = MOVERS | VIEWS | {"zeroslike", "oneslike", "zeros", "ones", "cast", "clone", "arange", "full", "tensor"}
_WRITTEN_OUT = {
    "scaleddotproductattention": ("matmul", "mul", "softmax", "matmul"),
}
_WRITTEN = "as written and recorded; the dump holds no values"
_ALIKE = (
    frozenset({"mul", "div", "sqrt", "pow", "rsqrt"}),
    frozenset({"mean", "adaptiveavgpool"}),
    frozenset({"max", "amax", "adaptivemaxpool"}),
)
"""Operations that may be one another's parts, or the same over all of an axis; sizes are compared elsewhere."""
_COMMUTES = frozenset({"add", "mul", "maximum", "minimum", "eq", "ne", "logicaland", "logicalor"})


def structural_findings(speaker: Speaker, pairs: list[Pair]) -> list[Finding]:
    """Return what is written otherwise on the two sides.

    Args:
        speaker (Speaker): makes findings.
        pairs (list[Pair]): which operation is which.
    """
    walk = _Walk(speaker, pairs)
    found: list[Finding] = []
    for pair in pairs:
        if pair.reference is None or pair.port is None:
            continue
        made = _apart(speaker, pair, pair.reference, pair.port) or walk.fed_otherwise(pair, pair.reference, pair.port)
        if made is not None:
            found.append(made)
    return found


def _apart(speaker: Speaker, pair: Pair, reference: Unit, port: Unit) -> Finding | None:
    one = Judged(pair, "introduced")
    if not partners(reference, port):
        layers = _one_family(speaker, reference, port)
        one.why = "kind"
        return speaker.of(one) if layers else None
    numbers = operator_numbers(reference, port)
    if numbers is not None:
        return speaker.constant(one, port, numbers, _WRITTEN)
    known = speaker.static(reference, port)
    if known is None:
        return None
    entry, made = known
    return speaker.finding(
        speaker.rule_of(entry.argument, port.type),
        one,
        entry.fact or f"{entry.argument} differs",
        argument=entry.argument,
        reference_value=plain_value(entry.reference_value),
        port_value=plain_value(entry.port_value),
        evidence=_WRITTEN,
        fix=speaker.fix(port, entry.corrections, made) if entry.corrections else "",
        location=made.place if made is not None else speaker.place(port),
    )


def _one_family(speaker: Speaker, reference: Unit, port: Unit) -> bool:
    """Tell whether two layers stand in one family of the table, such as two activations."""
    if reference.module is None or port.module is None:
        return False
    ours = names_of(reference, of_torch=speaker.reference.execution.writes_torch)[:2]
    theirs = names_of(port, of_torch=speaker.port.execution.writes_torch)[:2]
    return any(related(a, b) for a in ours for b in theirs)


class _Walk:
    """Follows tensors back to operations that have a partner."""

    def __init__(self, speaker: Speaker, pairs: list[Pair]) -> None:
        self._speaker = speaker
        matched = [(p.reference, p.port) for p in pairs if p.reference is not None and p.port is not None]
        self._known = ({a.number: b.number for a, b in matched}, {b.number: a.number for a, b in matched})

    def fed_otherwise(self, pair: Pair, reference: Unit, port: Unit) -> Finding | None:
        """Return a finding if an operation is fed by other operations on the two sides, or in another order."""
        ours = [self._origin(0, stored) for stored in reference.inputs]
        theirs = [self._origin(1, stored) for stored in port.inputs]
        if len(ours) == len(theirs) > 1:
            left = [sorted(self._known[0][n] for n in origin[0]) for origin in ours]
            right = [sorted(origin[0]) for origin in theirs]
            if left != right and sorted(left) == sorted(right) and port.kind not in _COMMUTES:
                return self._order(pair, port)
        for number, (a, b) in enumerate(zip(ours, theirs, strict=False)):
            if {self._known[0][n] for n in a[0]} != b[0] or not (a[0] or a[1] == b[1]):
                continue
            one = Judged(pair, "introduced", why="edge")
            region = Region(reference.inputs[number], port.inputs[number], a[1], b[1])
            left_kinds, right_kinds = _kinds(a[1]), _kinds(b[1])
            _cancel(left_kinds, right_kinds)
            if left_kinds or right_kinds:
                one.region = region
                return self._speaker.of(one)
            if any(unit.kind in _WRITTEN_OUT for unit in a[1]):
                found = explain_region(self._speaker, one, region)
                if found is not None:
                    return found
        return None

    def _origin(self, side: int, stored: Stored) -> tuple[set[int], list[Unit]]:
        """Return the paired operations a tensor comes from, and those without partner on the way, in order."""
        operations: Operations = (self._speaker.reference, self._speaker.port)[side]
        ends: set[int] = set()
        between: dict[int, Unit] = {}
        waiting = [stored]
        while waiting and len(between) < 40:
            made = operations.producers.get(id(waiting.pop()))
            if made is None or made.number in between:
                continue
            if made.number in self._known[side]:
                ends.add(made.number)
            else:
                between[made.number] = made
                waiting += made.inputs
        return ends, [between[number] for number in sorted(between)]

    def _order(self, pair: Pair, port: Unit) -> Finding:
        return self._speaker.finding(
            "body",
            Judged(pair, "introduced"),
            f"{port.type} is given its operands in another order than the reference's",
            argument="order of the operands",
            evidence="by which operation feeds which; the dump holds no values",
            fix=swapped(port.frame, port.type),
        )


def _kinds(units: list[Unit]) -> Counter[str]:
    found: Counter[str] = Counter()
    for unit in units:
        if unit.kind not in _QUIET and not _hands_on(unit):
            found.update(_WRITTEN_OUT.get(unit.kind, (unit.kind,)))
    return found


def _hands_on(unit: Unit) -> bool:
    """Tell whether an operation returned what it was given, as Dropout does in eval mode and Identity always."""
    if len(unit.inputs) != 1 or len(unit.outputs) != 1:
        return False
    (given,), (result,) = unit.inputs, unit.outputs
    return result.figures is not None and (given.numel, given.figures) == (result.numel, result.figures)


def _cancel(left: Counter[str], right: Counter[str]) -> None:
    """Take out of both what is one operation in the words of the two frameworks, and factors that may be its parts."""
    for ours in list(left):
        for theirs in list(right):
            if ours == theirs or are_partners(ours, theirs) or any({ours, theirs} <= alike for alike in _ALIKE):
                common = min(left[ours], right[theirs])
                left[ours] -= common
                right[theirs] -= common
    for counter in (left, right):
        for name in [name for name, count in counter.items() if count <= 0]:
            del counter[name]
