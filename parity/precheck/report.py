"""What `ms2torch precheck` says: lines and JSON."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
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


@dataclass(frozen=True, slots=True)
class CallData:
    """One recorded call that was run again.

    Args:
        call (str): its name in the dump.
        step (int | None), rank (str): where it was recorded.
        status (str): the judgement.
        why (str): the reason, or "".
        location (str | None): the user's line, as ``file:line``.
        setting (Mapping[str, str]): attributes that were found by trying, by name.
        mindspore (str): what its MindSpore line gives, in words, or "".
        relative (float | None): relative error of the recorded result.
        expected (float | None): what the call's own rounding explains.
        condition (float | None): of the call on these inputs.
        ratio (float | None): relative over expected.
        unit (float | None): of the dtype's rounding.
        index (int | None): the element that is furthest off, counted through the whole tensor.
    """

    call: str
    step: int | None
    rank: str
    status: str
    why: str
    location: str | None
    setting: Mapping[str, str]
    mindspore: str
    relative: float | None = None
    expected: float | None = None
    condition: float | None = None
    ratio: float | None = None
    unit: float | None = None
    index: int | None = None


@dataclass(frozen=True, slots=True)
class PrecheckDocument:
    """What `ms2torch precheck --json` writes.

    Args:
        schema_version (int): raised when a field is renamed or removed, or means something else.
        calls (tuple[CallData, ...]): the most suspicious first.
    """

    schema_version: int
    calls: tuple[CallData, ...]


def as_json(found: Found) -> dict[str, Any]:
    """Return the report as plain data."""
    return asdict(PrecheckDocument(SCHEMA_VERSION, tuple(_row(run, one) for run, one in found)))


def _row(run: Execution, one: Checked) -> CallData:
    frame = one.entry.user_frame
    row = CallData(
        one.entry.name,
        run.step,
        run.rank,
        one.status,
        one.why,
        f"{frame.file}:{frame.line}" if frame is not None else None,
        {name: str(value) for name, value in (one.setting or {}).items()},
        one.counterpart,
    )
    if one.rounding is None:
        return row
    rounding = one.rounding
    return replace(
        row,
        relative=_finite(rounding.relative),
        expected=_finite(rounding.expected),
        condition=_finite(rounding.condition),
        ratio=_finite(rounding.ratio),
        unit=_finite(rounding.unit),
        index=rounding.index,
    )


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
