"""Quick walks over a tree: what is read is found without rebuilding the tree, and white space is left out."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import fields
from functools import cache
from typing import Any, TypeVar

import libcst as cst

_LAYOUT = frozenset({
    "lpar", "rpar", "lbracket", "rbracket", "lbrace", "rbrace", "comma", "equal", "dot", "semicolon", "header",
    "footer", "leading_lines", "lines_after_decorators", "trailing_whitespace", "newline", "indent", "colon", "star",
    "first_line", "empty_lines", "last_line", "operator_whitespace",
})  # fmt: skip
# The parts of nodes whose fields stand in another order than their source.
_ORDER: dict[type[cst.CSTNode], tuple[str, ...]] = {
    cst.ClassDef: ("decorators", "name", "type_parameters", "bases", "keywords", "body"),
    cst.ExceptHandler: ("type", "name", "body"),
    cst.ExceptStarHandler: ("type", "name", "body"),
    cst.FunctionDef: ("decorators", "asynchronous", "name", "type_parameters", "params", "returns", "body"),
    cst.IfExp: ("body", "test", "orelse"),
    cst.MatchCase: ("pattern", "guard", "body"),
    cst.Parameters: ("posonly_params", "posonly_ind", "params", "star_arg", "kwonly_params", "star_kwarg"),
}
_Node = TypeVar("_Node", bound=cst.CSTNode)


@cache
def fields_of(kind: type[cst.CSTNode]) -> tuple[str, ...]:
    """Return the fields that hold a node's parts in the order of the source, without white space and punctuation."""
    names = (field.name for field in fields(kind))
    return _ORDER.get(kind) or tuple(
        name for name in names if name not in _LAYOUT and not name.startswith("whitespace")
    )


@cache
def is_node(kind: Hashable) -> bool:
    """Tell whether a type is that of a node: `isinstance` asks abstract classes, which is slow."""
    return isinstance(kind, type) and issubclass(kind, cst.CSTNode)


def children(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """Yield the parts of a node in the order of the source, without its white space and punctuation."""
    for name in fields_of(type(node)):
        value = getattr(node, name)
        kind: Any = type(value)
        if kind is tuple or kind is list:
            yield from value
        elif is_node(kind):
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
            parts = list(children(found))
            parts.reverse()
            stack += parts


class Parts:
    """Everything in a tree by its type: one walk for all who ask for the nodes of some types.

    Args:
        tree (CSTNode): where to begin.
    """

    def __init__(self, tree: cst.CSTNode) -> None:
        self._found: dict[type, list[Any]] = {}
        for node in walk(tree):
            self._found.setdefault(type(node), []).append(node)

    def of(self, kind: type[_Node]) -> Sequence[_Node]:
        """Return the nodes of a type, in the order of the source.

        Args:
            kind (type): the type itself, not one that others derive from.
        """
        return self._found.get(kind, ())
