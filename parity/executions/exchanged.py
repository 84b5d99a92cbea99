"""Two operations that changed places: each is given what the reference gives the other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from parity.dumps.execution import Stored
from parity.executions.judge import Judged, Region
from parity.executions.nearness import apart
from parity.executions.units import Unit

if TYPE_CHECKING:
    from parity.executions.findings import Speaker
    from parity.report.model import Finding

_EQUAL = 1e-5
_NEAR = 12
"""So many operations before and after are looked at."""


def exchanged(speaker: Speaker, one: Judged, region: Region) -> tuple[Finding, Unit] | None:
    """Return what is to be said of two operations that changed places, and the second of them.

    Args:
        speaker (Speaker): makes findings.
        one (Judged): the pair whose input differs.
        region (Region): what it is given on both sides.
    """
    reference, port = one.pair.reference, one.pair.port
    if reference is None or port is None or not (_is_plain(reference) and _is_plain(port)):
        return None
    if reference.kind != port.kind:
        return None
    taking = _given(region.got, speaker.reference.units, reference, port.kind)
    giving = _given(region.wanted, speaker.port.units, port, port.kind)
    for theirs in taking:
        for mine in giving:
            if mine.kind != theirs.kind:
                continue
            names = [_called(unit) for unit in (port, mine)]
            found = speaker.finding(
                "body",
                one,
                f"{names[0]} and {names[1]} have changed places: {names[0]} is given what the reference gives "
                f"{theirs.type.strip('_')}",
                argument="order of the operations",
                fix=_turned(port, mine, names),
            )
            return found, mine
    return None


def _is_plain(unit: Unit) -> bool:
    return len(unit.inputs) == 1 and not unit.weights


def _given(stored: Stored, units: Sequence[Unit], around: Unit, kind: str) -> list[Unit]:
    """Return operations of another kind, near `around`, that are given a tensor."""
    near = units[max(0, around.number - _NEAR) : around.number + _NEAR + 1]
    found: list[Unit] = []
    for unit in near:
        if unit.kind != kind and _is_plain(unit) and unit.inputs[0].shape == stored.shape:
            distance = apart(stored, unit.inputs[0])
            found += [unit] if distance is not None and distance.relative <= _EQUAL else []
    return found


def _called(unit: Unit) -> str:
    """Return the name by which the user's line calls an operation."""
    return unit.path.rpartition(".")[2] if unit.module is not None else unit.type.strip("_")


def _turned(first: Unit, second: Unit, names: Sequence[str]) -> str:
    """Return the line with both names changed round, where it has each once."""
    frame, other = first.frame, second.frame
    if frame is None or other is None or (frame.file, frame.line) != (other.file, other.line):
        return ""
    text = frame.text.strip()
    if any(len(re.findall(rf"\b{re.escape(name)}\b", text)) != 1 for name in names):
        return ""
    either = "|".join(rf"\b{re.escape(name)}\b" for name in names)
    return re.sub(either, lambda match: names[1] if match[0] == names[0] else names[0], text)
