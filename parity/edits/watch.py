"""What the expressions of a function come to as it runs: tensors with their shapes, numbers, layers."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
import torch

from parity.edits.site import Site

Span = tuple[int, int, int, int]
_NUMBERS = "biuf"
"""Kinds of numpy's types that count as tensors: tables and indices are made of them while a net is built."""
_NAME = "__watched_value_{}__"
_NAMES = "__watched_names_{}__"


def span_of(node: ast.AST) -> Span:
    """Return where a node stands; what tells expressions of one text apart."""
    at = [getattr(node, name, 0) or 0 for name in ("lineno", "col_offset", "end_lineno", "end_col_offset")]
    return at[0], at[1], at[2], at[3]


@dataclass(frozen=True, slots=True)
class Seen:
    """What an expression came to the last time.

    Args:
        kind (str): ``"tensor"``, ``"mask"`` (a tensor of bool), ``"int"``, ``"float"``, ``"bool"``, ``"str"``,
            ``"none"``, ``"layer"``, ``"list"`` or ``"other"``.
        value (object): the number, text, tensor or object.
        shape (tuple[int, ...]): of a tensor.
        cls (type | None): the class of the user's object, where the value is the tensor in it.
    """

    kind: str
    value: object = None
    shape: tuple[int, ...] = ()
    cls: type | None = None

    @property
    def is_tensor(self) -> bool:
        """Tell whether it is a tensor, of whatever numbers."""
        return self.kind in {"tensor", "mask"}

    @property
    def is_number(self) -> bool:
        """Tell whether it is a plain number."""
        return self.kind in {"int", "float"}


class Watched(dict[Span, Seen]):
    """What the expressions of a function came to, by where they stand.

    Attributes:
        names: by the place of a statement, the function's names with what they stood for before it ran the last time.
    """

    def __init__(self) -> None:
        super().__init__()
        self.names: dict[Span, dict[str, object]] = {}


def seen_of(value: object, tensor_of: Callable[[object], torch.Tensor | None]) -> Seen:
    """Return what a value is.

    Args:
        value (object): of the user's code.
        tensor_of (Callable[[object], torch.Tensor | None]): gives the torch tensor that an object is or holds.
    """
    if isinstance(value, torch.nn.Module):  # while it is built it answers no question
        return Seen("layer", value)
    tensor = tensor_of(value)
    if tensor is None and isinstance(value, np.ndarray) and value.dtype.kind in _NUMBERS:
        tensor = torch.from_numpy(np.ascontiguousarray(value))
    if tensor is not None:
        return Seen("mask" if tensor.dtype == torch.bool else "tensor", tensor, tuple(tensor.shape), type(value))
    for kind, cls in (("bool", bool), ("int", int), ("float", float), ("str", str), ("none", type(None))):
        if isinstance(value, cls):
            return Seen(kind, value)
    return Seen("list", value) if isinstance(value, (list, tuple)) else Seen("other", value)


@contextmanager
def watching(site: Site, tensor_of: Callable[[object], torch.Tensor | None]) -> Iterator[Watched]:
    """Within the block, note what the function's expressions come to.

    Args:
        site (Site): the function.
        tensor_of (Callable[[object], torch.Tensor | None]): gives the torch tensor that an object is or holds.
    """
    found = Watched()
    looking: list[Span] = []

    def note(span: Span, value: object) -> object:
        if looking:  # an object of the user's that is asked what it is runs its own code, which may be watched
            return value
        looking.append(span)
        try:
            found[span] = seen_of(value, tensor_of)
        except Exception:  # noqa: BLE001 - a tensor without values yet answers no question
            found[span] = Seen("other")
        finally:
            looking.pop()
        return value

    def note_names(span: Span, names: dict[str, object]) -> None:
        found.names[span] = dict(names)

    name, before = _NAME.format(id(found)), _NAMES.format(id(found))  # functions of one module, side by side
    noting = _Noting(name, before)
    made = site.code(noted=lambda tree: ast.fix_missing_locations(noting.visit(tree)))
    scope = site.function.__globals__
    if made is None:
        yield found
        return
    scope[name], scope[before] = note, note_names
    try:
        with made.in_place():
            yield found
    finally:
        scope.pop(name, None)
        scope.pop(before, None)


