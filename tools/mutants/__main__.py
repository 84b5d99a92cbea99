"""Change the sources a little at random and count what the tests notice: ``python -m tools.mutants [--count N] ...``.

The tests are collected once, and run once in a fork that notes which of them come by which of the chosen places. For
each mutant a fork replaces the code of one function and runs the tests that come by, the quickest first, until one
fails; one that fails without the mutant too does not count. What runs in processes of its own sees the sources as they
are.

A mutant is *killed* by a test, *survived* (tests reached it and passed), or was *not reached*. Survivors that many
tests reach say where the tests look away: they come first.
"""

from __future__ import annotations

import argparse
import builtins
import gc
import importlib
import json
import os
import random
import signal
import sys
import threading
import time
import types
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.sources import PACKAGES, paths
from tools import warm
from tools.mutants.sites import REACHED, Site, mutated, sites

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Outcome:
    """What became of a mutant.

    Args:
        site (Site): the change.
        verdict (str): ``"killed"``, ``"survived"`` or ``"not reached"``.
        by (str): the test that failed.
        ran (int): how many tests were run.
        reached (int): how many of them came by.
        seconds (float): how long that took.
    """

    site: Site
    verdict: str
    by: str
    ran: int
    reached: int
    seconds: float


def choose(folders: Sequence[str], count: int, seed: int) -> list[Site]:
    """Choose sites at random: as many in each folder, kinds evenly, one in a function.

    Args:
        folders (Sequence[str]): packages, or folders and files of them.
        count (int): how many in all.
        seed (int): of the choice.
    """
    numbers = random.Random(seed)
    chosen: list[Site] = []
    for place, folder in enumerate(folders):
        files = [path.relative_to(ROOT).as_posix() for path in paths(folder)]
        kinds: dict[str, list[Site]] = {}
        for site in (one for file in files for one in sites(ROOT, file)):
            kinds.setdefault(site.kind, []).append(site)
        wanted, taken = (count + place) // len(folders), set()
        while len(taken) < wanted and kinds:
            site = numbers.choice(kinds[numbers.choice(sorted(kinds))])
            if (site.file, site.function) not in taken:
                taken.add((site.file, site.function))
                chosen.append(site)
    return chosen


class Server:
    """A plugin of pytest that runs, in the place of the tests, what is asked of them.

    Args:
        chosen (list[Site]): the mutants.
        seconds (float): the limit for one of them.
        first (float): the limit for the first run, which finds the tests of each.
        jobs (int): how many at a time.
    """

    def __init__(self, chosen: list[Site], seconds: float, first: float, jobs: int) -> None:
        self.chosen, self.seconds, self.first, self.jobs = chosen, seconds, first, jobs
        self.outcomes: list[Outcome] = []
        self.mapped = 0
        self.failing: set[str] = set()
        self.failed = ""

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Judge every mutant."""
        session.config.pluginmanager.unregister(name="terminalreporter")  # what forks report is no run of tests
        for site in self.chosen:
            importlib.import_module(site.file.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
        gc.collect()
        gc.freeze()
        coming_by = self.coming_by(session.items)
        with ThreadPoolExecutor(self.jobs) as pool:
            for outcome in pool.map(lambda number: self.judge(number, coming_by[number]), range(len(self.chosen))):
                self.outcomes.append(outcome)
                by = f"by {outcome.by}" if outcome.by else f"{outcome.reached} of {outcome.ran} tests reach it"
                print(f"{outcome.verdict}: {outcome.site}; {by}, {outcome.seconds:.0f} s", file=sys.stderr, flush=True)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note that a test failed."""
        if report.failed:
            self.failed = report.nodeid

    def coming_by(self, items: list[pytest.Item]) -> list[list[pytest.Item]]:
        """Return, for each mutant, the tests that come by its place, the quickest first."""
        found: list[list[tuple[float, int]]] = [[] for _ in self.chosen]
        left, until = _two_at_a_time(items), time.monotonic() + self.first
        while left and time.monotonic() < until:  # a test that ends its process does not end the run
            told = self.forked(dict.fromkeys(range(len(self.chosen)), False), left, until - time.monotonic())
            for number, one in enumerate(told):
                if one["failed"]:
                    self.failing.add(left[number].nodeid)
                for place in one["hits"]:
                    found[place].append((one["seconds"], self.mapped + number))
            self.mapped += len(told)
            left = left[len(told) + 1 :]
        ordered = _two_at_a_time(items)
        print(f"{self.mapped} of {len(items)} tests run to see where they come by", file=sys.stderr, flush=True)
        return [[ordered[number] for _, number in sorted(tests)] for tests in found]

    def judge(self, number: int, tests: list[pytest.Item]) -> Outcome:
        """Run tests against one mutant until one of them fails that passes without it."""
        began = time.monotonic()
        sound = [item for item in tests if item.nodeid not in self.failing]
        told = self.forked({number: True}, sound, self.seconds, to_the_end=False)
        by = next((sound[at].nodeid for at, one in enumerate(told) if one["failed"]), "")
        ended = len(told) < len(sound) and not by and time.monotonic() - began < self.seconds
        if ended:
            by = sound[len(told)].nodeid  # the process ended, and so does the test
        reached = sum(bool(one["hits"]) for one in told)
        verdict = "killed" if by else "survived" if reached else "not reached"
        return Outcome(self.chosen[number], verdict, by, len(told), reached, time.monotonic() - began)

    def forked(
        self, places: dict[int, bool], tests: list[pytest.Item], seconds: float, *, to_the_end: bool = True
    ) -> list[dict[str, Any]]:
        """Run tests in a fork; return what each was: whether it failed, its seconds, the places it came by.

        Args:
            places (dict[int, bool]): numbers of mutants, and whether each is planted or its place only watched.
            tests (list[pytest.Item]): what to run.
            seconds (float): the limit.
            to_the_end (bool): go on after a test that fails. Default: ``True``.
        """
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            self._run(places, tests, writing, to_the_end=to_the_end)
        os.close(writing)
        told: list[dict[str, Any]] = []
        with os.fdopen(reading, encoding="utf-8") as lines:
            timer = threading.Timer(max(seconds, 1.0), os.killpg, (child, signal.SIGKILL))
            timer.start()
            told.extend(json.loads(line) for line in lines if line.endswith("\n"))
            timer.cancel()
        os.waitpid(child, 0)
        if told and "error" in told[-1]:
            raise RuntimeError(told[-1]["error"])
        return told

    def _run(self, places: dict[int, bool], tests: list[pytest.Item], writing: int, *, to_the_end: bool) -> None:
        os.setsid()
        nowhere = os.open(os.devnull, os.O_RDWR)
        for number in (0, 1, 2):
            os.dup2(nowhere, number)
        warm.started.cache_clear()
        hits: set[int] = set()

        def tell(**said: object) -> None:
            os.write(writing, f"{json.dumps(said)}\n".encode())

        try:
            setattr(builtins, REACHED, hits.add)
            gc.unfreeze()
            plant({number: (self.chosen[number], change) for number, change in places.items()})
            for place, item in enumerate(tests):
                self.failed, began = "", time.process_time()
                hits.clear()
                try:
                    item.config.hook.pytest_runtest_protocol(item=item, nextitem=(*tests, None)[place + 1])
                except Exception as error:  # of a fixture's end, for one
                    self.failed = repr(error)
                tell(failed=self.failed, hits=sorted(hits), seconds=time.process_time() - began)
                if self.failed and not to_the_end:
                    break
        except BaseException as error:
            tell(error=repr(error))
        finally:
            os._exit(0)


