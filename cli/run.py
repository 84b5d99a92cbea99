"""`ms2torch run`: an unmodified MindSpore program on torch."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import click

from cli._offers import offer_files
from cli._options import debug_option

# The program gets an interpreter of its own: there, `import cli` or `import parity` finds what the program means by it,
# and no module of this command line is loaded. The first entry of the search path is the working directory here
# (because of -c) and the program's folder there.
_START = """\
import sys
if not sys.flags.safe_path:
    del sys.path[0]
from ms2torch._run import main
sys.exit(main(sys.argv[1:]))
"""


@click.command(
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
    short_help="Run a MindSpore program on torch.",
)
@click.option("--device", help="Run on this device of torch's (cuda, cuda:1, mps, npu, cpu), whichever PROG names.")
@click.argument("program", metavar="PROG", shell_complete=offer_files)
@click.argument("args", nargs=-1, type=click.UNPROCESSED)
@debug_option
def run(device: str | None, program: str, args: tuple[str, ...]) -> None:
    """Run the MindSpore program PROG on torch, with its ARGS.

    `import mindspore` gives ms2torch; nothing else is changed. Exit code, output and tracebacks are the program's own.
    """
    if not program.startswith("-") and not Path(program).exists():
        raise click.ClickException(f"cannot open {program}: no such file")
    chosen = [] if device is None else ["--device", device]
    command = [sys.executable, "-c", _START, *chosen, program, *args]
    if os.name == "nt":  # execv there ends this process at once, and the shell does not wait for the new one
        sys.exit(subprocess.call(command))  # noqa: S603 - the user's own program
    sys.stdout.flush()
    os.execv(sys.executable, command)  # noqa: S606 - likewise
