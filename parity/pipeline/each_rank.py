"""Two dumps of as many ranks compared rank by rank: one report of all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from parity.code.errors import CannotCompare
from parity.dumps.execution import Execution
from parity.executions.compare import Asked, compare_executions
from parity.pipeline.job import Progress
from parity.report.model import Finding, Report, StageInfo

EACH_RANK = "each"
"""The word of ``--rank`` that compares every rank of one side with the same rank of the other."""


def compare_each_rank(sides: Sequence[list[Execution] | None], asked: Asked, progress: Progress) -> Report:
    """Compare each rank of a dump with the rank of that name of another.

    Args:
        sides (Sequence[list[Execution] | None]): every step and rank of both; None for a live net.
        asked (Asked): how to compare.
        progress (Progress): told what is being done.

    Raises:
        CannotCompare: if a side is live, or they have no rank in common.
    """
    reference, port = sides
    if reference is None or port is None:
        raise CannotCompare("--rank each compares two dumps rank by rank: give a dump in place of the net")
    names = [name for name in dict.fromkeys(run.rank for run in reference) if any(run.rank == name for run in port)]
    if not names:
        had = [", ".join(dict.fromkeys(run.rank or "no rank" for run in side)) for side in (reference, port)]
        raise CannotCompare(f"the dumps have no rank in common: the reference has {had[0]}, the port {had[1]}")
    reports: list[Report] = []
    for number, name in enumerate(names):
        mine, theirs = ([run for run in side if run.rank == name] for side in (reference, port))

        def tell(what: str, fraction: float, number: int = number, name: str = name) -> None:
            progress(f"{name}: {what}", (number + fraction) / len(names))

        reports.append(compare_executions(mine, theirs, asked, tell))
    return _together(names, reports)


def _together(names: Sequence[str], reports: Sequence[Report]) -> Report:
    """Return one report of all ranks: that of the first that is different, with the layers and findings of all."""
    worst = next((report for report in reports if report.verdict == "different"), reports[0])
    different = [name for name, report in zip(names, reports, strict=True) if report.verdict == "different"]
    said = f"{len(names)} ranks compared, each with its own; different: {', '.join(different) or 'none'}"
    layers = tuple(
        replace(layer, rank=name) for name, report in zip(names, reports, strict=True) for layer in report.layers
    )
    return replace(
        worst,
        layers=layers,
        findings=tuple(_findings(names, reports)),
        stages=(StageInfo("ranks", "done", said), *worst.stages),
    )


def _findings(names: Sequence[str], reports: Sequence[Report]) -> list[Finding]:
    """Return what is found on all ranks once, and of what is found on some on which."""
    found: dict[tuple[object, ...], Finding] = {}
    ranks: dict[tuple[object, ...], list[str]] = {}
    for name, report in zip(names, reports, strict=True):
        for one in report.findings:
            key = (one.rule, one.location, one.port_layer, one.argument, one.reference_value, one.port_value)
            found.setdefault(key, one)
            ranks.setdefault(key, []).append(name)
    order = {"error": 0, "warning": 1, "note": 2}
    told = [_on(one, ranks[key]) if len(ranks[key]) < len(names) else one for key, one in found.items()]
    return sorted(told, key=lambda one: order[one.severity])


def _on(one: Finding, ranks: Sequence[str]) -> Finding:
    said = f"on {', '.join(ranks)} alone"
    return replace(one, evidence=f"{said}; {one.evidence}" if one.evidence else said)
