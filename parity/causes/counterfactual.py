"""What would the layer do if it were written differently: one pair of layers on the bench, away from the nets.

The port's layer is built again with corrected arguments, given the reference's weights and fed the reference's input
(or a probe made from it). The reference's layer is copied likewise, so that probes may change its statistics too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import torch

import mappings
from mappings.rows.model import Opaque
from parity.code.faults import hand_over, raise_own
from parity.forward.bench import REFUSED, Bench, Change, Outcome, Probe
from parity.forward.forcing import computing, invoke
from parity.forward.results import Forward, TensorResult, compare_tensors
from parity.locate.localise import forced_same
from parity.measure.thresholds import REPEATED_IMAGE, SMALL_IMAGE
from parity.nets.base import Layer, Subject, Weight
from parity.nets.loading import seed_everything
from parity.nets.promotion import copied
from parity.nets.roles import is_variance
from parity.nets.trace import Call, Named, call_seed
from parity.weights.mapping import match_layer

PROBES = (
    Probe("inputs scaled by 1e-3", lambda x: x * 1e-3, 1e-6),
    Probe("inputs scaled by 30", lambda x: x * 30.0),
    Probe("negative inputs", lambda x: -x.abs()),
)


def _shorter(count: int) -> Callable[[torch.Tensor], torch.Tensor]:
    """Return what takes some rows and columns off an image; of a very small one, off several beside one another."""

    def change(tensor: torch.Tensor) -> torch.Tensor:
        if tensor.ndim != 4 or not tensor.numel():
            return tensor
        times = [-(-REPEATED_IMAGE // size) if size <= SMALL_IMAGE + count else 1 for size in tensor.shape[2:]]
        return tensor.repeat(1, 1, *times)[:, :, :-count, :-count].contiguous()

    return change


SIZES = (
    Probe("a row and a column less", _shorter(1)),
    Probe("two rows and two columns less", _shorter(2)),
)


def takes_any_size(api: str | None, arguments: Mapping[str, object]) -> bool:
    """Tell whether a layer is meant for any size: it pools, or its windows overlap, as those of patches do not."""
    if "Pool" in (api or ""):
        return True
    return _greatest(arguments.get("kernel_size")) > _greatest(arguments.get("stride")) > 0


def _greatest(value: object) -> int:
    numbers = value if isinstance(value, (tuple, list)) else (value,)
    return max((number for number in numbers if isinstance(number, int)), default=0)


@dataclass(slots=True)
class LayerPair:
    """One pair of layers, to be tried with other arguments.

    Attributes:
        reference: the reference's call, with its tensors.
        port: the port's call.
        as_base: the reference's layer is of a class derived from a framework's; what counts is what that class itself
            computes, without what the derived one adds.
        expected: the inputs and what the reference's layer returns for them, by probe.
    """

    reference: Call
    port: Call
    as_base: bool = False
    expected: dict[str, tuple[list[torch.Tensor], Named]] = field(default_factory=dict)

    def compared(self, bench: Bench, change: Change) -> Outcome[None]:
        """Build the port's layer anew, give it the reference's weights and input, and compare the outputs."""
        inputs, expected = self._expectation(bench, change.probe)
        seed_everything(bench.seed)
        module = self._built(change)
        if not isinstance(module, torch.nn.Module):
            return Outcome(False, REFUSED, "no layer")
        self._equip(bench, module, change.probe)
        given = self._as_called([tensor.clone() for tensor in inputs])
        arguments = bench.forward.port_calls.get(self.port.key, self.port).arguments
        outputs = invoke(bench.comparison.port, module, arguments, given, self._seed(bench))
        if len(outputs) != len(expected):
            return Outcome(False, REFUSED, f"{len(outputs)} outputs")
        results = [compare_tensors(path, a, b) for (path, a), (_, b) in zip(expected, outputs, strict=True)]
        return outcome_of(results, self._noises(bench) if change.probe is None else [], bench.forward)

    def _as_called(self, tensors: list[torch.Tensor]) -> list[torch.Tensor]:
        """Return tensors with whole numbers of the type that the port's call has them in: labels of int32."""
        shapes = [shape for _, shape in self.port.inputs]
        if len(shapes) != len(tensors):
            return tensors
        return [
            tensor.to(shape.dtype) if _is_whole(tensor.dtype) and _is_whole(shape.dtype) else tensor
            for tensor, shape in zip(tensors, shapes, strict=True)
        ]

    @property
    def alike(self) -> object | None:
        """What decides how the framework's layers of a pair behave, values of weights and inputs apart.

        None where a class of the user's own may decide otherwise.
        """
        layers = (self.reference.layer, self.port.layer)
        if any(layer.custom for layer in layers):
            return None
        built = tuple((type(layer.module), repr(layer.construction.arguments)) for layer in layers)
        shapes = tuple(tuple(tensor.shape) for _, tensor in self.reference.held_inputs)
        return built, shapes, self.as_base, self.port.training

    def size(self, probe: Probe | None = None) -> str:
        """Return rows and columns of the first image among the inputs, in words."""
        images = [tensor for _, tensor in self.reference.held_inputs if tensor.ndim == 4]
        shown = [probe.change(tensor) if probe is not None else tensor for tensor in images[:1]]
        return " x ".join(map(str, shown[0].shape[2:])) if shown else "this size"

    def takes(self, bench: Bench, probe: Probe) -> bool:
        """Tell whether the reference's layer runs on the input that a probe has changed."""
        try:
            self._expectation(bench, probe)
        except Exception as error:  # noqa: BLE001 - what the reference does not take tells nothing of the port
            raise_own(error)
            return False
        return True

    def changed_by(self, probe: Probe) -> bool:
        """Tell whether a probe gives an input another shape."""
        return any(probe.change(tensor).shape != tensor.shape for _, tensor in self.reference.held_inputs)

    def _built(self, change: Change) -> object:
        """Return the port's layer with other arguments, or a layer of another class."""
        if change.kind is not None:
            return hand_over(change.kind, (), change.arguments)
        layer = self.port.layer
        known = {name: v for name, v in layer.construction.arguments.items() if not isinstance(v, Opaque)}
        return hand_over(type(layer.module), (), {**known, **change.arguments})

    def _seed(self, bench: Bench) -> int:
        return call_seed(bench.seed, self.reference.layer.path)

    def _expectation(self, bench: Bench, probe: Probe | None) -> tuple[list[torch.Tensor], Named]:
        """Return the inputs and what the reference's layer returns for them."""
        name = probe.name if probe else ""
        if name not in self.expected:
            held = [tensor for _, tensor in self.reference.held_inputs]
            if probe is None and not self.as_base:
                self.expected[name] = (held, self.reference.held_outputs)
            else:
                change = probe.change if probe is not None else _unchanged
                inputs = [change(tensor) if tensor.is_floating_point() else tensor for tensor in held]
                module = copied(self.reference.layer.module).to(bench.dtype)
                _scale_variances(module, probe.variance if probe is not None else 1.0)
                subject = bench.comparison.reference
                given = [tensor.clone() for tensor in inputs]
                compute = computing(subject, module, as_base=self.as_base)
                outputs = invoke(subject, compute, self.reference.arguments, given, self._seed(bench))
                self.expected[name] = (inputs, outputs)
        return self.expected[name]

    def _equip(self, bench: Bench, module: torch.nn.Module, probe: Probe | None) -> None:
        """Give a new layer the mode, the precision and the reference's weights."""
        module.to(bench.dtype)
        for part in module.modules():
            part.training = self.port.layer.module.training
        with torch.no_grad():
            for tensor, value in self._weights(module):
                tensor.copy_(value)
        if probe is not None:
            _scale_variances(module, probe.variance)

    def _weights(self, module: torch.nn.Module) -> list[tuple[torch.Tensor, torch.Tensor]]:
        """Return the weights of a new layer with what is to stand in them."""
        theirs, reference = module_weights(module), self.reference.layer
        mapped = match_layer(reference, module_weights(reference.module), self.port.layer, theirs)
        if self.port.leaf or len(mapped) == len(theirs):
            return [(entry.port.tensor, entry.value()) for entry in mapped]
        own = module_weights(self.port.layer.module)  # of the layers inside: the reference's were copied into them
        return [
            (weight.tensor, own[name].tensor)
            for name, weight in theirs.items()
            if name in own and own[name].tensor.shape == weight.tensor.shape
        ]

    def _noises(self, bench: Bench) -> list[float]:
        result = bench.forward.results.get(self.reference.key)
        return [tensor.noise for tensor in result.outputs] if result else []


