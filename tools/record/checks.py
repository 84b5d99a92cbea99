"""Write what the table executes for each of its rows: ``python -m tools.record.checks``; no MindSpore is needed.

One file a family: under a row the lines of both frameworks that are derived from its statements, as
`mappings.proof.proofs.checks` yields them: for one row in six, and for the first that has a transform, layout, kind of
fix or anything else that no row before it has. Read the differences that git shows: they are the lines that users are
told to write.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

from mappings.proof.checks import Check
from mappings.proof.proofs import checks
from mappings.rows.model import Case, Row
from mappings.table.registry import iter_rows

FOLDER = Path(__file__).resolve().parents[2] / "tests" / "goldens" / "checks"
_WRITTEN = frozenset({"number", "torch", "mindspore"})
_PLAIN = {field.name: field.default for field in fields(Case) if field.name not in _WRITTEN}


def families() -> dict[str, str]:
    """Return the text of each family by its name."""
    found: dict[str, list[str]] = {}
    for row in chosen():
        found.setdefault(row.family, []).extend([f"{row.pair}", *lines(row), ""])
    return {family: "\n".join(written) for family, written in found.items()}


def chosen() -> Iterator[Row]:
    """Yield one row in six, the same ones whichever rows are added, and each that says something of a new kind."""
    seen: set[str] = set()
    for row in iter_rows():
        new = set(_kinds(row)) - seen
        seen |= new
        if new or zlib.crc32(row.pair.encode()) % 6 == 0:
            yield row


def _kinds(row: Row) -> Iterator[str]:
    """Yield of what kind the statements of a row are."""
    yield f"kind {row.kind} {bool(row.write)} {bool(row.none)} {bool(row.tries)} {'Tensor' in row.mindspore}"
    for param in row.listed:
        yield f"param {param.transform} {param.shows} {param.torch is None} {param.mindspore is None}"
    for difference in row.differences:
        words = [word for word in ("result", "layer", "=", "ndim", "(") if word in difference.fix]
        yield f"fix {difference.loudness} {difference.shows} {words}"
    for case in row.cases:
        yield f"case {case.stage} {case.expected} {case.compare} {bool(case.call)} {bool(case.constants)}"


def lines(row: Row) -> Iterator[str]:
    """Yield what is executed for a row: the label, how its cases count, and each case."""
    for found in checks(row):
        if isinstance(found, Check):
            counted = "" if found.mode == "all" else f" ({found.mode})"
            yield f"  {found.label}{counted}"
            yield from (f"    {_case(case)}" for case in found.cases)
        else:
            yield f"  unproven: {found.reason}"


def _case(case: Case) -> str:
    """Return a case: both lines, and what is not as it is by default."""
    code = f"{case.torch!r} {case.mindspore!r}" if "\n" in case.torch else f"{case.torch}  ->  {case.mindspore}"
    other = [f"{name}={getattr(case, name)!r}" for name, plain in _PLAIN.items() if getattr(case, name) != plain]
    return "  ".join([f"{case.number}: {code}", *other])


def main() -> None:
    """Write the files."""
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.txt"):
        path.unlink()
    for family, text in families().items():
        (FOLDER / f"{family}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
