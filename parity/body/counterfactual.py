"""Which change of the port's operations makes a body right: changes are executed, cheapest first.

Where one side calls an operation and the other writes it out, few values of the two are the same, and which operation
is wrong cannot be read off them. So it is tried: the body is run again on the same input with one operation changed,
and what then arrives where it should is compared with the reference. Of several mistakes in a row none heals all alone;
then the change counts that lets a value arrive at, or right behind, the operation which the reference has.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import torch

from parity.body.changes.candidates import changes
from parity.body.changes.execution import keeping_rank
from parity.body.changes.model import Change, Sides, scalars_of
from parity.body.match import Matcher, comparable
from parity.body.record import Body, Operation, Sink, Substitute
from parity.body.vocabulary import VIEWS


class Rerun(Protocol):
    """Runs the port's body with operations replaced."""

    def __call__(self, substitutes: Mapping[int, Substitute], *, lean: bool) -> Body:
        """Return the run; if `lean`, without places and arguments."""


Healed = Callable[[Body], frozenset[Sink]]

_MOST_RUNS = 400
_LEAST_RUNS = 60
_MOST_WORK = 300_000_000
"""Runs of one body at most, and elements that all of them compute together."""

_DEARER = 0.6
_DEARER_SURE = 1.4
"""How much dearer a change may be that heals more, or whose operation is the only one that can be wrong."""

_DEAREST_STEP = 1.74
_MOST_MISSED = 1000
"""Changes of one mistake among several: what they may cost, and how many are looked at."""

_MOST_CHANGES = 3
_MOST_FURTHER = 40


@dataclass(frozen=True, slots=True)
class Healing:
    """A change that makes the port's body right, at least as far as something that the reference has.

    Args:
        change (Change): the change.
        sink (Sink): the port's sink at which something else arrived.
        wholly (bool): True if with it, and with those before it, the reference's value arrives there.
        error (float | None): by how much what arrived differed at most. Default: ``None``, its shape is another.
    """

    change: Change
    sink: Sink
    wholly: bool
    error: float | None = None


