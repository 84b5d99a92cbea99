"""Change the sources a little at random and count what the tests notice: ``python -m tools.mutants [--count N] ...``.

The tests are collected once. For each mutant a fork replaces the code of one function and runs tests until one fails:
those that mirror the file or import it first, then the rest of the package's, within a limit of time. A test that fails
without the mutant too does not count. What is run in processes of its own sees the sources as they are.

A mutant is *killed* by a test, *survived* (tests reached it and passed), or was *not reached*. Survivors that many
tests reach say where the tests look away: they come first.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import json
import os
import random
import signal
import sys
import time
import types
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.sources import PACKAGES, paths
from tools import quick, warm
from tools.mutants.sites import REACHED, Site, mutated, sites

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Outcome:
    """What became of a mutant.

    Args:
        site (Site): the change.
        verdict (str): ``"killed"``, ``"survived"``, ``"not reached"``, ``"not alive"`` where no function has this code.
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
        folders (Sequence[str]): packages or folders of them.
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
        jobs (int): how many at a time.
    """

    def __init__(self, chosen: list[Site], seconds: float, jobs: int) -> None:
        self.chosen, self.seconds, self.jobs = chosen, seconds, jobs
        self.outcomes: list[Outcome] = []
        self.fails_anyway: dict[str, bool] = {}
        self.failed = ""

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Judge every mutant."""
        session.config.pluginmanager.unregister(name="terminalreporter")  # what forks report is no run of tests
        gc.collect()
        gc.freeze()
        with ThreadPoolExecutor(self.jobs) as pool:
            for outcome in pool.map(lambda site: self.judge(site, session.items), self.chosen):
                self.outcomes.append(outcome)
                by = f"by {outcome.by}" if outcome.by else f"{outcome.reached} of {outcome.ran} tests reach it"
                print(f"{outcome.verdict}: {outcome.site}; {by}, {outcome.seconds:.0f} s", file=sys.stderr, flush=True)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note that a test failed."""
        if report.failed:
            self.failed = report.nodeid

    def judge(self, site: Site, items: list[pytest.Item]) -> Outcome:
        """Run tests against one mutant until one of them fails that passes without it."""
        began = time.monotonic()
        tests, ran, reached = in_order(site, items), 0, 0
        while True:
            said = self.forked(site, tests, self.seconds - (time.monotonic() - began))
            ran, reached = ran + said["ran"], reached + said["reached"]
            by = said["failed"]
            if not by or not self._fails_anyway(by, items):
                break
            at = next((place for place, item in enumerate(tests) if item.nodeid == by), len(tests))
            tests = tests[at + 1 :]
        verdict = "killed" if by else "survived" if reached else "not reached" if said["alive"] else "not alive"
        return Outcome(site, verdict, by, ran, reached, time.monotonic() - began)

    def _fails_anyway(self, test: str, items: list[pytest.Item]) -> bool:
        if test not in self.fails_anyway:
            alone = [item for item in items if item.nodeid == test]
            self.fails_anyway[test] = not alone or bool(self.forked(None, alone, 120)["failed"])
        return self.fails_anyway[test]

    def forked(self, site: Site | None, tests: list[pytest.Item], seconds: float) -> dict:
        """Run tests in a fork, changed or not; return what it said last."""
        said = {"ran": 0, "reached": 0, "failed": "", "alive": True}
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            self._run(site, tests, writing)
        os.close(writing)
        timed = signal.SIGKILL
        with os.fdopen(reading, encoding="utf-8") as lines:
            killer = _after(seconds, child, timed)
            for line in lines:
                if line.endswith("\n"):
                    said = json.loads(line)
            killer.cancel()
        _, status = os.waitpid(child, 0)
        if "error" in said:
            raise RuntimeError(said["error"])
        if os.waitstatus_to_exitcode(status) not in (0, -timed) and not said["failed"]:
            said["failed"] = said.get("now", "")  # the process ended: so does the test
        return said

    def _run(self, site: Site | None, tests: list[pytest.Item], writing: int) -> None:
        os.setsid()
        nowhere = os.open(os.devnull, os.O_RDWR)
        for number in (0, 1, 2):
            os.dup2(nowhere, number)
        warm.started.cache_clear()
        hits: list[int] = []
        said = {"ran": 0, "reached": 0, "failed": "", "alive": True, "now": ""}

        def tell() -> None:
            os.write(writing, f"{json.dumps(said)}\n".encode())

        try:
            said["alive"] = site is None or planted(site, hits)
            for place, item in enumerate(tests if said["alive"] else ()):
                before, self.failed, said["now"] = len(hits), "", item.nodeid
                tell()
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=(*tests, None)[place + 1])
                said |= {"ran": place + 1, "reached": said["reached"] + (len(hits) > before), "failed": self.failed}
                if self.failed:
                    break
        except BaseException as error:
            said["error"] = repr(error)
        finally:
            tell()
            os._exit(0)


def _after(seconds: float, child: int, number: int) -> object:
    import threading

    def end() -> None:
        os.killpg(child, number)

    timer = threading.Timer(max(seconds, 1.0), end)
    timer.start()
    return timer


def planted(site: Site, hits: list[int]) -> bool:
    """Give the live functions the changed code; say whether there are any."""
    import builtins

    setattr(builtins, REACHED, lambda: hits.append(1))
    path = str(ROOT / site.file)
    importlib.import_module(site.file.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
    module = compile(mutated(ROOT, site), path, "exec")
    (new,) = (code for code in _codes(module) if (code.co_qualname, code.co_firstlineno) == (site.function, site.first))
    gc.unfreeze()
    alive = [
        one for one in gc.get_objects()
        if type(one) is types.FunctionType and one.__code__.co_filename == path
        and (one.__code__.co_qualname, one.__code__.co_firstlineno) == (site.function, site.first)
    ]  # fmt: skip
    for function in alive:
        function.__code__ = new
    return bool(alive)


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    for inner in code.co_consts:
        if isinstance(inner, types.CodeType):
            yield inner
            yield from _codes(inner)


def in_order(site: Site, items: list[pytest.Item]) -> list[pytest.Item]:
    """Return the tests of the package, nearest first; of many cases of one test, two at a time."""
    near = quick.of_file(site.file)
    package = f"tests/{site.file.partition('/')[0]}/"
    rounds: dict[str, int] = {}

    def place(item: pytest.Item) -> tuple[bool, int]:
        file, _, test = item.nodeid.partition("::")
        name = f"{file}::{test.partition('[')[0]}"
        rounds[name] = rounds.get(name, -1) + 1
        return not any(file == one or file.startswith(f"{one}/") for one in near), rounds[name] // 2

    placed = [(place(item), number, item) for number, item in enumerate(items) if item.nodeid.startswith(package)]
    return [item for _, _, item in sorted(placed, key=lambda one: one[:2])]


def summary(outcomes: Sequence[Outcome]) -> str:
    """Return the survivors, those that most tests reach first, and the shares of those that die."""
    lines = ["", "survivors, and how many tests reach each:"]
    survived = sorted((one for one in outcomes if one.verdict == "survived"), key=lambda one: -one.reached)
    lines += [f"{one.reached:5d}  {one.site}" for one in survived]
    lines += [f"    -  {one.site} ({one.verdict})" for one in outcomes if one.verdict.startswith("not ")]
    for package in PACKAGES:
        ours = [one.verdict for one in outcomes if one.site.file.startswith(f"{package}/")]
        if ours:
            killed, reached = ours.count("killed"), ours.count("killed") + ours.count("survived")
            lines.append(f"{package}: {killed} of {reached} that tests reach are killed, of {len(ours)} in all")
    return "\n".join(lines)


def main(words: Sequence[str] | None = None) -> int:
    """Choose, run and report mutants; return 0."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description="Count what the tests notice.")
    parser.add_argument("folders", nargs="*", help=f"default: {' '.join(PACKAGES)}; or folders, such as parity/pair")
    parser.add_argument("--count", type=int, default=120, metavar="N", help="how many mutants (default: 120)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the choice (default: 0)")
    parser.add_argument("--seconds", type=float, default=60, metavar="S", help="the limit for one (default: 60)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="how many at a time (default: 1)")
    parser.add_argument("--list", action="store_true", help="name the mutants and run nothing")
    asked = parser.parse_args(words)
    folders = [folder.rstrip("/") for folder in asked.folders] or list(PACKAGES)
    chosen = choose(folders, asked.count, asked.seed)
    if asked.list:
        print(*chosen, sep="\n")
        return 0
    server = Server(chosen, asked.seconds, asked.jobs)
    tests = sorted({f"tests/{folder.partition('/')[0]}" for folder in folders})
    ended = pytest.main(["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--tb=no", *tests], plugins=[server])
    print(summary(server.outcomes))
    return 0 if ended in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED) else int(ended)


if __name__ == "__main__":
    sys.exit(main())
