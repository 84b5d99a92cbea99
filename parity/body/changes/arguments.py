"""Other arguments of an operation: those of the reference, and what is near to them."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator
from typing import Any

import torch

from parity.body.changes.execution import REDUCTIONS, output_changed, reducing, transplanted, with_arguments
from parity.body.changes.model import Change, Sides
from parity.body.changes.scales import of_constants, other_numbers
from parity.body.numerals import numeral
from parity.body.record import Operation
from parity.body.vocabulary import ALIKE, AXES, HIDDEN, MOVES, NOISE, PERMUTED, SIZES, called

_MOST_ORDERS = 24
_MOST_STARTS = 16


_TINY = 0.02
"""Below it a constant that is added is an epsilon."""


def _changed_argument(
    operation: Operation, name: str, value: object, cost: float, words: str, reference: Operation | None = None
) -> Change:
    old = operation.arguments.get(name)
    run = with_arguments(operation, {name: list(value) if isinstance(value, tuple) else value})
    return Change(operation, cost, {operation.number: run}, words, name, (value, old), reference)


def of_arguments(sides: Sides, operation: Operation) -> Iterator[Change]:
    """Yield other values of the arguments of an operation."""
    like = [other for other in sides.region if other.name in ALIKE.get(operation.name, (operation.name,))]
    yield from _other_axes(sides, operation, like)
    yield from of_constants(sides, operation)
    yield from _counted_otherwise(operation)
    yield from _cut_elsewhere(sides, operation)
    for name, old in operation.arguments.items():
        if name in NOISE or old is None or operation.name in HIDDEN:
            continue
        if name in {"alpha", "beta"} and old == 1 and operation.layer is not None:
            continue  # of the product and the bias in a layer that is called: they have no name there
        seen = {repr(old)}
        for other in like:
            value = other.arguments.get(name)
            if value is not None and repr(value) not in seen and type(value) is type(old):
                seen.add(repr(value))
                yield _changed_argument(operation, name, value, 1.0, _said(operation, name, old, value), other)
        for value, cost in _near(sides, operation, name, old):
            if repr(value) not in seen:
                seen.add(repr(value))
                yield _changed_argument(operation, name, value, cost, _said(operation, name, old, value, sides))


def _other_axes(sides: Sides, operation: Operation, like: list[Operation]) -> Iterator[Change]:
    """Yield, for a reduction, the axes of the reference's, and all others, with what they reduce kept and not."""
    if operation.name not in {"sum", "mean", "amax", "amin", "var", "std", "linalg_vector_norm", "prod"}:
        return
    old = operation.arguments.get("dim")
    for other in like:
        if other.name == operation.name and other.arguments != operation.arguments:
            new = other.arguments.get("dim")
            words = f"the axis is {_short(old)}, the reference's {_short(new)}"
            yield Change(operation, 1.02, {operation.number: transplanted(other)}, words, "dim", (new, old), other)
    if old is None and operation.name in REDUCTIONS:
        rank = sides.tensor(operation.inputs[0]).dim()
        for axes, keep in itertools.product(_sets_of_axes(rank, 1), (True, False)):
            words = f"the axis is that of all elements, the reference's {_short(axes)}"
            run = reducing(REDUCTIONS[operation.name], list(axes), keep=keep, pair=False)
            yield Change(operation, 1.12, {operation.number: run}, words, "dim", (axes, None))


def _said(operation: Operation, name: str, old: object, new: object, sides: Sides | None = None) -> str:
    shown = "order of the axes" if name in PERMUTED else called(operation.name, name)
    if isinstance(old, (float, int)) and not isinstance(old, bool) and isinstance(new, (float, int)):
        origin = sides.scalars.get(float(new), "") if sides is not None else ""
        source = f" ({origin})" if origin else ""
        if name == "alpha" and operation.name in {"add", "sub"} and new == -old:
            verbs = ("added", "subtracted") if operation.name == "add" else ("subtracted", "added")
            return f"is {verbs[0]}, in the reference it is {verbs[1]}: the sign differs ({operation.name})"
        if name == "other" and operation.name == "add" and 0 < old < _TINY and 0 <= new < _TINY:
            return f"the epsilon that is added is {numeral(old)}, the reference's {numeral(new)}"
        if operation.name in {"mul", "div"} and name in {"other", "self"}:
            verb = "multiplied" if operation.name == "mul" else "divided"
            ratio = (old / new if operation.name == "mul" else new / old) if new and old else 0.0
            times = f"; it is {numeral(ratio)} times the reference's" if ratio else ""
            return f"is {verb} by {numeral(old)}, in the reference by {numeral(new)}{source}: the scale differs{times}"
        if operation.name in {"add", "sub", "rsub"} and name == "other":
            verb = {"add": "has added", "sub": "has subtracted", "rsub": "is subtracted from"}[operation.name]
            return f"{verb} the constant {numeral(old)}, in the reference {numeral(new)}{source}"
        return f"the {shown} is {numeral(old)}, the reference's {numeral(new)}{source}"
    return f"the {shown} is {_short(old)}, the reference's {_short(new)}"


