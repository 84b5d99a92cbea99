"""A quick walk over a tree: what is read is found without rebuilding the tree, and white space is left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import cache

import libcst as cst

_LAYOUT = frozenset({
    "lpar", "rpar", "lbracket", "rbracket", "lbrace", "rbrace", "comma", "equal", "dot", "semicolon", "header",
    "footer", "leading_lines", "lines_after_decorators", "trailing_whitespace", "newline", "indent", "colon", "star",
    "first_line", "empty_lines", "last_line", "operator_whitespace",
})  # fmt: skip


@cache
def _fields(kind: type[cst.CSTNode]) -> tuple[str, ...]:
    names = (field.name for field in fields(kind))
    return tuple(name for name in names if name not in _LAYOUT and not name.startswith("whitespace"))


def children(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """Yield the parts of a node in the order of the source, without its white space and punctuation."""
    for name in _fields(type(node)):
        value = getattr(node, name)
        if isinstance(value, (list, tuple)):
            yield from value
        elif isinstance(value, cst.CSTNode):
            yield value


def walk(node: cst.CSTNode, into: Callable[[cst.CSTNode], bool] | None = None) -> Iterator[cst.CSTNode]:
    """Yield a node and everything in it.

    Args:
        node (CSTNode): where to begin.
        into (Callable[[CSTNode], bool], optional): tells whether the parts of a node are yielded too. Default: always.
    """
    stack = [node]
    while stack:
        found = stack.pop()
        yield found
        if into is None or into(found):
            stack.extend(reversed(list(children(found))))
