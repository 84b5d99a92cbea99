"""One finding for one line: a constructor call in a loop or a helper makes the same mistake in many layers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from parity.report.model import Finding
from parity.rules.body import Body
from parity.rules.layer_output import LayerOutput
from parity.rules.raises import Raises
from parity.rules.unmatched_layer import UnmatchedLayer
from parity.rules.weights import Weights

_PAIRS = frozenset({Body.code, LayerOutput.code, Raises.code, UnmatchedLayer.code, Weights.code})
"""Rules that speak of a place in the port beside a place in the reference: findings about both are one."""


def merge(findings: Iterable[Finding]) -> list[Finding]:
    """Join findings about layers that one source line built with the same values; the first one speaks for all."""
    groups: dict[tuple[object, ...], list[Finding]] = {}
    for index, finding in enumerate(findings):
        of_places = finding.rule in _PAIRS
        values = finding.fix or (finding.reference_value, finding.port_value)  # one text mends them, whatever they are
        key: tuple[object, ...] = (
            finding.rule, finding.severity, finding.argument, finding.location, values,
            finding.reference_location if of_places else None,
            finding.reference_layer is None, finding.port_layer is None,
        )  # fmt: skip
        where = finding.location is not None or (of_places and finding.reference_location is not None)
        known = where and (finding.argument is not None or of_places)
        groups.setdefault(key if known else (index,), []).append(finding)
    return [joined(group) for group in groups.values()]


def joined(group: list[Finding]) -> Finding:
    """Return one finding for several: the first one, with the layers of the others.

    Args:
        group (list[Finding]): at least one.
    """
    first = group[0]
    if len(group) == 1:
        return first
    also = (*first.also, *(path for finding in group[1:] for path in (_path(finding), *finding.also) if path))
    return replace(first, also=tuple(path for path in dict.fromkeys(also) if path != _path(first)))


def _path(finding: Finding) -> str | None:
    """Return the layer a finding is about: the port's; the reference's where the port has none."""
    return finding.port_layer if finding.port_layer is not None else finding.reference_layer
