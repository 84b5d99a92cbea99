"""Options that several commands share."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cli._offers import offer_files

if TYPE_CHECKING:
    from parity.report import Report

_Command = TypeVar("_Command", bound=Callable[..., Any])


def debug_option(command: _Command) -> _Command:
    """Add `--debug`, which `cli.main` looks for itself, so that it may stand before or after the command's name."""
    return click.option("--debug", is_flag=True, expose_value=False, help="Show the traceback of an error.")(command)


class CompareCommand(click.Command):
    """A command with every option of a comparison, as `parity.pipeline.spec` lists them, after its own `--input`.

    They are made when the command itself is asked for: `ms2torch --help` imports none of `parity`.
    """

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the command's parameters in the order of its help."""
        own = super().get_params(ctx)
        after = 1 + next(number for number, param in enumerate(own) if "--input" in param.opts)
        if "seed" not in {param.name for param in own}:
            self.params[after:after] = _spec_options()
        return super().get_params(ctx)


def _spec_options() -> list[click.Parameter]:
    from parity.pipeline.spec import Option, default_of, listed

    def made(name: str, option: Option) -> click.Option:
        kind, default = option.kind, default_of(name)
        extra: dict[str, Any] = {"help": option.help, "metavar": option.metavar or None}
        if kind == "flag":
            extra["is_flag"] = True
        elif kind == "choice":
            extra.update(type=click.Choice(option.choices), default=default, show_default=True)
        elif kind == "number":
            extra.update(type=int, default=default, show_default=not option.metavar)
        elif kind == "texts":
            extra["multiple"] = True
        elif kind == "mapping file":
            extra["callback"] = _mapping_file
        elif kind == "numbers by name":
            extra.update(multiple=True, callback=_numbers)
        else:
            extra.update(default=str(default), show_default=default not in {"", 0})
        if "FILE" in option.metavar:
            extra["shell_complete"] = offer_files
        return click.Option([option.flag or f"--{name.replace('_', '-')}", name], **extra)

    return [made(name, option) for name, option in listed()]


def _mapping_file(ctx: click.Context, param: click.Parameter, value: str | None) -> dict[str, str]:
    del ctx
    return read_mapping(Path(value), param.opts[0]) if value is not None else {}


def _numbers(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> dict[str, float]:
    del ctx
    found: dict[str, float] = {}
    for text in value:
        name, _, number = text.partition("=")
        try:
            found[name.strip()] = float(number)
        except ValueError as error:
            raise click.ClickException(f"{param.opts[0]}: {text!r} is not NAME=NUMBER") from error
    return found


def report_options(command: _Command) -> _Command:
    """Add the options that write the report to files; each path is checked before the work starts."""
    for name, what in (("html", "one self-contained HTML page"), ("junit", "JUnit XML"), ("json", "JSON")):
        command = click.option(
            f"--{name}",
            f"{name}_path",
            metavar="FILE",
            callback=writable_path,
            shell_complete=offer_files,
            help=f"Write the report as {what}.",
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
    error: Exception,
    targets: tuple[str, str],
    inputs: tuple[str, ...],
    options: Mapping[str, Any],
    paths: Mapping[str, Path | None],
) -> None:
    """Write reports of verdict ``error`` to the files that were asked for.

    Args:
        error (Exception): what ended the comparison.
        targets (tuple[str, str]): the reference and the port, as the user gave them.
        inputs (tuple[str, ...]): as the user gave them.
        options (Mapping[str, Any]): what was asked for.
        paths (Mapping[str, Path | None]): as in `write_reports`.
    """
    if any(path is not None for path in paths.values()):
        from parity.code.errors import CannotCompare, describe
        from parity.pipeline.assemble import failed_report

        message = str(error) if isinstance(error, CannotCompare) else describe(error)
        try:
            asked = {"reference": targets[0], "port": targets[1], "inputs": inputs, **options}
            for name, value in asked.items():
                asked[name] = tuple(value.items()) if isinstance(value, Mapping) else value
            write_reports(failed_report(*targets, message, asked), paths)
        except OSError as unwritten:  # must not take the place of what went wrong first
            click.echo(f"ms2torch: {unwritten}", err=True)


def input_option(help_text: str) -> Callable[[_Command], _Command]:
    """Add `--input SPEC`, which may be repeated.

    Args:
        help_text (str): what the help says of it.
    """
    return click.option("--input", "inputs", metavar="SPEC", multiple=True, shell_complete=offer_files, help=help_text)


def check_words(targets: Sequence[str | None], inputs: Sequence[str]) -> None:
    """Report what is wrong in the words of a command line, before torch takes its seconds to load.

    Args:
        targets (Sequence[str | None]): nets as text; None where none is named.
        inputs (Sequence[str]): inputs as text.

    Raises:
        CannotCompare: if a target or an input does not parse, or names what is not there.
    """
    from parity.code.input_specs import check_input
    from parity.code.targets import check_target

    for target in targets:
        if target is not None:
            check_target(target)
    for text in inputs:
        check_input(text)


def read_mapping(path: Path, option: str) -> dict[str, str]:
    """Read a JSON object of texts, or a YAML file such as msprobe's compare takes.

    Args:
        path (Path): the file.
        option (str): the option that names it, for messages.
    """
    if path.suffix in {".yaml", ".yml"}:
        return _msprobe_mapping(path, option)
    try:
        pairs = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise click.ClickException(f"{option}: cannot read {path}: {error.strerror}") from error
    except ValueError as error:
        raise click.ClickException(f"{option}: {path} is not JSON: {error}") from error
    if not isinstance(pairs, dict) or not all(isinstance(value, str) for value in pairs.values()):
        raise click.ClickException(f'{option}: {path} must hold one object {{"reference path": "port path", ...}}')
    return pairs


def _msprobe_mapping(path: Path, option: str) -> dict[str, str]:
    from parity.code.errors import CannotCompare
    from parity.dumps.mapping import read_msprobe_mapping

    try:
        return read_msprobe_mapping(path)
    except CannotCompare as error:
        raise click.ClickException(f"{option}: {error}") from error


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
