"""Edits of layout: slices, indices, permutations, shapes, axes that are swapped or reversed."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator

from parity.edits.edit import Edit
from parity.edits.names import orders
from parity.edits.scene import ATOM, Scene, strength

_SHAPED = frozenset({"reshape", "view", "broadcast_to", "expand"})
_MOVED = frozenset({"transpose", "permute", "swapaxes"})
_MOST_AXES = 6


def indices(scene: Scene) -> Iterator[Edit]:
    """Yield edits of slices and of the order of indices."""
    for node in scene.nodes:
        if not isinstance(node, ast.Subscript):
            continue
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        for part in parts:
            if isinstance(part, ast.Slice):
                yield from _slices(scene, part)
        if len(parts) >= 2:
            yield from orders(scene, list(parts), "indices in another order")
    yield from _halves(scene)


def _slices(scene: Scene, node: ast.Slice) -> Iterator[Edit]:
    start, end = scene.site.lines.span(node)
    lower, upper, step = (scene.text(part) if part is not None else "" for part in (node.lower, node.upper, node.step))
    tail = f":{step}" if step else ""
    forms: list[tuple[str, float]] = []
    if lower and upper:
        forms += [(f"{lower}:{tail}", 1.0), (f":{upper}{tail}", 1.0)]
    if bool(lower) != bool(upper):
        forms += [(f"{upper}:{lower}{tail}", 1.0), (f":{tail}", 1.1)]
    for bound in filter(None, (lower, upper)):
        if not bound.startswith("-"):
            forms += [(f":-{_tight(bound)}{tail}", 1.1), (f"-{_tight(bound)}:{tail}", 1.1)]
        else:
            forms += [(f":{bound[1:]}{tail}", 1.1), (f"{bound[1:]}:{tail}", 1.1)]
    if not lower:
        forms += [(f"{text}:{upper}{tail}", 1.2) for text in ("1", "-1")]
    if not upper:
        forms += [(f"{lower}:-1{tail}", 1.2), (f"{lower}:1{tail}", 1.3)]
    forms += [(f"{lower}:{upper}", 1.0)] if step else []
    for bound, shifted in ((lower, 0), (upper, 1)):
        for sign in ("+ 1", "- 1") if bound and not bound.lstrip("-").isdigit() else ():
            parts = [lower, upper]
            parts[shifted] = f"{bound} {sign}"
            forms.append((f"{parts[0]}:{parts[1]}{tail}", 1.1))
    for text, cost in forms:
        yield Edit(((start, end, text),), cost, "a slice")


def _tight(text: str) -> str:
    return text if strength(text) >= ATOM else f"({text})"


def _halves(scene: Scene) -> Iterator[Edit]:
    """Yield neighbours for halves and halves for neighbours: ``x[..., 0::2]`` for ``x[..., :n]``, and the reverse."""
    found = [node for node in scene.nodes if isinstance(node, ast.Subscript) and scene.seen(node).is_tensor]
    pairs = [(node, _last(node)) for node in found]
    known = [(node, part) for node, part in pairs if part is not None]
    for (one, a), (other, b) in itertools.combinations(known, 2):
        if scene.text(one.value) != scene.text(other.value) or other.lineno - one.lineno > 3:
            continue
        size = scene.seen(one.value).shape[-1:] or (0,)
        for texts in _other_halves(a, b, scene.text(one.value), size[0]):
            spans = [scene.site.lines.span(part) for part in (a, b)]
            changes = tuple((*span, text) for span, text in zip(spans, texts, strict=True))
            yield Edit(changes, 1.3, "halves for neighbours" if a.step is not None else "neighbours for halves")


def _last(node: ast.Subscript) -> ast.Slice | None:
    part = node.slice.elts[-1] if isinstance(node.slice, ast.Tuple) else node.slice
    return part if isinstance(part, ast.Slice) else None


def _other_halves(a: ast.Slice, b: ast.Slice, value: str, size: int) -> Iterator[tuple[str, str]]:
    if a.step is not None and b.step is not None and size % 2 == 0:
        half = f"{value}.shape[-1] // 2"
        yield f":{half}", f"{half}:"
    elif a.step is None and b.step is None and (a.upper is None) != (b.upper is None):
        yield ("::2", "1::2") if a.upper is not None else ("1::2", "::2")


def moved(scene: Scene) -> Iterator[Edit]:
    """Yield tensors with two axes swapped, reversed or moved on."""
    for node in scene.tensors:
        rank = len(scene.seen(node).shape)
        text = scene.bound(node, ATOM)
        if rank > 5 or isinstance(node, ast.Constant):
            continue
        pairs = [(a - rank, b - rank) for a, b in itertools.combinations(range(rank), 2)]
        for a, b in reversed(pairs):
            yield scene.replaced(node, f"{text}.swapaxes({a}, {b})", 1.5, f"axes {a} and {b} swapped")
        for axis in range(-rank, 0):
            yield scene.replaced(node, f"{text}.flip(({axis},))", 1.8, f"axis {axis} reversed")
        for axis in range(-rank - 1, 0) if rank < 4 else ():
            yield scene.replaced(node, f"{text}.unsqueeze({axis})", 1.8, "an axis more")


def shapes(scene: Scene) -> Iterator[Edit]:
    """Yield a reshape to axes in another order followed by their swap, and the reverse."""
    for node in scene.expressions:
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        if node.func.attr not in _SHAPED or not scene.seen(node).is_tensor:
            continue
        parts = node.args[0].elts if len(node.args) == 1 and isinstance(node.args[0], ast.Tuple) else node.args
        texts = [scene.text(part) for part in parts]
        rank = len(texts)
        for one, other in itertools.combinations(range(rank), 2):
            if rank < 3 or texts[one] == texts[other] or other - one > 2:
                continue
            changes = [
                (*scene.site.lines.span(parts[one]), texts[other]), (*scene.site.lines.span(parts[other]), texts[one]),
            ]  # fmt: skip
            end = scene.site.lines.span(node)[1]
            swap = (end, end, f".swapaxes({one - rank}, {other - rank})")
            yield Edit((*changes, swap), 1.5, "axes split in another order")
        yield from _before(scene, node)


def permutations(scene: Scene) -> Iterator[Edit]:
    """Yield every other order of a permutation, and a reshape to its axes in the place of a reshape and it."""
    for node in scene.expressions:
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr not in _MOVED:
            continue
        method = scene.seen(node.func.value).is_tensor
        given = list(node.args if method else node.args[1:])
        parts = given[0].elts if len(given) == 1 and isinstance(given[0], (ast.Tuple, ast.List)) else given
        axes = [scene.seen(part).value for part in parts]
        if not all(isinstance(axis, int) for axis in axes):
            continue
        if len(axes) == 2 and len(scene.seen(node).shape) > 2:
            swapped = _swapped([axis for axis in axes if isinstance(axis, int)], len(scene.seen(node).shape))
            if method and isinstance(node.func.value, ast.Call):
                yield from _reshaped_so(scene, node, node.func.value, swapped)
            continue
        yield from _all_orders(scene, parts, [axis for axis in axes if isinstance(axis, int)])
        if method and isinstance(node.func.value, ast.Call):
            yield from _reshaped_so(scene, node, node.func.value, [axis for axis in axes if isinstance(axis, int)])


def _swapped(axes: list[int], rank: int) -> list[int]:
    """Return the permutation that swaps two axes."""
    order = list(range(rank))
    one, other = (axis % rank for axis in axes)
    order[one], order[other] = other, one
    return order


def _all_orders(scene: Scene, parts: list[ast.expr], axes: list[int]) -> Iterator[Edit]:
    if not 4 < len(axes) <= _MOST_AXES or sorted(axes) != list(range(len(axes))):
        return
    start, end = scene.site.lines.span(parts[0])[0], scene.site.lines.span(parts[-1])[1]
    for order in itertools.permutations(axes):
        apart = sum(a != b for a, b in zip(order, axes, strict=True))
        if apart > 2:  # two exchanged: see `orders`
            yield Edit(((start, end, ", ".join(map(str, order))),), 1.2 + 0.05 * apart, "another order")


def _reshaped_so(scene: Scene, node: ast.Call, inner: ast.Call, axes: list[int]) -> Iterator[Edit]:
    name = inner.func.attr if isinstance(inner.func, ast.Attribute) else ""
    listed = len(inner.args) == 1 and isinstance(inner.args[0], (ast.Tuple, ast.List))
    parts = inner.args[0].elts if listed and isinstance(inner.args[0], (ast.Tuple, ast.List)) else inner.args
    if name not in _SHAPED or sorted(axes) != list(range(len(parts))):
        return
    lines = scene.site.lines
    text = ", ".join(scene.text(parts[axis]) for axis in axes)
    start, end = lines.span(parts[0])[0], lines.span(parts[-1])[1]
    behind = lines.span(inner)[1], lines.span(node)[1]
    yield Edit(((start, end, text), (*behind, "")), 1.2, "axes split in another order")


def _before(scene: Scene, node: ast.Call) -> Iterator[Edit]:
    """Yield a reshape of a tensor with two axes swapped, and one whose swap before it is left out."""
    assert isinstance(node.func, ast.Attribute)
    value = node.func.value
    if not scene.seen(value).is_tensor:
        return
    rank = len(scene.seen(value).shape)
    for one, other in itertools.combinations(range(rank), 2):
        text = f"{scene.bound(value, ATOM)}.swapaxes({one}, {other})"
        yield scene.replaced(value, text, 1.3, f"axes {one} and {other} swapped")
