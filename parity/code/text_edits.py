"""A finding's line to write as an edit of its file: which range is replaced, and by what."""

from __future__ import annotations

import ast
import itertools
import textwrap
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TextEdit:
    """A replacement in a source text, as editors take it: lines and columns count from 1, columns in characters.

    Args:
        file (str): the file.
        line (int): where what is replaced begins.
        column (int): likewise.
        end_line (int): where it ends.
        end_column (int): the column behind its last character.
        new_text (str): what to write there.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    new_text: str


Change = tuple[int, int, str]
"""Offsets between which characters are changed, and the new ones."""


def edit_of(file: str, line: int, fix: str, source: str) -> TextEdit | None:
    """Return the edit that writes `fix` at a line, or None where it cannot be told what it replaces.

    The fix takes the place of the statement at that line; where it has as many as semicolons part there, of all; where
    it is a call and the statement is not, that of the call to the same name; where it is a piece of a statement over
    several lines, that of the lines of the expression there. Only an edit after which the file can still be parsed is
    returned.

    Args:
        file (str): the file, for the edit.
        line (int): the line that the finding names.
        fix (str): the line to write; of several lines the first without indentation.
        source (str): the file's text.
    """
    fix = fix.strip()
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return None
    rows = source.splitlines()
    if not fix or not 1 <= line <= len(rows):
        return None
    for start, end in _ranges(tree, rows, line, fix):
        edit = _written(file, rows, start, end, fix)
        if _parses(applied(source, [edit])):
            return edit
    return None


def applied(source: str, edits: list[TextEdit]) -> str:
    """Return a text with edits applied; of those that cannot be made together the first in the list counts.

    Args:
        source (str): the text.
        edits (list[TextEdit]): of one file.
    """
    taken: list[Change] = []
    for edit in edits:
        change = change_of(source, edit)
        if change not in taken and _fits(source, taken, change):
            taken.append(change)
    return _with(source, taken)


def joined(source: str, edits: list[TextEdit]) -> str | None:
    """Return what edits of one range write there together; None where they contradict each other.

    Args:
        source (str): the text.
        edits (list[TextEdit]): of the same range.
    """
    taken: list[Change] = []
    for change in sorted({change_of(source, edit) for edit in edits}):
        if not _fits(source, taken, change):
            return None
        taken.append(change)
    start, end = _range(source, edits[0])
    written = _with(source, taken)
    return written[start : len(written) - (len(source) - end)]


def _fits(source: str, taken: list[Change], change: Change) -> bool:
    """Tell whether a change can be made beside others: two may give one argument at the same place."""
    alone = not any(overlap(change, known) for known in taken)
    return alone and (not taken or _parses(_with(source, [*taken, change])))


def _with(source: str, changes: list[Change]) -> str:
    for start, end, text in sorted(changes, reverse=True):
        source = source[:start] + text + source[end:]
    return source


def change_of(source: str, edit: TextEdit) -> Change:
    """Return the characters that an edit changes, as offsets, and the new ones; what it leaves as it is stays out.

    Args:
        source (str): the text.
        edit (TextEdit): of it.
    """
    start, end = _range(source, edit)
    before, after = source[start:end], edit.new_text
    head = _common(before, after)
    tail = _common(before[head:][::-1], after[head:][::-1])
    return start + head, end - tail, after[head : len(after) - tail]


def overlap(one: Change, other: Change) -> bool:
    """Tell whether two changes are of the same characters, or are one.

    Args:
        one (Change): a change.
        other (Change): of the same text.
    """
    return one == other or (one[0] < other[1] and other[0] < one[1])


def _common(one: str, other: str) -> int:
    """Return how many characters two texts begin with alike."""
    alike = itertools.takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    return sum(1 for _ in alike)


def _range(source: str, edit: TextEdit) -> tuple[int, int]:
    """Return the offsets between which an edit writes."""
    starts = [0, *itertools.accumulate(map(len, source.splitlines(keepends=True)))]
    return starts[edit.line - 1] + edit.column - 1, starts[edit.end_line - 1] + edit.end_column - 1


Place = tuple[int, int]
"""A line and a column, as `TextEdit` counts."""


def _ranges(tree: ast.Module, rows: list[str], line: int, fix: str) -> list[tuple[Place, Place]]:
    """Return what a fix may stand for, the likeliest first."""
    around = _statements_at(tree, line)
    if not around:
        return []
    found: list[tuple[Place, Place]] = []
    parsed = _parsed(fix) or []
    beside = [node for node in around if node.lineno == around[0].lineno and not hasattr(node, "body")]
    alone = parsed[0] if len(parsed) == 1 and isinstance(parsed[0], ast.Expr) else None
    if len(parsed) == len(beside) > 1:  # all statements of a line
        found.append((_place(rows, beside[-1])[0], _place(rows, beside[0])[1]))
    elif alone is not None and not isinstance(around[0], ast.Expr):
        found += [_place(rows, call) for call in _calls(around, line, alone.value)]
    elif parsed:
        alike = [node for node in around if isinstance(node, type(parsed[-1]))]
        same = [node for node in beside if len(beside) > 1 and _bound(node) == _bound(parsed[-1])]
        if len(beside) == 1 or len(same) == 1:
            found.append(_whole(rows, (same or alike or around)[0]))
    if around[0].lineno < line:  # a piece of a statement over several lines
        start = (line, _indent(rows[line - 1]) + 1)
        first = _expression(around[0], line)
        ends = [first.end_lineno or line] if first is not None else []
        found += [(start, (end, len(rows[end - 1]) + 1)) for end in (*ends, line)]
    return found


def _statements_at(tree: ast.Module, line: int) -> list[ast.stmt]:
    """Return the statements that a line belongs to, the innermost first."""
    holding = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or node.lineno)
    ]
    return sorted(holding, key=lambda node: (-node.lineno, -node.col_offset))


def _parsed(fix: str) -> list[ast.stmt] | None:
    try:
        return ast.parse(fix).body
    except SyntaxError:
        return None


def _calls(around: list[ast.stmt], line: int, wanted: ast.expr) -> list[ast.expr]:
    """Return the one call of the same name as `wanted` that begins in a line, or in the statement around it."""
    if not isinstance(wanted, ast.Call):
        return []
    name = _name(wanted)
    outermost = [node for node in around if node.lineno == line] or around[:1]
    calls = {id(node): node for top in outermost for node in ast.walk(top) if isinstance(node, ast.Call)}
    named = [call for call in calls.values() if _name(call) == name]
    chosen = [call for call in named if call.lineno == line] or named
    return list(chosen) if len(chosen) == 1 else []


def _bound(node: ast.stmt) -> tuple[type[ast.stmt], list[str]]:
    """Return the kind of a statement, and what it binds."""
    return type(node), [ast.unparse(target) for target in getattr(node, "targets", ())]


def _name(call: ast.Call) -> str:
    return ast.unparse(call.func).rpartition(".")[2]


def _expression(statement: ast.stmt, line: int) -> ast.expr | None:
    """Return the largest expression that begins in a line of a statement."""
    here = [node for node in ast.walk(statement) if isinstance(node, ast.expr) and node.lineno == line]
    return max(here, key=lambda node: ((node.end_lineno or 0), (node.end_col_offset or 0)), default=None)


def _whole(rows: list[str], statement: ast.stmt) -> tuple[Place, Place]:
    """Return the range of a statement; of one that holds others, that of its first line."""
    if hasattr(statement, "body"):
        return (statement.lineno, statement.col_offset + 1), (statement.lineno, len(rows[statement.lineno - 1]) + 1)
    return _place(rows, statement)


def _place(rows: list[str], node: ast.stmt | ast.expr) -> tuple[Place, Place]:
    end_line, end_column = node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
    return (
        (node.lineno, _characters(rows[node.lineno - 1], node.col_offset) + 1),
        (end_line, _characters(rows[end_line - 1], end_column) + 1),
    )


def _characters(row: str, column: int) -> int:
    return len(row.encode()[:column].decode(errors="replace"))


def _indent(row: str) -> int:
    return len(row) - len(row.lstrip())


def _written(file: str, rows: list[str], start: Place, end: Place, fix: str) -> TextEdit:
    """Return the edit, the fix's further lines indented as the line is where it begins."""
    first, *rest = fix.splitlines()
    margin = " " * _indent(rows[start[0] - 1])
    further = textwrap.indent("\n".join(rest), margin)
    return TextEdit(file, *start, *end, f"{first}\n{further}" if rest else first)


def _parses(source: str) -> bool:
    """Tell whether a file is Python; `ast.parse` alone takes an argument that is given twice."""
    try:
        compile(source, "<edited>", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    return True
