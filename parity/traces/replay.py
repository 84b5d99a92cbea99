"""The forward stage where one side or both are traces.

A trace was recorded in its net's own precision, so the noise rule alone decides. The side that can be run gives the
measure: its float64 run is taken as exact, and what its own float32 runs are off from that is the noise. Where both
sides are traces the noise is estimated from the depth.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import torch

from parity.code.faults import raise_own
from parity.forward.forcing import invoke
from parity.forward.results import DTYPES, CallResult, Comparison, Forward, TensorResult
from parity.forward.runs import require_reference
from parity.locate.localise import Located, Locator, forced_same
from parity.measure.judgement import Norms, least_noise
from parity.measure.metrics import error_norms, measure
from parity.measure.thresholds import NOISE_PER_LAYER
from parity.nets.base import Subject
from parity.nets.trace import Call, Key, Named, Trace
from parity.pair.layers import CallPair
from parity.recording.tensors import project
from parity.report.model import ErrorMetrics
from parity.traces.file import TraceFile
from parity.traces.subject import Shell, recorded_side


@dataclass(frozen=True, slots=True)
class Value:
    """One tensor as far as it is known: its values, or its projections and counts."""

    shape: tuple[int, ...]
    tensor: torch.Tensor | None = None
    figures: Mapping[str, Any] | None = None

    @property
    def known(self) -> bool:
        """Tell whether it can be compared."""
        return self.tensor is not None or self.figures is not None

    def projection(self) -> np.ndarray[Any, Any]:
        """Return the projections of the finite elements."""
        if self.figures is not None:
            return np.asarray(self.figures["projection"], np.float64)
        assert self.tensor is not None
        wide = torch.view_as_real(self.tensor) if self.tensor.is_complex() else self.tensor
        values = wide.detach().to(torch.float64).reshape(-1).numpy()
        return np.asarray(project(np.where(np.isfinite(values), values, 0.0)), np.float64)

    def norm(self) -> float:
        """Return the L2 norm."""
        if self.figures is not None:
            return float(self.figures["l2"])
        assert self.tensor is not None
        return error_norms(torch.zeros_like(self.tensor), self.tensor)[0]

    def odd(self) -> tuple[int, int]:
        """Return the numbers of NaN and of infinite elements."""
        if self.figures is not None:
            return int(self.figures["nan"]), int(self.figures["inf"])
        assert self.tensor is not None
        return int(self.tensor.isnan().sum()), int(self.tensor.isinf().sum())


def compare_values(reference: Value, port: Value) -> tuple[ErrorMetrics, Norms]:
    """Compare two tensors by their values, or by projections: their mean square is that of the difference."""
    if reference.shape != port.shape:
        return ErrorMetrics(reference_shape=reference.shape, port_shape=port.shape), Norms(math.inf, 1.0)
    if reference.tensor is not None and port.tensor is not None:
        error, norm = error_norms(reference.tensor, port.tensor)
        return measure(reference.tensor, port.tensor), Norms(error, norm if error else reference.norm())
    apart = reference.projection() - port.projection()
    error, norm = float(np.sqrt(np.mean(apart**2))), reference.norm()
    nan, inf = (abs(a - b) for a, b in zip(reference.odd(), port.odd(), strict=True))
    relative = error / norm if norm else (0.0 if not error else math.inf)
    return ErrorMetrics(rel_l2=relative, nan_mismatch=nan, inf_mismatch=inf), Norms(error, norm)


class _Side:
    """The values of one run, held or recorded, by call."""

    def __init__(self, trace: Trace, file: TraceFile | None) -> None:
        self.trace = trace
        self._stored = {call.key: call for call in file.calls} if file is not None else {}

    def outputs(self, key: Key) -> list[Value]:
        """Return what a call returned."""
        return self._values(key, outputs=True)

    def inputs(self, key: Key) -> list[Value]:
        """Return what a call was given."""
        return self._values(key, outputs=False)

    def _values(self, key: Key, *, outputs: bool) -> list[Value]:
        call = self.trace.calls.get(key)
        if call is None:
            return []
        held = call.held_outputs if outputs else call.held_inputs
        shapes = call.outputs if outputs else call.inputs
        if key not in self._stored:
            return [Value(tuple(tensor.shape), tensor) for _, tensor in held]
        stored = self._stored[key].outputs if outputs else self._stored[key].inputs
        tensors = [tensor for _, tensor in held] if held else [None] * len(shapes)
        return [Value(s.shape, tensor, s.statistics) for s, tensor in zip(stored, tensors, strict=True)]


@dataclass(frozen=True, slots=True)
class _Sides:
    """All runs at hand.

    Attributes:
        reference, port: what is compared.
        exact: the float64 run of the side that can be run; None where neither can.
        rough: its runs in the working precision.
        live_is_port: which side that is.
        greatest: the greatest ratio of an error to the noise that is none.
    """

    reference: _Side
    port: _Side
    exact: _Side | None
    rough: list[_Side]
    live_is_port: bool
    greatest: float


def run_recorded(comparison: Comparison) -> Forward:
    """Compare what was recorded with a run of the other side, or with another record.

    Raises:
        CannotCompare: if the reference does not run on the inputs, did not run when it was recorded, or gives NaN.
    """
    working = DTYPES[comparison.dtype]
    sides = _runs(comparison, working)
    left, right = sides.reference.trace, sides.port.trace
    require_reference(left, comparison)
    which = "sides are traces" if sides.exact is None else f"{'reference' if sides.live_is_port else 'port'} is a trace"
    why = f"{'both' if sides.exact is None else 'the'} {which} in {comparison.dtype}"
    seconds = left.seconds + right.seconds
    forward = Forward({}, right.calls, left, working, why, seconds, thresholds=comparison.thresholds)
    forward.port_raised = right.raised
    for index, pair in enumerate(comparison.pairing.pairs):
        if pair.reference is not None and pair.port is not None:
            forward.results[pair.reference.key] = _result(sides, pair, index, working)
    noises = [n for r in forward.results.values() for t in r.outputs if (n := _relative_noise(t))]
    forward.median_noise = statistics.median(noises) if noises else 0.0
    return forward


def _relative_noise(tensor: TensorResult) -> float:
    return tensor.noise / tensor.norms32.reference if tensor.norms32 is not None and tensor.norms32.reference else 0.0


def _runs(comparison: Comparison, working: torch.dtype) -> _Sides:
    greatest = comparison.thresholds.noise
    files = (recorded_side(comparison.reference), recorded_side(comparison.port))
    as_built = None if comparison.dtype == "float32" else working
    if files[0] is not None and files[1] is not None:
        traces = (comparison.run(comparison.reference, None), comparison.run(comparison.port, None))
        return _Sides(
            _Side(traces[0], files[0]), _Side(traces[1], files[1]), None, [], live_is_port=False, greatest=greatest
        )
    live_is_port = files[0] is not None
    live, other = (comparison.port, comparison.reference) if live_is_port else (comparison.reference, comparison.port)
    role = "port" if live_is_port else "reference"
    comparison.progress(f"{role}, float64")
    exact = comparison.run(live, torch.float64, hold=True)
    comparison.progress(f"{role}, {comparison.dtype}")
    rough = comparison.run(live, as_built, hold=True)
    comparison.progress(f"{role}, moved by one ulp")
    moved = comparison.run(live, as_built, moved=True, hold=True)
    played = comparison.run(other, None)
    if exact.raised is not None and rough.raised is None:
        exact = rough
    recorded = _Side(played, files[0] or files[1])
    mine = _Side(rough, None)
    sides = (recorded, mine) if live_is_port else (mine, recorded)
    return _Sides(*sides, _Side(exact, None), [mine, _Side(moved, None)], live_is_port=live_is_port, greatest=greatest)


def _result(sides: _Sides, pair: CallPair, index: int, dtype: torch.dtype) -> CallResult:
    assert pair.reference is not None
    assert pair.port is not None
    left, right = sides.reference.outputs(pair.reference.key), sides.port.outputs(pair.port.key)
    port = sides.port.trace.calls.get(pair.port.key)
    result = CallResult(count=(len(left), len(right)), ran=port is not None and port.done)
    result.raised = port.raised if port is not None else None
    live = pair.port.key if sides.live_is_port else pair.reference.key
    for number, (a, b) in enumerate(zip(left, right, strict=False)):
        if not (a.known and b.known):
            continue
        entry = TensorResult(f"[{number}]" if len(left) > 1 else "", numel=math.prod(a.shape))
        entry.metrics32, entry.norms32 = compare_values(a, b)
        if sides.exact is None:
            entry.noise = least_noise(dtype) * NOISE_PER_LAYER * math.sqrt(1 + index) * entry.norms32.reference
        else:
            entry.noise = _noise(sides, live, number, outputs=True)
            exact = sides.exact.outputs(live)
            if number < len(exact):
                entry.norms32 = compare_values(exact[number], a if sides.live_is_port else b)[1]
        result.outputs.append(entry)
    result.input_norms = _inputs(sides, pair, dtype)
    return result


def _noise(sides: _Sides, key: Key, number: int, *, outputs: bool) -> float:
    """Return the norm of the live side's own error in the working precision, the greatest of its runs."""
    assert sides.exact is not None
    found = [0.0]
    for rough in sides.rough:
        pair = [side.outputs(key) if outputs else side.inputs(key) for side in (sides.exact, rough)]
        if all(number < len(values) for values in pair):
            found.append(compare_values(pair[0][number], pair[1][number])[1].error)
    return max(value for value in found if math.isfinite(value))


