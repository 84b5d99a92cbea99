"""Operations too many and too few."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import replace

import torch

from parity.body.changes.execution import (
    NOISE_VIEWS,
    applied_to,
    can_move,
    close_in_any_shape,
    input_changed,
    is_fused,
    other_inputs,
    output_changed,
    tensors_of,
)
from parity.body.changes.model import FURTHER, Change, Sides
from parity.body.changes.scales import factors
from parity.body.changes.wording import as_step, besides
from parity.body.numerals import numeral
from parity.body.record import Operation, Substitute
from parity.body.vocabulary import acts


def removed(sides: Sides, operation: Operation) -> Iterator[Change]:
    """Yield an operation left out."""
    if not can_move(operation) or operation.name in {"mm", "bmm", "dot", "mv"} or len(operation.outputs) != 1:
        return
    shape = sides.tensor(operation.outputs[0]).shape
    for index, number in enumerate(operation.inputs):
        if sides.tensor(number).shape == shape:
            other = [sides.named(n) for i, n in enumerate(operation.inputs) if i != index]
            by = f" ({', '.join(other)})" if other else ""
            words = f"{acts(operation.name)}{by}: the reference has no such operation here"
            cost = 1.75 if len(operation.inputs) == 1 else 1.8
            if operation.name == "where" and not any(other.name == "where" for other in sides.reference.operations):
                cost = 1.3  # nothing is chosen there: another condition would be one that never holds
            yield Change(operation, cost, {operation.number: _passed_on(index)}, words)


def _passed_on(index: int) -> Substitute:
    return lambda now: tensors_of(now)[index].clone()


def _divided(factor: float, tensor: torch.Tensor) -> torch.Tensor:
    return tensor / factor


def inserted(sides: Sides, operation: Operation) -> Iterator[Change]:
    """Yield what the reference does to a value besides: behind the operation, and to what it is given."""
    if operation.name in NOISE_VIEWS:
        return
    seen: set[str] = set()
    for other in sides.region:
        if not can_move(other):
            continue
        key = f"{other.name}{other.inputs if len(other.inputs) > 1 else ''}{sorted(other.arguments.items(), key=str)}"
        if key in seen and not any(sides.gives(operation, number) for number in other.inputs):
            continue
        seen.add(key)
        for position in range(len(other.inputs)):
            leaf = other_inputs(sides, other, position)
            if leaf is None:
                continue
            function = applied_to(other, position, leaf)
            fused = 0.5 if is_fused(other) else 0.0
            what = "lacks the scale" if _is_scale(other) else "lacks what the reference does here"
            words = f"{what}: it {acts(other.name)}{besides(sides, other, position)}{as_step(other)}{_ratio(other)}"
            found = output_changed(operation, function, 2.4 + fused, words, other, lacks=True)
            exact = sides.gives(operation, other.inputs[position])
            more = FURTHER if operation.number in sides.reached else 0.0
            yield replace(found, exact=exact, cost=1.45 + fused - more if exact else found.cost)
            for index, given in enumerate(operation.inputs):
                leaf_input = sides.port.values[given].producer is None
                if leaf_input or sides.known(given):
                    words = (
                        f"{sides.named(given)} is taken as it is; the reference {acts(other.name)}"
                        f"{besides(sides, other, position)} first{as_step(other)}"
                    )
                    cost = (2.45 if leaf_input else 2.75) + fused
                    alone = sum(given in op.inputs for op in sides.port.operations) == 1
                    made = sides.port.values[given].place if leaf_input and alone else None
                    found = input_changed(operation, index, function, cost, words, other, lacks=True)
                    exact = close_in_any_shape(sides, given, other.inputs[position])
                    yield replace(found, place=made, exact=exact, cost=1.6 + fused if exact else found.cost)
    for factor in factors(sides, operation):
        words = f"it is {numeral(factor)} times the reference's: a scale of {numeral(1 / factor)} is missing"
        yield output_changed(operation, functools.partial(_divided, factor), 2.6, words, lacks=True, argument="scale")


def _ratio(other: Operation) -> str:
    """Return by which factor a value is wrong without a scale."""
    by = other.arguments.get("other")
    if not _is_scale(other) or not isinstance(by, (int, float)) or not by:
        return ""
    return f"; it is {numeral(1 / by if other.name == 'mul' else by)} times the reference's"


def _is_scale(operation: Operation) -> bool:
    return operation.name in {"mul", "div"} and len(operation.inputs) == 1
