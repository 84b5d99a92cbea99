"""Two loss functions on the same outputs: their values, their gradients, and what they do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import torch

import mappings
from parity.body.record import Body, BodyRun, record_body
from parity.code import tree
from parity.code.constructions import Construction
from parity.code.faults import UnusableError
from parity.forward.bench import REFUSED, Bench, Change, Outcome, Probe
from parity.measure.metrics import error_norms
from parity.nets.base import Layer, Subject
from parity.nets.calls import FrameworkCall, Observed, observe
from parity.nets.loading import seed_everything

Loss = Callable[..., Any]

_CLASSES = frozenset({"CrossEntropyLoss", "NLLLoss", "MultiMarginLoss"})
_SHARES = frozenset({"BCELoss", "BCEWithLogitsLoss", "MultiLabelSoftMarginLoss"})
_SIGNS = frozenset({"SoftMarginLoss", "HingeEmbeddingLoss"})
_LABELS = "SoftmaxCrossEntropyWithLogits"


class TargetedLoss:
    """A framework's loss of predictions and a target, with a fixed target made to fit the first output.

    Args:
        subject (Subject): the side it belongs to.
        module (torch.nn.Module): the loss, such as ``nn.CrossEntropyLoss()``.
    """

    def __init__(self, subject: Subject, module: torch.nn.Module) -> None:
        self.subject = subject
        self.module = module

    def __call__(self, outputs: object) -> object:
        """Compute the loss of the first floating output."""
        for leaf in _leaves(outputs):
            tensor = self.subject.tensor_of(leaf)
            if tensor is not None and tensor.is_floating_point():
                target = self._target(tensor.detach())
                return self.module(leaf, self.subject.revived(type(leaf), target))
        raise UnusableError("no output is a floating-point tensor: there is nothing to compute a loss of")

    def _target(self, tensor: torch.Tensor) -> torch.Tensor:
        name = type(self.module).__name__
        generator = torch.Generator().manual_seed(4000)
        if name in _CLASSES or (name == _LABELS and getattr(self.module, "sparse", False)):
            classes = tensor.shape[1] if tensor.dim() > 1 else tensor.shape[0]
            shape = (tensor.shape[0], *tensor.shape[2:]) if tensor.dim() > 1 else ()
            numbers = torch.randint(classes, shape, generator=generator).to(tensor.device)
            return numbers if self.subject.framework == "torch" else numbers.to(torch.int32)
        values = torch.randn(tensor.shape, generator=generator, dtype=torch.float64).to(tensor.device)
        if name in _SHARES:
            values = values.sigmoid()
        elif name in _SIGNS:
            values = values.sign()
        elif name in {"KLDivLoss", _LABELS}:
            values = values.softmax(1 if tensor.dim() > 1 else 0)
        return values.to(tensor.dtype)


def targeted(subject: Subject, found: Loss) -> Loss:
    """Return a loss that takes outputs alone: a framework's own is given a fixed target."""
    if not isinstance(found, torch.nn.Module):
        return found
    api = subject.api_of(type(found))
    rows = (*mappings.rows_for_torch(api), *mappings.rows_for_mindspore(api)) if api is not None else ()
    is_loss = any(row.kind == "loss" for row in rows) or (api is not None and api.endswith("Loss"))
    return TargetedLoss(subject, found) if is_loss else found


def _leaves(value: object) -> Iterator[object]:
    if isinstance(value, (tuple, list)):
        for item in value:
            yield from _leaves(item)
    elif isinstance(value, dict):
        yield from _leaves(list(value.values()))
    else:
        yield value


class _Lossy(torch.nn.Module):
    """A loss function in the place of a layer, so that what it does can be recorded like a body."""

    def __init__(self, subject: Subject, function: Loss) -> None:
        super().__init__()
        self.subject = subject
        self.function = function

    def forward(self, outputs: object) -> torch.Tensor:
        return self.subject.loss(self.function, outputs)


def loss_layer(subject: Subject, function: Loss) -> Layer:
    """Return a layer in place of a loss function: its code is the function's."""
    code = {"construct": staticmethod(function)} if hasattr(function, "__code__") else {}
    name = getattr(function, "__name__", "loss")
    kind = type("lambda" if name == "<lambda>" else name, (_Lossy,), code)
    return Layer("", kind(subject, function), None, True, Construction(kind, {}, None))


@dataclass(frozen=True, slots=True)
class LossCheck:
    """What two loss functions return for the same outputs.

    Args:
        reference (float): the reference's value.
        port (float): the port's.
        values_same (bool): whether the values agree.
        gradient (float): greatest relative error of a gradient by an output.
        gradients_same (bool): whether the gradients agree.
    """

    reference: float
    port: float
    values_same: bool
    gradient: float
    gradients_same: bool

    @property
    def same(self) -> bool:
        """Tell whether they are one function, as far as these outputs show."""
        return self.values_same and self.gradients_same