def _inputs(sides: _Sides, pair: CallPair, dtype: torch.dtype) -> list[Norms] | None:
    """Return norms that say of each input whether it agrees within the noise: no error, or an infinite one."""
    assert pair.reference is not None
    assert pair.port is not None
    left, right = sides.reference.inputs(pair.reference.key), sides.port.inputs(pair.port.key)
    if not left or len(left) != len(right) or not all(value.known for value in left + right):
        return None
    live = pair.port.key if sides.live_is_port else pair.reference.key
    found: list[Norms] = []
    for number, (a, b) in enumerate(zip(left, right, strict=True)):
        norms = compare_values(a, b)[1]
        noise = _noise(sides, live, number, outputs=False) if sides.exact is not None else 0.0
        estimate = NOISE_PER_LAYER if sides.exact is None else 1.0
        allowed = sides.greatest * max(noise, least_noise(dtype) * estimate * norms.reference)
        found.append(Norms(0.0 if norms.error <= allowed else math.inf, 1.0))
    return found


def comparable(pair: CallPair, forward: Forward) -> bool:
    """Tell whether the values of a matched pair's outputs are known on both sides."""
    if pair.reference is None or pair.port is None:
        return True
    result = forward.results.get(pair.reference.key)
    if result is None or result.raised is not None or not result.ran:
        return True
    return result.count[0] != result.count[1] or len(result.outputs) == result.count[0]


