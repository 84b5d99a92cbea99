"""The report of two executions compared."""

from __future__ import annotations

import math
import platform
from collections.abc import Mapping, Sequence

import torch

from parity.dumps.execution import Execution
from parity.executions.judge import Judged
from parity.executions.nearness import Apart
from parity.executions.units import Operations, Unit
from parity.executions.weights import WeightPair
from parity.locate.histograms import WORST, histogram
from parity.report.model import (
    ErrorMetrics,
    Errors,
    Finding,
    Histogram,
    LayerResult,
    OutputResult,
    Report,
    Side,
    StageInfo,
    Status,
    Timings,
    Value,
    WeightPair as ReportedWeight,
    Weights,
)

_MOST_BINNED = 1 << 26
"""Elements above which no distribution is drawn: it takes a second for each such tensor."""
_FRAMEWORKS = {"pytorch": "torch", "mindtorch": "torch", "mindspore": "mindspore"}


def side_of(execution: Execution, operations: Operations, name: str) -> Side:
    """Return what a report says of one execution."""
    weights = {id(s): s for unit in operations.units for s in unit.weights.values()}
    return Side(
        target=name,
        framework=_FRAMEWORKS.get(execution.framework, execution.framework),
        type=execution.level or "",
        layers=len(operations.units),
        parameters=sum(stored.numel for stored in weights.values()),
        recorded=execution.folder is not None,
    )


def layer_of(one: Judged, place: str | None, reference_place: str | None, step: int | None) -> LayerResult:
    """Return the line of a report about one pair.

    Args:
        one (Judged): the pair.
        place (str | None): the port's line.
        reference_place (str | None): the reference's.
        step (int | None): of a dump of several steps: which.
    """
    reference, port = one.pair.reference, one.pair.port
    unit, inside = reference or port, port or reference
    forced = ErrorMetrics(rel_l2=one.forced) if one.forced is not None and math.isfinite(one.forced) else None
    return LayerResult(
        reference=reference.path if reference is not None else None,
        port=port.path if port is not None else None,
        status=one.status,
        reference_type=reference.type if reference is not None else None,
        port_type=port.type if port is not None else None,
        call=unit.entry.number if unit is not None and unit.module is not None else 0,
        free=Errors(float32=_metrics(one.free), noise=one.noise or None),
        forced=Errors(float32=forced, noise=one.noise or None),
        location=place,
        reference_location=reference_place,
        inside=tuple(call.name.rpartition(".")[0] for call in inside.calls) if inside is not None else (),
        step=step,
        source=(_quoted(reference), _quoted(port)),
    )


def _quoted(unit: Unit | None) -> str:
    frame = unit.frame if unit is not None else None
    return frame.text.splitlines()[0].strip() if frame is not None and frame.text else ""


def histograms_of(judged: Sequence[Judged]) -> tuple[Histogram, ...]:
    """Bin the outputs of the pairs that differ most: those that introduce a difference first.

    Args:
        judged (Sequence[Judged]): the pairs.
    """
    order = {"introduced": 0, "amplified": 1}
    ranked = [
        (order[one.status], -one.free.relative, number, one)
        for number, one in enumerate(judged)
        if one.status in order and one.free is not None and one.free.by_values
    ]
    chosen = sorted(ranked, key=lambda entry: entry[:3])[:WORST]
    found: list[Histogram] = []
    for _, _, _, one in sorted(chosen, key=lambda entry: entry[2]):
        reference, port = one.pair.reference, one.pair.port
        if reference is None or port is None or reference.outputs[0].numel > _MOST_BINNED:
            continue
        ours, theirs = reference.outputs[0].values(), port.outputs[0].values()
        call = port.entry.number if port.module is not None else 0
        if ours is not None and theirs is not None and ours.numel() == theirs.numel():
            made = histogram(reference.path, port.path, "", (ours, theirs), call)
            found += [made] if made is not None else []
    return tuple(found)


def _metrics(entry: Apart | None) -> ErrorMetrics | None:
    if entry is None:
        return None
    relative = entry.relative if math.isfinite(entry.relative) else None
    return ErrorMetrics(max_abs=entry.largest, rel_l2=relative, inf_mismatch=0 if relative is not None else 1)


def outputs_of(judged: Sequence[Judged]) -> tuple[OutputResult, ...]:
    """Return the last operation that both sides have, as the output."""
    last = next((one for one in reversed(judged) if one.pair.reference is not None and one.pair.port is not None), None)
    if last is None or last.pair.port is None:
        return ()
    status: Status = "same" if last.free is not None and last.free.relative <= 5e-5 else "amplified"
    shown = last.status if last.status == "introduced" else status
    return (OutputResult(f"output of {last.pair.port.path}", shown, Errors(float32=_metrics(last.free))),)


def weights_of(pairs: Sequence[WeightPair], distances: Mapping[int, Apart | None]) -> Weights:
    """Return what became of the weights."""
    made: list[ReportedWeight] = []
    for entry in pairs:
        distance = distances.get(id(entry))
        units = (entry.pair.reference, entry.pair.port)
        paths = [unit.path if unit is not None else "" for unit in units]
        made.append(
            ReportedWeight(
                f"{paths[0]}.{entry.name}",
                f"{paths[1]}.{entry.port_name}",
                entry.port.shape,
                "",
                distance.largest if distance is not None else None,
            )
        )
    return Weights(tuple(made))


def assembled(
    sides: tuple[Side, Side],
    judged: Sequence[LayerResult],
    outputs: tuple[OutputResult, ...],
    findings: Sequence[Finding],
    stages: Sequence[StageInfo],
    weights: Weights,
    options: Mapping[str, Value],
    seconds: float,
    histograms: tuple[Histogram, ...] = (),
) -> Report:
    """Put a report together; it says "different" where a finding is an error."""
    order = {"error": 0, "warning": 1, "note": 2}
    ranked = tuple(sorted(findings, key=lambda entry: order[entry.severity]))
    return Report(
        verdict="different" if any(entry.severity == "error" for entry in ranked) else "same",
        reference=sides[0],
        port=sides[1],
        outputs=outputs,
        layers=tuple(judged),
        weights=weights,
        findings=ranked,
        stages=tuple(stages),
        environment={"python": platform.python_version(), "torch": torch.__version__, "device": "cpu"},
        options=dict(options),
        timings=Timings(0.0, seconds, 0.0),
        histograms=histograms,
    )
