"""Print how much of MindSpore's API exists in ms2torch and has samples: `make coverage`.

python -m tools.coverage [--missing PREFIX] [--without-samples PREFIX] [--no-reason] [--tier TIER]...
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict

from rich.console import Console
from rich.table import Table

from tests.opdb._calls import resolve
from tests.opdb._database import families, load_goldens, ops
from tests.opdb._spec import sample_key
from tests.opdb._unsampled import STATES, callables, module_of, state
from tools.snapshot import load_snapshot

TIERS = ("core", "wide", "tail", "platform")


def main() -> int:
    """Print the tables, or the names asked for."""
    parser = argparse.ArgumentParser(prog="python -m tools.coverage", description=__doc__)
    parser.add_argument("--missing", metavar="PREFIX", help="list the names under PREFIX that ms2torch lacks")
    parser.add_argument("--without-samples", metavar="PREFIX", help="list the callables under PREFIX without samples")
    parser.add_argument("--no-reason", action="store_true", help="list the callables with neither samples nor a reason")
    parser.add_argument("--tier", action="append", choices=TIERS, help="only this tier (repeatable)")
    args = parser.parse_args()
    tiers = args.tier or list(TIERS)
    names = {name: entry for name, entry in load_snapshot().names.items() if entry["tier"] in tiers}
    sampled = {name for family in families() for op in ops(family) for name in op.names}
    if args.missing:
        print(*(name for name in names if name.startswith(args.missing) and not present(name)), sep="\n")
    elif args.without_samples:
        wanted = [name for name, entry in names.items() if entry["kind"] in ("class", "function")]
        print(*(name for name in wanted if name.startswith(args.without_samples) and name not in sampled), sep="\n")
    elif args.no_reason:
        print(*(name for name in callables() if state(name) == "missing"), sep="\n")
    else:
        console = Console()
        console.print(by_module(names, sampled))
        console.print(by_family())
        console.print(by_samples())
    return 0


def present(name: str) -> bool:
    """Whether ms2torch has something under this MindSpore name."""
    try:
        resolve("ms2torch" + name.removeprefix("mindspore"))
    except (AttributeError, ImportError):
        return False
    return True


def by_module(names: dict[str, dict[str, str]], sampled: set[str]) -> Table:
    """Names by tier and module: recorded from MindSpore, present here, callable, with samples."""
    counts: dict[tuple[int, str], list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for name, entry in names.items():
        called = entry["kind"] in ("class", "function")
        found = [True, present(name), called, name in sampled]
        tier = TIERS.index(entry["tier"])
        for key in ((tier, name.rpartition(".")[0]), (tier, "")):
            counts[key] = [total + one for total, one in zip(counts[key], found, strict=True)]
    table = Table("tier", "module", "names", "present", "%", "callable", "with samples", title="MindSpore 2.10.0")
    for (tier, module), (total, have, called, tested) in sorted(counts.items()):
        if TIERS[tier] in ("tail", "platform") and module and not have:
            continue  # a long list of libraries apart; their sum is shown
        table.add_row(
            TIERS[tier], module or "all", str(total), str(have), f"{100 * have / total:.0f}", str(called), str(tested)
        )
    return table


def by_samples() -> Table:
    """Callables of the tiers core and wide by module: those with samples, with a reason to have none, with neither."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for name in callables():
        for module in (module_of(name), "all"):
            counts[module][state(name)] += 1
    heads = ("sampled", "same object", "reasoned", "missing", "not in ms2torch")
    table = Table("module", "callables", *heads, title="samples: tiers core and wide (tests/opdb/unsampled.toml)")
    for module, found in sorted(counts.items(), key=lambda item: (item[0] == "all", item[0])):
        table.add_row(module, str(found.total()), *(str(found[each]) for each in STATES))
    return table


def by_family() -> Table:
    """The op database: entries, names, samples, and how many of them real MindSpore answered."""
    table = Table("family", "ops", "names", "samples", "answered", "no CPU kernel", "errors", title="tests/opdb")
    totals = [0] * 6
    for family in families():
        goldens = load_goldens(family)
        row = [len(ops(family)), 0, 0, 0, 0, 0]
        for op in ops(family):
            row[1] += len(op.names)
            for name in op.names:
                source = op.recorded_under(name)
                recorded = [goldens.answers.get(source, {}).get(sample_key(op, name, s)) for s in op.samples_for(name)]
                row[2] += len(recorded)
                row[3] += sum(answer is not None and "out" in answer for answer in recorded)
                row[4] += sum(answer is not None and answer.get("refusal") == "no kernel" for answer in recorded)
                row[5] += len(op.errors_for(name))
        totals = [total + one for total, one in zip(totals, row, strict=True)]
        table.add_row(family, *map(str, row))
    table.add_row("all", *map(str, totals))
    return table


if __name__ == "__main__":
    sys.exit(main())
