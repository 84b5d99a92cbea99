"""`ms2torch determinism`: two runs of the same thing, and the first call in which they part."""

from __future__ import annotations

from pathlib import Path

import click

from cli._options import check_words, debug_option


@click.command(short_help="Name the first call where equal inputs give unequal outputs.")
@click.argument("first")
@click.argument("second")
@click.option("--source", metavar="DIR", default=".", help="Where the sources of the stacks lie here.")
@debug_option
def determinism(first: str, second: str, source: str) -> None:
    """Name the first call with equal inputs and unequal outputs of two runs of the same thing.

    FIRST and SECOND are dumps of msprobe's (tensors, or statistics with md5) or traces, of the same net and data.

    Exit codes: 0 equal bit by bit, 1 not, 2 could not compare.
    """
    check_words([first, second], ())
    from parity.code.errors import CannotCompare
    from parity.executions.determinism import divergence_of
    from parity.executions.source import Sources
    from parity.pipeline.executed import executions_of

    ours, theirs = executions_of(first), executions_of(second)
    if len(ours) != len(theirs):
        raise CannotCompare(f"{first} has {len(ours)} runs (steps and ranks), {second} {len(theirs)}")
    sources = Sources([Path(source)])
    apart = False
    for mine, other in zip(ours, theirs, strict=True):
        found = divergence_of(mine, other)
        if found is None:
            continue
        apart = True
        place = sources.place(found.entry.user_frame)
        words = [f"step {mine.step}"] if mine.step is not None else []
        words += [mine.rank] if mine.rank else []
        where = f" ({', '.join(words)})" if words and len(ours) > 1 else ""
        click.echo(f"{place + ': ' if place else ''}error: {found.entry.name}{where}: {found.kind}: {found.message}")
    if not apart:
        count = sum(len(run.entries) for run in ours)
        click.echo(f"EQUAL: {count} calls of {len(ours)} {'run' if len(ours) == 1 else 'runs'}, bit by bit")
    click.get_current_context().exit(1 if apart else 0)
