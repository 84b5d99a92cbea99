"""What `ms2torch ranks` says: lines and JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
        CannotCompare: if there is one rank only.
    """
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


def as_json(found: list[Disagreement], merged: list[Joined]) -> dict[str, Any]:
    """Return the report as plain data."""
    rows = [
        {
            "kind": one.kind,
            "call": one.entry.name,
            "step": one.step,
            "ranks": list(one.ranks),
            "message": one.message,
            "location": f"{frame.file}:{frame.line}" if (frame := one.entry.user_frame) is not None else None,
        }
        for one in found
    ]
    return {
        "schema_version": SCHEMA_VERSION,
        "shards": merged[0].shards,
        "replicas": merged[0].replicas,
        "disagreements": rows,
    }
