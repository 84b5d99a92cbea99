"""The last stage: from what was measured to findings."""

from __future__ import annotations

import time
from dataclasses import replace

from parity.causes.finders import look
from parity.causes.initial import init_findings, untested
from parity.forward.bench import Bench
from parity.locate.localise import fused_outputs
from parity.pair.chosen import left_out
from parity.pair.layers import CallPair, Pairing, idle_pairs
from parity.pipeline.job import Passed, Prepared, Setting, Trained, comparison_of
from parity.pipeline.offline import static_pairs
from parity.pipeline.spec import CompareSpec
from parity.report.model import Finding
from parity.rules.measured import Asked, Measured, Ran
from parity.rules.precedence import reported
from parity.train.gradients import Gradients


def diagnose(
    setting: Setting,
    prepared: Prepared,
    passed: Passed | None,
    compared: Gradients | None,
    trained: Trained | None,
) -> tuple[Finding, ...]:
    """Turn what was measured into findings.

    Args:
        setting (Setting): the comparison.
        prepared (Prepared): pairs of layers and weights.
        passed (Passed | None): what the forward stage showed.
        compared (Gradients | None): the gradients.
        trained (Trained | None): what training steps showed.
    """
    since = time.perf_counter()
    setting.progress("finding causes", 0.85)
    before = [*prepared.findings, *(trained.findings if trained is not None else ())]
    measured = Measured(
        *setting.sides,
        Asked(_asked(setting.spec)),
        prepared.pairing,
        prepared.weights,
        _unrun(setting, prepared.pairing, passed),
        training=trained.training if trained is not None else None,
        init=prepared.init,
        any_error=any(entry.severity == "error" for entry in before),
    )
    if passed is None:
        findings = before + look(measured)
    else:
        comparison = comparison_of(setting, prepared)
        with Bench(comparison, passed.forward, passed.patcher, fused_outputs(passed.located)).open() as bench:
            run = Ran(passed.located, passed.check, bench, compared)
            findings = before + look(replace(measured, run=run))
    layers = (setting.reference.layers, setting.port.layers)
    findings = init_findings(list(prepared.init), findings, layers) if setting.spec.init else untested(findings)
    setting.timeline.done("static", since)
    return tuple(reported(findings))


def _unrun(setting: Setting, pairing: Pairing, passed: Passed | None) -> tuple[CallPair, ...]:
    """Return the matched layers of which only the arguments can be compared."""
    if passed is None:
        return tuple(entry for entry in pairing.pairs if entry.matched)
    unknown = static_pairs(setting, pairing, passed.forward)
    return (*idle_pairs(pairing), *unknown, *left_out(pairing, setting.spec.layers))


def _asked(spec: CompareSpec) -> frozenset[str]:
    stages = {"forward"}
    if spec.mode == "train":
        stages.add("train")
    if spec.grad:
        stages.add("grad")
    if spec.steps:
        stages.add("optim")
    if spec.init:
        stages.add("init")
    if spec.by_name:
        stages.add("names")
    return frozenset(stages)
