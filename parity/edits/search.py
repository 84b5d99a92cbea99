"""Candidates executed one after the other until one makes the function right.

The bound is a number of candidates, not a time: what is found is the same on every machine.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, field, replace

import torch

from parity.code.errors import CannotCompare, describe
from parity.code.faults import raise_own
from parity.edits.candidates import (
    GENERATORS,
    Candidate,
    Generator,
    Suspects,
    candidates,
    computed,
    is_within,
    lines_read,
    lines_reading,
)
from parity.edits.edit import Written
from parity.edits.fewer import without
from parity.edits.frontier import frontier
from parity.edits.measure import Held, Judge, Measure
from parity.edits.reached import Match, Reached, Settled
from parity.edits.rehearsal import Rehearsal
from parity.edits.scene import Pool, Scene
from parity.edits.site import Code, Site
from parity.edits.solve import UNKNOWN, forms, places, solved
from parity.edits.watch import Watched, watching

LIMIT = 1600
"""Candidates that are executed for one search, where no other bound is given."""

STEPS = 3
"""Mistakes that one search puts right."""

_BUILDING = 2
"""What a candidate counts for that has the net built anew."""

_REHEARSED = 3
"""Edits that are rehearsed, each on its statement alone, for each that may be executed."""

_LEVEL = 0.05
_LIKELY = 1.35
"""Up to which order edits are tried before numbers are solved for."""
_FOLLOWED = 3
_AT_A_TIME = 300
"""Edits that are tried before what is wrong behind the nearest of them is looked for."""
_BEHIND_ONE = 400
"""Candidates for the mistakes behind one edit."""
LIKE = 0.2
"""Costs within which two edits are equally small."""
_MOST_SMALLER = 60
"""Edits of lines that something is said of that are tried where one was found elsewhere."""
_FURTHER = 0.55
_MOST_FURTHER = 160
"""Up to which further order, and how many, edits of other lines are tried where one was found."""
_MOST_OF_ALL_SIZES = 150
"""How many edits are tried yet for one that holds for all sizes, where one was found that holds for the given sizes."""
_MOST_INSTEAD = 200
"""Single edits that are tried yet where several together make it right."""
_MOST_STUCK = 200
"""Edits in a row with which it raises what it raises without: then the search ends."""
_WORDS = re.compile(r"[\w.]+|[*/%@+]")
"""What the shorter of two statements has fewer of."""
_MOST_LOOKED_AT = 8
"""Edits that make it right of which all expressions are looked at, to tell which is meant."""
_NOTHING_SAID: Mapping[str, Collection[int]] = {}


@dataclass(frozen=True, slots=True)
class Mend:
    """Edits that together make it right, and how it reads afterwards.

    Args:
        edits (tuple[Candidate, ...]): one for each mistake.
        held (Held): on which inputs they do. Default: everywhere.
    """

    edits: tuple[Candidate, ...]
    held: Held = Held.EVERYWHERE

    @property
    def cost(self) -> float:
        """How far it is from what is there."""
        return sum(entry.edit.cost for entry in self.edits)

    @property
    def written(self) -> list[tuple[str, Written]]:
        """The statements as they read, each with its file."""
        return [(entry.site.file, part) for entry in self.edits for part in entry.written]

    @property
    def builds(self) -> bool:
        """Tell whether a constructor is changed."""
        return any(entry.site.builds for entry in self.edits)

    @contextmanager
    def in_place(self) -> Iterator[bool]:
        """Within the block the functions read as they should; False where they cannot."""
        with ExitStack() as stack:
            made = [_code_of(self.edits[: n + 1]) for n in range(len(self.edits))]
            for code in made:
                if code is not None:
                    stack.enter_context(code.in_place())
            yield all(code is not None for code in made)


def _code_of(edits: Sequence[Candidate]) -> Code | None:
    return edits[-1].site.code(edits[-1].edit)


@dataclass(frozen=True, slots=True)
class Searched:
    """What a search came to.

    Args:
        mends (tuple[Mend, ...]): the smallest edits that make it right, equally small ones beside one another.
        tried (int): candidates that were executed.
        bound (int): how many might have been.
        partial (Mend | None): where none makes it right: the edit that brings it nearest. Default: ``None``.
    """

    mends: tuple[Mend, ...]
    tried: int
    bound: int
    partial: Mend | None = None


Accept = Callable[[Mend], Held]
"""Tells on which other inputs a mend makes it right."""


@dataclass(frozen=True, slots=True)
class _Step:
    """The search of one mistake: in which functions, behind which edits, how many mistakes are left, up to when.

    `computed`: the reference's values that some expression comes to before anything is edited.
    """

    sites: list[Site]
    before: tuple[Candidate, ...]
    left: int
    until: int
    computed: frozenset[int] = frozenset()


@dataclass(slots=True)
class _Nearer:
    """Edits that make it right, or more of it.

    `loses`: they make wrong what was right, as what compensates for a mistake elsewhere does; `followed`: what is wrong
    behind them was searched; `values`: the reference's values that expressions come to, where that was looked at.
    """

    measure: Measure
    mend: Mend
    loses: bool = False
    followed: bool = False
    values: frozenset[int] = frozenset()

    @property
    def last(self) -> Candidate:
        """The edit made last."""
        return self.mend.edits[-1]

    def in_common(self, computed: frozenset[int], steps: frozenset[int]) -> int:
        """Return how much it has in common with the reference; what was not there before counts twice.

        What was there before counts for nothing if it is a step inside an operation: a sum, of a mean that is taken.
        """
        reached = (self.measure.reached | self.values) - (computed & steps)
        return len(reached) + len(reached - computed)

    def key(self) -> tuple[int, int, float]:
        """Return by what the nearest are sorted first."""
        return -self.measure.agree, -len(self.measure.reached), self.measure.error


@dataclass(slots=True)
class _Swept:
    """What came of edits that were tried: those that make it right, for the given sizes alone, and more of it right."""

    found: list[_Nearer] = field(default_factory=list)
    of_these_sizes: list[_Nearer] = field(default_factory=list)
    nearer: list[_Nearer] = field(default_factory=list)


@dataclass(slots=True)
class Search:
    """A search for the edit that makes a function right.

    Args:
        judge (Judge): runs it and compares.
        pool (Pool): what the reference has.
        tensor_of (Callable[[object], torch.Tensor | None]): gives the torch tensor that an object is or holds.
        match (Match): finds a tensor among the reference's values.
        lines (Mapping[str, Collection[int]]): by file, the lines that are suspected. Default: none, all alike.
        limit (int): candidates that are executed at most. Default: ``1600``.
        tell (Callable[[str], None], optional): told how far it is. Default: ``None``.
        generators (tuple[Generator, ...]): kinds of edits. Default: `parity.edits.candidates.GENERATORS`.
        aside (Callable[[], AbstractContextManager]): gives a block in which single statements run without leaving a
            trace. Default: a block that does nothing.
        settled (Settled): gives the reference's values on the way to others. Default: those alone.
        right (Mapping[str, Collection[int]]): by file, the lines that build nothing but layers which are right.
            Default: none.
        steps (frozenset[int]): the reference's values that are steps inside its operations. Default: none.
    """

    judge: Judge
    pool: Pool
    tensor_of: Callable[[object], torch.Tensor | None]
    match: Match
    lines: Mapping[str, Collection[int]] = field(default_factory=lambda: _NOTHING_SAID)
    limit: int = LIMIT
    tell: Callable[[str], None] | None = None
    generators: tuple[Generator, ...] = GENERATORS
    aside: Callable[[], AbstractContextManager[object]] = nullcontext
    settled: Settled = frozenset
    right: Mapping[str, Collection[int]] = field(default_factory=lambda: _NOTHING_SAID)
    steps: frozenset[int] = frozenset()
    tried: int = 0
    _reached: Reached = field(init=False)
    _raises: str = field(default="", init=False)  # as it stands, before any edit
    _raised: str = field(default="", init=False)  # with what stands in it now
    _stuck: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self._reached = Reached(self.match)

    def run(self, sites: Sequence[Site], steps: int = STEPS, accept: Accept | None = None) -> Searched:
        """Search the edits of some functions.

        Args:
            sites (Sequence[Site]): the functions, those that run before those that build.
            steps (int): how many mistakes may be put right. Default: ``3``.
            accept (Accept, optional): tells on which other inputs a mend holds; it is called with the mend in place.
                Default: ``None``, what the judge says counts.
        """
        self.tried = 0
        with _quiet():
            base = self._measure(built=False)
            self._raises, self._stuck = self._raised, 0
            if base.same:
                return Searched((), 0, self.limit)
            found = self._step(_Step(list(sites), (), steps, self.limit), accept)
            mends = tuple(self._needed(mend, accept) for mend in found.mends)
            return replace(found, mends=mends, tried=self.tried)

    def _needed(self, mend: Mend, accept: Accept | None) -> Mend:
        """Return edits without those that only brought it nearer on the way."""
        for nth in reversed(range(len(mend.edits) - 1)):
            edits = without(mend.edits, nth)
            fewer = Mend(edits, mend.held) if edits is not None else mend
            with fewer.in_place() as possible:
                right = fewer is not mend and possible and self._measure(built=fewer.builds).same
                mend = fewer if right and (accept is None or accept(fewer) >= mend.held) else mend
        return mend

    def _step(self, step: _Step, accept: Accept | None) -> Searched:
        scenes = self._scenes(step.sites)
        tries = candidates(scenes, Suspects(self.lines, self.match, self.right), self.generators)
        nearer: list[_Nearer] = []
        step = replace(step, computed=computed(scenes, self.match))
        with self.aside():
            rehearsal = Rehearsal(scenes, self.match, self.settled(step.computed))
            tries = rehearsal.ordered(tries, self.limit * _REHEARSED)
        for kind in self._kinds(scenes, tries, step.until):
            swept = self._sweep(kind, step, accept)
            found = swept.found or swept.of_these_sizes
            if found:
                return Searched(self._preferred(found, scenes, tries, step, accept), self.tried, self.limit)
            nearer = sorted([*nearer, *swept.nearer], key=_Nearer.key)
            if self.tried >= step.until or self._is_stuck:
                break
            before = self.tried
            deeper = self._followed(nearer, step, accept)
            if deeper is not None:
                return self._one_instead(deeper, kind, scenes, tries, step, accept) or deeper
            step = replace(step, until=step.until + self.tried - before)  # what was in vain does not count
        return Searched((), self.tried, self.limit, nearer[0].mend if nearer else None)

    def _one_instead(
        self, deeper: Searched, kind: list[Candidate], scenes: list[Scene], tries: list[Candidate], step: _Step,
        accept: Accept | None,
    ) -> Searched | None:  # fmt: skip
        """Return one edit that does what several do, of those smaller than these that are tried later."""
        order = kind[-1].order if kind else 0.0
        several = deeper.mends[0].cost - sum(entry.edit.cost for entry in step.before)
        later = [entry for entry in tries if entry.order >= order and entry.edit.cost <= several - LIKE / 2]
        later.sort(key=lambda entry: (not is_within(entry, self.lines), entry.order))
        alone = replace(step, until=self.tried + _MOST_INSTEAD)
        swept = self._sweep([replace(entry, order=0.0) for entry in later], alone, accept)
        found = swept.found or swept.of_these_sizes
        return Searched(self._preferred(found, scenes, tries, step, accept), self.tried, self.limit) if found else None

    def _kinds(self, scenes: list[Scene], tries: list[Candidate], until: int) -> Iterator[list[Candidate]]:
        """Yield likely edits, numbers that are solved for, and the rest, as many at a time as are tried in one go."""
        likely = [entry for entry in tries if entry.order <= _LIKELY]
        yield from (likely[first : first + _AT_A_TIME] for first in range(0, len(likely), _AT_A_TIME))
        yield self._numbers(scenes, until)
        rest = tries[len(likely) :]
        yield from (rest[first : first + _AT_A_TIME] for first in range(0, len(rest), _AT_A_TIME))

    def _followed(self, nearer: list[_Nearer], step: _Step, accept: Accept | None) -> Searched | None:
        """Search further mistakes behind the edits that bring it nearest."""
        left = _FOLLOWED - sum(entry.followed for entry in nearer)
        for entry in [entry for entry in nearer if not entry.followed][:left] if step.left > 1 else ():
            last = entry.mend.edits[-1]
            edited, code = last.site.edited(last.edit), last.site.code(last.edit)
            entry.followed = True
            if edited is None or code is None:
                continue
            others = [edited if site is last.site else site for site in step.sites]
            with code.in_place():
                deeper = self._step(_Step(others, entry.mend.edits, step.left - 1, self.tried + _BEHIND_ONE), accept)
            if deeper.mends:
                return deeper
        return None

    def _numbers(self, scenes: list[Scene], until: int) -> list[Candidate]:
        """Return edits with numbers that are solved for."""
        base = self._residual(built=False)
        if base is None:
            return []
        said = {file: set(lines) for file, lines in self.lines.items()}
        everywhere = [place for scene in scenes for place in places(scene, said.get(scene.site.file, set()))]
        found: list[Candidate] = []
        for place in everywhere:
            site = place.scene.site
            code = site.code(place.edit(UNKNOWN))
            if code is None or code.defaults is not None or self.tried >= until:
                continue
            with code.in_place():
                number = solved(place, base, self._with_number(site))
            texts = dict.fromkeys(forms(place, number)) if number is not None else ()
            found += [Candidate(site, place.edit(text), _LIKELY + 0.01 * nth) for nth, text in enumerate(texts)]
        return found

    def _with_number(self, site: Site) -> Callable[[float], torch.Tensor | None]:
        def residual(number: float) -> torch.Tensor | None:
            scope = site.function.__globals__
            scope[UNKNOWN] = number
            try:
                return self._residual(built=site.builds)
            finally:
                scope.pop(UNKNOWN, None)

        return residual

    def _residual(self, *, built: bool) -> torch.Tensor | None:
        self.tried += _BUILDING if built else 1
        try:
            return self.judge.residual(built=built)
        except CannotCompare:
            return None
        except Exception as error:  # noqa: BLE001 - a number that is not taken is a result
            raise_own(error)
            return None

    def _scenes(self, sites: list[Site]) -> list[Scene]:
        """Run the functions once and note what their expressions come to; those that build when they build it anew."""
        seen: dict[int, Watched] = {}
        for builds in dict.fromkeys(site.builds for site in sites):
            with ExitStack() as stack:
                for site in sites:
                    if site.builds == builds:
                        seen[id(site)] = stack.enter_context(watching(site, self.tensor_of))
                self._measure(built=builds)
        return [Scene(site, seen[id(site)], self.pool) for site in sites]

    def _sweep(
        self, tries: Iterable[Candidate], step: _Step, accept: Accept | None
    ) -> _Swept:  # fmt: skip
        """Try edits; return those that make it right, and those that make more of it right."""
        swept = _Swept()
        level, until = float("inf"), step.until
        with self._reached.watching([site for site in step.sites if not site.builds]):
            originals = {id(site): site.function.__code__ for site in step.sites}
            base = self._measure(built=any(entry.site.builds for entry in step.before))
            for entry in tries:
                if entry.order > level or self.tried >= until or self._is_stuck:
                    break
                site = entry.site
                code = site.code(entry.edit) if site.builds else self._reached.code(site, entry.edit)
                if code is None or (code.defaults is None and code.code == originals[id(site)]):
                    continue
                mend = Mend((*step.before, entry))
                with code.in_place():
                    measure = self._measure(built=mend.builds)
                    held = Held.NOWHERE if not measure.same else accept(mend) if accept is not None else mend.held
                made = _Nearer(measure, replace(mend, held=held), loses=bool(base.reached - measure.reached))
                if held is Held.EVERYWHERE:
                    level = min(level, entry.order + _LEVEL)
                    swept.found.append(made)
                elif held is Held.SAME_SIZES:
                    until = min(until, self.tried + _MOST_OF_ALL_SIZES)
                    swept.of_these_sizes.append(made)
                elif not measure.same and measure.is_nearer(base, step.computed):
                    swept.nearer.append(made)
        return swept

    def _preferred(
        self, found: list[_Nearer], scenes: list[Scene], tries: list[Candidate], step: _Step, accept: Accept | None
    ) -> tuple[Mend, ...]:
        """Return what makes it right, first what has most in common with the reference on the way.

        The lines before the one that was found are tried too, also with edits that are a little greater; those that
        go on from it, where it makes wrong what was right.
        """
        first = found[0].last
        lines = lines_reading(scenes, first) if found[0].loses else lines_read(scenes, first)
        level = first.order + _LEVEL
        said = self._smaller_where_said(first, tries, step, accept)
        further = [entry for entry in tries if level < entry.order and is_within(entry, lines)]
        further = [e for e in further if e.order <= level + _FURTHER or e.edit.cost <= first.edit.cost - LIKE / 2]
        until = min(step.until, self.tried + _MOST_FURTHER)
        more = self._sweep(further, replace(step, until=until), accept).found if further else []
        found = [*found, *said, *more]
        for entry in found[:_MOST_LOOKED_AT] if len(found) > 1 else ():
            entry.values = self._values(entry, step)
        parting = {id(scene.site): frontier(scene, self.match) for scene in scenes}
        surer = {id(entry) for entry in said if entry.last.edit.cost <= first.edit.cost - LIKE / 2}
        found.sort(
            key=lambda entry: (
                id(entry) not in surer, -entry.in_common(step.computed, self.steps),
                *self._likeness(entry.last, parting),
            )
        )  # fmt: skip
        return tuple(entry.mend for entry in found)

    def _values(self, entry: _Nearer, step: _Step) -> frozenset[int]:
        """Return the reference's values that the expressions of the functions come to with an edit in place."""
        last = entry.last
        edited, code = last.site.edited(last.edit), last.site.code(last.edit)
        if edited is None or code is None:
            return frozenset()
        with ExitStack() as stack:
            stack.enter_context(code.in_place())
            now = [edited if site is last.site else site for site in step.sites]
            seen = [stack.enter_context(watching(site, self.tensor_of)) for site in now if not site.builds]
            self._measure(built=entry.mend.builds)
            with self.aside():
                found = {self.match(value.value) for watched in seen for value in watched.values() if value.is_tensor}
        return frozenset(number for number in found if number is not None)

    def _likeness(
        self, last: Candidate, parting: Mapping[int, Collection[int]]
    ) -> tuple[float, bool, bool, float, int]:
        """Return by what edits are sorted that do the same: cost, whether they lie elsewhere than is said, or parts."""
        lines = parting.get(id(last.site), ())
        elsewhere = not any(part.line in lines for part in last.written)
        size = sum(len(_WORDS.findall(part.text)) for part in last.written)
        return round(last.edit.cost / LIKE), not is_within(last, self.lines), elsewhere, last.edit.cost, size

    def _smaller_where_said(
        self, first: Candidate, tries: list[Candidate], step: _Step, accept: Accept | None
    ) -> list[_Nearer]:
        """Return edits no greater than one that was found elsewhere, on the lines that something is said of."""
        if is_within(first, self.lines):
            return []
        smaller = [entry for entry in tries if entry.edit.cost <= first.edit.cost and is_within(entry, self.lines)]
        until = min(step.until, self.tried + _MOST_SMALLER)
        later = [entry for entry in smaller if entry.order > first.order]
        return self._sweep(later, replace(step, until=until), accept).found

    def _measure(self, *, built: bool) -> Measure:
        self.tried += _BUILDING if built else 1
        if self.tell is not None and self.tried % 50 < _BUILDING:
            self.tell(f"searching the edit: {self.tried} of at most {self.limit} tried")
        self._reached.numbers.clear()
        try:
            measure = self.judge.measured(built=built)
            self._raised, self._stuck = "", 0
            return replace(measure, reached=frozenset(self._reached.numbers))
        except CannotCompare:  # the port cannot be built so
            return Measure(False)
        except Exception as error:  # noqa: BLE001 - an edit that does not run is a result
            raise_own(error)
            self._raised = describe(error)
            self._stuck = self._stuck + 1 if self._raised == self._raises else 0
            return Measure(False)

    @property
    def _is_stuck(self) -> bool:
        """Whether no edit of many changes what is raised: none of those that are left is likely to."""
        return self._stuck >= _MOST_STUCK


@contextmanager
def _quiet() -> Iterator[None]:
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        yield


def with_lines(search: Search, lines: Mapping[str, Collection[int]]) -> Search:
    """Return the same search with other lines suspected."""
    return replace(search, lines=lines, tried=0)
