"""The forward stage: both nets run in float64 and in the working precision, compared call by call as they run.

Only the reference's activations are kept (in float64, and in the working precision until the port has run in it); the
port's are compared the moment they appear. Seven forwards in all: two plain ones that pair the layers and set the
scale of the seeded statistics, the reference in float64 and twice in the working precision (the second on inputs
moved by one ulp, for its own noise), the port in float64 and in the working precision. Where memory is bounded, these
five are made once for each window of calls.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import torch

from parity.errors import CannotCompare, describe
from parity.inputs import Input
from parity.loading import at_fault
from parity.metrics import error_norms, measure, sampled_norms
from parity.pairing import Pairing
from parity.repeat import require_repeatable
from parity.report.model import ErrorMetrics, Errors
from parity.subjects.base import Subject
from parity.tolerance import SMALL_TENSOR, SURE_RELATIVE, Norms, judge, least_noise, same_in_float64
from parity.trace import Call, Key, Listener, Named, Run, Trace, held_bytes, record
from parity.windows import Shelf, Window, windows_of

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
class Memory:
    """What a comparison held.

    Attributes:
        activations: bytes of the reference's activations in float64 (or in the working precision without it).
        peak: greatest number of bytes held at once.
        held: bytes held now.
        windows: into how many windows the calls were divided.
    """

    activations: int = 0
    peak: int = 0
    held: int = 0
    windows: int = 1

    def note(self, more: int = 0) -> None:
        """Take note of what is held now, and of so many bytes more."""
        self.peak = max(self.peak, self.held + more)


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
        memory: what was held.
    """

    results: dict[Key, CallResult]
    port_calls: dict[Key, Call]
    reference64: Trace
    dtype: torch.dtype
    no_float64: str = ""
    plain_seconds: float = 0.0
    port_raised: Exception | None = None
    median_noise: float = 0.0
    memory: Memory = field(default_factory=Memory)

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
        max_memory (int): bytes of the reference's activations to hold at most; 0: no bound. Default: ``0``.
        chosen (bool): compare the calls of `pairing` only and hold no others. Default: ``False``.
        earlier (tuple[torch.Tensor, ...]): outputs of an equal run of the reference in float32, if there was one.
    """

    reference: Subject
    port: Subject
    inputs: tuple[Input, ...]
    pairing: Pairing
    dtype: str
    seed: int
    progress: Callable[[str], None]
    max_memory: int = 0
    chosen: bool = False
    earlier: tuple[torch.Tensor, ...] = ()

    def run(
        self,
        subject: Subject,
        dtype: torch.dtype | None,
        *,
        moved: bool = False,
        hold: bool = False,
        enter: Listener | None = None,
        listener: Listener | None = None,
        only: Window | None = None,
    ) -> Trace:
        """Run one net once."""
        tensors = self.tensors(dtype or torch.float32, moved=moved)
        order = self.reference.parameter_names()
        run = Run(self.inputs, tensors, order, self.seed, hold, enter, listener, dtype, only=only)
        if subject is self.port:
            run = replace(run, partners={key: call.layer.path for key, call in self.pairing.by_port().items()})
        return record(subject, run)

    @property
    def as_built(self) -> torch.dtype | None:
        """The precision to put a net in for its run in the working precision; None: as it was built."""
        return None if self.dtype == "float32" else DTYPES[self.dtype]

    @property
    def wanted(self) -> Window | None:
        """The calls of the reference to hold; None: all."""
        if not self.chosen:
            return None
        return frozenset(pair.reference.key for pair in self.pairing.pairs if pair.reference is not None)

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
        CannotCompare: if the reference does not run on the inputs, gives NaN, or is not deterministic.
    """
    references = _references(stage)
    no_float64 = _why_not(references.exact, "reference")
    own = references.own
    exact = own if no_float64 else references.exact
    seconds = references.exact.seconds + own.seconds
    forward = Forward({}, {}, exact, DTYPES[stage.dtype], no_float64, seconds, memory=references.memory)
    for pair in stage.pairing.pairs:
        if pair.reference is not None and pair.port is not None:
            forward.results[pair.reference.key] = CallResult()
    for number, window in enumerate(references.windows):
        references.load(window)
        passing = _Passing(stage, forward, exact, own, window)
        if not forward.no_float64:
            passing.port64(first=not number)
        if exact is not own:
            passing.note_own_noise()
        stage.progress("reference, moved by one ulp")
        passing.measure_noise()
        stage.progress(f"port, {stage.dtype}")
        passing.port32(first=not number)
    references.account()
    if forward.no_float64:  # what the port is fed must be in the precision that it runs in
        forward.reference64 = own
    for trace in (exact, own):
        if trace is not forward.reference64:
            trace.release()
    noises = [n for r in forward.results.values() for t in r.outputs if (n := _relative_noise(t)) is not None]
    forward.median_noise = statistics.median(noises) if noises else 0.0
    return forward


