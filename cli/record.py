"""`ms2torch record`: what a net computes, layer by layer, written down for a comparison elsewhere."""

from __future__ import annotations

from pathlib import Path

import click

from cli._offers import offer_nets
from cli._options import check_words, debug_option, input_option


def _print_recorder(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    del param
    if value and not ctx.resilient_parsing:
        from parity.recording.bundle import bundle

        click.echo(bundle(), nl=False)
        ctx.exit()


@click.command(short_help="Record what a net computes, for a comparison elsewhere.")
@click.argument("target", shell_complete=offer_nets)
@click.option(
    "-o", "--output", metavar="DIR", required=True, type=click.Path(path_type=Path), help="The trace to write."
)
@input_option("An input: [NAME=]DTYPE[SHAPE] as in float32[2,3,224,224] or int64[2,16]<1000, or a .npy or .npz file.")
@click.option(
    "--mode", type=click.Choice(["eval", "train"]), default="eval", show_default=True, help="Mode of the net."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of construction, weights and inputs.")
@click.option(
    "--weights",
    metavar="WHAT",
    default="seeded",
    show_default=True,
    help="seeded: random ones that hide nothing; own: those the net has; or a .safetensors or .npz file by name.",
)
@click.option("--no-weights", is_flag=True, help="Keep no values of weights.")
@click.option("--layers", metavar="GLOB", multiple=True, help="Keep the tensors of these layers only. Repeatable.")
@click.option("--statistics", is_flag=True, help="Keep figures of the layers' tensors in place of the tensors.")
@click.option(
    "--runtime",
    metavar="mindspore[=PYTHON]",
    default="",
    help="Run the net in real MindSpore, with this interpreter (default .oracle/bin/python).",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["trace", "msprobe"]),
    default="trace",
    show_default=True,
    help="msprobe: write a dump as msprobe does, which its own tools read.",
)
@click.option(
    "--print-recorder",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_recorder,
    help="Print the recorder, one Python file that needs numpy alone, to use where ms2torch is not installed.",
)
@debug_option
def record(
    target: str,
    output: Path,
    inputs: tuple[str, ...],
    mode: str,
    seed: int,
    weights: str,
    no_weights: bool,
    layers: tuple[str, ...],
    statistics: bool,
    runtime: str,
    form: str,
) -> None:
    """Record TARGET to a directory that `compare` takes in place of a net.

    TARGET is file.py:Name, file.py:make(num_classes=10) or package.module:Name, a torch module or a MindSpore Cell.
    """
    check_words([target], inputs)
    if form == "msprobe":
        _write_dump(
            target, output, inputs, (mode, seed, weights), statistics=statistics, refused=(no_weights, layers, runtime)
        )
        return
    from parity.recording.run import interpreter, run_recorder

    words = [target, "--mode", mode, "--seed", str(seed), "--weights", weights]
    for name, values in (("--input", inputs), ("--layers", layers)):
        for value in values:
            words += [name, value]
    words += ["--no-weights"] * no_weights + ["--statistics"] * statistics
    run_recorder(interpreter(runtime), words, output)


def _write_dump(
    target: str,
    output: Path,
    inputs: tuple[str, ...],
    how: tuple[str, int, str],
    *,
    statistics: bool,
    refused: tuple[object, ...],
) -> None:
    if any(refused):
        raise click.ClickException("--format msprobe takes no --no-weights, --layers or --runtime")
    from parity.pipeline.dumped import record_dump

    mode, seed, weights = how
    place = record_dump(target, output, inputs, mode=mode, seed=seed, weights=weights, statistics=statistics)
    click.echo(f"{place}: a dump in msprobe's form")
