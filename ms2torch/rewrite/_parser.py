"""From the source of `construct` to statements that each do one thing."""

from __future__ import annotations

import ast
import builtins
import copy
import inspect
import textwrap
from collections.abc import Callable
from typing import Any

from ms2torch.nn.cell import Cell
from ms2torch.ops.primitive import Primitive
from ms2torch.rewrite._parser_settings import AssignParser, entry_of
from ms2torch.rewrite.api.node_type import NodeType
from ms2torch.rewrite.api.scoped_value import ScopedValue
from ms2torch.rewrite.common.namespace import is_subtree
from ms2torch.rewrite.node.node import CellContainer, ControlFlow, Node, operands, with_operands

_BLOCKS = (ast.If, ast.For, ast.While, ast.With, ast.Try)


def source_of(network: Cell) -> ast.FunctionDef:
    """Return `construct` as Python parses it.

    Raises:
        RuntimeError: if its source cannot be read.
    """
    try:
        text = textwrap.dedent(inspect.getsource(getattr(type(network), entry_of(network))))
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
        self.globals = {**vars(builtins), **getattr(type(network), entry_of(network)).__globals__}
        self.nodes: list[Node] = []

    def parse(self, construct: ast.FunctionDef) -> list[Node]:
        """Return the statements in order."""
        given = construct.args
        defaults = [None] * (len(given.args) - len(given.defaults)) + list(given.defaults)
        for arg, default in list(zip(given.args, defaults, strict=True))[1:]:
            values = [] if default is None else [ScopedValue.of_expression(default)]
            target = ScopedValue.create_naming_value(arg.arg)
            self.nodes.append(Node(self.unique(f"input_{arg.arg}"), NodeType.Input, [target], values))
        return [*self.nodes, *self.statements(construct.body)]

    def statements(self, body: list[ast.stmt]) -> list[Node]:
        """Return the statements of a function, or of one way of a branch, in order."""
        self.nodes, before = [], self.nodes
        for statement in body:
            self._add(statement)
        made, self.nodes = self.nodes, before
        return made

    def _add(self, statement: ast.stmt) -> None:
        if isinstance(statement, ast.If):
            self._branch(statement)
        elif isinstance(statement, _BLOCKS):
            name = f"{type(statement).__name__.lower()}_node"
            self.nodes.append(ControlFlow(self.unique(name), (), statement))
        elif isinstance(statement, ast.Return):
            value = [] if statement.value is None else [ScopedValue.of_expression(self._simple(statement.value))]
            self.nodes.append(Node(self.unique("return"), NodeType.Output, (), value))
        elif isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            self._assign(statement)
        elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            self._call(statement.value, [])
        else:
            self.nodes.append(Node(self.unique(type(statement).__name__.lower()), NodeType.Python, statement=statement))

    def _branch(self, statement: ast.If) -> None:
        """Add an ``if``, and its ``else`` as a statement of its own; the condition is computed before."""
        given = statement.test
        test = [ScopedValue.of_expression(self._simple(given))]
        body = ControlFlow(self.unique("if_node"), test, statement)
        body.test = given
        self.nodes.append(body)
        if statement.orelse:
            self.nodes.append(ControlFlow(self.unique("else_node"), test, statement, body))

    def _assign(self, statement: ast.Assign) -> None:
        target = statement.targets[0]
        parts = target.elts if isinstance(target, ast.Tuple) else [target]
        names = [ScopedValue.of_expression(each) for each in parts]
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
        elif isinstance(value, (ast.Tuple, ast.BinOp, ast.UnaryOp, ast.List, ast.Compare, ast.BoolOp)):
            name = self.variable(f"{_variable_of(value)}_var")
            self._other(value, [ScopedValue.create_naming_value(name)])
        else:
            return value
        return ast.Name(name)

    def _other(self, value: ast.expr, targets: list[ScopedValue]) -> None:
        """Add arithmetic, or anything else that is assigned."""
        value = copy.copy(value)  # a condition is evaluated as it was written, too
        with_operands(value, [self._simple(each) for each in operands(value)])
        if isinstance(value, (ast.Tuple, ast.List)):
            value = type(value)([self._simple(each) for each in value.elts], value.ctx)
        names = [each.expression for each in targets]
        statement = ast.Assign([names[0] if len(names) == 1 else ast.Tuple(names)], value, lineno=0)
        args = [ScopedValue.of_expression(each) for each in operands(value)]
        kind = (
            NodeType.MathOps
            if args
            else NodeType.CallMethod
            if isinstance(value, (ast.Tuple, ast.Name))
            else NodeType.Python
        )
        self.nodes.append(Node(self.unique(_named(value)), kind, targets, args, statement=statement))

    def _call(self, call: ast.Call, targets: list[ScopedValue]) -> None:
        if any(isinstance(each, ast.Starred) for each in call.args) or any(word.arg is None for word in call.keywords):
            self._other(call, targets)
            return
        args = [ScopedValue.of_expression(self._simple(each)) for each in call.args]
        words = {str(word.arg): ScopedValue.of_expression(self._simple(word.value)) for word in call.keywords}
        kind, instance = self._known(call.func)
        name = self.unique(_last_name(call.func))
        if kind is not NodeType.CellContainer or not targets or not args:
            self.nodes.append(Node(name, kind, targets, args, words, call.func, instance))
            return
        container = CellContainer(name, kind, targets, args, words, call.func, instance)
        container.fill(self._held)
        self.nodes.append(container)

    def _held(self, cell: Cell, container: CellContainer) -> Node:
        """Make the statement of a Cell that a SequentialCell calls; results and arguments are called as outside."""
        kind = self._kind_of(cell)
        label = self.unique(type(cell).__name__)
        if kind is not NodeType.CellContainer:
            return Node(label, kind, container.targets, container.args, None, None, cell)
        inner = CellContainer(label, kind, container.targets, container.args, None, None, cell)
        inner.container = container
        inner.fill(self._held)
        return inner

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
        if isinstance(instance, (Cell, Primitive)):
            return self._kind_of(instance), instance
        return (NodeType.CallMethod, None) if instance is None else (NodeType.CallFunction, instance)

    @staticmethod
    def _kind_of(instance: Cell | Primitive) -> NodeType:
        if isinstance(instance, tuple(AssignParser.types_for_cell_container)):
            return NodeType.CellContainer
        if isinstance(instance, Primitive):
            return NodeType.CallPrimitive
        return NodeType.Tree if is_subtree(instance) else NodeType.CallCell


def _last_name(called: ast.expr) -> str:
    if isinstance(called, ast.Attribute):
        return called.attr
    return called.id if isinstance(called, ast.Name) else "call"


def _named(value: ast.expr) -> str:
    if isinstance(value, ast.BinOp):
        return f"binop_{type(value.op).__name__.lower()}"
    if isinstance(value, ast.UnaryOp):
        return f"unaryop_{type(value.op).__name__.lower()}"
    if isinstance(value, ast.Compare):
        return f"compare_{type(value.ops[0]).__name__.lower()}"
    if isinstance(value, ast.BoolOp):
        return f"boolop_{type(value.op).__name__.lower()}"
    if isinstance(value, ast.Name):
        return "name_assign"
    return type(value).__name__.lower()


def _variable_of(value: ast.expr) -> str:
    """Return what the result of an expression is called: after its operator, or after its kind."""
    kind, *operator = _named(value).split("_")
    return operator[0] if isinstance(value, (ast.BinOp, ast.BoolOp, ast.UnaryOp)) else kind
