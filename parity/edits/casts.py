"""Edits of casts: one more, one fewer, or one elsewhere."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator

from parity.edits.edit import Edit
from parity.edits.scene import ATOM, Scene, symbol

_BY_TYPE = frozenset({"astype", "to", "type", "cast"})
_BY_NAME = frozenset({"float", "half", "bfloat16", "double"})


def is_cast(node: ast.AST) -> bool:
    """Tell whether an expression is a cast by a method: ``x.astype(ms.float32)``, ``x.float()``."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    count = len(node.args) + len(node.keywords)
    return (node.func.attr in _BY_TYPE and count == 1) or (node.func.attr in _BY_NAME and not count)


def casts(scene: Scene) -> Iterator[Edit]:
    """Yield expressions with a cast more, to float32 or to a tensor's type, without theirs, or with it elsewhere."""
    for node in scene.tensors:
        if scene.seen(node).kind != "tensor" or isinstance(node, ast.Constant):
            continue
        inside = [part for part in ast.walk(node) if is_cast(part)]
        if is_cast(node):
            yield scene.replaced(node, _without(scene, node, [node]), 1.0, "a cast too many")
            yield from _elsewhere(scene, node)
        else:
            for text in _targets(scene, node):
                yield scene.replaced(node, f"{scene.bound(node, ATOM)}{text}", 1.1, "a cast is missing")
            yield from _there_and_back(scene, node)
        if len(inside) > 1:
            yield scene.replaced(node, _without(scene, node, inside), 0.95, "casts too many")
    yield from _everywhere(scene)


def together(scene: Scene) -> Iterator[Edit]:
    """Yield the function without its casts to one type, where there are several: of queries, keys and values alike."""
    by_type: dict[str, list[ast.expr]] = {}
    for node in scene.tensors:
        if is_cast(node) and isinstance(node, ast.Call):
            by_type.setdefault(_tail(scene, node), []).append(node)
    for tail, nodes in by_type.items():
        inner = {id(part) for node in nodes for part in ast.walk(node) if part is not node}
        outermost = [node for node in nodes if id(node) not in inner]
        if len(outermost) > 1:
            changes = [scene.change(node, _without(scene, node, [node])) for node in outermost]
            yield Edit(tuple(changes), 1.15, f"without {tail.lstrip('.')}")


def _there_and_back(scene: Scene, node: ast.expr) -> Iterator[Edit]:
    """Yield calls in float32 that return their operand's type: ``f(x.astype(ms.float32)).astype(x.dtype)``."""
    if not isinstance(node, ast.Call):
        return
    owner = node.func.value if isinstance(node.func, ast.Attribute) else None
    given = [part for part in (owner, *node.args) if part is not None and scene.seen(part).kind == "tensor"]
    operand = given[0] if given else None
    if operand is None or is_cast(operand) or not any(isinstance(part, ast.Name) for part in ast.walk(operand)):
        return
    names = [part.id for part in ast.walk(operand) if isinstance(part, ast.Name) and scene.seen(part).kind == "tensor"]
    method = "astype" if hasattr(scene.seen(operand).cls, "astype") else "to"
    wide = _targets(scene, operand)[:1]
    for name, text in itertools.product(names[:1], wide):
        cast = scene.change(operand, f"{scene.bound(operand, ATOM)}{text}")
        end = scene.site.lines.span(node)[1]
        yield Edit((cast, (end, end, f".{method}({name}.dtype)")), 1.2, "casts to float32 and back are missing")


def _targets(scene: Scene, node: ast.expr) -> list[str]:
    """Return the casts that may be missing: to float32, as the code spells it, and to the type of what is in reach."""
    cls = scene.seen(node).cls
    spelled = [text for text in dict.fromkeys(_spelled(scene)) if "float32" in text or text == ".float()"]
    found = spelled or [f".astype({_float32(scene)})" if hasattr(cls, "astype") and _float32(scene) else ".float()"]
    method = "astype" if hasattr(cls, "astype") else "to"
    names = [name for name, seen in scene.in_reach(node) if seen.kind == "tensor"]
    own = scene.text(node)
    return [*found, *(f".{method}({name}.dtype)" for name in names[:4] if name != own)]


