"""The one place that decides about colour, width and progress: nothing of it when the output is piped."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.console import Console

    from parity.report import Report

Progress = Callable[[str, float], None]
"""Called with what is being done and the fraction done."""
_FILLED = re.compile(r"(?: |\x1b\[[0-9;]*m)+$", re.MULTILINE)
_SAYS_TERMINAL = ("FORCE_COLOR", "TTY_COMPATIBLE")
"""Variables that make rich take a pipe for a terminal, which CI services set."""


def print_report(report: Report, *, whole: bool = False) -> None:
    """Print a report: tables and colour on a terminal, plain lines into a pipe or a file.

    Args:
        report (Report): any report.
        whole (bool): every finding with all that was measured, not a screen of them. Default: ``False``.
    """
    console = _console(stderr=False)
    if console is not None:
        from parity.report.rich import render

        with console.capture() as captured:
            console.print(render(report, whole=whole))
        # rich fills lines up to the width: who copies them would copy blanks
        console.file.write(_FILLED.sub(lambda end: end[0].replace(" ", ""), captured.get()))
    else:
        from parity.report.text import plain

        click.echo(plain(report, whole=whole).encode("utf-8", errors="backslashreplace").decode(), nl=False)


def print_lines(lines: Iterable[str], data: Callable[[], object], json_path: str | None) -> None:
    """Print lines, and write the same as JSON where that is asked for.

    Args:
        lines (Iterable[str]): for people.
        data (Callable[[], object]): gives plain data, where it is wanted.
        json_path (str | None): a file; ``"-"`` prints the JSON in place of the lines; None writes none.
    """
    if json_path == "-":
        click.echo(json.dumps(data(), indent=1))
        return
    for line in lines:
        click.echo(line)
    if json_path is not None:
        from parity.report.files import write_atomic

        write_atomic(Path(json_path), json.dumps(data(), indent=1))


@contextmanager
def progress(title: str) -> Iterator[Progress | None]:
    """Show a progress bar on stderr while the block runs, if that is a terminal; else give None."""
    console = _console(stderr=True)
    if console is None:
        yield None
        return
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), BarColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(title, total=None)

        def report(doing: str, fraction: float) -> None:
            bar.update(task, description=doing, total=1.0, completed=fraction)

        yield report


def _console(*, stderr: bool) -> Console | None:
    """Return the terminal; None where the output goes elsewhere, for which rich need not be loaded."""
    stream = sys.stderr if stderr else sys.stdout
    if not stream.isatty() and not any(os.environ.get(name) for name in _SAYS_TERMINAL):
        return None
    from rich.console import Console

    console = Console(stderr=stderr, highlight=False)
    return console if console.is_terminal else None
