"""The port run with whatever code stands in it now, and compared with what the reference gives."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import torch

from parity.body.check import BodyPair
from parity.body.match import close, comparable
from parity.code.errors import CannotCompare
from parity.edits.measure import Held, Measure
from parity.forward.bench import Bench, Probe
from parity.nets.adapters import Subject, adapt
from parity.nets.inputs import Input
from parity.nets.plain_run import Outputs, plain_call
from parity.nets.trace import DispatchMode
from parity.nets.variations import Variation, variations
from parity.pair.layers import CallPair
from parity.pipeline.job import Job
from parity.pipeline.mending.repeated import Repeated
from parity.pipeline.padding import uncounted_of

_PROBES = 6
_LARGER = 4
_LEAST = 1 << 16
_LARGEST_PROBE = 4
"""A probe has at most so many times the elements of the given inputs."""


class Bounded(DispatchMode):
    """Within the block a tensor of too many elements is an error: an edit may make a size a power of another.

    Args:
        most (int): elements that a tensor may have.
        repeated (Repeated): what was computed before.
    """

    def __init__(self, most: int, repeated: Repeated) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.most = most
        self.repeated = repeated

    def __torch_dispatch__(
        self, func: Any, types: Any, args: Sequence[Any] = (), kwargs: Mapping[str, Any] | None = None
    ) -> Any:
        del types
        result = self.repeated.result(func, args, kwargs or {})
        if isinstance(result, torch.Tensor) and result.numel() > self.most:
            raise ValueError(f"a tensor of {result.numel()} elements")
        return result


@dataclass(slots=True)
class NetJudge:
    """Runs the whole port in float64.

    Args:
        job (Job): a comparison that found a difference.
    """

    job: Job
    _expected: Outputs = field(default_factory=Outputs)
    _probes: list[tuple[Variation, Outputs]] | None = None
    _repeated: Repeated = field(default_factory=Repeated)

    @contextmanager
    def open(self) -> Iterator[NetJudge]:
        """Within the block both nets are in float64, as is what they make."""
        before = torch.get_default_dtype()
        reference, port = self.job.setting.sides
        with reference.precision(torch.float64), port.precision(torch.float64):
            torch.set_default_dtype(torch.float64)
            try:
                self._expected = self._run(reference, self._given)
                yield self
            finally:
                torch.set_default_dtype(before)

    @property
    def _bounded(self) -> Bounded:
        """A block in which nothing far greater is made than the nets have."""
        weights = max((w.tensor.numel() for w in self.job.setting.port.weights), default=0)
        forward = self.job.forward
        activations = forward.memory.activations // 8 if forward is not None else 0
        return Bounded(_LARGER * max(weights, activations, _LEAST), self._repeated)

    @property
    def _given(self) -> Variation:
        return Variation("value", "the given inputs", self.job.setting.inputs)

    def _run(self, subject: Subject, entry: Variation) -> Outputs:
        order, seed = self.job.setting.reference.parameter_names(), self.job.setting.spec.seed
        with subject.statistics_kept():
            got = plain_call(subject, entry.inputs, order, seed)
        uncounted = uncounted_of(self.job.setting.spec.ignore_where, tuple(entry.inputs))
        if uncounted is None:
            return got
        return replace(got, tensors=tuple((path, uncounted.cleared(tensor)) for path, tensor in got.tensors))

    def measured(self, *, built: bool) -> Measure:
        """Run the port and compare its outputs; built anew where a constructor has changed."""
        with ExitStack() as stack:
            stack.enter_context(self._bounded)
            port = stack.enter_context(self.rebuilt()) if built else self.job.setting.port
            return self._compared(self._expected, self._run(port, self._given))

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Within the block single statements of the port run: nothing great is made, and no statistics are kept."""
        with self._bounded, self.job.setting.port.statistics_kept():
            yield

    @contextmanager
    def rebuilt(self) -> Iterator[Subject]:
        """Within the block there is a port built anew, with the weights of the one under test.

        Raises:
            CannotCompare: if it cannot be built.
        """
        port = self.job.setting.port
        if port.built.rebuild is None:
            raise CannotCompare("the port was given as a net: it cannot be built again")
        wide = torch.get_default_dtype()
        torch.set_default_dtype(torch.float32)
        try:
            net = port.built.rebuild(0)
        finally:
            torch.set_default_dtype(wide)
        made = adapt(replace(port.built, net=net, rebuild=None), "port")
        made.set_mode(self.job.setting.spec.mode)
        with made.precision(torch.float64):
            held = {weight.name: weight for weight in port.weights}
            for weight in made.weights:
                known = held.get(weight.name)
                if known is not None and known.tensor.shape == weight.tensor.shape and not port.is_constant(known):
                    weight.tensor.data.copy_(known.tensor.data)
            yield made

    def holds(self, *, built: bool) -> Held:
        """Tell on which other inputs the port as it stands gives what the reference gives."""
        with ExitStack() as stack:
            port = stack.enter_context(self.rebuilt()) if built else self.job.setting.port
            alike = [entry for entry in self.probes if entry[0].kind == "value"]
            if not all(self._agrees(expected, self._run(port, entry)) for entry, expected in alike):
                return Held.NOWHERE
            others = [entry for entry in self.probes if entry[0].kind != "value"]
            whole = all(self._agrees(expected, self._run(port, entry)) for entry, expected in others)
            return Held.EVERYWHERE if whole else Held.SAME_SIZES

    def _agrees(self, expected: Outputs, got: Outputs) -> bool:
        return got.raised is None and self._compared(expected, got).same

    @property
    def probes(self) -> list[tuple[Variation, Outputs]]:
        """Other inputs, with what the reference gives: those that the port took before, if it takes any."""
        if self._probes is None:
            self.prepare()
        return self._probes or []

    def prepare(self) -> None:
        """Make the probes; to be called before anything is changed."""
        setting = self.job.setting
        most = _LARGEST_PROBE * self._given.elements
        runs = self._run(setting.port, self._given).raised is None
        tried = [e for e in variations(setting.inputs, setting.spec.seed) if e.kind == "batch" or e.length > 1]
        found: list[tuple[Variation, Outputs]] = []
        for entry in [*_redrawn(setting.inputs, setting.spec.seed), *_mixed([e for e in tried if e.elements <= most])]:
            expected = self._run(setting.reference, entry)
            if expected.raised is not None or not _is_number(expected):
                continue
            if not runs or self._run(setting.port, entry).raised is None:
                found.append((entry, expected))
            if len(found) >= _PROBES:
                break
        self._probes = found

    def _compared(self, expected: Outputs, got: Outputs) -> Measure:
        if got.raised is not None:
            raise got.raised
        relative = self.job.setting.spec.thresholds.float64
        return compared([t for _, t in expected.tensors], [t for _, t in got.tensors], relative)

    def residual(self, *, built: bool) -> torch.Tensor | None:
        """Run the port and return its outputs less the reference's; None where the shapes are others."""
        with ExitStack() as stack:
            stack.enter_context(self._bounded)
            port = stack.enter_context(self.rebuilt()) if built else self.job.setting.port
            got = self._run(port, self._given)
        if got.raised is not None:
            return None
        return difference([t for _, t in self._expected.tensors], [t for _, t in got.tensors])


