"""`ms2torch compare`: two nets, the same weights, the same input: are they the same network, and if not, why."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from cli._options import debug_option, report_options, stage_options, write_reports


@click.command()
@click.argument("reference", metavar="REF")
@click.argument("port")
@click.option(
    "--input",
    "inputs",
    metavar="SPEC",
    multiple=True,
    help="An input of both nets: [NAME=]DTYPE[SHAPE] as in float32[2,3,224,224] or int64[2,16]<1000, or a .npy or "
    ".npz file. Repeat it for several inputs.",
)
@click.option(
    "--mode", type=click.Choice(["eval", "train"]), default="eval", show_default=True, help="Mode of both nets."
)
@click.option(
    "--weights",
    type=click.Choice(["seeded", "reference"]),
    default="seeded",
    show_default=True,
    help="Copy seeded random weights to both nets, or the reference's own weights to the port.",
)
@click.option(
    "--map",
    "mapping",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help='JSON object that settles the pairing: {"reference path": "port path"} of layers or weights.',
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of weights and inputs.")
@click.option(
    "--dtype",
    type=click.Choice(["float32", "float16", "bfloat16"]),
    default="float32",
    show_default=True,
    help="Working precision, judged against float64.",
)
@click.option(
    "--runtime",
    metavar="mindspore[=PYTHON]",
    default="",
    help="Run the port in real MindSpore, in a process of its own, with this interpreter (default .oracle/bin/python).",
)
@stage_options
@report_options
@debug_option
@click.pass_context
def compare(
    ctx: click.Context,
    /,
    reference: str,
    port: str,
    inputs: tuple[str, ...],
    mode: str,
    weights: str,
    mapping: Path | None,
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
    pairs = _read_mapping(mapping) if mapping is not None else {}
    from cli._console import print_report, progress

    with progress("loading torch") as show:
        import parity

        report = parity.compare(
            reference,
            port,
            inputs,
            mode=mode,
            weights=weights,
            mapping=pairs,
            progress=show,
            **options,
        )
    write_reports(report, {"json": json_path, "html": html_path, "junit": junit_path})
    if report.verdict == "error":
        raise click.ClickException(report.message or "the comparison could not be carried out")
    print_report(report)
    ctx.exit(report.exit_code)


def _read_mapping(path: Path) -> dict[str, str]:
    try:
        pairs = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise click.ClickException(f"--map: cannot read {path}: {error.strerror}") from error
    except ValueError as error:
        raise click.ClickException(f"--map: {path} is not JSON: {error}") from error
    if not isinstance(pairs, dict) or not all(isinstance(port, str) for port in pairs.values()):
        raise click.ClickException(f'--map: {path} must hold one object {{"reference path": "port path", ...}}')
    return pairs
