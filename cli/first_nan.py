"""`ms2torch first-nan`: the first call with finite inputs and an output that is not, and why."""

from __future__ import annotations

from pathlib import Path

import click

from cli._options import check_words, debug_option, input_option


@click.command("first-nan", short_help="Name the first call that makes NaN or infinity, and why.")
@click.argument("target")
@input_option("An input of a net: DTYPE[SHAPE] as in float32[2,3,8,8], or a .npy or .npz file.")
@click.option("--mode", type=click.Choice(["eval", "train"]), default="eval", show_default=True, help="Mode of a net.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of a net's weights and inputs.")
@click.option("--step", type=int, default=None, metavar="N", help="Of a dump: the only step. Default: all.")
@click.option("--source", metavar="DIR", default=".", help="Where the sources of a dump's stacks lie here.")
@debug_option
def first_nan(target: str, inputs: tuple[str, ...], mode: str, seed: int, step: int | None, source: str) -> None:
    """Name the first call that makes NaN or infinity of finite inputs.

    TARGET is a dump of msprobe's, of whichever ranks and steps, a trace, or a net (file.py:Name, with --input).

    Exit codes: 0 everything is finite, 1 something is not, 2 could not look.
    """
    check_words([target], inputs)
    from parity.executions.nonfinite import origins_of
    from parity.executions.source import Sources
    from parity.pipeline.executed import executions_of

    runs = executions_of(target, inputs, mode=mode, seed=seed, step=step)
    found = origins_of(runs)
    sources = Sources([Path(source)])
    for origin in found:
        place = sources.place(origin.entry.user_frame)
        words = [f"step {origin.execution.step}"] if origin.execution.step is not None and len(runs) > 1 else []
        words += [origin.execution.rank] if origin.execution.rank and len(runs) > 1 else []
        where = f" ({', '.join(words)})" if words else ""
        kind = "note" if origin.received and not all(other.received for other in found) else "error"
        click.echo(f"{place + ': ' if place else ''}{kind}: {origin.entry.name}{where}: {origin.what}: {origin.why}")
        frame = origin.entry.user_frame
        if frame is not None and frame.text:
            click.echo(f"    source: {frame.text}")
    if not found:
        count = sum(len(run.entries) for run in runs)
        click.echo(f"FINITE: {count} calls of {len(runs)} {'run' if len(runs) == 1 else 'runs'}")
    click.get_current_context().exit(1 if found else 0)
