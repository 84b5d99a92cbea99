"""The training stage: both nets take the same steps, and everything a step changes is compared.

In float64 and in lockstep, each net with its own optimizer and loss. What is compared is the *update* (weights now
less weights at the start): an optimizer that is wrong by a tenth moves a weight by little and its update by a tenth.
Random layers draw from the same seed on both sides at every step.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import torch

from parity.code.errors import CannotCompare, NothingToTrain
from parity.code.faults import raise_own
from parity.code.frameworks import module_of
from parity.code.places import at_fault
from parity.forward.bench import REFUSED, Bench, Change, Outcome
from parity.forward.results import Comparison
from parity.measure.metrics import error_norms, measure
from parity.measure.thresholds import LEAST_UPDATE, ROUNDED_GRADIENT, ZERO, Thresholds
from parity.nets.base import Subject
from parity.nets.loading import seed_everything
from parity.nets.trace import plain_kernels
from parity.report.model import Errors, NamedErrors, Status, StepResult
from parity.train.expressions import Recipe
from parity.train.optimizer_state import STEP, optimizer_state
from parity.weights.mapping import Mapped, WeightMap


@dataclass(frozen=True, slots=True)
class Plan:
    """How one side trains.

    Args:
        subject (Subject): the net.
        recipe (Recipe): its optimizer.
        loss (Callable[..., Any] | None): of the net's outputs; None for the mean of squares against a fixed target.
    """

    subject: Subject
    recipe: Recipe
    loss: Callable[..., Any] | None


@dataclass(slots=True)
class Training:
    """What the steps showed.

    Attributes:
        steps: for the report.
        gradients_same: whether the gradients of the first step agree.
        weights_same, statistics_same, losses_same: over all steps.
        first_loss_same: whether the losses of the first step agree.
        states_same: whether what both optimizers hold agrees, over all steps.
        state_worst: greatest relative error of what an optimizer holds.
        state_name: what that is, in words.
        worst: greatest relative error of an update.
        worst_name: of that weight, in the port.
        parted: number of the first step after which a weight differs; 0 for none.
        statistic: name of a running statistic that differs, or "".
        raised: why the port did not train, or "".
        thresholds: what decides.
    """

    steps: list[StepResult] = field(default_factory=list)
    gradients_same: bool = True
    weights_same: bool = True
    statistics_same: bool = True
    losses_same: bool = True
    first_loss_same: bool = True
    states_same: bool = True
    state_worst: float = 0.0
    state_name: str = ""
    worst: float = 0.0
    worst_name: str = ""
    parted: int = 0
    statistic: str = ""
    raised: str = ""
    thresholds: Thresholds = field(default_factory=Thresholds)

    @property
    def optimizer_error(self) -> float:
        """The greatest relative error of an update or of what an optimizer holds."""
        return max(self.worst, self.state_worst)


class _Learner:
    """One net under training."""

    def __init__(self, plan: Plan, comparison: Comparison, dtype: torch.dtype) -> None:
        self.plan = plan
        self.comparison = comparison
        self.tensors = comparison.tensors(dtype)
        self.subject = plan.subject
        self.optimizer = plan.recipe.build(self.subject.optimizer_parameters(plan.recipe.make))
        self.gradients: dict[int, torch.Tensor] = {}

    def differentiate(self, number: int) -> float:
        """Run forward and backward of one step; return the loss."""
        seed_everything(self.comparison.seed + number)
        wanted = {id(w.tensor): w.tensor for w in self.subject.weights if w.trainable}
        with plain_kernels(), torch.enable_grad():
            given = [tensor.clone() for tensor in self.tensors]
            outputs = self.subject.call(self.comparison.inputs, given, self.comparison.reference.parameter_names())
            loss = self._loss(outputs)
            grads = torch.autograd.grad(loss, list(wanted.values()), allow_unused=True)
        if all(gradient is None for gradient in grads):
            raise NothingToTrain(self.subject.role, "no gradient reaches a trained weight: there is nothing to train")
        pairs = zip(wanted.items(), grads, strict=True)
        self.gradients = {key: torch.zeros_like(w) if g is None else g.detach() for (key, w), g in pairs}
        return float(loss.detach())

    def step(self) -> None:
        """Let the optimizer step."""
        with torch.no_grad():
            # copies: an optimizer that clips gradients does so in place
            self.subject.update(self.optimizer, {key: gradient.clone() for key, gradient in self.gradients.items()})

    def _loss(self, outputs: Any) -> torch.Tensor:
        if self.plan.loss is not None:
            return self.subject.loss(self.plan.loss, outputs).sum()
        total: list[torch.Tensor] = []
        for index, (_, tensor) in enumerate(self.subject.flatten(outputs)):
            if tensor.is_floating_point() and tensor.requires_grad:
                generator = torch.Generator().manual_seed(2000 + index)
                target = torch.randn(tensor.shape, generator=generator, dtype=torch.float64).to(tensor)
                total.append(((tensor - target) ** 2).mean().to(torch.float64))
        if not total:
            said = "no output depends on a trained weight: there is nothing to train; give a loss"
            raise NothingToTrain(self.subject.role, said)
        return torch.stack(total).sum()


@dataclass(frozen=True, slots=True)
class OptimizerPair:
    """Both optimizers, each with its net and loss, over some steps.

    Args:
        plans (tuple[Plan, Plan]): how the reference and the port train.
        weights (WeightMap): which weight is which.
        steps (int): how many steps.
        shared (bool): the port's optimizer is given the reference's gradients. Default: ``False``.
    """

    plans: tuple[Plan, Plan]
    weights: WeightMap
    steps: int
    shared: bool = False

    def compared(self, bench: Bench, change: Change) -> Outcome[Training]:
        """Train both, the port's optimizer with other arguments; one that does not take them is refused."""
        change.only("arguments")
        if not change.arguments:
            return self._outcome(bench)
        plan = replace(self.plans[1], recipe=self.plans[1].recipe.corrected(change.arguments))
        try:
            return replace(self, plans=(self.plans[0], plan))._outcome(bench)
        except CannotCompare:
            return Outcome(False, REFUSED, "this optimizer does not take it")

    def _outcome(self, bench: Bench) -> Outcome[Training]:
        taken = self._trained(bench)
        same = taken.weights_same and taken.states_same and not taken.raised
        return Outcome(same, taken.optimizer_error, f"{taken.optimizer_error:.1e}", taken)

    def _trained(self, bench: Bench) -> Training:
        """Take the steps on both sides, in the precision of the comparison.

        Raises:
            CannotCompare: if the reference does not train.
        """
        comparison, result = bench.comparison, Training(thresholds=bench.forward.thresholds)
        with bench.precise(whole=True):
            left, right = (_Learner(plan, comparison, bench.dtype) for plan in self.plans)
            start = {w.name: w.tensor.detach().clone() for w in comparison.reference.weights}
            for number in range(1, self.steps + 1):
                comparison.progress(f"training step {number}")
                if not _one_step(result, (left, right), self.weights, start, number, shared=self.shared):
                    break
        return result


