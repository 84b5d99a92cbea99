"""Where a function leaves the reference: statements that read values of it and come to one that it does not have."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import torch

from parity.edits.reached import Match
from parity.edits.scene import Scene

_SMALLEST = 3


def frontier(scene: Scene, match: Match) -> set[int]:
    """Return the lines of statements whose tensors are the reference's and whose value is not.

    Args:
        scene (Scene): a function that ran.
        match (Match): finds a tensor among the reference's values.
    """
    found: set[int] = set()
    for node in scene.nodes:
        if not isinstance(node, (ast.Assign, ast.AugAssign, ast.Return)) or node.value is None:
            continue
        values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
        told = [scene.seen(value).value for value in values if scene.seen(value).kind == "tensor"]
        new = any(_tells(value) and match(value) is None for value in told)
        if new and all(match(value) is not None for value in _read(scene, node.value)):
            found.add(node.lineno)
    return found


def _read(scene: Scene, value: ast.expr) -> Iterator[object]:
    """Yield the tensors that an expression reads by name, as far as they tell one value from another."""
    for node in ast.walk(value):
        if isinstance(node, (ast.Name, ast.Attribute)) and scene.seen(node).kind == "tensor":
            held = scene.seen(node).value
            if _tells(held):
                yield held


def _tells(value: object) -> bool:
    if not isinstance(value, torch.Tensor) or value.layout != torch.strided or value.numel() < _SMALLEST:
        return False
    return bool((value != value.flatten()[0]).any())
