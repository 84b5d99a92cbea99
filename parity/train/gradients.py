"""The gradient stage: gradients of the outputs with respect to every parameter and input, on both sides.

Both nets are differentiated with the same cotangent (a fixed random one for each output). float64 decides; the noise
of the reference in working precision, run twice, tells a gradient that is zero but for rounding from one that is
small. Where gradients differ although the outputs agree, each pair of leaf layers is differentiated alone, on the
reference's own input.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import torch

from mappings.rows.layouts import Layout
from parity.code.errors import describe
from parity.code.faults import hand_over, raise_own
from parity.code.tree import fill, slots
from parity.forward.results import Comparison, Forward, TensorResult, compare_tensors
from parity.measure.judgement import Norms
from parity.measure.metrics import error_norms, measure
from parity.measure.thresholds import NOISE_SHARE, ZERO_GRADIENT
from parity.nets.base import Subject
from parity.nets.loading import seed_everything
from parity.nets.trace import Call, Key, Named, plain_kernels
from parity.weights.mapping import Mapped, WeightMap


@dataclass(slots=True)
class Backward:
    """The gradients of one run.

    Attributes:
        parameters: by identity of the parameter.
        inputs: of each floating input, by position.
        raised: why there are none.
    """

    parameters: dict[int, torch.Tensor] = field(default_factory=dict)
    inputs: list[torch.Tensor] = field(default_factory=list)
    raised: Exception | None = None


@dataclass(slots=True)
class GradientPair:
    """One gradient on both sides.

    Attributes:
        kind: ``"parameter"`` or ``"input"``.
        reference, port: names.
        tensor: the figures.
        same: whether they agree.
        zero: whether both are zero but for rounding.
    """

    kind: str
    reference: str
    port: str
    tensor: TensorResult
    same: bool = False
    zero: bool = False


@dataclass(slots=True)
class Gradients:
    """Everything the gradient stage measured; `skipped` says why there is nothing."""

    pairs: list[GradientPair] = field(default_factory=list)
    skipped: str = ""

    @property
    def same(self) -> bool:
        """Tell whether all gradients agree."""
        return all(pair.same for pair in self.pairs)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What differentiating one layer alone gave: whether it agrees, and the greatest difference of its gradients."""

    same: bool
    error: float
    of: str


def run_gradients(comparison: Comparison, forward: Forward, weights: WeightMap) -> Gradients:
    """Differentiate both nets and compare (see the module's description)."""
    cotangents = [_cotangent(tensor, index) for index, (_, tensor) in enumerate(forward.reference64.outputs)]
    if not any(cotangent is not None for cotangent in cotangents):
        return Gradients(skipped="no output is a floating-point tensor")
    wide = forward.dtype if forward.no_float64 else torch.float64
    comparison.progress("gradients of the reference")
    left = _backward(comparison, comparison.reference, wide, cotangents)
    if left.raised is not None:
        return Gradients(skipped=f"the reference cannot be differentiated ({describe(left.raised)})")
    comparison.progress("gradients of the port")
    right = _backward(comparison, comparison.port, wide, cotangents)
    if right.raised is not None:
        return Gradients(skipped=f"the port cannot be differentiated ({describe(right.raised)})")
    noises = [
        _backward(comparison, comparison.reference, forward.dtype, cotangents, moved=moved) for moved in (False, True)
    ]
    narrow = _backward(comparison, comparison.port, forward.dtype, cotangents)
    result = Gradients(_paired(comparison, weights, left, right))
    for pair, sides in zip(result.pairs, _sides(comparison, weights), strict=True):
        _finish(forward, pair, sides, left, (noises, narrow))
    _allow_for_casts(forward, result)
    return result


def _allow_for_casts(forward: Forward, result: Gradients) -> None:
    """Judge again by the noise of the working precision, where a net computes in less than float64 somewhere.

    It rounds on the way back too, and a gradient that is zero but for rounding (of a bias before a softmax) is nothing
    but what it rounds.
    """
    differing = [pair for pair in result.pairs if not pair.same]
    if not differing or forward.no_float64 or not forward.casts:
        return
    for pair in differing:
        pair.tensor.after_cast = True
        pair.same = forward.tensor_same(pair.tensor, forward.thresholds.gradient)


def _cotangent(tensor: torch.Tensor, index: int) -> torch.Tensor | None:
    if not tensor.is_floating_point():
        return None
    generator = torch.Generator().manual_seed(1000 + index)
    value = torch.randn(tensor.shape, generator=generator, dtype=torch.float64)
    return value.div_(max(1, tensor.numel()) ** 0.5).to(tensor.device)


