"""What training steps say: the optimizer's arguments, its formula, or something else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from parity.code.places import code_place
from parity.code.writes import written_at
from parity.forward.bench import Bench
from parity.measure.thresholds import BETTER, STEP_SEEN
from parity.nets.base import Layer, owner_of
from parity.report.model import Finding, Severity
from parity.rules.gradient import Gradient
from parity.rules.optimizer import Optimizer
from parity.rules.raises import Raises
from parity.rules.training import Training as TrainingRule
from parity.table.arguments import differences_between
from parity.table.difference import Difference
from parity.table.relations import relation, same_kind
from parity.train.steps import OptimizerPair, Plan, Training, optimizer_name


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """What else explains that training steps differ; asked only where they do.

    Args:
        losses (Callable[[], list[Finding]]): compares the loss functions on the same outputs.
        gradients_explained (Callable[[], bool]): True if another finding will tell why gradients differ: the nets'
            gradients do, or weights that the reference ties are two in the port.
    """

    losses: Callable[[], list[Finding]]
    gradients_explained: Callable[[], bool]


def training_findings(bench: Bench, pair: OptimizerPair, training: Training, elsewhere: Elsewhere) -> list[Finding]:
    """Report what the steps show; the outputs are known to agree.

    Args:
        bench (Bench): the nets.
        pair (OptimizerPair): how both trained.
        training (Training): what was measured.
        elsewhere (Elsewhere): what else explains it.
    """
    if training.raised:
        message = f"the port does not train where the reference does: {training.raised}"
        return [Raises.finding(None, None, "error", message, stage="train")]
    if not training.gradients_same or not training.first_loss_same:
        findings = elsewhere.losses()
        if not findings and not elsewhere.gradients_explained():
            message = "the gradients or losses of the first training step differ, those of the outputs do not"
            findings = [Gradient.finding(None, None, "error", message, stage="train")]
        if training.gradients_same:
            return findings
        alike = replace(pair, shared=True)
        step = _optimizer(bench, alike, bench.measured(alike))
        return findings + [entry for entry in step if entry.severity == "error"]
    findings = _optimizer(bench, pair, training)
    return findings + TrainingRule.recognised(training, *_statistic(bench, training.statistic))


def _statistic(bench: Bench, name: str) -> tuple[Layer | None, str | None]:
    """Return the port's layer that holds a statistic, and the line that writes it."""
    if not name:
        return None, None
    layer = owner_of(name, bench.comparison.port.layers)
    own = written_at(layer.module, name.rpartition(".")[2]) if layer.custom else None
    return layer, own or layer.code_at


def _of_type(training: Training, plans: tuple[Plan, Plan]) -> Finding:
    return Optimizer.of_type(training, plans, (code_place(plans[0].recipe.make), code_place(plans[1].recipe.make)))


def _optimizer(bench: Bench, pair: OptimizerPair, training: Training) -> list[Finding]:
    plans = left, right = pair.plans
    names = (optimizer_name(left), optimizer_name(right))
    if relation(*names) is None and not same_kind(*names):
        return [] if training.weights_same else [_of_type(training, plans)]
    found = [
        entry
        for entry in differences_between(names[0], left.recipe.complete(), names[1], right.recipe.complete())
        if entry.shows not in {"none", "load"}
    ]
    findings = [_tried(bench, pair, entry, found, training) for entry in found]
    if training.weights_same:
        explained = training.states_same or any(finding.severity == "error" for finding in findings)
        return findings if explained else [*findings, Optimizer.of_state(training, plans)]
    corrections = {name: value for entry in found for name, value in entry.corrections.items()}
    corrected = (bench.tried(pair, corrections).seen if corrections else None) or training
    if corrected.weights_same and not corrected.raised:
        return findings
    formulas = Optimizer.of_formula(names, plans, corrected)
    return findings + formulas if formulas or findings else [_of_type(training, plans)]


def _tried(
    bench: Bench, pair: OptimizerPair, entry: Difference, found: list[Difference], training: Training
) -> Finding:
    """Report one argument, with what correcting it (on top of the others) does to the updates."""
    plans = pair.plans
    if not entry.corrections:
        return Optimizer.of_argument(entry, plans, "warning" if training.weights_same else "error", "")
    others = {n: v for other in found if other is not entry for n, v in other.corrections.items()}
    before = (bench.tried(pair, others).seen if others else None) or training
    outcome = bench.tried(pair, {**others, **entry.corrections})
    after = outcome.seen
    shown = ", ".join(f"{name}={value!r}" for name, value in entry.corrections.items())
    if after is None:
        severity: Severity = "warning" if training.weights_same or len(found) > 1 else "error"
        return replace(Optimizer.of_argument(entry, plans, severity, f"{shown}: {outcome.what}"), fix="")
    evidence = f"{shown}: update error {before.worst:.1e} -> {after.worst:.1e}"
    if before.state_worst > before.worst:
        evidence = f"{shown}: error of the {before.state_name} {before.state_worst:.1e} -> {after.state_worst:.1e}"
    counts = before.optimizer_error > STEP_SEEN and after.optimizer_error * BETTER < before.optimizer_error
    return Optimizer.of_argument(entry, plans, "error" if counts else "warning", evidence)
