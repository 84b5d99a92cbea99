"""`ms2torch port`: source of torch written as source of MindSpore, or the other way, proved by the comparison."""

from __future__ import annotations

import json
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli._console import progress
from cli._options import debug_option, writable_path

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from parity.port.project.files import Project
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
    from parity.port.conversion import port as convert
    from parity.port.outputs import write_result
    from parity.port.project.files import BadSourceError, output_of
    from parity.port.result import diff, lines
    from parity.port.settings import accepted
    from parity.report.files import write_atomic

    settings = _settings(path, ctx)
    path, to, runtime = Path(settings.source), to or settings.to, runtime or settings.runtime
    out = Path(settings.out) if out is None and settings.out else out
    if nets and not inputs:
        raise click.UsageError("--net needs --input SPEC, one for each input of the net", ctx)
    wanted = tuple((net, inputs) for net in nets) or tuple((entry.net, entry.inputs) for entry in settings.prove)
    if map_path is not None and not wanted:
        raise click.UsageError("--map writes the weights of a net: give --net and --input", ctx)
    if runtime:
        _require_interpreter(runtime, bool(wanted), ctx)
    with progress("reading") as show:
        try:
            project, result = convert(path, _in_ms2torch, show or _silent, to, out, settings.exclude)
        except BadSourceError as error:
            raise click.ClickException(str(error)) from error
        printed = out is None and not check and not show_diff and not wanted
        if printed and not project.single:
            raise click.UsageError("several files come out of this: give a folder to write them to with -o", ctx)
        if out is not None:
            out = output_of(project, out)
        if out is not None and not check:
            result = write_result(project, result, out)
        if wanted:
            result = _proved(project, result, None if check else out, wanted, show or _silent, runtime)
        result = accepted(result, path, settings.accept)
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

    project, result = convert(path, _in_ms2torch, show, to, out)
    result = write_result(project, result, out)
    if nets:
        result = _proved(project, result, out, [(net, inputs) for net in nets], show)
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


def _found(project: Project, to: str) -> tuple[str, ...]:
    """Return the nets of the first file that need no arguments."""
    from parity.port.project.facts import TORCH
    from parity.port.project.nets import buildable
    from parity.port.to_torch.project import MINDSPORE

    found = buildable(project.entries[0].source, TORCH if to == "mindspore" else MINDSPORE)
    if not found:
        raise click.ClickException("--net auto: no net of this file can be made without arguments")
    return found


def _proved(
    project: Project,
    result: Port,
    out: Path | None,
    wanted: Sequence[tuple[str, tuple[str, ...]]],
    show: Callable[[str, float], None],
    runtime: str = "",
) -> Port:
    """Return a result with the proofs of its nets, each with its inputs; ``"auto"`` is all that need no arguments."""
    from dataclasses import replace

    from parity.port.project.files import encoded, write
    from parity.port.proof import prove
    from parity.port.reached import split
    from parity.port.result import Proof

    wanted = [
        (net, given) for name, given in wanted for net in (_found(project, result.to) if name == "auto" else [name])
    ]
    unsettled = next((file.edits for file in result.files if file.edits is not None and file.edits.conflicts), None)
    if unsettled is not None:
        why = f"{unsettled.path}: {unsettled.conflicts} conflicts between <<<<<<< and >>>>>>> are to be settled first"
        return replace(result, proofs=tuple(Proof(net, "", "", "error", why) for net, _ in wanted))
    with tempfile.TemporaryDirectory() as folder:
        place = out
        if place is None:
            place = Path(folder) / "converted"
            place = place.with_suffix(".py") if project.single else place
            write(project, {Path(file.target): encoded(file.after) for file in result.files}, place)
        lines = _run_by(project, place, result, wanted)
        proofs = tuple(
            prove(project, place, net, inputs, show, result.to, result.files, runtime) for net, inputs in wanted
        )
    files = result.files if lines is None else tuple(split(file, lines) for file in result.files)
    return replace(result, files=files, proofs=proofs)


def _run_by(
    project: Project, place: Path, result: Port, wanted: Sequence[tuple[str, tuple[str, ...]]]
) -> Mapping[str, frozenset[int]] | None:
    """Return the lines of the sources that the nets run, by file; None where that is not known of one."""
    from parity.code.errors import CannotCompare
    from parity.port.proof import searched, targets
    from parity.port.reached import lines_run

    found: dict[str, frozenset[int]] = {}
    if not any(file.marks for file in result.files):
        return None
    with searched(project, place):
        for net, inputs in wanted:
            try:
                target = targets(project, place, net)[0]
            except CannotCompare:
                return None
            lines = lines_run(target, inputs, [file.path for file in result.files])
            if lines is None:
                return None
            found |= {file: ran | found.get(file, frozenset()) for file, ran in lines.items()}
    return found


def _silent(what: str, fraction: float) -> None:
    del what, fraction


@cache
def _in_ms2torch(name: str) -> bool:
    from cli.scan import _in_ms2torch as known

    return known(name)