def _backward(
    comparison: Comparison,
    subject: Subject,
    dtype: torch.dtype,
    cotangents: list[torch.Tensor | None],
    *,
    moved: bool = False,
) -> Backward:
    tensors = [tensor.clone() for tensor in comparison.tensors(dtype, moved=moved)]
    tensors = [tensor.requires_grad_() if tensor.is_floating_point() else tensor for tensor in tensors]
    seed_everything(comparison.seed)
    before = torch.get_default_dtype()
    as_built = dtype == torch.float32
    with (
        subject.statistics_kept() if as_built else subject.precision(dtype, whole=True),
        plain_kernels(),
        torch.enable_grad(),
    ):
        torch.set_default_dtype(torch.float64 if dtype == torch.float64 else before)
        try:
            given = [tensor * 1 if tensor.requires_grad else tensor for tensor in tensors]  # a net may change its input
            outputs = subject.flatten(subject.call(comparison.inputs, given, comparison.reference.parameter_names()))
            return _differentiate(subject, tensors, outputs, cotangents)
        except Exception as error:  # noqa: BLE001 - that a net cannot be differentiated is a result
            raise_own(error)
            return Backward(raised=error)
        finally:
            torch.set_default_dtype(before)


def _differentiate(
    subject: Subject, tensors: list[torch.Tensor], outputs: Named, cotangents: list[torch.Tensor | None]
) -> Backward:
    wanted = {id(w.tensor): w.tensor for w in subject.weights if w.trainable and w.tensor.is_floating_point()}
    return _collect(wanted, [tensor for tensor in tensors if tensor.requires_grad], outputs, cotangents)


def _collect(
    wanted: dict[int, torch.Tensor],
    inputs: list[torch.Tensor],
    outputs: Named,
    cotangents: list[torch.Tensor | None],
) -> Backward:
    """Return the gradients of `wanted` and `inputs`; what has none gets zeros (MindSpore's way of saying the same)."""
    products = [
        (tensor * cotangent.to(tensor.dtype)).sum().to(torch.float64)
        for (_, tensor), cotangent in zip(outputs, cotangents, strict=True)
        if cotangent is not None and tensor.requires_grad
    ]
    asked = [*wanted.values(), *inputs]
    grads: Iterable[torch.Tensor | None] = [None] * len(asked)
    if products and asked:
        grads = torch.autograd.grad(torch.stack(products).sum(), asked, allow_unused=True)
    filled = [torch.zeros_like(a) if g is None else g.detach() for a, g in zip(asked, grads, strict=True)]
    return Backward(dict(zip(wanted, filled, strict=False)), filled[len(wanted) :])


@dataclass(frozen=True, slots=True)
class _Side:
    """How to take one pair's gradients out of a run: the tensors on both sides, or an input's position."""

    reference: int
    ports: tuple[Mapped, ...]
    position: int = -1

    def of_reference(self, run: Backward) -> torch.Tensor:
        grad = run.inputs[self.position] if self.position >= 0 else run.parameters[self.reference]
        return self.ports[0].layout.apply(grad) if self.ports else grad

    def of_port(self, run: Backward) -> torch.Tensor:
        if self.position >= 0:
            return run.inputs[self.position]
        distinct = {id(entry.port.tensor): entry for entry in self.ports}
        first = self.ports[0].layout
        parts = [entry.part(run.parameters[key]) for key, entry in distinct.items() if entry.layout == first]
        return torch.stack(parts).sum(0) if len(parts) > 1 else parts[0]


def _sides(comparison: Comparison, weights: WeightMap) -> list[_Side]:
    groups: dict[tuple[int, Layout], list[Mapped]] = {}
    for entry in weights.mapped:
        if entry.reference.trainable and entry.port.trainable and entry.reference.tensor.is_floating_point():
            groups.setdefault((id(entry.reference.tensor), entry.layout.source), []).append(entry)
    sides = [_Side(key, tuple(entries)) for (key, _), entries in groups.items()]
    floating = sum(entry.tensor.is_floating_point() for entry in comparison.inputs)
    return sides + [_Side(0, (), position) for position in range(floating)]


