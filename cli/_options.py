"""Options that several commands share."""

from __future__ import annotations

import importlib
import json
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
            help="The reference's loss: an expression, nn.SomeLoss() or file.py:fn. Default: mean of squares.",
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


def write_failure(
    error: Exception, targets: tuple[str, str], options: Mapping[str, Any], paths: Mapping[str, Path | None]
) -> None:
    """Write reports of verdict ``error`` to the files that were asked for.

    Args:
        error (Exception): what ended the comparison.
        targets (tuple[str, str]): the reference and the port, as the user gave them.
        options (Mapping[str, Any]): what was asked for.
        paths (Mapping[str, Path | None]): as in `write_reports`.
    """
    if any(path is not None for path in paths.values()):
        from parity.code.errors import CannotCompare, describe
        from parity.pipeline.assemble import failed_report

        message = str(error) if isinstance(error, CannotCompare) else describe(error)
        try:
            write_reports(failed_report(*targets, message, dict(options)), paths)
        except OSError as unwritten:  # must not take the place of what went wrong first
            click.echo(f"ms2torch: {unwritten}", err=True)


def read_mapping(path: Path, option: str) -> dict[str, str]:
    """Read a JSON object of texts.

    Args:
        path (Path): the file.
        option (str): the option that names it, for messages.
    """
    try:
        pairs = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise click.ClickException(f"{option}: cannot read {path}: {error.strerror}") from error
    except ValueError as error:
        raise click.ClickException(f"{option}: {path} is not JSON: {error}") from error
    if not isinstance(pairs, dict) or not all(isinstance(value, str) for value in pairs.values()):
        raise click.ClickException(f'{option}: {path} must hold one object {{"reference path": "port path", ...}}')
    return pairs


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
