"""`ms2torch ranks`: whether the ranks of one net agree where they must."""

from __future__ import annotations

from pathlib import Path

import click

from cli._options import check_words, debug_option


@click.command(short_help="Do the ranks of one net agree where they must?")
@click.argument("dump")
@click.option("--step", type=int, default=None, metavar="N", help="The only step. Default: all.")
@click.option("--source", metavar="DIR", default=".", help="Where the sources of the stacks lie here.")
@click.option("--json", "json_path", metavar="PATH", help="Write the report there as JSON; - is standard output.")
@debug_option
def ranks(dump: str, step: int | None, source: str, json_path: str | None) -> None:
    """Say where the ranks of one net disagree that must not.

    DUMP is a folder of msprobe's with several ranks: of one step, or of all. The same calls on every rank, copies of
    a weight equal, a collective's result that of what the ranks gave, equal results of equal inputs, and no part of
    a sum used before it is added.

    To compare them with an unsharded net: `ms2torch compare REFERENCE DUMP --rank all`.

    Exit codes: 0 they agree, 1 they do not, 2 could not look.
    """
    check_words([dump], ())
    from cli._console import print_lines
    from parity.executions.source import Sources
    from parity.pipeline.executed import executions_of
    from parity.sharded.report import as_json, by_step, checked, lines

    steps = by_step(executions_of(dump, step=step))
    found, merged = checked(steps)
    print_lines(lines(steps, found, merged, Sources([Path(source)])), lambda: as_json(found, merged), json_path)
    click.get_current_context().exit(1 if found else 0)
