"""What a finding says, in words: the same in every form of a report."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from parity.report.finding import Finding, Value

VERDICTS: Mapping[str, str] = {"same": "SAME", "different": "DIFFERENT", "error": "NO VERDICT"}
FIX = "    write: "
"""What the line to write is behind."""

WHOLE = "(net)"
_WORDS = re.compile(r"[a-z_]+=.")


def pair_name(reference: str | None, port: str | None) -> str:
    """Write a pair of names once where they are equal, and say which side has no partner."""
    if reference == port:
        return reference or WHOLE
    if reference is None:
        return f"(only in the port) {port or WHOLE}"
    if port is None:
        return f"(only in the reference) {reference or WHOLE}"
    return f"{reference or WHOLE} = {port or WHOLE}"


def value_text(value: Value) -> str:
    """Write a value as the user would write it in code."""
    return repr(value)


def finding_argument(finding: Finding) -> str:
    """Name the argument at fault with both values, or "" where there is none."""
    if finding.argument is None:
        return ""
    if finding.reference_value is None and finding.port_value is None:
        return finding.argument
    return (
        f"{finding.argument}: the reference has {_code(finding.reference_value)}, the port {_code(finding.port_value)}"
    )


def _code(value: Value) -> str:
    """Write a value, or the argument in another framework's words (``padding=1``), as it stands in code."""
    return value if isinstance(value, str) and _WORDS.match(value) else value_text(value)


def finding_sentence(finding: Finding) -> str:
    """Say in one sentence what a finding found, and of how many further layers it holds."""
    sentence = finding.message or finding_argument(finding) or f"the nets differ ({finding.stage})"
    return f"{sentence.rstrip('.')} ({also_in(finding)})" if finding.also else sentence


def also_in(finding: Finding) -> str:
    """Name the further layers that a finding is about: the first of them, and the number of the others."""
    first, *others = finding.also
    return f"also in {first}" + (f" and {len(others)} more" if others else "")


def finding_layer(finding: Finding) -> str:
    """Name the layer of a finding, or "" where it belongs to none."""
    if finding.reference_layer is None and finding.port_layer is None:
        return ""
    return pair_name(finding.reference_layer, finding.port_layer)


def finding_lines(finding: Finding) -> Iterator[str]:
    """Yield a finding as lines: one that a search finds (``port.py:42: error: ...``), then indented details."""
    where = f"{finding.location}: " if finding.location else ""
    layer = finding_layer(finding)
    named = f" {layer}:" if layer else ""
    yield f"{where}{finding.severity}:{named} {finding_sentence(finding)} [{finding.rule}]"
    if finding.message and finding.argument is not None:
        yield f"    argument: {finding_argument(finding)}"
    if finding.evidence:
        yield f"    evidence: {finding.evidence}"
    if finding.shown_by:
        yield f"    shows with: {finding.shown_by}"
    if finding.reference_location:
        yield f"    reference: {finding.reference_location}"
    if finding.fix:
        yield f"{FIX}{finding.fix}"
