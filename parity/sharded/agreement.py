"""Whether the ranks of one net agree where they must: calls, weights, what collectives returned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import torch

from parity.dumps.execution import Entry, Execution, Stored
from parity.executions.determinism import equal, plain_values
from parity.executions.nearness import apart
from parity.sharded.collectives import expected, group_of, is_collective
from parity.sharded.copies import clusters, odd_ones
from parity.sharded.joined import Joined

_COLLECTIVE = 64.0
"""So many rounding units per rank a collective's result may be off: backends sum in orders of their own."""

Kind = Literal["calls", "weights", "collective", "results"]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Where ranks differ that must not.

    Args:
        kind (Kind): what differs.
        entry (Entry): the call, of a rank that has it.
        ranks (tuple[str, ...]): those that are not as the others are.
        message (str): in words.
        step (int | None): of the dump.
    """

    kind: Kind
    entry: Entry
    ranks: tuple[str, ...]
    message: str
    step: int | None = None


def disagreements(ranks: Sequence[Execution], merged: Joined) -> list[Disagreement]:
    """Return where the ranks of one step disagree, in order of execution.

    Args:
        ranks (Sequence[Execution]): of one step, by rank.
        merged (Joined): the same, joined.
    """
    step = ranks[0].step
    named = [{entry.name: entry for entry in rank.entries} for rank in ranks]
    found = _calls(ranks, named, step)
    for entry in ranks[0].entries:
        each = [names.get(entry.name) for names in named]
        entries = [one for one in each if one is not None]
        if len(entries) != len(ranks):
            continue
        if any(entry.name == part.name for part in merged.parts[:1]):
            said = "it is given the ranks' parts of a sum, which no collective has added: an all-reduce is missing"
            found.append(Disagreement("collective", entry, merged.ranks, said, step))
        if entry.phase == "forward" and entry.parameters:
            found += _weights(ranks, entries, step)
        if entry.phase == "forward" and is_collective(entry):
            found += _collective(ranks, entries, step)
        elif entry.phase == "forward" and entry.kind == "api" and not found:
            found += _results(ranks, entries, step)
    return found


def _calls(ranks: Sequence[Execution], named: list[dict[str, Entry]], step: int | None) -> list[Disagreement]:
    """Report the first call that some ranks have and others have not."""
    for rank in ranks:
        for entry in rank.entries:
            lacking = tuple(other.rank for other, names in zip(ranks, named, strict=True) if entry.name not in names)
            if lacking:
                has = ", ".join(other.rank for other in ranks if other.rank not in lacking)
                return [Disagreement("calls", entry, lacking, f"called on {has}, not on {', '.join(lacking)}", step)]
    return []


def _weights(ranks: Sequence[Execution], entries: list[Entry], step: int | None) -> list[Disagreement]:
    found: list[Disagreement] = []
    for name in entries[0].parameters:
        each = [entry.parameters.get(name) for entry in entries]
        held = [stored for stored in each if stored is not None]
        if len(held) != len(entries):
            continue
        groups = clusters(held)
        odd = odd_ones(held, groups)
        if odd:
            distance = apart(held[groups[0] if 0 not in odd else groups[-1]], held[odd[0]])
            size = f"{distance.relative:.1e}" if distance is not None else "?"
            who = tuple(ranks[number].rank for number in odd)
            said = f"{name} is one weight on all ranks, and {size} off on {', '.join(who)}"
            found.append(Disagreement("weights", entries[odd[0]], who, said, step))
    return found


def _collective(ranks: Sequence[Execution], entries: list[Entry], step: int | None) -> list[Disagreement]:
    """Compute a collective again and hold every rank's result against it."""
    group = group_of(entries[0], len(entries))
    members = [entries[number] for number in group]
    wrong: list[str] = []
    worst = 0.0
    for place, number in enumerate(group):
        results = entries[number].results
        wanted = expected(members, place)
        if wanted is None or not results:
            return []
        values = [stored.values() for stored in results]
        known = [value.double() for value in values if value is not None]
        if len(known) != len(results) or sum(value.numel() for value in known) != wanted.numel():
            return []
        got = torch.cat([value.reshape(-1) for value in known])
        scale = float(wanted.norm()) or 1.0
        off = float((got - wanted.reshape(-1)).norm()) / scale
        unit = torch.finfo(known[0].dtype if not results[0].is_floating else getattr(torch, results[0].dtype)).eps / 2
        if off > _COLLECTIVE * len(group) * unit:
            wrong.append(ranks[number].rank)
            worst = max(worst, off)
    if not wrong:
        return []
    said = f"the result on {', '.join(wrong)} is not that of what the ranks gave ({worst:.1e} off)"
    return [Disagreement("collective", entries[0], tuple(wrong), said, step)]


def _results(ranks: Sequence[Execution], entries: list[Entry], step: int | None) -> list[Disagreement]:
    """Report a call that was given copies and gave no copies."""
    inputs = [entry.inputs for entry in entries]
    outputs = [entry.results for entry in entries]
    if len({len(each) for each in inputs}) != 1 or len({len(each) for each in outputs}) != 1 or not inputs[0]:
        return []
    if not all(_all_equal([each[n] for each in inputs]) for n in range(len(inputs[0]))):
        return []
    other = _unlike([plain_values(entry) for entry in entries])
    if other is None:
        return []
    for number in range(len(outputs[0])):
        groups = clusters([each[number] for each in outputs])
        if len(set(groups)) > 1:
            who = tuple(ranks[n].rank for n, group in enumerate(groups) if group != groups[0])
            said = f"equal inputs on all ranks, another result on {', '.join(who)}{other}"
            return [Disagreement("results", entries[0], who, said, step)]
    return []


def _unlike(given: Sequence[Sequence[object]]) -> str | None:
    """Say in what numbers and words the ranks' calls are unlike; None where it is a rank's own whole number.

    Such as the first word of its part of a vocabulary. An epsilon, a factor or a name is one for all ranks.
    """
    if len({len(values) for values in given}) != 1:
        return None
    columns = [list(dict.fromkeys(column)) for column in zip(*given, strict=True)]
    unlike = [column for column in columns if len(column) > 1]
    if any(isinstance(value, int) and not isinstance(value, bool) for column in unlike for value in column):
        return None
    return "".join(f": {column[1]!r} in place of {column[0]!r}" for column in unlike[:1])


def _all_equal(tensors: Sequence[Stored]) -> bool:
    return all(equal(tensors[0], other) for other in tensors[1:])
