"""What `ms2torch ranks` says: lines and JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from parity.code.errors import CannotCompare
from parity.dumps.execution import Execution
from parity.executions.source import Sources
from parity.sharded.agreement import Disagreement, disagreements
from parity.sharded.joined import Joined, joined

SCHEMA_VERSION = 1


def by_step(runs: Sequence[Execution]) -> list[list[Execution]]:
    """Return the runs of a dump by step, the ranks of each in order.

    Args:
        runs (Sequence[Execution]): every step and rank.

    Raises:
        CannotCompare: if there is one rank only, or a rank that recorded nothing.
    """
    for run in runs:
        if not run.entries:
            raise CannotCompare(f"dump: {run.name} holds no call: the run ended before there was one")
    found: dict[int | None, list[Execution]] = {}
    for run in runs:
        found.setdefault(run.step, []).append(run)
    if all(len(ranks) == 1 for ranks in found.values()):
        raise CannotCompare("the dump is of one rank: give the folder that holds the ranks of a step, or all steps")
    return list(found.values())


def checked(steps: Sequence[Sequence[Execution]]) -> tuple[list[Disagreement], list[Joined]]:
    """Return where ranks disagree, and the ranks of each step joined.

    Args:
        steps (Sequence[Sequence[Execution]]): as `by_step` gives them.
    """
    found: list[Disagreement] = []
    merged: list[Joined] = []
    for ranks in steps:
        made = joined(ranks, None)
        merged.append(made)
        found += disagreements(ranks, made)
    return found, merged


def lines(
    steps: Sequence[Sequence[Execution]], found: list[Disagreement], merged: list[Joined], sources: Sources
) -> Iterator[str]:
    """Yield the lines of the report; `sources` say where the user's sources lie here."""
    for one in found:
        place = sources.place(one.entry.user_frame)
        when = f" (step {one.step})" if one.step is not None and len(steps) > 1 else ""
        yield f"{place + ': ' if place else ''}error: {one.entry.name}{when}: {one.message} [{one.kind}]"
        frame = one.entry.user_frame
        if frame is not None and frame.text:
            yield f"    source: {frame.text}"
    verdict = "DISAGREE" if found else "AGREE"
    yield f"{verdict}: {len(steps[0])} ranks, {len(steps)} {'step' if len(steps) == 1 else 'steps'}: {merged[0].layout}"


@dataclass(frozen=True, slots=True)
class DisagreementData:
    """One place where ranks disagree that must not.

    Args:
        kind (str): what disagrees, such as ``"weights"``.
        call (str): the call, by its name in the dump.
        step (int | None): of the dump's folders.
        ranks (tuple[str, ...]): those that differ.
        message (str): in words.
        location (str | None): the user's line, as ``file:line``.
    """

    kind: str
    call: str
    step: int | None
    ranks: tuple[str, ...]
    message: str
    location: str | None


@dataclass(frozen=True, slots=True)
class RanksDocument:
    """What `ms2torch ranks --json` writes.

    Args:
        schema_version (int): raised when a field is renamed or removed, or means something else.
        shards (int): parts that a weight was cut into.
        replicas (int): ranks that hold each.
        disagreements (tuple[DisagreementData, ...]): in order of execution.
    """

    schema_version: int
    shards: int
    replicas: int
    disagreements: tuple[DisagreementData, ...]


def as_json(found: list[Disagreement], merged: list[Joined]) -> dict[str, Any]:
    """Return the report as plain data."""
    rows = tuple(
        DisagreementData(
            one.kind,
            one.entry.name,
            one.step,
            tuple(one.ranks),
            one.message,
            f"{frame.file}:{frame.line}" if (frame := one.entry.user_frame) is not None else None,
        )
        for one in found
    )
    return asdict(RanksDocument(SCHEMA_VERSION, merged[0].shards, merged[0].replicas, rows))
