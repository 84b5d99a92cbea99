"""Findings under the names that mistakes of transformers have: what the parts of both nets do is measured."""

from __future__ import annotations

import re
from dataclasses import replace

import torch

from parity.code.places import shown_path
from parity.pipeline.job import Job
from parity.pipeline.permuted import mended_by_rows
from parity.precision.steps import run_in
from parity.report.finding import placed
from parity.report.model import Finding
from parity.rules.body import Body
from parity.rules.layer_output import LayerOutput
from parity.rules.naming import Mistake, mistakes
from parity.rules.outputs import Outputs
from parity.rules.rotary_pairs import RotaryPairs
from parity.rules.unmatched_layer import UnmatchedLayer
from parity.transformer.difference import differences
from parity.transformer.fact import Fact
from parity.transformer.facts import facts
from parity.transformer.run import Run

_LARGEST = 1 << 28
"""Bytes of the reference's activations above which operations are not recorded: every value is kept."""

_PLACE = re.compile(r"[^\s`;,(]+:\d+")
"""A place that a sentence names, such as ``net.py:12``."""

_NEAR = 20
"""Lines between a finding and the lines of a mistake that it may speak of: of one function, more or less."""

_NAMELESS = frozenset({Body.code, LayerOutput.code, Outputs.code, UnmatchedLayer.code})
"""Rules that say where something differs, and not what it is called."""


def named(job: Job) -> Job:
    """Return a comparison with errors under the names that the mistakes of transformers have.

    Args:
        job (Job): a comparison.
    """
    passed = job.passed
    if not any(_is_nameless(finding) for finding in job.findings) or passed is None or passed.forward.no_float64:
        return job
    memory = passed.forward.memory
    if any(side.is_recorded for side in job.setting.sides) or memory.activations > _LARGEST or memory.windows > 1:
        return job
    found = _mistakes(job)
    return replace(job, findings=_with_names(job, found)) if found else job


def _is_nameless(finding: Finding) -> bool:
    return finding.severity == "error" and finding.rule in _NAMELESS


def _mistakes(job: Job) -> list[Mistake]:
    """Return what differs between the parts of the two nets and has a name."""
    sides = _measured(job)
    if sides is None:
        return []
    names = {entry.port.name: entry.reference.name for entry in job.prepared.weights.mapped}
    return mistakes(differences(*sides, names))


def _measured(job: Job) -> tuple[list[Fact], list[Fact]] | None:
    """Return what the parts of both nets do; None where a net cannot be run for it."""
    forward = job.forward
    assert forward is not None
    theirs, mine = forward.reference64.calls.get(("", 0)), forward.port_calls.get(("", 0))
    if theirs is None or mine is None:
        return None
    job.setting.progress("parts of transformers", 0.95)
    inputs = [tensor for _, tensor in theirs.held_inputs]
    found: list[list[Fact]] = []
    for side, call in zip(job.setting.sides, (theirs, mine), strict=True):
        steps = run_in(side, call, inputs, torch.float64, job.setting.spec.seed)
        if steps is None:
            return None
        found.append(facts(Run(steps.body, frozenset(weight.name for weight in side.weights))))
    return found[0], found[1]


def _with_names(job: Job, known: list[Mistake]) -> tuple[Finding, ...]:
    """Return findings, each under the name of the mistake whose lines it points at."""
    errors = [finding for finding in job.findings if finding.severity == "error"]
    said = {finding.rule for finding in errors}
    left = [mistake for mistake in known if not mistake.rule.arguments & said]
    found: list[Finding] = []
    for finding in job.findings:
        mistake = _of(finding, left, alone=len(errors) == 1) if _is_nameless(finding) else None
        if mistake is not None:
            left.remove(mistake)
            finding = mistake.rule.renamed(finding, mistake.named)
            other = mended_by_rows(job, mistake.differences) if mistake.rule is RotaryPairs else ""
            finding = replace(finding, evidence=f"{finding.evidence}; {other}") if other else finding
        found.append(finding)
    return tuple(found)


def _of(finding: Finding, known: list[Mistake], *, alone: bool) -> Mistake | None:
    """Return the mistake that a finding speaks of; None where none is at its line and there are several findings."""
    text = f"{finding.message} {finding.evidence}"
    places = {placed(place) for place in (finding.location, *_PLACE.findall(text))}
    there = [m for m in known if any((shown_path(file), line) in places for file, line in m.lines)]
    if there:
        return min(there, key=lambda mistake: len(mistake.lines))
    return known[0] if alone and len(known) == 1 and _is_beside(finding, known[0]) else None


def _is_beside(finding: Finding, mistake: Mistake) -> bool:
    """Tell whether a mistake may be what a finding speaks of that points at none of its lines: at one near them."""
    file, line = placed(finding.location) or ("", 0)
    lines = [at for name, at in mistake.lines if shown_path(name) == file]
    return not lines or min(abs(at - line) for at in lines) <= _NEAR
