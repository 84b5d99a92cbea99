"""What training steps say: the optimizer's arguments, its formula, or something else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from parity.code.errors import CannotCompare
from parity.measure.thresholds import BETTER, STEP_SEEN
from parity.report.model import Finding
from parity.rules.gradient import Gradient
from parity.rules.optimizer import Optimizer
from parity.rules.raises import Raises
from parity.rules.training import Training as TrainingRule
from parity.table.arguments import differences_between
from parity.table.difference import Difference
from parity.table.relations import relation, same_kind, short
from parity.train.steps import Plan, Training, optimizer_name

Rerun = Callable[[Plan], Training]


@dataclass(frozen=True, slots=True)
class Causes:
    """How to find out more where training steps differ.

    Args:
        rerun (Rerun): trains again with another plan for the port.
        shared (Rerun): likewise, its optimizer being given the reference's gradients.
        losses (Callable[[], list[Finding]]): compares the loss functions on the same outputs.
        gradients_explained (Callable[[], bool]): True if another finding will tell why gradients differ: the nets'
            gradients do, or weights that the reference ties are two in the port.
    """

    rerun: Rerun
    shared: Rerun
    losses: Callable[[], list[Finding]]
    gradients_explained: Callable[[], bool]


def training_findings(training: Training, plans: tuple[Plan, Plan], causes: Causes) -> list[Finding]:
    """Report what the steps show; the outputs are known to agree.

    Args:
        training (Training): what was measured.
        plans (tuple[Plan, Plan]): the reference's and the port's.
        causes (Causes): finds out more.
    """
    if training.raised:
        message = f"the port does not train where the reference does: {training.raised}"
        return [Raises.finding(None, None, "error", message, stage="train")]
    if not training.gradients_same or not training.first_loss_same:
        findings = causes.losses()
        if not findings and not causes.gradients_explained():
            message = "the gradients or losses of the first training step differ, those of the outputs do not"
            findings = [Gradient.finding(None, None, "error", message, stage="train")]
        if training.gradients_same:
            return findings
        step = _optimizer(causes.shared(plans[1]), plans, causes.shared)
        return findings + [entry for entry in step if entry.severity == "error"]
    findings = _optimizer(training, plans, causes.rerun)
    if not training.statistics_same and training.weights_same:
        message = f"the running statistic {training.statistic} differs after training steps"
        layer = training.statistic.rpartition(".")[0]
        findings.append(replace(TrainingRule.finding(None, None, "error", message), port_layer=layer))
    if not training.losses_same and training.weights_same:
        message = "the losses differ although weights and gradients agree: compare the two loss functions"
        findings.append(TrainingRule.finding(None, None, "error", message))
    return findings


def _optimizer(training: Training, plans: tuple[Plan, Plan], rerun: Rerun) -> list[Finding]:
    left, right = plans
    names = (optimizer_name(left), optimizer_name(right))
    if relation(*names) is None and not same_kind(*names):
        return [] if training.weights_same else [_type_finding(training, plans)]
    found = [
        entry
        for entry in differences_between(names[0], left.recipe.complete(), names[1], right.recipe.complete())
        if entry.shows not in {"none", "load"}
    ]
    findings = [_tried(entry, found, training, plans, rerun) for entry in found]
    if training.weights_same:
        explained = training.states_same or any(finding.severity == "error" for finding in findings)
        return findings if explained else [*findings, _state_finding(training, plans)]
    corrections = {name: value for entry in found for name, value in entry.corrections.items()}
    corrected = (_attempt(rerun, right, corrections) if corrections else None) or training
    if corrected.weights_same and not corrected.raised:
        return findings
    formulas = _formulas(names, plans, corrected)
    return findings + formulas if formulas or findings else [_type_finding(training, plans)]


def _tried(
    entry: Difference, found: list[Difference], training: Training, plans: tuple[Plan, Plan], rerun: Rerun
) -> Finding:
    """Report one argument, with what correcting it (on top of the others) does to the updates."""
    right = plans[1]
    if not entry.corrections:
        return _argument(entry, plans, "warning" if training.weights_same else "error", "")
    others = {n: v for other in found if other is not entry for n, v in other.corrections.items()}
    before = (_attempt(rerun, right, others) if others else None) or training
    after = _attempt(rerun, right, {**others, **entry.corrections})
    shown = ", ".join(f"{name}={value!r}" for name, value in entry.corrections.items())
    if after is None:
        severity = "warning" if training.weights_same or len(found) > 1 else "error"
        return replace(_argument(entry, plans, severity, f"{shown}: this optimizer does not take it"), fix="")
    evidence = f"{shown}: update error {before.worst:.1e} -> {after.worst:.1e}"
    if before.state_worst > before.worst:
        evidence = f"{shown}: error of the {before.state_name} {before.state_worst:.1e} -> {after.state_worst:.1e}"
    counts = before.optimizer_error > STEP_SEEN and after.optimizer_error * BETTER < before.optimizer_error
    return _argument(entry, plans, "error" if counts else "warning", evidence)


def _attempt(rerun: Rerun, plan: Plan, corrections: Mapping[str, object]) -> Training | None:
    """Train once more with arguments of the port's optimizer corrected; None if it cannot be built so."""
    try:
        return rerun(replace(plan, recipe=plan.recipe.corrected(corrections)))
    except CannotCompare:
        return None


def _argument(entry: Difference, plans: tuple[Plan, Plan], severity: str, evidence: str) -> Finding:
    right = plans[1].recipe
    return Optimizer.finding(
        None,
        None,
        "error" if severity == "error" else "warning",
        f"{right.text}: {entry.fact}",
        argument=entry.argument,
        values=(entry.reference_value, entry.port_value),
        evidence=evidence,
        fix=right.corrected(entry.corrections).text if entry.corrections else "",
    )


def _formulas(names: tuple[str, str], plans: tuple[Plan, Plan], corrected: Training) -> list[Finding]:
    """Return what the table knows about two optimizers whose arguments agree and whose updates do not."""
    known = relation(*names)
    if known is None:
        return []
    decays = any("decay" in name and value for name, value in plans[1].recipe.bound().items())
    entries = [
        entry
        for entry in known.row.differences
        if entry.shows == "optim" and "default" not in entry.rule and (decays or "decay" not in entry.rule)
    ]
    return [
        Optimizer.finding(
            None,
            None,
            "error",
            f"{short(known.row.mindspore)}: {entry.fact}",
            argument=entry.argument,
            evidence=f"the update of {corrected.worst_name} differs by {corrected.worst:.1e} of its size",
            fix=entry.fix,
        )
        for entry in entries
    ]


def _state_finding(training: Training, plans: tuple[Plan, Plan]) -> Finding:
    left, right = plans
    return Optimizer.finding(
        None,
        None,
        "warning",
        "the updates agree so far, what the optimizers hold does not: later steps may diverge",
        values=(left.recipe.text, right.recipe.text),
        evidence=f"the {training.state_name} differs by {training.state_worst:.1e} of its size",
    )


def _type_finding(training: Training, plans: tuple[Plan, Plan]) -> Finding:
    left, right = plans
    return Optimizer.finding(
        None,
        None,
        "error",
        "the optimizers make other updates of equal gradients",
        argument="type",
        values=(left.recipe.text, right.recipe.text),
        evidence=f"the update of {training.worst_name} differs by {training.worst:.1e} of its size",
    )
