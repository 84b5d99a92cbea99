"""Score `ms2torch compare` on planted mistakes and on correct ports (tests/defects).

    python -m tools.defects [--only WORD]... [--seeds N] [--jobs N] [--show] [--keep DIR]

Each mistake is planted into a copy of a correct port, and the copy compared with the reference. A mistake is

- SEEN if the comparison ends with exit code 1;
- NAMED if a finding of severity `error` has the argument at fault in the layer at fault or at the changed line, or,
  where no argument is at fault, points at the statement that was changed;
- ALONE if no finding of severity `error` accuses anything else.

A correct port is left alone if the comparison ends with exit code 0. Exit code 1 if a mistake is not seen, if less
than 95 % are named, or if a correct port is not left alone.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import fnmatch
import json
import shlex
import shutil
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "defects"
NAMED_SHARE = 0.95
_PLAIN = ("--grad", "--mode train --grad --steps 2")
"""What correct ports are compared with, in turn: the forward pass and gradients, and training."""


@dataclass(frozen=True, slots=True)
class Case:
    """A comparison whose outcome is known.

    Args:
        id (str): its name.
        reference (str): file name of the reference, in nets/.
        port (str): file name of the port.
        source (str): the port's text.
        target (str): class to compare, in both files.
        inputs (tuple[str, ...]): input specs.
        options (str): further command-line options.
        wrong (bool): whether there is a mistake.
        argument (str): arguments that name the mistake, by |; "" where the line does.
        layer (str): patterns of the port's layers that hold it, by |.
        lines (tuple[int, ...]): lines of the port that belong to the statements changed.
        seed (int): of weights and inputs. Default: ``0``.
    """

    id: str
    reference: str
    port: str
    source: str
    target: str
    inputs: tuple[str, ...]
    options: str
    wrong: bool
    argument: str = ""
    layer: str = ""
    lines: tuple[int, ...] = ()
    seed: int = 0

    def command(self) -> list[str]:
        """Return the words of the command line, without the report to write."""
        words = ["compare", f"{self.reference}:{self.target}", f"{self.port}:{self.target}"]
        for spec in self.inputs:
            words += ["--input", spec]
        return [*words, *shlex.split(self.options), *(["--seed", str(self.seed)] if self.seed else [])]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the tool said of a case, and how good that is."""

    case: Case
    seen: bool
    named: bool
    alone: bool
    exit_code: int
    errors: tuple[str, ...]
    output: str
    seconds: float


def mistakes() -> list[Case]:
    """Return the cases of mistakes.toml.

    Raises:
        ValueError: if a replacement does not match exactly once, or leaves no Python.
    """
    data = tomllib.loads((FOLDER / "mistakes.toml").read_text(encoding="utf-8"))
    return [_mistake(entry, data["nets"][entry["net"]]) for entry in data["mistake"]]


def _mistake(entry: dict[str, Any], net: dict[str, Any]) -> Case:
    port = f"{entry['net']}_ms.py"
    before = (FOLDER / "nets" / port).read_text(encoding="utf-8")
    after = before
    if "old" in entry:
        found = before.count(entry["old"])
        if found != 1:
            raise ValueError(f"{entry['id']}: `old` occurs {found} times in {port}; it must be there exactly once")
        after = before.replace(entry["old"], entry["new"])
    return Case(
        id=entry["id"],
        reference=f"{entry['net']}_torch.py",
        port=port,
        source=after,
        target=entry.get("target", net["target"]),
        inputs=tuple(entry.get("inputs", net["inputs"])),
        options=entry.get("options", ""),
        wrong=True,
        argument=entry.get("argument", ""),
        layer=entry.get("layer", ""),
        lines=tuple(sorted(_changed(before, after) | _lines_with(entry.get("near", []), after))),
    )


def _lines_with(texts: list[str], source: str) -> set[int]:
    return {n for n, line in enumerate(source.splitlines(), 1) if any(text in line for text in texts)}


