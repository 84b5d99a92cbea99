"""Which findings are reported: a cause takes the place of its consequences, and one speaks for all of its line.

Finders report what they see, each by itself. What takes the place of what is said by the rules: `Rule.supersedes`, of a
rule that explains others' findings, and `Rule.gives_way_to`, of one that speaks only where no other does.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from parity.report.model import Finding, Severity
from parity.rules._base import Rule
from parity.rules.body import Body
from parity.rules.codes import rule
from parity.rules.layer_output import LayerOutput
from parity.rules.raises import Raises
from parity.rules.unmatched_layer import UnmatchedLayer
from parity.rules.weights import Weights

SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")
_PAIRS = frozenset({Body.code, LayerOutput.code, Raises.code, UnmatchedLayer.code, Weights.code})
"""Rules that speak of a place in the port beside a place in the reference: findings about both are one."""


def reported(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings to report: without those in whose place another one stands, and one for each line.

    Args:
        findings (Iterable[Finding]): everything that was found, in the order in which finders look.
    """
    return merge(without_superseded(list(findings)))


def without_superseded(findings: list[Finding]) -> list[Finding]:
    """Drop each finding in whose place another one stands; it is reported there, if it was found later.

    A finding takes the place only of one that is no more severe, so that no verdict changes; of two that would take
    each other's place the first stays.

    Args:
        findings (list[Finding]): everything that was found.
    """
    numbered = list(enumerate(findings))
    causes = [(at, finding) for at, finding in numbered if _says(finding, "supersedes")]
    severe = [(at, finding) for at, finding in numbered if finding.severity != "note"]
    places, dropped = dict(enumerate(range(len(findings)))), set[int]()
    for at, finding in numbered:
        for number, cause in causes:
            if number != at and _supersedes(cause, finding) and (number < at or not _supersedes(finding, cause)):
                dropped.add(at)
                places[number] = min(places[number], at)
        if _says(finding, "gives_way_to") and any(
            number != at and _outweighs(other, finding) and rule(finding.rule).gives_way_to(finding, other)
            for number, other in severe
        ):
            dropped.add(at)
    return [findings[at] for at in sorted(places.keys() - dropped, key=lambda at: (places[at], at))]


def _outweighs(cause: Finding, other: Finding) -> bool:
    return SEVERITIES.index(cause.severity) <= SEVERITIES.index(other.severity)


def _supersedes(cause: Finding, other: Finding) -> bool:
    return _outweighs(cause, other) and rule(cause.rule).supersedes(cause, other)


def _says(finding: Finding, hook: str) -> bool:
    """Tell whether a finding's rule has its own answer to `supersedes` or `gives_way_to`."""
    return any(hook in vars(kind) for kind in rule(finding.rule).__mro__ if kind is not Rule)


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
