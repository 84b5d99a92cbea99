"""The functions of a rank, their edits, and one of them in place: what the search of several ranks does in each."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace

from parity.code.places import shown_path
from parity.edits.candidates import Candidate, Suspects, candidates
from parity.edits.edit import Edit
from parity.edits.names import held_tensor
from parity.edits.scene import Pool, Scene
from parity.edits.site import Site, sites_of
from parity.edits.watch import Watched, watching
from parity.nets.base import Subject
from parity.pipeline.mending.knowledge import codes_run
from parity.sharded.edits import OFFSET, REDUCED, Place
from parity.sharded.messages import PAIRED, Function, watched_messages

_EXCHANGES = 0.3
"""What one exchange more costs in a function that exchanges something already."""


_SHARDED = 0.3
"""What an edit of a statement costs less that speaks of ranks and their parts: what is new in a sharded port."""
_WAITS = 1.0
"""What an edit costs more that changes who sends to whom: ranks that had met would wait."""
_FAR = 1e4
"""A number at least so great stands for infinity: with another in its place sums of exponents are right by chance."""
_PAIRED = PAIRED | {"Send", "Receive"}
_NOTHING = re.compile(r"(?:[-+] 0|[*/] 1)\b(?!\.)")
_IDLE = 0.6
"""What an edit costs less that reads what the net holds and reads nowhere."""
_UNREAD = ("is not called", "is read nowhere")
_REDUCTIONS = ("sum", "max", "min", "avg")
RANK = re.compile(r"\brank\b|get_rank\(|\.rank\b")
"""How code speaks of the rank it runs on."""
_OF_RANKS = re.compile(r"rank|size|world|group|part|local|start|first|offset|reduce|gather|scatter|exchange")


@dataclass(frozen=True, slots=True)
class RankEdit:
    """One edit, as it is told from process to process.

    Args:
        file (str): where the function stands.
        function (tuple[str, int]): its qualified name and first line.
        edit (Edit): of the file's text.
        order (float): when it is tried.
        builds (bool): the function runs while the net is built.
        line (int): of the statement that changes.
        before (str): the statement.
        after (str): as it would read.
        routes (bool): experts are chosen later in the function.
    """

    file: str
    function: tuple[str, int]
    edit: Edit
    order: float
    builds: bool
    line: int
    before: str
    after: str
    routes: bool = False

    @property
    def location(self) -> str:
        """The line, as reports show it."""
        return f"{shown_path(self.file)}:{self.line}"


@dataclass(slots=True)
class Edits:
    """The functions of one rank's net.

    Args:
        subject (Subject): the net.
        run (Callable[[], None]): runs it, and what flows back where that is compared.
        rank (int): which rank it is.
        size (int): how many there are.
    """

    subject: Subject
    run: Callable[[], None]
    rank: int
    size: int
    _sites: dict[tuple[str, str, int], Site] = field(default_factory=dict)
    _exchanging: frozenset[Function] = frozenset()
    _met: dict[tuple[str, str, int], list[tuple[int, int]]] = field(default_factory=dict)
    _chosen: dict[tuple[str, str, int], int] = field(default_factory=dict)

    def candidates(
        self, most: int, numbers: tuple[float, ...], wrong: tuple[str, ...], *, kept: bool
    ) -> list[RankEdit]:
        """Return the likeliest edits, after running the net once more.

        Args:
            most (int): how many.
            numbers (tuple[float, ...]): what the reference holds.
            wrong (tuple[str, ...]): weights whose gradients are others.
            kept (bool): whether they are wanted of this rank, which runs along in any case.
        """
        scenes = self._scenes(list(self._sites.values()))
        if not kept:
            return []
        known = tuple(dict.fromkeys((*numbers, 0, 1, 2, -1, self.size)))
        pool = Pool(numbers=known, texts=_REDUCTIONS)
        scenes = [replace(scene, pool=pool) for scene in scenes]
        suspects = Suspects({}, _nothing)
        own = candidates(scenes, suspects, (Place(self.rank, self.size, wrong).edits,))
        general = candidates(scenes, suspects)
        found = [made for entry in (*own, *general) if (made := self._told(entry)) is not None]
        return sorted(found, key=lambda entry: entry.order)[:most]

    def find(self) -> None:
        """Look which functions run and which build the net."""
        with watched_messages() as messages:
            running = sites_of(codes_run(self.subject, self.run))
        self._exchanging = frozenset(function for message in messages for function in message.within)
        rebuild = self.subject.built.rebuild
        building = sites_of(codes_run(self.subject, lambda: rebuild(0))) if rebuild is not None else []
        known = {site.function for site in running}
        both = {site.function for site in building}
        found = [replace(site, builds=site.function in both) for site in running]
        found += [replace(site, builds=True) for site in building if site.function not in known]
        self._sites = {_key(site): site for site in found}
        self._met = {key: _met(site) for key, site in self._sites.items()}
        self._chosen = {key: _chosen(site) for key, site in self._sites.items()}

    def _scenes(self, sites: list[Site]) -> list[Scene]:
        watched: dict[tuple[str, str, int], Watched] = {}
        with ExitStack() as stack:
            for site in sites:
                watched[_key(site)] = stack.enter_context(watching(site, held_tensor))
            self.run()
            if self.subject.built.rebuild is not None:
                self.subject.built.rebuild(0)
        return [Scene(site, watched[_key(site)], Pool()) for site in sites]

    def _told(self, entry: Candidate) -> RankEdit | None:
        parts = entry.written
        if not parts or entry.order == float("inf") or _is_foreign(entry):
            return None
        part, site = parts[0], entry.site
        order = entry.order + (0.25 if site.builds else 0.0)
        if entry.edit.kind == REDUCED and _key(site) in self._exchanging:
            order += _EXCHANGES
        if _NOTHING.search(part.text) and not _NOTHING.search(part.before):
            order += 0.02  # without the operand says the same
        if _OF_RANKS.search(part.before) or entry.edit.kind == OFFSET:
            order -= _SHARDED
        if any(_is_far(site.lines.text[left:right]) for left, right, _ in entry.edit.changes):
            order += _WAITS
        met = self._met.get(_key(site), ())
        if any(start <= left and right <= end for start, end in met for left, right, _ in entry.edit.changes):
            order += _WAITS
        if entry.edit.kind.endswith(_UNREAD):
            order -= _IDLE
        key = (site.function.__qualname__, site.function.__code__.co_firstlineno)
        text = "; ".join(one.text for one in parts)
        routes = part.line <= self._chosen.get(_key(site), 0)
        if routes and RANK.search(part.before) and not RANK.search(text):
            order -= _SHARDED  # scores from which experts are chosen are the same on every rank
        return RankEdit(site.file, key, entry.edit, order, site.builds, part.line, part.before, text, routes)

    @contextmanager
    def in_place(self, entry: RankEdit) -> Iterator[bool]:
        """Within the block the function reads as edited; tells whether the net has to be built anew.

        Raises:
            ValueError: if it cannot be edited so.
        """
        site = self._sites.get((entry.file, *entry.function))
        if site is None:
            yield False  # a function that this rank does not run
            return
        code = site.code(entry.edit)
        if code is None:
            raise ValueError("the edit is no Python")
        with code.in_place():
            yield entry.builds


def _is_foreign(entry: Candidate) -> bool:
    """Tell whether an edit puts the name of a reduction in the place of another text."""
    for left, right, new in entry.edit.changes:
        names = [f'"{name}"' for name in _REDUCTIONS if f'"{name}"' in new]
        old = entry.site.lines.text[left:right].strip("'\"") if names else ""
        if names and old not in _REDUCTIONS and any(name not in old for name in names):
            return True
    return False


def _is_far(text: str) -> bool:
    """Tell whether a text is a number that stands for infinity."""
    try:
        return abs(float(text)) >= _FAR
    except ValueError:
        return False


def _met(site: Site) -> list[tuple[int, int]]:
    """Return where a function says what is sent to whom, and under which condition something is."""
    calls = [node for node in ast.walk(site.node) if isinstance(node, ast.Call) and _called(node) in _PAIRED]
    conditions = [node for node in ast.walk(site.node) if isinstance(node, ast.If)]
    tests = [node.test for node in conditions if any(part in calls for part in ast.walk(node))]
    whom = [*tests, *(entry for call in calls for entry in (*call.args[1:], *(word.value for word in call.keywords)))]
    names = {node.id for entry in whom for node in ast.walk(entry) if isinstance(node, ast.Name)}
    bound = [node for node in ast.walk(site.node) if isinstance(node, ast.Assign) and names & _bound(node)]
    return [site.lines.span(node) for node in (*calls, *tests, *bound)]


def _bound(node: ast.Assign) -> set[str]:
    """Return the names that a statement binds."""
    return {part.id for target in node.targets for part in ast.walk(target) if isinstance(part, ast.Name)}


def _nothing(value: object) -> int | None:
    """Find a tensor among values of the reference that are not here."""
    del value
    return None


def _chosen(site: Site) -> int:
    """Return the last line at which a function chooses the greatest of something; 0 where it does nowhere."""
    unpacked = [
        node
        for node in ast.walk(site.node)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple) and isinstance(node.value, ast.Call)
    ]
    both = [node.lineno for node in unpacked if isinstance(node.value, ast.Call) and _called(node.value) == "max"]
    calls = [node for node in ast.walk(site.node) if isinstance(node, ast.Call)]
    return max([*both, *(node.lineno for node in calls if _called(node) in _CHOOSING)], default=0)


def _called(node: ast.Call) -> str:
    return str(getattr(node.func, "attr", getattr(node.func, "id", "")))


_CHOOSING = frozenset({"topk", "TopK", "argmax", "Argmax", "ArgMaxWithValue"})


def _key(site: Site) -> tuple[str, str, int]:
    return site.file, site.function.__qualname__, site.function.__code__.co_firstlineno
