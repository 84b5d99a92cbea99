"""The training stage: both nets take steps."""

from __future__ import annotations

import time

from parity.causes.losses import loss_findings
from parity.causes.training import Elsewhere, training_findings
from parity.forward.bench import Bench
from parity.nets.adapters import Subject
from parity.pipeline.job import Passed, Prepared, Setting, Trained, comparison_of
from parity.pipeline.offline import no_code, recorded_reason
from parity.report.model import Finding
from parity.train.expressions import read_loss, read_optimizer
from parity.train.gradients import Gradients, run_gradients
from parity.train.losses import LossPair, targeted
from parity.train.steps import OptimizerPair, Plan


def train(setting: Setting, prepared: Prepared, passed: Passed | None, compared: Gradients | None) -> Trained | None:
    """Train both nets, and report what their steps say where the outputs agree.

    Args:
        setting (Setting): the comparison.
        prepared (Prepared): pairs of layers and weights.
        passed (Passed | None): what the forward stage showed.
        compared (Gradients | None): the gradients, if they were compared.
    """
    since = time.perf_counter()
    why = _why_no_training(setting, passed)
    if passed is None or why:
        setting.timeline.skipped("train", why)
        return None
    spec, comparison = setting.spec, comparison_of(setting, prepared, 0.8)
    plans = _plans(setting)
    bench = Bench(comparison, passed.forward)
    optimizers = OptimizerPair(plans, prepared.weights, spec.steps)
    known = [compared] if compared is not None else []

    def gradients_explained() -> bool:
        if prepared.weights.untied:
            return True
        if not known:
            known.append(run_gradients(comparison, passed.forward, prepared.weights))
        return not known[0].skipped and not known[0].same

    taken = bench.tried(optimizers).seen
    assert taken is not None  # nothing was changed that could be refused
    findings = training_findings(
        bench, optimizers, taken, Elsewhere(lambda: _losses(bench, plans), gradients_explained)
    )
    setting.timeline.done("train", since)
    return Trained(taken, tuple(findings), known[0] if known else None)


def _why_no_training(setting: Setting, passed: Passed | None) -> str:
    if no_code(setting):
        return recorded_reason(setting)
    if passed is None:
        return "no inputs"
    if not any(weight.trainable for side in setting.sides for weight in side.weights):
        return "neither net has a weight to train"
    return "" if passed.check.same else "the outputs differ already"


def _losses(bench: Bench, plans: tuple[Plan, Plan]) -> list[Finding]:
    """Compare the two loss functions on the same outputs."""
    pair = _pair(bench, plans)
    if pair is None:
        return []
    check = bench.measured(pair)
    return [] if check.same else loss_findings(bench, pair, check)


def _pair(bench: Bench, plans: tuple[Plan, Plan]) -> LossPair | None:
    if plans[0].loss is None or plans[1].loss is None:
        return None
    pair = LossPair.of(bench, (plans[0].loss, plans[1].loss))
    return pair if pair.usable else None


def losses_on(bench: Bench, setting: Setting) -> LossPair | None:
    """Return both loss functions with what the nets on a bench return; None without them.

    Args:
        bench (Bench): the nets.
        setting (Setting): the comparison.
    """
    return _pair(bench, _plans(setting))


def _plans(setting: Setting) -> tuple[Plan, Plan]:
    spec = setting.spec
    return (
        _plan(setting, setting.reference, spec.ref_optimizer, spec.ref_loss),
        _plan(setting, setting.port, spec.port_optimizer, spec.port_loss),
    )


def _plan(setting: Setting, subject: Subject, optimizer: str, loss: str) -> Plan:
    names = subject.namespace()
    recipe = read_optimizer(optimizer or subject.default_optimizer(), names, setting.loader)
    return Plan(subject, recipe, targeted(subject, read_loss(loss, names, setting.loader)) if loss else None)
