"""One statement of a network."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ms2torch.nn.cell import Cell
from ms2torch.ops.primitive import Primitive
from ms2torch.rewrite.api.node_type import NodeType
from ms2torch.rewrite.api.scoped_value import ScopedValue

if TYPE_CHECKING:
    from ms2torch.rewrite.api.symbol_tree import SymbolTree

__all__ = ["Node"]

Given = ScopedValue | str | float


class Node:
    """One statement of a network: an input, a call, a branch or the output.

    Made by `SymbolTree.create`, `create_call_cell`, `create_call_function` and `create_input`.

    Source: mindspore.rewrite.Node, MindSpore 2.10
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
        self._name, self._kind = name, kind
        self._targets, self._args, self._kwargs = list(targets), list(args), dict(kwargs or {})
        self._called, self._instance, self._statement = called, instance, statement
        self._tree: SymbolTree | None = None
        self._sub_tree: SymbolTree | None = None

    @staticmethod
    def create_call_cell(
        cell: Cell,
        targets: Sequence[ScopedValue | str],
        args: Sequence[Given] | None = None,
        kwargs: Mapping[str, Given] | None = None,
        name: str = "",
        is_sub_net: bool = False,
    ) -> Node:
        """Make a statement that calls a Cell or a Primitive, which becomes an attribute of the network.

        Args:
            cell (Cell): what is called.
            targets (list[Union[ScopedValue, str]]): names of the results.
            args (list[Union[ScopedValue, str]], optional): arguments by place. Default: ``None``.
            kwargs (dict, optional): arguments by name. Default: ``None``.
            name (str): name of the statement and of the attribute. Default: ``""``, after the class.
            is_sub_net (bool): the statement is a tree of its own. Default: ``False``.

        Returns:
            Node.

        Raises:
            TypeError: if `cell` is neither a Cell nor a Primitive.

        Source: mindspore.rewrite.Node.create_call_cell, MindSpore 2.10
        """
        if not isinstance(cell, (Cell, Primitive)):
            msg = f"create_call_cell: `cell` must be a Cell or a Primitive, got {type(cell).__name__}"
            raise TypeError(msg)
        kind = NodeType.CallPrimitive if isinstance(cell, Primitive) else NodeType.CallCell
        kind = NodeType.Tree if is_sub_net else kind
        return _call(name or type(cell).__name__.lower(), kind, targets, args, kwargs, None, cell)

    @staticmethod
    def create_call_function(
        function: Callable[..., Any],
        targets: Sequence[ScopedValue | str],
        args: Sequence[Given] | None = None,
        kwargs: Mapping[str, Given] | None = None,
    ) -> Node:
        """Make a statement that calls a function.

        Args:
            function (Callable): what is called.
            targets (list[Union[ScopedValue, str]]): names of the results.
            args (list[Union[ScopedValue, str]], optional): arguments by place. Default: ``None``.
            kwargs (dict, optional): arguments by name. Default: ``None``.

        Returns:
            Node.

        Source: mindspore.rewrite.Node.create_call_function, MindSpore 2.10
        """
        name = function.__name__
        return _call(name, NodeType.CallFunction, targets, args, kwargs, ast.Name(name), function)

    @staticmethod
    def create_input(param_name: str, default: Any = None) -> Node:
        """Make another input of the network.

        Args:
            param_name (str): its name.
            default (Any): its value where it is left out; a constant. Default: ``None``.

        Returns:
            Node.

        Source: mindspore.rewrite.Node.create_input, MindSpore 2.10
        """
        target = ScopedValue.create_naming_value(param_name)
        default = [] if default is None else [ScopedValue.of(default)]
        return Node(f"input_{param_name}", NodeType.Input, [target], default)

    def get_name(self) -> str:
        """Return the name, unlike any other of the tree."""
        return self._name

    def get_node_type(self) -> NodeType:
        """Return what the statement does."""
        return self._kind

    def get_targets(self) -> list[ScopedValue]:
        """Return the names of the results."""
        return self._targets

    def get_args(self) -> list[ScopedValue]:
        """Return the arguments by place."""
        return [] if self._kind is NodeType.Input else self._args

    def get_kwargs(self) -> dict[str, ScopedValue]:
        """Return the arguments by name."""
        return self._kwargs

    def get_instance(self) -> Any:
        """Return the Cell, the Primitive or the function that is called; None of other statements."""
        return self._instance

    def get_instance_type(self) -> Any:
        """Return the class of what is called, or the function itself."""
        return self._instance if self._kind is NodeType.CallFunction and self._instance else type(self._instance)

    def get_symbol_tree(self) -> SymbolTree | None:
        """Return the tree that the statement is in; None before it is inserted."""
        return self._tree

    def get_sub_tree(self) -> SymbolTree:
        """Return the statements of the Cell that is called.

        Raises:
            TypeError: if the statement is no tree of its own.

        Source: mindspore.rewrite.Node.get_sub_tree, MindSpore 2.10
        """
        if self._kind is not NodeType.Tree:
            msg = f"For get_sub_tree, the type of node should be 'NodeType.Tree', but got {self._kind}"
            raise TypeError(msg)
        if self._sub_tree is None:
            from ms2torch.rewrite.api.symbol_tree import SymbolTree

            self._sub_tree = SymbolTree.create(self._instance)
        return self._sub_tree

    def get_inputs(self) -> list[Node]:
        """Return the statements whose results are arguments here."""
        found = [] if self._tree is None else [self._tree.provider(self, value) for value in self.read()]
        return [node for node in found if node is not None]

    def get_users(self) -> list[Node]:
        """Return the statements that take results of this one."""
        return [] if self._tree is None else [node for node in self._tree.nodes() if self in node.get_inputs()]

    def set_arg(self, index: int, arg: Given) -> None:
        """Replace an argument.

        Args:
            index (int): its place.
            arg (Union[ScopedValue, str]): the new one; a word is a name.

        Raises:
            ValueError: if there is no such place.

        Source: mindspore.rewrite.Node.set_arg, MindSpore 2.10
        """
        if not 0 <= index < len(self._args):
            msg = f"The 'index' must be in range of [0, {len(self._args)}), but got {index}."
            raise ValueError(msg)
        self._args[index] = ScopedValue.of(arg)

    def set_arg_by_node(self, arg_idx: int, src_node: Node, out_idx: int | None = None) -> None:
        """Replace an argument by a result of another statement, under a name that nothing else has.

        Args:
            arg_idx (int): place of the argument.
            src_node (Node): the other statement.
            out_idx (int, optional): which result. Default ``None``: the first.

        Raises:
            ValueError: if there is no such place or result.

        Source: mindspore.rewrite.Node.set_arg_by_node, MindSpore 2.10
        """
        place = out_idx or 0
        if not 0 <= place < len(src_node._targets):
            msg = f"The 'out_idx' must be in range of [0, {len(src_node._targets)}), but got {place}."
            raise ValueError(msg)
        if self._tree is not None and self._tree.provider(self, src_node._targets[place]) is not src_node:
            self._tree.rename_target(src_node, place)
        self.set_arg(arg_idx, src_node._targets[place])

    def read(self) -> list[ScopedValue]:
        """Return what the statement reads, by name."""
        if self._statement is None:
            return [*self.get_args(), *self._kwargs.values()]
        names = dict.fromkeys(x.id for x in self._names_read())
        return [ScopedValue.create_naming_value(name) for name in names]

    def rename(self, old: ScopedValue, new: ScopedValue) -> None:
        """Read another name in the place of one."""
        self._args = [new if each == old else each for each in self._args]
        self._kwargs = {key: new if each == old else each for key, each in self._kwargs.items()}
        for name in self._names_read():
            name.id = repr(new) if name.id == repr(old) else name.id

    def _names_read(self) -> list[ast.Name]:
        if self._statement is None:
            return []
        part = self._statement.value if isinstance(self._statement, ast.Assign) else self._statement
        return [x for x in ast.walk(part) if isinstance(x, ast.Name)]

    def written(self) -> ast.stmt:
        """Return the statement as Python has it."""
        if self._statement is not None:
            return self._statement
        args = [value.expression for value in self._args]
        if self._kind is NodeType.Output:
            return ast.Return(args[0] if args else None)
        called = self._called if self._called is not None else ast.parse(f"self.{self._name}", mode="eval").body
        keywords = [ast.keyword(name, value.expression) for name, value in self._kwargs.items()]
        call = ast.Call(called, args, keywords)
        if not self._targets:
            return ast.Expr(call)
        names = [value.expression for value in self._targets]
        return ast.Assign([names[0] if len(names) == 1 else ast.Tuple(names)], call, lineno=0)


def _call(
    name: str,
    kind: NodeType,
    targets: Sequence[ScopedValue | str],
    args: Sequence[Given] | None,
    kwargs: Mapping[str, Given] | None,
    called: ast.expr | None,
    instance: Any,
) -> Node:
    by_name = {key: ScopedValue.of(value) for key, value in (kwargs or {}).items()}
    names, values = ([ScopedValue.of(each) for each in given or ()] for given in (targets, args))
    return Node(name, kind, names, values, by_name, called, instance)
