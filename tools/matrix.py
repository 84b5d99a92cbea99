"""``python -m tools.matrix [PYTHON:TORCH]...``: the wheel in fresh environments of several Pythons and torches.

Each environment gets the wheel of this checkout and what the wheel asks for. In it a comparison runs from a folder of a
user whose own modules have the names of ours (``cli.py``, ``parity.py``, ``mappings.py``), then an unmodified MindSpore
program, and a slice of the tests. Prints a table; the exit code is 0 if every cell holds.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DEFAULT = ("3.11:2.6.0", "3.11:2.13.0", "3.12:2.9.0", "3.12:2.13.0", "3.13:2.15.0")
# Small and wide: layers, autodiff, initial bits, checkpoints, pairing and measuring of a comparison.
SLICE = (
    "tests/ms2torch/test_modules.py", "tests/ms2torch/test_autodiff_more.py", "tests/ms2torch/test_initializer.py",
    "tests/ms2torch/test_checkpoint.py", "tests/parity/pair", "tests/parity/measure", "tests/cli/test_program.py",
)  # fmt: skip

_USER_FILES = {
    "reference.py": "import model\nfrom torch import nn\n\n\ndef make():\n"
    "    return nn.Sequential(nn.Conv2d(3, model.WIDTH, 3), nn.BatchNorm2d(model.WIDTH))\n",
    "port.py": "import mindspore.nn as nn\nimport utils\n\n\ndef make():\n"
    "    return nn.SequentialCell(nn.Conv2d(3, utils.WIDTH, 3, pad_mode='valid', has_bias=True), "
    "nn.BatchNorm2d(utils.WIDTH))\n",
    "program.py": "import cli\nimport mindspore as ms\n\nprint(cli.WHOSE, (ms.Tensor([1.0]) + 1).asnumpy())\n",
    "model.py": "WIDTH = 4\n",
    "utils.py": "WIDTH = 4\n",
    "cli.py": "WHOSE = 'the user'\n",
    "parity.py": "raise SystemExit('the parity.py of the user was imported')\n",
    "mappings.py": "raise SystemExit('the mappings.py of the user was imported')\n",
}
_COMPARE = ("compare", "reference.py:make", "port.py:make", "--input", "float32[2,3,8,8]")


@dataclass(frozen=True, slots=True)
class Cell:
    """One environment of the matrix.

    Args:
        python (str): ``"3.12"``.
        torch (str): ``"2.6.0"``.
    """

    python: str
    torch: str

    @property
    def folder(self) -> Path:
        """Where the environment lies."""
        return ROOT / "build" / "matrix" / f"python{self.python}-torch{self.torch}"

    @property
    def interpreter(self) -> str:
        """The environment's Python."""
        return str(self.folder / "env" / ("Scripts" if os.name == "nt" else "bin") / "python")


def run(words: Sequence[str], folder: Path) -> tuple[bool, str]:
    """Run a command in a folder; return whether it went well, and what it printed."""
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode == 0, done.stdout + done.stderr


def made(cell: Cell, wheel: Path) -> tuple[bool, str]:
    """Set up the environment of a cell."""
    base = shutil.which(f"python{cell.python}")
    if base is None:
        return False, f"no python{cell.python} on the path"
    cell.folder.mkdir(parents=True, exist_ok=True)
    good, said = run([base, "-m", "venv", "env"], cell.folder)
    if good:
        asked = [f"torch=={cell.torch}", f"{wheel}[vision,crypto]", "pytest", "pytest-timeout", "pytest-xdist"]
        good, said = run([cell.interpreter, "-m", "pip", "install", "--quiet", *asked], cell.folder)
    if good:  # an environment that was there has an older wheel of the same version
        again = ["--force-reinstall", "--no-deps", str(wheel)]
        good, said = run([cell.interpreter, "-m", "pip", "install", "--quiet", *again], cell.folder)
    return good, said


def of_a_user(cell: Cell) -> tuple[bool, str]:
    """Compare two nets and run a program from a folder whose modules have the names of ours."""
    folder = cell.folder / "user"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, text in _USER_FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    script = Path(cell.interpreter).parent / "ms2torch"
    for words in ([str(script), *_COMPARE], [cell.interpreter, "-m", "ms2torch", *_COMPARE]):
        good, said = run([*words, "--json", "report.json"], folder)
        if not good or json.loads((folder / "report.json").read_text(encoding="utf-8"))["verdict"] != "same":
            return False, said
    good, said = run([str(script), "run", "program.py"], folder)
    return good and said == "the user [2.]\n", said


def of_the_tests(cell: Cell) -> tuple[bool, str]:
    """Run the slice of the tests with the environment's interpreter."""
    return run([cell.interpreter, "-m", "pytest", "-q", "-p", "no:cacheprovider", *SLICE], ROOT)


STEPS: tuple[tuple[str, Callable[[Cell], tuple[bool, str]]], ...] = (("user", of_a_user), ("tests", of_the_tests))


def main() -> int:
    """Run the matrix; return the exit code."""
    parser = argparse.ArgumentParser(description="The wheel in fresh environments.")
    parser.add_argument("cells", nargs="*", default=DEFAULT, metavar="PYTHON:TORCH")
    cells = [Cell(*text.split(":")) for text in parser.parse_args().cells]
    out = ROOT / "build" / "matrix"
    out.mkdir(parents=True, exist_ok=True)
    good, said = run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out)], ROOT)
    if not good:
        raise SystemExit(said)
    (wheel,) = out.glob("*.whl")
    failed = 0
    for cell in cells:
        results = {}
        good, said = made(cell, wheel)
        results["install"] = good
        for name, step in STEPS if good else ():
            results[name], said = step(cell)
            if not results[name]:
                print(said)
        if not good:
            print(said)
        failed += not all(results.values())
        words = ", ".join(f"{name} {'ok' if fine else 'FAILED'}" for name, fine in results.items())
        print(f"Python {cell.python}, torch {cell.torch}: {words}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
