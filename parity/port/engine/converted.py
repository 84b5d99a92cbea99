"""The result of one file's conversion, and the lines at which its marks stand."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import libcst as cst

from parity.port.engine.context import Context, Mark
from parity.port.engine.marks import share_converted
from parity.port.project.facts import Source
from parity.port.syntax.walking import children


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


def result(source: Source, after: cst.Module, ctx: Context, places: Sequence[tuple[cst.CSTNode, Mark]]) -> Converted:
    """Return the result of a conversion.

    Args:
        source (Source): the source.
        after (Module): the converted source.
        ctx (Context): what was found out on the way.
        places (Sequence[tuple[CSTNode, Mark]]): the marks, each with the statement of the source that it stands at.
    """
    marks = with_lines(source, places) if places else []
    return Converted(after.code, tuple(marks), ctx.converted, tuple(ctx.unproved))


def with_lines(source: Source, places: Sequence[tuple[cst.CSTNode, Mark]]) -> list[Mark]:
    """Return the marks with the lines of the statements that they stand at.

    A tree knows no lines: its statements are those that Python's own parser finds, in the same order.
    """
    rows = [node.lineno for node in _python_statements(ast.parse(source.code))]
    known: dict[int, int] = {}
    for row, statements in zip(rows, _statements(source.tree), strict=False):
        known.update({id(node): row for node in statements})
    made = [replace(mark, line=known.get(id(node), 1)) for node, mark in places]
    return sorted(made, key=lambda mark: mark.line)


def _python_statements(node: ast.AST) -> Iterator[ast.stmt]:
    for part in ast.iter_child_nodes(node):
        if isinstance(part, ast.stmt):
            yield part
        if isinstance(part, (ast.stmt, ast.excepthandler, ast.match_case)):
            yield from _python_statements(part)


def _statements(node: cst.CSTNode) -> Iterator[tuple[cst.CSTNode, ...]]:
    """Yield each statement, with the line that it begins."""
    for part in children(node):
        if isinstance(part, cst.SimpleStatementLine):
            yield from (((part, inner) if n == 0 else (inner,)) for n, inner in enumerate(part.body))
        elif isinstance(part, cst.SimpleStatementSuite):
            yield from ((inner,) for inner in part.body)
        elif isinstance(part, _COMPOUND):
            yield (part,)
            yield from _statements(part)
        elif isinstance(part, _BLOCKS):
            yield from _statements(part)


_COMPOUND = (cst.FunctionDef, cst.ClassDef, cst.If, cst.For, cst.While, cst.With, cst.Try, cst.TryStar, cst.Match)
_BLOCKS = (cst.IndentedBlock, cst.Else, cst.ExceptHandler, cst.ExceptStarHandler, cst.Finally, cst.MatchCase)
