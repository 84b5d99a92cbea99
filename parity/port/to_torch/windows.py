"""Convolutions and pools: pad_mode and padding as torch's padding, or a class that pads as MindSpore does."""

from __future__ import annotations

import re
from collections.abc import Mapping

import libcst as cst

from parity.port.rows.arguments import Refused
from parity.port.syntax.pieces import NotLiteral, expression, literal, text

_NAMES = re.compile(r"mindspore\.nn\.(Conv|MaxPool|AvgPool)(\d)d(Transpose)?$")
_PATTERNS = {
    "Conv1d": "PaddedConv1d",
    "Conv2d": "PaddedConv2d",
    "MaxPool2d": "PaddedMaxPool2d",
    "AvgPool2d": "PaddedAvgPool2d",
}
NOT_PADDING = frozenset({"weight_init", "bias_init", "dtype", "data_format"})
"""Arguments that the classes that pad as MindSpore does do not take."""
Given = Mapping[str, cst.BaseExpression]


def is_window(full: str) -> bool:
    """Tell whether a MindSpore name is a convolution or pool with a pad_mode."""
    return _NAMES.match(full) is not None


def pattern_of(full: str, *, with_laws: bool = False) -> str | None:
    """Return the name of the class that takes MindSpore's arguments; None where there is none.

    Args:
        full (str): MindSpore's name.
        with_laws (bool): the class is to take initializers too.
    """
    found = _PATTERNS.get(full.rpartition(".")[2])
    return f"Filled{found}" if found is not None and with_laws and "Conv" in found else found


def padding_of(full: str, given: Given) -> cst.BaseExpression | None:
    """Return torch's padding for a call; None where it is torch's default.

    Args:
        full (str): MindSpore's name.
        given (Mapping[str, BaseExpression]): the call's arguments by name.

    Raises:
        Refused: if torch's layer cannot pad so.
    """
    parts = _NAMES.match(full)
    assert parts is not None
    is_pool = parts[1] != "Conv"
    mode = _mode(given, "valid" if is_pool else "same")
    if mode == "pad":
        return _sides(given.get("padding"), int(parts[2]))
    if mode == "valid" or (mode == "same" and _is_one(given.get("kernel_size"))):
        return None
    if mode != "same":
        raise Refused(f"which pad_mode {mode} is, is not known")
    if is_pool or parts[3] or not _is_one(given.get("stride")):
        raise Refused('pad_mode "same" pads as the size needs')
    return expression('"same"')


def _mode(given: Given, default: str) -> str:
    if "pad_mode" not in given:
        return default
    node = given["pad_mode"]
    try:
        value = literal(node)
    except NotLiteral:
        return text(node)
    return value.lower() if isinstance(value, str) else text(node)


def _is_one(node: cst.BaseExpression | None) -> bool:
    if node is None:
        return True
    try:
        value = literal(node)
    except NotLiteral:
        return False
    return value in {1, (1,), (1, 1), (1, 1, 1)} if not isinstance(value, list) else set(value) == {1}


def _sides(node: cst.BaseExpression | None, dims: int) -> cst.BaseExpression | None:
    """Return (top, bottom, left, right) as (height, width)."""
    if node is None or text(node) == "0":
        return None
    if isinstance(node, (cst.Tuple, cst.List)) and len(node.elements) == 2 * dims > 2:
        sides = [text(element.value).strip() for element in node.elements]
        if sides[::2] != sides[1::2]:
            raise Refused("its padding is not the same on both sides of an axis")
        return expression(f"({', '.join(sides[::2])})")
    return node
