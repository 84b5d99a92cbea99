"""`ms2torch compare`: two nets, the same weights, the same input: are they the same network, and if not, why."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cli._options import debug_option, read_mapping, report_options, stage_options, write_failure, write_reports


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
    metavar="seeded|reference|FILE",
    default="seeded",
    show_default=True,
    help="Copy seeded random weights to both nets, or the reference's own to the port, or those of a .pth, "
    ".safetensors or .ckpt file from the net whose names it carries to the other.",
)
@click.option(
    "--port-weights",
    metavar="FILE",
    default="",
    help="A file of the port's own beside the reference's --weights: nothing is copied, the weights are compared too.",
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
    "--layers",
    metavar="GLOB",
    multiple=True,
    help="Hold and compare only the layers whose path on either side fits, as 'encoder.*'; the rest is run. Repeat it "
    "for more. The outputs are always compared.",
)
@click.option(
    "--max-memory",
    metavar="SIZE",
    default="0",
    help="Hold at most so much of the reference's activations, as 512M or 2G: both nets run once for each part that "
    "fits. A construct that is looked into comes on top. Default: no bound.",
)
@click.option(
    "--runtime",
    metavar="mindspore[=PYTHON]",
    default="",
    help="Run the port in real MindSpore, in a process of its own, with this interpreter (default .oracle/bin/python).",
)
@click.option(
    "--thorough",
    is_flag=True,
    help="Look everywhere: gradients, initial weights, train mode with two steps, float16, and inputs of other "
    "batches, sizes, values, masks and integers. One verdict, with the smallest input that shows a difference.",
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
    pairs = read_mapping(mapping, "--map") if mapping is not None else {}
    from cli._console import print_report, progress

    files = {"json": json_path, "html": html_path, "junit": junit_path}
    asked = {"mode": mode, "weights": weights, **options}
    with progress("loading torch") as show:
        import parity

        try:
            report = parity.compare(reference, port, inputs, mapping=pairs, progress=show, **asked)
        except Exception as error:  # whatever it is, it is told: first in the files, then by `cli.main`
            write_failure(error, (reference, port), asked, files)
            raise
    write_reports(report, files)
    if report.verdict == "error":
        raise click.ClickException(report.message or "the comparison could not be carried out")
    print_report(report)
    ctx.exit(report.exit_code)