@dataclass(frozen=True, slots=True)
class LossPair:
    """Both loss functions, and the reference's outputs to try them on.

    Args:
        losses (tuple[Loss, Loss]): the reference's and the port's.
        outputs (tuple[torch.Tensor, ...]): what the reference returned.
        forms (tuple[object, object]): in which form each net returns it.
    """

    losses: tuple[Loss, Loss]
    outputs: tuple[torch.Tensor, ...]
    forms: tuple[object, object]

    @classmethod
    def of(cls, bench: Bench, losses: tuple[Loss, Loss]) -> LossPair:
        """Return both losses with the outputs of the nets on a bench."""
        left = bench.forward.reference64.calls.get(("", 0))
        right = bench.forward.port_calls.get(("", 0))
        forms = (left.result if left is not None else None, right.result if right is not None else None)
        return cls(losses, tuple(tensor for _, tensor in bench.forward.reference64.outputs), forms)

    @property
    def usable(self) -> bool:
        """Tell whether the outputs are there, in a form that both sides know."""
        return bool(self.outputs) and all(tree.slots(form) == len(self.outputs) for form in self.forms)

    def compared(self, bench: Bench, change: Change) -> Outcome[LossCheck]:
        """Evaluate both on the outputs, or on those that a probe has changed, and compare values and gradients."""
        change.only("probe")
        (left, ours), (right, theirs) = (self._evaluated(bench, side, change.probe) for side in (0, 1))
        relative = bench.relative
        close = abs(left - right) <= max(bench.forward.thresholds.loss, relative) * abs(left)
        worst = 0.0
        for a, b in zip(ours, theirs, strict=True):
            error, norm = error_norms(a, b)
            worst = max(worst, error / norm if norm else error)
        check = LossCheck(left, right, close, worst, worst <= relative)
        return Outcome(check.same, abs(left - right), f"{left:.6g} and {right:.6g}", check)

    def sizes(self, bench: Bench) -> tuple[int, int]:
        """Return how many numbers each of them returns: of more than one it is their sum that is compared."""
        with bench.new_tensors(), torch.no_grad():
            left, right = (
                bench.sides[side].loss(self.losses[side], self._arguments(side, self._given())) for side in (0, 1)
            )
        return left.numel(), right.numel()

    def residual(self, bench: Bench) -> torch.Tensor:
        """Return the port's value and gradients by the outputs, less the reference's."""
        (left, ours), (right, theirs) = (self._evaluated(bench, side, None) for side in (0, 1))
        value = torch.tensor([right - left], dtype=torch.float64)
        return torch.cat([value, *((b - a).flatten().to(torch.float64) for a, b in zip(ours, theirs, strict=True))])

    def _evaluated(self, bench: Bench, side: int, probe: Probe | None) -> tuple[float, list[torch.Tensor]]:
        with bench.new_tensors(), torch.enable_grad():
            leaves = [leaf if probe is None else probe.change(leaf) for leaf in self._given()]
            wanted = [leaf.requires_grad_() for leaf in leaves if leaf.is_floating_point()]
            given = [leaf * 1 if leaf.requires_grad else leaf for leaf in leaves]
            seed_everything(bench.seed)
            value = bench.sides[side].loss(self.losses[side], self._arguments(side, given)).sum()
            grads: tuple[torch.Tensor | None, ...] = (None,) * len(wanted)
            if value.requires_grad:
                grads = torch.autograd.grad(value, wanted, allow_unused=True)
        filled = [torch.zeros_like(w) if g is None else g for w, g in zip(wanted, grads, strict=True)]
        return float(value.detach()), filled

    def _given(self) -> list[torch.Tensor]:
        return [tensor.detach().clone() for tensor in self.outputs]

    def _arguments(self, side: int, tensors: list[torch.Tensor]) -> Any:
        return tree.fill(self.forms[side], tensors)

    def observed(self, bench: Bench, side: int) -> Observed:
        """Return which functions and layers of the framework one of them calls."""
        subject, loss = bench.sides[side], self.losses[side]
        with bench.new_tensors(), torch.no_grad():
            given = self._arguments(side, self._given())
            seed_everything(bench.seed)
            return observe(subject, loss, lambda: subject.loss(loss, given))

    def body(self, bench: Bench, side: int, layer: Layer, *, gradients: bool) -> Body:
        """Return the operations of one of them."""
        no_names: dict[str, object] = {}
        form = ((self.forms[side],), no_names)
        run = BodyRun(
            bench.sides[side], layer, form, self._given(), {}, bench.seed, bench.relative, gradients=gradients
        )
        with bench.new_tensors():
            return record_body(run)


@dataclass(frozen=True, slots=True)
class LossCallPair:
    """A loss of the framework that both functions call.

    Args:
        reference (FrameworkCall): the reference's call.
        port (FrameworkCall): the port's.
    """

    reference: FrameworkCall
    port: FrameworkCall

    def compared(self, bench: Bench, change: Change) -> Outcome[None]:
        """Compare what both calls return, the port's with other arguments."""
        change.only("arguments")
        result = self.port.result
        if change.arguments:
            with bench.new_tensors(), torch.no_grad():
                result = self.port.again(dict(change.arguments))
        reference, port = bench.sides
        error = _distance(reference.tensor_of(self.reference.result), port.tensor_of(result))
        return Outcome(error == 0.0, error, f"{error:.1e}")


def _distance(a: torch.Tensor | None, b: torch.Tensor | None) -> float:
    if a is None or b is None:
        return REFUSED
    if a.shape != b.shape:
        a, b = a.sum(), b.sum()
    return float((a.detach().to(torch.float64) - b.detach().to(torch.float64)).abs().max()) if a.numel() else 0.0
