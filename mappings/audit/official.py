"""What the table answers for MindSpore's own API mapping from torch, and for the torch names that are used most.

`data/official.tsv` holds the pairs that MindSpore's documentation names (its header says the source),
`data/torch_names.tsv` the names with their number of uses, `data/out_of_scope.tsv` what is not answered, and why.
"""

from __future__ import annotations

import csv
import fnmatch
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from mappings.rows.model import Row
from mappings.rows.names import canonical
from mappings.table.load import DATA
from mappings.table.registry import iter_rows, rank

State = Literal["covered", "contradicted", "without counterpart", "out of scope", "missing"]
STATES: tuple[State, ...] = ("covered", "contradicted", "without counterpart", "out of scope", "missing")
_CONSISTENT = "C"


@dataclass(frozen=True, slots=True)
class Pair:
    """One pair of MindSpore's own mapping.

    Attributes:
        torch, mindspore: full public names.
        says: what the page says of them, as the header of ``data/official.tsv`` explains.
    """

    torch: str
    mindspore: str
    says: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What the table says of a name or a pair.

    Attributes:
        torch: full torch name.
        mindspore: the counterpart that was asked about, or the best one; "" where there is none.
        state: one of `STATES`. ``contradicted``: the page says the two are consistent and a row proves a difference,
            or no executed case is equal.
        evidence: the facts that contradict, the way to write, or the reason.
    """

    torch: str
    mindspore: str
    state: State
    evidence: str = ""


@cache
def official_pairs() -> tuple[Pair, ...]:
    """Return the pairs of MindSpore's own mapping whose names exist in both."""
    return tuple(Pair(row["torch"], row["mindspore"], row["says"]) for row in _table("official"))


@cache
def used_names() -> Mapping[str, int]:
    """Return the torch names that are used most, with their number of uses, most used first."""
    return {row["torch"]: int(row["uses"]) for row in _table("torch_names")}


def official_answers() -> tuple[Answer, ...]:
    """Return what the table says of each official pair, in the order of the documentation."""
    return tuple(_answer_pair(pair) for pair in official_pairs())


def used_name_answers() -> tuple[Answer, ...]:
    """Return what the table says of each much used torch name, most used first."""
    return tuple(_answer_name(name) for name in used_names())


def _answer_pair(pair: Pair) -> Answer:
    rows = _rows_of(pair.torch)
    exact = next((row for row in rows if row.mindspore == pair.mindspore), None)
    if exact is not None:
        contradiction = _contradiction(pair, exact)
        return Answer(pair.torch, pair.mindspore, "contradicted" if contradiction else "covered", contradiction)
    reason = _out_of_scope(pair.torch)
    if reason:
        return Answer(pair.torch, pair.mindspore, "out of scope", reason)
    without = next((row for row in rows if not row.mindspore), None)
    if without is not None:
        return Answer(pair.torch, pair.mindspore, "without counterpart", _way(without))
    return Answer(pair.torch, pair.mindspore, "missing")


def _answer_name(name: str) -> Answer:
    rows = _rows_of(name)
    best = next((row for row in rows if row.mindspore), None)
    if best is not None:
        return Answer(name, best.mindspore, "covered")
    if rows:
        return Answer(name, "", "without counterpart", _way(rows[0]))
    reason = _out_of_scope(name)
    return Answer(name, "", "out of scope", reason) if reason else Answer(name, "", "missing")


@cache
def _by_torch() -> Mapping[str, tuple[Row, ...]]:
    found: dict[str, list[Row]] = {}
    for row in sorted(iter_rows(), key=rank):
        found.setdefault(row.torch, []).append(row)
    return {name: tuple(rows) for name, rows in found.items()}


def _rows_of(name: str) -> tuple[Row, ...]:
    """Return every row of a torch name, best first: those without counterpart too."""
    return _by_torch().get(name) or _by_torch().get(canonical(name)) or ()


def _contradiction(pair: Pair, row: Row) -> str:
    if not any(case.expected == "equal" for case in row.cases):
        return "; ".join(d.fact for d in row.differences) or "no case is equal"
    return "; ".join(d.fact for d in row.differences) if pair.says == _CONSISTENT else ""


def _way(row: Row) -> str:
    return row.write or row.none or row.advice


@cache
def _reasons() -> tuple[tuple[str, str], ...]:
    return tuple((row["torch"], row["reason"]) for row in _table("out_of_scope"))


def _out_of_scope(name: str) -> str:
    return next((reason for pattern, reason in _reasons() if fnmatch.fnmatchcase(name, pattern)), "")


def _table(name: str) -> Iterator[dict[str, str]]:
    with (DATA / f"{name}.tsv").open(encoding="utf-8", newline="") as file:
        lines = (line for line in file if not line.startswith("#"))
        yield from csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)


def report(title: str, answers: Sequence[Answer], *, listed: Sequence[str]) -> Iterator[str]:
    """Yield the counts by state, then the answers whose state is among `listed`."""
    counts = Counter(answer.state for answer in answers)
    yield f"{title}, {len(answers)}: " + ", ".join(f"{counts[state]} {state}" for state in STATES)
    for state in STATES:
        if state in listed:
            yield from (f"  {_line(answer)}" for answer in answers if answer.state == state)


def _line(answer: Answer) -> str:
    pair = f"{answer.torch} -> {answer.mindspore}" if answer.mindspore else answer.torch
    return f"{answer.state}: {pair}" + (f": {answer.evidence}" if answer.evidence else "")
