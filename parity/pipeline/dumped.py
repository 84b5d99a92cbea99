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
from parity.pipeline.job import Progress
from parity.pipeline.ranks import ALL_RANKS, Joins, join_ranks
from parity.pipeline.spec import CompareSpec, plain_options, refuse
from parity.report.model import Report, StageInfo
from parity.traces.file import is_trace
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
    dumps = [_read(str(target), spec) if is_dump(target) else None for target in targets]
    joins = join_ranks(dumps, progress) if spec.rank == ALL_RANKS else Joins(dumps)
    dumps = joins.sides
    names = (spec.reference_name or str(targets[0]), spec.port_name or str(targets[1]))
    folders = tuple(Path(folder) for folder in (spec.source, ".") if folder)
    asks = Asked(names, folders, spec.mode == "train", plain_options(spec), joins.stages, mapping=spec.mapping)
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


def _read(target: str, spec: CompareSpec) -> list[Execution]:
    step = int(spec.step) if spec.step.strip().isdigit() else None
    if spec.step and step is None:
        raise CannotCompare(f"step {spec.step!r}: give the number of a step, as in --step 0")
    if spec.rank == ALL_RANKS:
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
    if is_trace(target):
        raise CannotCompare(f"{target} is a trace and the other side a dump: give a net or a dump in its place")
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