class RecordedLocator(Locator):
    """Tells which layer makes a difference by feeding the layers that can be run with what was recorded.

    Where the port is live its layers are given the recorded reference's inputs. Where the port is the trace, the
    reference's layers are given the port's recorded inputs, and the recorded outputs are compared with theirs.
    """

    def _judge(self, pair: CallPair, reference: Call, port: Call) -> Located:
        result = self.forward.results[reference.key]
        agree = self.forward.inputs_agree(result)
        forced = [replace(t, metrics64=t.metrics32, norms64=t.norms32) for t in result.outputs]
        located = Located(pair, "same", result.outputs, forced, result.raised, agree, result.count)
        if self.forward.same(result) and len(result.outputs) == result.count[0]:
            return located
        if result.raised is not None or not result.ran:
            located.status = "introduced" if result.raised is not None else "unmatched"
            return located
        run = self._forced(reference, port)
        if run is None:
            located.status = "amplified" if agree is False else "introduced"
            return located
        located.raised, located.forced, located.counts = run.raised, run.outputs, run.counts
        located.status = "amplified" if self._agrees_when_forced(run, result) else "introduced"
        return located

    def _agrees_when_forced(self, run: _Forced, free: CallResult) -> bool:
        if run.raised is not None or run.counts[0] != run.counts[1]:
            return False
        for index, tensor in enumerate(run.outputs):
            if index < len(free.outputs):  # a kernel may be as imprecise as the whole net is before it
                tensor.noise = max(tensor.noise, free.outputs[index].noise)
            if not forced_same(tensor, self.forward):
                return False
        return True

    def _forced(self, reference: Call, port: Call) -> _Forced | None:
        left, right = self.comparison.reference, self.comparison.port
        trace_is_port = recorded_side(right) is not None
        # the record must hold the input; what runs is the other side, or its rebuilt layer
        base = self.forward.port_calls.get(port.key, port) if trace_is_port else reference
        subject, runs = (left, reference) if trace_is_port else (right, port)
        recorded = (
            self.forward.port_calls.get(port.key) if trace_is_port else self.forward.reference64.calls.get(base.key)
        )
        if recorded is None or not recorded.done or len(recorded.held_outputs) != len(recorded.outputs):
            return None
        if len(recorded.held_inputs) != len(recorded.inputs) or isinstance(runs.layer.module, Shell):
            return None
        trace = self.forward.reference64.calls if trace_is_port else self.forward.port_calls
        arguments = trace.get(runs.key, runs).arguments
        return _force(subject, runs.layer.module, arguments, recorded, self.comparison, port_runs=not trace_is_port)


