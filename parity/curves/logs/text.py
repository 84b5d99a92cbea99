"""The reports of two logs and of two run folders, in lines and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parity.curves.divergence import Divergence
from parity.curves.document import SCHEMA_VERSION, TrainingDocument, commits, divergence_document, versions
from parity.curves.logs.judge import LogsCompared
from parity.report.text import count


def lines(found: LogsCompared, asked: dict[str, str]) -> Iterator[str]:
    """Yield the lines of a report."""
    yield f"reference  {asked['reference']}"
    yield f"port       {asked['port']}"
    yield f"looked at  {len(found.steps)} steps that both logs have, {found.steps[0]} to {found.steps[-1]}"
    yield ""
    if found.same:
        yield "SAME: the logs agree as far as they are printed"
        return
    if found.first:
        yield f"DIFFERENT from step {found.first}; hypotheses, the likeliest first"
    else:
        yield "the losses agree, other series do not"
    for number, one in enumerate(found.hypotheses, 1):
        yield ""
        yield f"{number}. {one.stage}: {one.message} [{one.cause}]"
        if one.evidence:
            yield f"    {one.evidence}"
        yield f"    decide it: {one.experiment}"


def document(found: LogsCompared, asked: dict[str, str]) -> TrainingDocument:
    """Return everything as what JSON holds."""
    return TrainingDocument(
        SCHEMA_VERSION,
        "logs",
        "same" if found.same else "different",
        dict(asked),
        len(found.steps),
        0,
        {"reference": (), "port": ()},
        found.first,
        {"reference": found.losses[0], "port": found.losses[1]},
        tuple(map(divergence_document, found.hypotheses)),
        None,
        {},
        versions(),
        commits(asked),
    )


def folder_lines(found: Sequence[Divergence], asked: dict[str, str]) -> Iterator[str]:
    """Yield the lines of a report of two run folders."""
    yield f"reference  {asked['reference']}"
    yield f"port       {asked['port']}"
    yield ""
    yield "SAME: what both folders set is the same" if not found else f"DIFFERENT in {count(len(found), 'setting')}"
    for one in found:
        yield f"    {one.stage}: {one.message} ({one.evidence})"


def folder_document(found: Sequence[Divergence], asked: dict[str, str]) -> TrainingDocument:
    """Return what two run folders set otherwise as what JSON holds."""
    nothing: tuple[float, ...] = ()
    return TrainingDocument(
        SCHEMA_VERSION, "folders", "different" if found else "same", dict(asked), 0, 0, {"reference": (), "port": ()},
        0, {"reference": nothing, "port": nothing}, tuple(map(divergence_document, found)), None, {}, versions(),
        commits(asked),
    )  # fmt: skip
