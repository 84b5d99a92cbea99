"""Other numbers: scales, constants and exponents, solved from by how much results differ."""

from __future__ import annotations

import math
from collections.abc import Iterator

import torch

from parity.body.changes.execution import given_instead
from parity.body.changes.model import Change, Sides
from parity.body.match import close, factor_between
from parity.body.numerals import numeral
from parity.body.record import Operation
from parity.body.vocabulary import HIDDEN

_SAME = 1e-9


def of_constants(sides: Sides, operation: Operation) -> Iterator[Change]:
    """Yield other values of a constant of one element that an operation reads."""
    if len(operation.inputs) > 3 or operation.name in HIDDEN:
        return
    for index, number in enumerate(operation.inputs):
        value = sides.port.values[number]
        if value.producer is not None or not value.tensor.is_floating_point():
            continue
        if value.name != "a constant" and sides.known(number):
            continue  # a weight that both have, or an input
        if value.tensor.numel() != 1:
            yield from _of_tables(sides, operation, index, number)
            continue
        old = float(value.tensor)
        candidates = [
            *sides.scalars,
            *(old * f**power for f in _factors_behind(sides, operation) for power in (1, -1, 2, -2)),
        ]
        for new in dict.fromkeys(candidates):
            if math.isfinite(new) and abs(new - old) > _SAME * abs(old):
                name = value.name if value.name != "a constant" else "the constant"
                words = f"{name} is {numeral(old)}, the reference's is {numeral(new)}: the scale differs"
                run = given_instead(index, number, torch.full_like(value.tensor, new))
                yield Change(operation, 1.06, {operation.number: run}, words, "constant", (new, old))


def _of_tables(sides: Sides, operation: Operation, index: int, number: int) -> Iterator[Change]:
    """Yield a constant of several elements on another scale, and the reference's of its shape."""
    value = sides.port.values[number]
    if value.name.startswith(("input", "output")) or sides.known(number) or _is_packed(sides, value.tensor):
        return
    name = value.name if value.name != "a constant" else "the constant"
    for factor in _factors_behind(sides, operation):
        for by in (factor, 1 / factor):
            words = f"{name} is {numeral(1 / by)} times the reference's: its scale differs"
            yield Change(
                operation, 1.07, {operation.number: given_instead(index, number, value.tensor * by)}, words, "constant"
            )
    for other in sides.in_left.of_shape(value.tensor.shape):
        words = f"the value of {name} is not the reference's: the constant differs"
        yield Change(operation, 1.2, {operation.number: given_instead(index, number, other)}, words, "constant")


def _is_packed(sides: Sides, tensor: torch.Tensor) -> bool:
    """Tell whether the reference has a weight as a part of a greater one, such as attention's three in one."""
    rows = len(tensor) if tensor.dim() else 0
    held = [value.tensor for value in sides.reference.values if value.producer is None]
    greater = [
        t for t in held if rows and t.dim() == tensor.dim() and t.shape[1:] == tensor.shape[1:] and len(t) > rows
    ]
    parts = [whole[start : start + rows] for whole in greater for start in range(0, len(whole), rows)]
    return any(close(part, tensor, _SAME) for part in parts)


def _factors_behind(sides: Sides, operation: Operation) -> list[float]:
    """Return by which factors what is made of an operation's result differs from the reference."""
    found: list[float] = []
    for other in sides.suspects:
        if other.number >= operation.number and other.number not in sides.reached:
            found += [f for f in factors(sides, other) if not any(abs(f - g) <= _SAME * abs(g) for g in found)]
    return found[:4]


def other_numbers(sides: Sides, operation: Operation, old: float) -> Iterator[tuple[float, float]]:
    """Yield other numbers for an argument, with what each costs."""
    pool = [value for value in sides.scalars if value != old]
    yield from ((value, 1.05) for value in pool)
    if old and math.isfinite(1 / old):
        yield from ((value, 1.1) for value in (1 / old, old * old, math.sqrt(abs(old)), old / 2, old * 2))
    yield -old, 1.1
    for factor in factors(sides, operation):
        yield (old * factor if operation.name == "div" else old / factor), 1.08
    if operation.name == "pow":
        yield from ((value, 1.1) for value in (0.5, 1.0, 2.0, 3.0, -0.5, -1.0))


def factors(sides: Sides, operation: Operation) -> list[float]:
    """Return by which factors what an operation gives differs from values of the reference."""
    found: list[float] = []
    for number in operation.outputs[:1]:
        mine = sides.tensor(number)
        for value in sides.in_left.of_shape(mine.shape):
            factor = factor_between(value, mine, sides.relative)
            if factor is not None and not any(abs(factor - known) <= 1e-9 * abs(known) for known in found):
                found.append(factor)
    return found
