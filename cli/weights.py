"""`ms2torch weights`: files of weights from torch to MindSpore and back, with an account of every tensor."""

from __future__ import annotations

import json
import re
from pathlib import Path

import click

from cli._console import progress
from cli._offers import offer_nets
from cli._options import check_words, debug_option, input_option, read_mapping, writable_path


def _shard_bytes(ctx: click.Context, param: click.Parameter, value: str) -> int:
    del ctx, param
    match = re.fullmatch(r"(\d+)([kMG]?)B?", value.strip())
    size = int(match[1]) * {"": 1, "k": 10**3, "M": 10**6, "G": 10**9}[match[2]] if match else 0
    if size < 1:
        raise click.ClickException(f"--shard-size {value}: write a number with k, M or G, as 5G")
    return size


@click.command(short_help="Convert weights between the frameworks, all accounted for.")
@click.argument("source", metavar="IN", type=click.Path(path_type=Path))
@click.argument("output", metavar="OUT", type=click.Path(path_type=Path))
@click.option(
    "--net",
    metavar="REF",
    default=None,
    shell_complete=offer_nets,
    help="The net of the one framework: file.py:Name, as in compare.",
)
@click.option("--port", metavar="PORT", default=None, shell_complete=offer_nets, help="The net of the other framework.")
@input_option("An input of both nets, which pairs their layers by running them: as in compare.")
@click.option(
    "--map",
    "mapping",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="JSON object that settles names: layer or weight of REF to that of PORT; without nets, name in IN to name in "
    "OUT.",
)
@click.option(
    "--kinds",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help='JSON object that settles what layers are, where there are no nets: {"layers.*.norm": "LayerNorm", '
    '"scale": "Parameter"}.',
)
@click.option("--key", default="", help="Entry of a .pth file that holds the weights, as in --key ema.model.")
@click.option(
    "--to",
    "towards",
    type=click.Choice(["torch", "mindspore"]),
    default=None,
    help="Whose names to write, where the endings do not tell (.ckpt is MindSpore's, .pth and .pt are torch's).",
)
@click.option(
    "--shard-size",
    metavar="SIZE",
    default="5G",
    show_default=True,
    callback=_shard_bytes,
    help="Greatest size of a file, where OUT is a folder: as 500M or 5G.",
)
@click.option("--partial", is_flag=True, help="Write although something is missing or unaccounted for.")
@click.option(
    "--check/--no-check",
    default=None,
    help="Load both files into the nets and compare them on the inputs (exit 1: they differ). Default: if there are "
    "both nets and inputs.",
)
@click.option("--all", "whole", is_flag=True, help="Print a line for every tensor; default: what wants a look.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of random inputs and constructors.")
@click.option(
    "--json", "json_path", metavar="FILE", callback=writable_path, help="Write the account of every tensor as JSON."
)
@debug_option
@click.pass_context
def weights(
    ctx: click.Context,
    /,
    source: Path,
    output: Path,
    net: str | None,
    port: str | None,
    inputs: tuple[str, ...],
    mapping: Path | None,
    kinds: Path | None,
    key: str,
    towards: str | None,
    shard_size: int,
    partial: bool,
    check: bool | None,
    whole: bool,
    seed: int,
    json_path: Path | None,
) -> None:
    """Convert the weights in IN to OUT: .pth, .pt, .safetensors and .ckpt, in both directions.

    IN may be a checkpoint in several files, named by its folder or its index (model.safetensors.index.json); OUT may be
    a folder, which gets such files. They are read and written one after the other, and a run that was killed goes on.

    With both nets, running them tells which weight is which, and the nets are compared with the two files. With one, or
    none, the names are converted by the kinds of the layers. Every tensor is accounted for; nothing is written while
    one is not, unless with --partial.

    Exit codes: 0 converted, 1 not everything accounted for, or the check differs, 2 could not convert.
    """
    if check and not (net and port and inputs):
        raise click.ClickException("--check runs both nets: give --net, --port and --input")
    if inputs and not (net and port):
        raise click.ClickException("--input runs both nets: give --net and --port")
    if not source.exists():
        raise click.ClickException(f"{source}: no such file")
    check_words([net, port], inputs)
    names = read_mapping(mapping, "--map") if mapping is not None else {}
    settled = read_mapping(kinds, "--kinds") if kinds is not None else {}
    from parity.convert import conversion
    from parity.report.files import write_atomic

    spec = conversion.Conversion(source, output, net, port, inputs, names, settled, key, towards or "", seed)
    with progress("reading") as show:
        account = conversion.convert(spec)
        conversion.write(account, partial=partial, shard_bytes=shard_size, progress=show)
    able = bool(net and port and inputs)
    report = conversion.check(spec, account) if (able if check is None else check) and account.written else None
    for line in account.lines(whole=whole):
        click.echo(line)
    if json_path is not None:
        write_atomic(json_path, json.dumps(account.to_json(), indent=1) + "\n")
    if report is not None and report.verdict != "same":
        from cli._console import print_report

        print_report(report)
        click.echo(f"ms2torch: {output} is written, and the nets differ with it: see the report", err=True)
    if not account.written:
        click.echo(
            f"ms2torch: {output} is not written: not everything is accounted for (--partial allows it)", err=True
        )
    ctx.exit(0 if account.written and (account.complete or partial) and account.check != "different" else 1)
