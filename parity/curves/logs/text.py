"""The report of two logs, in lines and as JSON."""

from __future__ import annotations

from collections.abc import Iterator

from parity.curves.document import SCHEMA_VERSION, TrainingDocument, commits, divergence_document, versions
from parity.curves.logs.judge import LogsCompared


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