def _spelled(scene: Scene) -> Iterator[str]:
    for node in scene.expressions:
        if is_cast(node) and isinstance(node, ast.Call):
            yield _tail(scene, node)


def _tail(scene: Scene, cast: ast.Call) -> str:
    """Return what a cast writes behind the value: ``.astype(ms.float32)``."""
    assert isinstance(cast.func, ast.Attribute)
    lines = scene.site.lines
    return lines.text[lines.span(cast.func.value)[1] : lines.span(cast)[1]].lstrip(")")


def _float32(scene: Scene) -> str:
    """Return how the code names float32, "" if it cannot."""
    for name, value in scene.site.function.__globals__.items():
        if hasattr(value, "float32") and hasattr(value, "Tensor") and not name.startswith("_"):
            return f"{name}.float32"
    return ""


def _without(scene: Scene, node: ast.expr, inside: list[ast.AST]) -> str:
    """Return the source of an expression without some casts in it."""
    lines = scene.site.lines
    start, end = lines.span(node)
    text = lines.text
    calls = [part for part in inside if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute)]
    cuts = [(lines.span(p.func.value)[1], lines.span(p)[1]) for p in calls if isinstance(p.func, ast.Attribute)]
    for left, right in sorted(cuts, reverse=True):
        if start <= left and right <= end:
            cut = text[left:right]
            kept = cut[: len(cut) - len(cut.lstrip(")"))]  # brackets around what was cast
            text = text[:left] + kept + text[right:]
            end -= len(cut) - len(kept)
    return _bare(text[start:end])


def _bare(text: str) -> str:
    """Return an expression without brackets around all of it."""
    inner = text[1:-1]
    try:
        same = text[:1] == "(" and ast.dump(ast.parse(inner, mode="eval")) == ast.dump(ast.parse(text, mode="eval"))
    except SyntaxError:
        return text
    return inner if same else text


def _elsewhere(scene: Scene, node: ast.expr) -> Iterator[Edit]:
    """Yield ``a * b.to(t)`` and ``a.to(t) * b`` for ``(a * b).to(t)``, without other casts in it or with them."""
    assert isinstance(node, ast.Call)
    assert isinstance(node.func, ast.Attribute)
    inner = node.func.value
    if not isinstance(inner, ast.BinOp):
        return
    lines = scene.site.lines
    tail = lines.text[lines.span(inner)[1] : lines.span(node)[1]].lstrip(")")
    parts = [scene.bound(part, ATOM) for part in (inner.left, inner.right)]
    plain = [_without(scene, part, [p for p in ast.walk(part) if is_cast(p)]) for part in (inner.left, inner.right)]
    for texts, place in itertools.product((plain, parts), (0, 1)):
        made = [f"{text}{tail}" if n == place else text for n, text in enumerate(texts)]
        yield scene.replaced(node, f"{made[0]} {symbol(inner.op)} {made[1]}", 1.1, "a cast elsewhere")


def _everywhere(scene: Scene) -> Iterator[Edit]:
    """Yield statements in which every expression of one name is cast."""
    for statement in scene.nodes:
        if not isinstance(statement, (ast.Assign, ast.Return, ast.AugAssign)) or statement.value is None:
            continue
        loads = [n for n in ast.walk(statement.value) if isinstance(n, ast.Name) and scene.seen(n).kind == "tensor"]
        for name in dict.fromkeys(node.id for node in loads):
            nodes = [node for node in loads if node.id == name]
            for text in _targets(scene, nodes[0])[:1] if len(nodes) > 1 else ():
                yield Edit(tuple(scene.change(node, f"{name}{text}") for node in nodes), 1.4, "casts are missing")
