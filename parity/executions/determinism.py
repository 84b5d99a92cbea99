"""Two runs of the same thing: the first call with equal inputs and unequal outputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    forward: dict[str, bool] = {}
    returned: list[Stored] = []
    for mine, theirs in zip(first.entries, second.entries, strict=False):
        if mine.name != theirs.name:
            return later or Divergence(first, mine, None, "calls", f"the second run calls {theirs.name} here")
        unequal = [number for number, pair in _pairs(mine.inputs, theirs.inputs) if not equal(*pair)]
        weights = [
            name
            for name, stored in mine.parameters.items()
            if name in theirs.parameters and not equal(stored, theirs.parameters[name])
        ]
        plain = next(((a, b) for a, b in zip(plain_values(mine), plain_values(theirs), strict=False) if a != b), None)
        outputs = [number for number, pair in _pairs(mine.results, theirs.results) if not equal(*pair)]
        if mine.phase == "parameters_grad" and weights:
            return later or Divergence(first, mine, theirs, "not deterministic", f"gradient of {weights[0]} differs")
        kept = mine.phase != "backward" or forward.get(mine.name.replace(".backward", ".forward"), True)
        if later is None and plain is not None and not unequal:
            said = f"it is given {plain[0]!r} in one run and {plain[1]!r} in the other"
            return Divergence(first, mine, theirs, "inputs", said)
        alike = not unequal and not weights and plain is None
        if alike and outputs and kept:  # what flows back depends on what its call was given
            return _of_outputs(first, mine, theirs, outputs[0])
        forward[mine.name] = alike and not outputs
        if later is None and weights:
            later = Divergence(first, mine, theirs, "weights", f"the runs have other weights: {weights[0]}")
        elif later is None and unequal:
            said = _origin(mine.inputs[unequal[0]], returned)
            later = Divergence(first, mine, theirs, "inputs", f"input {unequal[0]} differs already{said}")
        returned += mine.results
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


def plain_values(entry: Entry) -> list[object]:
    """Return the numbers, words and switches that a call is given, in order.

    Args:
        entry (Entry): the call.
    """
    found: list[object] = []
    waiting: list[object] = [entry.args, entry.kwargs]
    while waiting:
        value = waiting.pop(0)
        if isinstance(value, (list, tuple)):
            waiting[:0] = value
        elif isinstance(value, Mapping):
            waiting[:0] = [value[name] for name in sorted(value)]
        elif isinstance(value, (bool, int, float, str)):
            found.append(value)
    return found


def _origin(given: Stored, returned: Sequence[Stored]) -> str:
    """Say where a tensor that differs comes from, if calls were recorded before it and none of them returned it."""
    if not returned or any(equal(given, one) for one in returned):
        return ""
    return ", and no recorded call returned it: it is drawn or read where nothing is recorded"


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
