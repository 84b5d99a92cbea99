"""What is said of initial weights: the arguments' findings settled by the values that were drawn, and the rest."""

from __future__ import annotations

from dataclasses import dataclass, replace

from parity.code.fixes import corrected_line
from parity.code.places import assignment
from parity.nets.base import Layer, owner_of
from parity.nets.roles import last
from parity.report.model import Finding
from parity.rules.init_distribution import InitDistribution
from parity.train.initial import InitCheck


def init_findings(
    checks: list[InitCheck], findings: list[Finding], layers: tuple[dict[str, Layer], dict[str, Layer]]
) -> list[Finding]:
    """Settle the findings about initializers by the test, and report distributions that no argument explains.

    Args:
        checks (list[InitCheck]): the tests.
        findings (list[Finding]): so far; those of rule ``init-distribution`` are confirmed or taken back.
        layers (tuple[dict[str, Layer], dict[str, Layer]]): layers of reference and port by path.
    """
    tested = {(owner_of(check.mapped.port.name, layers[1]).path, argument_of(check)): check for check in checks}
    settled: list[Finding] = []
    reported: set[tuple[str, str]] = set()
    for finding in findings:
        place = finding.port_layer or "", finding.argument or ""
        check = tested.get(place)
        if finding.rule != InitDistribution.code or check is None:
            settled.append(finding)
        elif check.same:
            continue  # the values drawn follow one distribution, however it is written
        else:
            reported.add(place)
            settled.append(_finding(check, place[0], layers))
    wrong = [(place, check) for place, check in tested.items() if not check.same and place not in reported]
    return _by_line(settled + [_finding(check, place[0], layers) for place, check in wrong])


def _by_line(findings: list[Finding]) -> list[Finding]:
    """Join the distributions of layers that one line of code makes; their figures follow the layers' sizes."""
    groups: dict[object, list[Finding]] = {}
    for index, finding in enumerate(findings):
        known = finding.rule == InitDistribution.code and finding.severity == "error" and finding.location is not None
        groups.setdefault((finding.argument, finding.location) if known else index, []).append(finding)
    return [_joined(group) for group in groups.values()]


def _joined(group: list[Finding]) -> Finding:
    first, *rest = group
    also = (*first.also, *(finding.port_layer for finding in rest if finding.port_layer is not None))
    one_line = all(finding.fix == first.fix for finding in rest)
    return replace(first, also=also, fix=first.fix if one_line else "") if rest else first


def untested(findings: list[Finding]) -> list[Finding]:
    """Join what the arguments say of initial distributions into one note: only drawn values tell whether they differ.

    A net's own code may set what the arguments leave open, and often does.
    """
    doubtful = [
        finding for finding in findings if finding.rule == InitDistribution.code and finding.severity != "error"
    ]
    if not doubtful:
        return findings
    first = doubtful[0]
    paths = [path for finding in doubtful for path in (finding.port_layer, *finding.also) if path is not None]
    names = ", ".join(dict.fromkeys(finding.argument for finding in doubtful if finding.argument))
    count = f"{len(paths)} layers are" if len(paths) > 1 else f"{first.port_layer or first.message} is"
    note = replace(
        first,
        severity="note",
        stage="init",
        argument=None,
        reference_value=None,
        port_value=None,
        evidence="",
        fix="",
        message=f"{count} initialised by other arguments ({names}): --init tells whether the distributions differ",
        also=tuple(dict.fromkeys(paths[1:])),
    )
    return [
        note if finding is first else finding for finding in findings if finding is first or finding not in doubtful
    ]


def argument_of(check: InitCheck) -> str:
    """Return the argument of the port's constructor that sets a weight's first values, or the weight's name."""
    local = check.mapped.port.name.rpartition(".")[2]
    return f"{local}_init" if local in {"weight", "bias", "gamma", "beta"} else local


def _finding(check: InitCheck, path: str, layers: tuple[dict[str, Layer], dict[str, Layer]]) -> Finding:
    layer = layers[1][path]
    reference = owner_of(check.mapped.reference.name, layers[0])
    name, argument = check.mapped.port.name, argument_of(check)
    takes = not layer.custom and argument in layer.construction.arguments
    value = _initializer(check.reference) if takes else None
    return InitDistribution.finding(
        reference,
        layer,
        "error",
        f"{name} starts from {check.port}, the reference's from {check.reference}",
        argument=argument if takes or not layer.custom else last(name),
        values=(check.reference, check.port),
        evidence=f"{name}: {check.port} for {check.reference}, p = {check.p_value:.0e}",
        fix=corrected_line(layer.construction, {argument: value}) if value is not None else "",
        places=(_place(reference, check.mapped.reference.name), _place(layer, name)),
    )


def _place(layer: Layer, weight: str) -> str | None:
    """Return where a layer was constructed; of the user's own, the line that makes the weight."""
    own = assignment(layer.module, weight.rpartition(".")[2]) if layer.custom else None
    place = own or layer.location
    return str(place) if place is not None else None


@dataclass(frozen=True, slots=True)
class _Code:
    """A value that is written as this code."""

    text: str

    def __repr__(self) -> str:
        return self.text


def _initializer(distribution: str) -> object:
    """Return what to write for a distribution in words: a number or an initializer; None where it cannot be said."""
    family, _, rest = distribution.rstrip(")").partition("(")
    try:
        numbers = [float(part) for part in rest.split(", ")]
    except ValueError:
        return None
    if family == "constant":
        return {0.0: "zeros", 1.0: "ones"}.get(numbers[0], numbers[0])
    if family == "normal" and not numbers[0]:
        return _Code(f"Normal({numbers[1]:.2g})")
    if family == "uniform" and abs(numbers[0] + numbers[1]) < 0.02 * numbers[1]:
        return _Code(f"Uniform({numbers[1]:.3g})")
    return None
