"""One statement of a network, as its tree holds it."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ms2torch.nn.cell import Cell
from ms2torch.ops.primitive import Primitive
from ms2torch.rewrite.api.node_type import NodeType
from ms2torch.rewrite.api.scoped_value import ScopedValue

if TYPE_CHECKING:
    from ms2torch.rewrite.symbol_tree.symbol_tree import SymbolTree

__all__ = ["CellContainer", "ControlFlow", "Node"]


class Node:
    """One statement of a network: an input, a call, a branch or the output.

    Args:
        name (str): unlike any other of the tree.
        kind (NodeType): what it does.
        targets (Sequence[ScopedValue]): names of the results. Default: ``()``.
        args (Sequence[ScopedValue]): arguments by place, or operands of `statement`. Default: ``()``.
        kwargs (Mapping[str, ScopedValue], optional): arguments by name. Default: ``None``.
        called (ast.expr, optional): what is called, as it is written. Default: ``None``, after the name.
        instance (Any): the Cell, the Primitive or the function that is called. Default: ``None``.
        statement (ast.stmt, optional): the statement, where it is not made of the parts above. Default: ``None``.

    Source: mindspore.rewrite.node.Node, MindSpore 2.10
    """

    def __init__(
        self,
        name: str,
        kind: NodeType,
        targets: Sequence[ScopedValue] = (),
        args: Sequence[ScopedValue] = (),
        kwargs: Mapping[str, ScopedValue] | None = None,
        called: ast.expr | None = None,
        instance: Any = None,
        statement: ast.stmt | None = None,
    ) -> None:
        self.name, self.kind = name, kind
        self.targets, self.args, self.kwargs = list(targets), list(args), dict(kwargs or {})
        self.called, self.instance, self.statement = called, instance, statement
        self.attributes = _attributes(instance) if kind in {NodeType.CallCell, NodeType.CallPrimitive} else {}
        self.tree: SymbolTree | None = None
        self.container: CellContainer | None = None
        self._sub_tree: SymbolTree | None = None
        self._providers: dict[int, tuple[Node, int]] = {}  # given by hand

    # ---- what it is --------------------------------------------------------------------------------------------------
    def get_name(self) -> str:
        """Return the name."""
        return self.name

    def get_node_type(self) -> NodeType:
        """Return what the statement does."""
        return self.kind

    def get_belong_symbol_tree(self) -> SymbolTree | None:
        """Return the tree that the statement is in; None before it is inserted."""
        return self.tree

    def get_instance_type(self) -> Any:
        """Return the class of what is called, or the function itself."""
        return self.instance if self.kind is NodeType.CallFunction and self.instance else type(self.instance)

    @property
    def symbol_tree(self) -> SymbolTree | None:
        """The statements of the Cell that is called; None where it is no tree of its own."""
        if self._sub_tree is None and self.kind is NodeType.Tree:
            from ms2torch.rewrite.symbol_tree.symbol_tree import SymbolTree

            self._sub_tree = SymbolTree(self.instance)
        return self._sub_tree

    @property
    def opened(self) -> SymbolTree | None:
        """The tree of its own where it was asked for."""
        return self._sub_tree

    # ---- what it reads -----------------------------------------------------------------------------------------------
    def get_args(self) -> list[ScopedValue]:
        """Return the arguments by place."""
        return [] if self.kind is NodeType.Input else self.args

    def get_arg_providers(self) -> dict[int, tuple[Node, int]]:
        """Return by place of an argument which statement's which result it is."""
        found = dict(self._providers)
        for place, value in enumerate([*self.get_args(), *self.kwargs.values()]):
            node = self._provider(value)
            if node is not None:
                found[place] = node, node.targets.index(value)
        return found

    def get_target_users(self, index: int = -1) -> Any:
        """Return by place of a result, or of one place, which statements take it as which argument."""
        found: dict[int, list[tuple[Node, int]]] = {}
        for node in self._siblings():
            for place, (source, result) in node.get_arg_providers().items():
                if source is self:
                    found.setdefault(result, []).append((node, place))
        return found if index == -1 else found.get(index, [])

    def set_arg_providers(self, index: int, provider: tuple[Node, int]) -> None:
        """Say by hand which statement's which result an argument is."""
        self._providers[index] = provider

    def get_inputs(self) -> list[Node]:
        """Return the statements whose results are arguments here."""
        names = [source for _, (source, _) in sorted(self.get_arg_providers().items())]
        if not names and self.statement is not None:
            names = [node for node in map(self._provider, self.read()) if node is not None]
        return list(dict.fromkeys(names))

    def get_users(self) -> list[Node]:
        """Return the statements that take results of this one."""
        return [node for node in self._siblings() if self in node.get_inputs()]

    def read(self) -> list[ScopedValue]:
        """Return what the statement reads, by name."""
        if self.statement is None or self.args or self.kind is NodeType.ControlFlow:
            return [*self.get_args(), *self.kwargs.values()]
        names = dict.fromkeys(x.id for x in self._names_read())
        return [ScopedValue.create_naming_value(name) for name in names]

    def seen_inside(self, value: ScopedValue) -> Node | None:
        """Return the statement whose result a name is inside a branch or a loop; None of other statements."""
        inside = self.kind is NodeType.ControlFlow and any(name.id == repr(value) for name in self._names_read())
        return self._provider(value) if inside else None

    def rename(self, old: ScopedValue, new: ScopedValue) -> None:
        """Read another name in the place of one."""
        self.args = [new if each == old else each for each in self.args]
        self.kwargs = {key: new if each == old else each for key, each in self.kwargs.items()}
        for name in self._names_read():
            name.id = repr(new) if name.id == repr(old) else name.id

    def set_arg(self, index: int, arg: ScopedValue) -> None:
        """Replace an argument.

        Raises:
            ValueError: if there is no such place.
        """
        if not 0 <= index < len(self.args):
            msg = f"The 'index' must be in range of [0, {len(self.args)}), but got {index}."
            raise ValueError(msg)
        self.args[index] = arg

    def set_arg_by_node(self, arg_idx: int, src_node: Node, out_idx: int | None = None) -> None:
        """Replace an argument by a result of another statement, under a name that nothing else has.

        Raises:
            ValueError: if there is no such place or result.
        """
        place = out_idx or 0
        if not 0 <= place < len(src_node.targets):
            msg = f"The 'out_idx' must be in range of [0, {len(src_node.targets)}), but got {place}."
            raise ValueError(msg)
        if self.tree is not None and self._provider(src_node.targets[place]) is not src_node:
            self.tree.rename_target(src_node, place)
        self.set_arg(arg_idx, src_node.targets[place])

    def _siblings(self) -> Sequence[Node]:
        if self.container is not None:
            return self.container.nodes()
        return [] if self.tree is None else self.tree.nodes()

    def _provider(self, value: ScopedValue) -> Node | None:
        around = self._siblings()
        earlier = around[: around.index(self)] if self in around else []
        return next((node for node in reversed(earlier) if value in node.targets), None)

    def _names_read(self) -> list[ast.Name]:
        if self.statement is None:
            return []
        part = self.statement.value if isinstance(self.statement, ast.Assign) else self.statement
        return [x for x in ast.walk(part) if isinstance(x, ast.Name)]

    # ---- code --------------------------------------------------------------------------------------------------------
    def written(self) -> ast.stmt | None:
        """Return the statement as Python has it; None where another statement holds it."""
        if self.statement is not None:
            if self.args and isinstance(self.statement, ast.Assign):
                with_operands(self.statement.value, [value.expression for value in self.args])
            return self.statement
        args = [value.expression for value in self.args]
        if self.kind is NodeType.Output:
            return ast.Return(args[0] if args else None)
        called = self.called if self.called is not None else ast.parse(f"self.{self.name}", mode="eval").body
        keywords = [ast.keyword(name, value.expression) for name, value in self.kwargs.items()]
        call = ast.Call(called, args, keywords)
        if not self.targets:
            return ast.Expr(call)
        names = [value.expression for value in self.targets]
        return ast.Assign([names[0] if len(names) == 1 else ast.Tuple(names)], call, lineno=0)

    def access(self) -> str:
        """Return how what is called is reached from the network, without ``self.``."""
        if self.container is not None:
            return f"{self.container.access()}[{self.container.origin.index(self.instance)}]"
        return self.name if self.called is None else ast.unparse(self.called)[5:]


