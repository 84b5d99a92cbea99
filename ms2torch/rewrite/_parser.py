"""From the source of `construct` to statements that each do one thing."""

from __future__ import annotations

import ast
import builtins
import inspect
import textwrap
from collections.abc import Callable
from typing import Any

from ms2torch.nn.cell import Cell
from ms2torch.nn.layer.container import CellList, SequentialCell
from ms2torch.ops.primitive import Primitive
from ms2torch.rewrite.api.node import Node
from ms2torch.rewrite.api.node_type import NodeType
from ms2torch.rewrite.api.scoped_value import ScopedValue

_BLOCKS = (ast.If, ast.For, ast.While, ast.With, ast.Try)


def source_of(network: Cell) -> ast.FunctionDef:
    """Return `construct` as Python parses it.

    Raises:
        RuntimeError: if its source cannot be read.
    """
    try:
        text = textwrap.dedent(inspect.getsource(type(network).construct))
    except (OSError, TypeError) as error:
        msg = f"SymbolTree: the source of {type(network).__name__}.construct cannot be read: {error}"
        raise RuntimeError(msg) from None
    found = ast.parse(text).body[0]
    if not isinstance(found, ast.FunctionDef):
        msg = f"SymbolTree: {type(network).__name__}.construct is no plain function"
        raise RuntimeError(msg)  # noqa: TRY004  # about the network, as above
    return found


class Parser:
    """Statements of one network.

    Args:
        network (Cell): the network.
        unique (Callable): makes a name that no other statement has.
        variable (Callable): makes a name that no other variable has.
    """

    def __init__(self, network: Cell, unique: Callable[[str], str], variable: Callable[[str], str]) -> None:
        self.network, self.unique, self.variable = network, unique, variable
        self.globals = {**vars(builtins), **type(network).construct.__globals__}
        self.nodes: list[Node] = []

    def parse(self, construct: ast.FunctionDef) -> list[Node]:
        """Return the statements in order."""
        given = construct.args
        defaults = [None] * (len(given.args) - len(given.defaults)) + list(given.defaults)
        for arg, default in list(zip(given.args, defaults, strict=True))[1:]:
            values = [] if default is None else [ScopedValue(default)]
            target = ScopedValue.create_naming_value(arg.arg)
            self.nodes.append(Node(self.unique(f"input_{arg.arg}"), NodeType.Input, [target], values))
        for statement in construct.body:
            self._add(statement)
        return self.nodes

    def _add(self, statement: ast.stmt) -> None:
        if isinstance(statement, _BLOCKS):
            name = f"{type(statement).__name__.lower()}_node"
            self.nodes.append(Node(self.unique(name), NodeType.ControlFlow, statement=statement))
        elif isinstance(statement, ast.Return):
            value = [] if statement.value is None else [ScopedValue(self._simple(statement.value))]
            self.nodes.append(Node(self.unique("return"), NodeType.Output, (), value))
        elif isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            self._assign(statement)
        elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            self._call(statement.value, [])
        else:
            self.nodes.append(Node(self.unique(type(statement).__name__.lower()), NodeType.Python, statement=statement))

    def _assign(self, statement: ast.Assign) -> None:
        target = statement.targets[0]
        parts = target.elts if isinstance(target, ast.Tuple) else [target]
        names = [ScopedValue(each) for each in parts]
        if isinstance(statement.value, ast.Call):
            self._call(statement.value, names)
        else:
            self._other(statement.value, names)

    def _simple(self, value: ast.expr) -> ast.expr:
        """Return an expression that does nothing, what it did becoming statements of their own."""
        if isinstance(value, (ast.Name, ast.Constant)) or (
            isinstance(value, ast.Attribute) and isinstance(value.value, ast.Name)
        ):
            return value
        if isinstance(value, ast.Call):
            name = self.variable(f"{_last_name(value.func)}_var")
            self._call(value, [ScopedValue.create_naming_value(name)])
        elif isinstance(value, (ast.Tuple, ast.BinOp, ast.UnaryOp, ast.List)):
            name = self.variable(f"{_named(value)}_var")
            self._other(value, [ScopedValue.create_naming_value(name)])
        else:
            return value
        return ast.Name(name)

    def _other(self, value: ast.expr, targets: list[ScopedValue]) -> None:
        """Add arithmetic, or anything else that is assigned."""
        if isinstance(value, ast.BinOp):
            value = ast.BinOp(self._simple(value.left), value.op, self._simple(value.right))
        elif isinstance(value, ast.UnaryOp):
            value = ast.UnaryOp(value.op, self._simple(value.operand))
        elif isinstance(value, (ast.Tuple, ast.List)):
            value = type(value)([self._simple(each) for each in value.elts], value.ctx)
        names = [each.expression for each in targets]
        statement = ast.Assign([names[0] if len(names) == 1 else ast.Tuple(names)], value, lineno=0)
        math = isinstance(value, (ast.BinOp, ast.UnaryOp))
        kind = NodeType.MathOps if math else NodeType.CallMethod if isinstance(value, ast.Tuple) else NodeType.Python
        self.nodes.append(Node(self.unique(_named(value)), kind, targets, statement=statement))

    def _call(self, call: ast.Call, targets: list[ScopedValue]) -> None:
        if any(isinstance(each, ast.Starred) for each in call.args) or any(word.arg is None for word in call.keywords):
            self._other(call, targets)
            return
        args = [ScopedValue(self._simple(each)) for each in call.args]
        words = {str(word.arg): ScopedValue(self._simple(word.value)) for word in call.keywords}
        kind, instance = self._known(call.func)
        name = self.unique(_last_name(call.func))
        self.nodes.append(Node(name, kind, targets, args, words, call.func, instance))

    def _known(self, called: ast.expr) -> tuple[NodeType, Any]:
        """Return what kind of thing is called, and the thing itself where it exists already."""
        instance: Any = None
        if ast.unparse(called).startswith("self."):
            instance = self.network
            for part in ast.unparse(called).split(".")[1:]:
                instance = getattr(instance, part, None)
        elif isinstance(called, (ast.Name, ast.Attribute)):
            first, *rest = ast.unparse(called).split(".")
            instance = self.globals.get(first)
            for part in rest:
                instance = getattr(instance, part, None)
        if isinstance(instance, (SequentialCell, CellList)):
            return NodeType.CellContainer, instance
        if isinstance(instance, Cell):
            own = not type(instance).__module__.startswith(("ms2torch.", "mindspore."))
            return (NodeType.Tree if own else NodeType.CallCell), instance
        if isinstance(instance, Primitive):
            return NodeType.CallPrimitive, instance
        if instance is None:
            return NodeType.CallMethod, None
        return NodeType.CallFunction, instance


def _last_name(called: ast.expr) -> str:
    if isinstance(called, ast.Attribute):
        return called.attr
    return called.id if isinstance(called, ast.Name) else "call"


def _named(value: ast.expr) -> str:
    if isinstance(value, ast.BinOp):
        return f"binop_{type(value.op).__name__.lower()}"
    if isinstance(value, ast.UnaryOp):
        return f"unaryop_{type(value.op).__name__.lower()}"
    return type(value).__name__.lower()