def _one_step(
    result: Training,
    learners: tuple[_Learner, _Learner],
    weights: WeightMap,
    start: dict[str, torch.Tensor],
    number: int,
    *,
    shared: bool,
) -> bool:
    left, right = learners
    try:
        loss = left.differentiate(number)
        reference_gradients = left.gradients
        left.step()
    except Exception as error:
        raise_own(error)
        raise CannotCompare(f"the reference does not train: {at_fault(error)}") from error
    try:
        port_loss = right.differentiate(number)
        if number == 1:  # later the weights have parted a little, and the gradients with them
            result.gradients_same = _gradients_same(
                weights, reference_gradients, right.gradients, result.thresholds.gradient
            )
        if shared:
            right.gradients.update(_carried(weights, reference_gradients, right.gradients))
        right.step()
    except Exception as error:  # noqa: BLE001 - that the port does not train is a result
        raise_own(error)
        result.raised = at_fault(error)
        return False
    _compare(result, _updates(learners, weights, start), number, (loss, port_loss))
    _compare_states(result, learners, weights)
    return True


def _gradients_same(
    weights: WeightMap, reference: dict[int, torch.Tensor], port: dict[int, torch.Tensor], relative: float
) -> bool:
    greatest = max((float(g.norm()) / max(1, g.numel()) ** 0.5 for g in reference.values()), default=0.0)
    for entry in weights.mapped:
        one, other = id(entry.reference.tensor), id(entry.port.tensor)
        if one in reference and other in port:
            ours = entry.layout.apply(reference[one])
            error, norm = error_norms(ours, entry.part(port[other]))
            rounded = max(ZERO, ROUNDED_GRADIENT * greatest * max(1, ours.numel()) ** 0.5)
            if error > relative * norm and error > rounded:
                return False
    return True


def _carried(
    weights: WeightMap, reference: dict[int, torch.Tensor], port: dict[int, torch.Tensor]
) -> dict[int, torch.Tensor]:
    """Return the reference's gradients for the port's weights."""
    carried: dict[int, torch.Tensor] = {}
    for entry in weights.mapped:
        one, other = id(entry.reference.tensor), id(entry.port.tensor)
        if one in reference and other in port:
            whole = carried.setdefault(other, torch.zeros_like(port[other]))
            whole.copy_(entry.layout.put(whole, reference[one]))
    return carried


