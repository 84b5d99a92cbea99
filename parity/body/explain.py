"""The first operation at fault: where two runs of a body diverge, and how the operations there differ."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

import torch

from parity.body.changes.model import Change
from parity.body.lines import read_behind
from parity.body.match import Matcher, comparable, relation
from parity.body.record import Body, Operation, Sink
from parity.body.vocabulary import VIEWS
from parity.code.places import Location

_CHOOSE = frozenset({"sort", "argsort", "topk", "msort", "argmax", "argmin", "max", "min", "kthvalue", "median"})

_WHOLE = ("input ", "output ")
"""How the names begin of what a body is given, and of what layers return."""

_KERNEL_ARGUMENTS = frozenset({"dtype", "layout", "device", "pin_memory", "memory_format", "generator"})


@dataclass(frozen=True, slots=True)
class Departure:
    """Where the port's body leaves the reference's.

    Args:
        sink (Sink): the first place where the difference arrives.
        port (Operation | None): the port's operation at fault; None if it lacks one.
        reference (Operation | None): the reference's operation that it should be; None if it has none too many.
        arguments (tuple[tuple[str, object, object], ...]): name, the reference's and the port's value, where the two
            operations differ in them.
        relation (str): how the results relate, in words.
        error (float | None): greatest absolute difference of the results; None where the shapes differ.
        constant (str): name of an attribute whose value is not the reference's, or "".
        lacks (bool): True if `reference` is what the port does not do.
        place (Location | None): where in the port.
        tied (bool): True if both choose among equal numbers, of which either may come first.
        passed (str): what the reference passes as it is where the port computes something, such as ``output of conv``;
            or "".
        read (tuple[frozenset[str], frozenset[str]]): paths of the inner layers whose outputs go into what arrives, of
            the reference and of the port.
        change (Change | None): what was executed, and made the body right.
        idle (bool): True if what arrives differs without an effect on what takes it, as a mask's constant does.
            Default: ``False``.
    """

    sink: Sink
    port: Operation | None
    reference: Operation | None
    arguments: tuple[tuple[str, object, object], ...] = ()
    relation: str = ""
    error: float | None = None
    constant: str = ""
    lacks: bool = False
    place: Location | None = None
    tied: bool = False
    passed: str = ""
    read: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
    change: Change | None = None
    idle: bool = False


class Explainer:
    """Compares two runs of what should be one body.

    Args:
        reference, port (Body): the runs.
        relative (float): up to which relative difference two values are one.
    """

    def __init__(self, reference: Body, port: Body, relative: float) -> None:
        self._left = reference
        self._right = port
        self._relative = relative
        self._in_left = Matcher(reference, self._relative)
        self._in_right = Matcher(port, self._relative)
        self._partner: dict[int, int | None] = {}

    def departure(self, left: Sink, right: Sink) -> Departure:
        """Explain why something else arrives at the port's sink than at the reference's."""
        mine = self._region(self._right, [v for v in right.values if self._partner_of(v) is None])
        theirs = self._region(self._left, self._unmet(left, right))
        read = _read(self._left, left, theirs), _read(self._right, right, mine)
        return replace(self._explained(left, right, mine, theirs), read=read)

    def _explained(self, left: Sink, right: Sink, mine: list[Operation], theirs: list[Operation]) -> Departure:
        alike = [*self._idle_before(theirs), *theirs]
        port = self._exact(mine, alike) or self._candidate(mine)
        if port is None:
            reference = next((op for op in reversed(theirs) if op.name not in VIEWS), theirs[-1] if theirs else None)
            return replace(
                self._departure(left, right, None, reference), lacks=True, place=self._end(left, right, reference)
            )
        reference = self._counterpart(port, alike) or self._instead(mine, theirs)
        if reference is not None and reference.name == port.name:
            port, reference = self._upstream(port, reference, {op.number for op in mine})
            missing = self._missing(port, reference, theirs)
            if missing is not None:
                return self._without(right, port, reference, missing)
        return replace(self._departure(left, right, port, reference), place=port.place)

    def _end(self, left: Sink, right: Sink, reference: Operation | None) -> Location | None:
        """Return the port's line that has to go on: where the value that arrives was made, or where it is passed on."""
        lines = {place.line for place in reference.stack} if reference is not None else set()
        within = left.place is not None and left.place.line in lines
        if reference is None or within:  # another value is passed on, or it is computed within the call of the layer
            return right.place
        pairs = zip(left.values, right.values, strict=False)
        mine = next((b for a, b in pairs if not self._is(a, self._partner_of(b))), None)
        place = self._right.place_of(mine) if mine is not None else None
        behind = read_behind(place) if place is not None and right.layer is None else None
        return behind or place or right.place

    def stems_from(self, left: Sink | None, right: Sink, layers: Collection[str]) -> bool:
        """Tell whether something else arrives at the port's sink because of what some inner layers do.

        Args:
            left (Sink | None): the reference's sink; None if it has none.
            right (Sink): the port's.
            layers (Collection[str]): paths of the port's inner layers, which were run.
        """
        if left is None:
            return True
        region = self._region(self._right, [v for v in right.values if self._partner_of(v) is None])
        passed_on = (self._right.values[number].producer for number in right.values)
        behind = [*region, *(self._right.operations[number] for number in passed_on if number is not None)]
        return any(op.layer is not None and _is_within(op.layer, layers) for op in behind)

    def has_made(self, tensor: torch.Tensor) -> bool:
        """Tell whether the port's body itself makes the numbers of a tensor of the reference, in whatever shape."""
        found = self._in_right.find(tensor)
        if found is not None and self._right.values[found].producer is not None:
            return True
        return self._in_right.content(tensor) == "rearranged"

    def dangling(self) -> Departure | None:
        """Explain a run that ended with an exception: by what it made last that the reference never has."""
        used = {number for operation in self._right.operations for number in operation.inputs}
        made = [number for operation in self._right.operations for number in operation.outputs]
        loose = tuple(number for number in made if number not in used and self._partner_of(number) is None)
        if not loose:
            return None
        found = self.departure(Sink(None, self._last()), Sink(None, loose))
        return None if found.lacks else found

    def _last(self) -> tuple[int, ...]:
        """Return the reference's values that the port never has."""
        made = [number for operation in self._left.operations for number in operation.outputs]
        return tuple(number for number in made if self._in_right.find(self._left.values[number].tensor) is None)

    def _without(
        self, right: Sink, port: Operation, reference: Operation, missing: tuple[Operation, int, int]
    ) -> Departure:
        """Report an operation that the port leaves out; its place is the line that has to go on."""
        operation, theirs, mine = missing
        pair = (self._left.values[theirs].tensor, self._right.values[mine].tensor)
        words = relation(*pair, self._left, self._relative)
        place = _within(operation, reference, port) or self._right.place_of(mine) or port.place
        return Departure(right, port, operation, (), words, _error(*pair), lacks=True, place=place)

    def _missing(
        self, port: Operation, reference: Operation, theirs: list[Operation]
    ) -> tuple[Operation, int, int] | None:
        """Return what the reference does to an input of its operation that the port leaves as it was.

        With it the numbers of the reference's input and of the port's.
        """
        for a, b in zip(port.inputs, reference.inputs, strict=False):
            producer = self._left.values[b].producer
            if self._partner_of(a) is None or self._is(b, self._partner_of(a)):
                continue
            operation = next((op for op in theirs if op.number == producer), None)
            if operation is not None:
                return operation, b, a
        return None

    def _partner_of(self, number: int) -> int | None:
        """Return the reference's value that equals a value of the port."""
        if number not in self._partner:
            self._partner[number] = self._in_left.find(self._right.values[number].tensor)
        return self._partner[number]

    def _unmet(self, left: Sink, right: Sink) -> list[int]:
        """Return what should have arrived and did not."""
        arrived = [self._partner_of(number) for number in right.values]
        return [
            number
            for index, number in enumerate(left.values)
            if index >= len(arrived) or not self._is(number, arrived[index])
        ]

    def _is(self, number: int, found: int | None) -> bool:
        if found is None:
            return False
        return found == number or self._in_left.find(self._left.values[number].tensor) == found

    def _region(self, body: Body, start: Iterable[int]) -> list[Operation]:
        """Return the operations behind some values, as far back as nothing equal is on the other side."""
        stack, seen, found = list(start), set[int](), set[int]()
        while stack:
            number = stack.pop()
            producer = body.values[number].producer
            if number in seen or producer is None:
                continue
            seen.add(number)
            found.add(producer)
            stack += [value for value in body.operations[producer].inputs if not self._known(body, value)]
        return [body.operations[number] for number in sorted(found)]

    def _idle_before(self, region: list[Operation]) -> list[Operation]:
        """Return the reference's operations right before some that change next to nothing, as a tiny epsilon does."""
        inside = {operation.number for operation in region}
        made = (self._left.values[number].producer for operation in region for number in operation.inputs)
        before = sorted({number for number in made if number is not None} - inside)
        operations = [self._left.operations[number] for number in before]
        return [operation for operation in operations if operation.name not in VIEWS and self._is_idle(operation)]

    def _is_idle(self, operation: Operation) -> bool:
        found = {self._in_left.find(self._left.values[number].tensor) for number in operation.outputs}
        return any(self._in_left.find(self._left.values[number].tensor) in found for number in operation.inputs)

    def _known(self, body: Body, number: int) -> bool:
        if body is self._right:
            return self._partner_of(number) is not None
        return self._in_right.find(body.values[number].tensor) is not None

    def _exact(self, mine: list[Operation], theirs: list[Operation]) -> Operation | None:
        """Return the first operation of which the reference has one with the same name and equal inputs.

        One that gives the reference's numbers in another shape is none: what follows may well reckon with that.
        """
        for operation in mine:
            if operation.name in VIEWS or not any(self._same_inputs(operation, other) for other in theirs):
                continue
            contents = {self._in_left.content(self._right.values[number].tensor) for number in operation.outputs}
            if contents != {"rearranged"}:
                return operation
        return None

    def _same_inputs(self, mine: Operation, other: Operation) -> bool:
        if mine.name != other.name or len(mine.inputs) != len(other.inputs) or not mine.inputs:
            return False
        return all(self._is(b, self._partner_of(a)) for a, b in zip(mine.inputs, other.inputs, strict=True))

    def _candidate(self, region: list[Operation]) -> Operation | None:
        """Return the first operation that makes numbers, or an order of them, that the reference never has."""
        first: Operation | None = None
        for operation in region:
            contents = [self._in_left.content(self._right.values[number].tensor) for number in operation.outputs]
            if "misarranged" in contents:
                return operation
            if "new" in contents and operation.name not in VIEWS:
                return operation
            if "new" in contents:
                first = first or operation
        return first or (region[0] if region else None)

    def _counterpart(self, port: Operation, theirs: list[Operation]) -> Operation | None:
        """Return the reference's operation of the same name that stands where `port` stands; None if there is none."""
        same = [op for op in theirs if op.name == port.name]
        exact = [op for op in same if self._same_inputs(port, op)]
        return max(exact or same, key=lambda op: self._likeness(port, op)) if same else None

    def _instead(self, mine: list[Operation], theirs: list[Operation]) -> Operation | None:
        """Return the first operation of the reference of which the port has none; None if there is none."""
        taken = {op.name for op in mine}
        return next((op for op in theirs if op.name not in VIEWS and op.name not in taken), None)

    def _likeness(self, port: Operation, other: Operation) -> int:
        """Return how many inputs of two operations are equal, and how many at least of one shape."""
        total = 0
        for a, b in zip(port.inputs, other.inputs, strict=False):
            total += 2 * self._is(b, self._partner_of(a))
            total += self._right.values[a].tensor.shape == self._left.values[b].tensor.shape
        return total

    def _upstream(self, port: Operation, reference: Operation, region: set[int]) -> tuple[Operation, Operation]:
        """Follow an input that differs to the operation that made it, as long as both sides did the same there."""
        for a, b in zip(port.inputs, reference.inputs, strict=False):
            one, other = self._right.values[a], self._left.values[b]
            if self._is(b, self._partner_of(a)) or one.producer not in region or other.producer is None:
                continue
            maker, theirs = self._right.operations[one.producer], self._left.operations[other.producer]
            alike = maker.name == theirs.name or {maker.name, theirs.name} <= VIEWS
            if alike and maker.number < port.number and theirs.number < reference.number:
                return self._upstream(maker, theirs, region)
        return port, reference

    def _departure(self, left: Sink, right: Sink, port: Operation | None, reference: Operation | None) -> Departure:
        pairs = _pairs(self._left, self._right, left.values, right.values)
        if port is not None and reference is not None and port.name == reference.name:
            pairs = _pairs(self._left, self._right, reference.outputs, port.outputs) or pairs
        words = next((text for a, b in pairs if (text := relation(a, b, self._left, self._relative))), "")
        errors = [_error(a, b) for a, b in pairs]
        known = [error for error in errors if error is not None]
        return Departure(
            right, port, reference, _differing(port, reference), words, max(known) if known else None,
            self._constant(port), tied=self._tied(port, reference), passed=self._passed(left),
        )  # fmt: skip

    def _passed(self, left: Sink) -> str:
        """Return the name of an input, or of a layer's output, that arrives at the reference's sink as it is."""
        values = [self._left.values[number] for number in left.values[:1]]
        return next((value.name for value in values if value.producer is None and value.name.startswith(_WHOLE)), "")

    def _tied(self, port: Operation | None, reference: Operation | None) -> bool:
        """Tell whether two operations that choose or sort read one value, and equal numbers are in it."""
        if port is None or reference is None or not {port.name, reference.name} <= _CHOOSE:
            return False
        pairs = zip(port.inputs, reference.inputs, strict=False)
        if not all(self._is(b, self._partner_of(a)) for a, b in pairs):
            return False
        values = self._right.values[port.inputs[0]].tensor.flatten()
        return len(set(values.tolist())) < values.numel()

    def _constant(self, port: Operation | None) -> str:
        """Return the name of an attribute the operation reads whose value the reference does not have."""
        for number in port.inputs if port is not None else ():
            value = self._right.values[number]
            named = value.producer is None and not value.name.startswith((*_WHOLE, "a constant"))
            if named and self._partner_of(number) is None:
                return value.name
        return ""


