"""The gradient stage: both nets are differentiated."""

from __future__ import annotations

import time

from parity.pipeline.job import Passed, Prepared, Setting, comparison_of
from parity.pipeline.offline import no_code, recorded_reason
from parity.report.model import OutputResult
from parity.train.gradients import Gradients, run_gradients


def compare_gradients(setting: Setting, prepared: Prepared, passed: Passed | None) -> Gradients | None:
    """Differentiate both nets; None where that cannot be done."""
    since = time.perf_counter()
    why = _why_no_gradients(setting, passed)
    if passed is None or why:
        setting.timeline.skipped("grad", why)
        return None
    found = run_gradients(comparison_of(setting, prepared, 0.75), passed.forward, prepared.weights)
    if found.skipped:
        setting.timeline.skipped("grad", found.skipped)
    else:
        setting.timeline.done("grad", since)
    return found


def _why_no_gradients(setting: Setting, passed: Passed | None) -> str:
    if passed is None:
        return "no inputs"
    if no_code(setting):
        return recorded_reason(setting)
    if any(result.status == "unmatched" or _shapes_differ(result) for result in passed.check.results):
        return "the outputs differ in number or shape"
    return ""


def _shapes_differ(result: OutputResult) -> bool:
    figures = result.errors.float64 or result.errors.float32
    return figures is not None and figures.shapes_differ