def _updates(learners: tuple[_Learner, _Learner], weights: WeightMap, start: dict[str, torch.Tensor]) -> list[_Update]:
    """Return how every weight has moved; buffers are looked up by name, the run in float64 has others."""
    left, right = ({w.name: w.tensor for w in learner.subject.weights} for learner in learners)
    return [
        _update(entry, start[entry.reference.name], left[entry.reference.name], right[entry.port.name])
        for entry in weights.mapped
        if entry.reference.tensor.is_floating_point()
    ]


def _compare(result: Training, updates: list[_Update], number: int, losses: tuple[float, float]) -> None:
    # a gradient that is zero but for rounding, normalised by Adam, is still nothing beside a real update
    least = LEAST_UPDATE * max((u.change / u.root for u in updates if u.trained), default=0.0)
    for update in updates:
        relative = update.error / max(update.change, least * update.root, ZERO * update.root)
        if update.trained and relative > result.worst:
            result.worst, result.worst_name = relative, update.named.name
        if relative > result.thresholds.update and update.trained:
            result.weights_same, result.parted = False, result.parted or number
        elif relative > result.thresholds.update and result.statistics_same:
            result.statistics_same, result.statistic = False, update.named.name
    allowed = result.thresholds.loss if number == 1 else result.thresholds.update
    close = abs(losses[0] - losses[1]) <= allowed * max(abs(losses[0]), ZERO)
    result.losses_same = result.losses_same and close
    result.first_loss_same = result.first_loss_same and (close or number > 1)
    agree = result.weights_same and result.statistics_same and close
    status: Status = "same" if agree else ("introduced" if result.gradients_same else "amplified")
    trained = tuple(update.named for update in updates if update.trained)
    statistics = tuple(update.named for update in updates if not update.trained)
    result.steps.append(StepResult(number, status, losses[0], losses[1], trained, statistics))


def _compare_states(result: Training, learners: tuple[_Learner, _Learner], weights: WeightMap) -> None:
    """Compare what both optimizers hold, role by role, as far as both hold it; add it to the step."""
    left, right = (optimizer_state(learner.subject, learner.optimizer) for learner in learners)
    # the weights' values are their own while the nets are in the precision of the steps: identity is that of the start
    entries: dict[int, list[Mapped]] = {}
    for entry in weights.mapped:
        known = entries.setdefault(id(entry.port.tensor), [])
        if entry.reference.tensor.is_floating_point() and (entry.layout.is_partial or not known):
            known.append(entry)
    pairs: list[tuple[str, torch.Tensor, torch.Tensor]] = []
    for (role, key), theirs in right.items():
        if role == STEP and (role, key) in left:
            pairs.append((role, left[role, key].to(torch.float64), theirs.to(torch.float64)))
        for entry in entries.get(key, ()):
            ours = left.get((role, id(entry.reference.tensor)))
            if ours is not None:
                pairs.append((f"{role} of {entry.port.name}", entry.layout.apply(ours), entry.part(theirs)))
    greatest: dict[str, float] = {}
    for name, ours, _ in pairs:
        kind = name.partition(" of ")[0]
        greatest[kind] = max(greatest.get(kind, 0.0), float(ours.abs().mean()) if ours.numel() else 0.0)
    for name, ours, theirs in pairs:
        error, norm = error_norms(ours, theirs)
        least = LEAST_UPDATE * greatest[name.partition(" of ")[0]] * max(1, ours.numel()) ** 0.5
        relative = error / max(norm, least, ZERO) if error else 0.0
        if relative > result.state_worst:
            result.state_worst, result.state_name = relative, name
    states = tuple(NamedErrors(name, Errors(float64=measure(a, b, dtypes=False))) for name, a, b in pairs)
    result.states_same = result.states_same and result.state_worst <= result.thresholds.update
    result.steps[-1] = replace(result.steps[-1], optimizer_state=states)


@dataclass(frozen=True, slots=True)
class _Update:
    """How one weight has moved: norms of the error and of the change, root of its size, figures of its values."""

    error: float
    change: float
    root: float
    trained: bool
    named: NamedErrors


def _update(entry: Mapped, start: torch.Tensor, left: torch.Tensor, right: torch.Tensor) -> _Update:
    reference, port = entry.layout.apply(left.detach()), entry.part(right.detach())
    error, _ = error_norms(reference, port)
    change, _ = error_norms(entry.layout.apply(start), reference)
    named = NamedErrors(entry.port.name, Errors(float64=measure(reference, port, dtypes=False)))
    return _Update(error, change, max(1, reference.numel()) ** 0.5, entry.reference.trainable, named)


def optimizer_name(plan: Plan) -> str:
    """Return the public name of an optimizer class, for the mappings table."""
    make = plan.recipe.make
    return f"{module_of(make)}.{getattr(make, '__qualname__', '')}"
