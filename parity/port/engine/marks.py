"""What is left over: comments above the statements that stay as they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

import libcst as cst

from parity.port.engine.context import Mark

CODES: Mapping[str, str] = {
    "NO-ROW": "the table has no counterpart of this name",
    "ARGUMENT": "an argument of this call has no counterpart, or the call does not say what it is",
    "DIFFERENT": "the counterpart computes something else",
    "METHOD": "it is not known whether this is a tensor's method, or MindSpore's tensors have none of that name",
    "IN-PLACE": "it changes a tensor in place, which others may see",
    "VALUE": "a function or class of torch passed as a value, which no row describes",
    "NO-GRAD": "computed without a graph",
    "AUTOGRAD": "a backward pass that is written by hand",
    "TRAINING": "a step of a training loop, which MindSpore writes as a function of which it takes the gradient",
    "DEVICE": "a decision by device",
    "STRUCTURE": "a part of a Module that a Cell has no counterpart of",
    "IMPORT": "an import that is still needed",
}
PREFIX = "# TODO(ms2torch) ["

_Line = TypeVar("_Line", bound=cst.CSTNode)


def comment(mark: Mark) -> str:
    """Return the comment of a mark."""
    return f"{PREFIX}{mark.code}]: {' '.join(f'{mark.name}: {mark.reason}'.split())}"


def marked(node: _Line, marks: Sequence[Mark]) -> _Line:
    """Return a statement with the comments of its marks above it."""
    return above(node, [comment(mark) for mark in dict.fromkeys(marks)])


def above(node: _Line, comments: Iterable[str]) -> _Line:
    """Return a statement with comment lines above it."""
    lines = [cst.EmptyLine(comment=cst.Comment(entry)) for entry in dict.fromkeys(comments)]
    before: Any = getattr(node, "leading_lines", None)
    if not lines or before is None:
        return node
    return node.with_changes(leading_lines=[*before, *lines])


def share_converted(converted: int, left: int) -> float:
    """Return the share of uses that were converted; 1 where there were none.

    Args:
        converted (int): uses of torch names that were converted.
        left (int): those that stay under a mark.
    """
    every = converted + left
    return converted / every if every else 1.0
