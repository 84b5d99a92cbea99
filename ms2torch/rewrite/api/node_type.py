"""What a statement of a network does."""

from __future__ import annotations

import enum

__all__ = ["NodeType"]


class NodeType(enum.Enum):
    """What a statement of a network does.

    Source: mindspore.rewrite.NodeType, MindSpore 2.10
    """

    Unknown = "Unknown"
    CallCell = "CallCell"
    CallPrimitive = "CallPrimitive"
    CallModule = "CallModule"
    CallFunction = "CallFunction"
    CallMethod = "CallMethod"
    Python = "Python"
    Input = "Input"
    Output = "Output"
    Tree = "Tree"
    CellContainer = "CellContainer"
    MathOps = "MathOps"
    ControlFlow = "ControlFlow"
