"""`ms2torch compare`: two nets, the same weights, the same input: are they the same network, and if not, why."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from cli._options import CompareCommand, debug_option, report_options, write_failure, write_reports


@click.command(cls=CompareCommand)
@click.argument("reference", metavar="REF", required=False)
@click.argument("port", required=False)
@click.option(
    "--input",
    "inputs",
    metavar="SPEC",
    multiple=True,
    help="An input of both nets: [NAME=]DTYPE[SHAPE] as in float32[2,3,224,224] or int64[2,16]<1000, or a .npy or "
    ".npz file. Repeat it for several inputs.",
)
@click.option(
    "--again",
    metavar="REPORT",
    type=click.Path(path_type=Path),
    help="Run the comparison of a JSON report once more; options beside it change what it asked.",
)
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
    with progress("loading torch") as show:
        import parity

        nets, specs, asked = _asked(ctx, (reference, port), inputs, again, options)
        try:
            report = parity.compare(*nets, specs, progress=show, **asked)
        except Exception as error:  # whatever it is, it is told: first in the files, then by `cli.main`
            write_failure(error, nets, specs, asked, files)
            raise
    write_reports(report, files)
    if report.verdict == "error":
        raise click.ClickException(report.message or "the comparison could not be carried out")
    print_report(report)
    ctx.exit(report.exit_code)


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
