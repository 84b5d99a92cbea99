"""`ms2torch train-compare`: two trainings step by step: in which stage they diverge, by which argument and line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from cli._offers import offer_nets
from cli._options import debug_option, writable_path

if TYPE_CHECKING:
    from parity.curves.document import TrainingDocument


@click.command(name="train-compare", short_help="Are two trainings the same, and if not, which stage differs.")
@click.argument("reference", metavar="REF", required=False, shell_complete=offer_nets)
@click.argument("port", metavar="PORT", required=False, shell_complete=offer_nets)
@click.option("--steps", type=click.IntRange(1), default=16, show_default=True, help="How many updates to look at.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seeds weights, batches and random layers.")
@click.option(
    "--total",
    type=click.IntRange(0),
    default=0,
    metavar="N",
    help="How many updates the whole training makes: schedules are compared over all, without making them.",
)
@click.option(
    "--chaos",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    metavar="N",
    help="Run the reference N times with inputs moved by rounding, and say whether the port leaves that band.",
)
@click.option("--lines/--no-lines", default=True, help="Look for the line to write and prove it (default), or not.")
@click.option(
    "--runtime",
    default="",
    metavar="mindspore[=PYTHON]",
    help="Run the port in real MindSpore too, in .oracle/bin/python or PYTHON, and judge its numbers.",
)
@click.option(
    "--resume",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Keep what is done in FILE, and go on from there where it exists: after a kill.",
)
@click.option(
    "--again", metavar="REPORT", type=click.Path(path_type=Path), help="Repeat the comparison of a JSON report."
)
@click.option("--json", "json_path", metavar="FILE", callback=writable_path, help="Write the report as JSON.")
@click.option("--html", "html_path", metavar="FILE", callback=writable_path, help="Write the certificate as a page.")
@click.option("--all", "whole", is_flag=True, help="Print every stage that differs; default: the first four.")
@debug_option
@click.pass_context
def train_compare(
    ctx: click.Context,
    /,
    reference: str | None,
    port: str | None,
    again: Path | None,
    json_path: Path | None,
    html_path: Path | None,
    whole: bool,
    **options: Any,
) -> None:
    """Run the training PORT beside the training REF and say at which update and in which stage it is another one.

    REF and PORT are file.py:function, package.module:function or a program as 'train.py --epochs 3'; it trains, with
    torch or MindSpore, and needs no change: it is stopped after --steps updates. Where both are logs (CSV, JSON lines,
    a training's output, TensorBoard's events), these are compared: the first step that is off, and hypotheses with what
    decides them. Where both are folders of runs, or YAML or JSON files,
    their settings, packages and variables are compared.

    Exit codes: 0 the same, 1 different, 2 could not compare.
    """
    from cli._console import progress

    if again is None and (reference is None or port is None):
        raise click.UsageError(f"Missing argument '{'REF' if reference is None else 'PORT'}'.", ctx)
    if again is not None and reference is not None:
        raise click.UsageError("--again REPORT takes the trainings from the report: leave REF and PORT away", ctx)
    with progress("loading torch") as show:
        from parity.code.targets import check_target
        from parity.curves import document, report
        from parity.curves.compare import program_of
        from parity.curves.folders import is_configuration
        from parity.curves.logs.read import holds_events, is_log
        from parity.curves.trainings import compare_trainings

        asked = {"reference": reference, "port": port, **options}
        if again is not None:
            known = document.read_asked(again, list(asked))
            given = {n: v for n, v in options.items() if ctx.get_parameter_source(n) is ParameterSource.COMMANDLINE}
            asked = {**options, **known, **given}
        sides = {side: str(asked[side]) for side in ("reference", "port")}
        if all(is_configuration(side) and not holds_events(Path(side)) for side in sides.values()):
            ctx.exit(_of_folders(sides, int(asked["total"]), json_path, html_path))
        if all(map(is_log, sides.values())):
            ctx.exit(_of_logs(sides, json_path, html_path))
        for target in sides.values():
            if program_of(target) is None:
                check_target(target)
        compared = compare_trainings(**asked, progress=show)
    _write(report.document(compared), json_path, html_path)
    for line in report.lines(compared, whole=whole):
        click.echo(line)
    ctx.exit(0 if compared.same else 1)


def _write(found: TrainingDocument, json_path: Path | None, html_path: Path | None) -> None:
    """Write the report as JSON and as a page, where they are asked for."""
    from parity.curves import document, page

    if json_path is not None:
        document.write(found, json_path)
    if html_path is not None:
        page.write(found, html_path)


def _of_logs(sides: dict[str, str], json_path: Path | None, html_path: Path | None) -> int:
    """Compare two logs, print the report, and return the exit code."""
    from parity.code.errors import CannotCompare
    from parity.curves.logs import text
    from parity.curves.logs.judge import compared
    from parity.curves.logs.read import read

    found = compared(read(Path(sides["reference"])), read(Path(sides["port"])))
    if not found.steps:
        raise CannotCompare("the logs have no step in common")
    _write(text.document(found, sides), json_path, html_path)
    for line in text.lines(found, sides):
        click.echo(line)
    return 0 if found.same else 1


def _of_folders(sides: dict[str, str], total: int, json_path: Path | None, html_path: Path | None) -> int:
    """Compare two run folders, print what differs, and return the exit code."""
    from parity.curves.folders import compared
    from parity.curves.logs import text

    found = compared(Path(sides["reference"]), Path(sides["port"]), total)
    _write(text.folder_document(found, {**sides, "total": str(total)} if total else sides), json_path, html_path)
    for line in text.folder_lines(found, sides):
        click.echo(line)
    return 1 if found else 0