@dataclass(slots=True)
class _Forced:
    outputs: list[TensorResult]
    counts: tuple[int, int]
    raised: Exception | None = None


def _force(
    subject: Subject,
    module: torch.nn.Module,
    arguments: object,
    recorded: Call,
    comparison: Comparison,
    *,
    port_runs: bool,
) -> _Forced:
    """Run a layer on recorded inputs, in float64 and in the working precision, against the recorded outputs."""
    runs: list[Named] = []
    working = DTYPES[comparison.dtype]
    for dtype in (torch.float64, working):
        inputs = [t.to(dtype) if t.is_floating_point() else t.clone() for _, t in recorded.held_inputs]
        try:
            with _part_in(subject, module, dtype):
                runs.append(invoke(subject, module, arguments, inputs, comparison.seed))
        except Exception as error:  # noqa: BLE001 - that it raises is the result
            raise_own(error)
            if dtype == working:
                count = len(recorded.outputs)
                return _Forced([], (count, 0) if port_runs else (0, count), error if port_runs else None)
    exact, rough = runs[0], runs[-1]
    held = recorded.held_outputs
    results: list[TensorResult] = []
    for (path, kept), (_, fine), (_, coarse) in zip(held, exact, rough, strict=False):
        pair = (kept, coarse) if port_runs else (coarse, kept)
        norms = compare_values(Value(tuple(fine.shape), fine), Value(tuple(kept.shape), kept))[1]
        noise = error_norms(fine, coarse)[0]
        metrics = measure(*pair, dtypes=False)
        results.append(TensorResult(path, metrics, norms, metrics, norms, None, noise, kept.numel()))
    counts = (len(held), len(exact)) if port_runs else (len(exact), len(held))
    return _Forced(results, counts)


@contextmanager
def _part_in(subject: Subject, module: torch.nn.Module, dtype: torch.dtype) -> Iterator[None]:
    """Hold a part of a net in `dtype`, and undo whatever running it does to its statistics."""
    parameters = {id(p): p for _, p in torch.nn.Module.named_parameters(module)}
    saved = [(p, p.data) for p in parameters.values()]
    parts = list(module.modules())
    buffers = [(m, name, b) for m in parts for name, b in m._buffers.items() if b is not None]
    stray = [(m, n, t) for m in parts for n, t in list(subject.stray_tensors(m)) if t.is_floating_point()]
    try:
        for parameter, data in saved:
            parameter.data = data.to(dtype, copy=True) if data.is_floating_point() else data.clone()
        for part, name, buffer in buffers:
            part._buffers[name] = buffer.to(dtype, copy=True) if buffer.is_floating_point() else buffer.clone()
        for part, name, tensor in stray:
            subject.set_stray_tensor(part, name, tensor.to(dtype))
        yield
    finally:
        for parameter, data in saved:
            parameter.data = data
        for part, name, buffer in buffers:
            part._buffers[name] = buffer
        for part, name, tensor in stray:
            subject.set_stray_tensor(part, name, tensor)
