"""Edits that add a factor, a divisor or an addend, and edits of whole statements."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import torch

from parity.edits.constants import number_of, shown
from parity.edits.edit import Edit
from parity.edits.names import attributes
from parity.edits.scene import Scene

_MOST_NUMBERS = 24
_MOST_TENSORS = 10
_MOST_UNREAD = 4
_OF_ITSELF = (("sum", "/"), ("mean", "-"))


def factors(scene: Scene) -> Iterator[Edit]:
    """Yield tensors multiplied, divided or shifted by numbers in reach."""
    for node in scene.tensors:
        if scene.seen(node).kind != "tensor" or isinstance(node, ast.Constant) or not _is_place(scene, node):
            continue
        for text, cost in _numbers(scene, node):
            for operator in ("*", "/", "+", "-", "**"):
                weight = cost + (0.2 if operator in "+-**" and operator != "*" else 0.0)
                number = text.removeprefix("-") if operator in "+-" else text
                made = scene.with_operand(node, operator, number)
                yield scene.replaced(node, made, weight, f"{operator} {number} is missing")


def _is_place(scene: Scene, node: ast.expr) -> bool:
    """Tell whether a factor may be missing here: an operand's own operand is another place of the same factor."""
    parent = scene.parents.get(node)
    if isinstance(parent, ast.BinOp) and isinstance(parent.op, (ast.Mult, ast.Div)):
        return node is parent.right and isinstance(parent.op, ast.Mult)
    return not isinstance(parent, (ast.Subscript, ast.Attribute)) or isinstance(node, ast.BinOp)


def _numbers(scene: Scene, node: ast.expr) -> Iterator[tuple[str, float]]:
    """Yield the numbers in reach of a node, as they are written, with what they cost."""
    names = [name for name, seen in scene.in_reach(node) if seen.is_number]
    own = scene.owner[0] if scene.owner is not None else "self"
    names += [f"{own}.{name}" for name, seen in attributes(scene) if seen.is_number]
    if any(name == "scale" or name.endswith((".scale", "_scale")) for name in names):
        names.sort(key=lambda name: "scale" not in name)
    for name in names[:_MOST_NUMBERS]:
        yield name, 1.3
        yield f"{name} ** 0.5", 1.5
    own_numbers = [n for entry in scene.expressions if (n := number_of(entry)) is not None]
    for number in list(dict.fromkeys([*scene.pool.numbers, *own_numbers, 2, 0.5, 1]))[:_MOST_NUMBERS]:
        yield shown(number), 1.4
    size = scene.seen(node).shape
    for axis in range(-len(size), 0):
        yield f"{_shape_source(scene, node)}.shape[{axis}]", 1.7
    if size:
        yield f"{_shape_source(scene, node)}.shape[-1] ** 0.5", 1.6


def _shape_source(scene: Scene, node: ast.expr) -> str:
    names = [inner for inner in ast.walk(node) if isinstance(inner, ast.Name) and scene.seen(inner).is_tensor]
    return names[0].id if names else scene.bound(node, 16)


def addends(scene: Scene) -> Iterator[Edit]:
    """Yield tensors with another tensor in reach added, subtracted or multiplied."""
    own = scene.owner[0] if scene.owner is not None else "self"
    held = [(f"{own}.{name}", seen) for name, seen in attributes(scene) if seen.is_tensor]
    for node in scene.tensors:
        here = scene.seen(node)
        if isinstance(node, ast.Constant) or not _is_place(scene, node):
            continue
        known = [(name, seen) for name, seen in scene.in_reach(node) if seen.is_tensor]
        fitting = [(name, seen) for name, seen in [*known, *held] if _broadcasts(here.shape, seen.shape)]
        for name, seen in fitting[:_MOST_TENSORS]:
            if name == scene.text(node):
                continue
            cost = 1.4 if seen.shape == here.shape or name in dict(held) else 1.6
            for operator in ("+", "*", "-", "/", "&") if here.kind == "mask" == seen.kind else ("+", "*", "-", "/"):
                made = scene.with_operand(node, operator, name)
                yield scene.replaced(node, made, cost, f"{operator} {name} is missing")


