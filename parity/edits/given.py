"""Edits of what calls are given: as another call is given it, as the reference writes it, as the argument is called."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from parity.edits.edit import Edit
from parity.edits.scene import Scene

AXES = frozenset({"axis", "dim", "axes", "dims"})
_MOST = 12
_SHORTEST = 3
"""Letters of a name that tells what it stands for."""


def given(scene: Scene) -> Iterator[Edit]:
    """Yield arguments as other places have them."""
    yield from _beside(scene)
    yield from _as_named(scene)
    yield from _as_in_the_reference(scene)


def _beside(scene: Scene) -> Iterator[Edit]:
    """Yield an argument as another call of the function is given it under the same name: ``axis=(1, 3)``."""
    values: dict[str, list[ast.expr]] = {}
    for node in scene.expressions:
        for keyword in node.keywords if isinstance(node, ast.Call) else ():
            if keyword.arg is not None and not scene.seen(keyword.value).is_tensor:
                values.setdefault(keyword.arg, []).append(keyword.value)
    for known in values.values():
        texts = dict.fromkeys(map(scene.text, known))
        for value in known if len(texts) > 1 else ():
            for text in texts:
                if text != scene.text(value):
                    yield scene.replaced(value, text, 1.0, f"{text} as beside")


def _as_named(scene: Scene) -> Iterator[Edit]:
    """Yield the name in reach that an argument is called like, in the place of a constant: ``dilation=dilation``."""
    for node in scene.expressions:
        for keyword in node.keywords if isinstance(node, ast.Call) else ():
            name = keyword.arg
            if name is None or len(name) < _SHORTEST or not isinstance(keyword.value, ast.Constant):
                continue
            if name in dict(scene.in_reach(node)):
                yield scene.replaced(keyword.value, name, 0.99, f"{name} is not passed on")


def _as_in_the_reference(scene: Scene) -> Iterator[Edit]:
    """Yield the arguments that the reference's call of a function has, where the names in them are in reach."""
    for node in scene.expressions:
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        method = isinstance(node.func, ast.Attribute) and scene.seen(node.func.value).is_tensor
        start, end = scene.site.lines.span(node.args[0])[0], scene.site.lines.span(node.args[-1])[1]
        here = scene.site.lines.text[start:end]
        texts = [text for function, text, of_tensor in scene.pool.given if function == name and of_tensor == method]
        for text in texts[:_MOST]:
            if text != here and _is_in_reach(scene, node, text):
                yield Edit(((start, end, text),), 1.0, f"{name}({text}) as the reference has it")


def _is_in_reach(scene: Scene, node: ast.expr, text: str) -> bool:
    """Tell whether all names of some arguments stand for something here."""
    names = {part.id for part in ast.walk(ast.parse(f"f({text})")) if isinstance(part, ast.Name)} - {"f"}
    own = {scene.owner[0]} if scene.owner is not None else set()
    return names <= {name for name, _ in scene.in_reach(node)} | own
