"""Source lines beside a finding: without their common indentation, the line meant, and in it what differs."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from parity.report.finding import placed
from parity.report.model import Finding

SourceReader = Callable[[str], Sequence[str] | None]
"""Gives the lines of a source file by the path that a location holds, or None where it cannot be read."""

_CONTEXT = 3
_ALIKE = 0.5  # of a line and its fix: below it the fix is no new form of the line
_TOKEN = re.compile(r"\d+(?:\.\d*)?(?:e[+-]?\d+)?|\w+|\s+|[^\w\s]")

Part = tuple[str, bool]
"""A piece of a line, and whether it is what differs."""


@dataclass(frozen=True, slots=True)
class SourceLine:
    """One line of an excerpt.

    Args:
        number (int): in its file; 0 of a line that is not in it yet.
        parts (tuple[Part, ...]): its text in pieces.
        kind (Literal["", "hit", "write"]): ``"hit"``: the line that the location names; ``"write"``: what to write
            in its place.
    """

    number: int
    parts: tuple[Part, ...]
    kind: Literal["", "hit", "write"] = ""

    @property
    def text(self) -> str:
        """The whole line."""
        return "".join(piece for piece, _ in self.parts)


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The lines around a location; none where the file could not be read."""

    side: str
    location: str
    lines: tuple[SourceLine, ...]


def excerpts(finding: Finding, readers: tuple[SourceReader, SourceReader]) -> tuple[Excerpt, ...]:
    """Show the lines that a finding speaks of, on both sides where it names both.

    Args:
        finding (Finding): any finding.
        readers (tuple[SourceReader, SourceReader]): give source lines of the reference and of the port.
    """
    reference = _lines(finding.reference_location, readers[0])
    port = _lines(finding.location, readers[1])
    fix = finding.fix.strip() if port is not None and _alike(port.hit, finding.fix.strip()) else ""
    shown = []
    if finding.reference_location:
        marked = () if reference is None else differing_arguments(reference.hit, "" if port is None else port.hit)
        shown.append(Excerpt("reference", finding.reference_location, _lines_shown(reference, marked, "")))
    if finding.location:
        marked = () if port is None else differing(port.hit, fix)
        if port is not None and reference is not None and not fix:
            marked = differing_arguments(port.hit, reference.hit)
        shown.append(Excerpt("port", finding.location, _lines_shown(port, marked, fix)))
    return tuple(shown)


@dataclass(frozen=True, slots=True)
class _Lines:
    """The lines around a location, without their common indentation; `at` is the index of the one it names."""

    first: int
    lines: tuple[str, ...]
    at: int

    @property
    def hit(self) -> str:
        return self.lines[self.at].strip()


def _lines(location: str | None, sources: SourceReader) -> _Lines | None:
    path, named = placed(location) or ("", 0)
    lines = sources(path) if path else None
    if lines is None or not 1 <= named <= len(lines):
        return None
    first = max(1, named - _CONTEXT)
    chosen = [line.expandtabs(4).rstrip() for line in lines[first - 1 : named + _CONTEXT]]
    indent = min((len(line) - len(line.lstrip()) for line in chosen if line), default=0)
    return _Lines(first, tuple(line[indent:] for line in chosen), named - first)


def _lines_shown(lines: _Lines | None, marked: tuple[Part, ...], fix: str) -> tuple[SourceLine, ...]:
    """Show the lines, the one that is meant in its pieces, and below it the line to write."""
    shown: list[SourceLine] = []
    if lines is None:
        return ()
    for index, line in enumerate(lines.lines):
        if index != lines.at:
            shown.append(SourceLine(lines.first + index, ((line, False),)))
            continue
        indent = line[: len(line) - len(line.lstrip())]
        shown.append(SourceLine(lines.first + index, ((indent, False), *marked), "hit"))
        if fix:
            shown.append(SourceLine(0, ((indent, False), *differing(fix, lines.hit)), "write"))
    return tuple(shown)


def differing(line: str, other: str) -> tuple[Part, ...]:
    """Cut a line into pieces that another line has too, in this order, and pieces that it has not.

    Args:
        line (str): the line to cut.
        other (str): the one it is compared with; of an empty one nothing is said to differ.
    """
    if not other:
        return ((line, False),)
    ours, theirs = _TOKEN.findall(line), _TOKEN.findall(other)
    parts: list[Part] = []
    for tag, start, end, _, _ in difflib.SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        if start < end:
            parts.append(("".join(ours[start:end]), tag != "equal"))
    return tuple(parts)


def differing_arguments(line: str, other: str) -> tuple[Part, ...]:
    """Cut a line as `differing` does, from its first bracket on: names before it differ between frameworks anyway."""
    head, bracket, rest = line.partition("(")
    other_rest = other.partition("(")[2]
    if not bracket or not other_rest:
        return ((line, False),)
    return ((head + bracket, False), *differing(rest, other_rest))


def _alike(line: str, fix: str) -> bool:
    """Tell whether a fix is a new form of the line, not a piece of advice."""
    return bool(fix) and "\n" not in fix and difflib.SequenceMatcher(None, line, fix).ratio() >= _ALIKE
