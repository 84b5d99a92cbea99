"""Edits that two places of a function tell: names that changed places, slices of one tensor, calls made once."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator

from parity.edits.edit import Edit
from parity.edits.names import alike
from parity.edits.scene import Scene
from parity.edits.watch import Seen

_MOST_PLACES = 8
"""Names of a statement that are exchanged with one another: of longer ones the first."""
_NEAR = 4


def exchanged(scene: Scene) -> Iterator[Edit]:
    """Yield statements in which two values changed places, and two names wherever they stand."""
    by_statement: dict[ast.stmt, list[ast.expr]] = {}
    called: dict[ast.stmt, list[ast.expr]] = {}
    for node in scene.expressions:
        if _is_name(scene, node):
            by_statement.setdefault(scene.statement(node), []).append(node)
        elif isinstance(node, ast.Call) and not _is_method(scene, node.func):
            called.setdefault(scene.statement(node), []).append(node.func)
    for nodes in by_statement.values():
        known = [(node, scene.seen(node)) for node in nodes][:_MOST_PLACES]
        for (one, a), (other, b) in itertools.combinations(known, 2):
            if _changes_places(a, b) and scene.text(one) != scene.text(other):
                yield _swap(scene, [one], [other], 1.05)
        yield from _everywhere(scene, nodes)
    for nodes in called.values():
        for one, other in itertools.combinations(nodes[:_MOST_PLACES], 2):
            if scene.text(one) != scene.text(other):
                yield _swap(scene, [one], [other], 1.1)


def _is_name(scene: Scene, node: ast.expr) -> bool:
    """Tell whether an expression is a number, a name or an attribute of its own, and not what is called."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, (int, float)) and not isinstance(node.value, bool)
    parent = scene.parents.get(node)
    if isinstance(parent, ast.Call) and parent.func is node:
        return False
    own = scene.owner[0] if scene.owner is not None else None
    if isinstance(node, ast.Attribute):
        return isinstance(node.value, ast.Name) and node.value.id == own
    return isinstance(node, ast.Name) and node.id != own


def _is_method(scene: Scene, function: ast.expr) -> bool:
    return not isinstance(function, (ast.Name, ast.Attribute)) or (
        isinstance(function, ast.Attribute) and scene.seen(function.value).is_tensor
    )


def _everywhere(scene: Scene, nodes: list[ast.expr]) -> Iterator[Edit]:
    """Yield two names exchanged wherever a statement has them, where one of them stands more than once."""
    by_text: dict[str, list[ast.expr]] = {}
    for node in nodes:
        by_text.setdefault(scene.text(node), []).append(node)
    for (_, ones), (_, others) in itertools.combinations(list(by_text.items())[:_MOST_PLACES], 2):
        if len(ones) + len(others) > 2 and _changes_places(scene.seen(ones[0]), scene.seen(others[0])):
            yield _swap(scene, ones, others, 1.1)


def _changes_places(one: Seen, other: Seen) -> bool:
    return (one.is_tensor or one.is_number) and alike(one, other)


def _swap(scene: Scene, ones: list[ast.expr], others: list[ast.expr], cost: float) -> Edit:
    first, second = scene.text(ones[0]), scene.text(others[0])
    spans = scene.site.lines.span
    changes = [(*spans(node), second) for node in ones] + [(*spans(node), first) for node in others]
    return Edit(tuple(changes), cost, f"{first} and {second} exchanged")


def terms(scene: Scene) -> Iterator[Edit]:
    """Yield statements in which two operands changed places that are no mere names: ``a * t + b * (1 - t)``."""
    by_statement: dict[ast.stmt, list[ast.expr]] = {}
    for node in scene.tensors:
        parent = scene.parents.get(node)
        if isinstance(parent, ast.BinOp) and not isinstance(node, ast.Constant):
            by_statement.setdefault(scene.statement(node), []).append(node)
    for nodes in by_statement.values():
        for one, other in itertools.combinations(nodes[:_MOST_PLACES], 2):
            plain = _is_name(scene, one) and _is_name(scene, other)
            if plain or scene.seen(one).shape != scene.seen(other).shape or _overlap(scene, one, other):
                continue
            if scene.text(one) != scene.text(other):
                changes = scene.change(one, scene.text(other)), scene.change(other, scene.text(one))
                yield Edit(changes, 1.15, f"{scene.text(one)} and {scene.text(other)} exchanged")


