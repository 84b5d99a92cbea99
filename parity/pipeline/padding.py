"""Differences that lie in rows of padding alone: what a mask hides is computed otherwise, and nobody looks at it."""

from __future__ import annotations

from dataclasses import replace

import torch

from parity.code.errors import CannotCompare
from parity.forward.results import compare_tensors
from parity.measure.uncounted import Uncounted, guessed
from parity.nets.inputs import Input
from parity.pipeline.job import Job, Setting, comparison_of
from parity.report.model import Finding
from parity.rules.outputs import Outputs

_STAGES = frozenset({"forward", "body"})


def uncounted_of(text: str, inputs: tuple[Input, ...]) -> Uncounted | None:
    """Return the elements that do not count; None where all do.

    Args:
        text (str): what was asked for, "" for nothing.
        inputs (tuple[Input, ...]): of the comparison.

    Raises:
        CannotCompare: if the text says nothing of the inputs.
    """
    if not text:
        return None
    try:
        return Uncounted.of(text, _by_name(inputs))
    except ValueError as error:
        raise CannotCompare(f"--ignore-where {error}") from error


def only_padding(job: Job) -> Job | None:
    """Return a comparison that says that the nets differ in rows of padding alone; None where that is not so.

    Args:
        job (Job): a comparison that found a difference.
    """
    setting, forward = job.setting, job.forward
    errors = [finding for finding in job.findings if finding.severity == "error"]
    if not errors or forward is None or forward.no_float64 or any(side.is_recorded for side in setting.sides):
        return None
    if setting.spec.ignore_where or {finding.stage for finding in errors} - _STAGES:
        return None
    padding = guessed(_by_name(setting.inputs))
    if padding is None or not _lies_in(padding, job, setting):
        return None
    text = f"the outputs differ only where {padding.text}"
    note = "rows that most uses do not look at; with --ignore-where they do not count"
    places = setting.reference.layers[""].code_at, setting.port.layers[""].code_at
    said: Finding = Outputs.of_whole(f"{text}: {note}", "error", places=places)
    others = tuple(finding for finding in job.findings if finding.severity != "error")
    return replace(job, findings=(said, *others))


def _lies_in(padding: Uncounted, job: Job, setting: Setting) -> bool:
    """Tell whether what both nets return is the same where it counts."""
    forward = job.forward
    assert forward is not None
    theirs = forward.reference64.outputs
    trace = comparison_of(setting, job.prepared).run(setting.port, torch.float64)
    if trace.raised is not None or len(trace.outputs) != len(theirs):
        return False
    pairs = [(path, a, b) for (path, a), (_, b) in zip(theirs, trace.outputs, strict=True)]
    changed = any(padding.cleared(a) is not a for _, a, _ in pairs)
    results = [compare_tensors(path, padding.cleared(a), padding.cleared(b)) for path, a, b in pairs]
    return changed and all(forward.tensor_same(result) for result in results)


def _by_name(inputs: tuple[Input, ...]) -> dict[str, torch.Tensor]:
    return {entry.name: entry.tensor for entry in inputs if entry.name}
