"""The statements of a network, to be changed."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ms2torch import nn
from ms2torch.nn.cell import Cell
from ms2torch.rewrite._parser import Parser, source_of
from ms2torch.rewrite.api.node import Node
from ms2torch.rewrite.api.node_type import NodeType
from ms2torch.rewrite.api.scoped_value import ScopedValue

__all__ = ["SymbolTree"]


class Position(NamedTuple):
    """Where a statement is inserted."""

    tree: SymbolTree
    node: Node
    before: bool


class SymbolTree:
    """The statements of a network's `construct`, which a program reads, adds to and replaces.

    Differs from MindSpore: branches and loops are statements as they are; what is inside them cannot be changed.

    Source: mindspore.rewrite.SymbolTree, MindSpore 2.10
    """

    def __init__(self, network: Cell) -> None:
        self._network = network
        self._names: set[str] = set()  # of variables
        self._labels: set[str] = set()  # of statements
        self._construct = source_of(network)
        self._names.update(x.id for x in ast.walk(self._construct) if isinstance(x, ast.Name))
        self._nodes: list[Node] = []
        for node in Parser(network, self._new_label, self._new_name).parse(self._construct):
            self._own(node)
            self._nodes.append(node)
        self._file = ""

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
        return cls(network)

    # ---- statements --------------------------------------------------------------------------------------------------
    def nodes(self, all_nodes: bool = False) -> Iterator[Node]:
        """Give the statements in order.

        Args:
            all_nodes (bool): those of trees within, too. Default: ``False``.

        Source: mindspore.rewrite.SymbolTree.nodes, MindSpore 2.10
        """
        yield from list(self._nodes)
        if all_nodes:
            for node in self._nodes:
                if node.get_node_type() is NodeType.Tree:
                    yield from node.get_sub_tree().nodes(all_nodes=True)

    def get_node(self, node_name: str) -> Node | None:
        """Return the statement of a name; None if there is none.

        Source: mindspore.rewrite.SymbolTree.get_node, MindSpore 2.10
        """
        return next((node for node in self._nodes if node.get_name() == node_name), None)

    def get_inputs(self) -> list[Node]:
        """Return the inputs of the network.

        Source: mindspore.rewrite.SymbolTree.get_inputs, MindSpore 2.10
        """
        return [node for node in self._nodes if node.get_node_type() is NodeType.Input]

    def before(self, node: Node | str) -> Position:
        """Return the place before a statement.

        Source: mindspore.rewrite.SymbolTree.before, MindSpore 2.10
        """
        return Position(self, self._found(node), before=True)

    def after(self, node: Node | str) -> Position:
        """Return the place after a statement.

        Source: mindspore.rewrite.SymbolTree.after, MindSpore 2.10
        """
        return Position(self, self._found(node), before=False)

    def insert(self, position: Position, node: Node) -> Node:
        """Insert a statement.

        Args:
            position (Position): a place that `before` or `after` returned.
            node (Node): the statement.

        Returns:
            Node, the statement.

        Source: mindspore.rewrite.SymbolTree.insert, MindSpore 2.10
        """
        node._name = self._new_label(node._name)
        self._own(node)
        if node._instance is not None and node._called is None:
            setattr(self._network, node._name, node._instance)
        self._nodes.insert(self._nodes.index(position.node) + (not position.before), node)
        return node

    def erase(self, node: Node | str) -> Node:
        """Take a statement out.

        Returns:
            Node, the statement.

        Source: mindspore.rewrite.SymbolTree.erase, MindSpore 2.10
        """
        found = self._found(node)
        self._nodes.remove(found)
        found._tree = None
        return found

    def replace(self, old_node: Node, new_nodes: Sequence[Node]) -> Node:
        """Put statements in the place of another.

        Args:
            old_node (Node): the other.
            new_nodes (list[Node]): the statements in order.

        Returns:
            Node, the last of them.

        Source: mindspore.rewrite.SymbolTree.replace, MindSpore 2.10
        """
        last = old_node
        for node in new_nodes:
            last = self.insert(self.after(last), node)
        self.erase(old_node)
        return last

    def set_output(self, index: int, return_value: str) -> Node | None:
        """Replace what the network returns.

        Args:
            index (int): which of the results.
            return_value (str): name of the new one.

        Returns:
            Node, the output.

        Source: mindspore.rewrite.SymbolTree.set_output, MindSpore 2.10
        """
        output = next((node for node in self._nodes if node.get_node_type() is NodeType.Output), None)
        if output is not None:
            output.set_arg(index, return_value)
        return output

    def unique_name(self, name: str = "output") -> str:
        """Return a name that nothing in the tree has.

        Source: mindspore.rewrite.SymbolTree.unique_name, MindSpore 2.10
        """
        return self._new_name(name)

    def print_node_tabulate(self, all_nodes: bool = False) -> None:
        """Print kind, name, code, arguments and users of each statement.

        Source: mindspore.rewrite.SymbolTree.print_node_tabulate, MindSpore 2.10
        """
        rows = [("node type", "name", "codes", "arg providers", "target users")]
        for node in self.nodes(all_nodes):
            code = (
                "" if node.get_node_type() is NodeType.Input else ast.unparse(ast.fix_missing_locations(node.written()))
            )
            providers, users = ([each.get_name() for each in found] for found in (node.get_inputs(), node.get_users()))
            rows.append((str(node.get_node_type()), node.get_name(), code.split("\n")[0], str(providers), str(users)))
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip() for row in rows]
        print("\n".join(lines))  # noqa: T201  # what it is for

    # ---- code --------------------------------------------------------------------------------------------------------
    def get_code(self) -> str:
        """Return the code of the network as it is now: a class that is made from the old network.

        Source: mindspore.rewrite.SymbolTree.get_code, MindSpore 2.10
        """
        parts = [tree.get_code() for tree in self._sub_trees().values()]
        parts += ["from mindspore import nn"] if not parts else []
        return "\n\n\n".join([*parts, ast.unparse(ast.fix_missing_locations(self._class()))])

    def get_network(self) -> Cell:
        """Return a network of the statements as they are now, which shares its Parameters with the old one.

        Source: mindspore.rewrite.SymbolTree.get_network, MindSpore 2.10
        """
        space = self._namespace()
        self._define(space)
        return space[self._class_name](self._network)  # type: ignore[no-any-return]

    def set_saved_file_name(self, file_name: str) -> None:
        """Choose where `save_network_to_file` writes.

        Source: mindspore.rewrite.SymbolTree.set_saved_file_name, MindSpore 2.10
        """
        self._file = file_name if file_name.endswith(".py") else f"{file_name}.py"

    def get_saved_file_name(self) -> str:
        """Return where `save_network_to_file` writes.

        Source: mindspore.rewrite.SymbolTree.get_saved_file_name, MindSpore 2.10
        """
        return self._file

    def save_network_to_file(self) -> None:
        """Write the code to the file that `set_saved_file_name` chose.

        Source: mindspore.rewrite.SymbolTree.save_network_to_file, MindSpore 2.10
        """
        Path(self._file).write_text(self.get_code() + "\n")

    # ---- what a Node asks --------------------------------------------------------------------------------------------
    def provider(self, reader: Node, value: ScopedValue) -> Node | None:
        """Return the statement whose result a name means where it is read; None if there is none."""
        for node in reversed(self._nodes[: self._nodes.index(reader)]):
            if value in node.get_targets():
                return node
        return None

    def rename_target(self, node: Node, place: int) -> None:
        """Give a result a name that nothing else has, wherever it is read."""
        old, users = node._targets[place], node.get_users()
        new = ScopedValue.create_naming_value(self._new_name(f"{node.get_name()}_var"))
        for user in users:
            user.rename(old, new)
        node._targets[place] = new

    # ---- parts -------------------------------------------------------------------------------------------------------
    @property
    def _class_name(self) -> str:
        return f"{type(self._network).__name__}Opt"

    def _new_name(self, name: str) -> str:
        return _unlike(name, self._names)

    def _new_label(self, name: str) -> str:
        return _unlike(name, self._labels)

    def _own(self, node: Node) -> None:
        node._tree = self
        self._names.update(repr(target) for target in node.get_targets())

    def _found(self, node: Node | str) -> Node:
        found = self.get_node(node) if isinstance(node, str) else node
        if found is None or found not in self._nodes:
            msg = f"SymbolTree: there is no node {node!r} here"
            raise ValueError(msg)
        return found

    def _sub_trees(self) -> dict[str, SymbolTree]:
        """Return the trees within that were asked for, by attribute."""
        return {
            ast.unparse(node._called)[5:]: node._sub_tree for node in self._nodes if node._sub_tree and node._called
        }

    def _class(self) -> ast.ClassDef:
        lines = [
            "def __init__(self, obj):",
            "    nn.Cell.__init__(self)",
            "    for key, value in obj.__dict__.items():",
        ]
        lines += ["        self.__dict__[key] = value.copy() if isinstance(value, dict) else value"]
        lines += [f"    self.{name} = {tree._class_name}(obj.{name})" for name, tree in self._sub_trees().items()]
        construct = ast.FunctionDef("construct", self._arguments(), [], [], lineno=0)
        construct.body = [node.written() for node in self._nodes if node.get_node_type() is not NodeType.Input]
        made = ast.parse("\n".join(lines)).body
        base: ast.expr = ast.Name(type(self._network).__name__)
        parts: dict[str, Any] = {"type_params": []} if "type_params" in ast.ClassDef._fields else {}
        return ast.ClassDef(self._class_name, [base], [], [*made, construct or ast.Pass()], [], **parts)

    def _arguments(self) -> ast.arguments:
        given = self.get_inputs()
        args = [ast.arg("self"), *(ast.arg(repr(node.get_targets()[0])) for node in given)]
        defaults = [node._args[0].expression for node in given if node._args]
        old = self._construct.args
        return ast.arguments([], args, old.vararg, old.kwonlyargs, old.kw_defaults, old.kwarg, defaults)

    def _namespace(self) -> dict[str, Any]:
        construct = type(self._network).construct
        held = zip(construct.__code__.co_freevars, construct.__closure__ or (), strict=True)
        space = {**construct.__globals__, **{name: cell.cell_contents for name, cell in held}, "nn": nn}
        space[type(self._network).__name__] = type(self._network)
        for node in self._nodes:
            if node.get_node_type() is NodeType.CallFunction and isinstance(node._called, ast.Name):
                space[node._called.id] = node._instance
        for tree in self._sub_trees().values():
            inner = tree._namespace()
            tree._define(inner)
            space[tree._class_name] = inner[tree._class_name]
        return space

    def _define(self, space: dict[str, Any]) -> None:
        """Define the class of the network in a namespace."""
        text = ast.unparse(ast.fix_missing_locations(self._class()))
        exec(compile(text, f"<{self._class_name}>", "exec"), space)  # noqa: S102  # the user's own statements


def _unlike(name: str, taken: set[str]) -> str:
    """Return a name, with a number where it is taken, and take it."""
    chosen, count = name, 0
    while chosen in taken:
        count += 1
        chosen = f"{name}_{count}"
    taken.add(chosen)
    return chosen
