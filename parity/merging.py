"""One finding for one line: a constructor call in a loop or a helper makes the same mistake in many layers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from parity.report.model import Finding


def merge(findings: Iterable[Finding]) -> list[Finding]:
    """Join findings about layers that one source line built with the same values; the first one speaks for all."""
    groups: dict[tuple[object, ...], list[Finding]] = {}
    for index, finding in enumerate(findings):
        key: tuple[object, ...] = (
            finding.rule, finding.severity, finding.argument, finding.location, finding.reference_value,
            finding.port_value, finding.fix,
        )  # fmt: skip
        groups.setdefault(key if finding.argument and finding.location else (index,), []).append(finding)
    return [_joined(group) for group in groups.values()]


def _joined(group: list[Finding]) -> Finding:
    first = group[0]
    if len(group) == 1:
        return first
    others = [finding.port_layer for finding in group[1:]]
    named = ", ".join(str(path) for path in others[:3])
    more = f" and {len(others) - 3} more" if len(others) > 3 else ""
    return replace(first, message=f"{first.message} (also in {named}{more})")
