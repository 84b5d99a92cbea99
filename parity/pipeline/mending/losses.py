"""The line to write in a loss function: searched on the outputs of the reference, proved by the comparison's steps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import torch

from parity.body.record import Body
from parity.edits.measure import Held, Measure
from parity.edits.search import Mend, Search, Searched
from parity.edits.site import sites_of
from parity.forward.bench import Bench, Probe
from parity.pipeline.job import Job, Setting, Timeline, comparison_of
from parity.pipeline.mending.knowledge import codes_run, known_of
from parity.pipeline.mending.told import errors_of, lines_said, mend_findings
from parity.pipeline.stages.training import losses_on
from parity.report.model import Finding
from parity.rules.body import Body as BodyRule
from parity.rules.loss import Loss
from parity.train.losses import LossPair, loss_layer

_PROOFS = 4
_DIFFER = "the loss functions differ: "
_OTHER_VALUES = Probe("outputs scaled by 0.8", lambda tensor: tensor * 0.8 if tensor.is_floating_point() else tensor)

_FEWER = Probe("the first outputs alone", lambda tensor: tensor[: max(1, len(tensor) - 1)] if tensor.dim() else tensor)


def is_of_losses(job: Job) -> bool:
    """Tell whether all that is wrong is a loss function in a file.

    Args:
        job (Job): a comparison.
    """
    errors = errors_of(job.findings)
    of_losses = [finding for finding in errors if finding.rule == Loss.code and finding.location]
    return bool(of_losses) and all(f.stage == "train" for f in errors) and not all(f.fix for f in of_losses)


def with_loss_mended(job: Job, carried_out: Callable[[Setting], Job], limit: int) -> Job:
    """Return a comparison with the line to write in the port's loss function, as far as one was found and proved.

    Args:
        job (Job): a comparison whose loss functions differ.
        carried_out (Callable[[Setting], Job]): compares.
        limit (int): candidates that are executed at most.
    """
    passed, setting = job.passed, job.setting
    if passed is None:
        return job
    with Bench(comparison_of(setting, job.prepared), passed.forward, passed.patcher).open() as bench:
        pair = losses_on(bench, setting)
        found = _searched(bench, pair, job, limit) if pair is not None else None
    if found is None:
        return job
    for mend in found.mends[:_PROOFS]:
        with mend.in_place() as possible:
            after = carried_out(replace(setting, timeline=Timeline())) if possible else None
        if after is None or any(f.rule == Loss.code for f in errors_of(after.findings)):
            continue
        others = [other for other in found.mends if other is not mend]
        seen = [replace(finding, rule=BodyRule.code) for finding in errors_of(job.findings)]
        told = mend_findings(seen, mend, others, found.tried)
        return replace(job, findings=(*map(_of_loss, told), *after.findings))
    return job


def _of_loss(finding: Finding) -> Finding:
    known = finding.message.startswith(_DIFFER)
    return replace(
        finding, rule=Loss.code, stage="train", message=finding.message if known else _DIFFER + finding.message
    )


def _searched(bench: Bench, pair: LossPair, job: Job, limit: int) -> Searched | None:
    judge, setting = LossJudge(bench, pair), job.setting
    judge.prepare()
    sites = sites_of(codes_run(setting.port, lambda: pair.observed(bench, 1)))
    if not sites:
        return None
    reference, function = setting.reference, pair.losses[0]
    relative = setting.spec.thresholds.float64
    body: Body | None = pair.body(bench, 0, loss_layer(reference, function), gradients=False)
    body = body if body is not None and body.raised is None else None
    known = known_of(reference, body, lambda: pair.observed(bench, 0), relative)

    def tell(what: str) -> None:
        setting.progress(what, 0.9)

    lines = lines_said(job, sites)
    search = Search(
        judge, known.pool, setting.port.tensor_of, known.match, lines, limit, tell, settled=known.settled
    )  # fmt: skip
    return search.run(sites, accept=judge.holds)


@dataclass(slots=True)
class LossJudge:
    """Evaluates both loss functions on the reference's outputs.

    Args:
        bench (Bench): the nets.
        pair (LossPair): the functions.
    """

    bench: Bench
    pair: LossPair
    probes: list[Probe] = field(default_factory=list)

    def measured(self, *, built: bool) -> Measure:
        """Compare their values, and their gradients by the outputs."""
        if built:
            return Measure(False)
        check = self.bench.measured(self.pair)
        return Measure(check.same, int(check.values_same), abs(check.reference - check.port))

    def residual(self, *, built: bool) -> torch.Tensor | None:
        """Return the port's value and gradients less the reference's."""
        return None if built else self.pair.residual(self.bench)

    def holds(self, mend: Mend) -> Held:
        """Tell whether they agree on other outputs too, with an edit in place, and return as many numbers."""
        del mend
        one, other = self.pair.sizes(self.bench)
        same = one == other and all(self.bench.tried(self.pair, probe=probe).same for probe in self.probes)
        return Held.EVERYWHERE if same else Held.NOWHERE

    def prepare(self) -> None:
        """Keep the probes that both functions take as they stand; to be called before anything is changed."""
        probes = (_OTHER_VALUES, _FEWER)
        self.probes = [probe for probe in probes if self.bench.tried(self.pair, probe=probe).seen is not None]
