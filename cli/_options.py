"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

_Command = TypeVar("_Command", bound=Callable[..., Any])


def debug_option(command: _Command) -> _Command:
    """Add `--debug`, which `cli.main` looks for itself, so that it may stand before or after the command's name."""
    return click.option("--debug", is_flag=True, expose_value=False, help="Show the traceback of an error.")(command)


def wants_debug(words: Sequence[str]) -> bool:
    """Tell whether `--debug` is among the words of a command line."""
    return "--debug" in words


def writable_path(ctx: click.Context, param: click.Parameter, value: str | None) -> Path | None:
    """Make a path of an option that names a file to write, and find out now whether it can be written."""
    del ctx
    if value is None:
        return None
    from parity.report.files import UnwritablePathError, check_writable

    path = Path(value)
    try:
        check_writable(path)
    except UnwritablePathError as error:
        raise click.ClickException(f"{param.opts[0]}: {error}") from error
    return path
