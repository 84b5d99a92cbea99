"""Two loss functions on the same outputs: their values, their gradients, and what they do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import torch

import mappings
from parity.body.match import tolerance_of
from parity.body.record import Body, BodyRun, record_body
from parity.code import tree
from parity.code.constructions import Construction
from parity.code.faults import UnusableError
from parity.forward.results import Forward, Stage
from parity.measure.metrics import error_norms
from parity.nets.base import Layer, Subject
from parity.nets.calls import Observed, observe
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
            numbers = torch.randint(classes, shape, generator=generator)
            return numbers if self.subject.framework == "torch" else numbers.to(torch.int32)
        values = torch.randn(tensor.shape, generator=generator, dtype=torch.float64)
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
    """Return a layer that stands for a loss function: its code is the function's."""
    code = {"construct": staticmethod(function)} if hasattr(function, "__code__") else {}
    name = getattr(function, "__name__", "loss")
    kind = type("lambda" if name == "<lambda>" else name, (_Lossy,), code)
    return Layer("", kind(subject, function), None, True, Construction(kind, {}, None))


@dataclass(frozen=True, slots=True)
class LossCheck:
    """What two loss functions make of the same outputs.

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


class LossBench:
    """Both loss functions, and the reference's outputs to try them on.

    Args:
        stage (Stage): the comparison.
        forward (Forward): its forward stage.
        losses (tuple[Loss, Loss]): the reference's and the port's.
    """

    def __init__(self, stage: Stage, forward: Forward, losses: tuple[Loss, Loss]) -> None:
        left = forward.reference64.calls.get(("", 0))
        right = forward.port_calls.get(("", 0))
        self.subjects = (stage.reference, stage.port)
        self.losses = losses
        self.dtype = forward.dtype if forward.no_float64 else torch.float64
        self._seed = stage.seed
        self._least = forward.tolerance.loss
        self._outputs = [tensor for _, tensor in forward.reference64.outputs]
        self._forms = (left.result if left is not None else None, right.result if right is not None else None)

    @property
    def usable(self) -> bool:
        """Tell whether the outputs are there, in a form that both sides know."""
        return bool(self._outputs) and all(tree.slots(form) == len(self._outputs) for form in self._forms)

    def check(self) -> LossCheck:
        """Evaluate both and compare."""
        (left, ours), (right, theirs) = (self._evaluate(side) for side in (0, 1))
        relative = tolerance_of(self.dtype)
        close = abs(left - right) <= max(self._least, relative) * abs(left)
        worst = 0.0
        for a, b in zip(ours, theirs, strict=True):
            error, norm = error_norms(a, b)
            worst = max(worst, error / norm if norm else error)
        return LossCheck(left, right, close, worst, worst <= relative)

    def _evaluate(self, side: int) -> tuple[float, list[torch.Tensor]]:
        with self._precision(), torch.enable_grad():
            leaves = self._given()
            wanted = [leaf.requires_grad_() for leaf in leaves if leaf.is_floating_point()]
            given = [leaf * 1 if leaf.requires_grad else leaf for leaf in leaves]
            seed_everything(self._seed)
            value = self.subjects[side].loss(self.losses[side], self._arguments(side, given)).sum()
            grads: tuple[torch.Tensor | None, ...] = (None,) * len(wanted)
            if value.requires_grad:
                grads = torch.autograd.grad(value, wanted, allow_unused=True)
        filled = [torch.zeros_like(w) if g is None else g for w, g in zip(wanted, grads, strict=True)]
        return float(value.detach()), filled

    def _given(self) -> list[torch.Tensor]:
        return [tensor.detach().clone() for tensor in self._outputs]

    def _arguments(self, side: int, tensors: list[torch.Tensor]) -> Any:
        return tree.fill(self._forms[side], tensors)

    @contextmanager
    def running(self) -> Iterator[None]:
        """Within the block, losses run as they are compared: in this precision, without gradients."""
        with self._precision(), torch.no_grad():
            yield

    @contextmanager
    def _precision(self) -> Iterator[None]:
        before = torch.get_default_dtype()
        torch.set_default_dtype(torch.float64 if self.dtype == torch.float64 else before)
        try:
            yield
        finally:
            torch.set_default_dtype(before)

    def observed(self, side: int) -> Observed:
        """Return which functions and layers of the framework one of them calls."""
        subject, loss = self.subjects[side], self.losses[side]
        with self.running():
            given = self._arguments(side, self._given())
            seed_everything(self._seed)
            return observe(subject, loss, lambda: subject.loss(loss, given))

    def body(self, side: int, layer: Layer, *, gradients: bool) -> Body:
        """Return the operations of one of them."""
        no_names: dict[str, object] = {}
        form = ((self._forms[side],), no_names)
        run = BodyRun(self.subjects[side], layer, form, self._given(), {}, self._seed, gradients=gradients)
        with self._precision():
            return record_body(run)
