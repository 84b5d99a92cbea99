"""Scopes: which names stand for what, where, and what they are bound to."""

from __future__ import annotations

from typing import Any, ClassVar

import libcst as cst

from parity.port.engine.context import Context
from parity.port.engine.engine import Pass, Stage, converting, entering, leaving
from parity.port.project.kinds import TENSOR, kinds_of_parts
from parity.port.project.names import OWN, Scope, bound_in, defined_in, imported, parameters_of, targets
from parity.port.syntax.pieces import text
from parity.port.syntax.walking import Parts


def bound_elsewhere(parts: Parts, package: str, framework: str) -> set[str]:
    """Return every name that a file binds in any scope, other than by importing the framework.

    Args:
        parts (Parts): what the file says.
        package (str): the package that it is a module of; "" for none.
        framework (str): what is converted: ``torch`` or ``mindspore``.
    """
    found: set[str] = set()
    of_imports: set[int] = set()
    lines: list[cst.Import | cst.ImportFrom] = [*parts.of(cst.Import), *parts.of(cst.ImportFrom)]
    for line in lines:
        found |= {n for n, full in imported(line, package) if full.partition(".")[0] != framework}
        aliases = () if isinstance(line.names, cst.ImportStar) else line.names
        of_imports |= {id(alias.asname) for alias in aliases}
    node: Any
    for named in (cst.FunctionDef, cst.ClassDef, cst.Param):
        for node in parts.of(named):
            found.add(node.name.value)
    for binding in (cst.AssignTarget, cst.AnnAssign, cst.For, cst.CompFor, cst.NamedExpr):
        for node in parts.of(binding):
            found |= targets(node.target)
    for name in (node.name for node in parts.of(cst.AsName) if id(node) not in of_imports):
        found |= targets(name)
    return found


class Scopes(Pass):
    """Opens the scopes of files and lambdas, and has the names alone that are no expressions."""

    stage = Stage.FRAME

    @entering(cst.Module)
    def open_file(self, node: cst.Module) -> None:
        """Know the names that the file binds at its top."""
        ctx, names = self.ctx, self.ctx.scopes.inner.names
        names.update(dict.fromkeys(bound_in(node), OWN))
        names.update({name: f"{self.engine.source.module}.{name}" for name in defined_in(node)})
        if ctx.source not in ctx.bound:
            names.setdefault(ctx.source, ctx.source)  # a piece of a program, imported where the rest of it is

    @entering(cst.Lambda)
    def open_lambda(self, node: cst.Lambda) -> None:
        """Open the scope of a lambda."""
        names = {param.name.value: OWN for param in parameters_of(node.params)}
        self.ctx.scopes.stack.append(Scope(names=names))

    @leaving(cst.Lambda)
    def close_lambda(self, node: cst.Lambda) -> None:
        """Close the scope of a lambda."""
        del node
        self.ctx.scopes.stack.pop()

    @entering(cst.Arg)
    def leave_keyword(self, node: cst.Arg) -> None:
        """Leave the keywords of arguments alone."""
        if node.keyword is not None:
            self.engine.claim(node.keyword)

    @entering(cst.Param, cst.FunctionDef, cst.ClassDef)
    def leave_name(self, node: cst.Param | cst.FunctionDef | cst.ClassDef) -> None:
        """Leave the names of parameters, functions and classes alone."""
        self.engine.claim(node.name)

    @entering(cst.AssignTarget)
    def leave_target(self, node: cst.AssignTarget) -> None:
        """Leave the names that are bound alone."""
        if isinstance(node.target, cst.Name):
            self.engine.claim(node.target)

    @entering(cst.Attribute)
    def leave_attribute(self, node: cst.Attribute) -> bool:
        """Leave the names of attributes alone; a name of the framework is converted as a whole."""
        self.engine.claim(node.attr)
        return not self.ctx.is_source(self.ctx.scopes.full(node))