def _changed(before: str, after: str) -> set[int]:
    """Return the lines of `after` in the statements that were changed; where one was dropped, those around it."""
    old, new = before.splitlines(), after.splitlines()
    touched: set[int] = set()
    for tag, _, _, first, last in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "delete":
            touched |= {first, first + 1}
        elif tag != "equal":
            touched |= set(range(first + 1, last + 1))
    lines = set(touched)
    for node in ast.walk(ast.parse(after)):
        if isinstance(node, ast.stmt) and not isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.For, ast.If)):
            span = set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
            lines |= span if span & touched else set()
    return lines


def correct_ports() -> list[Case]:
    """Return the correct ports: the one of each net, and those written differently (correct/NET_HOW.py)."""
    data = tomllib.loads((FOLDER / "mistakes.toml").read_text(encoding="utf-8"))
    files = [FOLDER / "nets" / f"{net}_ms.py" for net in data["nets"]] + sorted((FOLDER / "correct").glob("*.py"))
    return [_correct(file, data["nets"]) for file in files]


def _correct(file: Path, nets: dict[str, dict[str, Any]]) -> Case:
    name = file.stem.partition("_")[0]
    net = nets[name]
    source = file.read_text(encoding="utf-8")
    target, inputs, reference = net["target"], tuple(net["inputs"]), f"{name}_torch.py"
    return Case(f"correct {file.stem}", reference, file.name, source, target, inputs, _PLAIN[0], wrong=False)


def seeded(cases: Iterable[Case], seeds: int) -> Iterator[Case]:
    """Return each correct port with each seed; every other one is trained too."""
    for case in cases:
        for seed in range(seeds):
            yield replace(case, id=f"{case.id} seed {seed}", seed=seed, options=_PLAIN[seed % len(_PLAIN)])


