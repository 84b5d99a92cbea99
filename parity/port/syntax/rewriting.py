"""Walks over a tree with a method for each type of node: one that only reads, and one that writes what it changes.

libcst's own build every node anew, whether or not something in it changes, and ask for two methods for each attribute:
a file of a thousand lines takes seconds. These give the parts that do not change back as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cache
from typing import Any, TypeVar

import libcst as cst

from parity.port.syntax.walking import fields_of, is_node

_WHOLE = (
    cst.BaseBinaryOp, cst.BaseUnaryOp, cst.BaseBooleanOp, cst.BaseCompOp, cst.BaseAugOp, cst.BaseNumber, cst.Name,
    cst.SimpleString,
)  # fmt: skip
_Part = TypeVar("_Part", bound=cst.CSTNode)
_Handler = Callable[..., Any]


@cache
def _has_parts(kind: Hashable) -> bool:
    return not (isinstance(kind, type) and issubclass(kind, _WHOLE))


@cache
def _handler(owner: Hashable, name: str) -> _Handler | None:
    return getattr(owner, name, None)


@cache
def _plan(owner: Hashable, kind: type[cst.CSTNode]) -> tuple[tuple[str, _Handler | None, _Handler | None], ...]:
    """Return the fields of a type's parts, each with what is called before and after it."""
    name = kind.__name__
    return tuple(
        (field, _handler(owner, f"visit_{name}_{field}"), _handler(owner, f"leave_{name}_{field}"))
        for field in fields_of(kind)
    )


@cache
def _handlers(owner: Hashable, kind: type[cst.CSTNode]) -> tuple[_Handler | None, _Handler | None]:
    return _handler(owner, f"visit_{kind.__name__}"), _handler(owner, f"leave_{kind.__name__}")


def _types(owner: object, node: cst.CSTNode) -> tuple[Any, Any]:
    return type(owner), type(node)


class Reader:
    """Calls ``visit_Type(node)`` before a node's parts, which False leaves out, and ``leave_Type(node)`` after them."""

    def read(self, node: cst.CSTNode) -> None:
        """Read a node and everything in it."""
        owner, kind = _types(self, node)
        visit, leave = _handlers(owner, kind)
        if (visit is None or visit(self, node) is not False) and _has_parts(kind):
            for field in fields_of(kind):
                value = getattr(node, field)
                of: Any = type(value)
                if of is tuple or of is list:
                    for part in value:
                        self.read(part)
                elif is_node(of):
                    self.read(value)
        if leave is not None:
            leave(self, node)


class Rewriter:
    """Calls ``visit_Type(node)`` before a node's parts are written anew, and ``leave_Type(node, updated)`` after.

    A part that `visit` returns False for stays as it is; what `leave` returns takes its place. ``visit_Type_field`` and
    ``leave_Type_field`` are called around one field. As with libcst's transformer, `leave` may return
    ``RemoveFromParent()`` and, within a list, a ``FlattenSentinel``.
    """

    def rewrite(self, node: _Part) -> Any:
        """Return what takes the place of a node."""
        owner, kind = _types(self, node)
        visit, leave = _handlers(owner, kind)
        into = _has_parts(kind) if visit is None else visit(self, node) is not False and _has_parts(kind)
        updated = self._with_parts(node, kind) if into else node
        return updated if leave is None else self.left(node, leave(self, node, updated))

    def left(self, node: cst.CSTNode, made: Any) -> Any:
        """Return what takes the place of a node that a method was called for.

        Args:
            node (CSTNode): as it was.
            made (Any): what the method returned.
        """
        del node
        return made

    def _with_parts(self, node: _Part, kind: type[cst.CSTNode]) -> _Part:
        changes: dict[str, Any] = {}
        for field, before, after in _plan(_types(self, node)[0], kind):
            value = getattr(node, field)
            if before is not None:
                before(self, node)
            of: Any = type(value)
            if of is tuple or of is list:
                made: Any = self._sequence(value)
            elif is_node(of):
                made = self.rewrite(value)
                if made is cst.RemovalSentinel.REMOVE:
                    made = None
                elif type(made) is cst.FlattenSentinel:
                    raise TypeError(f"several nodes cannot take the place of one {of.__name__}")
            else:
                made = value
            if made is not value:
                changes[field] = made
            if after is not None:
                after(self, node)
        return node.with_changes(**changes) if changes else node

    def _sequence(self, parts: Sequence[cst.CSTNode]) -> Sequence[cst.CSTNode]:
        made: list[cst.CSTNode] = []
        for part in parts:
            new = self.rewrite(part)
            if type(new) is cst.FlattenSentinel:
                made += [entry for entry in new if not _became_empty(part, entry)]
            elif new is not cst.RemovalSentinel.REMOVE and not _became_empty(part, new):
                made.append(new)
        same = len(made) == len(parts) and all(new is part for new, part in zip(made, parts, strict=True))
        return parts if same else tuple(made)


def _became_empty(before: cst.CSTNode, made: cst.CSTNode) -> bool:
    """Tell whether nothing is left of a line."""
    line = cst.SimpleStatementLine
    return type(made) is line and not made.body and not (type(before) is line and not before.body)