class Counterfactual:
    """Runs one body again and again.

    Args:
        reference (Body): the reference's run, with written forms.
        port (Body): the port's.
        rerun (Callable): runs the port's body with operations replaced.
        healed (Callable): returns the places of the port's sinks at which the reference's values arrive.
        relative (float): up to which relative difference two values are the same.
    """

    def __init__(self, reference: Body, port: Body, rerun: Rerun, healed: Healed, relative: float) -> None:
        self._reference = reference
        self._port = port
        self._rerun = rerun
        self._healed = healed
        self._relative = relative
        self._in_left = Matcher(reference, relative)
        work = max(sum(value.tensor.numel() for value in port.values), 1)
        self._budget = self._left = max(_LEAST_RUNS, min(_MOST_RUNS, _MOST_WORK // work))

    def heal(self, apart: Sequence[tuple[Sink, Sink]]) -> list[Healing]:
        """Return the changes that make the port's body right, in the order in which they were found.

        Args:
            apart (Sequence[tuple[Sink, Sink]]): the reference's and the port's sinks at which values differ.
        """
        found: list[Healing] = []
        steps: list[Healing] = []
        made: dict[int, Substitute] = {}
        waiting = list(apart)
        port = self._port
        while waiting and len(found) + len(steps) < _MOST_CHANGES:
            left, right = waiting[0]
            self._left = self._budget if found or steps or right is apart[0][1] else self._left
            sides = self._sides(port, left, right)
            best = self._best(sides, right, waiting, made)
            if best is None:  # mistakes that were found on the way to nothing are none
                waiting.pop(0)
                for step in steps:
                    made = {n: run for n, run in made.items() if n not in step.change.substitutes}
                steps = []
                port = self._rerun(made, lean=False) if made else self._port
                continue
            change, wholly, healed = best
            steps = [*steps, Healing(change, right, wholly, self._error(left, right))]
            made = {**made, **change.substitutes}
            if wholly:
                steps, made = self._needed(steps, made, right)
                found += steps
                steps = []
                waiting = [pair for pair in waiting if pair[1].layer not in healed]
            if waiting:
                port = self._rerun(made, lean=False)
        return found

    def _needed(
        self, steps: list[Healing], made: dict[int, Substitute], sink: Sink
    ) -> tuple[list[Healing], dict[int, Substitute]]:
        """Return the changes on the way without those that are not needed in the end."""
        for step in steps[:-1]:
            fewer = {number: run for number, run in made.items() if number not in step.change.substitutes}
            body = self._rerun(fewer, lean=True)
            if body.raised is None and any(one.layer == sink.layer for one in self._healed(body)):
                steps, made = [other for other in steps if other is not step], fewer
        return steps, made

    def _error(self, left: Sink, right: Sink) -> float | None:
        pairs = zip(left.values, right.values, strict=False)
        tensors = [(self._reference.values[a].tensor, self._port.values[b].tensor) for a, b in pairs]
        errors = [
            float((comparable(a) - comparable(b)).abs().max()) for a, b in tensors if a.shape == b.shape and a.numel()
        ]
        return max((error for error in errors if math.isfinite(error)), default=None)

    def _sides(self, port: Body, left: Sink, right: Sink) -> Sides:
        mine = self._region(port, right)
        further = self._further(port, right, {operation.number for operation in mine})
        region = self._region_of_reference(port, left)
        suspects = sorted([*mine, *further], key=lambda op: op.number)
        reached = frozenset(operation.number for operation in further)
        return Sides(
            self._reference,
            port,
            region,
            suspects,
            self._in_left,
            reached,
            scalars_of(region),
            Matcher(port, self._relative),
        )

    def _region(self, port: Body, sink: Sink) -> list[Operation]:
        """Return the port's operations behind a sink, as far back as values that the reference has."""
        stack = [n for n in sink.values if not self._known(port, n)]
        return _behind(port, stack, lambda n: self._known(port, n))

    def _known(self, port: Body, number: int) -> bool:
        return self._in_left.find(port.values[number].tensor) is not None

    def _further(self, port: Body, sink: Sink, region: set[int]) -> list[Operation]:
        """Return the nearest operations before what differs; a wrong one may give what the reference has elsewhere."""
        behind = _behind(port, list(sink.values), lambda _: False)
        found = [operation for operation in behind if operation.number not in region]
        return found[-_MOST_FURTHER:]

    def _region_of_reference(self, port: Body, sink: Sink) -> list[Operation]:
        """Return the reference's operations behind a sink whose values the port has not, with the steps of forms."""
        in_right = Matcher(port, self._relative)
        known = {
            number for number, value in enumerate(self._reference.values) if in_right.find(value.tensor) is not None
        }
        behind = _behind(self._reference, list(sink.values), lambda number: number in known)
        places = {operation.place for operation in behind}
        steps = [op for op in self._reference.operations if op.step and op.place in places]
        return [*behind, *steps]

    def _best(
        self, sides: Sides, sink: Sink, waiting: Sequence[tuple[Sink, Sink]], made: Mapping[int, Substitute]
    ) -> tuple[Change, bool, frozenset[str | None]] | None:
        """Return the change that heals a sink: the cheapest, or a little dearer one that heals others with it."""
        hits: list[_Hit] = []
        missed: list[tuple[Change, Body]] = []
        limit = math.inf
        others = {right.layer for _, right in waiting}
        for change in sorted(_changes(sides), key=lambda change: change.cost):
            if self._left <= 0 or change.cost > limit:
                break
            dearer = bool(hits) and len(hits[0].healed) == len(others) and change.cost > hits[0].change.cost
            if dearer and not all(self._is_led_to(sides, change)):
                continue  # it would not be sure either
            self._left -= 1
            body = self._rerun({**made, **change.substitutes}, lean=True)
            if body.raised is not None or self._never_chooses(change, body):
                continue
            healed = frozenset(one.layer for one in self._healed(body)) & others
            if sink.layer not in healed:
                if not hits and change.cost <= _DEAREST_STEP and len(missed) < _MOST_MISSED:
                    missed.append((change, body))
                continue
            hit = _Hit(change, healed, self._is_proved(change, body), *self._is_led_to(sides, change))
            hits.append(hit)
            room = 0.0 if hit.sure else _DEARER_SURE
            limit = min(limit, change.cost + max(room, 0.0 if len(healed) == len(others) else _DEARER))
        if hits:
            best = max(_likely(hits), key=_Hit.worth)
            return best.change, True, best.healed
        step = self._furthest(sides, missed)
        return (step, False, frozenset()) if step is not None else None

    def _never_chooses(self, change: Change, body: Body) -> bool:
        """Tell whether a comparison that the reference has not is made one that always, or never, holds."""
        operation = body.operations[change.operation.number]
        masks = [body.values[number].tensor for number in operation.outputs]
        if not masks or masks[0].dtype != torch.bool or masks[0].numel() < 2:
            return False
        known = any(other.name == change.operation.name for other in self._reference.operations)
        return not known and bool((masks[0] == masks[0].flatten()[0]).all())

    def _is_proved(self, change: Change, body: Body) -> bool:
        """Tell whether a changed operation gives, right there, what the reference has."""
        outputs = body.operations[change.operation.number].outputs
        return any(self._in_left.content(body.values[number].tensor.detach()) != "new" for number in outputs)

    def _is_led_to(self, sides: Sides, change: Change) -> tuple[bool, bool]:
        """Tell whether an operation is given what the reference has, and whether it gives what it has not."""
        operation = change.operation
        known = all(sides.known(n) or sides.port.values[n].producer is None for n in operation.inputs)
        return known, not any(sides.known(n) for n in operation.outputs)

    def _furthest(self, sides: Sides, missed: list[tuple[Change, Body]]) -> Change | None:
        """Return the change of one mistake among several: the one behind which most is what the reference has."""
        suspects = [op.number for op in sides.suspects if op.number not in sides.reached and op.name not in VIEWS]
        best: tuple[int, float, Change] | None = None
        for change, body in missed:
            if len(body.operations) <= max(suspects, default=-1):
                continue
            known = [n for n in suspects if self._is_new(body, n)]
            gained = len([n for n in known if n >= change.operation.number])
            operator = change.cost <= _DEAREST_STEP and change.operation.number in known
            if operator and gained and (best is None or (gained, -change.cost) > best[:2]):
                best = gained, -change.cost, change
        return best[2] if best is not None else None

    def _is_new(self, body: Body, number: int) -> bool:
        outputs = body.operations[number].outputs
        return any(body.values[n].tensor.numel() > 1 and self._known(body, n) for n in outputs)


def _changes(sides: Sides) -> Iterator[Change]:
    """Yield the changes of a body; none of them gives a compiled function other dimensions than it goes on from."""
    for change in changes(sides):
        steps = {n: keeping_rank(run) for n, run in change.substitutes.items() if n in sides.port.steps}
        yield replace(change, substitutes={**change.substitutes, **steps}) if steps else change


@dataclass(frozen=True, slots=True)
class _Hit:
    """A change that heals.

    Args:
        change (Change): the change.
        healed (frozenset[str | None]): the layers whose inputs it makes right; None: the outputs.
        proved (bool): True if with it the operation itself gives what the reference has.
        fed (bool): True if the operation is given what the reference has.
        new (bool): True if without it the operation gives what the reference has not.
    """

    change: Change
    healed: frozenset[str | None]
    proved: bool
    fed: bool
    new: bool

    @property
    def sure(self) -> bool:
        """True if nothing but this operation can be wrong."""
        if self.change.cut or self.change.lacks:
            return False
        return self.proved and ((self.fed and self.new) or self.change.exact)

    def worth(self) -> tuple[object, ...]:
        """Return what to compare hits by: of what is missing the last place is nearest to what is written."""
        operation = self.change.operation
        number = operation.number if self.change.lacks else -operation.number
        view = self.change.lacks and operation.name in VIEWS
        return len(self.healed), -self.change.cost, self.proved, not view, number


def _likely(hits: list[_Hit]) -> list[_Hit]:
    """Return, of changes that heal, those of operations that are given what is right, if one of them is sure."""
    least = min((hit.change.cost for hit in hits if hit.sure), default=None)
    if least is None:
        return hits
    return [hit for hit in hits if hit.sure or (hit.fed and hit.change.cost < least)]


def _behind(body: Body, start: list[int], known: Callable[[int], bool]) -> list[Operation]:
    stack, seen, found = list(start), set[int](), set[int]()
    while stack:
        number = stack.pop()
        producer = body.values[number].producer
        if number in seen or producer is None:
            continue
        seen.add(number)
        found.add(producer)
        stack += [value for value in body.operations[producer].inputs if not known(value)]
    return [body.operations[number] for number in sorted(found)]