@dataclass(slots=True)
class _References:
    """The reference's runs in float64 and in the working precision, whole or by windows."""

    exact: Trace
    own: Trace
    windows: tuple[Window | None, ...]
    memory: Memory
    shelves: tuple[Shelf, ...] = ()

    def load(self, window: Window | None) -> None:
        """Hold a window in both precisions."""
        if window is not None:
            for shelf in self.shelves:
                shelf.load(window)
            self.memory.held = sum(shelf.held for shelf in self.shelves)
            self.memory.note()

    def account(self) -> None:
        """Sum up what was held."""
        exact = self.own if self.exact.raised is not None else self.exact
        if self.shelves:
            self.memory.activations = next(shelf.total for shelf in self.shelves if shelf.trace is exact)
        else:
            self.memory.activations = held_bytes(exact)
            self.memory.note(held_bytes(self.own) + held_bytes(self.exact))
        self.memory.held = self.memory.activations // self.memory.windows


def _references(stage: Stage) -> _References:
    """Run the reference in both precisions, holding all or, where memory is bounded, nothing yet."""
    whole = not stage.max_memory
    stage.progress("reference, float64")
    exact = stage.run(stage.reference, torch.float64, hold=whole, only=stage.wanted)
    stage.progress(f"reference, {stage.dtype}")
    own = stage.run(stage.reference, stage.as_built, hold=whole, only=stage.wanted)
    require_reference(own, stage)
    if whole:
        return _References(exact, own, (None,), Memory())
    calls = [call for call in own.calls.values() if stage.wanted is None or call.key in stage.wanted]
    copies = 1 + DTYPES[stage.dtype].itemsize / 8
    windows = windows_of(calls, stage.max_memory, copies=copies)

    def held_in(dtype: torch.dtype | None) -> Callable[[Window], Trace]:
        return lambda window: stage.run(stage.reference, dtype, hold=True, only=window)

    shelves = [Shelf(held_in(stage.as_built), windows, own)]
    if exact.raised is None:
        shelves.append(Shelf(held_in(torch.float64), windows, exact))
    return _References(exact, own, windows, Memory(windows=len(windows)), tuple(shelves))


def _relative_noise(tensor: TensorResult) -> float | None:
    if tensor.norms32 is None or not tensor.norms32.reference or not tensor.noise:
        return None
    return tensor.noise / tensor.norms32.reference


def _why_not(trace: Trace, role: str) -> str:
    return f"the {role} does not run in float64 ({describe(trace.raised)})" if trace.raised is not None else ""