class CellContainer(Node):
    """A call of a SequentialCell, whose Cells are statements one after the other.

    What is inserted there and erased changes the SequentialCell when the network is made.

    Source: mindspore.rewrite.node.CellContainer, MindSpore 2.10
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.origin: list[Cell] = list(self.instance)
        self._inner: list[Node] = []
        self._edits: list[str] = []

    def fill(self, make: Callable[[Cell, CellContainer], Node]) -> None:
        """Make a statement of each Cell that is held."""
        for cell in self.origin:
            node = make(cell, self)
            node.container = self
            self._inner.append(node)

    def nodes(self) -> list[Node]:
        """Return the statements in order."""
        return list(self._inner)

    def insert_node(self, new: Node, base: Node, before: bool) -> None:
        """Insert a statement beside another."""
        place = self._inner.index(base) + (not before)
        here = f"self.{self.access()}"
        last = place == len(self._inner)
        self._edits.append(
            f"{here}.append(self.{new.name})" if last else f"{here}._insert({place}, self.{new.name})",
        )
        self._inner.insert(place, new)
        new.container = self

    def erase_node(self, node: Node) -> None:
        """Take a statement out."""
        self._edits.append(f"del self.{self.access()}[{self._inner.index(node)}]")
        self._inner.remove(node)
        node.container = None

    def edits(self) -> Iterator[str]:
        """Give the lines that change the SequentialCell, those of the ones within first."""
        for node in self._inner:
            if isinstance(node, CellContainer):
                yield from node.edits()
        yield from self._edits


class ControlFlow(Node):
    """A branch or a loop; the two ways of an ``if`` with an ``else`` are two statements.

    Args:
        name (str): unlike any other of the tree.
        args (Sequence[ScopedValue]): the condition, or what is gone through.
        statement (ast.stmt): the branch or the loop.
        body (ControlFlow, optional): the statement of the ``if`` that this one is the ``else`` of. Default: ``None``.

    Source: mindspore.rewrite.node.ControlFlow, MindSpore 2.10
    """

    def __init__(
        self, name: str, args: Sequence[ScopedValue], statement: ast.stmt, body: ControlFlow | None = None
    ) -> None:
        super().__init__(name, NodeType.ControlFlow, (), args, statement=statement)
        self.body, self.orelse = body, None
        self.test = copy.deepcopy(statement.test) if isinstance(statement, ast.If) else None
        if body is not None:
            body.orelse = self  # type: ignore[assignment]

    def written(self) -> ast.stmt | None:
        """Return the statement; None of an ``else``, which its ``if`` holds."""
        if self.args and isinstance(self.statement, ast.If):
            self.statement.test = self.args[0].expression
        return None if self.body is not None and self.body.tree is not None else self.statement

    def emptied(self) -> None:
        """Do nothing on this way from now on, the other way of the ``if`` staying as it is."""
        if not isinstance(self.statement, ast.If):
            return
        if self.body is None:
            self.statement.body = [ast.Pass()]
        else:
            self.statement.orelse = []


def operands(value: ast.expr) -> list[ast.expr]:
    """Return what an operator takes; nothing of other expressions."""
    if isinstance(value, ast.BinOp):
        return [value.left, value.right]
    if isinstance(value, ast.UnaryOp):
        return [value.operand]
    if isinstance(value, ast.Compare):
        return [value.left, *value.comparators]
    return list(value.values) if isinstance(value, ast.BoolOp) else []


def with_operands(value: ast.expr, given: Sequence[ast.expr]) -> None:
    """Let an operator take other operands."""
    if isinstance(value, ast.BinOp):
        value.left, value.right = given
    elif isinstance(value, ast.UnaryOp):
        (value.operand,) = given
    elif isinstance(value, ast.Compare):
        value.left, value.comparators = given[0], list(given[1:])
    elif isinstance(value, ast.BoolOp):
        value.values = list(given)


def call_of(
    name: str,
    kind: NodeType,
    targets: Sequence[ScopedValue | str],
    args: Sequence[Any] | None,
    kwargs: Mapping[str, Any] | None,
    called: ast.expr | None,
    instance: Any,
) -> Node:
    """Make a statement that calls something, from words and values as a program gives them."""
    by_name = {key: ScopedValue.of(value) for key, value in (kwargs or {}).items()}
    names, values = ([ScopedValue.of(each) for each in given or ()] for given in (targets, args))
    return Node(name, kind, names, values, by_name, called, instance)


def _attributes(instance: Any) -> dict[str, Any]:
    """Return the public attributes of a Cell or a Primitive, and its class."""
    found = {key: value for key, value in vars(instance).items() if not key.startswith("_")}
    if isinstance(instance, Cell):
        found |= {key: value for key, value in instance._cells.items() if value is not None}
    return {**found, "cls": type(instance)} if isinstance(instance, (Cell, Primitive)) else found
