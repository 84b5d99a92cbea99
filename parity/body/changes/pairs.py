"""Changes of two places at once: slices, operations in a row, and values exchanged."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

import torch

from parity.body.changes.execution import tensors_of, transplanted, with_arguments
from parity.body.changes.model import Change, Sides
from parity.body.record import Executed, Operation, Substitute
from parity.body.vocabulary import VIEWS, acts
from parity.code.places import Location


def of_siblings(sides: Sides) -> Iterator[Change]:
    """Yield slices of one value exchanged, and parts of one split in another order."""
    for one, two in itertools.combinations(sides.suspects, 2):
        alike = one.name == two.name and one.inputs == two.inputs and one.name in {"slice", "select", "narrow"}
        if alike and one.arguments != two.arguments:
            pair = {
                one.number: with_arguments(one, _differing(two, one)),
                two.number: with_arguments(two, _differing(one, two)),
            }
            words = f"the two parts are exchanged: their order is not the reference's (here and at line {_line(two)})"
            yield Change(one, 1.3, pair, words, "order")
    for operation in sides.suspects:
        count = len(operation.outputs)
        if not 2 <= count <= 4 or operation.name in {"max", "min", "topk", "sort"}:
            continue
        for order in itertools.permutations(range(count)):
            shapes = [sides.tensor(operation.outputs[i]).shape for i in order]
            if order == tuple(range(count)) or shapes != [sides.tensor(n).shape for n in operation.outputs]:
                continue
            words = f"the order of its parts is not the reference's: {order}"
            yield Change(operation, 1.2, {operation.number: _parts_in(order)}, words, "order")


def _parts_in(order: tuple[int, ...]) -> Substitute:
    def run(now: Executed) -> Any:
        made = now.function(*now.args, **now.kwargs)
        return type(made)([made[i] for i in order])

    return run


def _differing(values: Operation, among: Operation) -> dict[str, object]:
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in values.arguments.items()
        if among.arguments.get(name) != value
    }


def _line(operation: Operation) -> object:
    return operation.place.line if operation.place is not None else "?"


def reordered(sides: Sides) -> Iterator[Change]:
    """Yield two operations in a row in the other order."""
    operations = sides.port.operations
    for first in sides.suspects:
        if first.name in VIEWS or len(first.outputs) != 1:
            continue
        readers = [op for op in sides.suspects if first.outputs[0] in op.inputs]
        for second in readers:
            if second.name in VIEWS or second.number <= first.number or len(second.outputs) != 1:
                continue
            for index in range(len(first.inputs)):
                pair = _in_other_order(sides, first, second, index)
                if pair is not None:
                    one, two = (
                        acts(op.name) + _operands(sides, op, skip=n)
                        for op, n in ((first, first.inputs[index]), (second, first.outputs[0]))
                    )
                    words = f"{one} before it {two}: the order is the other way round in the reference"
                    yield Change(first, 1.5, pair, words, "order")
    del operations


def _operands(sides: Sides, operation: Operation, skip: int) -> str:
    """Return what an operation takes besides one value, in words."""
    rest = [sides.named(number) for number in operation.inputs if number != skip]
    return f" {', '.join(rest)}" if rest else ""


def _in_other_order(sides: Sides, first: Operation, second: Operation, index: int) -> Mapping[int, Substitute] | None:
    at = second.inputs.index(first.outputs[0])
    others = [number for i, number in enumerate(second.inputs) if i != at]
    producers = [sides.port.values[number].producer for number in others]
    if any(producer is not None and producer >= first.number for producer in producers):
        return None

    def value(now: Executed, number: int) -> torch.Tensor:
        held = sides.held(number)
        return now.value(number) if held is None else held

    def early(now: Executed) -> Any:
        mine = tensors_of(now)[index]
        given = [mine if i == at else value(now, number) for i, number in enumerate(second.inputs)]
        return transplanted(second)(Executed(now.function, tuple(given), {}, now.value))

    def late(now: Executed) -> Any:
        given = [value(now, number) for number in first.inputs]
        given[index] = tensors_of(now)[at]
        return transplanted(first)(Executed(now.function, tuple(given), {}, now.value))

    return {first.number: early, second.number: late}


def exchanged_values(sides: Sides) -> Iterator[Change]:
    """Yield two values exchanged wherever they are read."""
    region = {operation.number for operation in sides.suspects}
    read = dict.fromkeys(number for operation in sides.suspects for number in operation.inputs)
    known = [n for n in read if sides.tensor(n).is_floating_point() and sides.tensor(n).numel() > 1 and sides.known(n)]
    for one, two in itertools.combinations(known[:14], 2):
        if sides.tensor(one).shape != sides.tensor(two).shape or torch.equal(sides.tensor(one), sides.tensor(two)):
            continue
        after = max(sides.port.values[n].producer or -1 for n in (one, two))
        readers = [op for op in sides.port.operations if op.number > after and {one, two} & set(op.inputs)]
        if len(readers) < 2 or not any(op.number in region for op in readers):
            continue
        run = {op.number: _with_exchanged(one, two) for op in readers}
        words = f"{sides.named(one)} and {sides.named(two)} are exchanged: their order is not the reference's"
        at = next((op for op in readers if op.number in region), readers[0])
        yield Change(at, 1.35, run, words, "order", place=_made_together(sides, one, two))


def _made_together(sides: Sides, one: int, two: int) -> Location | None:
    """Return the line that makes two values, if one line does."""
    places = [sides.port.operations[p].place for n in (one, two) if (p := sides.port.values[n].producer) is not None]
    if len(places) == 2 and places[0] is not None and places[1] is not None and places[0].line == places[1].line:
        return places[0]
    return None


def _with_exchanged(one: int, two: int) -> Substitute:
    def run(now: Executed) -> Any:
        first, second = now.value(one), now.value(two)

        def filled(entry: object) -> object:
            if entry is first:
                return second
            if entry is second:
                return first
            return [filled(part) for part in entry] if isinstance(entry, (tuple, list)) else entry

        return now.function(*[filled(e) for e in now.args], **{name: filled(e) for name, e in now.kwargs.items()})

    return run
