"""What a comparison with a trace does otherwise: inputs and weights come from the trace, and some stages cannot be."""

from __future__ import annotations

import torch

from parity.code import tree
from parity.code.errors import CannotCompare
from parity.forward.results import Forward
from parity.measure.metrics import dtype_name, measure
from parity.nets.base import Subject
from parity.nets.inputs import Input
from parity.pair.layers import CallPair, Pairing
from parity.pipeline.job import Setting
from parity.pipeline.spec import CompareSpec
from parity.traces.file import TraceFile
from parity.traces.replay import comparable
from parity.traces.subject import recorded_side
from parity.weights.mapping import Mapped, WeightMap

_DTYPES = frozenset({"float32", "float64"})


def no_code(setting: Setting) -> bool:
    """Tell whether a side is a trace, so that it cannot be run again."""
    return any(side.is_recorded for side in setting.sides)


def recorded_reason(setting: Setting) -> str:
    """Say in words which side is a trace."""
    sides = [subject.role for subject in setting.sides if subject.is_recorded]
    who = "both sides are traces" if len(sides) == 2 else f"the {sides[0]} is a trace"
    return f"{who}, which cannot be run again"


def _statistics(setting: Setting) -> bool:
    files = [recorded_side(side) for side in setting.sides]
    return any(file is not None and file.statistics for file in files)


def offline_reasons(setting: Setting, unknown: list[CallPair]) -> list[str]:
    """Say what of the forward stage the trace does not hold.

    Args:
        setting (Setting): the comparison.
        unknown (list[CallPair]): the pairs whose tensors it does not hold (`static_pairs`).
    """
    said: list[str] = []
    if _statistics(setting):
        said.append("layers are compared by figures and random projections, and not run on the recorded inputs")
    missing = len({pair.reference.layer.path for pair in unknown if pair.reference is not None})
    if missing:
        said.append(f"{missing} layers were recorded without tensors and are compared by arguments alone")
    return said


def skip_offline(setting: Setting) -> None:
    """Note what cannot be done with a trace and would be done with two nets."""
    why = recorded_reason(setting)
    setting.timeline.skipped("float64", why)
    setting.timeline.skipped("body", f"{why}: the operations inside its layers were not recorded")
    if _statistics(setting):
        setting.timeline.skipped("teacher-forced", "the trace holds figures in place of the layers' inputs")


def static_pairs(setting: Setting, pairing: Pairing, measured: Forward) -> list[CallPair]:
    """Return the matched pairs whose tensors the trace does not hold; none where both nets can be run."""
    if not no_code(setting):
        return []
    return [p for p in pairing.pairs if p.matched and p.leaf and not comparable(p, measured) and not p.idle]


def recorded_inputs(sides: tuple[Subject, Subject], spec: CompareSpec, given: tuple[Input, ...]) -> tuple[Input, ...]:
    """Return the inputs of the comparison: those of a trace, if a side is one.

    Args:
        sides (tuple[Subject, Subject]): reference and port.
        spec (CompareSpec): what was asked for.
        given (tuple[Input, ...]): inputs the user gave; with a trace they must be like its own.

    Raises:
        CannotCompare: if a trace was recorded with other inputs or in another precision, or its inputs were not kept.
    """
    found = given
    for side in sides:
        trace = recorded_side(side)
        if trace is None:
            continue
        _check_precision(trace, spec)
        recorded = _inputs_of(trace)
        if found:
            _check_alike(trace, recorded, found, of_trace=found is not given)
        found = recorded
    return found


def _check_precision(trace: TraceFile, spec: CompareSpec) -> None:
    if trace.dtype != spec.dtype and not (trace.dtype in _DTYPES and spec.dtype == "float32"):
        raise CannotCompare(f"the trace {trace.folder} was recorded in {trace.dtype}: give --dtype {trace.dtype}")


def _inputs_of(trace: TraceFile) -> tuple[Input, ...]:
    root = trace.calls[0]
    tensors = [trace.tensor(stored) for stored in root.inputs]
    args, kwargs = root.arguments if isinstance(root.arguments, tuple) else ((), {})
    plain = [leaf for leaf in (*args, *kwargs.values()) if not isinstance(leaf, tree.Slot)]
    if plain:
        raise CannotCompare(
            f"the trace {trace.folder}: the net was called with more than tensors ({plain[0]!r}); record a call whose "
            "arguments are tensors, for example through a wrapper that fixes the others"
        )
    names = [""] * len(args) + [str(name) for name in kwargs]
    made: list[Input] = []
    for name, tensor in zip(names, tensors, strict=True):
        if tensor is None:
            raise CannotCompare(f"the trace {trace.folder} does not hold the inputs of the net; record it again")
        made.append(Input(name, tensor, f"trace {trace.folder}"))
    return tuple(made)


def _check_alike(trace: TraceFile, recorded: tuple[Input, ...], others: tuple[Input, ...], *, of_trace: bool) -> None:
    """Refuse other inputs: another trace's must be equal; a random spec must only have the same shapes."""
    expected = [f"{dtype_name(entry.tensor)}{list(entry.tensor.shape)}" for entry in recorded]
    given = [f"{dtype_name(entry.tensor)}{list(entry.tensor.shape)}" for entry in others]
    if expected != given:
        raise CannotCompare(
            f"the trace {trace.folder} was recorded with inputs {', '.join(expected)}, not {', '.join(given)}: leave "
            "--input away, or record it again"
        )
    for number, (mine, other) in enumerate(zip(recorded, others, strict=True)):
        exact = of_trace or "[" not in other.source
        if exact and not torch.equal(mine.tensor, other.tensor):
            raise CannotCompare(
                f"the trace {trace.folder} was recorded with other values of input {number}: leave --input away, or "
                "record both sides with the same files"
            )


def share_weights(setting: Setting, weights: WeightMap) -> None:
    """Give both sides the same weights: those of the trace, if one is there.

    Raises:
        CannotCompare: if a trace holds no values, or two traces hold different ones.
    """
    for side in setting.sides:
        trace = recorded_side(side)
        if trace is not None and any(w.tensor.at is None and w.same_as is None for w in trace.weights):
            raise CannotCompare(
                f"the trace {trace.folder} holds no values of weights: record it again without --no-weights"
            )
    if setting.reference.is_recorded and setting.port.is_recorded:
        for entry in weights.mapped:
            _check_equal(entry)
    elif setting.port.is_recorded:
        weights.copy_back()
    else:
        weights.copy()


def _check_equal(entry: Mapped) -> None:
    figures = measure(entry.value(), entry.part(entry.port.tensor.detach()), dtypes=False)
    if figures.max_abs:
        raise CannotCompare(
            f"the traces were recorded with different weights: {entry.port.name} differs from {entry.reference.name} "
            f"by {figures.max_abs:.1e}; record both with the same --weights FILE"
        )
