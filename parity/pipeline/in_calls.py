"""In which of several calls of the nets a mistake shows."""

from __future__ import annotations

import re
from dataclasses import replace

from parity.code.errors import CannotCompare
from parity.pipeline.job import Job
from parity.pipeline.spec import CompareSpec
from parity.traces.file import is_trace

_CALL = re.compile(r"call (\d+)")


def require_calls(spec: CompareSpec) -> None:
    """Refuse calls where they cannot be made.

    Args:
        spec (CompareSpec): what was asked for.

    Raises:
        CannotCompare: if a side is recorded, or the sides are called another number of times.
    """
    if spec.port_calls and len(spec.port_calls) != len(spec.calls):
        counts = (
            f"{len(spec.port_calls)} calls of the port (--port-call) and {len(spec.calls)} of the reference (--call)"
        )
        raise CannotCompare(f"{counts}: give as many")
    if spec.calls and (is_trace(spec.reference) or is_trace(spec.port) or spec.runtime):
        raise CannotCompare("calls are for two nets: what is recorded was called as it was (--call)")


def with_calls(job: Job) -> Job:
    """Return a comparison of several calls whose errors say in which call they show first.

    Args:
        job (Job): a comparison.
    """
    calls = job.setting.spec.calls
    if not calls or job.passed is None:
        return job
    wrong = [_CALL.search(entry.name) for entry in job.passed.check.results if entry.status != "same"]
    numbers = [int(found[1]) for found in wrong if found is not None]
    if not numbers:
        return job
    said = f"call {min(numbers)} of {len(calls)}: {calls[min(numbers) - 1]}"
    findings = [
        replace(finding, shown_by=said) if finding.severity == "error" and not finding.shown_by else finding
        for finding in job.findings
    ]
    return replace(job, findings=tuple(findings))
