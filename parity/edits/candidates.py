"""All edits of some functions, in the order in which they are tried."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field

from parity.edits import calls, casts, constants, given, insertions, layout, names, operators, pairs
from parity.edits.edit import Edit, Written, written
from parity.edits.frontier import frontier
from parity.edits.reached import Match
from parity.edits.scene import Scene, distinct
from parity.edits.site import Site

Generator = Callable[[Scene], Iterator[Edit]]
"""Yields edits of one kind."""

GENERATORS: tuple[Generator, ...] = (
    constants.constants, operators.operators, names.names, calls.calls, layout.indices, pairs.exchanged,
    pairs.terms, pairs.transposed_index, pairs.complements, pairs.called_beside, operators.signs,
    calls.instead, given.given, calls.polarity, calls.repeated, calls.everywhere, casts.together, names.idle,
    layout.permutations, constants.scaled, insertions.factors, insertions.addends, insertions.normalised,
    insertions.unread, insertions.statements, calls.wrapped, layout.moved, layout.shapes,
)  # fmt: skip

_ELSEWHERE = 0.4
_RIGHT = 0.3
_BEHIND = (0.1, 0.2, 0.3)
"""By how many steps a line lies before one that is suspected."""
_DEFAULT = 0.02
"""A default value is what is given where nothing else is: an edit of what is given says more."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One edit to try.

    Args:
        site (Site): the function.
        edit (Edit): of it.
        order (float): when it is tried.
    """

    site: Site
    edit: Edit
    order: float

    @property
    def written(self) -> list[Written]:
        """The statements as they would read."""
        return written(self.site.lines, self.site.node, self.edit)


@dataclass(frozen=True, slots=True)
class Suspects:
    """Where the mistake is likely.

    Args:
        lines (Mapping[str, Collection[int]]): by file, the lines that something is said of; empty: everywhere alike.
        match (Match): finds a tensor among the reference's values.
        right (Mapping[str, Collection[int]]): by file, the lines that build nothing but layers which are right.
            Default: none.
    """

    lines: Mapping[str, Collection[int]]
    match: Match
    right: Mapping[str, Collection[int]] = field(default_factory=dict)


def candidates(
    scenes: list[Scene], suspects: Suspects, generators: tuple[Generator, ...] = GENERATORS
) -> list[Candidate]:
    """Return the edits of some functions, the likeliest and smallest first, without those that cannot help.

    Args:
        scenes (list[Scene]): the functions.
        suspects (Suspects): where the mistake is likely.
        generators (tuple[Generator, ...]): kinds of edits. Default: `GENERATORS`, all but those of one cast.
    """
    found: list[Candidate] = []
    behind = _behind(scenes, suspects)
    for scene in scenes:
        weigh = _Weigher(scene, suspects, behind)
        edits = distinct(edit for generate in generators for edit in generate(scene))
        weighed = [(edit, weigh.penalty(edit)) for edit in edits]
        found += [Candidate(scene.site, edit, edit.cost + penalty) for edit, penalty in weighed if penalty is not None]
    return sorted(found, key=lambda entry: entry.order)


def _behind(scenes: list[Scene], suspects: Suspects) -> dict[str, dict[int, float]]:
    """Return, by file, how unlikely the lines are that what the suspected ones read comes from, nearest first.

    Lines that part from the reference are as likely as the nearest.
    """
    found: dict[str, dict[int, float]] = {scene.site.file: {} for scene in scenes}
    parting = {scene.site.file: set[int]() for scene in scenes}
    for scene in scenes:
        parting[scene.site.file] |= frontier(scene, suspects.match)
    lines = {file: numbers | set(suspects.lines.get(file, ())) for file, numbers in parting.items()}
    for penalty in _BEHIND:
        lines = _bound_before(scenes, lines)
        for file, numbers in lines.items():
            for line in numbers:
                found[file].setdefault(line, penalty)
    for file, numbers in parting.items():
        found[file].update(dict.fromkeys(numbers, _BEHIND[0]))
    return found


def _bound_before(scenes: list[Scene], lines: Mapping[str, Collection[int]]) -> dict[str, set[int]]:
    """Return, by file, the lines that bind what some lines read: names of the function, attributes."""
    read: set[str] = set()
    found: dict[str, set[int]] = {scene.site.file: set() for scene in scenes}
    for scene in scenes:
        said = lines.get(scene.site.file, ())
        nodes = [node for node in scene.expressions if scene.statement(node).lineno in said or node.lineno in said]
        read |= {node.attr for node in nodes if isinstance(node, ast.Attribute)}
        names = {node.id for node in nodes if isinstance(node, ast.Name)}
        found[scene.site.file] |= {line for name in names for line, _ in scene.locals.get(name, ())}
    for scene in scenes:
        for node in scene.nodes:
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and node.attr in read:
                found[scene.site.file].add(node.lineno)
    return found


def computed(scenes: list[Scene], match: Match) -> frozenset[int]:
    """Return the reference's values that expressions of some functions came to.

    Args:
        scenes (list[Scene]): the functions.
        match (Match): finds a tensor among the reference's values.
    """
    found = (match(scene.seen(node).value) for scene in scenes for node in scene.tensors)
    return frozenset(number for number in found if number is not None)


def lines_read(scenes: list[Scene], entry: Candidate) -> dict[str, set[int]]:
    """Return, by file, the lines that bind what an edited statement reads, those of constructors included.

    Args:
        scenes (list[Scene]): the functions.
        entry (Candidate): an edit of one.
    """
    scene = next((scene for scene in scenes if scene.site is entry.site), None)
    if scene is None:
        return {}
    lines = {line for part in entry.written for line in range(part.line, part.line + part.before.count("\n") + 1)}
    names = {node.id for node in scene.tensors if isinstance(node, ast.Name) and node.lineno in lines}
    own = [node for node in scene.expressions if isinstance(node, ast.Attribute) and node.lineno in lines]
    numbers = {node.attr for node in own if scene.seen(node).is_number}
    found = {entry.site.file: {line for name in names for line, _ in scene.locals.get(name, ())} - lines}
    for other in scenes:
        found.setdefault(other.site.file, set()).update(_setting(other, numbers) if other.site.builds else ())
    return found


def _setting(scene: Scene, names: Collection[str]) -> set[int]:
    """Return the lines of a constructor that set some attributes."""
    nodes = [node for node in scene.nodes if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)]
    return {node.lineno for node in nodes if node.attr in names}


def lines_reading(scenes: list[Scene], entry: Candidate) -> dict[str, set[int]]:
    """Return, by file, the lines that read what an edited statement binds.

    Args:
        scenes (list[Scene]): the functions.
        entry (Candidate): an edit of one.
    """
    scene = next((scene for scene in scenes if scene.site is entry.site), None)
    if scene is None:
        return {}
    lines = {part.line for part in entry.written}
    bound = {name for name, known in scene.locals.items() if lines & {line for line, _ in known}}
    read = [node for node in scene.expressions if isinstance(node, ast.Name) and node.id in bound]
    return {entry.site.file: {scene.statement(node).lineno for node in read} - lines}


def is_within(entry: Candidate, lines: Mapping[str, Collection[int]]) -> bool:
    """Tell whether an edit changes nothing but some lines.

    Args:
        entry (Candidate): an edit.
        lines (Mapping[str, Collection[int]]): by file.
    """
    said = lines.get(entry.site.file, ())
    return bool(said) and all(entry.site.lines.line_at(left) in said for left, _, _ in entry.edit.changes)


def _building(scene: Scene, lines: Collection[int]) -> list[ast.stmt]:
    """Return the statements of a constructor all of whose calls that build layers stand on some lines."""
    found: list[ast.stmt] = []
    for node in scene.nodes:
        if isinstance(node, ast.Assign) and lines:
            built = [part for part in ast.walk(node.value) if scene.seen(part).kind == "layer" and _is_call(part)]
            if built and all(part.lineno in lines for part in built if isinstance(part, ast.expr)):
                found.append(node)
    return found


def _is_call(node: ast.AST) -> bool:
    return isinstance(node, ast.Call)


class _Weigher:
    """Knows how unlikely each place of a function is."""

    def __init__(self, scene: Scene, suspects: Suspects, behind: Mapping[str, Mapping[int, float]]) -> None:
        self._scene = scene
        self._lines = scene.site.lines
        self._said = set(suspects.lines.get(scene.site.file, ()))
        self._behind = behind.get(scene.site.file, {})
        self._anywhere = not any(suspects.lines.values())
        tensors = [node for node in scene.tensors if not isinstance(node, (ast.Name, ast.Attribute))]
        self._right = [
            scene.site.lines.span(node) for node in tensors if suspects.match(scene.seen(node).value) is not None
        ]
        loops = [node for node in scene.nodes if isinstance(node, ast.While)]
        self._idle = [scene.site.lines.span(node) for node in loops]
        built = set(suspects.right.get(scene.site.file, ())) if scene.site.builds else set()
        self._idle += [scene.site.lines.span(node) for node in _building(scene, built)]
        self._extents: dict[int, tuple[int, int]] = {}
        self._elsewhere: dict[tuple[int, int], float] = {}

    def penalty(self, edit: Edit) -> float | None:
        """Return what an edit costs for where it is; None where it might never end, or what is there is right."""
        left, right = min(a for a, _, _ in edit.changes), max(b for _, b, _ in edit.changes)
        if any(start <= left and right <= end for start, end in self._idle):
            return None
        rows = self._lines.line_at(left), self._lines.line_at(right)
        if rows not in self._elsewhere:
            self._elsewhere[rows] = self._penalty_of(*rows)
        total = self._elsewhere[rows] + (_DEFAULT if edit.defaults else 0.0)
        return total + (_RIGHT if any(start < left and right < end for start, end in self._right) else 0.0)

    def _penalty_of(self, first: int, last: int) -> float:
        if self._anywhere or self._is_at(first, last, self._said):
            return 0.0
        near = [cost for line, cost in self._behind.items() if self._is_at(first, last, {line})]
        return min(near, default=_ELSEWHERE)

    def _is_at(self, first: int, last: int, lines: set[int]) -> bool:
        start, end = self._statement(first)
        return any(first <= line <= last or start <= line <= end for line in lines)

    def _statement(self, line: int) -> tuple[int, int]:
        if line not in self._extents:
            around = [
                (node.lineno, node.end_lineno or node.lineno)
                for node in self._scene.nodes
                if isinstance(node, ast.stmt) and not hasattr(node, "body")
            ]
            inside = [entry for entry in around if entry[0] <= line <= entry[1]]
            self._extents[line] = inside[0] if inside else (line, line)
        return self._extents[line]
