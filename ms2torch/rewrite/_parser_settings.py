"""What a program may change about how a network is parsed, under the names of MindSpore's parser."""

from __future__ import annotations

from typing import ClassVar

from ms2torch.nn.cell import Cell
from ms2torch.nn.layer.container import CellList, SequentialCell

# methods in which a network begins; a program adds those of its own base class
_entries = ["construct"]


class AssignParser:
    """How a statement of assignment is parsed.

    Source: mindspore.rewrite.parsers.assign_parser.AssignParser, MindSpore 2.10
    """

    types_for_cell_container: ClassVar[list[type]] = [SequentialCell, CellList]


class ClassDefParser:
    """How the class of a network is parsed.

    Source: mindspore.rewrite.parsers.class_def_parser.ClassDefParser, MindSpore 2.10
    """

    entry_functions = _entries
    final_networks: ClassVar[list[type]] = [Cell]


class SymbolTreeBuilder:
    """How a tree is made of a network.

    Source: mindspore.rewrite.symbol_tree.symbol_tree_builder.SymbolTreeBuilder, MindSpore 2.10
    """

    entry_functions = _entries


def entry_of(network: Cell) -> str:
    """Return the method in which a network begins: the first of the entries that its class has."""
    return next((name for name in _entries if hasattr(type(network), name)), "construct")
