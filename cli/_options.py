"""Options that several commands share."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from parity.report import Report

_Command = TypeVar("_Command", bound=Callable[..., Any])


def debug_option(command: _Command) -> _Command:
    """Add `--debug`, which `cli.main` looks for itself, so that it may stand before or after the command's name."""
    return click.option("--debug", is_flag=True, expose_value=False, help="Show the traceback of an error.")(command)


def stage_options(command: _Command) -> _Command:
    """Add the options that ask for more stages than forward: gradients, training steps, initial weights."""
    options = (
        click.option("--grad", is_flag=True, help="Compare the gradients of parameters and inputs too."),
        click.option(
            "--steps",
            type=click.IntRange(min=0),
            default=0,
            metavar="N",
            help="Take N training steps on both sides and compare weights, statistics and loss.",
        ),
        click.option("--init", is_flag=True, help="Compare the laws of the initial weights; needs no --input."),
        click.option(
            "--ref-optimizer",
            default="",
            metavar="EXPR",
            help='The reference\'s optimizer, as "torch.optim.AdamW(1e-3)": parameters are passed first. Default: SGD '
            "with rate 0.01.",
        ),
        click.option("--port-optimizer", default="", metavar="EXPR", help='The port\'s, as "nn.Adam(1e-3)".'),
        click.option(
            "--ref-loss",
            default="",
            metavar="EXPR",
            help="The reference's loss: an expression or file.py:fn. Default: mean square against a random target.",
        ),
        click.option("--port-loss", default="", metavar="EXPR", help="The port's loss."),
    )
    for option in reversed(options):
        command = option(command)
    return command


def report_options(command: _Command) -> _Command:
    """Add the options that write the report to files; each path is checked before the work starts."""
    for name, what in (("html", "one self-contained HTML page"), ("junit", "JUnit XML"), ("json", "JSON")):
        command = click.option(
            f"--{name}", f"{name}_path", metavar="FILE", callback=writable_path, help=f"Write the report as {what}."
        )(command)
    return command


def write_reports(report: Report, paths: Mapping[str, Path | None]) -> None:
    """Write a report to the files that were asked for.

    Args:
        report (Report): any report.
        paths (Mapping[str, Path | None]): by format: ``json``, ``html``, ``junit``; None where it was not asked for.
    """
    for name, path in paths.items():
        if path is not None:
            module = importlib.import_module(f"parity.report.{name}")
            module.save(report, path)


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
