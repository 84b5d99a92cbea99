"""Where a body is differentiated differently: the operation that stops a gradient, or passes another one on.

Two runs that give the same values are differentiated with the same cotangents. Values of the one are found in the
other by their content, and their gradients compared: a value that has one on one side alone tells the operation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import torch

from parity.body.match import close, comparable
from parity.body.record import Body, Operation, Sink
from parity.body.words import written
from parity.code.places import Location
from parity.measure.metrics import error_norms
from parity.measure.thresholds import LEAST_GRADIENT


@dataclass(frozen=True, slots=True)
class GradientDeparture:
    """Where the port's body is differentiated differently.

    Args:
        what (str): in words, with both expressions.
        port (Location | None): the expression in the port.
        reference (Location | None): its counterpart, where it is known.
        error (float): greatest relative difference of a gradient that leaves the body.
    """

    what: str
    port: Location | None
    reference: Location | None
    error: float


@dataclass(slots=True)
class _Side:
    """One run with the gradients of its values."""

    body: Body
    used: set[int]
    gradients: dict[int, torch.Tensor]

    def wants(self, number: int) -> bool:
        """Tell whether a gradient flows through a value."""
        return self.body.live[number].requires_grad

    def same(self, other: _Side, number: int, relative: float) -> list[int]:
        """Return the values of this run that equal a floating value of the other run."""
        tensor = other.body.values[number].tensor
        values = self.body.values
        found = [n for n in sorted(self.used) if values[n].tensor.shape == tensor.shape]
        return [n for n in found if close(values[n].tensor, tensor, relative)]

    def consumers(self, number: int) -> list[Operation]:
        """Return the operations that read a value."""
        return [operation for operation in self.body.operations if number in operation.inputs]


def gradient_departure(
    reference: Body, port: Body, sinks: Sequence[tuple[Sink, Sink]], relative: float
) -> GradientDeparture | None:
    """Return where two runs that agree in their values are differentiated differently; None if they are not.

    Args:
        reference (Body): a run that can be differentiated.
        port (Body): likewise.
        sinks (Sequence[tuple[Sink, Sink]]): the sinks that belong together.
        relative (float): up to which relative difference two values are the same.
    """
    left = _differentiated(reference, [pair[0] for pair in sinks])
    right = _differentiated(port, [pair[1] for pair in sinks])
    partners = {n: left.same(right, n, relative) for n in sorted(right.used) if _floating(port, n)}
    error = max((_entering(left, right, n, partners[n]) for n in partners if _enters(port, n)), default=0.0)
    if error <= relative:
        return None
    found = _stopped(left, right, partners) or _let_through(left, right, relative) or _other(left, right, partners)
    return replace(found, error=error) if found is not None else GradientDeparture("", None, None, error)


def _differentiated(body: Body, sinks: Sequence[Sink]) -> _Side:
    used = {n for operation in body.operations for n in operation.inputs} | {n for s in body.sinks for n in s.values}
    products: list[torch.Tensor] = []
    for index, sink in enumerate(sinks):
        for place, number in enumerate(sink.values):
            live = body.live[number]
            if live.requires_grad and live.is_floating_point():
                generator = torch.Generator().manual_seed(3000 + 100 * index + place)
                cotangent = torch.randn(live.shape, generator=generator, dtype=torch.float64).to(live)
                products.append((live * cotangent).sum().to(torch.float64))
    wanted = {id(body.live[n]): body.live[n] for n in used if body.live[n].requires_grad}
    grads: dict[int, torch.Tensor] = {}
    if products and wanted:
        total = torch.stack(products).sum()
        found = torch.autograd.grad(total, list(wanted.values()), allow_unused=True)
        grads = {
            key: torch.zeros_like(t) if g is None else g for (key, t), g in zip(wanted.items(), found, strict=True)
        }
    return _Side(body, used, {n: grads[id(body.live[n])] for n in used if id(body.live[n]) in grads})


def _floating(body: Body, number: int) -> bool:
    return body.values[number].tensor.is_floating_point()


def _enters(body: Body, number: int) -> bool:
    """Tell whether a value comes from outside: an input, a layer's output, a weight."""
    value = body.values[number]
    return value.producer is None and value.name != "a constant"