def difference(expected: list[torch.Tensor], got: list[torch.Tensor]) -> torch.Tensor | None:
    """Return the numbers of some tensors less those they should have; None where the shapes are others.

    Args:
        expected (list[torch.Tensor]): of the reference.
        got (list[torch.Tensor]): of the port.
    """
    pairs = list(zip(expected, got, strict=False))
    if len(expected) != len(got) or any(a.shape != b.shape for a, b in pairs):
        return None
    parts = [(comparable(b) - comparable(a)).flatten() for a, b in pairs if not (a.is_complex() or b.is_complex())]
    return torch.cat(parts) if parts else None


def compared(expected: list[torch.Tensor], got: list[torch.Tensor], relative: float) -> Measure:
    """Compare tensors one by one.

    Args:
        expected (list[torch.Tensor]): of the reference.
        got (list[torch.Tensor]): of the port.
        relative (float): relative difference up to which two are the same.
    """
    agree, worst = 0, 0.0
    for a, b in zip(expected, got, strict=False):
        if a.shape == b.shape and close(a, b, relative):
            agree += 1
        else:
            worst = max(worst, _relative(a, b))
    same = agree == len(expected) == len(got)
    return Measure(same, agree, 0.0 if same else worst or float("inf"))


def _relative(a: torch.Tensor, b: torch.Tensor) -> float:
    if a.shape != b.shape:
        return float("inf")
    one, other = comparable(a), comparable(b)
    norm = float(torch.linalg.vector_norm(one))
    error = float(torch.linalg.vector_norm(one - other))
    return error / norm if norm and math.isfinite(error) else float("inf")


def _redrawn(inputs: tuple[Input, ...], seed: int) -> list[Variation]:
    """Return inputs of the same shapes with other numbers like those given: moved about, and drawn anew."""
    generator = torch.Generator().manual_seed(seed + 23)
    shuffled, drawn = [], []
    for entry in inputs:
        tensor = entry.tensor
        order = torch.randperm(tensor.numel(), generator=generator)
        mixed = tensor.flatten()[order].reshape(tensor.shape)
        shuffled.append(replace(entry, tensor=mixed))
        if tensor.is_floating_point() and tensor.numel() > 1:
            noise = torch.randn(tensor.shape, generator=generator, dtype=tensor.dtype)
            mixed = tensor.mean() + noise * tensor.std()
        drawn.append(replace(entry, tensor=mixed))
    return [Variation("value", "other values", tuple(made)) for made in (shuffled, drawn)]


def _mixed(entries: list[Variation]) -> list[Variation]:
    """Return variations with the kinds taken in turn."""
    kinds: dict[str, list[Variation]] = {}
    for entry in entries:
        kinds.setdefault(entry.kind, []).append(entry)
    longest = max(map(len, kinds.values()), default=0)
    return [group[n] for n in range(longest) for group in kinds.values() if n < len(group)]


def _is_number(outputs: Outputs) -> bool:
    return all(bool(tensor.isfinite().all()) for _, tensor in outputs.tensors if tensor.is_floating_point())


@dataclass(slots=True)
class BodyJudge:
    """Runs one body of the port on the reference's input, with the layers inside held right.

    Args:
        bench (Bench): the nets.
        calls (CallPair): of the bodies.
    """

    bench: Bench
    calls: CallPair

    def measured(self, *, built: bool) -> Measure:
        """Run both bodies and compare what reaches the layers inside and the outputs."""
        if built:
            return Measure(False)
        return Measure(self.bench.run(BodyPair(self.calls)).same)

    def aside(self) -> AbstractContextManager[object]:
        """Return a block in which single statements of the port run."""
        return self.bench.sides[1].statistics_kept()

    def residual(self, *, built: bool) -> torch.Tensor | None:
        """Return None: the values that are compared are not kept."""
        del built
        return None

    def holds(self, *, built: bool) -> Held:
        """Tell whether the bodies agree on other values too."""
        if built:
            return Held.NOWHERE
        same = self.bench.tried(BodyPair(self.calls), probe=_OTHER_VALUES).same
        return Held.EVERYWHERE if same else Held.NOWHERE


_OTHER_VALUES = Probe("inputs scaled by 0.8", lambda tensor: tensor * 0.8 if tensor.is_floating_point() else tensor)
