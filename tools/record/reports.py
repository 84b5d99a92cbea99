"""Write whole reports, word for word: ``python -m tools.record.reports [FAMILY]... [--only NAME]``, without MindSpore.

Four families: the examples of the rules, the adversarial pairs that the tests compare, the planted mistakes and correct
ports of ``tests/defects`` that they judge, and what a scan says of two files. What another machine measures otherwise
is left out: times, and the digits of errors behind the first; an error below 1e-4 is "noise", wherever it is; also how
many edits the search tried. Read the differences that git shows: users will read them.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import torch
from click.testing import CliRunner

from cli.main import program
from parity import compare
from parity.code.errors import CannotCompare
from parity.report.text import plain
from parity.rules import CODES
from tests.defects import chosen as defects
from tests.parity.adversarial import chosen as adversarial
from tests.parity.rules.examples import source
from tools.defects import judge

FOLDER = Path(__file__).resolve().parents[2] / "tests" / "goldens" / "reports"
SOURCES = FOLDER.parents[1] / "parity" / "scan" / "sources"
REWRITTEN_BY = "python -m tools.record.reports writes it (--only NAME: one of them)"
_NUMBER = re.compile(r"(?<![\w.])(\d)\.\d+e([+-]\d\d)(?!\w)")
_FRACTION = re.compile(r"(?<![\w.])\d+\.\d{3,}(?![\w.])")
_MEASURED = re.compile(r"^(cost|memory): .*\n", re.MULTILINE)
_TRIED = re.compile(r"\bof \d+ edits tried")
_NO_ERROR = re.compile(r"(?<=\bfloat\d\d )0(?![\d.e])")  # on one machine, and 1e-17 on another
_PLACE_OF_NOISE = re.compile(r"\bnoise at \[[\d, ]*\]")
_SMALL = -4


def recorded(family: str, name: str) -> str:
    """Return the report that is recorded of one case.

    Args:
        family (str): ``"rules"``, ``"adversarial"``, ``"defects"`` or ``"scan"``.
        name (str): of the case in it.

    Raises:
        LookupError: if none is; it says how to record it.
    """
    path = FOLDER / family / f"{name}.txt"
    if not path.is_file():
        raise LookupError(f"no report of {name} is recorded: python -m tools.record.reports {family} --only {name}")
    return path.read_text(encoding="utf-8")


def names(family: str) -> set[str]:
    """Return the names of the cases of a family whose reports are recorded."""
    return {path.stem for path in (FOLDER / family).glob("*.txt")}


def of_rule(code: str, folder: Path) -> str:
    """Return the report of a rule's example, compared in a folder."""
    example = CODES[code].example
    (folder / "reference_net.py").write_text(source("reference", example.reference), encoding="utf-8")
    (folder / "port_net.py").write_text(source("port", example.port), encoding="utf-8")
    with _within(folder):
        torch.manual_seed(0)
        exec(example.files, {"torch": torch})
        found = compare("reference_net.py:Net", "port_net.py:Net", example.inputs, **dict(example.options))
    return settled(plain(found, whole=True))


def of_adversarial_pair(name: str, folder: Path) -> str:
    """Return the report of an adversarial pair, or why it cannot be compared."""
    case = adversarial.PAIRS[name]
    case.write(folder)
    with _within(folder):
        try:
            return settled(plain(compare(*case.targets, case.inputs, **case.keywords()), whole=True))
        except CannotCompare as error:
            return settled(f"{error}\n")


def of_planted_mistake(name: str, folder: Path) -> str:
    """Return what the command prints of a planted mistake, or of a correct port."""
    return settled(judge(defects.CASES[name], folder).output)


def of_scan(name: str, folder: Path) -> str:
    """Return what the scan of a file prints, and the columns that its JSON has."""
    with _within(SOURCES):
        printed = CliRunner().invoke(program, ["scan", f"{name}.py", "--names", "--json", str(folder / "found.json")])
    remarks = json.loads((folder / "found.json").read_text(encoding="utf-8"))["files"][0]["remarks"]
    return printed.output + "".join(f"{entry['lines']} {entry['columns']} {entry['rule']}\n" for entry in remarks)


FAMILIES: dict[str, tuple[Sequence[str], Callable[[str, Path], str]]] = {
    "rules": (tuple(CODES), of_rule),
    "adversarial": (adversarial.CHOSEN, of_adversarial_pair),
    "defects": (defects.CHOSEN, of_planted_mistake),
    "scan": (tuple(sorted(path.stem for path in SOURCES.glob("*.py"))), of_scan),
}


@contextmanager
def _within(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def settled(text: str) -> str:
    """Return a report without what another machine measures otherwise."""
    text = _TRIED.sub("of N edits tried", _MEASURED.sub("", text))
    text = _NO_ERROR.sub("noise", _FRACTION.sub(_two_digits, _NUMBER.sub(_one_digit, text)))
    return _PLACE_OF_NOISE.sub("noise", text)


def _one_digit(found: re.Match[str]) -> str:
    return "noise" if int(found[2]) < _SMALL else f"{found[1]}e{found[2]}"


def _two_digits(found: re.Match[str]) -> str:
    return f"{float(found[0]):.2g}"


def main() -> None:
    """Write the files."""
    parser = argparse.ArgumentParser(description="Write whole reports, word for word.")
    parser.add_argument("family", nargs="*", help=f"some of {', '.join(FAMILIES)}; default: all")
    parser.add_argument("--only", metavar="NAME", help="one case of the families: a rule's code, the name of a pair")
    asked = parser.parse_args()
    for family in asked.family or FAMILIES:
        cases, report = FAMILIES[family]
        (FOLDER / family).mkdir(parents=True, exist_ok=True)
        for name in names(family) - set(cases):
            (FOLDER / family / f"{name}.txt").unlink()
        for name in cases if asked.only is None else {asked.only} & set(cases):
            with tempfile.TemporaryDirectory() as folder:
                (FOLDER / family / f"{name}.txt").write_text(report(name, Path(folder)), encoding="utf-8")


if __name__ == "__main__":
    main()