class _Noting(ast.NodeTransformer):
    """Puts a call around every expression that gives a value."""

    def __init__(self, name: str, before: str) -> None:
        self._name = name
        self._before = before

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Note the arguments; leave defaults, decorators and annotations as they are."""
        arguments = [entry for entry in ast.walk(node.args) if isinstance(entry, ast.arg)]
        notes = [self._note(entry.arg, entry) for entry in arguments]
        node.body = [*notes, *self._all(node.body)]
        return node

    def visit_For(self, node: ast.For) -> ast.AST:
        """Note what the loop binds."""
        node.iter = self.visit(node.iter)
        node.body = [*self._bound([node.target]), *self._all(node.body)]
        node.orelse = self._all(node.orelse)
        return node

    def visit_Assign(self, node: ast.Assign) -> list[ast.stmt]:
        """Note what is bound."""
        notes, names = self._bound(node.targets), self._names(node)
        self.generic_visit(node)
        return [names, node, *notes]

    def visit_AugAssign(self, node: ast.AugAssign) -> list[ast.stmt]:
        """Note what is bound."""
        notes, names = self._bound([node.target]), self._names(node)
        self.generic_visit(node)
        return [names, node, *notes]

    def visit_Return(self, node: ast.Return) -> list[ast.stmt]:
        """Note what is returned."""
        names = self._names(node)
        self.generic_visit(node)
        return [names, node]

    def _names(self, node: ast.stmt) -> ast.stmt:
        """Return the statement that notes what the names stand for."""
        where = ast.Tuple([ast.Constant(part) for part in span_of(node)], ast.Load())
        held = ast.Call(ast.Name("locals", ast.Load()), [], [])
        return ast.copy_location(ast.Expr(ast.Call(ast.Name(self._before, ast.Load()), [where, held], [])), node)

    def _all(self, body: list[ast.stmt]) -> list[ast.stmt]:
        found: list[ast.stmt] = []
        for entry in body:
            made = self.visit(entry)
            found += made if isinstance(made, list) else [made]
        return found

    def _bound(self, targets: list[ast.expr]) -> list[ast.stmt]:
        names = [node for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)]
        return [self._note(name.id, name) for name in names if isinstance(name.ctx, ast.Store)]

    def _note(self, name: str, at: ast.AST) -> ast.stmt:
        return ast.copy_location(ast.Expr(self._noted(ast.copy_location(ast.Name(name, ast.Load()), at))), at)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        """Leave the annotation as it is."""
        node.value = self.visit(node.value) if node.value is not None else None
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Leave the function that is called as it is, but for what it is a method of."""
        if isinstance(node.func, ast.Attribute):
            node.func.value = self.visit(node.func.value)
        node.args = [self.visit(entry) for entry in node.args]
        for keyword in node.keywords:
            keyword.value = self.visit(keyword.value)
        is_super = isinstance(node.func, ast.Name) and node.func.id == "super"
        return node if is_super else self._noted(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        """Leave texts as they are."""
        return node

    def visit_Starred(self, node: ast.Starred) -> ast.AST:
        """Note what is unpacked."""
        if isinstance(node.ctx, ast.Load):
            node.value = self.visit(node.value)
        return node

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """Note what an expression comes to."""
        context = getattr(node, "ctx", None)
        span = span_of(node)
        super().generic_visit(node)
        plain = isinstance(node, ast.expr) and not isinstance(node, (ast.Slice, ast.Lambda, ast.NamedExpr))
        if not plain or isinstance(context, (ast.Store, ast.Del)):
            return node
        return self._noted(node, span)

    def _noted(self, node: ast.AST, span: Span | None = None) -> ast.expr:
        where = ast.Tuple([ast.Constant(part) for part in span or span_of(node)], ast.Load())
        assert isinstance(node, ast.expr)
        call = ast.Call(ast.Name(self._name, ast.Load()), [where, node], [])
        return ast.copy_location(call, node)
