"""`ms2torch port`: source of torch written as source of MindSpore, or the other way, proved by the comparison."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli._console import progress
from cli._options import debug_option, writable_path

if TYPE_CHECKING:
    from collections.abc import Callable

    from parity.port.result import Port
    from parity.port.settings import Settings


@click.command(short_help="Convert source, torch to MindSpore or back, with proof.")
@click.argument("path", metavar="[FILE|DIR|TOML]", required=False, type=click.Path(path_type=Path))
@click.option("-o", "--out", type=click.Path(path_type=Path), help="Where to write: a file for a file, else a folder.")
@click.option(
    "--to",
    type=click.Choice(["mindspore", "torch"]),
    help="The framework of the result; the source is the other's.  [default: mindspore]",
)
@click.option(
    "--net",
    "nets",
    multiple=True,
    metavar="NAME",
    help="Prove this net of the file, e.g. Net(10); auto: each that needs no arguments.",
)
@click.option(
    "--map",
    "map_path",
    metavar="FILE",
    callback=writable_path,
    help="Write which weight is which of the first --net, for weights --map.",
)
@click.option("--input", "inputs", multiple=True, metavar="SPEC", help="An input of the net, as for compare.")
@click.option(
    "--runtime",
    default="",
    metavar="mindspore[=PYTHON]",
    help="Run each --net in real MindSpore too, with this interpreter (default: .oracle/bin/python).",
)
@click.option("--check", is_flag=True, help="Write nothing: only say what would be left.")
@click.option("--diff", "show_diff", is_flag=True, help="Print what changes, as a diff.")
@click.option("--json", "json_path", metavar="FILE", callback=writable_path, help="Write what was found as JSON.")
@click.option("--sarif", "sarif_path", metavar="FILE", callback=writable_path, help="Write what is left as SARIF.")
@debug_option
@click.pass_context
def port(
    ctx: click.Context,
    /,
    path: Path | None,
    out: Path | None,
    to: str | None,
    nets: tuple[str, ...],
    map_path: Path | None,
    inputs: tuple[str, ...],
    runtime: str,
    check: bool,
    show_diff: bool,
    json_path: Path | None,
    sarif_path: Path | None,
) -> None:
    """Convert torch code to MindSpore, or with --to torch the other way.

    What cannot be converted stays as it is under a comment that says why.

    A file of a package is converted with what it needs of the package, into a folder; a single file goes to -o, or is
    printed. With --net and --input both nets are compared: outputs, gradients and a training step. Without a path,
    port.toml says what is done.

    Run again, it keeps what was edited in its results.

    Exit codes: 0 converted (and the same), 1 something is left, differs or could not be merged with edits, 2 something
    could not be read or compared.
    """
    from parity.port.project.files import BadSourceError
    from parity.port.result import diff, lines
    from parity.report.files import write_atomic

    request = _request(ctx, path, out, to, nets, inputs, runtime)
    if map_path is not None and not request.wanted:
        raise click.UsageError("--map writes the weights of a net: give --net and --input", ctx)
    printed = request.out is None and not check and not show_diff and not request.wanted
    try:
        result = _run(ctx, request, writes=not check, printed=printed)
    except BadSourceError as error:
        raise click.ClickException(str(error)) from error
    if printed and result.files:
        click.echo(result.files[0].after, nl=False)
    for line in diff(result) if show_diff else ():
        click.echo(line, nl=line.endswith("\n") is False)
    for line in lines(result):
        click.echo(line, err=printed or show_diff)
    if map_path is not None and result.proofs:
        write_atomic(map_path, json.dumps(dict(result.proofs[0].weights), indent=1) + "\n")
    if json_path is not None:
        write_atomic(json_path, result.to_json())
    if sarif_path is not None:
        write_atomic(sarif_path, result.to_sarif())
    sys.stdout.flush()
    ctx.exit(result.exit_code)


@dataclass(frozen=True, slots=True)
class _Request:
    """What is converted, and what is proved of it: from the options, and where they are silent from a `port.toml`."""

    path: Path
    out: Path | None
    to: str
    wanted: tuple[tuple[str, tuple[str, ...]], ...]
    runtime: str
    settings: Settings


def _request(
    ctx: click.Context,
    path: Path | None,
    out: Path | None,
    to: str | None,
    nets: tuple[str, ...],
    inputs: tuple[str, ...],
    runtime: str,
) -> _Request:
    settings = _settings(path, ctx)
    out = Path(settings.out) if out is None and settings.out else out
    if nets and not inputs:
        raise click.UsageError("--net needs --input SPEC, one for each input of the net", ctx)
    wanted = tuple((net, inputs) for net in nets) or tuple((entry.net, entry.inputs) for entry in settings.prove)
    runtime = runtime or settings.runtime
    if runtime:
        _require_interpreter(runtime, bool(wanted), ctx)
    return _Request(Path(settings.source), out, to or settings.to, wanted, runtime, settings)


def _run(ctx: click.Context, request: _Request, *, writes: bool, printed: bool) -> Port:
    """Convert, write the result if that is asked, and prove its nets."""
    from parity.port.conversion import port as convert
    from parity.port.outputs import write_result
    from parity.port.project.files import output_of
    from parity.port.proofs import proved
    from parity.port.settings import accepted

    settings = request.settings
    with progress("reading") as show:
        project, result = convert(
            request.path, _in_ms2torch, show or _silent, request.to, request.out, settings.exclude
        )
        if printed and not project.single:
            raise click.UsageError("several files come out of this: give a folder to write them to with -o", ctx)
        out = output_of(project, request.out) if request.out is not None and writes else None
        if out is not None:
            result = write_result(project, result, out)
        if request.wanted:
            result = proved(project, result, out, request.wanted, show or _silent, request.runtime)
    return accepted(result, request.path, settings.accept)


def converted(
    path: Path, out: Path, to: str, nets: tuple[str, ...], inputs: tuple[str, ...], show: Callable[[str, float], None]
) -> dict[str, Any]:
    """Convert a file or a folder, write the result and prove the nets named.

    Args:
        path (Path): the source.
        out (Path): the file for a file, else the folder.
        to (str): ``"mindspore"`` or ``"torch"``.
        nets (tuple[str, ...]): such as ``"Net(10)"``, or ``"auto"``.
        inputs (tuple[str, ...]): of each net.
        show (Callable[[str, float], None]): told of progress.

    Returns:
        dict[str, Any]: what the command's ``--json`` writes.
    """
    from parity.port.conversion import port as convert
    from parity.port.outputs import write_result
    from parity.port.proofs import proved

    project, result = convert(path, _in_ms2torch, show, to, out)
    result = write_result(project, result, out)
    if nets:
        result = proved(project, result, out, [(net, inputs) for net in nets], show)
    return dict(json.loads(result.to_json()))


def _settings(path: Path | None, ctx: click.Context) -> Settings:
    """Return what a `port.toml` says; of a source that is given, nothing but that."""
    from parity.port.settings import NAME, BadSettingsError, Settings, read_settings

    if path is not None and path.suffix != ".toml":
        return Settings(str(path))
    if path is None and not Path(NAME).is_file():
        raise click.UsageError(f"give a file or a folder to convert: there is no {NAME} here", ctx)
    try:
        return read_settings(path or Path(NAME))
    except BadSettingsError as error:
        raise click.ClickException(str(error)) from error


def _require_interpreter(runtime: str, nets: bool, ctx: click.Context) -> None:
    from parity.code.errors import CannotCompare
    from parity.recording.run import interpreter

    if not nets:
        raise click.UsageError("--runtime runs a net: give --net and --input", ctx)
    try:
        interpreter(runtime)
    except CannotCompare as error:
        raise click.ClickException(str(error)) from error


def _silent(what: str, fraction: float) -> None:
    del what, fraction


@cache
def _in_ms2torch(name: str) -> bool:
    from cli.scan import _in_ms2torch as known

    return known(name)
