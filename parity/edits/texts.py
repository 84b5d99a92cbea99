"""Lines to write that are known already, as edits: a statement, or one call of it, as it should read."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterable, Sequence
from dataclasses import replace

from parity.edits.candidates import Candidate
from parity.edits.edit import Edit
from parity.edits.site import Site


def as_candidate(sites: Iterable[Site], file: str, line: int, text: str) -> Candidate | None:
    """Return the edit that writes a text on a line; None where it is not known what it takes the place of.

    What the text has in common with what stands there stays, so that two edits of one line can be made together.

    Args:
        sites (Iterable[Site]): functions, one of which holds the line.
        file (str): the file.
        line (int): a line of the statement.
        text (str): the whole statement, all statements of the line, or one call of the statement.
    """
    for site in sites:
        span = _span(site, line, text) if site.file == file else None
        if span is not None:
            change = _difference(site.lines.text, span, text.strip())
            return Candidate(site, Edit((change,), 1.0, "the line to write"), 0.0)
    return None


def _span(site: Site, line: int, text: str) -> tuple[int, int] | None:
    try:
        parsed = ast.parse(text.strip()).body
    except SyntaxError:
        return None
    beside = _statements(site.node, line)
    if len(parsed) == len(beside) > 1:
        return site.lines.span(beside[0])[0], site.lines.span(beside[-1])[1]
    if len(beside) != 1:
        return None
    statement = beside[0]
    call = parsed[0].value if len(parsed) == 1 and isinstance(parsed[0], ast.Expr) else None
    if call is None or isinstance(statement, ast.Expr):
        return site.lines.span(statement) if not hasattr(statement, "body") else None
    if not isinstance(call, ast.Call):
        return None
    name = ast.unparse(call.func)
    same = [n for n in ast.walk(statement) if isinstance(n, ast.Call) and ast.unparse(n.func) == name]
    return site.lines.span(same[0]) if len(same) == 1 else None


def _statements(node: ast.AST, line: int) -> list[ast.stmt]:
    """Return the innermost statements on a line: several where semicolons part them."""
    found = [
        entry
        for entry in ast.walk(node)
        if isinstance(entry, ast.stmt) and entry is not node and entry.lineno <= line <= (entry.end_lineno or 0)
    ]
    last = max((entry.lineno for entry in found), default=0)
    return sorted((entry for entry in found if entry.lineno == last), key=lambda entry: entry.col_offset)


def _difference(source: str, span: tuple[int, int], text: str) -> tuple[int, int, str]:
    """Return the change that writes a text, without what it has in common with what stands there."""
    start, end = span
    before = source[start:end]
    head = len(os.path.commonprefix([before, text]))
    tail = len(os.path.commonprefix([before[head:][::-1], text[head:][::-1]]))
    return start + head, end - tail, text[head : len(text) - tail]


def together(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the edits of each function as one.

    Args:
        candidates (Sequence[Candidate]): edits; of two that overlap the first is made.
    """
    found: dict[int, Candidate] = {}
    for entry in candidates:
        key = id(entry.site.function)
        known = found.get(key)
        if known is None:
            found[key] = entry
        elif not any(_overlap(one, other) for one in known.edit.changes for other in entry.edit.changes):
            found[key] = replace(known, edit=known.edit.joined(entry.edit))
    return list(found.values())


def _overlap(one: tuple[int, int, str], other: tuple[int, int, str]) -> bool:
    return one == other or (one[0] < other[1] and other[0] < one[1])
