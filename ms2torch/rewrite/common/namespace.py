"""Mirrors `mindspore.rewrite.common.namespace`: which Cells are opened when a network is parsed."""

from __future__ import annotations

import sys

from ms2torch.nn.cell import Cell
from ms2torch.nn.layer.container import CellList, SequentialCell
from ms2torch.ops.primitive import Primitive

# Cells that are never opened: a program adds its own. They are called as they are.
_subtree_black_list: list[type] = [CellList, SequentialCell]
# Folders whose Cells are never opened: a program adds those of its libraries.
_ignore_third_party_paths: list[str] = []
# Whether MindSpore's own Cells are opened, too.
_ms_cells_to_subtree = False


def is_subtree(cls_inst: object) -> bool:
    """Return whether a Cell is opened as a tree of its own.

    Args:
        cls_inst (object): what is called.

    Returns:
        bool.

    Source: mindspore.rewrite.common.namespace.is_subtree, MindSpore 2.10
    """
    if isinstance(cls_inst, (*_subtree_black_list, Primitive)) or not isinstance(cls_inst, Cell):
        return False
    place = getattr(sys.modules.get(type(cls_inst).__module__), "__file__", None) or ""
    if any(place.startswith(path) for path in _ignore_third_party_paths):
        return False
    if type(cls_inst).__module__.startswith(("ms2torch.", "mindspore.")):
        return _ms_cells_to_subtree
    return True
