"""Statements found by what they call and where their arguments come from, and replaced."""

from __future__ import annotations

import abc
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from ms2torch.nn.cell import Cell
from ms2torch.ops.primitive import Primitive
from ms2torch.rewrite.api.node import Node
from ms2torch.rewrite.api.node_type import NodeType
from ms2torch.rewrite.api.symbol_tree import SymbolTree
from ms2torch.rewrite.node.node import CellContainer

__all__ = ["PatternEngine", "PatternNode", "Replacement", "VarNode"]

Matched = OrderedDict[str, Node]
_MATCHABLE = frozenset({NodeType.CallCell, NodeType.CallPrimitive, NodeType.Input})


def _require(owner: str, name: str, given: object, kind: type) -> None:
    if not isinstance(given, kind):
        got = type(given).__name__
        msg = f"For '{owner}', the type of '{name}' should be '{kind.__name__}', but got type '{got}'."
        raise TypeError(msg)


def _require_patterns(given: Sequence[object]) -> None:
    for each in given:
        if not isinstance(each, PatternNode):
            got = type(each).__name__
            msg = f"For 'PatternNode', the type of 'inputs' should be PatternNode, but got '{each}' with type '{got}'."
            raise TypeError(msg)


class PatternNode:
    """One statement of a pattern: what it calls, and the statements its arguments come from.

    Args:
        pattern_node_name (str): its name, under which `Replacement.build` finds what was matched.
        match_type (type): the class of what is called. Default: ``None``, which nothing matches.
        inputs (list[PatternNode], optional): the statements its arguments come from. Default: ``None``, any.

    Raises:
        TypeError: if the name is no word or an input no PatternNode.

    Source: mindspore.rewrite.PatternNode, MindSpore 2.10
    """

    def __init__(
        self, pattern_node_name: str, match_type: Any = type[None], inputs: list[PatternNode] | None = None
    ) -> None:
        _require("PatternNode", "pattern_node_name", pattern_node_name, str)
        _require_patterns(inputs or [])
        self._name, self._type = pattern_node_name, match_type
        self._inputs: list[PatternNode] = [] if inputs is None else inputs

    @staticmethod
    def from_node(node: Node) -> PatternNode:
        """Make the pattern of one statement, named after its first result.

        Differs from MindSpore: its 2.10 raises a TypeError, the name of a result being no word.

        Source: mindspore.rewrite.PatternNode.from_node, MindSpore 2.10
        """
        _require("PatternNode", "node", node, Node)
        calls = node.get_node_type() is NodeType.CallCell
        return PatternNode(str(node.get_targets()[0]), node.get_instance_type() if calls else type[None])

    @staticmethod
    def create_pattern_from_node(node: Node) -> PatternNode:
        """Make the pattern of a statement and of all that its arguments come from.

        Source: mindspore.rewrite.PatternNode.create_pattern_from_node, MindSpore 2.10
        """
        made = PatternNode.from_node(node)
        made._inputs = [PatternNode.create_pattern_from_node(each) for each in node.get_inputs()]
        return made

    @staticmethod
    def create_pattern_from_list(type_list: list[type]) -> PatternNode | None:
        """Make the pattern of statements one after the other.

        Args:
            type_list (list[type]): the class of what each calls.

        Returns:
            PatternNode, the last of them.

        Raises:
            TypeError: if `type_list` is no list.

        Source: mindspore.rewrite.PatternNode.create_pattern_from_list, MindSpore 2.10
        """
        _require("PatternNode", "type_list", type_list, list)
        last: PatternNode | None = None
        for place, kind in enumerate(type_list):
            last = PatternNode(f"{place}-{kind}", kind, [] if last is None else [last])
        return last

    def add_input(self, node: PatternNode) -> None:
        """Add a statement that an argument comes from.

        Source: mindspore.rewrite.PatternNode.add_input, MindSpore 2.10
        """
        _require("PatternNode", "node", node, PatternNode)
        self._inputs.append(node)

    def set_inputs(self, inputs: list[PatternNode]) -> None:
        """Say which statements the arguments come from.

        Source: mindspore.rewrite.PatternNode.set_inputs, MindSpore 2.10
        """
        _require_patterns(inputs)
        self._inputs = inputs

    def match(self, node: Node) -> bool:
        """Return whether a statement calls what the pattern says.

        Source: mindspore.rewrite.PatternNode.match, MindSpore 2.10
        """
        _require("PatternNode", "node", node, Node)
        return bool(self._type == node.get_instance_type())

    def get_inputs(self) -> list[PatternNode]:
        """Return the statements that the arguments come from."""
        return self._inputs

    def name(self) -> str:
        """Return the name."""
        return self._name

    def type(self) -> Any:
        """Return the class of what is called."""
        return self._type


