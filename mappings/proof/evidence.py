"""What was seen when each difference was proved, recorded beside the sentence that tells it.

A sentence cannot be executed. It is recorded with what its case gave, so that neither changes without the other being
read again: `python -m mappings record` prints the pairs that are new.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from mappings.proof.verify import Runner
from mappings.rows.model import Difference, Row
from mappings.running.sides import MindSporeSide, TorchSide

SNAPSHOT = Path(__file__).parents[1] / "data" / "evidence.json"


@cache
def recorded_facts() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    """Return the recorded facts by pair of names and rule: the sentence (``fact``) and what was ``seen``."""
    if not SNAPSHOT.exists():
        return {}
    found: Mapping[str, Mapping[str, Mapping[str, str]]] = json.loads(SNAPSHOT.read_text(encoding="utf-8"))
    return found


def record_facts(rows: Iterable[Row], torch_side: TorchSide, ms_side: MindSporeSide) -> list[str]:
    """Record every difference's sentence with what its cases give; return the pairs that are new, to be read."""
    before = recorded_facts()
    found: dict[str, dict[str, dict[str, str]]] = {}
    new: list[str] = []
    for row in rows:
        runner = Runner(row, torch_side, ms_side)
        for difference in row.differences:
            seen = _seen(row, difference, runner)
            if seen:
                entry = {"argument": difference.argument, "fact": difference.fact, "seen": seen}
                found.setdefault(row.pair, {})[difference.rule] = entry
                if before.get(row.pair, {}).get(difference.rule, {}).get("fact") != difference.fact:
                    new.append(f"{row.label}: {difference.fact}\n    seen: {seen}")
    lines = ",\n".join(f"{json.dumps(pair)}: {json.dumps(entry)}" for pair, entry in sorted(found.items()))
    SNAPSHOT.write_text("{\n" + lines + "\n}\n", encoding="utf-8")
    return new


def _seen(row: Row, difference: Difference, runner: Runner) -> str:
    """Return what the cases that prove a difference give: what differs, or what is raised."""
    shown = [case for case in row.cases if case.proves == difference.rule]
    return "; ".join(runner.case(case).detail or case.oracle_reason for case in shown[:1])
