"""Ranks joined to one execution and compared call by call: the first line that differs, where no edit is proved."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from parity.code.errors import CannotCompare
from parity.dumps.execution import Execution
from parity.dumps.folder import places_in
from parity.dumps.read import read_dump
from parity.executions.compare import Asked, compare_executions
from parity.pipeline.job import Progress
from parity.pipeline.rank_comparison import WAITING, Comparison
from parity.pipeline.rank_session import Session
from parity.pipeline.ranks import join_ranks
from parity.pipeline.spec import plain_options
from parity.report.model import Finding


def joined_findings(done: Comparison, progress: Progress) -> tuple[Finding, ...]:
    """Return the first error of the joined ranks; none where they cannot be joined, as those of a pipeline.

    Args:
        done (Comparison): of which an output differs.
        progress (Progress): told what is being done.
    """
    spec = done.spec
    names = (spec.reference_name or str(spec.reference), spec.port_name or str(spec.port))
    try:
        sides = [_executions(done.reference), _executions(done.port)]
        joins = join_ranks([[replace(run, step=None, rank="") for run in sides[0]], sides[1]], progress)
        reference, port = joins.sides
        if reference is None or port is None:
            return ()
        asks = Asked(names, (Path(),), spec.mode == "train", plain_options(spec), joins.stages)
        report = joins.told(compare_executions(reference, port, asks, progress))
    except CannotCompare:
        return ()
    errors = [finding for finding in report.findings if finding.severity == "error" and finding.location]
    return tuple(errors[:1])  # what follows the first is a consequence


def _executions(session: Session) -> list[Execution]:
    folder = session.folder / "dump"
    framework = session.all("recorded", str(folder), waiting=WAITING)[0]
    return [replace(read_dump(place), framework=framework, step=None) for place in places_in(folder)]
