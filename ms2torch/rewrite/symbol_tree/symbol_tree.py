"""The statements of a network, to be changed."""

from __future__ import annotations

import ast
import copy
import inspect
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ms2torch import nn
from ms2torch.nn.cell import Cell
from ms2torch.rewrite._parser import Parser, source_of
from ms2torch.rewrite.api.node_type import NodeType
from ms2torch.rewrite.api.scoped_value import ScopedValue, ValueType
from ms2torch.rewrite.node.node import CellContainer, ControlFlow, Node

__all__ = ["Position", "SymbolTree"]


# Names of the classes that were written in this process: two Cells of one class become two classes. As in MindSpore.
_CLASSES: set[str] = set()


class Position(NamedTuple):
    """Where a statement is inserted."""

    tree: SymbolTree
    node: Node
    before: bool


class SymbolTree:
    """The statements of one network.

    Args:
        network (Cell): the network.

    Raises:
        RuntimeError: if its source cannot be read.

    Source: mindspore.rewrite.symbol_tree.SymbolTree, MindSpore 2.10
    """

    def __init__(self, network: Cell) -> None:
        self.network = network
        self._names: set[str] = set()  # of variables
        self._labels: set[str] = set()  # of statements
        self._construct = source_of(network)
        self._names.update(x.id for x in ast.walk(self._construct) if isinstance(x, ast.Name))
        self._parser = Parser(network, self._new_label, self.unique_name)
        self._nodes: list[Node] = []
        for node in self._parser.parse(self._construct):
            self._own(node)
            self._nodes.append(node)
        self.file = ""
        self._class_name = _unlike(f"{type(network).__name__}Opt", _CLASSES)

    # ---- statements --------------------------------------------------------------------------------------------------
    def nodes(self) -> list[Node]:
        """Return the statements in order."""
        return list(self._nodes)

    def all_nodes(self, subtree_nodes: bool = True) -> list[Node]:
        """Return the statements in order, then those of what is called in lists and trees."""
        found = self.nodes()
        for node in found:
            if isinstance(node, CellContainer):
                found.extend(node.nodes())
        if subtree_nodes:
            trees = [node.symbol_tree for node in found if node.kind is NodeType.Tree]
            for tree in trees:
                found.extend([] if tree is None else tree.all_nodes())
        return found

    def found(self, node: Node | str) -> Node:
        """Return a statement of the tree, which may be given by its name.

        Raises:
            RuntimeError: if it is not here.
        """
        known = next((each for each in self.all_nodes(subtree_nodes=False) if node in (each, each.name)), None)
        if known is None:
            msg = f"Node is not belong to current SymbolTree: {node if isinstance(node, str) else node.name}"
            raise RuntimeError(msg)
        return known

    def insert_node(self, node: Node, base: Node, before: bool) -> Node:
        """Insert a statement beside another.

        Raises:
            ValueError: if it is in a tree already.
        """
        if node.tree is not None:
            msg = f"Node in the SymbolTree cannot be inserted into SymbolTree again: {node.name}"
            raise ValueError(msg)
        node.name = self._new_label(node.name)
        self._own(node)
        if node.instance is not None and node.called is None:
            setattr(self.network, node.name, node.instance)
        node.args = [self._held(value) for value in node.args]
        node.kwargs = {key: self._held(value) for key, value in node.kwargs.items()}
        if base.container is not None:
            base.container.insert_node(node, base, before)
        else:
            self._nodes.insert(self._nodes.index(base) + (not before), node)
        return node

    def erase_node(self, node: Node | str) -> Node:
        """Take a statement out."""
        found = self.found(node)
        if found.container is not None:
            found.container.erase_node(found)
        else:
            self._nodes.remove(found)
        if isinstance(found, ControlFlow):
            found.emptied()
        found.tree = None
        return found

    def replace(self, old: Node, new: Sequence[Node]) -> Node:
        """Put statements in the place of another; return the last of them."""
        last = self.found(old)
        for node in new:
            last = self.insert_node(node, last, before=False)
        self.erase_node(old)
        return last

    def flatten_nodes(self, node: Node, erase_nodes_after_return: bool = False) -> None:
        """Put the statements of one way of a branch in its place, and forget the other.

        Raises:
            ValueError: if it is no way of an ``if``.
        """
        branch = node.statement if isinstance(node, ControlFlow) else None
        if not isinstance(node, ControlFlow) or not isinstance(branch, ast.If):
            msg = f"For flatten_nodes, the type of node can only be ControlFlow, but got {type(node)}."
            raise ValueError(msg)  # noqa: TRY004  # MindSpore's
        ways = [each for each in (node.body or node, node.orelse, node) if each is not None and each.tree is self]
        statements = branch.orelse if node.body is not None else branch.body
        place = self._nodes.index(ways[0])
        made = self._parser.statements(statements)
        for each in made:
            self._own(each)
        self._nodes[place:place] = made
        for way in dict.fromkeys(ways):
            self._nodes.remove(way)
            way.tree = None
        returns = [k for k, each in enumerate(self._nodes) if each.kind is NodeType.Output]
        if erase_nodes_after_return and returns:
            for each in self._nodes[returns[0] + 1 :]:
                each.tree = None
            del self._nodes[returns[0] + 1 :]

    def flatten_static_if_control_flow(self) -> None:
        """Put those statements in the place of each branch that are executed, where the condition is known now.

        Known are constants, what the network holds, and what its module defines; not what `construct` computes.
        """
        for node in self.nodes():
            if not isinstance(node, ControlFlow) or node.tree is None or node.test is None or node.body is not None:
                continue
            known, result = self._evaluated(node.test)
            if known and (result or node.orelse is not None):
                self.flatten_nodes(node if result or node.orelse is None else node.orelse, True)
            elif known:
                self.erase_node(node)
        for node in self.all_nodes(subtree_nodes=False):
            if node.symbol_tree is not None:
                node.symbol_tree.flatten_static_if_control_flow()

    def set_output(self, index: int, return_value: str) -> Node:
        """Replace what the network returns; return the output."""
        output = next(node for node in self._nodes if node.kind is NodeType.Output)
        output.set_arg(index, ScopedValue.of(return_value))
        return output

    def table(self, all_nodes: bool = False) -> str:
        """Return kind, name, code, arguments and users of each statement."""
        rows = [("node type", "name", "codes", "arg providers", "target users")]
        for node in self.all_nodes() if all_nodes else self.nodes():
            written = None if node.kind is NodeType.Input else node.written()
            code = "" if written is None else ast.unparse(ast.fix_missing_locations(written))
            providers = {place: (each.name, result) for place, (each, result) in node.get_arg_providers().items()}
            users = {
                key: [(each.name, place) for each, place in found] for key, found in node.get_target_users().items()
            }
            rows.append((str(node.kind), node.name, code.split("\n")[0], str(providers), str(users)))
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip() for row in rows]
        return "\n".join(lines)

    # ---- code --------------------------------------------------------------------------------------------------------
    def get_code(self) -> str:
        """Return the code of the network as it is now: a class that is made from the old network."""
        parts = [tree.get_code() for tree in self._sub_trees().values()]
        parts += ["from mindspore import nn"] if not parts else []
        return "\n\n\n".join([*parts, ast.unparse(ast.fix_missing_locations(self._class()))])

    def get_network(self) -> Cell:
        """Return a network of the statements as they are now, which shares its Parameters with the old one.

        The Parameters are named after where they are reached first.
        """
        space = self._namespace()
        self._define(space)
        network: Cell = space[self._class_name](self.network)
        network.update_parameters_name()  # what an inserted Cell holds may be reached by an older name first
        return network

    def save_network_to_file(self) -> None:
        """Write the code to `file`."""
        Path(self.file).write_text(self.get_code() + "\n")

    # ---- names -------------------------------------------------------------------------------------------------------
    def unique_name(self, name: str) -> str:
        """Return a name that no variable has."""
        return _unlike(name, self._names)

    def rename_target(self, node: Node, place: int) -> None:
        """Give a result a name that nothing else has, wherever it is read."""
        old = node.targets[place]
        users = [each for each in self._nodes if node in each.get_inputs() or node is each.seen_inside(old)]
        new = ScopedValue.create_naming_value(self.unique_name(f"{node.name}_var"))
        for user in users:
            user.rename(old, new)
        node.targets[place] = new

    # ---- parts -------------------------------------------------------------------------------------------------------
    def _new_label(self, name: str) -> str:
        return _unlike(name, self._labels)

    def _own(self, node: Node) -> None:
        node.tree = self
        self._names.update(repr(target) for target in node.targets)
        if isinstance(node, CellContainer):
            for inner in node.nodes():
                self._own(inner)

    def _held(self, value: ScopedValue) -> ScopedValue:
        """Return a value that can be written: an object becomes an attribute of the network."""
        if value.type is not ValueType.CustomObjValue:
            return value
        name = self._new_label(f"{type(value.value).__name__.lower()}_obj")
        setattr(self.network, name, value.value)
        return ScopedValue.create_naming_value(name, "self")

    def _evaluated(self, test: ast.expr) -> tuple[bool, bool]:
        """Return whether a condition is known without running the network, and what it is."""
        file = inspect.getfile(type(self.network))
        module = next((m for m in list(sys.modules.values()) if getattr(m, "__file__", None) == file), None)
        space = {**(vars(module) if module is not None else {}), "self": self.network}
        whole = ast.fix_missing_locations(ast.Expression(copy.deepcopy(test)))
        try:
            return True, bool(eval(compile(whole, "<condition>", "eval"), space))  # noqa: S307  # the user's own code
        except Exception:  # noqa: BLE001  # whatever it raises, the condition is not known
            return False, False

    def _sub_trees(self) -> dict[str, SymbolTree]:
        """Return the trees within that were asked for, by how they are reached."""
        held = self.all_nodes(subtree_nodes=False)
        return {node.access(): node.opened for node in held if node.opened is not None}

    def _class(self) -> ast.ClassDef:
        lines = [
            "def __init__(self, obj):",
            "    nn.Cell.__init__(self)",
            "    for key, value in obj.__dict__.items():",
        ]
        lines += ["        self.__dict__[key] = value.copy() if isinstance(value, dict) else value"]
        lines += [f"    self.{name} = {tree._class_name}(obj.{name})" for name, tree in self._sub_trees().items()]
        containers = [node for node in self._nodes if isinstance(node, CellContainer)]
        lines += [f"    {edit}" for node in containers for edit in node.edits()]
        construct = ast.FunctionDef("construct", self._arguments(), [], [], lineno=0)
        written = [node.written() for node in self._nodes if node.kind is not NodeType.Input]
        construct.body = [statement for statement in written if statement is not None] or [ast.Pass()]
        made = ast.parse("\n".join(lines)).body
        base: ast.expr = ast.Name(type(self.network).__name__)
        parts: dict[str, Any] = {"type_params": []} if "type_params" in ast.ClassDef._fields else {}
        return ast.ClassDef(self._class_name, [base], [], [*made, construct], [], **parts)

    def _arguments(self) -> ast.arguments:
        given = [node for node in self._nodes if node.kind is NodeType.Input]
        args = [ast.arg("self"), *(ast.arg(repr(node.targets[0])) for node in given)]
        defaults = [node.args[0].expression for node in given if node.args]
        old = self._construct.args
        return ast.arguments([], args, old.vararg, old.kwonlyargs, old.kw_defaults, old.kwarg, defaults)

    def _namespace(self) -> dict[str, Any]:
        construct = type(self.network).construct
        held = zip(construct.__code__.co_freevars, construct.__closure__ or (), strict=True)
        space = {**construct.__globals__, **{name: cell.cell_contents for name, cell in held}, "nn": nn}
        space[type(self.network).__name__] = type(self.network)
        for node in self._nodes:
            if node.kind is NodeType.CallFunction and isinstance(node.called, ast.Name):
                space[node.called.id] = node.instance
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
