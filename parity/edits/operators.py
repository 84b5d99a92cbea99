"""Edits of operators: another one, operands swapped or dropped, brackets elsewhere, signs."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator

from parity.edits.edit import Edit
from parity.edits.scene import ATOM, Scene, symbol

_MOST_BITS = 10
_OTHERS = {
    "+": ("-", "*", "/"), "-": ("+", "*", "/"), "*": ("/", "+", "-", "**", "@"), "/": ("*", "//", "-", "+"),
    "//": ("/", "*", "%"), "%": ("//",), "**": ("*", "/"), "@": ("*",), "&": ("|", "^"), "|": ("&", "^"),
    "^": ("&", "|"), "<<": (">>",), ">>": ("<<",),
}  # fmt: skip
_COMPARISONS = {
    ast.Lt: ("<=", ">", ">="), ast.LtE: ("<", ">=", ">"), ast.Gt: (">=", "<", "<="), ast.GtE: (">", "<=", "<"),
    ast.Eq: ("!=", ">=", "<="), ast.NotEq: ("==",), ast.Is: ("is not",), ast.IsNot: ("is",), ast.In: ("not in",),
    ast.NotIn: ("in",),
}  # fmt: skip
_ORDERS = frozenset({"<", "<=", ">", ">="})


def operators(scene: Scene) -> Iterator[Edit]:
    """Yield edits of binary operations, comparisons, conditions and signs."""
    for node in scene.expressions:
        if isinstance(node, ast.BinOp):
            yield from _binary(scene, node)
            yield from _brackets(scene, node)
        elif isinstance(node, ast.Compare) and len(node.ops) == 1:
            yield from _comparison(scene, node)
        elif isinstance(node, ast.BoolOp):
            other = " or " if isinstance(node.op, ast.And) else " and "
            parts = [scene.bound(value, 5) for value in node.values]
            yield scene.replaced(node, other.join(parts), 1.0, "another condition")
        elif isinstance(node, ast.UnaryOp):
            yield scene.replaced(node, scene.text(node.operand), 1.0, "the sign" if _is_sign(node) else "no negation")
        elif isinstance(node, ast.IfExp):
            text = f"{scene.bound(node.orelse, 3)} if {scene.text(node.test)} else {scene.bound(node.body, 3)}"
            yield scene.replaced(node, text, 1.0, "another condition")
    yield from _assignments(scene)
    yield from _conditions(scene)


def _is_sign(node: ast.UnaryOp) -> bool:
    return isinstance(node.op, (ast.USub, ast.UAdd))


def _binary(scene: Scene, node: ast.BinOp) -> Iterator[Edit]:
    here = symbol(node.op)
    for other in _OTHERS.get(here, ()):
        if not _explodes(scene, node, other):
            yield scene.replaced(node, scene.binary(node.left, other, node.right), 1.0, f"{other} for {here}")
    for other in (here, *_OTHERS.get(here, ())):
        if other in {"-", "/", "//", "%", "**", "@", "<<", ">>"} and not _explodes(scene, node, other):
            cost = 1.0 if other == here else 1.3
            yield scene.replaced(node, scene.binary(node.right, other, node.left), cost, "operands in the other order")
    for kept, dropped in ((node.left, node.right), (node.right, node.left)):
        if scene.seen(kept).is_tensor == scene.seen(node).is_tensor:
            what = f"without {here} {scene.text(dropped)}" if kept is node.left else f"without {scene.text(dropped)}"
            yield scene.replaced(node, scene.text(kept), 1.0, what)


def _explodes(scene: Scene, node: ast.BinOp, operator: str) -> bool:
    """Tell whether a number would become far greater by another operator: it may be a size."""
    left, right = scene.seen(node.left).value, scene.seen(node.right).value
    if operator not in {"**", "<<"} or not isinstance(left, (int, float)) or not isinstance(right, (int, float)):
        return False
    return abs(left) > 1 and right * math.log2(abs(left)) > _MOST_BITS


def _brackets(scene: Scene, node: ast.BinOp) -> Iterator[Edit]:
    """Yield ``a + (b * c)`` for ``(a + b) * c``, and the reverse."""
    here = symbol(node.op)
    if isinstance(node.left, ast.BinOp):
        inner = node.left
        right = f"({scene.binary(inner.right, here, node.right)})"
        text = f"{scene.bound(inner.left, ATOM)} {symbol(inner.op)} {right}"
        yield scene.replaced(node, text, 1.2, "brackets")
        left = f"({scene.binary(inner.left, here, node.right)})"
        yield scene.replaced(node, f"{left} {symbol(inner.op)} {scene.bound(inner.right, ATOM)}", 1.3, "brackets")
    if isinstance(node.right, ast.BinOp):
        inner = node.right
        left = f"({scene.binary(node.left, here, inner.left)})"
        text = f"{left} {symbol(inner.op)} {scene.bound(inner.right, ATOM)}"
        yield scene.replaced(node, text, 1.2, "brackets")


def _comparison(scene: Scene, node: ast.Compare) -> Iterator[Edit]:
    left, right = scene.bound(node.left, 7), scene.bound(node.comparators[0], 7)
    text = "str" in {scene.seen(part).kind for part in (node.left, *node.comparators)}
    for other in _COMPARISONS.get(type(node.ops[0]), ()):
        if text and other in _ORDERS:
            continue  # whether one text stands before another is nothing that a net is about
        yield scene.replaced(node, f"{left} {other} {right}", 1.0, f"{other} in the comparison")


def _assignments(scene: Scene) -> Iterator[Edit]:
    """Yield other operators of ``x += y``."""
    for node in scene.nodes:
        if isinstance(node, ast.AugAssign):
            here = symbol(node.op)
            start, end = scene.site.lines.span(node.target)[1], scene.site.lines.span(node.value)[0]
            text = scene.site.lines.text[start:end]
            for other in _OTHERS.get(here, ()):
                changed = text.replace(f"{here}=", f"{other}=", 1)
                yield Edit(((start, end, changed),), 1.0, f"{other} for {here}")


def _conditions(scene: Scene) -> Iterator[Edit]:
    for node in scene.nodes:
        if isinstance(node, (ast.If, ast.While)):
            yield scene.replaced(node.test, f"not {scene.bound(node.test, 5)}", 1.3, "another condition")


def signs(scene: Scene) -> Iterator[Edit]:
    """Yield negations of tensors and masks, and complements to one."""
    for node in scene.tensors:
        seen = scene.seen(node)
        if seen.kind == "mask":
            yield scene.replaced(node, f"~{scene.bound(node, 13)}", 1.1, "the other polarity")
            continue
        if isinstance(node, ast.UnaryOp):
            continue
        yield scene.replaced(node, f"-{scene.bound(node, 13)}", 1.4, "the sign")
        yield scene.replaced(node, f"1 - {scene.bound(node, 12)}", 1.6, "the complement to 1")
    for node in scene.expressions:
        if scene.seen(node).is_number and not isinstance(node, (ast.UnaryOp, ast.Constant)):
            yield scene.replaced(node, f"-{scene.bound(node, 13)}", 1.4, "the sign")
