"""`ms2torch scan`: what to change when source files are ported, known from the sources alone."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from cli._console import Progress, progress
from cli._offers import offer_files
from cli._options import debug_option, writable_path

if TYPE_CHECKING:
    from parity.scan import Scan

FailOn = Literal["error", "warning", "note", "never"]


@click.command(short_help="Say what porting source files must change.")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, shell_complete=offer_files)
@click.option("--json", "json_path", metavar="FILE", callback=writable_path, help="Write everything found as JSON.")
@click.option("--sarif", "sarif_path", metavar="FILE", callback=writable_path, help="Write the remarks as SARIF 2.1.0.")
@click.option(
    "--names", is_flag=True, help="List every name with its counterpart also where several files are scanned."
)
@click.option(
    "--fail-on",
    type=click.Choice(("error", "warning", "note", "never")),
    default="warning",
    show_default=True,
    help="The least severe remark that makes the exit code 1.",
)
@click.option("--baseline", metavar="FILE", help="Leave out the remarks that FILE lists.")
@click.option(
    "--write-baseline", metavar="FILE", callback=writable_path, help="Write all remarks found to FILE, for --baseline."
)
@debug_option
@click.pass_context
def scan(
    ctx: click.Context,
    /,
    paths: tuple[str, ...],
    json_path: Path | None,
    sarif_path: Path | None,
    names: bool,
    fail_on: FailOn,
    baseline: str | None,
    write_baseline: Path | None,
) -> None:
    """Say what to change when Python files are ported between torch and MindSpore. Nothing of them is executed.

    PATH is a file or a folder. For every use of a name of torch or MindSpore: what it is in the other framework, and
    where a literal copy would do something else, with the argument at fault and what to write.
    A comment `# ms2torch: ignore[CODE]` on a line silences a remark there.

    Exit codes: 0 nothing to say, 1 there are differences (see --fail-on), 2 a path cannot be read.
    """
    from parity.scan.baseline import BadBaselineError, text_of, without_known
    from parity.scan.text import lines

    with progress("Scanning") as report:
        result = scanned(paths, report)
    if not result.files and result.failures and not any(Path(path).exists() for path in paths):
        raise click.ClickException("; ".join(result.failures.values()))
    if write_baseline is not None:
        _write(write_baseline, text_of(result, write_baseline))
    if baseline is not None:
        try:
            result = without_known(result, Path(baseline))
        except BadBaselineError as error:
            raise click.ClickException(str(error)) from error
    _write_files(result, json_path, sarif_path)
    for line in lines(result, names=names or len(result.files) == 1):
        click.echo(line)
    ctx.exit(result.exit_code(None if fail_on == "never" else fail_on) if write_baseline is None else 0)


def scanned(paths: Sequence[str], report: Progress | None) -> Scan:
    """Scan all files; one that cannot be read is a failure by itself.

    Args:
        paths (Sequence[str]): files and folders.
        report (Progress | None): told which file is being read.
    """
    from parity.scan import BadSourceError, FileScan, Scan, python_files, scan_file

    files: list[FileScan] = []
    failures: dict[str, str] = {}
    found: dict[Path, None] = {}
    for path in paths:
        try:
            found.update(dict.fromkeys(python_files(Path(path))))
        except BadSourceError as error:
            failures[path] = str(error)
    with _without_collection():
        for number, file in enumerate(found):
            if report is not None:
                report(file.name, number / len(found))
            try:
                files.append(scan_file(file, _in_ms2torch))
            except BadSourceError as error:
                failures[str(file)] = str(error)
            except Exception as error:  # noqa: BLE001  (a fault of ours in one file must not lose the others)
                failures[str(file)] = f"{file}: {type(error).__name__}: {error} (a fault of ms2torch: please report it)"
    return Scan(tuple(files), failures)


@contextmanager
def _without_collection() -> Iterator[None]:
    """Keep the collector of cycles from going through every syntax tree again and again: a third of the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _write_files(result: Scan, json_path: Path | None, sarif_path: Path | None) -> None:
    if json_path is not None:
        _write(json_path, result.to_json())
    if sarif_path is not None:
        from cli.main import version_of
        from parity.scan.sarif import to_sarif

        _write(sarif_path, to_sarif(result, version_of("ms2torch")))


def _write(path: Path, text: str) -> None:
    from parity.report.files import write_atomic

    write_atomic(path, text)


def _in_ms2torch(name: str) -> bool:
    """Tell whether ms2torch has a MindSpore name: by importing ms2torch, never the user's code."""
    import importlib

    parts = name.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(["ms2torch", *parts[1:cut]]))
        except ImportError:
            continue
        for part in parts[cut:]:
            if not hasattr(found, part):
                return False
            found = getattr(found, part)
        return True
    return False
