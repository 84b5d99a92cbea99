"""`compare(thorough=True)`: every mode, stage and precision, and inputs that are varied, as one verdict.

The comparison that was asked for comes first, with gradients and initial weights. Then both nets, with the weights
they hold, are run on variations of the inputs and of the size of the weights, and a second time; each variation on
which they differ is compared in full, the smallest first, so that a difference has its cause and the smallest input
that shows it. Weights are carried over by names too, where layers that compute the same are named crosswise. Last,
both nets are compared in train mode with two training steps, and in float16.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from parity.code.errors import CannotCompare
from parity.nets.inputs import Input
from parity.nets.variations import Variation
from parity.pipeline.assemble import build_report, by_severity
from parity.pipeline.coverage import both
from parity.pipeline.exchanged import exchanged_names
from parity.pipeline.job import Job, Progress, Timeline
from parity.pipeline.single import carried_out, run_spec
from parity.pipeline.spec import CompareSpec
from parity.pipeline.varying import Varied, kept_from_calls, scaled, vary
from parity.report.model import Coverage, Finding, Report
from parity.rules.outputs import Outputs

_STEPS = 2
_IN_FULL = 8
"""Variations that are compared in full; differences on further ones are reported without a cause."""


@dataclass(slots=True)
class _Found:
    """What came of the variations: reports of those that show a difference, and what shows without a report."""

    varied: Varied | None = None
    reports: list[tuple[Variation, Report]] = field(default_factory=list)
    loose: list[Finding] = field(default_factory=list)
    exchanged: list[Finding] = field(default_factory=list)

    def look(self, job: Job) -> None:
        """Vary the inputs of a comparison that found no difference."""
        if not job.setting.inputs or job.any_error:
            return
        self.varied = vary(job)
        for number, entry in enumerate(self.varied.differing):
            report = _in_full(job, entry) if number < _IN_FULL and entry.calls == 1 else None
            if report is not None and report.verdict != "same":
                self.reports.append((entry, report))
            elif report is None or entry.weights != 1:  # a reference may change its weights before they are copied
                self.loose.append(_unexplained(entry, kept_from_calls(job) if entry.calls > 1 else []))
        self.exchanged = exchanged_names(job)


def compare_thoroughly(spec: CompareSpec, inputs: tuple[Input, ...], progress: Progress) -> Report:
    """Compare two nets in every mode, stage and precision, and on varied inputs.

    Args:
        spec (CompareSpec): what was asked for; it is compared first.
        inputs (tuple[Input, ...]): made from the spec.
        progress (Progress): called with what is being done.

    Raises:
        CannotCompare: if the comparison that was asked for cannot be carried out.
    """
    found = _Found()
    base = run_spec(replace(spec, grad=bool(inputs) or spec.grad, init=True), inputs, progress, found.look)
    further = [(str(variation), report) for variation, report in found.reports]
    training = replace(spec, mode="train", grad=True, steps=max(spec.steps, _STEPS))
    asked = {
        "train mode": [training, replace(training, steps=0)],  # a net without a trained weight takes no steps
        "float16": [replace(spec, dtype="float16")],
    }
    failed: list[str] = []
    for said, ways in asked.items() if inputs else ():
        progress(f"once more: {said}", 0.95)
        reason = ""
        for way in ways:
            try:
                further.append((said, run_spec(way, inputs, progress)))
                break
            except CannotCompare as error:
                reason = reason or str(error)
        failed += [f"{said}: {reason}"] if reason else []
    return _merged(base, further, found, _coverage(base, further, found.varied, failed))


def _in_full(job: Job, variation: Variation) -> Report | None:
    """Compare the same nets, with the weights they hold, on other inputs; None where that cannot be done."""
    asked = job.setting
    spec = replace(asked.spec, weights="reference", port_weights="", grad=False, steps=0, init=False)
    try:
        with scaled(job, variation.weights):
            other = carried_out(replace(asked, spec=spec, inputs=variation.inputs, timeline=Timeline()))
    except CannotCompare:
        return None
    return build_report(other)


def _merged(base: Report, further: list[tuple[str, Report]], found: _Found, looked: Coverage) -> Report:
    """Return one report of several comparisons of the same nets."""
    report, findings = base, {_key(finding): finding for finding in [*base.findings, *found.exchanged]}
    for shown, other in further:
        for finding in other.findings:
            known = findings.get(_key(finding))
            if known is None or (known.severity != "error" and finding.severity == "error"):
                findings[_key(finding)] = replace(finding, shown_by=shown)
        report = replace(report, steps=report.steps or other.steps, gradients=report.gradients or other.gradients)
    explained = any(finding.severity == "error" and finding.shown_by for finding in findings.values())
    listed = by_severity([*findings.values(), *(() if explained else found.loose[:1])])
    differs = any(finding.severity == "error" for finding in listed)
    return replace(report, findings=listed, verdict="different" if differs else report.verdict, coverage=looked)


def _key(finding: Finding) -> tuple[object, ...]:
    return finding.rule, finding.reference_layer, finding.port_layer, finding.argument, finding.location


def _unexplained(variation: Variation, kept: list[str]) -> Finding:
    """Return the finding of a variation on which the outputs differ and nothing else is known."""
    said = f"the outputs differ on {variation}" + (f": {', '.join(kept)}" if kept else "")
    return Outputs.of_whole(said, "error", shown_by=str(variation))


def _coverage(base: Report, further: list[tuple[str, Report]], varied: Varied | None, failed: list[str]) -> Coverage:
    """Say what the comparisons looked at together."""
    looked = list(base.coverage.looked_at)
    unexecuted = base.coverage.unexecuted
    for said, other in further:
        if said in {"train mode", "float16"}:
            looked += [entry for entry in other.coverage.looked_at if entry not in looked]
        unexecuted = both(replace(base.coverage, unexecuted=unexecuted), other.coverage)
    left = list(failed)
    if varied is None:
        left.append("varied inputs: the nets differ already")
    else:
        looked += _varied(varied)
        if varied.untaken:
            shown = [entry.said for entry in varied.untaken[:_IN_FULL]]
            more = f" and {len(varied.untaken) - len(shown)} more" if len(varied.untaken) > len(shown) else ""
            left.append(f"inputs that the reference does not take: {', '.join(shown)}{more}")
    return Coverage(tuple(looked), tuple(left), unexecuted)


def _varied(varied: Varied) -> list[str]:
    """Say which runs were varied."""
    tried = [*varied.differing, *varied.same]
    beside = [entry.said for entry in tried if entry.kind in {"weights", "call"}]
    return [f"{len(tried) - len(beside)} varied inputs: {_listed(tried)}", *beside]


def _listed(tried: list[Variation]) -> str:
    """Count the variations by kind; the batches by name."""
    parts = [entry.said for entry in tried if entry.kind == "batch"]
    for kind, word in (("size", "sizes"), ("value", "kinds of values"), ("integer", "integers"), ("mask", "masks")):
        count = sum(entry.kind == kind for entry in tried)
        parts += [f"{count} {word}"] if count else []
    return ", ".join(parts)
