"""The functions of a rank, their edits, and one of them in place: what the search of several ranks does in each."""

from __future__ import annotations

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
from parity.sharded.edits import Place


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
        by_rank (bool): what changes names the rank.
    """

    file: str
    function: tuple[str, int]
    edit: Edit
    order: float
    builds: bool
    line: int
    before: str
    after: str
    by_rank: bool = False

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

    def candidates(self, most: int) -> list[RankEdit]:
        """Return the likeliest edits, after running the net twice.

        Args:
            most (int): how many.
        """
        sites = self._found()
        scenes = self._scenes(sites)
        texts = ("sum", "max", "min", "avg")
        pool = Pool(numbers=(0, 1, 2, -1, self.size), texts=texts)
        scenes = [replace(scene, pool=pool) for scene in scenes]
        place = Place(self.rank, self.size)
        suspects = Suspects({}, lambda value: None)
        own = candidates(scenes, suspects, (place.edits,))
        general = candidates(scenes, suspects)
        found = [made for entry in (*own, *general) if (made := self._told(entry)) is not None]
        return sorted(found, key=lambda entry: entry.order)[:most]

    def _found(self) -> list[Site]:
        running = sites_of(codes_run(self.subject, self.run))
        rebuild = self.subject.built.rebuild
        building = sites_of(codes_run(self.subject, lambda: rebuild(0))) if rebuild is not None else []
        known = {site.function for site in running}
        both = {site.function for site in building}
        found = [replace(site, builds=site.function in both) for site in running]
        found += [replace(site, builds=True) for site in building if site.function not in known]
        self._sites = {_key(site): site for site in found}
        return found

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
        if not parts or entry.order == float("inf"):
            return None
        part, site = parts[-1], entry.site
        order = entry.order + (0.25 if site.builds else 0.0)
        by_rank = "rank" in part.text + part.before
        key = (site.function.__qualname__, site.function.__code__.co_firstlineno)
        return RankEdit(
            site.file, key, entry.edit, order, site.builds, part.line, part.before, _text(parts[0].text, part.text, parts),
            by_rank,
        )  # fmt: skip

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


def _text(first: str, last: str, parts: list[object]) -> str:
    return last if len(parts) == 1 else f"{first}; {last}"


def _key(site: Site) -> tuple[str, str, int]:
    return site.file, site.function.__qualname__, site.function.__code__.co_firstlineno

