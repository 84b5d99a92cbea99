"""`ms2torch completion`: the lines that make a shell complete our commands and options, printed or installed."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import click
from click.shell_completion import add_completion_class, get_completion_class

from cli._options import debug_option

_PROGRAM = "ms2torch"


@dataclass(frozen=True, slots=True)
class _Shell:
    """Where a shell looks for completions.

    Args:
        script (str): the file that gets the script, below the home folder.
        startup (str): the file that must read it, below the home folder; "" if the shell reads it by itself.
        line (str): the line for that file.
    """

    script: str
    startup: str
    line: str


_SHELLS = {
    "bash": _Shell(".local/share/bash-completion/completions/ms2torch", "", ""),
    "zsh": _Shell(".zfunc/_ms2torch", ".zshrc", "fpath+=~/.zfunc; autoload -Uz compinit; compinit"),
    "fish": _Shell(".config/fish/completions/ms2torch.fish", "", ""),
}


@click.command(short_help="Complete commands, options and files in a shell.")
@click.argument("shell", type=click.Choice([*_SHELLS]), required=False)
@click.option("--install", is_flag=True, help="Write the script where the shell looks for it, instead of printing it.")
@debug_option
def completion(shell: str | None, install: bool) -> None:
    """Complete commands and options in SHELL (default: the one of $SHELL): print the script, or install it."""
    name = shell or _own_shell()
    script = _script(name)
    if not install:
        click.echo(script)
        return
    place = _SHELLS[name]
    path = Path.home() / place.script
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(script + "\n", encoding="utf-8")
    click.echo(f"written: {path}")
    if place.startup and not _has_line(Path.home() / place.startup, place.line):
        click.echo(f"add to ~/{place.startup}:  {place.line}")
    click.echo(
        "it works in the next shell you open" + (" (needs the package bash-completion)" if name == "bash" else "")
    )


def _own_shell() -> str:
    name = Path(os.environ.get("SHELL", "")).name
    if name not in _SHELLS:
        raise click.UsageError(f"say which shell: {', '.join(_SHELLS)}")
    return name


def _script(shell: str) -> str:
    from cli._offers import Bash
    from cli.main import COMPLETE, program

    add_completion_class(Bash)
    kind = get_completion_class(shell)
    assert kind is not None
    complete = kind(program, {}, _PROGRAM, COMPLETE)
    return str(complete.source_template % complete.source_vars()).strip()


def _has_line(path: Path, line: str) -> bool:
    return path.exists() and line in path.read_text(encoding="utf-8", errors="replace")
