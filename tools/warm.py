"""Python command lines run in forks of a process that has imported torch already.

Importing torch costs a second of every command line; a fork costs milliseconds and starts from the same clean state
each time. One process is started for all, and programs are written that stand for `python` and its console scripts:

    subprocess.run([warm.python(), "-m", "ms2torch", "compare", ...], cwd=..., env=..., capture_output=True)
    subprocess.run(["bash", "-c", "ms2torch scan net.py | head"], env=warm.environment())

Such a program hands its words, folder, environment and streams over and ends as the fork ends. What only a fresh
interpreter can honour goes to the real Python: its own options, and settings of Python, torch and their libraries that
differ from those the process was started with.
"""

from __future__ import annotations

import atexit
import importlib
import io
import json
import os
import runpy
import select
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import types
import warnings
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = ("ms2torch", "msrun", "pytest", "torchrun")
SETTINGS = {"OMP_NUM_THREADS": "1"}  # small tensors gain nothing from more
# What nearly every command line imports; not `parity`, since pytest rewrites its plugins when it imports them.
IMPORTED = (
    "torch", "numpy", "click", "rich.console", "jinja2", "libcst", "safetensors.torch", "ms2torch.nn",
    "ms2torch.ops", "ms2torch.train",
)  # fmt: skip
# Settings that are read when an interpreter or a library starts.
_READ_AT_START = ("PYTHON", "OMP_", "MKL_", "KMP_", "TORCH", "CUDA_", "LD_")
_READ_LATER = ("TORCHINDUCTOR_CACHE_DIR", "PYTHONPATH", "PYTHONDONTWRITEBYTECODE", "PYTHONWARNINGS", "PYTHONUNBUFFERED")
_LENGTH = struct.Struct("!I")

_SHIM = """\
#!{python} -IS
import json, os, signal, socket, struct, sys
words = {words!r} + sys.argv[1:]
if words[:1] == ["-u"]:
    os.environ["PYTHONUNBUFFERED"] = "1"
    del words[0]
settings = {{name: value for name, value in os.environ.items() if name.startswith({prefixes!r})}}
settings = {given!r} | {{name: value for name, value in settings.items() if name not in {later!r}}}
if settings != {settings!r} or not words or (words[0].startswith("-") and words[0] not in ("-c", "-m")):
    os.execv({python!r}, [{python!r}, *words])
asked = json.dumps({{"words": words, "folder": os.getcwd(), "environment": dict(os.environ)}}).encode()
server = socket.socket(socket.AF_UNIX)
server.connect({address!r})
socket.send_fds(server, [struct.pack("!I", len(asked))], [0, 1, 2])
server.sendall(asked)
answer = server.makefile().readline()
code = int(answer) if answer else 70
if code < 0:
    if -code not in (signal.SIGKILL, signal.SIGSTOP):
        signal.signal(-code, signal.SIG_DFL)
    os.kill(os.getpid(), -code)
os._exit(code)
"""


class WarmPython:
    """A process that has imported torch, and the programs that let it run command lines; `close` ends it."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="warm")
        self._address = str(Path(self._folder.name, "socket"))
        self.programs = Path(self._folder.name, "bin")
        settings = read_at_start({**os.environ, **SETTINGS})
        self.programs.mkdir()
        self._write("python", [], settings)
        for script in (Path(sys.executable).with_name(name) for name in SCRIPTS):
            if script.exists():
                self._write(script.name, [str(script)], settings)
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(self._address)
        listener.listen(64)
        with listener:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tools.warm", str(listener.fileno())],
                cwd=ROOT, stdin=subprocess.PIPE, pass_fds=[listener.fileno()],
                env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | SETTINGS,
            )  # fmt: skip

    def environment(self) -> dict[str, str]:
        """This process's environment, in which the programs are found first and then those beside this Python."""
        path = os.pathsep.join([str(self.programs), str(Path(sys.executable).parent), os.environ["PATH"]])
        return {**os.environ, "PATH": path}

    def close(self) -> None:
        """End the process; command lines that still run go on."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(timeout=60)
        self._folder.cleanup()

    def _write(self, name: str, words: list[str], settings: dict[str, str]) -> None:
        program = self.programs / name
        text = _SHIM.format(
            python=sys.executable, words=words, prefixes=_READ_AT_START, later=_READ_LATER, settings=settings,
            given=SETTINGS, address=self._address,
        )  # fmt: skip
        program.write_text(text, encoding="utf-8")
        program.chmod(0o755)


@cache
def started() -> WarmPython:
    """The process that everything here shares, started when it is first asked for."""
    process = WarmPython()
    atexit.register(process.close)
    return process


def python() -> str:
    """The program that stands for `python`."""
    return str(started().programs / "python")


def environment() -> dict[str, str]:
    """This process's environment, in which the programs are found first."""
    return started().environment()


