"""What would the layer do if it were written otherwise: one pair of layers on the bench, away from the nets.

The port's layer is built again with corrected arguments, given the reference's weights and fed the reference's input
(or a probe made from it). The reference's layer is copied likewise, so that probes may change its statistics too.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import torch

from mappings.model import Opaque
from parity.code.faults import hand_over, raise_own
from parity.forward.forcing import invoke
from parity.forward.results import Forward, Stage, TensorResult, compare_tensors
from parity.locate.localise import forced_same
from parity.nets.base import Layer, Subject, Weight
from parity.nets.loading import seed_everything
from parity.nets.roles import is_variance
from parity.nets.trace import Call, call_seed
from parity.weights.mapping import match_layer


@dataclass(frozen=True, slots=True)
class Probe:
    """A change of the inputs that excites a kind of defect.

    Args:
        name (str): in words, for the evidence.
        change (Callable[[torch.Tensor], torch.Tensor]): applied to every floating input.
        variance (float): factor for running variances. Default: ``1.0``.
    """

    name: str
    change: Callable[[torch.Tensor], torch.Tensor]
    variance: float = 1.0


PROBES = (
    Probe("inputs scaled by 1e-3", lambda x: x * 1e-3, 1e-6),
    Probe("inputs scaled by 30", lambda x: x * 30.0),
    Probe("negative inputs", lambda x: -x.abs()),
)


def _without_last(x: torch.Tensor) -> torch.Tensor:
    return x[:, :, *(slice(0, -1),) * (x.ndim - 2)]


SIZES = (Probe("an input one shorter in each direction", _without_last),)
"""Other sizes: a pool or a strided convolution may pad an odd size otherwise than an even one."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a try gave.

    Args:
        same (bool): the output is the reference's.
        error (float): greatest absolute difference; infinite where shapes differ or the layer raised.
        what (str): the figure or the failure, in words.
    """

    same: bool
    error: float
    what: str


class Bench:
    """One pair of layers, to be tried with other arguments.

    Args:
        stage (Stage): the comparison.
        forward (Forward): its forward stage.
        reference (Call): the reference's call, with its tensors.
        port (Call): the port's call.
    """

    def __init__(self, stage: Stage, forward: Forward, reference: Call, port: Call) -> None:
        self._stage = stage
        self._forward = forward
        self._reference = reference
        self._port = port
        self._arguments = forward.port_calls.get(port.key, port).arguments
        self._expected: dict[str, tuple[list[torch.Tensor], list[tuple[str, torch.Tensor]]]] = {}

    def tried(self, corrections: Mapping[str, object], probe: Probe | None = None) -> Outcome:
        """Try the port's layer with some arguments corrected."""
        layer = self._port.layer
        known = {name: v for name, v in layer.construction.arguments.items() if not isinstance(v, Opaque)}
        arguments = {**known, **corrections}
        return self._outcome(lambda: hand_over(type(layer.module), (), arguments), probe)

    def tried_other(self, cls: type, arguments: Mapping[str, object]) -> Outcome:
        """Try another class in the port's place."""
        return self._outcome(lambda: hand_over(cls, (), arguments), None)

    @property
    def _seed(self) -> int:
        return call_seed(self._stage.seed, self._reference.layer.path)

    def _outcome(self, make: Callable[[], object], probe: Probe | None) -> Outcome:
        try:
            inputs, expected = self._expectation(probe)
            seed_everything(self._stage.seed)
            module = make()
            if not isinstance(module, torch.nn.Module):
                return Outcome(False, float("inf"), "no layer")
            self._equip(module, probe)
            given = [tensor.clone() for tensor in inputs]
            outputs = invoke(self._stage.port, module, self._arguments, given, self._seed)
        except Exception as error:  # noqa: BLE001 - a correction that is refused is a result
            raise_own(error)
            return Outcome(False, float("inf"), type(error).__name__)
        if len(outputs) != len(expected):
            return Outcome(False, float("inf"), f"{len(outputs)} outputs")
        results = [compare_tensors(path, a, b) for (path, a), (_, b) in zip(expected, outputs, strict=True)]
        return outcome_of(results, self._noises() if probe is None else [], self._forward)

    def _expectation(self, probe: Probe | None) -> tuple[list[torch.Tensor], list[tuple[str, torch.Tensor]]]:
        """Return the inputs and what the reference's layer makes of them."""
        name = probe.name if probe else ""
        if name not in self._expected:
            held = [tensor for _, tensor in self._reference.held_inputs]
            if probe is None:
                self._expected[name] = (held, self._reference.held_outputs)
            else:
                inputs = [probe.change(tensor) if tensor.is_floating_point() else tensor for tensor in held]
                module = copy.deepcopy(self._reference.layer.module).to(self._dtype)
                _scale_variances(module, probe.variance)
                subject = self._stage.reference
                given = [tensor.clone() for tensor in inputs]
                outputs = invoke(subject, module, self._reference.arguments, given, self._seed)
                self._expected[name] = (inputs, outputs)
        return self._expected[name]

    @property
    def _dtype(self) -> torch.dtype:
        return self._forward.dtype if self._forward.no_float64 else torch.float64

    def _equip(self, module: torch.nn.Module, probe: Probe | None) -> None:
        """Give a new layer the mode, the precision and the reference's weights."""
        module.to(self._dtype)
        for part in module.modules():
            part.training = self._port.layer.module.training
        reference = self._reference.layer
        theirs = module_weights(module)
        mapped = match_layer(reference, module_weights(reference.module), self._port.layer, theirs)
        with torch.no_grad():
            for entry in mapped:
                entry.port.tensor.copy_(entry.value())
        if probe is not None:
            _scale_variances(module, probe.variance)

    def _noises(self) -> list[float]:
        result = self._forward.results.get(self._reference.key)
        return [tensor.noise for tensor in result.outputs] if result else []