def require_reference(trace: Trace, stage: Stage) -> None:
    """Refuse a reference that gives nothing to compare with.

    Raises:
        CannotCompare: if it raised, returned no tensor, returned NaN, or gives another result each time.
    """
    subject = stage.reference
    if trace.raised is not None:
        raise CannotCompare(
            f"the {subject.role} {subject.name} does not run on these inputs: {at_fault(trace.raised)}; "
            "check the number, rank and dtype of the inputs (--input)"
        ) from trace.raised
    if not trace.outputs:
        raise CannotCompare(f"the {subject.role} {subject.name} returns no tensor; there is nothing to compare")
    for path, tensor in trace.outputs:
        if _has_nan([(path, tensor)]):
            raise CannotCompare(
                f"the reference's {path} holds NaN{_first_nan(trace, stage)}: nothing can be compared with it; choose "
                "inputs or weights that give numbers"
            )
    if stage.earlier and not _equal(stage.earlier, trace.outputs):
        require_repeatable(stage, subject)


def _first_nan(trace: Trace, stage: Stage) -> str:
    """Say in which layer of the reference NaN arises."""
    found = [c for c in trace.leaves if _has_nan(c.held_outputs) and not _has_nan(c.held_inputs)]

    def leave(call: Call, inputs: Named, outputs: Named) -> None:
        if not found and call.leaf and _has_nan(outputs) and not _has_nan(inputs):
            found.append(call)

    if not found:
        stage.run(stage.reference, stage.as_built, listener=leave)
    return f", first seen in layer {found[0].layer.path or stage.reference.name}" if found else ""


def _has_nan(tensors: Named) -> bool:
    return any(
        (tensor.is_floating_point() or tensor.is_complex()) and bool(tensor.isnan().any()) for _, tensor in tensors
    )


def _equal(earlier: tuple[torch.Tensor, ...], outputs: Named) -> bool:
    return len(earlier) == len(outputs) and all(
        one.dtype == other.dtype and one.shape == other.shape and torch.equal(one, other)
        for one, (_, other) in zip(earlier, outputs, strict=True)
    )


