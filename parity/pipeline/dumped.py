"""The comparison where a side is a dump of msprobe's: which step and rank, and the other side beside it."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from parity.code.errors import CannotCompare
from parity.dumps.execution import Execution
from parity.dumps.folder import chosen_places, is_dump, places_in
from parity.dumps.read import read_dump
from parity.dumps.write import write_dump
from parity.executions.compare import Asked, compare_executions
from parity.executions.live import LiveRecorder
from parity.executions.liveside import LiveSide
from parity.nets.adapters import adapt
from parity.nets.eager import eagerly
from parity.nets.inputs import Input, make_inputs
from parity.nets.loading import Loader
from parity.pipeline.each_rank import EACH_RANK, compare_each_rank
from parity.pipeline.executed import of_trace
from parity.pipeline.job import Progress
from parity.pipeline.ranks import ALL_RANKS, Joins, join_ranks
from parity.pipeline.spec import CompareSpec, plain_options, refuse
from parity.report.model import Report, StageInfo
from parity.traces.file import is_trace, open_trace
from parity.weights.seeding import seed_weights

_LIVE_OPTIONS = ("init", "steps", "thorough", "max_memory", "runtime")


def has_dump(spec: CompareSpec) -> bool:
    """Tell whether a side is a dump."""
    return is_dump(spec.reference) or is_dump(spec.port)


def compare_dumped(spec: CompareSpec, inputs: tuple[Input, ...], progress: Progress) -> Report:
    """Carry out a comparison of which a side is a dump.

    Args:
        spec (CompareSpec): what was asked for.
        inputs (tuple[Input, ...]): given by the user for a live side; usually none.
        progress (Progress): told what is being done.

    Raises:
        CannotCompare: if a dump is damaged, or the live side does not run on its inputs.
    """
    refuse(spec, _LIVE_OPTIONS, "a dump cannot be run again")
    targets = (spec.reference, spec.port)
    progress("reading the dumps", 0.0)
    dumps, stages = _alike([_read(str(target), spec) if _is_recorded(target) else None for target in targets])
    joins = join_ranks(dumps, progress) if spec.rank == ALL_RANKS else Joins(dumps)
    dumps = joins.sides
    names = (spec.reference_name or str(targets[0]), spec.port_name or str(targets[1]))
    folders = tuple(Path(folder) for folder in (spec.source, ".") if folder)
    asks = Asked(
        names, folders, spec.mode == "train", plain_options(spec), (*stages, *joins.stages), mapping=spec.mapping
    )
    if spec.rank == EACH_RANK:
        return compare_each_rank(dumps, asks, progress)
    if dumps[0] is not None and dumps[1] is not None:
        return joins.told(compare_executions(dumps[0], dumps[1], asks, progress))
    return joins.told(_beside_live(spec, inputs, dumps, asks, progress))


def record_dump(
    target: str, output: Path, inputs: tuple[str, ...], *, mode: str, seed: int, weights: str, statistics: bool
) -> Path:
    """Run a net once and write what it did as a dump of msprobe's.

    A torch net is written at level mix, a MindSpore Cell, which runs on ms2torch, at level L0.

    Args:
        target (str): the net.
        output (Path): the folder to write.
        inputs (tuple[str, ...]): specs or files.
        mode (str): ``"eval"`` or ``"train"``.
        seed (int): seeds construction, weights and inputs.
        weights (str): ``"seeded"`` or ``"own"``.
        statistics (bool): write figures in place of tensors.

    Returns:
        Path, the folder that holds dump.json.

    Raises:
        CannotCompare: if the net does not run, or the folder cannot be written.
    """
    if weights not in {"seeded", "own"}:
        raise CannotCompare("a dump in msprobe's form is recorded with --weights seeded or own")
    made = make_inputs(inputs, seed)
    with Loader() as loader, eagerly():
        subject = adapt(loader.build(target, seed, "reference", target), "reference")
        subject.set_mode(mode)
        tensors = [entry.tensor for entry in made]
        if weights == "seeded":
            seed_weights(subject, seed)
        execution = LiveRecorder(subject).run(tensors, seed)
    if subject.framework != "torch":
        cells = [entry for entry in execution.entries if entry.kind == "module"]
        execution = replace(execution, framework="mindspore", level="L0", entries=cells)
    return write_dump(execution, output, statistics=statistics)


def _is_recorded(target: object) -> bool:
    return is_dump(target) or is_trace(target)


def _alike(sides: list[list[Execution] | None]) -> tuple[list[list[Execution] | None], tuple[StageInfo, ...]]:
    """Put a trace, which holds one run, beside the first step of a dump; say so where there are more."""
    steps = sorted({run.step for side in sides for run in side or () if run.step is not None})
    if len(steps) < 2 or not any(side is not None and side[0].step is None for side in sides):
        return sides, ()
    kept = [[run for run in side if run.step in {None, steps[0]}] if side is not None else None for side in sides]
    said = f"the trace holds one run, and is compared with step {steps[0]} of {len(steps)}: --step N takes another"
    return kept, (StageInfo("dump", "skipped", said),)


def _read(target: str, spec: CompareSpec) -> list[Execution]:
    if not is_dump(target):
        trace = open_trace(Path(target))
        if trace.raised is not None:
            why = f"{trace.raised.type}: {trace.raised.message}"[:160]
            raise CannotCompare(f"{target} is the trace of a run that ended in {why}; record one that ends")
        return [of_trace(trace)]
    step = int(spec.step) if spec.step.strip().isdigit() else None
    if spec.step and step is None:
        raise CannotCompare(f"step {spec.step!r}: give the number of a step, as in --step 0")
    if spec.rank in {ALL_RANKS, EACH_RANK}:
        found = [read_dump(place) for place in places_in(target) if step is None or place.step == step]
        if not found:
            raise CannotCompare(f"{target} holds no step {step}")
        return found
    return [read_dump(place) for place in chosen_places(target, step, spec.rank)]


def _beside_live(
    spec: CompareSpec,
    inputs: tuple[Input, ...],
    dumps: list[list[Execution] | None],
    asks: Asked,
    progress: Progress,
) -> Report:
    side = 0 if dumps[0] is None else 1
    target, role = ((spec.reference, "reference"), (spec.port, "port"))[side]
    recorded = dumps[1 - side]
    assert recorded is not None
    with Loader() as loader, ExitStack() as kept:
        progress(f"building the {role}", 0.05)
        subject = adapt(loader.build(target, spec.seed, role, asks.names[side]), role)
        if subject.built.rebuild is None:
            kept.enter_context(subject.preserved())
        kept.enter_context(eagerly())
        subject.set_mode(spec.mode)
        live = LiveSide(subject, spec.seed)
        given = [entry.tensor for entry in inputs]
        runs: list[Execution] = []
        for number, dump in enumerate(recorded):
            progress(f"running the {role}", 0.1)
            runs.append(live.beside(dump, given, later=bool(number)))
    sides = (runs, recorded) if side == 0 else (recorded, runs)
    left = live.left()
    note = f"{len(left)} weights of the {role} are not in the dump and keep their own: {', '.join(left[:4])}"
    stages = (*asks.stages, *((StageInfo("weights", "skipped", note),) if left else ()))
    return compare_executions(*sides, replace(asks, stages=stages), progress)