def module_weights(module: torch.nn.Module) -> dict[str, Weight]:
    """Return a layer's own weights and buffers by local name."""
    found = {name: Weight(name, tensor, False) for name, tensor in module.named_parameters()}
    found.update({name: Weight(name, tensor, True) for name, tensor in torch.nn.Module.named_buffers(module)})
    return found


def _scale_variances(module: torch.nn.Module, factor: float) -> None:
    with torch.no_grad():
        for name, weight in module_weights(module).items():
            if factor != 1.0 and is_variance(name, in_norm=True):
                weight.tensor.mul_(factor)


def outcome_of(results: list[TensorResult], noises: list[float], forward: Forward) -> Outcome:
    """Sum up the comparison of a layer's outputs."""
    same, worst = True, 0.0
    for index, result in enumerate(results):
        if index < len(noises):
            result.noise = noises[index]
        same = same and forced_same(result, forward)
        metrics = result.metrics64
        if metrics is None or metrics.shapes_differ:
            shape = tuple(metrics.port_shape or ()) if metrics else ()
            return Outcome(False, float("inf"), f"shape {shape}")
        if metrics.max_abs is None and metrics.rel_l2 is not None and not metrics.nan_mismatch:
            return Outcome(same, float("inf"), f"{metrics.rel_l2:.1e} of its norm")  # known by figures alone
        if metrics.nan_mismatch or metrics.max_abs is None:
            return Outcome(False, float("inf"), "NaN")
        worst = max(worst, metrics.max_abs)
    return Outcome(same, worst, f"{worst:.1e}")


def counterpart(subject: Subject, reference: Layer) -> list[tuple[type, dict[str, object]]]:
    """Return the classes (with arguments) that the table names for a reference layer in the port's framework."""
    from parity.table.relations import partners, relation

    found: list[tuple[type, dict[str, object]]] = []
    if reference.api is None or reference.custom:
        return found
    for api in partners(reference.api, to_torch=subject.framework == "torch"):
        cls = subject.resolve(api)
        known = relation(reference.api, api)
        if cls is None:
            continue
        if known is None:
            found.append((cls, dict(reference.construction.arguments)))
        elif not known.flipped:
            try:
                found.append((cls, known.row.expected_mindspore_arguments(reference.construction.arguments)))
            except ValueError:
                continue
    return found
