"""Two runs of the same thing: the first call with equal inputs and unequal outputs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch

from parity.dumps.execution import Entry, Execution, Stored
from parity.executions.kinds import kind_of

_RANDOM = ("dropout", "rand", "bernoulli", "multinomial", "normal", "uniform", "rrelu")


@dataclass(frozen=True, slots=True)
class Divergence:
    """Where two runs part.

    Args:
        execution (Execution): step and rank of the first run.
        entry (Entry): the call.
        other (Entry | None): the same call of the second run; None where the calls themselves differ.
        kind (str): ``"random"``, ``"not deterministic"``, ``"inputs"``, ``"weights"``, ``"collective"`` or ``"calls"``.
        message (str): in words.
    """

    execution: Execution
    entry: Entry
    other: Entry | None
    kind: str
    message: str


def divergence_of(first: Execution, second: Execution) -> Divergence | None:
    """Return the first call in which two runs part; None where they are equal bit by bit, as far as the dumps tell."""
    later: Divergence | None = None
    for mine, theirs in zip(first.entries, second.entries, strict=False):
        if mine.name != theirs.name:
            return later or Divergence(first, mine, None, "calls", f"the second run calls {theirs.name} here")
        unequal = [number for number, pair in _pairs(mine.inputs, theirs.inputs) if not equal(*pair)]
        weights = [
            name
            for name, stored in mine.parameters.items()
            if name in theirs.parameters and not equal(stored, theirs.parameters[name])
        ]
        outputs = [number for number, pair in _pairs(mine.results, theirs.results) if not equal(*pair)]
        if mine.phase == "parameters_grad" and weights:
            return later or Divergence(first, mine, theirs, "not deterministic", f"gradient of {weights[0]} differs")
        if not unequal and not weights and outputs:
            return _of_outputs(first, mine, theirs, outputs[0])
        if later is None and weights:
            later = Divergence(first, mine, theirs, "weights", f"the runs have other weights: {weights[0]}")
        elif later is None and unequal:
            later = Divergence(first, mine, theirs, "inputs", f"input {unequal[0]} differs already")
    if later is None and len(first.entries) != len(second.entries):
        longer = max(first.entries, second.entries, key=len)
        entry = longer[min(len(first.entries), len(second.entries))]
        return Divergence(first, entry, None, "calls", "only one of the runs calls it")
    return later


def _of_outputs(execution: Execution, mine: Entry, theirs: Entry, number: int) -> Divergence:
    if mine.family in {"Distributed", "MintDistributed"}:
        kind, said = "collective", "the other ranks of the runs sent other values"
    elif any(word in kind_of(mine) for word in _RANDOM):
        kind, said = "random", "it draws random numbers: seed both runs alike"
    else:
        kind, said = "not deterministic", "equal inputs, unequal results: no deterministic kernel"
    return Divergence(execution, mine, theirs, kind, f"output {number} differs; {said}")


def _pairs(ours: Sequence[Stored], theirs: Sequence[Stored]) -> list[tuple[int, tuple[Stored, Stored]]]:
    return list(enumerate(zip(ours, theirs, strict=False)))


def equal(one: Stored, other: Stored) -> bool:
    """Tell whether two tensors are equal bit by bit: by their digests, else their values, else their figures."""
    if one.shape != other.shape or one.dtype != other.dtype:
        return False
    if one.digest and other.digest:
        return one.digest == other.digest
    if one.figures is not None and other.figures is not None and not _same(one, other):
        return False
    ours, theirs = one.values(), other.values()
    if ours is None or theirs is None:
        return True
    return torch.equal(ours, theirs) or bool(((ours == theirs) | (ours.isnan() & theirs.isnan())).all())


def _same(one: Stored, other: Stored) -> bool:
    pairs = zip(one.figures or (), other.figures or (), strict=False)
    return all(a == b or (a is not None and b is not None and a != a and b != b) for a, b in pairs)  # noqa: PLR0124