class VarNode(PatternNode):
    """A statement of a pattern that any statement matches, and that is not among what was matched.

    Source: mindspore.rewrite.VarNode, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__("placeholder", Cell, [])

    def match(self, node: Node) -> bool:
        """Return whether there is a statement.

        Source: mindspore.rewrite.VarNode.match, MindSpore 2.10
        """
        return isinstance(node, Node)


class Replacement(abc.ABC):
    """What statements that a pattern matched become.

    Source: mindspore.rewrite.Replacement, MindSpore 2.10
    """

    @abc.abstractmethod
    def build(self, pattern: PatternNode, is_chain_pattern: bool, matched: Matched) -> list[Node]:
        """Make the new statements.

        Args:
            pattern (PatternNode): the pattern.
            is_chain_pattern (bool): it was made from a list of classes.
            matched (OrderedDict): the statements by names of the pattern, the pattern's own last.

        Returns:
            list[Node], in order; nothing where all stays as it is.
        """

    def __call__(self, pattern: PatternNode, is_chain_pattern: bool, matched: Matched) -> list[Node]:
        """Call `build`."""
        return self.build(pattern, is_chain_pattern, matched)


class PatternEngine:
    """Replaces statements that match a pattern.

    Args:
        pattern (Union[PatternNode, list[type]]): the pattern, or classes of Cells and Primitives called one after the
            other.
        replacement (Replacement): what becomes of what matches. Default: ``None``, which is refused.

    Raises:
        TypeError: if `replacement` is no Replacement, or `pattern` neither a pattern nor classes.

    Source: mindspore.rewrite.PatternEngine, MindSpore 2.10
    """

    def __init__(self, pattern: PatternNode | list[Any], replacement: Replacement | None = None) -> None:
        _require("PatternEngine", "replacement", replacement, Replacement)
        self._is_chain = isinstance(pattern, list)
        self._replacement: Any = replacement
        self._pattern: Any = pattern
        if not isinstance(pattern, list):
            _require("PatternEngine", "pattern", pattern, PatternNode)
            return
        for kind in pattern:
            if not issubclass(kind, (Cell, Primitive)):
                got = type(kind).__name__
                msg = f"The type of 'pattern' should be one of [Cell, Primitive]but got '{kind}' with type '{got}'."
                raise TypeError(msg)
        self._pattern = PatternNode.create_pattern_from_list(pattern)

    def pattern(self) -> PatternNode:
        """Return the pattern, of a list the last statement."""
        return self._pattern  # type: ignore[no-any-return]

    def apply(self, stree: SymbolTree) -> bool:
        """Replace what matches, from the inputs of the network on, in trees within and in lists of Cells, too.

        As in MindSpore, the way from the inputs ends at a call of a list of Cells: what only follows it is not
        looked at.

        Args:
            stree (SymbolTree): the statements of a network.

        Returns:
            bool, whether anything was replaced outside of trees within and lists of Cells.

        Raises:
            TypeError: if `stree` is no SymbolTree.

        Source: mindspore.rewrite.PatternEngine.apply, MindSpore 2.10
        """
        _require("PatternEngine", "stree", stree, SymbolTree)
        changed = False
        waiting = stree.get_inputs()
        seen: set[Node] = set()
        while waiting:
            node = waiting.pop(0)
            if node in seen:
                continue
            inner = node.get_handler()
            if isinstance(inner, CellContainer):
                self._in_container(stree, inner)
                continue
            seen.add(node)
            if node.get_node_type() is NodeType.Tree:
                self.apply(node.get_sub_tree())
            else:
                last = self._replaced(stree, node)
                if last is not None:
                    changed = True
                    waiting.append(last)
                    continue
            waiting.extend(node.get_users())
        return changed

    def _replaced(self, stree: SymbolTree, node: Node, *, closed: bool = True) -> Node | None:
        """Replace what ends in one statement; return the last of the new ones, or None where nothing is to be done."""
        found, matched = self._match(self._pattern, node)
        if not found or (closed and not self._check_match(self._pattern, matched)):
            return None
        new = self._replacement(self._pattern, self._is_chain, matched) if self._replacement is not None else []
        if not new:
            return None
        last = stree.replace(node, new)
        for each in reversed(matched.values()):
            if each != node:
                stree.erase(each)
        return last

    def _in_container(self, stree: SymbolTree, container: CellContainer) -> None:
        for inner in container.nodes():
            if inner.kind is NodeType.Tree and inner.symbol_tree is not None:
                self.apply(SymbolTree(inner.symbol_tree))
            elif inner.tree is not None:
                self._replaced(stree, Node(inner), closed=False)

    def _match(self, pattern: PatternNode, node: Node) -> tuple[bool, Matched]:
        """Return whether a statement and those before it match a pattern, and which they are."""
        nothing: Matched = OrderedDict()
        if node.get_node_type() not in _MATCHABLE or not pattern.match(node):
            return False, nothing
        if isinstance(pattern, VarNode):
            return True, nothing
        wanted, inputs = pattern.get_inputs(), node.get_inputs()
        if wanted and len(wanted) != len(inputs):
            return False, nothing
        matched: Matched = OrderedDict()
        for one, given in zip(wanted, inputs, strict=False):
            found, within = self._match(one, given)
            if not found:
                return False, nothing
            matched.update(within)
        matched[pattern.name()] = node
        return True, matched

    @staticmethod
    def _check_match(pattern: PatternNode, match_dict: Matched) -> bool:
        """Return whether only the last statement that matched is read by others."""
        inner = [node for name, node in match_dict.items() if name != pattern.name()]
        return all(user in match_dict.values() for node in inner for user in node.get_users())
