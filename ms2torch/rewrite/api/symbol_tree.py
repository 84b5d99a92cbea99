"""The statements of a network, to be changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ms2torch.nn.cell import Cell
from ms2torch.rewrite.api.node import Node
from ms2torch.rewrite.api.node_type import NodeType
from ms2torch.rewrite.node.node import Node as HandlerOfNode
from ms2torch.rewrite.symbol_tree.symbol_tree import Position, SymbolTree as Handler

__all__ = ["SymbolTree"]


class SymbolTree:
    """The statements of a network's `construct`, which a program reads, adds to and replaces.

    Differs from MindSpore: a branch or a loop is one statement as it is, whose own statements come to light when
    `flatten_nodes` puts them in its place; functions that are called are not opened.

    Args:
        handler (Handler): the statements, as `get_handler` returns them.

    Raises:
        TypeError: if `handler` is no such handler.

    Source: mindspore.rewrite.SymbolTree, MindSpore 2.10
    """

    def __init__(self, handler: Handler) -> None:
        if not isinstance(handler, Handler):
            got = type(handler).__name__
            msg = f"For 'SymbolTree', the type of 'handler' should be 'SymbolTree', but got type '{got}'."
            raise TypeError(msg)
        self._tree = handler

    @classmethod
    def create(cls, network: Cell) -> SymbolTree:
        """Read the statements of a network.

        Args:
            network (Cell): the network.

        Returns:
            SymbolTree.

        Raises:
            TypeError: if `network` is no Cell.
            RuntimeError: if its source cannot be read.

        Source: mindspore.rewrite.SymbolTree.create, MindSpore 2.10
        """
        if not isinstance(network, Cell):
            msg = f"For 'SymbolTree', the type of 'network' should be 'Cell', but got type '{type(network).__name__}'."
            raise TypeError(msg)
        return cls(Handler(network))

    def get_handler(self) -> Handler:
        """Return the statements as they are kept."""
        return self._tree

    def get_origin_network(self) -> Cell:
        """Return the network that was read."""
        return self._tree.network

    # ---- statements --------------------------------------------------------------------------------------------------
    def nodes(self, all_nodes: bool = False) -> Iterator[Node]:
        """Give the statements in order.

        Args:
            all_nodes (bool): those of lists of Cells and of trees within, too. Default: ``False``.

        Source: mindspore.rewrite.SymbolTree.nodes, MindSpore 2.10
        """
        for node in self._tree.all_nodes() if all_nodes else self._tree.nodes():
            yield Node(node)

    def all_nodes(self, subtree_nodes: bool = True) -> list[Node]:
        """Return the statements in order, then those of lists of Cells and of trees within.

        Args:
            subtree_nodes (bool): those of trees, too. Default: ``True``.

        Source: mindspore.rewrite.SymbolTree.all_nodes, MindSpore 2.10
        """
        return [Node(node) for node in self._tree.all_nodes(subtree_nodes)]

    def get_node(self, node_name: str) -> Node | None:
        """Return the statement of a name; None if there is none.

        Source: mindspore.rewrite.SymbolTree.get_node, MindSpore 2.10
        """
        held = self._tree.all_nodes(subtree_nodes=False)
        return next((Node(node) for node in held if node.name == node_name), None)

    def get_inputs(self) -> list[Node]:
        """Return the inputs of the network.

        Source: mindspore.rewrite.SymbolTree.get_inputs, MindSpore 2.10
        """
        return [Node(node) for node in self._tree.nodes() if node.kind is NodeType.Input]

    def before(self, node: Node | str) -> Position:
        """Return the place before a statement.

        Source: mindspore.rewrite.SymbolTree.before, MindSpore 2.10
        """
        return Position(self._tree, self._tree.found(_handler(node)), before=True)

    def after(self, node: Node | str) -> Position:
        """Return the place after a statement.

        Source: mindspore.rewrite.SymbolTree.after, MindSpore 2.10
        """
        return Position(self._tree, self._tree.found(_handler(node)), before=False)

    def insert(self, position: Position, node: Node) -> Node:
        """Insert a statement.

        Args:
            position (Position): a place that `before` or `after` returned.
            node (Node): the statement.

        Returns:
            Node, the statement.

        Raises:
            ValueError: if the statement is in a tree already, or the place in another tree.

        Source: mindspore.rewrite.SymbolTree.insert, MindSpore 2.10
        """
        if position.tree is not self._tree:
            msg = f"Position is not in current SymbolTree, node: {position.node.name}"
            raise ValueError(msg)
        return Node(self._tree.insert_node(node.get_handler(), position.node, position.before))

    def erase(self, node: Node | str) -> Node:
        """Take a statement out.

        Returns:
            Node, the statement.

        Raises:
            RuntimeError: if there is no such statement.

        Source: mindspore.rewrite.SymbolTree.erase, MindSpore 2.10
        """
        return Node(self._tree.erase_node(_handler(node)))

    def replace(self, old_node: Node, new_nodes: Sequence[Node]) -> Node:
        """Put statements in the place of another.

        Args:
            old_node (Node): the other.
            new_nodes (list[Node]): the statements in order.

        Returns:
            Node, the last of them.

        Source: mindspore.rewrite.SymbolTree.replace, MindSpore 2.10
        """
        return Node(self._tree.replace(old_node.get_handler(), [node.get_handler() for node in new_nodes]))

    def flatten_nodes(self, node: Node, erase_nodes_after_return: bool = False) -> None:
        """Put the statements of one way of a branch in its place.

        Args:
            node (Node): the way: the statement of an ``if``, or of its ``else``.
            erase_nodes_after_return (bool): what follows a ``return`` is erased. Default: ``False``.

        Raises:
            ValueError: if the statement is no branch.

        Source: mindspore.rewrite.SymbolTree.flatten_nodes, MindSpore 2.10
        """
        self._tree.flatten_nodes(node.get_handler(), erase_nodes_after_return)

    def flatten_static_if_control_flow(self) -> None:
        """Put those statements in the place of each branch that are executed, where the condition is known now.

        Known are constants, what the network holds, and what its module defines; not what `construct` computes.

        Source: mindspore.rewrite.SymbolTree.flatten_static_if_control_flow, MindSpore 2.10
        """
        self._tree.flatten_static_if_control_flow()

    def set_output(self, index: int, return_value: str) -> Node:
        """Replace what the network returns.

        Args:
            index (int): which of the results.
            return_value (str): name of the new one.

        Returns:
            Node, the output.

        Source: mindspore.rewrite.SymbolTree.set_output, MindSpore 2.10
        """
        return Node(self._tree.set_output(index, return_value))

    def unique_name(self, name: str = "output") -> str:
        """Return a name that nothing in the tree has.

        Source: mindspore.rewrite.SymbolTree.unique_name, MindSpore 2.10
        """
        return self._tree.unique_name(name)

    def print_node_tabulate(self, all_nodes: bool = False) -> None:
        """Print kind, name, code, arguments and users of each statement.

        Source: mindspore.rewrite.SymbolTree.print_node_tabulate, MindSpore 2.10
        """
        print(self._tree.table(all_nodes))  # noqa: T201  # what it is for

    def dump(self) -> None:
        """Print the statements.

        Differs from MindSpore: the table of `print_node_tabulate`, all statements; MindSpore writes its own notation.

        Source: mindspore.rewrite.SymbolTree.dump, MindSpore 2.10
        """
        self.print_node_tabulate(all_nodes=True)

    # ---- code --------------------------------------------------------------------------------------------------------
    def get_code(self) -> str:
        """Return the code of the network as it is now: a class that is made from the old network.

        Source: mindspore.rewrite.SymbolTree.get_code, MindSpore 2.10
        """
        return self._tree.get_code()

    def get_network(self) -> Cell:
        """Return a network of the statements as they are now, which shares its Parameters with the old one.

        Source: mindspore.rewrite.SymbolTree.get_network, MindSpore 2.10
        """
        return self._tree.get_network()

    def set_saved_file_name(self, file_name: str) -> None:
        """Choose where `save_network_to_file` writes.

        Source: mindspore.rewrite.SymbolTree.set_saved_file_name, MindSpore 2.10
        """
        self._tree.file = file_name if file_name.endswith(".py") else f"{file_name}.py"

    def get_saved_file_name(self) -> str:
        """Return where `save_network_to_file` writes.

        Source: mindspore.rewrite.SymbolTree.get_saved_file_name, MindSpore 2.10
        """
        return self._tree.file

    def save_network_to_file(self) -> None:
        """Write the code to the file that `set_saved_file_name` chose.

        Source: mindspore.rewrite.SymbolTree.save_network_to_file, MindSpore 2.10
        """
        self._tree.save_network_to_file()


def _handler(node: Node | str) -> HandlerOfNode | str:
    if not isinstance(node, (Node, str)):
        got = type(node).__name__
        msg = f"For 'SymbolTree', the type of 'node' should be one of '['Node', 'str']', but got type '{got}'."
        raise TypeError(msg)
    return node if isinstance(node, str) else node.get_handler()