def judge(case: Case, keep: Path | None = None) -> Outcome:
    """Compare, in a folder of its own, and score what the tool says."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made) if keep is None else keep / case.id.replace(" ", "-")
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(FOLDER / "nets" / case.reference, folder)
        (folder / case.port).write_text(case.source, encoding="utf-8")
        return _run(case, folder)


def _run(case: Case, folder: Path) -> Outcome:
    import os

    from click.testing import CliRunner

    from cli.main import program

    before, start = Path.cwd(), time.perf_counter()
    report = folder / "report.json"
    os.chdir(folder)
    try:
        result = CliRunner().invoke(program, [*case.command(), "--json", report.name])
        findings = json.loads(report.read_text(encoding="utf-8"))["findings"] if report.exists() else []
    finally:
        os.chdir(before)
    errors = [finding for finding in findings if finding["severity"] == "error"]
    guilty = [finding for finding in errors if _names(finding, case)]
    seen = result.exit_code == (1 if case.wrong else 0) and (case.wrong or not errors)
    named = seen and (bool(guilty) or not case.wrong)
    alone = seen and all(_about(finding, case) for finding in errors)
    shown = tuple(_shown(finding) for finding in errors)
    seconds = time.perf_counter() - start
    return Outcome(case, seen, named, alone, result.exit_code, shown, result.output, seconds)


def _names(finding: dict[str, Any], case: Case) -> bool:
    """Tell whether a finding names the mistake."""
    if not case.argument:
        return _at_line(finding, case) or _in_layer(finding, case)
    if finding["argument"] not in case.argument.split("|"):
        return False
    return not case.lines or _in_layer(finding, case) or _at_line(finding, case)


def _about(finding: dict[str, Any], case: Case) -> bool:
    """Tell whether a finding is about what was changed."""
    return _in_layer(finding, case) or _at_line(finding, case) or (case.wrong and not case.lines)


def _in_layer(finding: dict[str, Any], case: Case) -> bool:
    path = finding["port_layer"]
    if path is None or not case.layer:
        return False
    return any(fnmatch.fnmatchcase(path or "(net)", pattern) for pattern in case.layer.split("|"))


def _at_line(finding: dict[str, Any], case: Case) -> bool:
    file, _, line = (finding["location"] or "").rpartition(":")
    return Path(file).name == case.port and line.isdigit() and int(line) in case.lines


def _shown(finding: dict[str, Any]) -> str:
    what = finding["argument"] or finding["message"]
    return f"[{finding['rule']}] {finding['port_layer'] or '(net)'} {finding['location'] or '-'}: {what}"


def _prepare() -> None:
    """Start a worker: one thread, as the other cores have workers of their own."""
    import torch

    torch.set_num_threads(1)


def run(cases: list[Case], jobs: int, keep: Path | None = None) -> Iterator[Outcome]:
    """Judge all cases in parallel, in their order, each in a process of its own that has torch already."""
    context = get_context("forkserver")
    context.set_forkserver_preload(
        ["click.testing", "ms2torch.nn", "ms2torch.ops", "parity.pipeline.comparison", "cli.compare"]
    )
    with context.Pool(jobs, initializer=_prepare, maxtasksperchild=1) as pool:
        yield from pool.imap(partial(judge, keep=keep), cases)


def _line(outcome: Outcome) -> str:
    case = outcome.case
    if not case.wrong:
        return f"{'alone' if outcome.seen else 'ALARM':23} {case.id}"
    marks = ((outcome.seen, "SEEN"), (outcome.named, "NAMED"), (outcome.alone, "ALONE"))
    return " ".join((word if held else f"no {word.lower()}").ljust(8) for held, word in marks)[:26] + f" {case.id}"


def _explain(outcome: Outcome, *, show: bool) -> Iterator[str]:
    case = outcome.case
    yield f"    ms2torch {shlex.join(case.command())}"
    if case.wrong:
        wanted = f"{case.argument} in {case.layer or 'the optimizer'}" if case.argument else "the line"
        lines = f" (line {', '.join(map(str, case.lines))})" if case.lines else ""
        yield f"    wanted: {wanted}{lines}; exit code {outcome.exit_code}"
    yield from (f"    said: {text}" for text in outcome.errors)
    if show or (outcome.exit_code not in {0, 1}):
        yield from (f"    | {line}" for line in outcome.output.splitlines())


def main(words: list[str] | None = None) -> int:
    """Run the program; return its exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", metavar="WORD", help="only cases whose id contains WORD")
    parser.add_argument("--seeds", type=int, default=1, metavar="N", help="seeds of each correct port (default 1)")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="processes (default 2)")
    parser.add_argument("--show", action="store_true", help="print the tool's output where it fell short")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="leave the files of each comparison in DIR")
    asked = parser.parse_args(words)
    cases = [*mistakes(), *seeded(correct_ports(), asked.seeds)]
    cases = [case for case in cases if not asked.only or any(word in case.id for word in asked.only)]
    outcomes: list[Outcome] = []
    for outcome in run(cases, asked.jobs, asked.keep.resolve() if asked.keep else None):
        outcomes.append(outcome)
        good = outcome.named and outcome.alone
        if outcome.case.wrong or not good:
            print(_line(outcome), flush=True)
        if not good:
            print("\n".join(_explain(outcome, show=asked.show)), flush=True)
    return _total(outcomes)


def _total(outcomes: list[Outcome]) -> int:
    wrong = [outcome for outcome in outcomes if outcome.case.wrong]
    right = [outcome for outcome in outcomes if not outcome.case.wrong]
    seen, named = (sum(getattr(o, what) for o in wrong) for what in ("seen", "named"))
    alone = sum(outcome.alone for outcome in wrong)
    left = sum(outcome.seen for outcome in right)
    seconds = sorted(outcome.seconds for outcome in outcomes)
    print(
        f"mistakes seen {seen} of {len(wrong)}, named {named} of {len(wrong)}, accused alone {alone} of {len(wrong)}; "
        f"correct ports left alone {left} of {len(right)}; median {seconds[len(seconds) // 2]:.1f} s"
    )
    return 0 if seen == len(wrong) and named >= NAMED_SHARE * len(wrong) and left == len(right) else 1


if __name__ == "__main__":
    sys.exit(main())
