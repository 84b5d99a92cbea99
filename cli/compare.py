"""`ms2torch compare`: two nets, the same weights, the same input: are they the same network, and if not, why."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from cli._offers import offer_nets
from cli._options import (
    CompareCommand,
    check_words,
    debug_option,
    input_option,
    report_options,
    writable_path,
    write_failure,
    write_reports,
)

if TYPE_CHECKING:
    from parity.report import Report
    from parity.report.accepted import Accepted


@click.command(cls=CompareCommand, short_help="Are two networks the same, and if not, why.")
@click.argument("reference", metavar="REF", required=False, shell_complete=offer_nets)
@click.argument("port", required=False, shell_complete=offer_nets)
@input_option(
    "An input of both nets: [NAME=]DTYPE[SHAPE] as in float32[2,3,224,224] or int64[2,16]<1000, or a .npy or "
    ".npz file. Repeat it for several inputs."
)
@click.option(
    "--again",
    metavar="REPORT",
    type=click.Path(path_type=Path),
    help="Run the comparison of a JSON report once more; options beside it change what it asked.",
)
@click.option(
    "--accept",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Differences that are accepted: exit code 0 if these are found and no others.",
)
@click.option(
    "--write-accepted", metavar="FILE", callback=writable_path, help="Write the errors found as accepted differences."
)
@click.option("--github", is_flag=True, help="Print findings as annotations of GitHub's too, for its workflows.")
@click.option("--all", "whole", is_flag=True, help="Print all, and what paired the layers; default: a screen.")
@report_options
@debug_option
@click.pass_context
def compare(
    ctx: click.Context,
    /,
    reference: str | None,
    port: str | None,
    inputs: tuple[str, ...],
    again: Path | None,
    accept: Path | None,
    write_accepted: Path | None,
    github: bool,
    whole: bool,
    json_path: Path | None,
    html_path: Path | None,
    junit_path: Path | None,
    **options: Any,
) -> None:
    """Compare the net PORT with the net REF, layer by layer.

    REF and PORT are file.py:Name, file.py:make(num_classes=10) or package.module:Name; either may be a torch module or
    a MindSpore Cell. Either may also be a trace directory that `ms2torch record` wrote.

    Exit codes: 0 the same, 1 different, 2 could not compare.
    """
    from cli._console import print_report, progress

    files = {"json": json_path, "html": html_path, "junit": junit_path}
    differences = _accepted(accept)
    with progress("loading torch") as show:
        nets, specs, asked = _asked(ctx, (reference, port), inputs, again, options)
        try:
            check_words(nets, specs)
            import parity
            from parity.forward.shared import joined

            with joined() as share:
                report = parity.compare(*nets, specs, progress=show, **asked)
        except Exception as error:  # whatever it is, it is told: first in the files, then by `cli.main`
            write_failure(error, nets, specs, asked, files)
            raise
    if not share.first:  # the first of the processes that share the comparison tells the result
        ctx.exit(0)
    write_reports(report, files)
    if github:
        _annotate(report)
    if report.verdict == "error":
        raise click.ClickException(report.message or "the comparison could not be carried out")
    print_report(report, whole=whole)
    ctx.exit(_exit_code(report, differences, write_accepted))


def _annotate(report: Report) -> None:
    from parity.report.github import annotation_lines

    for line in annotation_lines(report):
        click.echo(line)


def _accepted(file: Path | None) -> tuple[Accepted, ...] | None:
    """Read the accepted differences before anything is compared; None where none are given."""
    if file is None:
        return None
    from parity.report import accepted

    try:
        return accepted.read(file)
    except accepted.BadAcceptedFileError as error:
        raise click.ClickException(f"--accept: {error}") from error


def _exit_code(report: Report, differences: tuple[Accepted, ...] | None, write_accepted: Path | None) -> int:
    """Return the exit code: the verdict's, or what becomes of it by the differences that are accepted."""
    from parity.report import accepted

    if write_accepted is not None:
        count = len(accepted.write(report, write_accepted))
        click.echo(f"written: {write_accepted}, {count} accepted {'difference' if count == 1 else 'differences'}")
    if differences is None:
        return report.exit_code
    outcome = accepted.judge(report, differences)
    for line in outcome.lines():
        click.echo(line)
    return 0 if outcome.passes else 1


def _asked(
    ctx: click.Context,
    nets: tuple[str | None, str | None],
    inputs: tuple[str, ...],
    again: Path | None,
    options: dict[str, Any],
) -> tuple[tuple[str, str], tuple[str, ...], dict[str, Any]]:
    """Return the nets, the inputs and the options: those of the command line, or of a report and changed by it."""
    if again is None:
        if nets[0] is None or nets[1] is None:
            raise click.UsageError(f"Missing argument '{'REF' if nets[0] is None else 'PORT'}'.", ctx)
        return (nets[0], nets[1]), inputs, options
    if nets[0] is not None:
        raise click.UsageError("--again REPORT takes the nets from the report: leave REF and PORT away", ctx)
    from parity.pipeline.again import read_again

    known = read_again(again)
    given = {name for name in options if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE}
    changed = {name: value for name, value in options.items() if name in given}
    return (known.reference, known.port), inputs or known.inputs, {**known.options, **changed}