def plant(places: dict[int, tuple[Site, bool]]) -> None:
    """Give live functions code that tells its number when it comes by a place, with the change of the place or not."""
    new: dict[tuple[str, str, int], types.CodeType] = {}
    for number, (site, change) in places.items():
        path = str(ROOT / site.file)
        module = compile(mutated(ROOT, site, number, change=change), path, "exec")
        for code in _codes(module):
            if (code.co_qualname, code.co_firstlineno) == (site.function, site.first):
                new[path, site.function, site.first] = code
    for one in gc.get_objects():
        if type(one) is types.FunctionType:
            code = one.__code__
            known = new.get((code.co_filename, code.co_qualname, code.co_firstlineno))
            if known is not None:
                one.__code__ = known


def _two_at_a_time(items: list[pytest.Item]) -> list[pytest.Item]:
    """Return the tests in rounds: of many cases of one test, two in each."""
    seen: Counter[str] = Counter()
    rounds = []
    for number, item in enumerate(items):
        name = item.nodeid.partition("[")[0]
        rounds.append((seen[name] // 2, number, item))
        seen[name] += 1
    return [item for _, _, item in sorted(rounds, key=lambda one: one[:2])]


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    for inner in code.co_consts:
        if isinstance(inner, types.CodeType):
            yield inner
            yield from _codes(inner)


def summary(outcomes: Sequence[Outcome]) -> str:
    """Return the survivors, those that most tests reach first, and the shares of those that die."""
    lines = ["", "survivors, and how many tests reach each:"]
    survived = sorted((one for one in outcomes if one.verdict == "survived"), key=lambda one: -one.reached)
    lines += [f"{one.reached:5d}  {one.site}" for one in survived]
    lines += [f"    -  {one.site} (no test reaches it)" for one in outcomes if one.verdict == "not reached"]
    for package in PACKAGES:
        ours = [one.verdict for one in outcomes if one.site.file.startswith(f"{package}/")]
        if ours:
            killed, reached = ours.count("killed"), ours.count("killed") + ours.count("survived")
            lines.append(f"{package}: {killed} of {reached} that tests reach are killed, of {len(ours)} in all")
    return "\n".join(lines)


def main(words: Sequence[str] | None = None) -> int:
    """Choose, run and report mutants; return 0."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description="Count what the tests notice.")
    parser.add_argument("folders", nargs="*", help=f"default: {' '.join(PACKAGES)}; or folders or files of them")
    parser.add_argument("--count", type=int, default=120, metavar="N", help="how many mutants (default: 120)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the choice (default: 0)")
    parser.add_argument("--seconds", type=float, default=60, metavar="S", help="the limit for one (default: 60)")
    parser.add_argument("--first", type=float, default=900, metavar="S", help="that of the first run (default: 900)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="how many at a time (default: 1)")
    parser.add_argument("--tests", nargs="+", metavar="PATH", help="run these alone (default: those of the packages)")
    parser.add_argument("--list", action="store_true", help="name the mutants and run nothing")
    asked = parser.parse_args(words)
    folders = [folder.rstrip("/") for folder in asked.folders] or list(PACKAGES)
    chosen = choose(folders, asked.count, asked.seed)
    if not chosen:
        parser.error(f"nothing to change in {' '.join(folders)}; folders and files are named as in parity/pair")
    if asked.list:
        print(*chosen, sep="\n")
        return 0
    server = Server(chosen, asked.seconds, asked.first, asked.jobs)
    tests = asked.tests or sorted({f"tests/{folder.partition('/')[0]}" for folder in folders})
    ended = pytest.main(["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--tb=no", *tests], plugins=[server])
    print(summary(server.outcomes))
    return 0 if ended in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED) else int(ended)


if __name__ == "__main__":
    sys.exit(main())