class _Passing:
    """The runs that are compared with the held window of the reference.

    Args:
        stage (Stage): the comparison.
        forward (Forward): takes the results.
        exact (Trace): the reference in float64, or `own` where that is impossible.
        own (Trace): the reference in the working precision.
        window (Window | None): the calls that are compared in this pass; None: all.
    """

    def __init__(self, stage: Stage, forward: Forward, exact: Trace, own: Trace, window: Window | None) -> None:
        self._stage = stage
        self._forward = forward
        self._exact = exact
        self._own = own
        self._window = window
        self._partner = stage.pairing.by_port()

    def port64(self, *, first: bool) -> None:
        """Compare the port in float64."""

        def enter(call: Call, inputs: Named, __: Named) -> None:
            base = self._base(call)
            if base is not None:
                self._forward.results[base.key].input_norms = [
                    Norms(*error_norms(a, b)) for (_, a), (_, b) in zip(base.held_inputs, inputs, strict=False)
                ]

        def leave(call: Call, __: Named, outputs: Named) -> None:
            base = self._base(call)
            if base is not None:
                result = self._forward.results[base.key]
                result.ran = True
                result.count = (len(base.held_outputs), len(outputs))
                for (path, a), (_, b) in zip(base.held_outputs, outputs, strict=False):
                    result.outputs.append(compare_tensors(path, a, b))

        self._stage.progress("port, float64")
        trace = self._stage.run(self._stage.port, torch.float64, enter=enter, listener=leave)
        if first and trace.raised is not None and self._runs_as_built():
            self._forward.no_float64 = _why_not(trace, "port")
            for key in self._forward.results:
                self._forward.results[key] = CallResult()
            return
        self._take(trace, first=first)

    def _runs_as_built(self) -> bool:
        """Tell whether the port, which raised in float64, runs in the working precision."""
        return self._stage.run(self._stage.port, self._stage.as_built).raised is None

    def _take(self, trace: Trace, *, first: bool) -> None:
        """Keep what a run of the port says of its calls."""
        self._forward.plain_seconds += trace.seconds if first else 0.0
        self._forward.port_calls = trace.calls
        self._forward.port_raised = trace.raised
        for call in trace.calls.values():
            if call.raised is not None and call.key in self._partner:
                self._forward.results[self._partner[call.key].key].raised = call.raised

    def _base(self, call: Call) -> Call | None:
        """Return the reference's call to compare a call of the port with, if it is in the window."""
        paired = self._partner.get(call.key)
        if paired is None or (self._window is not None and paired.key not in self._window):
            return None
        return self._exact.calls.get(paired.key)

    def note_own_noise(self) -> None:
        """Note how far the held run in working precision is from the exact one."""
        for key in self._own.calls if self._window is None else self._window:
            if key in self._own.calls:
                self.note_noise(key, self._own.calls[key].held_outputs)

    def measure_noise(self) -> None:
        """Note the noise of the reference on inputs moved by one ulp."""

        def leave(call: Call, __: Named, outputs: Named) -> None:
            self.note_noise(call.key, outputs)

        if any(entry.tensor.is_floating_point() for entry in self._stage.inputs):
            self._stage.run(self._stage.reference, self._stage.as_built, moved=True, listener=leave)

    def note_noise(self, key: Key, outputs: Named) -> None:
        """Note how far tensors of the reference in working precision are from the exact ones."""
        result, base = self._forward.results.get(key), self._exact.calls.get(key)
        if result is None or base is None or (self._window is not None and key not in self._window):
            return
        _lengthen(result, base, outputs)
        for entry, (_, a), (_, b) in zip(result.outputs, base.held_outputs, outputs, strict=False):
            norms = Norms(*sampled_norms(a, b))
            entry.own32 = entry.own32 or norms
            entry.noise = max(entry.noise, norms.error)

    def port32(self, *, first: bool) -> None:
        """Compare the port in the working precision."""
        alone = bool(self._forward.no_float64)

        def leave(call: Call, __: Named, outputs: Named) -> None:
            base = self._base(call)
            if base is None:
                return
            result, exact = self._forward.results[base.key], base.held_outputs
            own = self._own.calls[base.key].held_outputs if base.key in self._own.calls else []
            if alone:
                result.ran = True
                result.count = (len(exact), len(outputs))
            _lengthen(result, base, outputs)
            for index, (entry, (_, tensor)) in enumerate(zip(result.outputs, outputs, strict=False)):
                if index < len(own):
                    entry.metrics32 = measure(own[index][1], tensor)
                unchanged = entry.metrics32 is not None and entry.metrics32.max_abs == 0.0 and entry.own32 is not None
                entry.norms32 = entry.own32 if unchanged else _norms32(exact[index][1], tensor)

        trace = self._stage.run(self._stage.port, self._stage.as_built, listener=leave)
        if alone:
            self._take(trace, first=first)
        else:
            self._forward.plain_seconds += trace.seconds if first else 0.0


def _lengthen(result: CallResult, base: Call, outputs: Named) -> None:
    """Make a place for the figures of each tensor that both sides have."""
    while len(result.outputs) < min(len(base.held_outputs), len(outputs)):
        name, held = base.held_outputs[len(result.outputs)]
        result.outputs.append(TensorResult(name, numel=held.numel()))


def compare_tensors(path: str, reference: torch.Tensor, port: torch.Tensor) -> TensorResult:
    """Compare two float64 tensors."""
    metrics = measure(reference, port, dtypes=False)
    norms = Norms(*error_norms(reference, port)) if metrics.max_abs else Norms(0.0, 1.0)
    if metrics.max_abs is None:
        norms = Norms(*error_norms(reference, port))
    return TensorResult(path, metrics, norms, numel=reference.numel())


def _norms32(exact: torch.Tensor, tensor: torch.Tensor) -> Norms:
    error, norm = error_norms(exact, tensor)
    if not error:
        norm = float(torch.linalg.vector_norm(exact.to(torch.float64)))
    return Norms(error, norm)
