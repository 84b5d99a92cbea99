"""Checks that MindSpore's containers make, and that containers of other packages import."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ms2torch.nn.cell import Cell


def _valid_index(cell_num: int, index: object, op_name: str | None = None) -> int:
    """Return an index counted from the beginning.

    Args:
        cell_num (int): how many Cells there are.
        index (int): the index, negative from the end.
        op_name (str, optional): whom to name in an error. Default: ``None``.

    Raises:
        TypeError: it is no int.
        IndexError: there is no Cell of that number.
    """
    who = f"For '{op_name}', the" if op_name else "The"
    if not isinstance(index, int):
        msg = f"{who} type of 'index' must be int, but got {type(index).__name__}."
        raise TypeError(msg)
    if not -cell_num <= index < cell_num:
        msg = f"{who} value of 'index' must be a number in range [{-cell_num}, {cell_num}), but got {index}."
        raise IndexError(msg)
    return index % cell_num


def _valid_cell(cell: object, op_name: str | None = None) -> bool:
    """Return True for a Cell.

    Args:
        cell (object): what is to be a Cell.
        op_name (str, optional): whom to name in an error. Default: ``None``.

    Raises:
        TypeError: it is none.
    """
    if isinstance(cell, Cell):
        return True
    who = f"For '{op_name}'," if op_name else ""
    msg = f"{who} each cell must be subclass of Cell, but got {type(cell).__name__}."
    raise TypeError(msg)


def _get_prefix_and_index(cells: Mapping[str, Any]) -> tuple[str, int]:
    """Return what stands before a container's own part in the names of its parameters, and which part that is.

    Args:
        cells (dict[str, Cell]): the container's Cells by name.
    """
    firsts = [(key, next((p for _, p in cell.parameters_and_names()), None)) for key, cell in cells.items()]
    named = [(key, param.name.split(".")) for key, param in firsts if param is not None][:2]
    prefix, index = "", 0
    if not named:
        return prefix, index
    (first_key, first), *second = named
    for place, part in enumerate(first):
        if part == first_key:
            prefix = "".join(f"{each}." for each in first[:place])
            index = place
            if second and second[0][1][place] == second[0][0]:
                break
    return prefix, index