def _paired(comparison: Comparison, weights: WeightMap, left: Backward, right: Backward) -> list[GradientPair]:
    names = [entry.name for entry in comparison.inputs if entry.tensor.is_floating_point()]
    pairs: list[GradientPair] = []
    for side in _sides(comparison, weights):
        tensor = compare_tensors("", side.of_reference(left), side.of_port(right))
        if side.position >= 0:
            name = names[side.position] or f"input[{side.position}]"
            pairs.append(GradientPair("input", name, name, tensor))
        else:
            first = side.ports[0]
            pairs.append(GradientPair("parameter", first.reference.name, first.port.name, tensor))
    return pairs


def _finish(
    forward: Forward, pair: GradientPair, side: _Side, exact: Backward, narrow: tuple[list[Backward], Backward]
) -> None:
    """Add the figures in working precision, and judge."""
    noises, port = narrow
    reference = side.of_reference(exact)
    norm = float(torch.linalg.vector_norm(reference.to(torch.float64)))
    usable = [run for run in noises if run.raised is None]
    pair.tensor.noise = max((error_norms(reference, side.of_reference(run))[0] for run in usable), default=0.0)
    if usable and port.raised is None:
        pair.tensor.metrics32 = measure(side.of_reference(usable[0]), side.of_port(port))
        pair.tensor.norms32 = Norms(error_norms(reference, side.of_port(port))[0], norm)
    pair.same = forward.tensor_same(pair.tensor, forward.thresholds.gradient)
    small = max(NOISE_SHARE * pair.tensor.noise, ZERO_GRADIENT)
    pair.zero = pair.same and norm <= small


def differing_layers(comparison: Comparison, forward: Forward, weights: WeightMap) -> dict[Key, Outcome]:
    """Differentiate every pair of leaf layers alone; return those that differ, by the reference's key."""
    found: dict[Key, Outcome] = {}
    wide = forward.dtype if forward.no_float64 else torch.float64
    with comparison.reference.precision(wide, whole=True), comparison.port.precision(wide, whole=True):
        for pair in comparison.pairing.pairs:
            if pair.reference is None or pair.port is None or not pair.leaf:
                continue
            base = forward.reference64.calls.get(pair.reference.key)
            if base is None or not base.done:
                continue
            outcome = _alone(comparison, weights, base, forward.port_calls.get(pair.port.key, pair.port))
            if outcome is not None and not outcome.same:
                found[base.key] = outcome
    return found


def _alone(comparison: Comparison, weights: WeightMap, base: Call, port: Call) -> Outcome | None:
    try:
        left = _layer_gradients(comparison, comparison.reference, base, base)
        right = _layer_gradients(comparison, comparison.port, port, base)
    except Exception as error:  # noqa: BLE001 - a layer that cannot be differentiated alone is not judged
        raise_own(error)
        return None
    compared = [(f"input {i}", a, b) for i, (a, b) in enumerate(zip(left.inputs, right.inputs, strict=False))]
    for entry in weights.mapped:
        one, other = id(entry.reference.tensor), id(entry.port.tensor)
        if one in left.parameters and other in right.parameters:
            value = entry.layout.apply(left.parameters[one])
            compared.append((entry.port.name, value, entry.part(right.parameters[other])))
    worst = Outcome(True, 0.0, "")
    for name, a, b in compared:
        norms = Norms(*error_norms(a, b))
        if norms.error > max(comparison.thresholds.gradient * norms.reference, ZERO_GRADIENT):
            figures = measure(a, b, dtypes=False)
            size = figures.max_abs if figures.max_abs is not None else float("inf")
            worst = Outcome(False, size, name) if size >= worst.error else worst
    return worst


def _layer_gradients(comparison: Comparison, subject: Subject, call: Call, base: Call) -> Backward:
    """Return the gradients of one layer, on the reference's input and a fixed cotangent."""
    leaves = [t.detach().clone() for _, t in base.held_inputs]
    leaves = [t.requires_grad_() if t.is_floating_point() else t for t in leaves]
    given = [t * 1 if t.requires_grad else t for t in leaves]
    args, kwargs = fill(call.arguments, given) if slots(call.arguments) == len(given) else (tuple(given), {})
    seed_everything(comparison.seed)
    inputs = [t for t in leaves if t.requires_grad]
    wanted: dict[int, torch.Tensor] = {
        id(w): w for w in call.layer.module.parameters() if w.requires_grad and w.is_floating_point()
    }
    with plain_kernels(), torch.enable_grad():
        outputs = subject.flatten(hand_over(call.layer.module, args, kwargs))
        cotangents = [_cotangent(tensor, index) for index, (_, tensor) in enumerate(outputs)]
        return _collect(wanted, inputs, outputs, cotangents)
