"""Lines to write that are known already, as edits: a statement, or one call of it, as it should read."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import replace

from parity.edits.candidates import Candidate
from parity.edits.edit import Edit
from parity.edits.site import Site


def as_candidate(sites: Iterable[Site], file: str, line: int, text: str) -> Candidate | None:
    """Return the edit that writes a text on a line; None where it is not known what it takes the place of.

    Args:
        sites (Iterable[Site]): functions, one of which holds the line.
        file (str): the file.
        line (int): a line of the statement.
        text (str): the whole statement, or one call of it.
    """
    for site in sites:
        if site.file != file:
            continue
        statement = _statement(site.node, line)
        span = _span(site, statement, text) if statement is not None else None
        if span is not None:
            return Candidate(site, Edit(((*span, text.strip()),), 1.0, "the line to write"), 0.0)
    return None


def _statement(node: ast.AST, line: int) -> ast.stmt | None:
    """Return the innermost statement on a line."""
    found = [
        entry
        for entry in ast.walk(node)
        if isinstance(entry, ast.stmt) and entry is not node and entry.lineno <= line <= (entry.end_lineno or 0)
    ]
    return max(found, key=lambda entry: entry.lineno, default=None)


def _span(site: Site, statement: ast.stmt, text: str) -> tuple[int, int] | None:
    try:
        parsed = ast.parse(text.strip()).body
    except SyntaxError:
        return None
    call = parsed[0].value if len(parsed) == 1 and isinstance(parsed[0], ast.Expr) else None
    if call is None or isinstance(statement, ast.Expr):
        return site.lines.span(statement) if not hasattr(statement, "body") else None
    if not isinstance(call, ast.Call):
        return None
    name = ast.unparse(call.func)
    same = [n for n in ast.walk(statement) if isinstance(n, ast.Call) and ast.unparse(n.func) == name]
    return site.lines.span(same[0]) if len(same) == 1 else None


def together(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the edits of each function as one.

    Args:
        candidates (Sequence[Candidate]): edits, no two of which overlap.
    """
    found: dict[int, Candidate] = {}
    for entry in candidates:
        key = id(entry.site.function)
        known = found.get(key)
        if known is None:
            found[key] = entry
        elif not set(known.edit.changes) & set(entry.edit.changes):
            found[key] = replace(known, edit=known.edit.joined(entry.edit))
    return list(found.values())
