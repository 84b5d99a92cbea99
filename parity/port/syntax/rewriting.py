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


class Handlers:
    """What is called around a type of node.

    Args:
        before (Callable, optional): called with the node before its parts are written anew; False leaves them.
        after (Callable, optional): called with the node and what its parts became; returns what takes its place.
        around (Callable[[str], tuple]): gives what is called with the node before and after the parts of a field.
        kind (type): the type of node.
    """

    __slots__ = ("after", "before", "fields")

    def __init__(
        self,
        before: _Handler | None,
        after: _Handler | None,
        around: Callable[[str], tuple[_Handler | None, _Handler | None]],
        kind: type[cst.CSTNode],
    ) -> None:
        self.before, self.after = before, after
        self.fields = tuple((field, *around(field)) for field in fields_of(kind)) if _has_parts(kind) else ()


class Rewriter:
    """Calls ``visit_Type(node)`` before a node's parts are written anew, and ``leave_Type(node, updated)`` after.

    A part that `visit` returns False for stays as it is; what `leave` returns takes its place. ``visit_Type_field`` and
    ``leave_Type_field`` are called around one field. As with libcst's transformer, `leave` may return
    ``RemoveFromParent()`` and, within a list, a ``FlattenSentinel``.
    """

    def handlers(self, kind: type[cst.CSTNode]) -> Handlers:
        """Return what is called around a type of node.

        Args:
            kind (type): the type of node.
        """
        known: dict[type, Handlers] = self.__dict__.setdefault("_handlers", {})
        if kind not in known:
            name = kind.__name__
            known[kind] = Handlers(
                getattr(self, f"visit_{name}", None),
                getattr(self, f"leave_{name}", None),
                lambda field: (
                    getattr(self, f"visit_{name}_{field}", None),
                    getattr(self, f"leave_{name}_{field}", None),
                ),
                kind,
            )
        return known[kind]

    def rewrite(self, node: _Part) -> Any:
        """Return what takes the place of a node."""
        handlers = self.handlers(type(node))
        into = handlers.fields and (handlers.before is None or handlers.before(node) is not False)
        if not handlers.fields and handlers.before is not None:
            handlers.before(node)
        updated = self._with_parts(node, handlers) if into else node
        return updated if handlers.after is None else self.left(node, handlers.after(node, updated))

    def left(self, node: cst.CSTNode, made: Any) -> Any:
        """Return what takes the place of a node that a method was called for.

        Args:
            node (CSTNode): as it was.
            made (Any): what the method returned.
        """
        del node
        return made

    def _with_parts(self, node: _Part, handlers: Handlers) -> _Part:
        changes: dict[str, Any] = {}
        for field, before, after in handlers.fields:
            value = getattr(node, field)
            if before is not None:
                before(node)
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
                after(node)
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
