"""Numbers that are solved for: what a constant, a factor or an addend would have to be, and how it is written.

A wrong number need not occur anywhere in the reference: it is found from how the outputs follow it.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import torch

from parity.edits.constants import number_of, shown
from parity.edits.edit import Edit
from parity.edits.names import attributes
from parity.edits.scene import Scene

Residual = Callable[[], torch.Tensor | None]
"""What the code gives, less what it should give."""

UNKNOWN = "__solved_number__"
_STEPS = 10
_ROUGH = 2e-3
_EXACT = 1e-6
_LARGEST_ROOT = 100_000


@dataclass(frozen=True, slots=True)
class Place:
    """Where a number may stand.

    Args:
        scene (Scene): the function.
        node (ast.expr): the expression.
        how (str): ``"number"`` in its place, ``"*"`` or ``"+"`` behind it.
        start (float): the number that changes nothing.
    """

    scene: Scene
    node: ast.expr
    how: str
    start: float

    def edit(self, text: str, cost: float = 1.2) -> Edit:
        """Return the edit that writes a number here."""
        if self.how == "number":
            return self.scene.replaced(self.node, text, cost, "a constant")
        operator, number = self.how, text
        if self.how == "*" and text.startswith("1 / "):
            operator, number = "/", text[4:]
        elif self.how == "+" and text.startswith("-"):
            operator, number = "-", text[1:]
        made = self.scene.with_operand(self.node, operator, number)
        return self.scene.replaced(self.node, made, cost + 0.15, f"{operator} {number} is missing")


def places(scene: Scene, lines: set[int]) -> Iterator[Place]:
    """Yield the numbers of a function, and the tensors of some lines that a factor or an addend may be missing at.

    Args:
        scene (Scene): the function.
        lines (set[int]): the lines on which something may be missing; empty: all.
    """
    for node in scene.expressions:
        value = number_of(node)
        if value is not None and number_of(scene.parents.get(node, node)) is None and _is_free(scene, node):
            yield Place(scene, node, "number", float(value))
    for node in scene.tensors:
        if scene.seen(node).kind != "tensor" or isinstance(node, ast.Constant):
            continue
        if not lines or node.lineno in lines or scene.statement(node).lineno in lines:
            yield Place(scene, node, "*", 1.0)
            yield Place(scene, node, "+", 0.0)


def _is_free(scene: Scene, node: ast.expr) -> bool:
    """Tell whether a number may be any number, as an axis or an index may not."""
    parent = scene.parents.get(node)
    if isinstance(parent, (ast.Subscript, ast.Slice, ast.Tuple, ast.List)):
        return False
    return isinstance(parent, (ast.BinOp, ast.Call)) or isinstance(number_of(node), float)


def solved(place: Place, base: torch.Tensor, residual: Callable[[float], torch.Tensor | None]) -> float | None:
    """Return the number that makes the residual vanish, or None.

    Args:
        place (Place): where it stands.
        base (torch.Tensor): the residual as the code stands.
        residual (Callable[[float], torch.Tensor | None]): the residual with a number in the place; None where it does
            not run.
    """
    here, r = place.start, base
    size = float(r.norm())
    step = max(abs(here), 1e-3) * 1e-3
    other, q = here + step, residual(here + step)
    for _ in range(_STEPS):
        if q is None or not math.isfinite(float(q.norm())):
            return None
        slope = (q - r) / (other - here)
        square = float((slope * slope).sum())
        if not square:
            return None
        wanted = other - float((slope * q).sum()) / square
        if not math.isfinite(wanted) or wanted == other:
            return None
        here, r, other, q = other, q, wanted, residual(wanted)
        if q is None:
            return None
        if float(q.norm()) <= _EXACT * size * 1e-3:
            return other
        if _ > 2 and float(q.norm()) > 0.5 * size:
            return None
    return other if q is not None and float(q.norm()) <= _EXACT * size else None


def forms(place: Place, number: float) -> Iterator[str]:
    """Yield how a number may be written: plain, as a root or a reciprocal, by names in reach."""
    names = [(name, seen.value) for name, seen in place.scene.in_reach(place.node) if seen.is_number]
    own = place.scene.owner[0] if place.scene.owner is not None else "self"
    names += [(f"{own}.{name}", seen.value) for name, seen in attributes(place.scene) if seen.is_number]
    for name, value in names:
        known = float(value) if isinstance(value, (int, float)) else 0.0
        if known > 1:
            yield from _by_name(name, known, number)
    if _near(number, round(number)) and (round(number) or abs(number) < _EXACT):
        yield str(round(number))
    if number and _near(1 / number, round(1 / number)) and abs(round(1 / number)) > 1:
        yield f"1 / {round(1 / number)}"
    for digits in range(1, 8):
        rounded = float(f"{number:.{digits}g}")
        if abs(rounded - number) <= _ROUGH * 10.0 ** (1 - digits) * abs(number):
            yield shown(rounded)
    square = number * number
    if number > 0 and 1 < round(square) < _LARGEST_ROOT and _near(square, round(square)):
        yield f"{round(square)} ** 0.5"
    if number > 0 and 1 < round(1 / square) < _LARGEST_ROOT and _near(1 / square, round(1 / square)):
        yield f"{round(1 / square)} ** -0.5"


def _by_name(name: str, known: float, number: float) -> Iterator[str]:
    for text, value in (
        (name, known), (f"1 / {name}", 1 / known), (f"{name} ** 0.5", known**0.5), (f"{name} ** -0.5", known**-0.5),
        (f"-{name}", -known), (f"({name} - 1)", known - 1), (f"1 / ({name} - 1)", 1 / (known - 1)),
    ):  # fmt: skip
        if _near(number, value):
            yield text


def _near(one: float, other: float) -> bool:
    return math.isfinite(one) and abs(one - other) <= _EXACT * max(abs(one), abs(other))
