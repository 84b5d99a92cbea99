"""The list of known differences from real MindSpore: strict, each entry with its reason.

An entry that no longer differs, or that names nothing tested, fails the run.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).resolve().parent.parent / "ms2torch" / "known_differences.toml"
TESTS = ("values", "gradients", "errors", "name", "signature", "refused", "replaced")
CAUSES = {
    "kernel": "MindSpore's CPU kernel contradicts its own documentation, which is followed here",
    "torch": "torch computes it otherwise, and nothing is gained by imitating MindSpore",
    "design": "a deliberate decision of this project",
    "missing": "not built yet",
}


@dataclass(frozen=True)
class Difference:
    """One entry of the file; `program` is what is refused here and works there, where `test` is ``"refused"``."""

    name: str
    test: str
    cause: str
    reason: str
    sample: str = "*"
    program: str = ""


@cache
def known_differences() -> tuple[Difference, ...]:
    """Read the file."""
    entries = tomllib.loads(FILE.read_text(encoding="utf-8")).get("difference", [])
    return tuple(Difference(**entry) for entry in entries)


def verdict(test: str, name: str, failures: dict[str, str], labels: Iterable[str] = ()) -> str:
    """Hold the failing samples against the list: a message, empty when all is as listed.

    Args:
        test (str): one of `TESTS`.
        name (str): the tested name.
        failures (dict[str, str]): by sample label, what failed.
        labels (Iterable[str]): every sample that ran. Default: none.
    """
    entries = [entry for entry in known_differences() if (entry.test, entry.name) == (test, name)]
    everything = any(entry.sample == "*" for entry in entries)
    listed = {entry.sample for entry in entries}
    lines = [f"{name}{label}: {said}" for label, said in failures.items() if not everything and label not in listed]
    passing = [label for label in labels if label in listed and label not in failures]
    if everything and not failures:
        passing.append("*")
    lines += [f"{name} {label}: agrees now; delete its entry from {FILE.name}" for label in passing]
    return "\n".join(lines)