def _entering(left: _Side, right: _Side, number: int, partners: list[int]) -> float:
    """Return how far the gradient of a value is from that of the nearest partner, relative to the greatest one."""
    if not partners or (not right.wants(number) and not any(left.wants(n) for n in partners)):
        return 0.0
    return min(_apart(left, right, n, number) for n in partners)


def _apart(left: _Side, right: _Side, theirs: int, mine: int) -> float:
    a, b = left.gradients.get(theirs), right.gradients.get(mine)
    if a is None and b is None:
        return 0.0
    a = torch.zeros_like(b) if a is None and b is not None else a
    b = torch.zeros_like(a) if b is None and a is not None else b
    if a is None or b is None or a.shape != b.shape:
        return 0.0
    greatest = max((float(comparable(g).norm()) for g in left.gradients.values()), default=0.0)
    error, norm = error_norms(a, b)
    if error <= LEAST_GRADIENT * greatest:
        return 0.0
    return error / norm if norm else 1.0


def _cuts(side: _Side) -> list[tuple[Operation, int]]:
    """Return the operations that read what has a gradient and make floating values, in use, that have none."""
    found: list[tuple[Operation, int]] = []
    for operation in side.body.operations:
        if not any(side.wants(n) for n in operation.inputs):
            continue
        made = [n for n in operation.outputs if n in side.used and _floating(side.body, n) and not side.wants(n)]
        found += [(operation, n) for n in made]
    return found


def _stopped(left: _Side, right: _Side, partners: dict[int, list[int]]) -> GradientDeparture | None:
    for operation, number in _cuts(right):
        equal = partners.get(number, [])
        if equal and all(left.wants(n) for n in equal):
            theirs = _made(left.body, equal[-1])
            what = f"{written(operation)} stops the gradient, which the reference lets through"
            return GradientDeparture(what, operation.place, theirs, 0.0)
    return None


def _let_through(left: _Side, right: _Side, relative: float) -> GradientDeparture | None:
    for operation, number in _cuts(left):
        equal = right.same(left, number, relative)
        if not equal or not all(right.wants(n) for n in equal):
            continue
        readers = [reader for n in equal for reader in right.consumers(n)]
        names = {reader.name for reader in left.consumers(number)}
        reader = next((r for r in readers if r.name in names and r.place is not None), None)
        place = reader.place if reader is not None else _made(right.body, equal[-1])
        what = f"the reference stops the gradient here, with {written(operation)}; the port lets it through"
        return GradientDeparture(what, place, operation.place, 0.0)
    return None


def _other(left: _Side, right: _Side, partners: dict[int, list[int]]) -> GradientDeparture | None:
    """Return the last operation whose inputs' gradients differ; all that comes after it passes on the reference's."""
    for operation in reversed(right.body.operations):
        for number in operation.inputs:
            equal = partners.get(number, [])
            if not equal or not _entering(left, right, number, equal):
                continue
            theirs = [reader for n in equal for reader in left.consumers(n)]
            same = next((r for r in theirs if r.name == operation.name), None)
            if same is not None and dict(same.arguments) == dict(operation.arguments) and len(theirs) > 1:
                continue
            other = same or (theirs[-1] if theirs else None)
            shown = f", the reference has {written(other)}" if other is not None else ""
            what = f"{written(operation)} passes on another gradient{shown}"
            return GradientDeparture(what, operation.place, other.place if other is not None else None, 0.0)
    return None


def _made(body: Body, number: int) -> Location | None:
    producer = body.values[number].producer
    return body.operations[producer].place if producer is not None else None
