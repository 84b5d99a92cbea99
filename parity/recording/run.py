"""Running the recorder in a process of its own, with this interpreter or one that has real MindSpore."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from parity.code.errors import CannotCompare, describe, one_line
from parity.nets.inputs import Input
from parity.recording.bundle import FILE_NAME, bundle

DEFAULT_PYTHON = Path(".oracle") / "bin" / "python"
_PREFIX = "ms2torch_recorder: "
_ROOT = str(Path(__file__).resolve().parents[2])


def interpreter(runtime: str) -> str:
    """Return the interpreter that ``--runtime`` names; "" is this one.

    Args:
        runtime (str): ``""``, ``"mindspore"`` (then `DEFAULT_PYTHON` below the working directory) or
            ``"mindspore=PYTHON"``.

    Raises:
        CannotCompare: if it is another word, or there is no such interpreter.
    """
    if not runtime:
        return sys.executable
    name, _, python = runtime.partition("=")
    if name != "mindspore":
        raise CannotCompare(f"runtime {runtime!r}: use mindspore, or mindspore=/path/to/python")
    path = Path(python) if python else DEFAULT_PYTHON
    if not path.is_file():
        raise CannotCompare(
            f"there is no interpreter {path}: give one that has MindSpore, as in --runtime mindspore=/path/to/python"
        )
    return str(path.absolute())


def run_recorder(python: str, words: Sequence[str], folder: Path, *, may_raise: bool = False) -> None:
    """Run the recorder as a command.

    Args:
        python (str): the interpreter.
        words (Sequence[str]): its command line without the output.
        folder (Path): the trace directory to write.
        may_raise (bool): accept a net that raises, if its trace was written. Default: ``False``.

    Raises:
        CannotCompare: with the recorder's own line, or the last line that the process said.
    """
    environment = {"GLOG_v": "3", **os.environ}
    with TemporaryDirectory() as place:
        recorder = Path(place) / FILE_NAME
        try:
            recorder.write_text(bundle(), encoding="utf-8")
        except OSError as error:
            raise CannotCompare(f"the recorder cannot be written to {place}: {error.strerror}") from error
        command = [python, str(recorder), *words, "-o", str(folder)]
        if python == sys.executable:  # ms2torch itself is to be found, also from a checkout that is not installed
            command = [python, "-c", _HERE, _ROOT, str(recorder), *words, "-o", str(folder)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)  # noqa: S603
        except OSError as error:
            raise CannotCompare(f"{python} cannot be run: {describe(error)}") from error
    if done.returncode == 0 or (may_raise and (folder / "manifest.json").is_file()):
        return
    said = [line for line in done.stderr.splitlines() if line.strip()]
    told = next((line for line in reversed(said) if line.startswith(_PREFIX)), said[-1] if said else "it said nothing")
    raise CannotCompare(one_line(told.removeprefix(_PREFIX)))


_HERE = (
    "import runpy, sys; sys.path.append(sys.argv[1]); del sys.argv[:2]; runpy.run_path(sys.argv[0], None, '__main__')"
)


def record_port(target: str, runtime: str, inputs: Sequence[Input], mode: str, seed: int, folder: Path) -> Path:
    """Record a port in another environment, with seeded weights, on the given inputs; return the trace directory.

    Raises:
        CannotCompare: if the environment or the target is not to be had.
    """
    words = [target, "--mode", mode, "--seed", str(seed)]
    for number, entry in enumerate(inputs):
        file = folder / f"input-{number}.npy"
        try:
            np.save(file, entry.tensor.numpy())
        except TypeError as error:
            raise CannotCompare(f"--runtime: inputs of {entry.tensor.dtype} cannot be handed over") from error
        words += ["--input", f"{entry.name}={file}" if entry.name else str(file)]
    trace = folder / "trace"
    run_recorder(interpreter(runtime or "mindspore"), words, trace, may_raise=True)
    return trace
