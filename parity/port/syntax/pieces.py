"""Small pieces of libcst: text of a node, nodes from text, literal values, call arguments."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

import libcst as cst

_EMPTY = cst.Module([])


def text(node: cst.CSTNode) -> str:
    """Return the source of a node."""
    plain = _plain(node)
    return _EMPTY.code_for_node(node) if plain is None else plain


def _plain(node: cst.CSTNode) -> str | None:
    """Return the source of a name or a chain of attributes without brackets and spaces; None for anything else."""
    kind = type(node)
    if kind is cst.Name:
        return None if node.lpar else node.value  # type: ignore[attr-defined]
    if kind is not cst.Attribute or node.lpar or not _is_tight(node.dot):  # type: ignore[attr-defined]
        return None
    before = _plain(node.value)  # type: ignore[attr-defined]
    return None if before is None else f"{before}.{node.attr.value}"  # type: ignore[attr-defined]


def _is_tight(dot: cst.Dot) -> bool:
    spaces = (dot.whitespace_before, dot.whitespace_after)
    return all(type(space) is cst.SimpleWhitespace and not space.value for space in spaces)


def is_same(before: cst.CSTNode, after: cst.CSTNode) -> bool:
    """Tell whether two nodes have the same source."""
    return before is after or text(before) == text(after)


def expression(source: str) -> cst.BaseExpression:
    """Return the node of an expression's source; one of several lines is put in brackets where it needs them."""
    try:
        return cst.parse_expression(source)
    except cst.ParserSyntaxError:
        if "\n" not in source:
            raise
        return cst.parse_expression(f"({source})")


def statement(source: str) -> cst.SimpleStatementLine | cst.BaseCompoundStatement:
    """Return the node of one statement's source."""
    return cst.parse_statement(source)


def dotted(node: cst.CSTNode) -> str:
    """Return ``a.b.c`` for a name or a chain of attributes, "" for anything else."""
    if isinstance(node, cst.Name):
        return node.value
    if isinstance(node, cst.Attribute):
        before = dotted(node.value)
        return f"{before}.{node.attr.value}" if before else ""
    return ""


class NotLiteral(ValueError):  # noqa: N818  (a signal, not a failure)
    """The expression is no Python literal."""


def literal(node: cst.BaseExpression) -> object:
    """Return the value of a literal expression.

    Raises:
        NotLiteral: if it is none.
    """
    if not isinstance(
        node,
        (
            cst.Integer, cst.Float, cst.Tuple, cst.List, cst.Name, cst.UnaryOperation, cst.SimpleString,
            cst.ConcatenatedString, cst.Dict,
        ),
    ):  # fmt: skip
        raise NotLiteral
    try:
        return ast.literal_eval(text(node).strip())
    except (ValueError, SyntaxError, MemoryError) as error:
        raise NotLiteral from error


def written(value: object) -> str:
    """Return a value as it is written in source: a small float as ``1e-5``."""
    if isinstance(value, float) and "e-0" in repr(value):
        return repr(value).replace("e-0", "e-")
    if isinstance(value, str) and '"' not in value and "\\" not in value and value.isprintable():
        return f'"{value}"'
    return repr(value)


def argument(value: cst.BaseExpression | str, keyword: str = "") -> cst.Arg:
    """Return one argument of a call."""
    node = expression(value) if isinstance(value, str) else value
    if not keyword:
        return cst.Arg(node)
    return cst.Arg(node, keyword=cst.Name(keyword), equal=_TIGHT)


_TIGHT = cst.AssignEqual(cst.SimpleWhitespace(""), cst.SimpleWhitespace(""))


def arranged(call: cst.Call, args: Sequence[cst.Arg]) -> cst.Call:
    """Return `call` with other arguments, laid out as it was: on one line, or one argument a line."""
    if not args:
        return call.with_changes(args=(), whitespace_before_args=cst.SimpleWhitespace(""))
    layout = next((a.comma for a in call.args if isinstance(a.comma, cst.Comma)), None)
    last = call.args[-1] if call.args else None
    between = cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))
    if isinstance(layout, cst.Comma) and isinstance(layout.whitespace_after, cst.ParenthesizedWhitespace):
        between = cst.Comma(whitespace_after=_without_comment(layout.whitespace_after))
    done: list[cst.Arg] = []
    for number, entry in enumerate(args):
        if number < len(args) - 1:
            own = isinstance(entry.comma, cst.Comma) and (last is None or entry.comma is not last.comma)
            kept = entry.comma if own else between
            done.append(entry.with_changes(comma=kept, whitespace_after_arg=cst.SimpleWhitespace("")))
        else:
            comma = last.comma if last is not None else cst.MaybeSentinel.DEFAULT
            after = last.whitespace_after_arg if last is not None else cst.SimpleWhitespace("")
            done.append(entry.with_changes(comma=comma, whitespace_after_arg=after))
    return call.with_changes(args=done)


def _without_comment(space: cst.ParenthesizedWhitespace) -> cst.ParenthesizedWhitespace:
    return space.with_changes(
        first_line=space.first_line.with_changes(comment=None, whitespace=cst.SimpleWhitespace("")), empty_lines=()
    )


def call_text(callee: str, args: Iterable[cst.Arg]) -> str:
    """Return the source of a call on one line."""
    parts = [text(entry.with_changes(comma=cst.MaybeSentinel.DEFAULT)).strip() for entry in args]
    return f"{callee}({', '.join(parts)})"


def operand(node: cst.BaseExpression) -> str:
    """Return the source of an expression that an operator or a trailer may follow: bracketed where it must be."""
    source = text(node)
    plain = isinstance(
        node, (cst.Name, cst.Attribute, cst.Call, cst.Subscript, cst.Integer, cst.Float, cst.SimpleString, cst.List)
    )
    return source if plain or node.lpar else f"({source})"


def alone(node: cst.BaseExpression) -> cst.BaseExpression:
    """Return an expression that leaves its brackets: with brackets of its own where it spans several lines."""
    if "\n" not in text(node) or getattr(node, "lpar", None) or isinstance(node, (cst.Call, cst.Subscript, cst.List)):
        return node
    return node.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])


def is_starred(args: Sequence[cst.Arg]) -> bool:
    """Tell whether a call has ``*args`` or ``**options``."""
    return any(entry.star for entry in args)
