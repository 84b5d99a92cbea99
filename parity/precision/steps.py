"""The operations of a net with the type that each computes in, and which of the port's is which of the reference's."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

import torch

from parity.body.match import Matcher
from parity.body.record import Body, BodyRun, Operation, record_body
from parity.code.places import Location
from parity.nets.base import Subject
from parity.nets.trace import Call

CASTS = frozenset({"to_copy", "to", "copy", "detach", "clone", "lift_fresh", "alias", "contiguous"})
VIEWS = frozenset(
    {
        "view", "reshape", "unsafe_view", "expand", "permute", "transpose", "t", "unsqueeze", "squeeze", "slice",
        "select", "split", "split_with_sizes", "unbind", "as_strided", "chunk", "narrow", "movedim", "repeat",
        "unfold", "flip", "roll",
    }
)  # fmt: skip
_SAME = 5e-6
"""Relative difference of a value in float64 from the same value behind a cast to float32."""

_FEWEST = 3


@dataclass(frozen=True, slots=True)
class Step:
    """One operation that computes something.

    Args:
        number (int): its place among the steps.
        name (str): such as ``"softmax"``.
        dtype (torch.dtype): the type it computes in: that of its result, or of what it reads where that is no number
            with a fraction.
        place (Location | None): in the user's code.
        behind (frozenset[int]): the steps whose results it reads, through casts and views.
        outputs (tuple[int, ...]): its values.
        reads (tuple[torch.dtype, ...]): the types of the numbers it reads.
    """

    number: int
    name: str
    dtype: torch.dtype
    place: Location | None
    behind: frozenset[int]
    outputs: tuple[int, ...]
    reads: tuple[torch.dtype, ...] = ()


@dataclass(slots=True)
class Steps:
    """The steps of one run of one net."""

    body: Body
    steps: list[Step] = field(default_factory=list)
    of_value: dict[int, int] = field(default_factory=dict)

    def outputs(self) -> list[torch.Tensor]:
        """Return what the net returned."""
        sinks = [sink for sink in self.body.sinks if sink.layer is None]
        return self.body.tensors(sinks[-1]) if sinks else []


def steps_of(body: Body) -> Steps:
    """Return the steps of a recorded run.

    Args:
        body (Body): a run of a whole net.
    """
    found = Steps(body)
    for operation in body.operations:
        behind = frozenset(found.of_value[n] for n in operation.inputs if n in found.of_value)
        if operation.name in CASTS or operation.name in VIEWS:
            if operation.inputs and operation.inputs[0] in found.of_value:
                found.of_value.update(dict.fromkeys(operation.outputs, found.of_value[operation.inputs[0]]))
            continue
        dtype = _computed_in(body, operation)
        if dtype is None:
            continue
        number = len(found.steps)
        read = (body.values[n].tensor for n in operation.inputs)
        reads = tuple(tensor.dtype for tensor in read if tensor.is_floating_point() and tensor.ndim)
        found.steps.append(Step(number, operation.name, dtype, operation.place, behind, operation.outputs, reads))
        found.of_value.update(dict.fromkeys(operation.outputs, number))
    return found


def _computed_in(body: Body, operation: Operation) -> torch.dtype | None:
    for numbers in (operation.outputs, operation.inputs):
        tensors = [body.values[number].tensor for number in numbers]
        floating = [t.dtype for t in tensors if t.is_floating_point() or t.is_complex()]
        if floating:
            return floating[0]
    return None


@contextmanager
def held_in(subject: Subject, dtype: torch.dtype) -> Iterator[None]:
    """Within the block a net is in a precision, and so is what it makes if that is float64."""
    before = torch.get_default_dtype()
    with subject.precision(dtype, whole=True):
        torch.set_default_dtype(torch.float64 if dtype == torch.float64 else before)
        try:
            yield
        finally:
            torch.set_default_dtype(before)


def run_in(subject: Subject, call: Call, inputs: list[torch.Tensor], dtype: torch.dtype, seed: int) -> Steps | None:
    """Run a whole net in a precision and return its steps; None where it does not run so.

    Args:
        subject (Subject): the net.
        call (Call): of the net, for the form of its arguments.
        inputs (list[torch.Tensor]): for it.
        dtype (torch.dtype): the precision.
        seed (int): of random numbers.
    """
    given = [t.to(dtype) if t.is_floating_point() else t.clone() for t in inputs]
    with held_in(subject, dtype):
        body = record_body(BodyRun(subject, call.layer, call.arguments, given, {}, seed, _SAME))
    return steps_of(body) if body.raised is None else None


def in_order(one: Steps, other: Steps) -> dict[int, int]:
    """Return which step of another run of the same code is which step of the first.

    Args:
        one (Steps): a run.
        other (Steps): another, in another precision or with other casts.
    """
    names = [[step.name for step in side.steps] for side in (one, other)]
    if names[0] == names[1]:
        return {number: number for number in range(len(names[0]))}
    found: dict[int, int] = {}
    for block in difflib.SequenceMatcher(None, names[0], names[1], autojunk=False).get_matching_blocks():
        found.update({block.a + n: block.b + n for n in range(block.size)})
    return found


def by_value(reference: Steps, port: Steps) -> dict[int, int]:
    """Return which step of the reference comes to the same numbers as each step of the port, where one does.

    Args:
        reference (Steps): run in float64.
        port (Steps): likewise.
    """
    matcher = Matcher(reference.body, _SAME)
    found: dict[int, int] = {}
    for step in port.steps:
        for number in step.outputs[:1]:
            tensor = port.body.values[number].tensor
            if tensor.numel() < _FEWEST or not _varies(tensor):
                continue
            partner = matcher.find(tensor)
            known = reference.of_value.get(partner) if partner is not None else None
            if known is not None:
                found[step.number] = known
    return found


def _varies(tensor: torch.Tensor) -> bool:
    flat = tensor.flatten()
    return bool((flat != flat[0]).any())


@dataclass(frozen=True, slots=True)
class Apart:
    """An operation that computes in another type on one side.

    Args:
        reference, port (Step): the operation, as it ran in the working precision.
        root (bool): it is where the types part; others compute in what they are given.
    """

    reference: Step
    port: Step
    root: bool


def apart(reference: Steps, port: Steps, pairs: Mapping[int, int]) -> list[Apart]:
    """Return the operations that compute in other types, in the port's order.

    Args:
        reference (Steps): run in the working precision.
        port (Steps): likewise.
        pairs (Mapping[int, int]): the reference's step of each step of the port.
    """
    differing = {
        mine: theirs for mine, theirs in pairs.items() if port.steps[mine].dtype != reference.steps[theirs].dtype
    }
    found: list[Apart] = []
    for mine, theirs in sorted(differing.items()):
        step = port.steps[mine]
        inherited = any(n in differing and port.steps[n].dtype == step.dtype for n in step.behind)
        found.append(Apart(reference.steps[theirs], step, not inherited))
    return found
