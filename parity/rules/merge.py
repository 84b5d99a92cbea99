"""One finding for one line: a constructor call in a loop or a helper makes the same mistake in many layers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from parity.report.model import Finding
from parity.rules.body import Body


def merge(findings: Iterable[Finding]) -> list[Finding]:
    """Join findings about layers that one source line built with the same values; the first one speaks for all."""
    groups: dict[tuple[object, ...], list[Finding]] = {}
    for index, finding in enumerate(findings):
        key: tuple[object, ...] = (
            finding.rule, finding.severity, finding.argument, finding.location, finding.reference_value,
            finding.port_value, finding.fix, finding.reference_location if finding.rule == Body.code else None,
        )  # fmt: skip
        known = finding.location is not None and (finding.argument is not None or finding.rule == Body.code)
        groups.setdefault(key if known else (index,), []).append(finding)
    return [_joined(group) for group in groups.values()]


def _joined(group: list[Finding]) -> Finding:
    first = group[0]
    if len(group) == 1:
        return first
    also = (*first.also, *(path for finding in group[1:] for path in (finding.port_layer, *finding.also) if path))
    return replace(first, also=tuple(dict.fromkeys(also)))
