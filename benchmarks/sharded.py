"""How many mistakes of sharded programs are named: ``python -m benchmarks.sharded [NAME]...``.

Each program of `benchmarks/sharded_edits.py` is compared with its unsharded reference at the ranks that it says. A
mistake is named if what is reported first stands at the line that was changed, under the name of its cause, with no
error elsewhere.
"""

from __future__ import annotations

import argparse
import difflib
import os
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import parity
from benchmarks.sharded_edits import RIGHT, WRONG, Program
from parity.code.errors import CannotCompare
from parity.report.model import Finding, Report

FOLDER = Path(__file__).parents[1] / "tests" / "parity" / "sharded" / "nets"


def compared(program: Program, folder: Path) -> Report | str:
    """Write a program to a folder and compare it; of one that cannot be compared, say why."""
    text = (FOLDER / f"{program.name}.py").read_text(encoding="utf-8")
    (folder / "references.py").write_text((FOLDER / "references.py").read_text(encoding="utf-8"), encoding="utf-8")
    (folder / f"{program.name}.py").write_text(program.applied(text), encoding="utf-8")
    reference, port = f"{folder / 'references.py'}:{program.reference}", f"{folder / program.name}.py:net"
    try:
        return parity.compare(reference, port, program.inputs, ranks=program.ranks, **dict(program.options))  # type: ignore[arg-type]
    except CannotCompare as error:
        return str(error)


def changed_lines(program: Program) -> set[int]:
    """Return the lines of the changed text that were changed; of lines that were taken away, their neighbours."""
    before = (FOLDER / f"{program.name}.py").read_text(encoding="utf-8")
    after = program.applied(before).splitlines()
    blocks = difflib.SequenceMatcher(None, before.splitlines(), after, autojunk=False)
    found: set[int] = set()
    for kind, _, _, start, end in blocks.get_opcodes():
        if kind != "equal":
            gone = not "".join(after[start:end]).strip()
            found |= set(range(start, end + 2)) if gone else set(range(start + 1, end + 1))
    return found


def is_named(program: Program, found: Report | str) -> tuple[bool, bool, bool]:
    """Tell whether a difference was found, whether at the line alone, and whether under its name."""
    if isinstance(found, str):
        return False, False, False
    errors = [finding for finding in found.findings if finding.severity == "error"]
    lines = changed_lines(program)
    at = bool(errors) and all(_line(finding) in lines for finding in errors)
    named = bool(errors) and ("*" in program.rules or errors[0].rule in program.rules)
    return found.verdict == "different", at, at and named


def _line(finding: Finding) -> int:
    number = (finding.location or "").rpartition(":")[2]
    return int(number) if number.isdigit() else 0


def main() -> int:
    """Print what is not as it should be, and the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--all", action="store_true", help="print what is as it should be too")
    given = parser.parse_args()
    counts = dict.fromkeys(("right", "same", "wrong", "found", "line", "named"), 0)
    for number, program in enumerate((*RIGHT, *WRONG)):
        if given.names and program.name not in given.names and str(number) not in given.names:
            continue
        began = time.perf_counter()
        with TemporaryDirectory() as folder:
            found = compared(program, Path(os.path.realpath(folder)))
            said = [found] if isinstance(found, str) else [_told(finding, Path(folder)) for finding in found.findings]
        if program.rules:
            different, line, good = is_named(program, found)
            for word, value in (("wrong", True), ("found", different), ("line", line), ("named", good)):
                counts[word] += value
        else:
            good = not isinstance(found, str) and found.verdict == "same"
            counts["right"] += 1
            counts["same"] += good
        seconds = time.perf_counter() - began
        what = [new for _, new in program.changes]
        if not good or given.all:
            print(
                "ok " if good else "NOT", number, program.name, program.ranks, f"{seconds:.1f} s", program.rules, what
            )
            print(*(f"      {line}" for line in said), sep="\n", flush=True)
    print(", ".join(f"{count} {word}" for word, count in counts.items()))
    return 0


def _told(finding: Finding, folder: Path) -> str:
    place = (finding.location or "").replace(os.path.realpath(folder), "")
    return f"{finding.severity} {finding.rule} {place} {finding.message} {finding.fix} ({finding.evidence})"


if __name__ == "__main__":
    raise SystemExit(main())
