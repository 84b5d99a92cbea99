"""Edits tried on one statement alone: what it comes to with the names as they stood when it ran.

Running the net is dear, running a statement is cheap. An edit with which a statement comes to a value of the reference
that nothing came to is most likely the right one; one that changes nothing, or does not run, hardly is. This only
decides in which order edits are tried: what makes the net the same is what the net gives.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import torch

from parity.code.faults import raise_own
from parity.edits.candidates import Candidate
from parity.edits.names import held_tensor
from parity.edits.reached import Match
from parity.edits.scene import Scene
from parity.edits.watch import span_of

_FOUND = -1.0
_MOVED = 0.1
_LOST = 0.2
_NOTHING = 0.5
_RAISES = 0.8
"""By how much an edit is tried earlier or later for what its statement comes to."""

_ROUGHLY = 1e-6
"""Up to what relative difference a statement that runs again gives what it gave in the net."""
_DEEPEST = 2
_MOST_LAYERS = 40
"""Edits of a statement that calls a layer which are rehearsed."""

_Bound = ast.Assign | ast.AugAssign | ast.Return
_Numbers = frozenset[int]


@dataclass(slots=True)
class _Stage:
    """One statement with what its names stood for.

    Args:
        scope (dict[str, object]): the names of the function and of its file.
        value (object): what it came to.
        numbers (frozenset[int]): the reference's values among that.
        left (int): how many edits of it may still be rehearsed.
    """

    scope: dict[str, object]
    value: object
    numbers: _Numbers
    left: int


class Rehearsal:
    """Runs single statements with edits in them.

    Args:
        scenes (Sequence[Scene]): the functions, as they ran.
        match (Match): finds a tensor among the reference's values.
        computed (Collection[int]): the reference's values that are no news: come to, or on the way to such.
    """

    def __init__(self, scenes: Sequence[Scene], match: Match, computed: Collection[int]) -> None:
        self._scenes = {id(scene.site): scene for scene in scenes}
        self._match = match
        self._computed = frozenset(computed)
        self._stages: dict[tuple[int, int], _Stage | None] = {}

    def ordered(self, tries: Sequence[Candidate], most: int) -> list[Candidate]:
        """Return edits in the order in which they are to be tried.

        Args:
            tries (Sequence[Candidate]): as they would be tried by what they change alone.
            most (int): how many of them are rehearsed, the first ones.
        """
        made = [replace(entry, order=entry.order + self.shift(entry)) for entry in tries[:most]]
        return sorted([*made, *tries[most:]], key=lambda entry: entry.order)

    def shift(self, entry: Candidate) -> float:
        """Return by how much later an edit is to be tried for what its statement comes to; earlier if negative.

        Args:
            entry (Candidate): an edit.
        """
        scene = self._scenes.get(id(entry.site))
        if scene is None or entry.edit.defaults or entry.site.builds:
            return 0.0
        node = _statement(scene, entry)
        stage = self._stage(scene, node) if node is not None else None
        text = self._text(scene, node, entry) if node is not None else None
        if stage is None or text is None or stage.left < 1:
            return 0.0
        stage.left -= 1
        tree = _parsed(text)
        if tree is None:
            return _RAISES
        try:
            value = _value(tree, stage.scope)
            shift = self._judged(stage, value)
            if shift == _LOST and not _is_one(value, _value(tree, stage.scope)):
                return 0.0  # random: what it comes to says nothing
            return shift
        except Exception as error:  # noqa: BLE001 - an edit that does not run is a result
            raise_own(error)
            return _RAISES

    def _judged(self, stage: _Stage, value: object) -> float:
        numbers = self._numbers(value)
        lost = stage.numbers - numbers
        if numbers - self._computed:
            return _FOUND + (_MOVED if lost else 0.0)
        if lost:
            return _LOST
        return _NOTHING if _is_one(stage.value, value) else 0.0

    def _stage(self, scene: Scene, node: ast.stmt) -> _Stage | None:
        key = id(scene.site), id(node)
        if key not in self._stages:
            self._stages[key] = self._made(scene, node)
        return self._stages[key]

    def _made(self, scene: Scene, node: ast.stmt) -> _Stage | None:
        names = scene.watched.names.get(span_of(node))
        tree = _parsed(scene.text(node))
        if names is None or tree is None:
            return None
        scope = {**scene.site.function.__globals__, **names}
        try:
            value = _value(tree, scope)
        except Exception as error:  # noqa: BLE001 - such as one that takes what it is given only once
            raise_own(error)
            return None
        if not _is_one(_plain(scene, node), value, _ROUGHLY) and not isinstance(node, ast.AugAssign):
            return None  # random, or of what has changed since
        calls = any(scene.seen(part.func).kind == "layer" for part in ast.walk(node) if isinstance(part, ast.Call))
        return _Stage(scope, value, self._numbers(value), _MOST_LAYERS if calls or _calls_own(scene, node) else 1 << 30)

    def _text(self, scene: Scene, node: ast.stmt, entry: Candidate) -> str | None:
        start, end = scene.site.lines.span(node)
        return entry.edit.applied(scene.site.lines.text, start, end)

    def _numbers(self, value: object, depth: int = 0) -> _Numbers:
        if isinstance(value, (tuple, list)) and depth < _DEEPEST:
            return frozenset().union(*(self._numbers(part, depth + 1) for part in value))
        number = self._match(value)
        return frozenset() if number is None else frozenset({number})


def _statement(scene: Scene, entry: Candidate) -> _Bound | None:
    """Return the statement that holds all changes of an edit, if it is one that has a value."""
    spans = scene.site.lines.span
    left, right = min(a for a, _, _ in entry.edit.changes), max(b for _, b, _ in entry.edit.changes)
    for node in scene.nodes:
        if isinstance(node, (ast.Assign, ast.AugAssign, ast.Return)) and node.value is not None:
            start, end = spans(node)
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            behind = max((spans(target)[1] for target in targets if target is not None), default=start)
            if behind <= left and right <= end:
                return node
    return None


def _calls_own(scene: Scene, node: ast.stmt) -> bool:
    """Tell whether a statement calls a layer or a method of the net."""
    own = scene.owner[0] if scene.owner is not None else None
    calls = [part.func for part in ast.walk(node) if isinstance(part, ast.Call)]
    return any(isinstance(function, ast.Attribute) and _first_name(function) == own for function in calls)


def _first_name(node: ast.expr) -> str | None:
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def _parsed(text: str) -> ast.Expression | None:
    """Return the expression whose value a statement has."""
    try:
        body = ast.parse(_inside(text)).body
    except (SyntaxError, ValueError):
        return None
    node = body[0] if len(body) == 1 else None
    if isinstance(node, ast.FunctionDef):
        node = node.body[0] if len(node.body) == 1 else None
    if isinstance(node, ast.AugAssign) and isinstance(node.target, (ast.Name, ast.Attribute)):
        target = ast.parse(ast.unparse(node.target), mode="eval").body
        return ast.fix_missing_locations(ast.Expression(ast.BinOp(target, node.op, node.value)))
    value = node.value if isinstance(node, (ast.Assign, ast.Return)) else None
    return ast.Expression(value) if value is not None else None


def _inside(text: str) -> str:
    return f"def _():\n {text}" if text.startswith("return") else text


def _value(tree: ast.Expression, scope: dict[str, object]) -> object:
    return eval(compile(tree, "<rehearsed>", "eval"), scope)  # noqa: S307 - the user's own statement


def _plain(scene: Scene, node: ast.stmt) -> object:
    """Return what a statement came to as it ran, as far as that was noted."""
    value = getattr(node, "value", None)
    return scene.seen(value).value if value is not None else None


def _is_one(before: object, after: object, relative: float = 0.0) -> bool:
    """Tell whether two values are one, up to a relative difference."""
    if isinstance(before, (tuple, list)) and isinstance(after, (tuple, list)):
        return len(before) == len(after) and all(_is_one(a, b, relative) for a, b in zip(before, after, strict=True))
    one, other = held_tensor(before), held_tensor(after)
    if one is None or other is None:
        return type(before) is type(after) and isinstance(before, (int, float, str, bool)) and before == after
    if one.shape != other.shape or one.dtype != other.dtype or one.layout != other.layout:
        return False
    if one.layout != torch.strided:  # elements of sparse tensors are not compared by torch.equal
        one, other = one.to_dense(), other.to_dense()
    near = relative > 0 and torch.allclose(one, other, rtol=relative, atol=0.0, equal_nan=True)
    return near or torch.equal(one, other)