def read_at_start(environment: Mapping[str, str]) -> dict[str, str]:
    """The settings that a running process can no longer take over."""
    started = {name: value for name, value in environment.items() if name.startswith(_READ_AT_START)}
    return {name: value for name, value in started.items() if name not in _READ_LATER}


def serve(listener: socket.socket) -> None:
    """Run what is asked for, each in a fork of its own, until standard input is closed."""
    while True:
        ready, _, _ = select.select([listener, sys.stdin], [], [])
        _reap()
        if sys.stdin in ready:
            return
        connection, _ = listener.accept()
        with connection:
            if os.fork() == 0:
                listener.close()
                _attend(connection)


def _reap() -> None:
    """Take note of the forks that ended, and so of the time they took."""
    try:
        while os.waitpid(-1, os.WNOHANG) != (0, 0):
            pass
    except ChildProcessError:
        return


def _attend(connection: socket.socket) -> None:
    """Fork once more, and tell the code that the program ended with; returns in the program's process only."""
    header, streams, _, _ = socket.recv_fds(connection, _LENGTH.size, 3)
    (length,) = _LENGTH.unpack(header)
    with connection.makefile("rb") as incoming:
        asked = json.loads(incoming.read(length))
    program = os.fork()
    if program == 0:
        connection.close()
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
            os.close(stream)
        become(asked["words"], asked["folder"], asked["environment"])
    for stream in streams:
        os.close(stream)
    ended = os.pidfd_open(program)
    if ended not in select.select([connection, ended], [], [])[0]:
        os.kill(program, signal.SIGKILL)  # the program that asked is gone
    _, status = os.waitpid(program, 0)
    try:
        connection.sendall(f"{os.waitstatus_to_exitcode(status)}\n".encode())
    finally:
        os._exit(0)


def become(words: Sequence[str], folder: str, environment: Mapping[str, str]) -> NoReturn:
    """Turn this process into `python WORDS` started in a folder: ends as Python ends."""
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.dont_write_bytecode = bool(environment.get("PYTHONDONTWRITEBYTECODE"))
    for action in filter(None, environment.get("PYTHONWARNINGS", "").split(",")):
        warnings.simplefilter(action)  # type: ignore[arg-type]
    added = [path for path in environment.get("PYTHONPATH", "").split(os.pathsep) if path]
    sys.path[:] = [str(Path(path).absolute()) for path in added] + sys.path[1:]
    _reopen_streams()
    main = types.ModuleType("__main__")
    main.__dict__["__builtins__"] = __builtins__
    sys.modules["__main__"] = main
    try:
        _run(words, main)
    except SystemExit:
        raise
    except BaseException as error:
        trace = error.__traceback__
        while trace is not None and trace.tb_frame.f_code.co_filename == __file__:
            trace = trace.tb_next
        sys.excepthook(type(error), error.with_traceback(trace), trace)
        if isinstance(error, KeyboardInterrupt):
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGINT)
        sys.exit(1)
    sys.exit(0)


def _run(words: Sequence[str], main: types.ModuleType) -> None:
    """Execute the program that the words of a command line name."""
    first, *rest = words
    if first == "-m":
        sys.path.insert(0, str(Path.cwd()))
        sys.argv[:] = rest
        runpy.run_module(rest[0], run_name="__main__", alter_sys=True)
        return
    if first == "-c":
        sys.path.insert(0, "")
        sys.argv[:] = ["-c", *rest[1:]]
        code = compile(rest[0], "<string>", "exec")
    else:
        sys.path.insert(0, str(Path(first).resolve().parent))
        sys.argv[:] = [first, *rest]
        path = main.__dict__["__file__"] = str(Path(first).absolute())
        code = compile(Path(path).read_bytes(), path, "exec")
    exec(code, main.__dict__)


def _reopen_streams() -> None:
    """The standard streams anew, buffered as suits what they are now."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        at_once = number > 0 and bool(os.environ.get("PYTHONUNBUFFERED"))
        binary = os.fdopen(number, "wb" if number else "rb", 0 if at_once else -1, closefd=False)
        errors = "backslashreplace" if number == 2 else "strict"
        by_line = number == 2 or os.isatty(number)
        stream = io.TextIOWrapper(binary, "utf-8", errors, line_buffering=by_line, write_through=at_once)
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def main() -> None:
    """Import what is worth it and serve."""
    listener = socket.socket(fileno=int(sys.argv[1]))
    for name in IMPORTED:
        importlib.import_module(name)
    import gc

    gc.collect()
    gc.freeze()  # forks share the memory until they write
    serve(listener)


if __name__ == "__main__":
    main()
