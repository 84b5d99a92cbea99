"""The forward stage: both nets run in float64 and in the working precision, compared call by call as they run.

Only the reference's activations are kept (in float64, and in the working precision until the port has run in it); the
port's are compared the moment they appear. Seven forwards in all: two plain ones that pair the layers and set the
scale of the seeded statistics, the reference in float64 and twice in the working precision (the second on inputs
moved by one ulp, for its own noise), the port in float64 and in the working precision.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import torch

from parity.errors import CannotCompare, describe
from parity.inputs import Input
from parity.loading import at_fault
from parity.metrics import error_norms, measure, sampled_norms
from parity.pairing import Pairing
from parity.report.model import ErrorMetrics, Errors
from parity.subjects.base import Subject
from parity.tolerance import SMALL_TENSOR, SURE_RELATIVE, Norms, judge, least_noise, same_in_float64
from parity.trace import Call, Key, Listener, Named, Run, Trace, record

DTYPES = {"float32": torch.float32, "float16": torch.float16, "bfloat16": torch.bfloat16}


@dataclass(slots=True)
class TensorResult:
    """One output tensor of one pair of calls.

    Attributes:
        path: its place in the returned structure.
        metrics64, norms64: the float64 comparison; None if there was none.
        metrics32: working precision, port against reference.
        norms32: working precision of the port against the reference in float64.
        own32: the reference itself in working precision against float64.
        noise: norm of the reference's own error in working precision, the greatest of its runs.
        numel: elements.
    """

    path: str
    metrics64: ErrorMetrics | None = None
    norms64: Norms | None = None
    metrics32: ErrorMetrics | None = None
    norms32: Norms | None = None
    own32: Norms | None = None
    noise: float = 0.0
    numel: int = 0


@dataclass(slots=True)
class CallResult:
    """What was measured of one pair of calls, free-running.

    Attributes:
        outputs: by position; as many as the side with fewer.
        count: number of output tensors of both sides.
        input_norms: of the float64 inputs, by position; None if not compared.
        ran: True if the port's call came to its end in float64 (or, without float64, in working precision).
        raised: what the port's call raised.
    """

    outputs: list[TensorResult] = field(default_factory=list)
    count: tuple[int, int] = (0, 0)
    input_norms: list[Norms] | None = None
    ran: bool = False
    raised: BaseException | None = None


@dataclass(slots=True)
class Forward:
    """Everything the forward stage measured.

    Attributes:
        results: by the reference's call.
        port_calls: the port's float64 calls (or working-precision ones) by key: forms of arguments, exceptions.
        reference64: the reference's float64 run with its tensors; its working-precision run where float64 is
            impossible.
        outputs: names and counts of the nets' outputs.
        dtype: the working precision.
        no_float64: why there is no float64 comparison, or "".
        plain_seconds: plain time of the four forwards that the comparison is about.
        port_raised: the exception that ended the port's run, or None.
        median_noise: median relative noise over all tensors.
    """

    results: dict[Key, CallResult]
    port_calls: dict[Key, Call]
    reference64: Trace
    dtype: torch.dtype
    no_float64: str = ""
    plain_seconds: float = 0.0
    port_raised: Exception | None = None
    median_noise: float = 0.0

    def same(self, result: CallResult) -> bool:
        """Tell whether all outputs of a pair of calls agree."""
        if not result.ran or result.count[0] != result.count[1]:
            return False
        return all(self.tensor_same(tensor) for tensor in result.outputs)

    def tensor_same(self, tensor: TensorResult) -> bool:
        """Tell whether one pair of tensors agrees: by the float64 figures, or by the noise ratio without them."""
        metrics = tensor.metrics32 if self.no_float64 else tensor.metrics64
        if metrics is None or metrics.shapes_differ or metrics.nan_mismatch or metrics.inf_mismatch:
            return False
        if self.no_float64 or tensor.norms64 is None:
            ratio = self.ratio(tensor)
            return ratio is not None and judge(ratio) != "fail"
        return same_in_float64(tensor.norms64, tensor.noise)

    def noise_of(self, tensor: TensorResult) -> float | None:
        """Return the relative noise floor of a tensor."""
        norms = tensor.norms32
        if norms is None or not norms.reference:
            return None
        own = tensor.noise / norms.reference
        if tensor.numel < SMALL_TENSOR:
            own = max(own, self.median_noise)
        return max(own, least_noise(self.dtype))

    def ratio(self, tensor: TensorResult) -> float | None:
        """Return the port's error in working precision over the reference's noise."""
        noise = self.noise_of(tensor)
        if noise is None or tensor.norms32 is None:
            return None
        return tensor.norms32.relative / noise

    def errors(self, tensor: TensorResult) -> Errors:
        """Return the report's form of a tensor's figures."""
        ratio = self.ratio(tensor)
        return Errors(
            float64=tensor.metrics64,
            float32=tensor.metrics32,
            noise=self.noise_of(tensor),
            ratio=ratio,
            judgement=judge(ratio) if ratio is not None else None,
        )

    def inputs_agree(self, result: CallResult) -> bool | None:
        """Tell whether a port call's own inputs equal the reference's; None where that was not measured."""
        if result.input_norms is None:
            return None
        return all(norms.error <= SURE_RELATIVE * norms.reference for norms in result.input_norms)


@dataclass(frozen=True, slots=True)
class Stage:
    """What the forward stage works on.

    Args:
        reference, port (Subject): the nets.
        inputs (tuple[Input, ...]): the inputs.
        pairing (Pairing): which call is which.
        dtype (str): the working precision.
        seed (int): seeds random layers.
        progress (Callable[[str], None]): told what is being done.
    """

    reference: Subject
    port: Subject
    inputs: tuple[Input, ...]
    pairing: Pairing
    dtype: str
    seed: int
    progress: Callable[[str], None]

    def run(
        self,
        subject: Subject,
        dtype: torch.dtype | None,
        *,
        moved: bool = False,
        hold: bool = False,
        enter: Listener | None = None,
        listener: Listener | None = None,
    ) -> Trace:
        """Run one net once."""
        tensors = self.tensors(dtype or torch.float32, moved=moved)
        order = self.reference.parameter_names()
        return record(subject, Run(self.inputs, tensors, order, self.seed, hold, enter, listener, dtype))

    def tensors(self, dtype: torch.dtype, *, moved: bool = False) -> list[torch.Tensor]:
        """Return the inputs in `dtype`: always the values they have in the working precision."""
        working = DTYPES[self.dtype]
        result: list[torch.Tensor] = []
        for entry in self.inputs:
            tensor = entry.tensor
            if tensor.is_floating_point():
                tensor = tensor.to(working)
                tensor = (_move(tensor, self.seed) if moved else tensor).to(dtype)
            result.append(tensor)
        return result


def _move(tensor: torch.Tensor, seed: int) -> torch.Tensor:
    """Return `tensor` with every element moved by one unit in the last place, up or down at random."""
    generator = torch.Generator().manual_seed(seed + 1)
    up = torch.rand(tensor.shape, generator=generator) < 0.5
    step = torch.finfo(tensor.dtype).eps
    if tensor.dtype != torch.float32:
        return tensor * torch.where(up, 1 + step, 1 - step).to(tensor.dtype)
    limit = torch.where(up, torch.inf, -torch.inf)
    return torch.nextafter(tensor, limit)


def run_forward(stage: Stage) -> Forward:
    """Run both nets and measure every paired call.

    Raises:
        CannotCompare: if the reference does not run on the inputs, or gives NaN.
    """
    working = DTYPES[stage.dtype]
    as_built = None if stage.dtype == "float32" else working
    stage.progress("reference, float64")
    reference64 = stage.run(stage.reference, torch.float64, hold=True)
    no_float64 = _why_not(reference64, "reference")
    stage.progress(f"reference, {stage.dtype}")
    reference32 = stage.run(stage.reference, as_built, hold=True)
    require_reference(reference32, stage.reference)
    base = reference32 if no_float64 else reference64
    forward = Forward({}, {}, base, working, no_float64, reference64.seconds + reference32.seconds)
    _prepare(forward, stage.pairing)
    if not no_float64:
        _run_port64(forward, stage)
    base = forward.reference64
    if not forward.no_float64:
        for key, call in reference32.calls.items():
            _note_noise(forward, key, base.calls.get(key), call.held_outputs)
    stage.progress("reference, moved by one ulp")
    _measure_noise(forward, stage, as_built, base)
    stage.progress(f"port, {stage.dtype}")
    _run_port32(forward, stage, as_built, reference32)
    if reference32 is not base:
        reference32.release()
    noises = [n for r in forward.results.values() for t in r.outputs if (n := _relative_noise(t)) is not None]
    forward.median_noise = statistics.median(noises) if noises else 0.0
    return forward


def _relative_noise(tensor: TensorResult) -> float | None:
    if tensor.norms32 is None or not tensor.norms32.reference or not tensor.noise:
        return None
    return tensor.noise / tensor.norms32.reference


def _why_not(trace: Trace, role: str) -> str:
    return f"the {role} does not run in float64 ({describe(trace.raised)})" if trace.raised is not None else ""


def require_reference(trace: Trace, subject: Subject) -> None:
    """Refuse a reference that gives nothing to compare with.

    Raises:
        CannotCompare: if it raised, returned no tensor, or returned NaN.
    """
    if trace.raised is not None:
        raise CannotCompare(
            f"the {subject.role} {subject.name} does not run on these inputs: {at_fault(trace.raised)}; "
            "check the number, rank and dtype of the inputs (--input)"
        ) from trace.raised
    if not trace.outputs:
        raise CannotCompare(f"the {subject.role} {subject.name} returns no tensor; there is nothing to compare")
    for path, tensor in trace.outputs:
        if tensor.is_floating_point() and bool(tensor.isnan().any()):
            first = next((c for c in trace.leaves if _has_nan(c.held_outputs) and not _has_nan(c.held_inputs)), None)
            where = f", first seen in layer {first.layer.path or subject.name}" if first else ""
            raise CannotCompare(
                f"the reference's {path} holds NaN{where}: nothing can be compared with it; choose inputs or weights "
                "that give numbers"
            )


def _has_nan(tensors: Named) -> bool:
    return any(tensor.is_floating_point() and bool(tensor.isnan().any()) for _, tensor in tensors)


def _prepare(forward: Forward, pairing: Pairing) -> None:
    for pair in pairing.pairs:
        if pair.reference is not None and pair.port is not None:
            forward.results[pair.reference.key] = CallResult()


def _run_port64(forward: Forward, stage: Stage) -> None:
    partner = stage.pairing.by_port()
    reference = forward.reference64

    def enter(call: Call, inputs: Named, __: Named) -> None:
        base = _base(reference, partner, call)
        if base is not None:
            result = forward.results[base.key]
            result.input_norms = [
                Norms(*error_norms(a, b)) for (_, a), (_, b) in zip(base.held_inputs, inputs, strict=False)
            ]

    def leave(call: Call, __: Named, outputs: Named) -> None:
        base = _base(reference, partner, call)
        if base is not None:
            result = forward.results[base.key]
            result.ran = True
            result.count = (len(base.held_outputs), len(outputs))
            for (path, a), (_, b) in zip(base.held_outputs, outputs, strict=False):
                result.outputs.append(compare_tensors(path, a, b))

    stage.progress("port, float64")
    trace = stage.run(stage.port, torch.float64, enter=enter, listener=leave)
    if trace.raised is not None and _only_in_float64(stage):
        forward.no_float64 = _why_not(trace, "port")
        _prepare(forward, stage.pairing)
        return
    forward.plain_seconds += trace.seconds
    forward.port_calls = trace.calls
    forward.port_raised = trace.raised
    _note_raised(forward, trace, partner)


def compare_tensors(path: str, reference: torch.Tensor, port: torch.Tensor) -> TensorResult:
    """Compare two float64 tensors."""
    metrics = measure(reference, port, dtypes=False)
    norms = Norms(*error_norms(reference, port)) if metrics.max_abs else Norms(0.0, 1.0)
    if metrics.max_abs is None:
        norms = Norms(*error_norms(reference, port))
    return TensorResult(path, metrics, norms, numel=reference.numel())


def _only_in_float64(stage: Stage) -> bool:
    """Tell whether the port, which raised in float64, runs in the working precision."""
    as_built = None if stage.dtype == "float32" else DTYPES[stage.dtype]
    return stage.run(stage.port, as_built).raised is None


def _note_raised(forward: Forward, trace: Trace, partner: dict[Key, Call]) -> None:
    for call in trace.calls.values():
        if call.raised is not None and call.key in partner:
            forward.results[partner[call.key].key].raised = call.raised


def _base(reference: Trace, partner: dict[Key, Call], call: Call) -> Call | None:
    paired = partner.get(call.key)
    return reference.calls.get(paired.key) if paired is not None else None


def _measure_noise(forward: Forward, stage: Stage, as_built: torch.dtype | None, base: Trace) -> None:
    def leave(call: Call, __: Named, outputs: Named) -> None:
        _note_noise(forward, call.key, base.calls.get(call.key), outputs)

    if any(entry.tensor.is_floating_point() for entry in stage.inputs):
        stage.run(stage.reference, as_built, moved=True, listener=leave)


def _note_noise(forward: Forward, key: Key, base: Call | None, outputs: Named) -> None:
    result = forward.results.get(key)
    if result is None or base is None:
        return
    while len(result.outputs) < min(len(base.held_outputs), len(outputs)):
        name, held = base.held_outputs[len(result.outputs)]
        result.outputs.append(TensorResult(name, numel=held.numel()))
    for entry, (_, a), (_, b) in zip(result.outputs, base.held_outputs, outputs, strict=False):
        norms = Norms(*sampled_norms(a, b))
        entry.own32 = entry.own32 or norms
        entry.noise = max(entry.noise, norms.error)


def _run_port32(forward: Forward, stage: Stage, as_built: torch.dtype | None, reference32: Trace) -> None:
    partner = stage.pairing.by_port()
    base = forward.reference64

    def leave(call: Call, __: Named, outputs: Named) -> None:
        paired = partner.get(call.key)
        if paired is None or paired.key not in base.calls:
            return
        result = forward.results[paired.key]
        exact = base.calls[paired.key].held_outputs
        own = reference32.calls[paired.key].held_outputs if paired.key in reference32.calls else []
        if forward.no_float64:
            result.ran = True
            result.count = (len(exact), len(outputs))
        while len(result.outputs) < min(len(exact), len(outputs)):
            name, held = exact[len(result.outputs)]
            result.outputs.append(TensorResult(name, numel=held.numel()))
        for index, (entry, (_, tensor)) in enumerate(zip(result.outputs, outputs, strict=False)):
            if index < len(own):
                entry.metrics32 = measure(own[index][1], tensor)
            unchanged = entry.metrics32 is not None and entry.metrics32.max_abs == 0.0 and entry.own32 is not None
            entry.norms32 = entry.own32 if unchanged else _norms32(exact[index][1], tensor)

    trace = stage.run(stage.port, as_built, listener=leave)
    forward.plain_seconds += trace.seconds
    if forward.no_float64:
        forward.port_calls = trace.calls
        forward.port_raised = trace.raised
        _note_raised(forward, trace, partner)


def _norms32(exact: torch.Tensor, tensor: torch.Tensor) -> Norms:
    error, norm = error_norms(exact, tensor)
    if not error:
        norm = float(torch.linalg.vector_norm(exact.to(torch.float64)))
    return Norms(error, norm)


def elapsed(since: float) -> float:
    """Return the seconds since a `time.perf_counter` reading."""
    return time.perf_counter() - since
