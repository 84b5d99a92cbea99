"""One edit of a source text, with the statement as it reads afterwards."""

from __future__ import annotations

import ast
import bisect
import functools
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Lines:
    """A source text, addressed as syntax trees do: by line and by column in bytes."""

    text: str

    @functools.cached_property
    def _rows(self) -> list[str]:
        return self.text.splitlines(keepends=True)

    @functools.cached_property
    def _starts(self) -> list[int]:
        starts = [0]
        for row in self._rows:
            starts.append(starts[-1] + len(row))
        return starts

    def offset(self, line: int, column: int) -> int:
        """Return the offset in characters of a column in bytes."""
        row = self._rows[line - 1] if line <= len(self._rows) else ""
        return self._starts[line - 1] + (column if row.isascii() else len(row.encode()[:column].decode()))

    def end_of(self, line: int) -> int:
        """Return the offset of the end of a line, without its line break."""
        return self._starts[line - 1] + len(self._rows[line - 1].rstrip("\r\n"))

    def span(self, node: ast.AST) -> tuple[int, int]:
        """Return the offsets between which a node stands."""
        at: Any = node
        return self.offset(at.lineno, at.col_offset), self.offset(at.end_lineno, at.end_col_offset)

    def of(self, node: ast.AST) -> str:
        """Return the text of a node."""
        start, end = self.span(node)
        return self.text[start:end]

    def line_at(self, offset: int) -> int:
        """Return the line in which an offset lies."""
        return bisect.bisect_right(self._starts, offset)

    def indent(self, line: int) -> str:
        """Return what a line begins with."""
        row = self._rows[line - 1]
        return row[: len(row) - len(row.lstrip())]


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of a source text.

    Args:
        changes (tuple[tuple[int, int, str], ...]): start, end and new text; no two overlap.
        cost (float): how far it is from what is there; the smallest is tried first.
        kind (str): what it does, in words, for the report.
        defaults (bool): it changes default values of the function's own arguments. Default: ``False``.
        rank (float): order among those of equal cost. Default: ``0.0``.
    """

    changes: tuple[tuple[int, int, str], ...]
    cost: float
    kind: str
    defaults: bool = False
    rank: float = field(default=0.0, compare=False)

    def applied(self, text: str, start: int = 0, end: int | None = None) -> str:
        """Return a part of the text with the edit in it.

        Args:
            text (str): the source.
            start (int): where the part begins. Default: ``0``.
            end (int, optional): where it ends. Default: ``None``, at the end.
        """
        end = len(text) if end is None else end
        parts, done = [], start
        for left, right, new in sorted(self.changes):
            if left < start or right > end:
                continue
            parts += [text[done:left], new]
            done = right
        return "".join([*parts, text[done:end]])

    def joined(self, other: Edit, kind: str = "") -> Edit:
        """Return both edits as one.

        Args:
            other (Edit): of the same text.
            kind (str): what they do together. Default: ``""``, what both do.
        """
        changes = (*self.changes, *other.changes)
        both = self.defaults or other.defaults
        return Edit(changes, self.cost + other.cost, kind or f"{self.kind}, {other.kind}", both)


@dataclass(frozen=True, slots=True)
class Written:
    """A statement as it should read.

    Args:
        line (int): the first line of the statement that it takes the place of.
        text (str): the new text, without the indentation of its first line.
        before (str): the text it takes the place of.
    """

    line: int
    text: str
    before: str


REMOVED = "# (remove this line)"
"""What is written in the place of a statement that is superfluous."""


def written(lines: Lines, tree: ast.AST, edit: Edit) -> list[Written]:
    """Return the statements that an edit changes, as they read afterwards.

    Args:
        lines (Lines): the source.
        tree (ast.AST): the function that is edited.
        edit (Edit): the edit.
    """
    found: dict[tuple[int, int], Written] = {}
    for left, right, _ in edit.changes:
        inside = [(end - start, start, end) for start, end in _extents(lines, tree) if start <= left and right <= end]
        if not inside:
            continue
        _, start, end = min(inside)
        indent = lines.indent(lines.line_at(start))
        text = edit.applied(lines.text, start, end)
        before = lines.text[start:end]
        shown = REMOVED if _does_nothing(text) else _dedented(text, indent)
        found[start, end] = Written(lines.line_at(start), shown, _dedented(before, indent))
    return [found[key] for key in sorted(found)]


@functools.lru_cache(maxsize=256)
def _extents(lines: Lines, tree: ast.AST) -> list[tuple[int, int]]:
    """Return where the statements of a function stand: thousands of edits of one function ask for it."""
    return [_extent(lines, node) for node in ast.walk(tree) if isinstance(node, ast.stmt)]


def _does_nothing(text: str) -> bool:
    """Tell whether a statement is none, or binds a name to itself."""
    name, _, value = text.strip().partition(" = ")
    return name == "pass" or (name.isidentifier() and name == value)


def _extent(lines: Lines, node: ast.stmt) -> tuple[int, int]:
    """Return where a statement stands; of one that holds others, its header."""
    start, end = lines.span(node)
    body = getattr(node, "body", None)
    if isinstance(body, list) and body:
        first = body[0]
        line = min([first.lineno, *(entry.lineno for entry in getattr(first, "decorator_list", []))])
        end = lines.end_of(line - 1) if line > node.lineno else end
    return start, end


def _dedented(text: str, indent: str) -> str:
    rows = text.split("\n")
    return "\n".join([rows[0], *(row.removeprefix(indent) for row in rows[1:])])