def _read(body: Body, sink: Sink, region: list[Operation]) -> frozenset[str]:
    """Return the paths of the inner layers whose outputs arrive at a sink or go into the operations behind it."""
    numbers = {*sink.values, *(number for operation in region for number in operation.inputs)}
    names = (body.values[number].name for number in numbers if body.values[number].producer is None)
    return frozenset(name.rpartition(" of ")[2] for name in names if name.startswith("output "))


def _is_within(path: str, layers: Collection[str]) -> bool:
    return any(path == layer or path.startswith(f"{layer}.") for layer in layers)


def _within(missing: Operation, reference: Operation, port: Operation) -> Location | None:
    """Return the port's line if one line of the reference both computes what is missing and uses it."""
    lines = {(place.file, place.line) for place in missing.stack}
    known = next((i for i, place in enumerate(reference.stack) if (place.file, place.line) in lines), None)
    if known is None:
        return None
    position = len(port.stack) - (len(reference.stack) - known)  # the function at the same depth
    return port.stack[position] if 0 <= position < len(port.stack) else None


def _pairs(
    left: Body, right: Body, ours: Iterable[int], theirs: Iterable[int]
) -> list[tuple[torch.Tensor, torch.Tensor]]:
    return [(left.values[a].tensor, right.values[b].tensor) for a, b in zip(ours, theirs, strict=False)]


def _error(a: torch.Tensor, b: torch.Tensor) -> float | None:
    if a.shape != b.shape or not a.numel():
        return None
    return float((comparable(a) - comparable(b)).abs().max())


def _differing(port: Operation | None, reference: Operation | None) -> tuple[tuple[str, object, object], ...]:
    if port is None or reference is None or port.name != reference.name:
        return ()
    names = list(dict.fromkeys([*reference.arguments, *port.arguments]))
    return tuple(
        (name, reference.arguments.get(name), port.arguments.get(name))
        for name in names
        if reference.arguments.get(name) != port.arguments.get(name)
        and name not in {"dtype", "layout", "device", "pin_memory"}
    )
