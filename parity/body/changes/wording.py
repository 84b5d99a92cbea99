"""Parts of the words in which changes are told."""

from __future__ import annotations

from parity.body.changes.execution import is_drawn
from parity.body.changes.model import Sides, value_name
from parity.body.numerals import numeral
from parity.body.record import Operation


def as_step(operation: Operation) -> str:
    """Return, in parentheses, of which step of a written form an operation is, "" if of none."""
    return f" (`{operation.step}`)" if operation.step and operation.step != "result" else ""


def besides(sides: Sides, other: Operation, position: int) -> str:
    """Return what an operation of the reference takes besides one of its inputs."""
    rest = [
        "a dropout mask" if is_drawn(sides.reference, n) else value_name(sides.reference, n)
        for i, n in enumerate(other.inputs)
        if i != position
    ]
    numbers = [
        numeral(v) for k, v in other.arguments.items() if k in {"other", "exponent"} and isinstance(v, (int, float))
    ]
    shown = ", ".join([*rest, *numbers])
    return f" {shown}" if shown else ""
