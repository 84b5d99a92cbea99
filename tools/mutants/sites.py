"""Where a source file can be changed a little, so that a test should notice.

A site is a node of the syntax tree inside a function and one change of it. `mutated` gives the tree with one site
changed and a call of `REACHED` before its statement, which tells that a test came by.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

REACHED = "__mutant_reached__"
_COMPARED = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_COMPUTED = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult, ast.Mod: ast.Add,
    ast.Pow: ast.Mult, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
}  # fmt: skip
_NOT_SWAPPED = {"isinstance", "issubclass", "getattr", "hasattr", "setattr", "print"}
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Site:
    """One possible change.

    Args:
        file (str): the path from the root of the tree.
        function (str): the qualified name of the outermost function or method.
        first (int): the line of its first decorator or of its `def`: what its code calls its first line.
        line (int): the line of the change.
        kind (str): what is changed.
        number (int): which of the function's sites it is.
        old (str): the text of the node.
        new (str): its text after the change.
    """

    file: str
    function: str
    first: int
    line: int
    kind: str
    number: int
    old: str
    new: str

    def __str__(self) -> str:
        """The site on one line, as a report names it."""
        return f"{self.file}:{self.line} {self.function} [{self.kind}] {_short(self.old)} -> {_short(self.new)}"


def sites(root: Path, file: str) -> list[Site]:
    """Return every site of a file's functions.

    Args:
        root (Path): the root of the tree.
        file (str): the path from there.
    """
    found = []
    for name, function in functions(ast.parse((root / file).read_bytes())):
        first = _first_line(function)
        for number, (node, kind) in enumerate(_changes(function)):
            new = _changed(node, kind)
            line, old = node.lineno, ast.unparse(node)  # type: ignore[attr-defined]
            found.append(Site(file, name, first, line, kind, number, old, ast.unparse(new)))
    return found


def functions(tree: ast.Module) -> Iterator[tuple[str, Function]]:
    """Yield the outermost functions of a module and the methods of its classes, by qualified name."""

    def below(body: list[ast.stmt], prefix: str) -> Iterator[tuple[str, Function]]:
        for node in body:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                decorators = [ast.unparse(one) for one in node.decorator_list]
                if not any("overload" in one or "abstract" in one for one in decorators):
                    yield f"{prefix}{node.name}", node
            elif isinstance(node, ast.ClassDef):
                yield from below(node.body, f"{prefix}{node.name}.")

    return below(tree.body, "")


def _first_line(function: Function) -> int:
    return min([function.lineno, *(one.lineno for one in function.decorator_list)])


def mutated(root: Path, site: Site, number: int, *, change: bool = True) -> ast.Module:
    """Return the tree of the file with the site changed and the probe before its statement.

    Args:
        root (Path): the root of the tree.
        site (Site): the place.
        number (int): what the probe tells.
        change (bool): change it; else the probe is put there only. Default: ``True``.
    """
    tree = ast.parse((root / site.file).read_bytes(), filename=str(root / site.file))
    function = next(one for name, one in functions(tree) if (name, _first_line(one)) == (site.function, site.first))
    node, kind = list(_changes(function))[site.number]
    _put(function, node, _changed(node, kind) if change else node, number)
    return ast.fix_missing_locations(tree)


def _changes(function: Function) -> Iterator[tuple[ast.AST, str]]:
    """The nodes that can be changed, in a fixed order, and how each."""
    for statement in function.body:
        for node in _evaluated(statement):
            yield from ((node, kind) for kind in _kinds(node))


def _evaluated(node: ast.AST) -> Iterator[ast.AST]:
    """A node and those below it; not annotations, asserts, docstrings, and the texts of exceptions."""
    if isinstance(node, (ast.Assert, ast.Import, ast.ImportFrom, ast.JoinedStr, ast.Global, ast.Nonlocal)):
        return
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    yield node
    if isinstance(node, ast.Raise):
        return
    for field, value in ast.iter_fields(node):
        if field in {"annotation", "returns", "decorator_list", "type_params", "type_comment"}:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _evaluated(child)


def _kinds(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Compare(ops=[_]):
            yield "comparison"
        case ast.BinOp() if type(node.op) in _COMPUTED and not _of_text(node):
            yield "arithmetic"
        case ast.UnaryOp(op=ast.Not()):
            yield "not"
        case ast.BoolOp():
            yield "and/or"
        case ast.Constant(value=bool() | int() | float()):
            yield "constant"
        case ast.Raise():
            yield "drop"
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Continue() | ast.Break():
            yield "drop"
        case ast.Assign() if all(isinstance(one, (ast.Attribute, ast.Subscript)) for one in node.targets):
            yield "drop"
        case ast.Return(value=ast.expr() as value) if not (isinstance(value, ast.Constant) and value.value is None):
            yield "return"
        case ast.Call(args=[first, second, *_]) if ast.unparse(node.func) not in _NOT_SWAPPED:
            starred = isinstance(first, ast.Starred) or isinstance(second, ast.Starred)
            if not starred and ast.unparse(first) != ast.unparse(second):
                yield "arguments"


def _of_text(node: ast.BinOp) -> bool:
    """Whether it joins texts or lists, where a difference would be an error of types that nobody can miss."""
    sides = (node.left, node.right)
    return any(
        isinstance(one, (ast.JoinedStr, ast.List, ast.Tuple))
        or (isinstance(one, ast.Constant) and isinstance(one.value, str))
        for one in sides
    )


def _changed(node: ast.AST, kind: str) -> ast.AST:
    """The node that stands in the place of one that is changed."""
    new = copy.deepcopy(node)
    match new:
        case ast.Compare():
            new.ops = [_COMPARED[type(new.ops[0])]()]
        case ast.BinOp():
            new.op = _COMPUTED[type(new.op)]()
        case ast.UnaryOp():
            return new.operand
        case ast.BoolOp():
            new.op = ast.Or() if isinstance(new.op, ast.And) else ast.And()
        case ast.Constant(value=bool() as value):
            new.value = not value
        case ast.Constant(value=int() as value):
            new.value = value + 1
        case ast.Constant(value=float() as value):
            new.value = value * 2 if value else 1.0
        case ast.Return():
            new.value = ast.Constant(None)
        case ast.Call() if kind == "arguments":
            new.args[:2] = new.args[1::-1]
        case _:
            return ast.copy_location(ast.Pass(), node)
    return new


def _put(function: Function, old: ast.AST, new: ast.AST, number: int) -> None:
    """Replace a node below a function, and put the probe before the statement that it stands in."""
    body, at = _statement(function, old)
    body.insert(at, ast.Expr(ast.Call(ast.Name(REACHED, ast.Load()), [ast.Constant(number)], [])))
    for parent in ast.walk(function):
        for field, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, field, new)
            elif isinstance(value, list):
                value[:] = [new if one is old else one for one in value]


def _statement(function: Function, node: ast.AST) -> tuple[list[ast.stmt], int]:
    """The innermost statement that holds a node: the list that it stands in, and where."""
    found = [
        (value, number)
        for parent in ast.walk(function)  # breadth first: what is deeper comes later
        for _, value in ast.iter_fields(parent)
        if isinstance(value, list)
        for number, one in enumerate(value)
        if isinstance(one, ast.stmt) and any(below is node for below in ast.walk(one))
    ]
    return found[-1]


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 60 else f"{text[:57]}..."
