"""What `ms2torch precheck` says: lines and JSON."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from parity.code.errors import CannotCompare
from parity.dumps.execution import Execution
from parity.executions.source import Sources
from parity.nets.ms_cell import installed
from parity.precheck.check import Checked, check_calls

Found = list[tuple[Execution, Checked]]
SCHEMA_VERSION = 1


def checked(runs: Sequence[Execution], tell: Callable[[str, float], object] | None = None) -> Found:
    """Check the calls of every step and rank; the most suspicious first.

    Args:
        runs (Sequence[Execution]): as `executions_of` gives them.
        tell (Callable[[str, float], object] | None): told of progress. Default: ``None``.

    Raises:
        CannotCompare: if they hold no call of an API at all.
    """
    found: Found = []
    with installed():
        for number, run in enumerate(runs):

            def progress(fraction: float, number: int = number) -> None:
                if tell is not None:
                    tell("running the calls", (number + fraction) / len(runs))

            found += [(run, one) for one in check_calls(run, progress)]
    if not found:
        raise CannotCompare(
            f"{runs[0].name} holds no call of an API, whose arguments would be known: dump at level mix or L1"
        )
    order = {"wrong": 0, "inexact": 1, "same": 2, "not run": 3}
    return sorted(found, key=lambda pair: (order[pair[1].status], -pair[1].suspicion))


def lines(found: Found, sources: Sources, limit: int) -> Iterator[str]:
    """Yield the lines of the report.

    Args:
        found (Found): what `checked` gives.
        sources (Sources): where the user's sources lie here.
        limit (int): so many calls at most are listed; 0 lists all.
    """
    counts = {
        status: sum(one.status == status for _, one in found) for status in ("same", "inexact", "wrong", "not run")
    }
    shown = [(run, one) for run, one in found if one.status in {"wrong", "inexact"}]
    for run, one in shown[: limit or None]:
        place = sources.place(one.entry.user_frame)
        kind = "error" if one.status == "wrong" else "warning"
        yield f"{place + ': ' if place else ''}{kind}: {_named(run, one, found)}: {one.why}{_figures(one)}"
        frame = one.entry.user_frame
        if frame is not None and frame.text:
            yield f"    source: {frame.text}"
    if limit and len(shown) > limit:
        yield f"    and {len(shown) - limit} more: --limit 0"
    elsewhere = [one for _, one in found if one.counterpart.endswith(" off")]
    for one in elsewhere[: limit or None]:
        yield f"note: {one.entry.name}: in MindSpore {one.counterpart}"
    verdict = "WRONG" if counts["wrong"] else "INEXACT" if counts["inexact"] else "EXACT"
    said = ", ".join(f"{count} {status}" for status, count in counts.items() if count)
    yield f"{verdict}: {len(found)} calls: {said}"
    why = [one.why for _, one in found if one.status == "not run"]
    for reason in dict.fromkeys(why):
        yield f"    {why.count(reason)} not run: {reason}"


def _named(run: Execution, one: Checked, found: Found) -> str:
    several = len({id(execution) for execution, _ in found}) > 1
    words = [f"step {run.step}"] if run.step is not None and several else []
    words += [run.rank] if run.rank and several else []
    return f"{one.entry.name} ({', '.join(words)})" if words else one.entry.name


def _figures(one: Checked) -> str:
    if one.rounding is None or not math.isfinite(one.rounding.relative):
        return ""
    rounding = one.rounding
    explained = f"rounding explains {rounding.expected:.1e}, condition {rounding.condition:.2g}"
    return f" (off by {rounding.relative:.1e}, {explained})"


def as_json(found: Found) -> dict[str, Any]:
    """Return the report as plain data."""
    return {"schema_version": SCHEMA_VERSION, "calls": [_row(run, one) for run, one in found]}


def _row(run: Execution, one: Checked) -> dict[str, Any]:
    frame = one.entry.user_frame
    row: dict[str, Any] = {
        "call": one.entry.name,
        "step": run.step,
        "rank": run.rank,
        "status": one.status,
        "why": one.why,
        "location": f"{frame.file}:{frame.line}" if frame is not None else None,
        "setting": {name: str(value) for name, value in (one.setting or {}).items()},
        "mindspore": one.counterpart,
    }
    if one.rounding is not None:
        figures = ("relative", "expected", "condition", "ratio", "unit")
        values = {name: getattr(one.rounding, name) for name in figures}
        row |= {name: value if math.isfinite(value) else None for name, value in values.items()}
        row["index"] = one.rounding.index
    return row
