"""The way through a file, in the order of its execution, with what each name is."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from itertools import chain, compress, islice
from operator import is_not

from parity.source.definitions import FORWARD, ClassFacts, Function, annotated, evidence, parameters
from parity.source.expressions import Expressions, Scope
from parity.source.imports import bound_by
from parity.source.kinds import MODULE, NONE, PLAIN, UNKNOWN, Kind, item_of, join, named, tensor

_ENDS = (ast.Return, ast.Raise, ast.Continue, ast.Break)
_REGISTER = frozenset({"register_buffer", "register_parameter"})


class Walker(Expressions):
    """Goes through a file once: what is executed on import, then the body of each function."""

    def __init__(self, framework: str, methods: frozenset[str] = frozenset()) -> None:
        super().__init__(framework, methods)
        self._classes: dict[int, ClassFacts] = {}
        self._functions: dict[int, tuple[Function, Scope, ClassFacts | None]] = {}
        self._waiting: list[Function] = []
        self._given: dict[int, Kind] = {}
        self._open: set[int] = set()
        self._returns: list[list[Kind]] = [[]]
        self._current: list[Function] = []

    def module(self, tree: ast.Module) -> None:
        """Read the file."""
        self.block(tree.body, {})
        self._read_waiting(0)

    def facts(self, kind: Kind) -> ClassFacts | None:
        """Return what is known of a class of the file, or of the class of an object."""
        return self._classes.get(id(kind.node)) if kind.node is not None else None

    # ----------------------------------------------------------------------------------------------------- functions

    def _read_waiting(self, known: int) -> None:
        while len(self._waiting) > known:
            self.result_of(self._waiting.pop())

    def result_of(self, function: Function) -> Kind:
        """Read a function of the file, unless it is being read; return the kind of what it gives."""
        key = id(function)
        if key in self._given or key in self._open or key not in self._functions:
            return self._given.get(key, UNKNOWN)
        _, around, owner = self._functions[key]
        if owner is not None and function.name != "__init__":
            self._prepare(owner)
        self._open.add(key)
        self.owners.append(owner)
        self._returns.append([])
        self._current.append(function)
        scope, known = dict(around), len(self._waiting)
        self._parameters(function, scope, owner)
        self.block(function.body, scope)
        self._current.pop()
        kinds = self._returns.pop()
        self._given[key] = join(kinds) if kinds else NONE
        self._read_waiting(known)
        self.owners.pop()
        self._open.discard(key)
        return self._given[key]

    def _prepare(self, facts: ClassFacts) -> None:
        """Read what fills the attributes of a class first."""
        for base in facts.bases:
            inherited = self.facts(base)
            if inherited is not None and inherited is not facts:
                self._prepare(inherited)
        if "__init__" in facts.methods:
            self.result_of(facts.methods["__init__"])

    def _parameters(self, function: Function, scope: Scope, owner: ClassFacts | None) -> None:
        """Bind the parameters to what they are, as far as annotations, defaults and the body tell."""
        listed = list(parameters(function))
        if owner is not None and listed and not _is_static(function):
            scope[listed.pop(0)[0].arg] = Kind("object", owner.node.name, node=owner.node)
        forward = owner is not None and function.name in FORWARD and bool(owner.framework)
        framework = owner.framework if owner is not None and owner.framework else self.framework
        bare = {entry.arg for entry, default in listed if entry.annotation is None and _is_none(default)}
        seen = evidence(function, framework) if bare and framework else None
        for entry, default in listed:
            kind = annotated(entry.annotation, scope, framework)
            if kind.sort in {"unknown", "none"} and default is not None:
                kind = self._default(default)
            if seen is not None and entry.arg in bare:
                shown = entry.arg in seen.tensors or (forward and default is None)
                kind = PLAIN if entry.arg in seen.others else tensor(framework) if shown else kind
            scope[entry.arg] = kind
        for starred in (function.args.vararg, function.args.kwarg):
            if starred is not None:
                scope[starred.arg] = UNKNOWN

    def _default(self, node: ast.expr) -> Kind:
        """Return what a parameter with this default may be: itself, or for a class also any other."""
        if isinstance(node, ast.Constant):
            return PLAIN if node.value is not None else UNKNOWN
        found = self.kinds.get(id(node))
        kind = found[1] if found is not None else UNKNOWN
        return Kind("choice", items=(kind, UNKNOWN)) if kind.sort in {"name", "own"} else UNKNOWN

    # --------------------------------------------------------------------------------------------------- definitions

    def _class(self, node: ast.ClassDef, scope: Scope) -> None:
        for part in (*node.decorator_list, *(keyword.value for keyword in node.keywords)):
            self.visit(part, scope)
        facts = ClassFacts(node, scope, tuple(self.visit(base, scope) for base in node.bases))
        for base in facts.bases:
            facts.inherit(base, self.facts(base))
        self._classes[id(node)] = facts
        scope[node.name] = Kind("own", node.name, node=node)
        inner = dict(scope)
        for statement in node.body:
            if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
                self._function(statement, inner, facts)
            else:
                self.statement(statement, inner)
        facts.attributes.update({
            name: kind for name, kind in inner.items() if scope.get(name) is not kind and name not in facts.methods
        })  # fmt: skip

    def _function(self, node: Function, scope: Scope, owner: ClassFacts | None = None) -> None:
        for part in node.decorator_list:
            self.visit(part, scope)
        for entry, default in parameters(node):
            if entry.annotation is not None:
                self.visit(entry.annotation, scope)
            if default is not None:
                self.visit(default, scope, bound=entry.arg, value=True)
        if node.returns is not None:
            self.visit(node.returns, scope)
        if owner is not None:
            owner.methods.setdefault(node.name, node)
        self._functions[id(node)] = (node, scope if owner is None else owner.scope, owner)
        self._waiting.append(node)
        scope[node.name] = Kind("own", node.name, node=node)

    # ---------------------------------------------------------------------------------------------------- statements

    def block(self, body: Iterable[ast.stmt], scope: Scope) -> None:
        """Read statements in order."""
        for node in body:
            self.statement(node, scope)

    def statement(self, node: ast.stmt, scope: Scope) -> None:
        """Read one statement."""
        if isinstance(node, ast.Expr):
            self._bare(node.value, scope)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            self._assignment(node, scope)
        elif isinstance(node, ast.AugAssign):
            self._in_place(node, scope)
        elif isinstance(node, ast.Return):
            self._returns[-1].append(self.visit(node.value, scope, value=True) if node.value is not None else NONE)
        elif isinstance(node, ast.If):
            self.visit(node.test, scope)
            self._branches((node.body, node.orelse), scope)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            self._function(node, scope)
        elif isinstance(node, ast.ClassDef):
            self._class(node, scope)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            scope.update((name, named(full)) for name, full in bound_by(node))
        else:
            self._compound(node, scope)

    def _compound(self, node: ast.stmt, scope: Scope) -> None:
        if isinstance(node, (ast.For, ast.AsyncFor)):
            items = self.items_of(self.visit(node.iter, scope))
            self._loop(node.body, scope, node.target, items)
            self.block(node.orelse, scope)
        elif isinstance(node, ast.While):
            self.visit(node.test, scope)
            self._loop(node.body, scope)
            self.block(node.orelse, scope)
        elif isinstance(node, (ast.With, ast.AsyncWith)):
            for item in node.items:
                self.visit(item.context_expr, scope)
                if item.optional_vars is not None:
                    self.assign(item.optional_vars, UNKNOWN, scope)
            self.block(node.body, scope)
        elif isinstance(node, ast.Try):
            self.block(node.body, scope)
            for handler in node.handlers:
                if handler.type is not None:
                    self.visit(handler.type, scope)
            self._branches([[], *(handler.body for handler in node.handlers)], scope)
            self.block((*node.orelse, *node.finalbody), scope)
        else:
            self._plain(node, scope)

    def _plain(self, node: ast.AST, scope: Scope) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self.visit(child, scope)
            elif isinstance(child, ast.stmt):
                self.statement(child, scope)
            else:
                self._plain(child, scope)

    def _branches(self, bodies: Iterable[list[ast.stmt]], scope: Scope) -> None:
        """Read alternatives, each from the same start; what each name is afterwards is one of what they leave."""
        after: list[Scope] = []
        for body in bodies:
            inner = dict(scope)
            self.block(body, inner)
            if not body or not isinstance(body[-1], _ENDS):
                after.append(inner)
        _merge(scope, after)

    def _loop(self, body: list[ast.stmt], scope: Scope, target: ast.expr | None = None, item: Kind = UNKNOWN) -> None:
        inner = dict(scope)
        if target is not None:
            self.assign(target, item, inner)
        self.block(body, inner)
        _merge(scope, [dict(scope), inner])

    def _bare(self, node: ast.expr, scope: Scope) -> None:
        """Read an expression that stands alone; a registered buffer is an attribute."""
        self.visit(node, scope)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _REGISTER:
            owner = self.owners[-1]
            is_named = len(node.args) > 1 and isinstance(node.args[0], ast.Constant)
            if owner is not None and is_named:
                found = self.kinds.get(id(node.args[1]))
                self._attribute_is(owner, str(getattr(node.args[0], "value", "")), found[1] if found else UNKNOWN)

    def _assignment(self, node: ast.Assign | ast.AnnAssign, scope: Scope) -> None:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if isinstance(node, ast.AnnAssign):
            self.visit(node.annotation, scope)
        if node.value is None:
            return
        bare = isinstance(node.value, (ast.Name, ast.Attribute))  # an alias, not a value passed on
        bound = next((target.id for target in targets if isinstance(target, ast.Name)), "")
        kind = self.visit(node.value, scope, bound=bound, value=not bare)
        for target in targets:
            self.assign(target, kind, scope)

    def assign(self, target: ast.expr, kind: Kind, scope: Scope) -> None:
        """Bind a target to what it is."""
        if isinstance(target, ast.Name):
            scope[target.id] = kind
            self.kinds[id(target)] = (target, kind)
        elif isinstance(target, (ast.Tuple, ast.List)):
            for index, part in enumerate(target.elts):
                if isinstance(part, ast.Starred):
                    self.assign(part.value, UNKNOWN, scope)
                else:
                    self.assign(part, self.items_of(kind) if kind.sort == "instance" else item_of(kind, index), scope)
        elif isinstance(target, ast.Attribute):
            owner = self.owners[-1]
            if self.visit(target.value, scope).sort == "object" and owner is not None:
                self._attribute_is(owner, target.attr, _as_layer(kind) if owner.framework else kind)
        else:
            self.visit(target, scope)

    def _attribute_is(self, owner: ClassFacts, name: str, kind: Kind) -> None:
        before = owner.attributes.get(name)
        owner.attributes[name] = kind if before is None else join((before, kind))

    def _in_place(self, node: ast.AugAssign, scope: Scope) -> None:
        """Read ``x += y``: torch changes the tensor, which another name may show."""
        value = self.visit(node.value, scope)
        if not isinstance(node.target, ast.Name):
            self.visit(node.target, scope)
            return
        name = node.target.id
        kind = scope.get(name, UNKNOWN)
        if kind.is_tensor:
            others = [other for other, known in scope.items() if known is kind and other != name]
            if others and self._current and _read_after(self._current[-1], others, node.lineno):
                self.use(f"{kind.framework}.Tensor.__i{_operator(node.op)}__", "inplace", node, bound=others[0])
        elif value.is_tensor:
            scope[name] = tensor(value.framework)
        elif kind.sort != "plain" or value.sort != "plain":
            scope[name] = kind if kind.sort in {"plain", "several"} else UNKNOWN


def _merge(scope: Scope, after: list[Scope]) -> None:
    """Set each name to one of what the alternatives left."""
    changed = dict.fromkeys(name for inner in after for name in _changed(scope, inner))
    for name in changed:
        scope[name] = join([inner[name] for inner in after if name in inner])


def _changed(scope: Scope, inner: Scope) -> Iterable[str]:
    """Return the names that are something else in what was a copy of a scope, or new there."""
    size = len(scope)
    if list(islice(inner, size)) == list(scope):  # in the same order, as a copy is
        return chain(compress(inner, map(is_not, inner.values(), scope.values())), islice(inner, size, None))
    return [name for name, kind in inner.items() if scope.get(name) is not kind]


def _as_layer(kind: Kind) -> Kind:
    """Return the kind of an attribute of a layer: what is called later and of unknown class is a layer itself."""
    if kind.sort == "choice":
        return join([_as_layer(item) for item in kind.items])
    return MODULE if kind.sort == "unknown" else kind


def _operator(op: ast.operator) -> str:
    return {"Add": "add", "Sub": "sub", "Mult": "mul", "Div": "truediv"}.get(
        type(op).__name__, type(op).__name__.lower()
    )


def _is_static(function: Function) -> bool:
    return any(isinstance(entry, ast.Name) and entry.id == "staticmethod" for entry in function.decorator_list)


def _is_none(default: ast.expr | None) -> bool:
    return default is None or (isinstance(default, ast.Constant) and default.value is None)


def _read_after(function: Function, names: list[str], line: int) -> bool:
    """Tell whether a function reads one of the names after a line."""
    return any(
        isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in names and node.lineno > line
        for node in ast.walk(function)
    )
