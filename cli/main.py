"""The program `ms2torch`: finds the command, and turns what goes wrong into one line and an exit code.

Exit codes: 0 the same (or done), 1 different, 2 could not do it.
"""

from __future__ import annotations

import difflib
import errno
import importlib
import os
import platform
import runpy
import signal
import sys
import threading
from collections.abc import MutableMapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

import click

from cli._options import debug_option, wants_debug

COULD_NOT = 2
COMPLETE = "_MS2TORCH_COMPLETE"  # the variable in which a shell asks: the name that click derives from the program's
_INTERRUPTED = 130
_TERMINATED = 143
_OURS = ("parity", "mappings", "ms2torch")
# Command name -> module and function; a module is imported when its command is run or listed.
_COMMANDS = {
    "compare": ("cli.compare", "compare"),
    "train-compare": ("cli.train_compare", "train_compare"),
    "record": ("cli.record", "record"),
    "first-nan": ("cli.first_nan", "first_nan"),
    "determinism": ("cli.determinism", "determinism"),
    "ranks": ("cli.ranks", "ranks"),
    "precheck": ("cli.precheck", "precheck"),
    "weights": ("cli.weights", "weights"),
    "run": ("cli.run", "run"),
    "api": ("cli.api", "api"),
    "rules": ("cli.rules", "rules"),
    "rule": ("cli.rules", "rule"),
    "scan": ("cli.scan", "scan"),
    "port": ("cli.port", "port"),
    "mcp": ("cli.mcp", "mcp"),
    "doctor": ("cli.doctor", "doctor"),
    "completion": ("cli.completion", "completion"),
}


class TerminatedError(KeyboardInterrupt):
    """The process was asked to end: what it has begun to write is cleared away on the way out, as for Ctrl-C."""


class Program(click.Group):
    """A group that imports its commands when needed and ends with this project's exit codes."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the commands in the order of their definition."""
        del ctx
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command; None if there is none of that name."""
        del ctx
        if cmd_name not in _COMMANDS:
            return None
        module, function = _COMMANDS[cmd_name]
        command = getattr(importlib.import_module(module), function)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the words name; of a slip of the pen, say what may be meant."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            near = difflib.get_close_matches(args[0], _COMMANDS, n=2)
            if not near:
                raise
            raise click.UsageError(f"No such command {args[0]!r}. Did you mean {' or '.join(near)}?", ctx) from error

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command, with the packages that it imports being those beside this one."""
        _load_siblings()
        return super().invoke(ctx)

    def main(
        self, args: Sequence[str] | None = None, prog_name: str | None = None, *extra: Any, **options: Any
    ) -> NoReturn:
        """Run the command line and exit."""
        del extra
        options.pop("standalone_mode", None)
        words = list(sys.argv[1:] if args is None else args) or ["--help"]
        before = _raise_when_terminated()
        try:
            code = super().main(words, prog_name or "ms2torch", standalone_mode=False, **options)
            sys.stdout.flush()
        except click.exceptions.Exit as error:
            code = error.exit_code
        except BrokenPipeError:
            code = _reader_went_away()
        except (KeyboardInterrupt, click.Abort) as error:
            terminated = isinstance(error.__cause__, TerminatedError)  # click makes its Abort of it
            code = _say("terminated", _TERMINATED) if terminated else _say("interrupted", _INTERRUPTED)
        except click.ClickException as error:
            code = _say(_click_message(error), COULD_NOT)
        except (Exception, GeneratorExit) as error:
            if wants_debug(words):
                raise
            code = _say(_message(error), COULD_NOT)
        finally:
            if before is not None:
                signal.signal(signal.SIGTERM, before)
        sys.exit(code if isinstance(code, int) else 0)

    def _main_shell_completion(
        self, ctx_args: MutableMapping[str, Any], prog_name: str, complete_var: str | None = None
    ) -> None:
        """Answer a shell that completes a line; exits then."""
        if COMPLETE in os.environ:
            from click.shell_completion import add_completion_class

            from cli._offers import Bash

            add_completion_class(Bash)
        super()._main_shell_completion(ctx_args, prog_name, complete_var)


def _load_siblings() -> None:
    """Import `mappings` and `parity` by their place: a folder of such a name may come first in the search path.

    The file that does so is executed by itself, since importing it as a part of `ms2torch` would load torch.
    """
    file = Path(__file__).resolve().parent.parent / "ms2torch" / "_siblings.py"
    load = runpy.run_path(str(file))["load"]
    try:
        for name in ("mappings", "parity"):
            load(name)
    except ImportError as error:
        raise click.ClickException(str(error)) from error


def _say(message: str, code: int) -> int:
    click.echo(f"ms2torch: {' '.join(message.split())}", err=True)
    return code


def _click_message(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    if isinstance(error, click.UsageError) and context is not None:
        return f"{error.format_message()} (see `{context.command_path} --help`)"
    return error.format_message()


def _raise_when_terminated() -> signal.Handlers | Any:
    """Let SIGTERM raise; return what was done about it before, None in a thread, which may not ask."""
    if threading.current_thread() is not threading.main_thread():
        return None

    def terminate(number: int, frame: FrameType | None) -> NoReturn:
        del number, frame
        raise TerminatedError

    return signal.signal(signal.SIGTERM, terminate)


def _message(error: BaseException) -> str:
    """Give the text of an exception, with its type and a hint where it was not written for the reader of one line."""
    if isinstance(error, OSError) and error.errno == errno.ENOSPC:
        return f"cannot write {error.filename or 'the output'}: {error.strerror}"
    if type(error).__module__.partition(".")[0] in _OURS:
        return str(error)
    return f"{type(error).__name__}: {error} (--debug shows where)"


def _reader_went_away() -> int:
    """Leave quietly when `ms2torch ... | head` closes the pipe: the interpreter must not flush into it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return COULD_NOT


def version_of(package: str) -> str:
    """Give a package's version as its metadata say it: importing torch for it would take a second."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "(not installed)"


def _print_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    del param
    if value and not ctx.resilient_parsing:
        click.echo(
            f"ms2torch {version_of('ms2torch')}, torch {version_of('torch')}, Python {platform.python_version()}"
        )
        ctx.exit()


@click.group(
    "ms2torch", cls=Program, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Print the versions of ms2torch, torch and Python.",
)
@debug_option
def program() -> None:
    """MindSpore code on torch, and whether two networks are the same.

    Exit codes: 0 the same, 1 different, 2 could not do it.
    """


def main() -> NoReturn:
    """Run the command line (the console script `ms2torch`)."""
    program.main()
