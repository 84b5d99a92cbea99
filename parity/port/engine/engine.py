"""Passes over one file: each is a concern, with methods for the types of nodes that it looks at and a state of its own.

A node goes through four steps. `entering` comes before its parts are converted; where a method returns False, the parts
stay as they are. `leaving` comes after them, for what a pass keeps count of. Of the methods for `converting`, the first
that returns something decides what takes the node's place. `finishing` sees that and may write around it; there, the
passes come in reverse order, so that the first has the last word.

Calls and names of the framework that is converted are given on by their full name (`converting_call`,
`converting_name`), methods and attributes of other objects as such (`converting_method`, `converting_attribute`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from enum import IntEnum
from functools import cache
from typing import Any, ClassVar, TypeVar

import libcst as cst

from parity.port.engine.context import Context, Mark
from parity.port.project.facts import Source
from parity.port.syntax.pieces import text
from parity.port.syntax.rewriting import Handlers, Rewriter
from parity.port.syntax.walking import Parts

_Handler = Callable[..., Any]
_Method = TypeVar("_Method", bound=_Handler)
_Pass = TypeVar("_Pass", bound="Pass")
_Key = tuple[str, type[cst.CSTNode], str]
_ROLES = "_roles_of_a_pass"


def _role(step: str, *kinds: type[cst.CSTNode], field: str = "") -> Callable[[_Method], _Method]:
    def note(method: _Method) -> _Method:
        method.__dict__.setdefault(_ROLES, []).extend((step, kind, field) for kind in kinds)
        return method

    return note


def entering(*kinds: type[cst.CSTNode], field: str = "") -> Callable[[_Method], _Method]:
    """Have ``method(node)`` called before a node's parts, or before the parts of one field, are converted."""
    return _role("entering", *kinds, field=field)


def leaving(*kinds: type[cst.CSTNode], field: str = "") -> Callable[[_Method], _Method]:
    """Have ``method(node)`` called when a node's parts, or those of one field, are converted."""
    return _role("leaving", *kinds, field=field)


def converting(*kinds: type[cst.CSTNode]) -> Callable[[_Method], _Method]:
    """Have ``method(original, updated)`` asked what takes a node's place; None is for the next."""
    return _role("converting", *kinds)


def finishing(*kinds: type[cst.CSTNode]) -> Callable[[_Method], _Method]:
    """Have ``method(original, updated, made)`` return what is written in the end of what a node became."""
    return _role("finishing", *kinds)


converting_call = _role("call", cst.Call)
"""Have ``method(full, original, updated)`` asked about a call of the framework's."""
converting_method = _role("method", cst.Call)
"""Have ``method(original, updated)`` asked about a call of a method of what no import names."""
converting_name = _role("name", cst.Name)
"""Have ``method(full, original, updated)`` asked about a name of the framework that stands for itself."""
converting_attribute = _role("attribute", cst.Attribute)
"""Have ``method(original, updated)`` asked about an attribute of what no import names."""


class Stage(IntEnum):
    """Where a pass stands among the others; within a stage they stand in the order of their names."""

    OUTER = 0  # has the last word on statements
    FRAME = 1  # statements, imports, scopes: what the others rely on
    SPECIFIC = 2  # looks for something of its own
    TABLE = 3  # converts what the table says of any call, method or name
    LAST = 4


class Pass:
    """One concern of a conversion, made anew for each file.

    Args:
        engine (Engine): what runs it.
    """

    stage: ClassVar[Stage] = Stage.SPECIFIC

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.ctx: Any = engine.ctx


@cache
def _roles(kind: Hashable) -> tuple[tuple[str, _Key], ...]:
    assert isinstance(kind, type)
    named = {name: method for base in reversed(kind.__mro__) for name, method in vars(base).items()}
    noted = {
        name: [role for base in kind.__mro__ for role in getattr(vars(base).get(name), _ROLES, ())] for name in named
    }
    return tuple((name, key) for name, keys in noted.items() for key in dict.fromkeys(keys))


