"""Execute an unmodified MindSpore program under the import hook, as plain `python prog.py` would."""

from __future__ import annotations

import os
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType, TracebackType
from typing import NoReturn

from ms2torch._hook import install

USAGE = "usage: ms2torch run [--device DEVICE] PROG [ARGS...]    (run a MindSpore program on torch)"


def main(words: list[str]) -> int:
    """Run the program that `words` name.

    The program's own exit code and traceback are those of plain Python: its SystemExit and other exceptions pass
    through here.

    Args:
        words (list[str]): the program's path and its arguments.

    Returns:
        int: 0 after the program ended by itself, 2 if there is no such program or device.
    """
    if words[:1] == ["--device"]:
        problem = _choose_device(words[1:2])
        if problem:
            sys.stderr.write(f"ms2torch run: {problem}\n")
            return 2
        words = words[2:]
    if not words or words[0].startswith("-"):
        asked = words[:1] in (["-h"], ["--help"])
        problem = "" if asked else "ms2torch run: name a program; "
        (sys.stdout if asked else sys.stderr).write(f"{problem}{USAGE}\n")
        return 0 if asked else 2
    program = Path(words[0])
    try:
        source = program.read_bytes()
    except OSError as error:
        sys.stderr.write(f"ms2torch run: cannot open {program}: {error.strerror}\n")
        return 2
    execute(source, program, words)
    return 0


def _choose_device(words: list[str]) -> str:
    """Run the program on the device named; return what is wrong with it, or nothing."""
    from ms2torch.context import run_on

    if not words:
        return f"--device needs a name, such as cuda; {USAGE}"
    try:
        run_on(words[0])
    except RuntimeError as error:
        return str(error).splitlines()[0]
    return ""


def execute(source: bytes, program: Path, argv: list[str]) -> None:
    """Execute `source` as the module `__main__`.

    Args:
        source (bytes): the program's text.
        program (Path): its file.
        argv (list[str]): `sys.argv` of the program.
    """
    sys.argv = _Arguments(argv)
    if not sys.flags.safe_path:
        sys.path.insert(0, str(program.resolve().parent))
    install()
    # Plain Python gives an absolute `__file__` (not resolved) and no `__spec__`.
    file = os.path.abspath(program)  # noqa: PTH100 - Path.absolute keeps ".."
    module = ModuleType("__main__")
    module.__dict__.update(
        __file__=file,
        __annotations__={},
        __cached__=None,
        __loader__=SourceFileLoader("__main__", file),
        __builtins__=sys.modules["builtins"],
    )
    sys.modules["__main__"] = module
    try:
        exec(compile(source, file, "exec", dont_inherit=True), module.__dict__)  # noqa: S102 - what this file is for
    except SystemExit:
        raise
    except BaseException as error:  # noqa: BLE001 - whatever it is, it is shown and raised again
        _show_as_python_would(error)


def _show_as_python_would(error: BaseException) -> NoReturn:
    """Show a traceback that begins in the program, then let the exception end the process as it would have."""
    traceback = error.__traceback__
    while traceback is not None and traceback.tb_frame.f_globals is globals():
        traceback = traceback.tb_next
    sys.excepthook(type(error), error.with_traceback(traceback), traceback)
    sys.excepthook = _shown_already
    raise error


def _shown_already(kind: type[BaseException], error: BaseException, traceback: TracebackType | None) -> None:
    """Print nothing."""
    del kind, error, traceback


class _Arguments(list[str]):
    """The program's `sys.argv`, a list that brings the hook along into a spawned worker process.

    Such a worker (the only kind on macOS and Windows) imports the program again before anything else can be run in it,
    and gets `sys.argv` even earlier.
    """

    def __reduce__(self) -> tuple[object, tuple[list[str]]]:
        return _arguments_in_worker, (list(self),)


def _arguments_in_worker(arguments: list[str]) -> _Arguments:
    install()
    return _Arguments(arguments)
