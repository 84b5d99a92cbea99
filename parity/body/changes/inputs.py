"""Other values for an operation: exchanged, negated, or those that the reference has there."""

from __future__ import annotations

from collections.abc import Iterator

import torch

from parity.body.changes.execution import given_instead, input_changed, transplanted
from parity.body.changes.model import Change, Sides
from parity.body.record import Operation

_MOST_INPUTS = 12


def of_inputs(sides: Sides, operation: Operation) -> Iterator[Change]:
    """Yield other values for an operation."""
    inputs = operation.inputs
    if (
        len(inputs) == 2
        and inputs[0] != inputs[1]
        and operation.name in {"sub", "div", "mm", "bmm", "lt", "gt", "le", "ge"}
    ):
        yield Change(
            operation, 1.1, {operation.number: transplanted(operation, (1, 0))},
            "its operands are exchanged: the order differs from the reference's", "order", reference=None,
        )  # fmt: skip
    if operation.name == "where" and len(inputs) == 3:
        yield Change(
            operation, 1.1, {operation.number: transplanted(operation, (0, 2, 1))},
            "its two choices are exchanged: the order differs from the reference's, or the condition is negated",
            "order",
        )  # fmt: skip
    for index, number in enumerate(inputs):
        tensor = sides.tensor(number)
        if tensor.dtype == torch.bool:
            yield input_changed(
                operation,
                index,
                torch.logical_not,
                1.2,
                "the mask is inverted: it is the negation (logical_not) of the reference's",
            )
        for other in _in_place_of(sides, operation, number):
            made = sides.port.values[number].producer
            if made is not None and other in sides.port.operations[made].inputs:
                continue  # that is the operation in between left out
            yield Change(
                operation, 1.9, {operation.number: given_instead(index, other, sides.held(other))},
                f"is given {sides.named(number)}, where the reference has {sides.named(other)}{sides.step_of(other)}: "
                "another input", single=True,
            )  # fmt: skip


def _in_place_of(sides: Sides, operation: Operation, number: int) -> list[int]:
    """Return values of the port that the reference has too, of the shape of one that an operation is given."""
    tensor, found, seen = sides.tensor(number), list[int](), list[torch.Tensor]()
    for other in range(len(sides.port.values)):
        value = sides.port.values[other]
        early = value.producer is None or value.producer < operation.number
        if not early or other in operation.inputs or value.tensor.shape != tensor.shape:
            continue
        if value.tensor.dtype != tensor.dtype or any(torch.equal(value.tensor, known) for known in (tensor, *seen)):
            continue
        if sides.known(other):
            found.append(other)
            seen.append(value.tensor)
    return found[-_MOST_INPUTS:]
