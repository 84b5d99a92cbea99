"""What the forward stage works on, and what it measures: figures of every pair of calls."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import torch

from parity.measure.judgement import Norms, judge, least_noise, same_in_float64
from parity.measure.metrics import error_norms, measure
from parity.measure.thresholds import NOISE_SHARE, NOISE_TELLS, SMALL_TENSOR, SURE_RELATIVE, Thresholds
from parity.measure.uncounted import Uncounted
from parity.nets.base import Subject
from parity.nets.inputs import Input
from parity.nets.trace import Call, Key, Listener, Run, Trace, record
from parity.nets.windows import Window
from parity.pair.layers import Pairing
from parity.report.model import ErrorMetrics, Errors, Judgement

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
        after_cast: whether a side computes in less than float64 before it.
    """

    path: str
    metrics64: ErrorMetrics | None = None
    norms64: Norms | None = None
    metrics32: ErrorMetrics | None = None
    norms32: Norms | None = None
    own32: Norms | None = None
    noise: float = 0.0
    numel: int = 0
    after_cast: bool = False


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
        port_outputs: paths of the tensors that the port returned; None if it did not come to its end.
        port_others: what it returned besides tensors, by path; None where that is not known.
        median_noise: median relative noise over all tensors.
        usual_size: median root mean square of all tensors; None: not looked for.
        memory: what was held.
        thresholds: what decides.
        look_for_casts: finds the reference's calls that compute in less than float64 on either side.
        known_casts: what it found; None: not looked for.
    """

    results: dict[Key, CallResult]
    port_calls: dict[Key, Call]
    reference64: Trace
    dtype: torch.dtype
    no_float64: str = ""
    plain_seconds: float = 0.0
    port_raised: Exception | None = None
    port_outputs: list[str] | None = None
    port_others: list[tuple[str, object]] | None = None
    median_noise: float = 0.0
    usual_size: float | None = None
    memory: Memory = field(default_factory=Memory)
    thresholds: Thresholds = field(default_factory=Thresholds)
    look_for_casts: Callable[[], frozenset[Key]] = frozenset
    known_casts: frozenset[Key] | None = None

    @property
    def casts(self) -> frozenset[Key]:
        """The reference's calls that compute in less than float64 on either side."""
        if self.known_casts is None:
            self.known_casts = self.look_for_casts()
        return self.known_casts

    def same(self, result: CallResult, *, strictly: bool = False) -> bool:
        """Tell whether all outputs of a pair of calls agree; strictly: in float64, casts or not."""
        if not result.ran or result.count[0] != result.count[1]:
            return False
        return all(self.tensor_same(tensor, strictly=strictly) for tensor in result.outputs)

    def tensor_same(self, tensor: TensorResult, relative: float | None = None, *, strictly: bool = False) -> bool:
        """Tell whether one pair of tensors agrees: by the float64 figures, or by the noise ratio without them."""
        metrics = tensor.metrics32 if self.no_float64 else tensor.metrics64
        if metrics is None or metrics.shapes_differ or metrics.nan_mismatch or metrics.inf_mismatch:
            return False
        if self.no_float64 or tensor.norms64 is None:
            ratio = self.ratio(tensor)
            return ratio is not None and self.judge(ratio) != "fail"
        if tensor.after_cast and not strictly and self.within_noise(tensor.norms64, tensor.noise):
            alike = tensor.norms32 is not None and tensor.norms32.relative <= NOISE_SHARE
            return alike or not self._noise_tells_nothing(tensor, tensor.norms64)
        return same_in_float64(tensor.norms64, tensor.noise, relative=relative or self.thresholds.float64)

    def within_noise(self, norms: Norms, noise: float) -> bool:
        """Tell whether a float64 difference is no greater than what rounding in the working precision makes."""
        return norms.error <= self.thresholds.noise * max(noise, least_noise(self.dtype) * norms.reference)

    def _noise_tells_nothing(self, tensor: TensorResult, norms: Norms) -> bool:
        """Tell whether an error is as great as what flows through the net, be the reference's own as great."""
        if self.usual_size is None:
            found = [entry for result in self.results.values() for entry in result.outputs if entry.numel]
            sizes = [e.norms64.reference / math.sqrt(e.numel) for e in found if e.norms64 is not None]
            self.usual_size = statistics.median(sizes) if sizes else 0.0
        usual = self.usual_size * math.sqrt(tensor.numel)
        return norms.error > NOISE_TELLS * max(norms.reference, usual)

    def judge(self, ratio: float) -> Judgement:
        """Return the judgement of a noise ratio."""
        return judge(ratio, self.thresholds.noise)

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
            judgement=self.judge(ratio) if ratio is not None else None,
        )

    def inputs_agree(self, result: CallResult) -> bool | None:
        """Tell whether a port call's own inputs equal the reference's; None where that was not measured."""
        if result.input_norms is None:
            return None
        return all(norms.error <= SURE_RELATIVE * norms.reference for norms in result.input_norms)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two nets to compare: what they are fed, which call is which, and what holds for the runs.

    Args:
        reference, port (Subject): the nets.
        inputs (tuple[Input, ...]): the inputs.
        pairing (Pairing): which call is which.
        dtype (str): the working precision.
        seed (int): seeds random layers.
        progress (Callable[[str], None]): called with what is being done.
        thresholds (Thresholds): what decides. Default: the project's own.
        max_memory (int): bytes of the reference's activations to hold at most; 0: no bound. Default: ``0``.
        chosen (bool): compare the calls of `pairing` only and hold no others. Default: ``False``.
        earlier (tuple[torch.Tensor, ...]): outputs of an equal run of the reference in float32, if there was one.
        uncounted (Uncounted, optional): elements that do not count. Default: ``None``, all do.
    """

    reference: Subject
    port: Subject
    inputs: tuple[Input, ...]
    pairing: Pairing
    dtype: str
    seed: int
    progress: Callable[[str], None]
    thresholds: Thresholds = field(default_factory=Thresholds)
    max_memory: int = 0
    chosen: bool = False
    earlier: tuple[torch.Tensor, ...] = ()
    uncounted: Uncounted | None = None

    def counted(self, reference: torch.Tensor, port: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return two tensors to compare, with 0 in both where nothing counts."""
        if self.uncounted is None:
            return reference, port
        return self.uncounted.cleared(reference), self.uncounted.cleared(port)

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
        by_port = self.pairing.by_port()
        if subject is self.port:
            run = replace(run, partners={key: call.layer.path for key, call in by_port.items()})
        else:
            run = replace(run, partners={call.key: call.layer.path for call in by_port.values()})
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
    up = (torch.rand(tensor.shape, generator=generator) < 0.5).to(tensor.device)
    step = torch.finfo(tensor.dtype).eps
    if tensor.dtype != torch.float32:
        return tensor * torch.where(up, 1 + step, 1 - step).to(tensor.dtype)
    limit = torch.where(up, torch.inf, -torch.inf)
    return torch.nextafter(tensor, limit)


def compare_tensors(path: str, reference: torch.Tensor, port: torch.Tensor) -> TensorResult:
    """Compare two float64 tensors."""
    metrics = measure(reference, port, dtypes=False)
    norms = Norms(*error_norms(reference, port)) if metrics.max_abs else Norms(0.0, 1.0)
    if metrics.max_abs is None:
        norms = Norms(*error_norms(reference, port))
    return TensorResult(path, metrics, norms, numel=reference.numel())