def _short(value: object) -> str:
    if isinstance(value, (tuple, list)) and len(value) == 1:
        return str(value[0])
    return str(tuple(value)) if isinstance(value, (tuple, list)) else repr(value)


def _near(sides: Sides, operation: Operation, name: str, old: object) -> Iterator[tuple[object, float]]:
    """Yield values that an argument could have been given, with what the change costs."""
    rank = max((sides.tensor(number).dim() for number in operation.inputs), default=0)
    if isinstance(old, bool):
        if name not in {"keepdim", "training"}:
            yield not old, 1.1
    elif isinstance(old, str):
        yield from ((text, 1.1) for text in ("none", "tanh") if name == "approximate" and text != old)
    elif name in AXES and isinstance(old, int):
        rank += operation.name in {"stack", "unsqueeze"}
        yield from ((axis, 1.05) for axis in _axes(rank, old))
    elif name == "dim" and isinstance(old, (tuple, list)):
        yield from ((axes, 1.1) for axes in _sets_of_axes(rank, len(old)))
    elif name in PERMUTED and isinstance(old, (tuple, list)):
        orders = itertools.permutations(old) if len(old) <= 4 else _transpositions(tuple(old))
        yield from ((order, 1.1) for order in orders if order != tuple(old))
    elif name in SIZES and isinstance(old, (tuple, list)):
        orders = itertools.islice(dict.fromkeys(itertools.permutations(old)), _MOST_ORDERS)
        yield from ((order, 1.3) for order in orders if order != tuple(old))
    elif name in MOVES and isinstance(old, int):
        yield from ((old + by, 1.15) for by in (1, -1))
        if old:
            yield -old, 1.1
    elif name in MOVES and isinstance(old, (tuple, list)) and all(isinstance(part, int) for part in old):
        yield tuple(-part for part in old), 1.1
        yield tuple(reversed(old)), 1.15
    elif isinstance(old, int) and "int" in _type_of(operation, name).lower():
        yield from ((value, 1.15) for value in (old * 2, old // 2) if value)
    elif isinstance(old, (float, int)):
        yield from other_numbers(sides, operation, float(old))


def _cut_elsewhere(sides: Sides, operation: Operation) -> Iterator[Change]:
    """Yield slices as long as one that start elsewhere, and paddings as great as one on the other sides."""
    if operation.name == "slice":
        axis, start = operation.arguments.get("dim"), operation.arguments.get("start")
        shapes = [sides.tensor(number).shape for number in (*operation.inputs[:1], *operation.outputs[:1])]
        if operation.arguments.get("step") == 1 and isinstance(axis, int) and isinstance(start, int):
            size, length = shapes[0][axis], shapes[1][axis]
            first = start if start >= 0 else start + size
            for other in range(min(size - length + 1, _MOST_STARTS)):
                if other != first:
                    words = f"the slice starts at {first}, in the reference at {other} (start and end of axis {axis})"
                    run = with_arguments(operation, {"start": other, "end": other + length})
                    yield Change(operation, 1.1, {operation.number: run}, words, "start", (other, first))
    pad = operation.arguments.get("pad")
    if operation.name == "constant_pad_nd" and isinstance(pad, (tuple, list)) and len(pad) == 2:
        for left in range(sum(pad) + 1):
            if left != pad[0]:
                pads = (left, sum(pad) - left)
                words = f"pads by {tuple(pad)}, the reference by {pads} (padding)"
                run = with_arguments(operation, {"pad": list(pads)})
                yield Change(operation, 1.1, {operation.number: run}, words, "padding", (pads, tuple(pad)))


def _shifted(by: int, tensor: torch.Tensor) -> torch.Tensor:
    return tensor + by


def _counted_otherwise(operation: Operation) -> Iterator[Change]:
    """Yield numbers that are counted from another start."""
    if operation.name == "arange":
        for by in (-1, 1):
            words = f"starts {abs(by)} too {'late' if by < 0 else 'early'}: the start of arange differs"
            yield output_changed(operation, functools.partial(_shifted, by), 1.1, words, argument="start")


def _type_of(operation: Operation, name: str) -> str:
    schema = operation.function._schema.arguments if operation.function is not None else ()
    return next((str(argument.type) for argument in schema if argument.name == name), "")


def _axes(rank: int, old: int) -> list[int]:
    return [axis if old >= 0 else axis - rank for axis in range(rank) if axis not in {old, old + rank}]


def _sets_of_axes(rank: int, count: int) -> Iterator[tuple[int, ...]]:
    for size in sorted(range(1, min(rank, 4) + 1), key=lambda size: abs(size - count)):
        yield from itertools.combinations(range(rank), size)


def _transpositions(order: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """Yield an order with two entries exchanged, and with one entry moved elsewhere."""
    for i, j in itertools.combinations(range(len(order)), 2):
        moved = list(order)
        moved[i], moved[j] = moved[j], moved[i]
        yield tuple(moved)
    for i, j in itertools.permutations(range(len(order)), 2):
        moved = list(order)
        moved.insert(j, moved.pop(i))
        if abs(i - j) > 1:
            yield tuple(moved)
