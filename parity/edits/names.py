"""Edits of names: another local, another attribute, names unpacked in another order."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator

import torch

from parity.edits.edit import Edit
from parity.edits.scene import Scene
from parity.edits.watch import Seen, seen_of

_MOST = 12


def names(scene: Scene) -> Iterator[Edit]:
    """Yield other names of the same kind in the place of names and attributes."""
    for node in scene.expressions:
        if isinstance(scene.parents.get(node), ast.Call) and node is getattr(scene.parents[node], "func", None):
            if isinstance(node, ast.Attribute):
                yield from _attributes(scene, node)
            continue
        if isinstance(node, ast.Name):
            yield from _locals(scene, node)
        elif isinstance(node, ast.Attribute):
            yield from _attributes(scene, node)
    yield from _unpacked(scene)


def idle(scene: Scene) -> Iterator[Edit]:
    """Yield attributes and arguments that the function has and never reads in the place of expressions."""
    own = scene.owner[0] if scene.owner is not None else "self"
    unread = [(f"{own}.{name}", seen) for name, seen in attributes(scene) if name not in scene.read]
    loaded = {node.id for node in scene.expressions if isinstance(node, ast.Name)}
    unread += [(name, bound[-1][1]) for name, bound in scene.locals.items() if name not in loaded]
    for node in scene.expressions:
        here = scene.seen(node)
        if isinstance(node, (ast.Name, ast.Constant)) or not (here.is_tensor or here.is_number):
            continue
        for name, seen in unread[:_MOST]:
            fits = seen.is_tensor if here.is_tensor else seen.is_number or seen.is_tensor
            if fits and name != own:
                yield scene.replaced(node, name, 1.2, f"{name} is read nowhere")


def alike(one: Seen, other: Seen) -> bool:
    """Tell whether one value may stand where the other stands."""
    if one.is_tensor and other.is_tensor:
        return True
    if one.is_number and other.is_number:
        return True
    return one.kind == other.kind and one.kind not in {"other", "layer"}


def _locals(scene: Scene, node: ast.Name) -> Iterator[Edit]:
    here = scene.seen(node)
    own = scene.owner[0] if scene.owner else None
    for name, seen in scene.in_reach(node):
        if name in {node.id, own} or not alike(here, seen):
            continue
        near = here.kind == seen.kind and here.shape == seen.shape
        yield scene.replaced(node, name, 1.0 if near else 1.2, f"{name} for {node.id}")


def _attributes(scene: Scene, node: ast.Attribute) -> Iterator[Edit]:
    if scene.owner is None or not isinstance(node.value, ast.Name) or node.value.id != scene.owner[0]:
        return
    here = seen_of_attribute(getattr(scene.owner[1], node.attr, None))
    found = 0
    for name, seen in attributes(scene, callables=True):
        layer = here.kind == "layer" == seen.kind and type(here.value) is type(seen.value)
        layer = layer or (here.kind == "other" == seen.kind and callable(here.value) and callable(seen.value))
        if name == node.attr or not (layer or alike(here, seen)) or here.shape != seen.shape or found >= _MOST:
            continue
        found += 1
        yield scene.replaced(node, f"{node.value.id}.{name}", 1.0, f"{name} for {node.attr}")


def attributes(scene: Scene, *, callables: bool = False) -> Iterator[tuple[str, Seen]]:
    """Yield the attributes of ``self`` that the user set, with what they are.

    Args:
        scene (Scene): the function.
        callables (bool): those too that are neither numbers, tensors nor layers, and can be called. Default: ``False``.
    """
    module = scene.owner[1] if scene.owner is not None else None
    if not isinstance(module, torch.nn.Module):
        return
    own = vars(module)  # of a constructor that is still running, without what Module's own sets
    held = {**own.get("_parameters", {}), **own.get("_buffers", {}), **own.get("_modules", {}), **own}
    for name, value in held.items():
        seen = seen_of_attribute(value)
        known = seen.kind not in {"other", "none"} or (callables and seen.kind == "other" and callable(value))
        if not name.startswith("_") and known and name not in _INNER:
            yield name, seen


_INNER = frozenset({"training", "cls_name", "param_prefix"})


def seen_of_attribute(value: object) -> Seen:
    """Return what an attribute is; what holds a torch tensor counts as one."""
    return seen_of(value, held_tensor)


def held_tensor(value: object) -> torch.Tensor | None:
    """Return the torch tensor that a value is or holds, if it is one."""
    if isinstance(value, torch.Tensor):
        return value
    try:
        held = getattr(value, "_t", None)
    except Exception:  # noqa: BLE001 - what a user's `__getattr__` raises: KeyError of a dict with attributes
        return None
    return held if isinstance(held, torch.Tensor) else None


def _unpacked(scene: Scene) -> Iterator[Edit]:
    """Yield other orders of the names that a statement binds."""
    for node in scene.nodes:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.For) else []
        for target in targets:
            if isinstance(target, (ast.Tuple, ast.List)) and 2 <= len(target.elts) <= 4:
                yield from orders(scene, target.elts, "names in another order")


def orders(scene: Scene, parts: list[ast.expr], kind: str, cost: float = 1.0) -> Iterator[Edit]:
    """Yield edits that put expressions in other orders: every order of up to four, else two exchanged.

    Args:
        scene (Scene): the function.
        parts (list[ast.expr]): the expressions.
        kind (str): what the edits do, in words.
        cost (float): of exchanging two; others cost a little more. Default: ``1.0``.
    """
    texts = [scene.text(part) for part in parts]
    places = range(len(parts))
    if len(parts) <= 4:
        all_orders = [order for order in itertools.permutations(places) if order != tuple(places)]
    else:
        all_orders = [_exchanged(len(parts), a, b) for a, b in itertools.combinations(places, 2)]
    for order in all_orders:
        moved = [place for place in places if texts[order[place]] != texts[place]]
        changes = tuple((*scene.site.lines.span(parts[p]), texts[order[p]]) for p in moved)
        if changes:
            default = scene.is_default(parts[0])
            yield Edit(changes, cost + (0.1 if len(moved) > 2 else 0.0), kind, default)


def _exchanged(count: int, one: int, other: int) -> tuple[int, ...]:
    order = list(range(count))
    order[one], order[other] = order[other], order[one]
    return tuple(order)