def normalised(scene: Scene) -> Iterator[Edit]:
    """Yield tensors divided by their own sum, or less their own mean, where the reference calls that: a router's."""
    known = [(name, operator) for name, operator in _OF_ITSELF if name in scene.pool.calls]
    for node in scene.tensors if known else ():
        here = scene.seen(node)
        names = [part for part in ast.walk(node) if isinstance(part, ast.Name) and scene.seen(part).shape == here.shape]
        if not names or not here.shape or not isinstance(scene.parents.get(node), (ast.Assign, ast.Return)):
            continue
        keep = "keepdim" if here.cls is torch.Tensor else "keepdims"
        for name, operator in known:
            for axis in dict.fromkeys((-1, *((1,) if len(here.shape) > 2 else ()))):
                own = f"{names[0].id}.{name}({axis}, {keep if name == 'sum' else keep.rstrip('s')}=True)"
                made = scene.with_operand(node, operator, own)
                yield scene.replaced(node, made, 1.45, f"{operator} {own} is missing")


def unread(scene: Scene) -> Iterator[Edit]:
    """Yield tensors of ``self`` that are read nowhere, added or multiplied: along an axis, or times another tensor."""
    own = scene.owner[0] if scene.owner is not None else "self"
    known = [(f"{own}.{name}", seen) for name, seen in attributes(scene) if seen.is_tensor and name not in scene.read]
    for name, seen in known[:_MOST_UNREAD]:
        for node in scene.tensors:
            if not isinstance(scene.parents.get(node), (ast.Assign, ast.Return)):
                continue
            shape = scene.seen(node).shape
            for axis in range(len(shape) - 1) if len(seen.shape) == 1 else ():
                if seen.shape[0] == shape[axis]:
                    along = f"{name}.reshape({', '.join(['-1'] + ['1'] * (len(shape) - 1 - axis))})"
                    yield from _joined(scene, node, along, name)
            for other, value in scene.in_reach(node):
                if value.kind == "tensor" and value.shape == shape and _broadcasts(shape, seen.shape):
                    made = scene.with_operand(node, "+", f"{name} * {other}")
                    yield scene.replaced(node, made, 1.5, f"+ {name} * {other} is missing")


def _joined(scene: Scene, node: ast.expr, text: str, name: str) -> Iterator[Edit]:
    for operator in "+*":
        made = scene.with_operand(node, operator, text)
        yield scene.replaced(node, made, 1.4, f"{operator} {name} is missing")


def _broadcasts(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    sizes = zip(reversed(one), reversed(other), strict=False)
    return all(a == b or 1 in (a, b) for a, b in sizes) and len(other) <= max(len(one), 1)


def statements(scene: Scene) -> Iterator[Edit]:
    """Yield functions without one statement, and layers of ``self`` that are called nowhere, called."""
    bound = scene.locals
    for node in scene.nodes:
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            earlier = [line for line, _ in bound.get(node.targets[0].id, ()) if line < node.lineno]
            removable = bool(earlier)
        else:
            removable = isinstance(node, (ast.AugAssign, ast.Expr)) and node is not scene.site.node.body[0]
        if removable:
            yield Edit(((*scene.site.lines.span(node), "pass"),), 1.3, "a statement too many")
    yield from _idle_layers(scene)


def _idle_layers(scene: Scene) -> Iterator[Edit]:
    own = scene.owner[0] if scene.owner is not None else "self"
    for name, seen in attributes(scene):
        called = f"{own}.{name}"
        if seen.kind != "layer" or name in scene.read:
            continue
        for node in scene.tensors:
            text = f"{called}({scene.text(node)})"
            yield scene.replaced(node, text, 1.3, f"{name} is not called")
