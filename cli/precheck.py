"""`ms2torch precheck`: every recorded call run again by itself, judged by its own rounding."""

from __future__ import annotations

from pathlib import Path

import click

from cli._options import check_words, debug_option, input_option


@click.command(short_help="Judge every recorded call by its own rounding.")
@click.argument("target")
@input_option("An input of a net: DTYPE[SHAPE] as in float32[2,3,8,8], or a .npy or .npz file.")
@click.option("--mode", type=click.Choice(["eval", "train"]), default="eval", show_default=True, help="Mode of a net.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of a net's weights and inputs.")
@click.option("--step", type=int, default=None, metavar="N", help="Of a dump: the only step. Default: all.")
@click.option("--source", metavar="DIR", default=".", help="Where the sources of a dump's stacks lie here.")
@click.option("--limit", type=click.IntRange(min=0), default=20, show_default=True, help="Calls to list; 0 lists all.")
@click.option("--json", "json_path", metavar="PATH", help="Write every call there as JSON; - is standard output.")
@debug_option
def precheck(
    target: str,
    inputs: tuple[str, ...],
    mode: str,
    seed: int,
    step: int | None,
    source: str,
    limit: int,
    json_path: str | None,
) -> None:
    """Run every recorded call again by itself, in float64, and judge the recorded result by its own rounding.

    TARGET is a dump of msprobe's with tensors, of torch or MindSpore, or a net (file.py:Name, with --input).
    Calls of MindSpore run on ms2torch; beside a call of torch its MindSpore line is run too. Forward and backward,
    the most suspicious first.

    Exit codes: 0 no call is wrong, 1 some are, 2 could not check.
    """
    check_words([target], inputs)
    from cli._console import print_lines, progress
    from parity.executions.source import Sources
    from parity.pipeline.executed import executions_of
    from parity.precheck.report import as_json, checked, lines

    runs = executions_of(target, inputs, mode=mode, seed=seed, step=step)
    with progress("reading") as show:
        found = checked(runs, show)
    print_lines(lines(found, Sources([Path(source)]), limit), lambda: as_json(found), json_path)
    click.get_current_context().exit(1 if any(one.status == "wrong" for _, one in found) else 0)
