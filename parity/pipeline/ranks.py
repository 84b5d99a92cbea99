"""Sides of a comparison that are several ranks: joined before it, and what that showed told after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from parity.dumps.execution import Entry, Execution
from parity.pipeline.job import Progress
from parity.report.model import Finding, Report, StageInfo
from parity.sharded.agreement import Disagreement, disagreements
from parity.sharded.joined import joined

ALL_RANKS = "all"
"""The word of ``--rank`` that joins the ranks."""
ROLES = ("reference", "port")


@dataclass(frozen=True, slots=True)
class Joins:
    """Both sides, the ranks of each joined.

    Args:
        sides (list[list[Execution] | None]): by step; None for a live net.
        stages (tuple[StageInfo, ...]): how they were joined, in words.
        first (tuple[Execution, Disagreement] | None): where the port's ranks disagree first, and the joined step.
    """

    sides: list[list[Execution] | None]
    stages: tuple[StageInfo, ...] = ()
    first: tuple[Execution, Disagreement] | None = None

    def told(self, report: Report) -> Report:
        """Return the report with the first disagreement of the ranks; what follows it is a consequence."""
        if self.first is None:
            return report
        execution, one = self.first
        before = _before(execution, one.entry)
        kept = [other for other in report.findings if other.port_layer in before or other.severity != "error"]
        return replace(report, verdict="different", findings=(_finding(one, report), *kept))


def join_ranks(sides: Sequence[list[Execution] | None], progress: Progress) -> Joins:
    """Join the ranks of the sides that have several; the other side is the measure of what fits together.

    Args:
        sides (Sequence[list[Execution] | None]): every step and rank; None for a live net.
        progress (Progress): told what is being done.

    Raises:
        CannotCompare: if the ranks are not so many shards in so many copies each.
    """
    stages: list[StageInfo] = []
    made: list[list[Execution] | None] = []
    first: tuple[Execution, Disagreement] | None = None
    for number, runs in enumerate(sides):
        if runs is None or len({run.rank for run in runs}) == 1:
            made.append(runs)
            continue
        progress("joining the ranks", 0.05)
        whole = {run.step: run for run in sides[1 - number] or ()}
        steps: dict[int | None, list[Execution]] = {}
        for run in runs:
            steps.setdefault(run.step, []).append(run)
        merged = [joined(ranks, whole.get(step)) for step, ranks in steps.items()]
        for ranks, one in zip(steps.values(), merged, strict=True):
            apart = disagreements(ranks, one) if number == 1 and first is None else []
            first = (one.execution, apart[0]) if apart else first
        made.append([entry.execution for entry in merged])
        counts = ", ".join(f"{count} {word}" for word, count in merged[0].counts.items())
        layout = f"{len(merged[0].ranks)} ranks are {merged[0].layout}"
        stages.append(StageInfo("ranks", "done", f"{ROLES[number]}: {layout}; tensors: {counts}"))
    return Joins(made, tuple(stages), first)


def _before(execution: Execution, entry: Entry) -> set[str]:
    """Return how findings call what ran before an entry."""
    found: set[str] = set()
    for other in execution.entries:
        if other is entry or other.name == entry.name:
            break
        found.add(other.path if other.kind == "module" else other.name.rpartition(".")[0])
    return found


def _finding(one: Disagreement, report: Report) -> Finding:
    entry = one.entry
    name = entry.path if entry.kind == "module" else entry.name.rpartition(".")[0]
    frame = entry.user_frame
    layer = next((layer for layer in report.layers if layer.port == name), None)
    stated = layer.location if layer is not None else None
    return Finding(
        rule="weights-differ" if one.kind == "weights" else "layer-output",
        severity="error",
        stage="weights" if one.kind == "weights" else "forward",
        reference_layer=layer.reference if layer is not None else None,
        port_layer=name,
        location=stated or (f"{frame.file}:{frame.line}" if frame is not None else None),
        message=one.message,
    )
