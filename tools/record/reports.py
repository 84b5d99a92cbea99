"""Write the whole report of each rule's own example: ``python -m tools.record.reports``; no MindSpore is needed.

What another machine measures otherwise is left out: times, and the digits of errors behind the first; an error below
1e-4 is "noise"; also how many edits the search tried. Read the differences that git shows: users will read them.
"""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path

import torch

from parity import compare
from parity.report.text import plain
from parity.rules import CODES
from tests.parity.rules.examples import source

FOLDER = Path(__file__).resolve().parents[2] / "tests" / "goldens" / "reports"
_NUMBER = re.compile(r"(?<![\w.])(\d)\.\d+e([+-]\d\d)(?!\w)")
_FRACTION = re.compile(r"(?<![\w.])\d+\.\d{3,}(?![\w.])")
_MEASURED = re.compile(r"^(cost|memory): .*\n", re.MULTILINE)
_TRIED = re.compile(r"\bof \d+ edits tried")
_SMALL = -4


def report(code: str, folder: Path) -> str:
    """Return the report of a rule's example as text, without what depends on the machine.

    Args:
        code (str): of the rule.
        folder (Path): the working directory, in which the two files of the nets are written.
    """
    example = CODES[code].example
    (folder / "reference_net.py").write_text(source("reference", example.reference), encoding="utf-8")
    (folder / "port_net.py").write_text(source("port", example.port), encoding="utf-8")
    torch.manual_seed(0)
    exec(example.files, {"torch": torch})
    found = compare("reference_net.py:Net", "port_net.py:Net", example.inputs, **dict(example.options))
    return settled(plain(found, whole=True))


def settled(text: str) -> str:
    """Return a report without what another machine measures otherwise."""
    text = _TRIED.sub("of N edits tried", _MEASURED.sub("", text))
    return _FRACTION.sub(_two_digits, _NUMBER.sub(_one_digit, text))


def _one_digit(found: re.Match[str]) -> str:
    return "noise" if int(found[2]) < _SMALL else f"{found[1]}e{found[2]}"


def _two_digits(found: re.Match[str]) -> str:
    return f"{float(found[0]):.2g}"


def main() -> None:
    """Write the files."""
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.txt"):
        path.unlink()
    here = Path.cwd()
    for code in CODES:
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            (FOLDER / f"{code}.txt").write_text(report(code, Path(folder)), encoding="utf-8")
            os.chdir(here)


if __name__ == "__main__":
    main()
