"""One statement of a network."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ms2torch.nn.cell import Cell
from ms2torch.ops.primitive import Primitive
from ms2torch.rewrite.api.node_type import NodeType
from ms2torch.rewrite.api.scoped_value import ScopedValue
from ms2torch.rewrite.node.node import Node as Handler, call_of

if TYPE_CHECKING:
    from ms2torch.rewrite.api.symbol_tree import SymbolTree

__all__ = ["Node"]

Given = ScopedValue | str | float


class Node:
    """One statement of a network: an input, a call, a branch or the output.

    Made by `SymbolTree.create`, `create_call_cell`, `create_call_function` and `create_input`.

    Args:
        node (Handler): the statement as its tree holds it, as `get_handler` returns it.

    Raises:
        TypeError: if `node` is no such handler.

    Source: mindspore.rewrite.Node, MindSpore 2.10
    """

    def __init__(self, node: Handler) -> None:
        if not isinstance(node, Handler):
            msg = f"For 'Node', the type of 'node' should be 'Node', but got type '{type(node).__name__}'."
            raise TypeError(msg)
        self._node = node

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and self._node is other._node

    def __hash__(self) -> int:
        return hash(self._node)

    def __repr__(self) -> str:
        return f"Node({self.get_name()})"

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
        return Node(call_of(name or type(cell).__name__.lower(), kind, targets, args, kwargs, None, cell))

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
        return Node(call_of(name, NodeType.CallFunction, targets, args, kwargs, ast.Name(name), function))

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
        values = [] if default is None else [ScopedValue.of(default)]
        return Node(Handler(f"input_{param_name}", NodeType.Input, [target], values))

    def get_handler(self) -> Handler:
        """Return the statement as its tree holds it."""
        return self._node

    def get_name(self) -> str:
        """Return the name, unlike any other of the tree."""
        return self._node.name

    def get_node_type(self) -> NodeType:
        """Return what the statement does."""
        return self._node.kind

    def get_targets(self) -> list[ScopedValue]:
        """Return the names of the results."""
        return self._node.targets

    def get_args(self) -> list[ScopedValue]:
        """Return the arguments by place."""
        return self._node.get_args()

    def get_kwargs(self) -> dict[str, ScopedValue]:
        """Return the arguments by name."""
        return self._node.kwargs

    def get_instance(self) -> Any:
        """Return the Cell, the Primitive or the function that is called; None of other statements."""
        return self._node.instance

    def get_instance_type(self) -> Any:
        """Return the class of what is called, or the function itself."""
        return self._node.get_instance_type()

    def get_symbol_tree(self) -> SymbolTree | None:
        """Return the tree that the statement is in; None before it is inserted."""
        from ms2torch.rewrite.api.symbol_tree import SymbolTree

        return None if self._node.tree is None else SymbolTree(self._node.tree)

    def get_sub_tree(self) -> SymbolTree:
        """Return the statements of the Cell that is called.

        Raises:
            TypeError: if the statement is no tree of its own.

        Source: mindspore.rewrite.Node.get_sub_tree, MindSpore 2.10
        """
        inner = self._node.symbol_tree
        if inner is None:
            msg = f"For get_sub_tree, the type of node should be 'NodeType.Tree', but got {self._node.kind}"
            raise TypeError(msg)
        from ms2torch.rewrite.api.symbol_tree import SymbolTree

        return SymbolTree(inner)

    def get_inputs(self) -> list[Node]:
        """Return the statements whose results are arguments here."""
        return [Node(each) for each in self._node.get_inputs()]

    def get_users(self) -> list[Node]:
        """Return the statements that take results of this one."""
        return [Node(each) for each in self._node.get_users()]

    def get_arg_providers(self) -> dict[int, tuple[Node, int]]:
        """Return by place of an argument which statement's which result it is.

        Source: mindspore.rewrite.Node.get_arg_providers, MindSpore 2.10
        """
        return {place: (Node(node), result) for place, (node, result) in self._node.get_arg_providers().items()}

    def get_target_users(self, index: int = -1) -> Any:
        """Return which statements take a result, and as which of their arguments.

        Args:
            index (int): place of the result. Default: ``-1``, all of them.

        Returns:
            list[tuple[Node, int]]; without `index` a dict of them by place of the result.

        Source: mindspore.rewrite.Node.get_target_users, MindSpore 2.10
        """
        found = self._node.get_target_users(index)
        if index != -1:
            return [(Node(node), place) for node, place in found]
        return {key: [(Node(node), place) for node, place in users] for key, users in found.items()}

    def get_attributes(self) -> dict[str, Any]:
        """Return the public attributes of the Cell or Primitive that is called, and those that were set here."""
        return self._node.attributes

    def get_attribute(self, key: str) -> Any:
        """Return an attribute; None if there is none.

        Source: mindspore.rewrite.Node.get_attribute, MindSpore 2.10
        """
        return self._node.attributes.get(key)

    def set_attribute(self, key: str, value: Any) -> None:
        """Set an attribute of the statement; what is called stays as it is.

        Source: mindspore.rewrite.Node.set_attribute, MindSpore 2.10
        """
        self._node.attributes[key] = value

    def set_arg(self, index: int, arg: Given) -> None:
        """Replace an argument.

        Args:
            index (int): its place.
            arg (Union[ScopedValue, str]): the new one; a word is a name.

        Raises:
            ValueError: if there is no such place.

        Source: mindspore.rewrite.Node.set_arg, MindSpore 2.10
        """
        self._node.set_arg(index, ScopedValue.of(arg))

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
        self._node.set_arg_by_node(arg_idx, src_node._node, out_idx)
