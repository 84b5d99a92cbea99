"""Edits of constants: numbers, flags and texts, and numbers computed from names."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator

from parity.edits.edit import Edit
from parity.edits.families import CONSTANTS, other_strings
from parity.edits.scene import Scene

_MOST = 40
_MOST_SIZE = 1024


def number_of(node: ast.AST) -> float | int | None:
    """Return the number that a constant is written as, also a negative one; None of anything else."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = number_of(node.operand)
        return -inner if inner is not None else None
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)) and not isinstance(node.value, bool):
        return node.value
    return None


def shown(number: float) -> str:
    """Return how a number is written; one with next to no fraction as the user would."""
    if isinstance(number, float) and number != 0 and abs(number) < 1e-3:
        mantissa, _, exponent = f"{number:.12e}".partition("e")
        return f"{mantissa.rstrip('0').rstrip('.')}e{int(exponent)}"
    return repr(number)


def constants(scene: Scene) -> Iterator[Edit]:
    """Yield edits of numbers, flags, texts and of a missing value."""
    for node in scene.expressions:
        value = number_of(node)
        if value is not None and number_of(scene.parents.get(node, node)) is None:
            yield from _numbers(scene, node, value)
        elif isinstance(node, ast.Constant):
            yield from _others(scene, node)


def _numbers(scene: Scene, node: ast.expr, value: float) -> Iterator[Edit]:
    known = [n for n in scene.pool.numbers if n != value and _fits(n, value)]
    for other in known[:_MOST]:
        yield scene.replaced(node, shown(_like(other, value)), 1.0, "a constant")
    if isinstance(value, int):
        around = (value - 1, value + 1, -value, value * 2, value // 2, -value - 1, 0, 1, -1, -2, 2, 3, -3)
        for nth, other in enumerate(dict.fromkeys(n for n in around if n != value)):
            yield scene.replaced(node, shown(other), 1.0 + 0.02 * nth, "a constant")
        return
    powers = [value * 10.0**n for n in (-1, 1, -2, 2, -3, 3, -4, 4, -5, 5, -6, 6)] if value else []
    near = [1 - value, -value, value / 2, value * 2, 1 / value if value else 1.0, value * value]
    near += [math.sqrt(value)] if value > 0 else []
    for text in ('float("-inf")', "-1e9"):
        yield scene.replaced(node, text, 1.15, "a constant")
    for other in dict.fromkeys([*near, *powers, *CONSTANTS]):
        if other != value and other not in known:
            yield scene.replaced(node, shown(_rounded(other)), 1.1, "a constant")


def _fits(other: float, value: float) -> bool:
    """Tell whether one number may stand for another; what counts or sizes something does not become thousands."""
    if isinstance(value, int) and abs(value) <= _MOST_SIZE < abs(other):
        return False
    return float(other).is_integer() or isinstance(value, float)


def _like(other: float, value: float) -> float:
    return int(other) if isinstance(value, int) and float(other).is_integer() else other


def _rounded(value: float) -> float:
    return float(f"{value:.12g}")


def _others(scene: Scene, node: ast.Constant) -> Iterator[Edit]:
    value = node.value
    if isinstance(value, bool):
        yield scene.replaced(node, repr(not value), 1.0, "a flag")
    elif isinstance(value, str):
        for text in dict.fromkeys([*scene.pool.texts, *other_strings(value)]):
            if text != value:
                yield scene.replaced(node, f'"{text}"', 1.0, "a constant")


def scaled(scene: Scene) -> Iterator[Edit]:
    """Yield edits of plain numbers that are computed: one more, one less, half, double, the root, the reciprocal."""
    for node in scene.expressions:
        seen = scene.seen(node)
        if not seen.is_number or isinstance(node, ast.Constant) or number_of(node) is not None:
            continue
        forms = [("-", "1"), ("+", "1"), ("*", "2")]
        small = isinstance(seen.value, (int, float)) and abs(seen.value) <= _MOST_SIZE // 16
        forms += [("//", "2")] if seen.kind == "int" else [("/", "2")]
        if isinstance(scene.parents.get(node), (ast.BinOp, ast.Call, ast.Assign)):
            forms += [("**", "0.5"), ("**", "-0.5"), *([("**", "2")] if small else [])]
        for operator, text in forms:
            yield scene.replaced(node, scene.with_operand(node, operator, text), 1.5, f"{operator} {text}")
        yield scene.replaced(node, f"1 / {scene.bound(node, 13)}", 1.6, "the reciprocal")
        if _has_math(scene):
            yield scene.replaced(node, f"math.sqrt({scene.text(node)})", 1.5, "the root")


def _has_math(scene: Scene) -> bool:
    return scene.site.function.__globals__.get("math") is math
