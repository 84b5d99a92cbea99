"""What a change of a body is, and what changes are made of."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import torch

from parity.body.match import Matcher, close
from parity.body.record import Body, Operation, Substitute
from parity.body.vocabulary import AXES, NOISE, SIZES, VIEWS, called
from parity.body.words import written
from parity.code.places import Location

FURTHER = 0.2
"""What a change of an operation costs more whose result the reference has too."""


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a body.

    Args:
        operation (Operation): the port's operation that it is about.
        cost (float): how far it is from what is written; the cheapest that heals is the cause.
        substitutes (Mapping[int, Substitute]): by number of the operation, what is run instead.
        words (str): what is wrong, to stand behind the expression.
        argument (str): the argument that is wrong, or "".
        values (tuple[object, object]): the argument's value in the reference and in the port.
        reference (Operation | None): the reference's operation that it is taken from.
        lacks (bool): True if the reference does something more. Default: ``False``.
        cut (bool): True if the result is replaced by the reference's, which says where, and not what, is wrong.
            Default: ``False``.
        exact (bool): True if the reference does this to the very value that the operation reads, or gives.
            Default: ``False``.
        single (bool): True if it is about this run of the line alone, where the line runs several times.
            Default: ``False``.
        place (Location | None): where it would be written, if elsewhere. Default: ``None``.
    """

    operation: Operation
    cost: float
    substitutes: Mapping[int, Substitute]
    words: str
    argument: str = ""
    values: tuple[object, object] = (None, None)
    reference: Operation | None = None
    lacks: bool = False
    cut: bool = False
    exact: bool = False
    single: bool = False
    place: Location | None = None


@dataclass(frozen=True, slots=True)
class Sides:
    """What changes are made of.

    Args:
        reference (Body): the reference's run, with its written forms.
        port (Body): the port's run.
        region (list[Operation]): the reference's operations behind what differs, with the steps of their forms.
        suspects (list[Operation]): the port's.
        in_left (Matcher): finds values in the reference.
        reached (frozenset[int]): numbers of the suspects whose results the reference has.
        scalars (dict[float, str]): numbers that the reference's operations are given, with what they are.
        in_right (Matcher | None): finds values in the port.
    """

    reference: Body
    port: Body
    region: list[Operation]
    suspects: list[Operation]
    in_left: Matcher
    reached: frozenset[int] = frozenset()
    scalars: dict[float, str] = field(default_factory=dict)
    in_right: Matcher | None = None

    @property
    def relative(self) -> float:
        """The relative difference up to which two values are the same."""
        return self.in_left.relative

    def held(self, number: int) -> torch.Tensor | None:
        """Return a value of the port that does not change; None for one that operations make."""
        value = self.port.values[number]
        return value.tensor if value.producer is None else None

    def gives(self, operation: Operation, number: int) -> bool:
        """Tell whether an operation of the port gives the numbers of a value of the reference, in whatever shape."""
        theirs = self.reference.values[number].tensor
        mine = [self.tensor(n) for n in operation.outputs[:1] if self.tensor(n).numel() == theirs.numel()]
        return any(close(theirs.flatten(), tensor.flatten(), self.relative) for tensor in mine)

    def step_of(self, number: int) -> str:
        """Return, in parentheses, which step of the reference a value of the port is, "" if none."""
        found = self.in_left.find(self.tensor(number))
        producer = self.reference.values[found].producer if found is not None else None
        step = self.reference.operations[producer].step if producer is not None else ""
        return f' (the reference\'s step "{step}")' if step and step != "result" else ""

    def tensor(self, number: int) -> torch.Tensor:
        """Return a value of the port."""
        return self.port.values[number].tensor

    def known(self, number: int) -> bool:
        """Tell whether the reference has a value of the port."""
        return self.in_left.find(self.tensor(number)) is not None

    def named(self, number: int) -> str:
        """Return what a value of the port is, in words: the expression, the layer, or the input."""
        return value_name(self.port, number)


def value_name(body: Body, number: int) -> str:
    """Return what a value is, in words.

    Args:
        body (Body): the run.
        number (int): of the value.
    """
    value = body.values[number]
    while value.producer is not None and body.operations[value.producer].name in VIEWS:
        behind = body.operations[value.producer].inputs
        if len(behind) != 1 or len(body.operations[value.producer].outputs) > 1:
            break
        value, number = body.values[behind[0]], behind[0]
    if value.producer is None:
        return f"the {value.name}" if value.name.startswith(("input", "output")) else value.name or "a constant"
    operation = body.operations[value.producer]
    at = f" ({operation.outputs.index(number) + 1} of {len(operation.outputs)})" if len(operation.outputs) > 1 else ""
    return f"{written(operation)}{at}"


def scalars_of(operations: Sequence[Operation]) -> dict[float, str]:
    """Return the numbers that operations are given, with what they are.

    Args:
        operations (Sequence[Operation]): of the reference.
    """
    found: dict[float, str] = {}
    for operation in operations:
        for name, value in operation.arguments.items():
            if not isinstance(value, (int, float)) or isinstance(value, bool):
                continue
            if name not in {*NOISE, *AXES, *SIZES} and math.isfinite(value) and operation.name not in VIEWS:
                what = called(operation.name, name)
                text = f"its {what}" if name in {"eps", "beta", "delta", "alpha", "negative_slope"} else operation.step
                if name == "alpha" and value == 1:
                    continue
                found.setdefault(float(value), text)
    return found
