"""Which names of torch or MindSpore a source uses, by following its imports and aliases. Nothing is executed."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

FRAMEWORKS = ("torch", "mindspore")
_ROOTS = {"ms2torch": "mindspore"}
_PARTIAL = "functools.partial"


@dataclass(frozen=True, slots=True)
class Use:
    """One use of a framework's name.

    Attributes:
        name: in full; of a method on what may be a tensor, its bare name with a leading dot.
        line: where.
        positional, keywords: the arguments of the call, as syntax; None where the name is not called.
        whole: False if the arguments are not all known (``*args``, ``**options``).
    """

    name: str
    line: int
    positional: tuple[ast.expr, ...] | None = None
    keywords: Mapping[str, ast.expr] | None = None
    whole: bool = True


def uses(tree: ast.Module) -> list[Use]:
    """Return every use of a name of a framework, in the order of the lines."""
    reader = _Reader()
    reader.block(tree.body, {})
    return sorted(reader.found, key=_line)


def imported(tree: ast.Module) -> tuple[str, ...]:
    """Return the frameworks that a source imports, anywhere in it."""
    nodes = [node for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom))]
    roots = {name.partition(".")[0] for node in nodes for _, name in _imported(node)}
    return tuple(framework for framework in FRAMEWORKS if framework in roots)


def _line(use: Use) -> int:
    return use.line


class _Reader:
    """Walks a file with what each name stands for: a dotted name, or "" for something of the file's own."""

    def __init__(self) -> None:
        self.found: list[Use] = []

    def block(self, body: list[ast.stmt], scope: dict[str, str]) -> None:
        for node in body:
            self.statement(node, scope)

    def statement(self, node: ast.stmt, scope: dict[str, str]) -> None:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            scope.update(_imported(node))
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            scope[node.name] = ""
            for part in (*node.decorator_list, *node.args.defaults, *(d for d in node.args.kw_defaults if d)):
                self.expression(part, scope)
            arguments = node.args
            every = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg)
            self.block(node.body, {**scope, **{entry.arg: "" for entry in every if entry is not None}})
        elif isinstance(node, ast.ClassDef):
            for part in (*node.decorator_list, *node.bases, *(keyword.value for keyword in node.keywords)):
                self.expression(part, scope)
            scope[node.name] = ""
            self.block(node.body, dict(scope))
        elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
            self._assign(node, scope)
        else:
            self._other(node, scope)

    def _assign(self, node: ast.Assign | ast.AnnAssign | ast.AugAssign, scope: dict[str, str]) -> None:
        if node.value is not None:
            self.expression(node.value, scope)
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        for target in targets:
            if isinstance(target, ast.Name):
                scope[target.id] = (_dotted(node.value, scope) if node.value is not None else None) or ""
            else:
                self.expression(target, scope)

    def _other(self, node: ast.stmt, scope: dict[str, str]) -> None:
        """Read compound and plain statements: blocks share the scope, expressions are read."""
        for child in ast.iter_child_nodes(node):
            self._child(child, scope)

    def _child(self, child: ast.AST, scope: dict[str, str]) -> None:
        if isinstance(child, ast.stmt):
            self.statement(child, scope)
        elif isinstance(child, ast.expr):
            self.expression(child, scope)
        else:  # a handler, a with item, a match case
            for inner in ast.iter_child_nodes(child):
                self._child(inner, scope)

    def expression(self, node: ast.expr, scope: dict[str, str]) -> None:
        name = _dotted(node, scope)
        if name is not None:
            self._use(name, node, None)
        elif isinstance(node, ast.Call):
            self._call(node, scope)
        else:
            for child in ast.iter_child_nodes(node):
                self._child(child, scope)

    def _call(self, node: ast.Call, scope: dict[str, str]) -> None:
        name = _dotted(node.func, scope)
        given: list[ast.expr] = list(node.args)
        if name == _PARTIAL and given:
            inner = _dotted(given[0], scope)
            if inner is not None:
                self._use(inner, node, (given[1:], node.keywords))
                given = given[1:]
        elif name is not None:
            self._use(name, node, (given, node.keywords))
        elif isinstance(node.func, ast.Attribute):
            if _may_be_tensor(node.func.value, scope):
                self._use(f".{node.func.attr}", node, (given, node.keywords))
            self.expression(node.func.value, scope)
        else:
            self.expression(node.func, scope)
        for value in (*given, *(keyword.value for keyword in node.keywords)):
            self.expression(value, scope)

    def _use(self, name: str, node: ast.expr, call: tuple[list[ast.expr], list[ast.keyword]] | None) -> None:
        if not name.startswith((".", *(f"{root}." for root in FRAMEWORKS))):
            return
        if call is None:
            self.found.append(Use(name, node.lineno))
            return
        positional, keywords = call
        whole = not any(isinstance(value, ast.Starred) for value in positional) and all(k.arg for k in keywords)
        named = {keyword.arg: keyword.value for keyword in keywords if keyword.arg}
        self.found.append(Use(name, node.lineno, tuple(positional), named, whole))


def _imported(node: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.ImportFrom):
        if node.level == 0 and node.module:
            for alias in node.names:
                yield alias.asname or alias.name, _rooted(f"{node.module}.{alias.name}")
        return
    for alias in node.names:
        if alias.asname:
            yield alias.asname, _rooted(alias.name)
        else:
            first = alias.name.partition(".")[0]
            yield first, _rooted(first)


def _rooted(name: str) -> str:
    head, dot, rest = name.partition(".")
    return f"{_ROOTS.get(head, head)}{dot}{rest}"


def _dotted(node: ast.AST, scope: Mapping[str, str]) -> str | None:
    """Return the full name that an expression stands for by the imports, or None."""
    if isinstance(node, ast.Name):
        return scope.get(node.id) or None
    if isinstance(node, ast.Attribute):
        before = _dotted(node.value, scope)
        return f"{before}.{node.attr}" if before is not None else None
    return None


def _may_be_tensor(node: ast.expr, scope: Mapping[str, str]) -> bool:
    """Tell whether a method's receiver may be a tensor: not a literal, and nothing that was imported."""
    if isinstance(node, (ast.Constant, ast.JoinedStr, ast.List, ast.Dict, ast.Tuple, ast.Set)):
        return False
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not scope.get(node.func.id):
        return False  # super(), str(x), a function of the file's own
    return _dotted(node, scope) is None
