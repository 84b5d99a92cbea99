"""Texts with expressions in them, ``f"{x}"``: what an expression has become may hold no quote of the text's own."""

from __future__ import annotations

import libcst as cst

from parity.port.engine.engine import Pass, Stage, finishing
from parity.port.syntax.pieces import text
from parity.port.syntax.rewriting import Rewriter

_OTHER = {'"': "'", "'": '"'}


class Texts(Pass):
    """Writes the texts in expressions with the other quotes, or the whole text with three, as before Python 3.12."""

    stage = Stage.FRAME

    @finishing(cst.FormattedString)
    def quoted(
        self, original: cst.FormattedString, updated: cst.FormattedString, made: cst.BaseExpression
    ) -> cst.BaseExpression:
        """Write a text so that its end is where it was."""
        del updated
        if not isinstance(made, cst.FormattedString) or len(made.quote) > 1 or made.deep_equals(original):
            return made
        quotes = _Quotes(made.quote)
        parts = [quotes.rewrite(part) if _has(part, made.quote) else part for part in made.parts]
        made = made.with_changes(parts=parts)
        if not any(_has(part, made.quote) for part in parts):
            return made
        return made.with_changes(start=f"{made.prefix}{made.quote * 3}", end=made.quote * 3)

    @finishing(cst.FormattedStringExpression)
    def spaced(
        self,
        original: cst.FormattedStringExpression,
        updated: cst.FormattedStringExpression,
        made: cst.FormattedStringExpression,
    ) -> cst.FormattedStringExpression:
        """Have a dict begin behind a space: two brackets stand for a bracket."""
        del original, updated
        if text(made.expression).startswith("{"):
            return made.with_changes(whitespace_before_expression=cst.SimpleWhitespace(" "))
        return made


def _has(part: cst.BaseFormattedStringContent, quote: str) -> bool:
    return isinstance(part, cst.FormattedStringExpression) and quote in text(part.expression)


class _Quotes(Rewriter):
    """Writes texts with the other quotes, where they hold none of them."""

    def __init__(self, quote: str) -> None:
        self.quote = quote

    def leave_SimpleString(self, original_node: cst.SimpleString, updated_node: cst.SimpleString) -> cst.SimpleString:
        """Write a text."""
        del original_node
        inner, other = updated_node.raw_value, _OTHER[self.quote]
        if updated_node.quote != self.quote or other in inner or "\\" in inner:
            return updated_node
        return updated_node.with_changes(value=f"{updated_node.prefix}{other}{inner}{other}")
