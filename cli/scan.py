"""`ms2torch scan`: what to change when source files are ported, known from the sources alone."""

from __future__ import annotations

from pathlib import Path

import click

from cli._options import debug_option, writable_path


@click.command()
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option("--json", "json_path", metavar="FILE", callback=writable_path, help="Write everything found as JSON.")
@click.option(
    "--names", is_flag=True, help="List every name with its counterpart also where several files are scanned."
)
@debug_option
@click.pass_context
def scan(ctx: click.Context, /, paths: tuple[str, ...], json_path: Path | None, names: bool) -> None:
    """Say what to change when Python files are ported between torch and MindSpore. Nothing of them is executed.

    PATH is a file or a folder. For every use of a name of torch or MindSpore: what it is in the other framework, and
    where a literal copy would do something else, with the argument at fault and what to write.

    Exit codes: 0 nothing to say, 1 there are differences, 2 a path cannot be read.
    """
    from parity.report.files import write_atomic
    from parity.scan import BadSourceError, FileScan, Scan, python_files, scan_file
    from parity.scan.text import lines

    files: list[FileScan] = []
    failures: dict[str, str] = {}
    for path in map(Path, paths):
        try:
            found = python_files(path)
        except BadSourceError as error:
            raise click.ClickException(str(error)) from error
        for file in found:
            try:
                files.append(scan_file(file, _in_ms2torch))
            except BadSourceError as error:
                failures[str(file)] = str(error)
    result = Scan(tuple(files), failures)
    if json_path is not None:
        write_atomic(json_path, result.to_json())
    for line in lines(result, names=names or len(files) == 1):
        click.echo(line)
    ctx.exit(result.exit_code)


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
