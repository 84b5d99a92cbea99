"""Two recorded executions compared, step by step: the report with verdict, lines and causes."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from parity.code.errors import CannotCompare
from parity.dumps.execution import Execution
from parity.executions.align import Pair, align
from parity.executions.findings import Speaker, merged
from parity.executions.judge import Judge, Judged, Status
from parity.executions.nearness import Apart
from parity.executions.report import assembled, histograms_of, layer_of, outputs_of, side_of, weights_of
from parity.executions.settled import settled_pairs
from parity.executions.source import Sources
from parity.executions.steps import Step, changed_findings, gradient_finding, key_of, optimizer_entries
from parity.executions.structure import structural_findings
from parity.executions.units import Operations, operations_of
from parity.executions.weights import WeightPair, by_identity, weight_pairs
from parity.report.model import Finding, LayerResult, Report, StageInfo, Value
from parity.rules.weights_not_loaded import WeightsNotLoaded

_EQUAL_WEIGHTS = 1e-5
Tell = Callable[[str, float], None]


@dataclass(frozen=True, slots=True)
class Asked:
    """How to compare.

    Args:
        names (tuple[str, str]): of reference and port in the report.
        folders (tuple[Path, ...]): where the user's sources are looked for.
        trains (bool): whether the nets were in train mode.
        options (Mapping[str, Value]): for the report.
        stages (tuple[StageInfo, ...]): what was done before.
        findings (tuple[Finding, ...]): what was found before.
        mapping (Mapping[str, str]): names that settle pairs.
    """

    names: tuple[str, str]
    folders: tuple[Path, ...] = ()
    trains: bool = False
    options: Mapping[str, Value] = field(default_factory=dict)
    stages: tuple[StageInfo, ...] = ()
    findings: tuple[Finding, ...] = ()
    mapping: Mapping[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Compared:
    """What the comparison of one step showed."""

    operations: tuple[Operations, Operations]
    judged: list[Judged]
    pairs: list[WeightPair]
    distances: dict[int, Apart | None]
    findings: list[Finding]
    speaker: Speaker

    @property
    def step(self) -> Step:
        """What it leaves for the next step."""
        executions = (self.operations[0].execution, self.operations[1].execution)
        return Step(executions, {key_of(entry): entry for entry in self.pairs}, self.distances)


def compare_executions(reference: Sequence[Execution], port: Sequence[Execution], asked: Asked, tell: Tell) -> Report:
    """Compare executions of two nets.

    Args:
        reference (Sequence[Execution]): the side taken as right, by step.
        port (Sequence[Execution]): the other.
        asked (Asked): how to compare.
        tell (Callable[[str, float], None]): told of progress.

    Raises:
        CannotCompare: if they have no step in common, or nothing in common at all.
    """
    started = time.perf_counter()
    steps = _steps(reference, port)
    done: list[Compared] = []
    findings = list(asked.findings)
    for number, (ours, theirs) in enumerate(steps):
        name = f"step {theirs.step}" if theirs.step is not None else "the dump"

        def progress(fraction: float, number: int = number, name: str = name) -> None:
            tell(f"comparing {name}", (number + fraction) / len(steps))

        compared = compare_step(ours, theirs, asked, progress)
        later = changed_findings(compared.speaker, done[-1].step, compared.step) if done else []
        compared.findings = [*later, *([] if done and later else compared.findings)]
        done.append(compared)
        findings += compared.findings
        if any(entry.severity == "error" for entry in compared.findings):
            break  # what follows is a consequence
    last = done[-1]
    valued = _comparable(last.operations)
    findings += [] if valued else [_no_values(last.operations)]
    settled = _settled(last.operations, asked.mapping)
    return assembled(
        (
            side_of(last.operations[0].execution, last.operations[0], asked.names[0]),
            side_of(last.operations[1].execution, last.operations[1], asked.names[1]),
        ),
        [line for entry in done for line in _lines(entry, several=len(steps) > 1)],
        outputs_of(last.judged) if valued else (),
        merged(findings),
        [*asked.stages, *settled, _stage(done, time.perf_counter() - started), *_notes(done)],
        weights_of(last.pairs if valued else (), last.distances),
        asked.options,
        time.perf_counter() - started,
        histograms_of(last.judged),
    )


def _settled(operations: tuple[Operations, Operations], mapping: Mapping[str, str]) -> list[StageInfo]:
    """Say how many pairs a mapping settled.

    Raises:
        CannotCompare: if it settled none: its names are not of these runs.
    """
    if not mapping:
        return []
    count = len(settled_pairs(mapping, *operations))
    if not count:
        reference, port = next(iter(mapping.items()))
        raise CannotCompare(
            f"--map: no operation of the two runs has the names that it gives, such as {reference!r} and {port!r}"
        )
    return [StageInfo("map", "done", f"{count} pairs are settled by the mapping")]


def _lines(compared: Compared, *, several: bool) -> list[LayerResult]:
    step = compared.operations[1].execution.step if several else None
    place = compared.speaker.place
    return [layer_of(one, place(one.pair.port), place(one.pair.reference), step) for one in compared.judged]


def _steps(reference: Sequence[Execution], port: Sequence[Execution]) -> list[tuple[Execution, Execution]]:
    if len(reference) == len(port) == 1:
        return [(reference[0], port[0])]
    ours = {execution.step: execution for execution in reference}
    pairs = [(ours[execution.step], execution) for execution in port if execution.step in ours]
    if not pairs:
        raise CannotCompare("the two dumps have no step in common: give one step of each")
    return pairs


def without_optimizer(execution: Execution) -> Execution:
    """Return an execution without the calls that its optimizer makes."""
    steps = optimizer_entries(execution)
    kept = [entry for number, entry in enumerate(execution.entries) if number not in steps]
    return replace(execution, entries=kept)


def compare_step(reference: Execution, port: Execution, asked: Asked, tell: Callable[[float], None]) -> Compared:
    """Compare one step of both sides.

    Raises:
        CannotCompare: if they have nothing in common.
    """
    sides = (operations_of(without_optimizer(reference)), operations_of(without_optimizer(port)))
    for side in sides:
        if not side.units:
            raise CannotCompare(f"dump: {side.execution.name} holds no operation of a forward pass")
        if not any(stored.has_values or stored.figures for unit in side.units for stored in unit.outputs):
            raise CannotCompare(
                f"dump: {side.execution.name} holds neither values nor statistics of what was computed (summary_mode "
                "xor keeps hashes alone): dump statistics or tensors; `ms2torch determinism` compares hashes"
            )
    pairs = align(*sides, asked.mapping)
    if not any(pair.reference is not None and pair.port is not None for pair in pairs):
        raise CannotCompare("the two runs have nothing in common: check that both are of the same network")
    speaker = Speaker(*sides, Sources(asked.folders), asked.trains)
    weights = weight_pairs(pairs, flipped=speaker.flipped)
    distances = {id(entry): entry.apart() for entry in weights}
    unequal: dict[int, float] = {}
    for entry in weights:
        distance = distances[id(entry)]
        if distance is not None and distance.relative > _EQUAL_WEIGHTS and entry.pair.reference is not None:
            number = entry.pair.reference.number
            unequal[number] = max(unequal.get(number, 0.0), distance.relative)
    if not _comparable(sides):
        found = structural_findings(speaker, pairs)
        judged = [Judged(pair, _structural(pair)) for pair in pairs]
        return Compared(sides, judged, weights, {}, found, speaker)
    judged = Judge(*sides, pairs, by_identity(weights), tell, unequal).judged()
    findings = _unequal(speaker, weights, distances) if not port.step else []
    findings += [made for one in judged if one.status == "introduced" and (made := speaker.of(one)) is not None]
    if not any(entry.severity == "error" for entry in findings):
        backward = gradient_finding(speaker, weights)
        findings += [backward] if backward is not None else []
    return Compared(sides, judged, weights, distances, findings, speaker)


def _comparable(sides: tuple[Operations, Operations]) -> bool:
    """Tell whether both sides computed with the same numbers: not where a live one had to draw what a dump lacks."""
    live = [side.execution.folder is None for side in sides]
    lacks = [side.execution.task != "tensor" for side in sides]
    return not (any(live) and any(lacks))


def _no_values(sides: tuple[Operations, Operations]) -> Finding:
    """Say that a net was not run on what a dump was made with, so that no number of the two is compared."""
    dump = next(side.execution.name for side in sides if side.execution.task != "tensor")
    said = (
        f"no values are compared: {dump} holds figures without tensors, so the net beside it ran with weights and "
        "inputs of its own; that the two are the same is said of their operations alone, with their order, sizes and "
        "arguments. Dump tensors (task: tensor), or compare with a dump of the other side"
    )
    return WeightsNotLoaded.finding(None, None, "warning", said)


def _structural(pair: Pair) -> Status:
    return "same" if pair.reference is not None and pair.port is not None else "unmatched"


def _unequal(speaker: Speaker, weights: Sequence[WeightPair], distances: Mapping[int, Apart | None]) -> list[Finding]:
    """Report weights that differ from the start."""
    found: list[Finding] = []
    for entry in weights:
        distance = distances[id(entry)]
        if distance is None or distance.relative <= _EQUAL_WEIGHTS:
            continue
        reference, port = entry.pair.reference, entry.pair.port
        assert reference is not None
        assert port is not None
        found.append(
            Finding(
                rule="weights-differ",
                severity="error",
                stage="weights",
                reference_layer=reference.path,
                port_layer=port.path,
                argument=entry.port_name,
                evidence=f"{distance.relative:.1e} apart",
                location=speaker.place(port),
                reference_location=speaker.place(reference),
                message=f"{port.path}.{entry.port_name} is not the reference's {reference.path}.{entry.name}",
            )
        )
    return found


def _stage(done: Sequence[Compared], seconds: float) -> StageInfo:
    forced = sum(one.forced is not None for entry in done for one in entry.judged)
    paired = sum(one.pair.reference is not None and one.pair.port is not None for e in done for one in e.judged)
    values = sum(one.free is not None and one.free.by_values for entry in done for one in entry.judged)
    noise = f"{forced} of {paired} calls run again on the other side's inputs, judged by their own rounding"
    rest = (
        "" if values == paired else f"; {paired - values} compared by figures alone: the order of elements is not seen"
    )
    return StageInfo("forward", "done", f"no side is live: {noise}{rest}", seconds)


def _notes(done: Sequence[Compared]) -> list[StageInfo]:
    notes: dict[str, None] = {}
    for entry in done:
        for role, operations in zip(("reference", "port"), entry.operations, strict=True):
            for note in operations.execution.notes:
                notes[f"{role}: {note}"] = None
    return [StageInfo("dump", "skipped", note) for note in notes]
