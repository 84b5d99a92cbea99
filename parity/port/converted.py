"""The result of one file's conversion, and the lines at which its marks stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import libcst as cst

from parity.port.context import Context, Mark
from parity.port.marks import share_converted
from parity.port.syntax import text
from parity.port.walking import walk


@dataclass(frozen=True, slots=True)
class Converted:
    """One file's conversion.

    Args:
        source (str): the converted source.
        marks (tuple[Mark, ...]): what stays as it is.
        converted (int): uses of the framework's names that were converted.
        unproved (tuple[str, ...]): methods taken over under the same name without a row.
    """

    source: str
    marks: tuple[Mark, ...]
    converted: int
    unproved: tuple[str, ...] = ()

    @property
    def rate(self) -> float:
        """The share of uses that were converted; 1 where there were none."""
        return share_converted(self.converted, len(self.marks))


def result(
    before: cst.Module, after: cst.Module, ctx: Context, places: Sequence[tuple[cst.CSTNode, Mark]]
) -> Converted:
    """Return the result of a conversion.

    Args:
        before (Module): the source.
        after (Module): the converted source.
        ctx (Context): what was found out on the way.
        places (Sequence[tuple[CSTNode, Mark]]): the marks, each with the statement of the source that it stands at.
    """
    marks = with_lines(before, places) if places else []
    return Converted(after.code, tuple(marks), ctx.converted, tuple(ctx.unproved))


def with_lines(tree: cst.Module, places: Sequence[tuple[cst.CSTNode, Mark]]) -> list[Mark]:
    """Return the marks with the lines of the statements that they stand at.

    A tree knows no lines: its statements are found again in the source, one after the other, by how they begin.
    """
    rows = [row.strip() for row in tree.code.splitlines()]
    known: dict[int, int] = {}
    at = 0
    for node in walk(tree):
        if not isinstance(node, (cst.SimpleStatementLine, cst.BaseCompoundStatement)):
            continue
        begins = _beginning(node)
        ways = (begins, f"el{begins}") if isinstance(node, cst.If) else (begins,)
        found = next((n for n in range(at, len(rows)) if begins and rows[n].startswith(ways)), None)
        if found is not None:
            at = found + 1
            known[id(node)] = at
    made = [replace(mark, line=known.get(id(node), 1)) for node, mark in places]
    return sorted(made, key=lambda mark: mark.line)


def _beginning(node: cst.CSTNode) -> str:
    """Return the first line of a statement, without the comments above it."""
    if isinstance(node, cst.FunctionDef):
        return f"{'async ' if node.asynchronous is not None else ''}def {node.name.value}"
    if isinstance(node, cst.ClassDef):
        return f"class {node.name.value}"
    changes: dict[str, Any] = {"leading_lines": ()}
    if isinstance(node, (cst.If, cst.For, cst.While, cst.With)):
        changes["body"] = cst.SimpleStatementSuite([cst.Pass()])
        if not isinstance(node, cst.With):
            changes["orelse"] = None
    source = text(node.with_changes(**changes)) if hasattr(node, "leading_lines") else ""
    return source.strip().removesuffix("pass").rstrip().partition("\n")[0].strip()
