"""`python -m mappings lint` and `python -m mappings verify`."""

from __future__ import annotations

import argparse
import importlib
import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from mappings.audit.lint import lint
from mappings.audit.mutate import KINDS, judge, mutants
from mappings.audit.official import STATES, official_answers, report, used_name_answers
from mappings.proof.evidence import record_facts
from mappings.proof.oracle import OracleError, verify_on_oracle, worker
from mappings.proof.verify import CaseResult, verify_row
from mappings.rows.model import Row
from mappings.running.sides import MindSporeSide, TorchSide
from mappings.signatures.recorded import record
from mappings.table.load import MappingError, families
from mappings.table.registry import iter_rows


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return 0 if all holds, 1 if something does not, 2 if it could not be run."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except (MappingError, OracleError) as error:
        print(error, file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m mappings", description="Check the torch <-> MindSpore API table.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    check = commands.add_parser("lint", help="check names, defaults and the table's own rules")
    check.set_defaults(run=_lint)
    run = commands.add_parser("verify", help="execute every case on torch and ms2torch")
    run.add_argument("--oracle", metavar="PYTHON", help="run on real MindSpore instead, with this interpreter")
    run.add_argument("--keep", metavar="FILE", help="with --oracle: keep results; unchanged rows are not run again")
    run.add_argument("--only", metavar="REGEX", default="", help="rows whose names match")
    run.add_argument("--family", metavar="F", choices=families(), help="one data file")
    run.add_argument("--details", action="store_true", help="also print what passed, and what was seen")
    run.set_defaults(run=_verify)
    wrong = commands.add_parser("mutate", help="corrupt statements at random; print which corruptions nothing notices")
    wrong.add_argument("--per-kind", metavar="N", type=int, default=40, help="mutants of each kind of statement (40)")
    wrong.add_argument("--seed", metavar="N", type=int, default=0)
    wrong.add_argument(
        "--kind", metavar="KIND", choices=KINDS, action="append", default=[], help="only this kind; may be repeated"
    )
    wrong.set_defaults(run=_mutate)
    take = commands.add_parser("record", help="record the signatures of the rows' MindSpore names")
    take.add_argument("--oracle", metavar="PYTHON", required=True)
    take.set_defaults(run=_record)
    listing = commands.add_parser(
        "official", help="what the table says of MindSpore's own mapping and of much used names"
    )
    listing.add_argument(
        "--list", metavar="STATE", choices=STATES, action="append", help="only these states, pair by pair"
    )
    listing.set_defaults(run=_official)
    commands.add_parser("worker").set_defaults(run=_worker)
    return parser


def _rows(options: argparse.Namespace) -> list[Row]:
    pattern = re.compile(options.only)
    return [
        row
        for row in iter_rows()
        if (options.family in (None, row.family)) and (pattern.search(row.torch) or pattern.search(row.mindspore))
    ]


def _lint(options: argparse.Namespace) -> int:
    del options
    rows = list(iter_rows())
    problems = lint(rows, torch=importlib.import_module("torch"))
    for problem in problems:
        print(problem)
    counts = Counter(row.family for row in rows)
    print(", ".join(f"{family} {count}" for family, count in sorted(counts.items())))
    print(f"{len(rows)} rows, {len(problems)} problems")
    return 1 if problems else 0


def _verify(options: argparse.Namespace) -> int:
    rows = _rows(options)
    kept = Path(options.keep) if options.keep else None
    results = verify_on_oracle(options.oracle, rows, kept) if options.oracle else _on_ms2torch(rows)
    return _report(results, details=options.details)


def _mutate(options: argparse.Namespace) -> int:
    sides = _sides()
    counts: Counter[tuple[str, bool]] = Counter()
    for mutant in mutants(options.seed, options.per_kind, options.kind):
        verdict = judge(mutant, *sides)
        counts[mutant.kind, verdict.survived] += 1
        if verdict.survived:
            print(f"SURVIVES {mutant.kind}: {mutant.family}.toml:row {mutant.number}: {mutant.what}", flush=True)
    for kind in dict.fromkeys(kind for kind, _ in counts):
        dead, alive = counts[kind, False], counts[kind, True]
        print(f"{dead / (dead + alive):6.1%}  {dead} of {dead + alive}  {kind}")
    dead = sum(count for (_, survived), count in counts.items() if not survived)
    total = sum(counts.values())
    print(f"{dead / max(total, 1):6.1%}  {dead} of {total} mutants die")
    return 0 if dead == total else 1


def _sides() -> tuple[TorchSide, MindSporeSide]:
    torch_side = TorchSide(importlib.import_module("torch"))
    return torch_side, MindSporeSide(importlib.import_module("ms2torch"), "ms2torch", _import_ms2torch)


def _on_ms2torch(rows: Iterable[Row]) -> Iterable[CaseResult]:
    sides = _sides()
    for row in rows:
        yield from verify_row(row, *sides)


def _import_ms2torch(name: str) -> Any:
    return importlib.import_module(name.replace("mindspore", "ms2torch", 1))


def _report(results: Iterable[CaseResult], *, details: bool) -> int:
    counts: Counter[tuple[str, str]] = Counter()
    for result in results:
        counts[result.family, result.outcome] += 1
        if details or result.outcome in ("failed", "missing"):
            print(f"{result.outcome.upper()} {result.place}: {result.detail}", flush=True)
    for family in sorted({family for family, _ in counts}):
        parts = [f"{counts[family, o]} {o}" for o in ("passed", "failed", "missing", "skipped") if counts[family, o]]
        print(f"{family}: {', '.join(parts)}")
    bad = sum(count for (_, outcome), count in counts.items() if outcome in ("failed", "missing"))
    print(f"{sum(counts.values())} executed, {bad} do not hold")
    return 1 if bad else 0


def _record(options: argparse.Namespace) -> int:
    rows = list(iter_rows())
    count = record(options.oracle, rows)
    for pair in record_facts(rows, *_sides()):
        print(f"READ {pair}")
    print(f"{count} signatures recorded")
    return 0


def _official(options: argparse.Namespace) -> int:
    lists = {"official mapping": official_answers(), "most used torch names": used_name_answers()}
    for title, answers in lists.items():
        for line in report(title, answers, listed=options.list or STATES[1:]):
            print(line)
    return 1 if any(answer.state == "missing" for answers in lists.values() for answer in answers) else 0


def _worker(options: argparse.Namespace) -> int:
    del options
    worker()
    return 0


if __name__ == "__main__":
    sys.exit(main())