def _overlap(scene: Scene, one: ast.expr, other: ast.expr) -> bool:
    """Tell whether two expressions overlap, with the parentheses around them."""
    (a, b), (c, d) = scene.site.lines.span(one), scene.site.lines.span(other)
    return a - 1 < d + 1 and c - 1 < b + 1 and not (b < c or d < a)


def transposed_index(scene: Scene) -> Iterator[Edit]:
    """Yield ``row * w + column`` for ``column * h + row``: names exchanged, and another size between them."""
    for node in scene.expressions:
        if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Add) or not isinstance(node.left, ast.BinOp):
            continue
        inner = node.left
        if not isinstance(inner.op, ast.Mult) or not scene.seen(inner.right).is_number:
            continue
        if scene.seen(inner.left).is_tensor and scene.seen(node.right).is_tensor:
            for name, seen in scene.in_reach(node):
                if seen.kind == "int" and name != scene.text(inner.right):
                    text = f"{scene.bound(node.right, 12)} * {name} + {scene.bound(inner.left, 12)}"
                    yield scene.replaced(node, text, 1.3, "rows and columns exchanged")


def complements(scene: Scene) -> Iterator[Edit]:
    """Yield the slice that another slice of the same tensor leaves: ``x[..., :n]`` beside ``x[..., n:]``."""
    found = [node for node in scene.nodes if isinstance(node, ast.Subscript) and scene.seen(node).is_tensor]
    for one, other in itertools.permutations(found, 2):
        if abs(one.lineno - other.lineno) > _NEAR or scene.text(one.value) != scene.text(other.value):
            continue
        for mine, theirs in zip(_parts(one), _parts(other), strict=False):
            if isinstance(mine, ast.Slice) and isinstance(theirs, ast.Slice):
                for text in _rest_of(scene, theirs):
                    if text != scene.text(mine):
                        yield Edit(
                            ((*scene.site.lines.span(mine), text),), 1.05, f"the slice beside {scene.text(other)}"
                        )


def _parts(node: ast.Subscript) -> list[ast.expr]:
    return list(node.slice.elts) if isinstance(node.slice, ast.Tuple) else [node.slice]


def _rest_of(scene: Scene, part: ast.Slice) -> Iterator[str]:
    lower, upper, step = (
        scene.text(bound) if bound is not None else "" for bound in (part.lower, part.upper, part.step)
    )
    if step == "2":
        yield "::2" if lower == "1" else "1::2"
    elif not step and lower and not upper:
        yield f":{lower}"
    elif not step and upper and not lower:
        yield f"{upper}:"


def called_beside(scene: Scene) -> Iterator[Edit]:
    """Yield what a statement lacks that another one calls: ``q = self.rotate(q, cos)`` beside that of ``k``."""
    for call in scene.expressions:
        if not isinstance(call, ast.Call) or not call.args or not scene.seen(call).is_tensor:
            continue
        first = call.args[0]
        shape = scene.seen(first).shape
        if not scene.seen(first).is_tensor or isinstance(scene.parents.get(call), ast.Call):
            continue
        start, end = scene.site.lines.span(call)
        left, right = scene.site.lines.span(first)
        head, tail = scene.site.lines.text[start:left], scene.site.lines.text[right:end]
        name = scene.text(call.func).rpartition(".")[2]
        for node in scene.tensors:
            inside = node is first or scene.statement(node) is scene.statement(call)
            whole = isinstance(scene.parents.get(node), (ast.Assign, ast.Return))
            if not inside and whole and scene.seen(node).shape == shape and f"{name}(" not in scene.text(node):
                yield scene.replaced(node, f"{head}{scene.text(node)}{tail}", 1.15, f"{name} is missing")
