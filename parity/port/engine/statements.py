"""Statements: the marks of what is left in them stand above, what is to follow them below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import libcst as cst

from parity.port.engine.engine import Pass, Stage, entering, finishing
from parity.port.engine.marks import marked

_BLOCKS = (cst.If, cst.For, cst.While, cst.With, cst.FunctionDef, cst.ClassDef)


class Statements(Pass):
    """Collects the marks of each statement and writes them."""

    stage = Stage.FRAME

    @entering(cst.SimpleStatementLine, *_BLOCKS)
    def open(self, node: cst.CSTNode) -> None:
        """Collect marks."""
        del node
        self.ctx.pending.append([])

    @finishing(*_BLOCKS)
    def close(self, original: cst.CSTNode, updated: cst.CSTNode, made: Any) -> Any:
        """Write the marks of a block's head above it."""
        del updated
        marks = self.ctx.pending.pop()
        self.engine.places += [(original, mark) for mark in marks]
        if marks and isinstance(made, cst.FlattenSentinel):
            first, *rest = made
            return cst.FlattenSentinel([marked(first, marks), *rest])
        return marked(made, marks) if marks and isinstance(made, cst.CSTNode) else made

    @finishing(cst.SimpleStatementLine)
    def close_line(self, original: cst.SimpleStatementLine, updated: cst.SimpleStatementLine, made: Any) -> Any:
        """Write the marks of a line above it, and what is to follow it below."""
        made = self.close(original, updated, made)
        following = [cst.parse_statement(line) for line in self.ctx.following]
        self.ctx.following.clear()
        if original.body and not updated.body:
            return cst.FlattenSentinel(following) if following else cst.RemoveFromParent()
        return cst.FlattenSentinel([made, *following]) if following else made

    @finishing(cst.IndentedBlock)
    def fill(self, original: cst.IndentedBlock, updated: cst.IndentedBlock, made: cst.IndentedBlock) -> Any:
        """Write ``pass`` into a block of which nothing is left."""
        del updated
        if original.body and not made.body:
            return made.with_changes(body=[cst.SimpleStatementLine([cst.Pass()])])
        return made

    @finishing(cst.Module)
    def close_file(self, original: cst.Module, updated: cst.Module, made: cst.Module) -> cst.Module:
        """Know the marks that stand at no statement."""
        del updated
        self.engine.places += [(original, mark) for mark in self.ctx.pending[0]]
        return made


def unwrapped(node: cst.With | cst.If | cst.Else) -> Sequence[cst.BaseStatement]:
    """Return the statements of a block, one level further out."""
    body: list[Any] = list(node.body.body)
    if isinstance(node.body, cst.SimpleStatementSuite):
        body = [cst.SimpleStatementLine(body=node.body.body)]
    lines = getattr(node, "leading_lines", ())
    if body and lines and hasattr(body[0], "leading_lines"):
        body[0] = body[0].with_changes(leading_lines=[*lines, *body[0].leading_lines])
    return body
