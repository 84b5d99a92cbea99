"""What each name of a file stands for: torch's by its full name, or something of the file's own and its kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import libcst as cst

from parity.port.syntax.pieces import dotted
from parity.port.syntax.walking import walk

OWN = ""
"""What a name stands for that the file binds itself."""


@dataclass(slots=True)
class Scope:
    """The names of a file, a class or a function.

    Attributes:
        names: what a name stands for: a full dotted name, or `OWN`.
        kinds: what a value bound to a name is, as far as it is known (`parity.port.kinds`).
        classes: layer classes of torch that a name is known to be an instance of.
        made_by: the full names of what is called for what a name is bound to.
        named_after: names bound to the name of an object's class: the object of ``name = m.__class__.__name__``.
        ranks: the numbers of axes of tensors whose sizes are written out.
        is_class: a class's names are not seen by the functions in it.
    """

    names: dict[str, str] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    classes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    made_by: dict[str, str] = field(default_factory=dict)
    named_after: dict[str, str] = field(default_factory=dict)
    ranks: dict[str, int] = field(default_factory=dict)
    is_class: bool = False


class Scopes:
    """The scopes that are open while a file is read, the innermost last."""

    def __init__(self) -> None:
        self.stack: list[Scope] = [Scope()]

    @property
    def inner(self) -> Scope:
        """The innermost scope."""
        return self.stack[-1]

    def seen(self) -> Iterator[Scope]:
        """Yield the scopes whose names are seen here, the innermost first."""
        yield self.stack[-1]
        for scope in reversed(self.stack[:-1]):
            if not scope.is_class:
                yield scope

    def full(self, node: cst.CSTNode) -> str:
        """Return the full name that an expression stands for by the imports, or ""."""
        name = dotted(node)
        if not name:
            return ""
        head, dot, rest = name.partition(".")
        for scope in self.seen():
            if head in scope.names:
                before = scope.names[head]
                return f"{before}{dot}{rest}" if before else ""
        return ""

    def is_bound(self, name: str) -> bool:
        """Tell whether any open scope binds `name`."""
        return any(name in scope.names for scope in self.seen())

    def kind(self, name: str) -> str:
        """Return the kind of what a name is bound to, or ""."""
        for scope in self.seen():
            if name in scope.kinds:
                return scope.kinds[name]
            if name in scope.names:
                return ""
        return ""

    def classes(self, text: str) -> tuple[str, ...]:
        """Return the layer classes of torch that the object written as `text` is an instance of; () where unknown."""
        for scope in self.seen():
            if text in scope.classes:
                return scope.classes[text]
        return ()

    def made_by(self, text: str) -> str:
        """Return the full name of what is called for what `text` is bound to, or ""."""
        return next((scope.made_by[text] for scope in self.seen() if text in scope.made_by), "")


def imported(node: cst.Import | cst.ImportFrom, package: str) -> Iterator[tuple[str, str]]:
    """Yield (name in the file, full name) of an import; a relative one is made absolute by the file's package."""
    if isinstance(node, cst.Import):
        for alias in node.names:
            full = dotted(alias.name)
            if alias.asname is not None:
                yield dotted(alias.asname.name), full
            else:
                first = full.partition(".")[0]
                yield first, first
        return
    if isinstance(node.names, cst.ImportStar):
        return
    module = absolute(node, package)
    for alias in node.names:
        name = dotted(alias.name)
        yield (dotted(alias.asname.name) if alias.asname is not None else name), f"{module}.{name}"


def absolute(node: cst.ImportFrom, package: str) -> str:
    """Return the full name of the module that a ``from`` import names."""
    module = dotted(node.module) if node.module is not None else ""
    if not node.relative:
        return module
    parts = package.split(".") if package else []
    kept = parts[: len(parts) - (len(node.relative) - 1)]
    return ".".join([*kept, module] if module else kept)


_NEW_SCOPE = frozenset({cst.FunctionDef, cst.ClassDef, cst.Lambda, cst.Import, cst.ImportFrom})
_DEFINITIONS = frozenset({cst.FunctionDef, cst.ClassDef})
_BINDING = frozenset({cst.AssignTarget, cst.AnnAssign, cst.For, cst.CompFor, cst.NamedExpr})


def bound_in(body: cst.CSTNode) -> set[str]:
    """Return the names that a function's, a class's or a file's body binds itself.

    Not those that it imports, and not those of the functions and classes in it.
    """
    found: set[str] = set()
    node: Any
    for node in walk(body, lambda inner: type(inner) not in _NEW_SCOPE):
        kind = type(node)
        if kind in _BINDING:
            found |= targets(node.target)
        elif kind in _DEFINITIONS:
            found.add(node.name.value)
        elif kind is cst.AsName:
            found |= targets(node.name)
    return found


def defined_in(body: cst.Module) -> set[str]:
    """Return the names of the functions and classes of a file, wherever at its top they stand."""
    found: Iterator[Any] = walk(body, lambda inner: type(inner) not in _DEFINITIONS)
    return {node.name.value for node in found if type(node) in _DEFINITIONS}


def targets(node: cst.BaseExpression) -> set[str]:
    """Return the names that a target of an assignment binds."""
    if isinstance(node, cst.Name):
        return {node.value}
    if isinstance(node, (cst.Tuple, cst.List)):
        return {name for element in node.elements for name in targets(element.value)}
    return targets(node.value) if isinstance(node, cst.StarredElement) else set()


def parameters_of(node: cst.Parameters) -> list[cst.Param]:
    """Return the parameters of a function in the order of their definition."""
    every = [*node.posonly_params, *node.params]
    if isinstance(node.star_arg, cst.Param):
        every.append(node.star_arg)
    every.extend(node.kwonly_params)
    if node.star_kwarg is not None:
        every.append(node.star_kwarg)
    return every