class Functions(Pass):
    """Opens the scopes of functions, in which their arguments are known as far as hints and use tell.

    Attributes:
        forwards: what the names of methods begin with that are given tensors.
    """

    stage = Stage.FRAME
    forwards: ClassVar[tuple[str, ...]] = ()

    def kind_of_hint(self, node: cst.BaseExpression) -> str:
        """Return the kind that a type hint says, or ""."""
        raise NotImplementedError

    def kind_by_use(self, node: cst.FunctionDef, number: int) -> str:
        """Return the kind that calls of a function give an argument, or ""."""
        del node, number
        return ""

    @entering(cst.FunctionDef)
    def open(self, node: cst.FunctionDef) -> None:
        """Open a function's scope."""
        ctx: Context = self.ctx
        known = ctx.classes[-1] if ctx.scopes.inner.is_class and ctx.classes else None
        scope = Scope(kinds=dict(known.kinds), classes=dict(known.classes)) if known is not None else Scope()
        scope.names.update(dict.fromkeys(bound_in(node.body), OWN))
        takes_tensors = known is not None and (
            (known.is_layer and node.name.value.startswith(self.forwards)) or known.is_function
        )
        for number, param in enumerate(parameters_of(node.params)):
            name = param.name.value
            scope.names[name] = OWN
            kind = self.kind_of_hint(param.annotation.annotation) if param.annotation is not None else ""
            plain = param.default is None and param.star in {"", None} and param.annotation is None
            kind = self.kind_by_use(node, number) or kind
            if (
                not kind
                and param.annotation is None
                and isinstance(param.default, (cst.Integer, cst.Float, cst.UnaryOperation))
            ):
                kind = self.ctx.kind_of(param.default)
            scope.kinds[name] = kind or (TENSOR if takes_tensors and plain and name != "self" else "")
        ctx.scopes.stack.append(scope)
        ctx.functions.append(node.name.value)

    @leaving(cst.FunctionDef)
    def close(self, node: cst.FunctionDef) -> None:
        """Close a function's scope."""
        del node
        self.ctx.scopes.stack.pop()
        self.ctx.functions.pop()


class Bindings(Pass):
    """Knows of names what they are bound to, once no other pass makes something else of the statement."""

    stage = Stage.TABLE

    def __init__(self, engine: Any) -> None:
        super().__init__(engine)
        self.members: dict[str, dict[str, tuple[str, ...]]] = {}  # the layers that classes of the file have

    @converting(cst.Assign)
    def assign(self, original: cst.Assign, updated: cst.Assign) -> None:
        """Know what a statement binds."""
        del updated
        for target in original.targets:
            self._bind(target.target, original.value)

    @converting(cst.AnnAssign)
    def assign_hinted(self, original: cst.AnnAssign, updated: cst.AnnAssign) -> None:
        """Know what a statement binds."""
        del updated
        if original.value is not None:
            self._bind(original.target, original.value)

    def _bind(self, target: cst.BaseExpression, value: cst.BaseExpression) -> None:
        scope = self.ctx.scopes.inner
        if isinstance(target, (cst.Name, cst.Attribute, cst.Subscript)):
            scope.kinds[text(target)] = self.ctx.kind_of(value)
            if isinstance(target, cst.Name):
                made = self.ctx.class_of(value)
                scope.classes[target.value] = (made,) if made else ()
                for name, known in self._members(value).items():
                    scope.classes[f"{target.value}.{name.removeprefix('self.')}"] = known
            scope.made_by[text(target)] = self.ctx.scopes.full(value.func) if isinstance(value, cst.Call) else ""
            scope.named_after[text(target)] = _owner_of_name(value)
        elif isinstance(target, (cst.Tuple, cst.List)):
            kinds = kinds_of_parts(value, len(target.elements), self.ctx.kind_of)
            for element, kind in zip(target.elements, kinds, strict=True):
                if isinstance(element.value, cst.Name):
                    scope.kinds[element.value.value] = kind

    def _members(self, value: cst.BaseExpression) -> dict[str, tuple[str, ...]]:
        """Return the layers that an object of a class of the file has as attributes."""
        while (
            isinstance(value, cst.Call)
            and isinstance(value.func, cst.Attribute)
            and isinstance(value.func.value, cst.Call)
        ):
            value = value.func.value
        return self.members.get(self.ctx.scopes.full(value.func), {}) if isinstance(value, cst.Call) else {}


def _owner_of_name(value: cst.BaseExpression) -> str:
    """Return ``m`` of ``m.__class__.__name__`` and ``type(m).__name__``, or ""."""
    if not isinstance(value, cst.Attribute) or value.attr.value != "__name__":
        return ""
    owner = value.value
    if isinstance(owner, cst.Attribute) and owner.attr.value == "__class__":
        return text(owner.value)
    is_type = isinstance(owner, cst.Call) and text(owner.func) == "type" and len(owner.args) == 1
    return text(owner.args[0].value) if is_type and isinstance(owner, cst.Call) else ""