def _unchanged(tensor: torch.Tensor) -> torch.Tensor:
    return tensor


def module_weights(module: torch.nn.Module) -> dict[str, Weight]:
    """Return a layer's own weights and buffers by local name."""
    found = {name: Weight(name, tensor, False) for name, tensor in torch.nn.Module.named_parameters(module)}
    found.update({name: Weight(name, tensor, True) for name, tensor in torch.nn.Module.named_buffers(module)})
    return found


def _scale_variances(module: torch.nn.Module, factor: float) -> None:
    with torch.no_grad():
        for name, weight in module_weights(module).items():
            if factor != 1.0 and is_variance(name, in_norm=True):
                weight.tensor.mul_(factor)


def outcome_of(results: list[TensorResult], noises: list[float], forward: Forward) -> Outcome[None]:
    """Sum up the comparison of a layer's outputs."""
    same, worst = True, 0.0
    for index, result in enumerate(results):
        if index < len(noises):
            result.noise = noises[index]
        same = same and forced_same(result, forward)
        metrics = result.metrics64
        if metrics is None or metrics.shapes_differ:
            shape = tuple(metrics.port_shape or ()) if metrics else ()
            return Outcome(False, REFUSED, f"shape {shape}")
        if metrics.max_abs is None and metrics.rel_l2 is not None and not metrics.nan_mismatch:
            return Outcome(same, REFUSED, f"{metrics.rel_l2:.1e} of its norm")  # known by figures alone
        if metrics.nan_mismatch or metrics.max_abs is None:
            return Outcome(False, REFUSED, "NaN")
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
                found.append((cls, mappings.expected_arguments(known.row, reference.construction.arguments)))
            except ValueError:
                continue
    return found


def _is_whole(dtype: torch.dtype) -> bool:
    return not dtype.is_floating_point and not dtype.is_complex and dtype != torch.bool