class Engine(Rewriter):
    """Runs the passes over one file.

    Args:
        ctx (Context): what is known of the file.
        source (Source): the file.
        parts (Parts): its nodes by their types.
        kinds (Sequence[type[Pass]]): the passes, in their order.

    Attributes:
        places: the marks, each with the statement of the source that it stands at.
    """

    def __init__(self, ctx: Context, source: Source, parts: Parts, kinds: Sequence[type[Pass]]) -> None:
        self.ctx, self.source, self.parts = ctx, source, parts
        self.places: list[tuple[cst.CSTNode, Mark]] = []
        self._claimed: set[int] = set()
        self._tables: dict[type, Handlers] = {}
        self._asked: dict[_Key, list[_Handler]] = {}
        self._passes = [make(self) for make in kinds]
        for made in self._passes:
            kind: Any = type(made)
            for name, key in _roles(kind):
                self._asked.setdefault(key, []).append(getattr(made, name))

    def the(self, kind: type[_Pass]) -> _Pass:
        """Return the pass of a type, which another asks."""
        return next(made for made in self._passes if isinstance(made, kind))

    def claim(self, *nodes: cst.CSTNode) -> None:
        """Have nodes left as they are: they are converted with what they stand in."""
        self._claimed.update(map(id, nodes))

    def is_claimed(self, node: cst.CSTNode) -> bool:
        """Tell whether a node is converted with what it stands in."""
        return id(node) in self._claimed

    def rest(self, after: Pass, full: str, original: cst.Call, call: cst.Call) -> cst.BaseExpression:
        """Return what the passes after one make of a call of the framework's that this one changed."""
        found = iter(self._asked["call", cst.Call, ""])
        for method in found:
            if getattr(method, "__self__", None) is after:
                break
        made = next((m for method in found if (m := method(full, original, call)) is not None), None)
        return call if made is None else made

    def left(self, node: cst.CSTNode, made: Any) -> Any:
        """Keep the brackets of what spanned several lines."""
        brackets = getattr(node, "lpar", ())
        if not brackets or getattr(made, "lpar", True) or "\n" not in text(made):
            return made
        return made.with_changes(lpar=brackets, rpar=getattr(node, "rpar", ()))

    def handlers(self, kind: type[cst.CSTNode]) -> Handlers:
        """Return what is called before and after the parts of a type of node, and around each."""
        known = self._tables.get(kind)
        if known is None:
            known = self._tables[kind] = Handlers(
                self._before(kind, ""), self._after(kind), lambda field: self._around(kind, field), kind
            )
        return known

    def _before(self, kind: type[cst.CSTNode], field: str) -> _Handler | None:
        asked = self._asked.get(("entering", kind, field))
        if not asked:
            return None

        def before(node: cst.CSTNode) -> bool:
            answers = [method(node) for method in asked]
            return False not in answers

        return before

    def _around(self, kind: type[cst.CSTNode], field: str) -> tuple[_Handler | None, _Handler | None]:
        asked = self._asked.get(("leaving", kind, field))
        after = (lambda node: [method(node) for method in asked]) if asked else None
        return self._before(kind, field), after

    def _after(self, kind: type[cst.CSTNode]) -> _Handler | None:
        counted = self._asked.get(("leaving", kind, ""), [])
        asked = [*self._asked.get(("converting", kind, ""), []), *self._by_name(kind)]
        written = self._asked.get(("finishing", kind, ""), [])[::-1]
        if not (counted or asked or written):
            return None

        def after(node: cst.CSTNode, updated: cst.CSTNode) -> Any:
            for method in counted:
                method(node)
            made: Any = None
            if id(node) not in self._claimed:
                made = next((m for method in asked if (m := method(node, updated)) is not None), None)
            made = updated if made is None else made
            for method in written:
                made = method(node, updated, made)
            return made

        return after

    def _by_name(self, kind: type[cst.CSTNode]) -> Iterator[_Handler]:
        if kind is cst.Call:
            calls, methods = self._asked.get(("call", kind, ""), []), self._asked.get(("method", kind, ""), [])
            yield lambda node, updated: self._named(node, node.func, updated, calls, methods)
        if kind in {cst.Name, cst.Attribute}:
            names = self._asked.get(("name", cst.Name, ""), [])
            attributes = self._asked.get(("attribute", kind, ""), [])
            yield lambda node, updated: self._named(node, node, updated, names, attributes)

    def _named(
        self, node: Any, name: cst.BaseExpression, updated: Any, ours: Sequence[_Handler], others: Sequence[_Handler]
    ) -> Any:
        full = self.ctx.scopes.full(name)
        if self.ctx.is_source(full):
            return next((made for method in ours if (made := method(full, node, updated)) is not None), None)
        if full or not isinstance(name, cst.Attribute):
            return None
        return next((made for method in others if (made := method(node, updated)) is not None), None)
