"""The init stage: do both constructors draw a weight's first values from one law?

By test: both nets are built several times, and the pooled values compared by the two-sample Kolmogorov-Smirnov test.
    (By
declaration, the mappings table compares the initializer arguments; that is part of the static pass.)
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import torch

from parity.code.fixes import corrected_line
from parity.code.places import assignment
from parity.nets.base import Layer, Subject, owner_of
from parity.report.model import Finding, InitResult, Status
from parity.rules.init_law import InitLaw
from parity.weights.mapping import Mapped, WeightMap

_ENOUGH = 20_000
_BUILDS = 24
_SURE = 1e-6
_SAMPLE = 100_000

Values = dict[str, torch.Tensor]


@dataclass(frozen=True, slots=True)
class InitCheck:
    """The laws of one weight on both sides, and the chance of values so unlike under one law."""

    mapped: Mapped
    reference: str
    port: str
    p_value: float

    @property
    def same(self) -> bool:
        """Tell whether one law may have drawn both."""
        return self.p_value >= _SURE


def initial_values(subject: Subject) -> Values:
    """Return a copy of every trained weight as the constructor left it."""
    return {w.name: w.tensor.detach().clone() for w in subject.weights if w.trainable}


def check_init(reference: Subject, port: Subject, weights: WeightMap, first: tuple[Values, Values]) -> list[InitCheck]:
    """Compare the first values of every pair of trained weights.

    Args:
        reference (Subject): the reference.
        port (Subject): the port.
        weights (WeightMap): which weight is which.
        first (tuple[Values, Values]): the values of the nets at hand; more are drawn by building them again.
    """
    pairs = [m for m in weights.mapped if m.reference.name in first[0] and m.port.name in first[1]]
    pairs = [m for m in pairs if m.reference.tensor.is_floating_point()]
    smallest = min((m.reference.tensor.numel() for m in pairs), default=_ENOUGH)
    builds = min(_BUILDS, math.ceil(_ENOUGH / max(1, smallest)))
    left = _pool(reference, first[0], builds)
    right = _pool(port, first[1], builds)
    return [_check(entry, left[entry.reference.name], right[entry.port.name]) for entry in pairs]


def _pool(subject: Subject, first: Values, builds: int) -> Mapping[str, list[torch.Tensor]]:
    pooled = {name: [value.flatten().to(torch.float64)] for name, value in first.items()}
    for number in range(1, builds):
        if subject.built.rebuild is None:
            break
        net = subject.built.rebuild(number)
        for name, tensor in net.named_parameters(remove_duplicate=False):
            if name in pooled and sum(part.numel() for part in pooled[name]) < _ENOUGH:
                pooled[name].append(tensor.detach().flatten().to(torch.float64))
    return pooled


def _check(entry: Mapped, left: list[torch.Tensor], right: list[torch.Tensor]) -> InitCheck:
    a, b = torch.cat(left), torch.cat(right)
    return InitCheck(entry, law(a), law(b), min(two_sample(a, b), same_scale(a, b)))


def law(values: torch.Tensor) -> str:
    """Describe the law of a sample in words: a constant, uniform, normal, or by mean and deviation."""
    low, high = float(values.min()), float(values.max())
    if low == high:
        return f"constant({low:.4g})"
    mean, deviation = float(values.mean()), float(values.std())
    centred = (values - mean) / deviation
    kurtosis = float((centred**4).mean())
    if values.numel() >= 100 and kurtosis < 2.1:
        return f"uniform({low:.4g}, {high:.4g})"
    if values.numel() >= 100 and 2.6 < kurtosis < 3.5:
        return f"normal({0.0 if abs(mean) < deviation / 10 else mean:.4g}, {deviation:.4g})"
    return f"mean {mean:.4g}, deviation {deviation:.4g}"


def two_sample(left: torch.Tensor, right: torch.Tensor) -> float:
    """Return the p-value of the two-sample Kolmogorov-Smirnov test (asymptotic).

    Two constants are one law only if they are equal.
    """
    a, b = _thin(left).sort().values, _thin(right).sort().values
    if a[0] == a[-1] or b[0] == b[-1]:
        return 1.0 if a[0] == b[0] and a[-1] == b[-1] else 0.0
    both = torch.cat([a, b])
    below = torch.searchsorted(a, both, right=True) / a.numel(), torch.searchsorted(b, both, right=True) / b.numel()
    distance = float((below[0] - below[1]).abs().max())
    size = math.sqrt(a.numel() * b.numel() / (a.numel() + b.numel()))
    scaled = (size + 0.12 + 0.11 / size) * distance
    terms = [(-1) ** (k - 1) * math.exp(-2 * k * k * scaled * scaled) for k in range(1, 101)]
    return min(1.0, max(0.0, 2 * sum(terms))) if scaled > 0.2 else 1.0


def same_scale(left: torch.Tensor, right: torch.Tensor) -> float:
    """Return the p-value of equal deviations; sharper than the other test where only the scale differs."""
    spreads = [float(values.std()) for values in (left, right) if values.numel() > 1]
    if len(spreads) < 2 or not all(spreads):
        return 1.0
    variance = 0.0
    for values, spread in zip((left, right), spreads, strict=True):
        kurtosis = float(((values - values.mean()) / spread).pow(4).mean())
        variance += max(kurtosis - 1, 0.1) / (4 * values.numel())
    return math.erfc(abs(math.log(spreads[0] / spreads[1])) / math.sqrt(2 * variance))


def _thin(values: torch.Tensor) -> torch.Tensor:
    return values[:: max(1, values.numel() // _SAMPLE)]


def init_results(checks: list[InitCheck]) -> tuple[InitResult, ...]:
    """Return the report's form."""
    results: list[InitResult] = []
    for check in checks:
        status: Status = "same" if check.same else "introduced"
        names = (check.mapped.reference.name, check.mapped.port.name)
        results.append(InitResult(*names, status, check.reference, check.port, check.p_value))
    return tuple(results)


def init_findings(
    checks: list[InitCheck], findings: list[Finding], layers: tuple[dict[str, Layer], dict[str, Layer]]
) -> list[Finding]:
    """Settle the findings about initializers by the test, and report laws that no argument explains.

    Args:
        checks (list[InitCheck]): the tests.
        findings (list[Finding]): so far; those of rule ``init-law`` are confirmed or taken back.
        layers (tuple[dict[str, Layer], dict[str, Layer]]): layers of reference and port by path.
    """
    tested = {(owner_of(check.mapped.port.name, layers[1]).path, argument_of(check)): check for check in checks}
    settled: list[Finding] = []
    told: set[tuple[str, str]] = set()
    for finding in findings:
        place = finding.port_layer or "", finding.argument or ""
        check = tested.get(place)
        if finding.rule != InitLaw.code or check is None:
            settled.append(finding)
        elif check.same:
            continue  # the values drawn follow one law, however it is written
        else:
            told.add(place)
            settled.append(_finding(check, place[0], layers))
    wrong = [(place, check) for place, check in tested.items() if not check.same and place not in told]
    return _by_line(settled + [_finding(check, place[0], layers) for place, check in wrong])


def _by_line(findings: list[Finding]) -> list[Finding]:
    """Join the laws of layers that one line of code makes; their figures follow the layers' sizes."""
    groups: dict[object, list[Finding]] = {}
    for index, finding in enumerate(findings):
        known = finding.rule == InitLaw.code and finding.severity == "error" and finding.location is not None
        groups.setdefault((finding.argument, finding.location) if known else index, []).append(finding)
    return [_joined(group) for group in groups.values()]


def _joined(group: list[Finding]) -> Finding:
    first, *rest = group
    also = (*first.also, *(finding.port_layer for finding in rest if finding.port_layer is not None))
    one_line = all(finding.fix == first.fix for finding in rest)
    return replace(first, also=also, fix=first.fix if one_line else "") if rest else first


def untested(findings: list[Finding]) -> list[Finding]:
    """Join what the arguments say of initial laws into one note: only drawing values tells whether they differ.

    A net's own code may set what the arguments leave open, and often does.
    """
    doubtful = [finding for finding in findings if finding.rule == InitLaw.code and finding.severity != "error"]
    if not doubtful:
        return findings
    first = doubtful[0]
    paths = [path for finding in doubtful for path in (finding.port_layer, *finding.also) if path is not None]
    names = ", ".join(dict.fromkeys(finding.argument for finding in doubtful if finding.argument))
    count = f"{len(paths)} layers are" if len(paths) > 1 else f"{first.port_layer or first.message} is"
    note = Finding(
        rule=InitLaw.code,
        severity="note",
        stage="init",
        reference_layer=first.reference_layer,
        port_layer=first.port_layer,
        location=first.location,
        reference_location=first.reference_location,
        message=f"{count} initialised by other arguments ({names}): --init tells whether the laws differ",
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
    return Finding(
        rule=InitLaw.code,
        severity="error",
        stage="init",
        reference_layer=reference.path,
        port_layer=path,
        argument=argument if takes or not layer.custom else name.rpartition(".")[2],
        reference_value=check.reference,
        port_value=check.port,
        evidence=f"{name}: {check.port} for {check.reference}, p = {check.p_value:.0e}",
        fix=corrected_line(layer.construction, {argument: value}) if value is not None else "",
        location=_place(layer, name),
        reference_location=_place(reference, check.mapped.reference.name),
        message=f"{name} starts from {check.port}, the reference's from {check.reference}",
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


def _initializer(law: str) -> object:
    """Return what to write for a law in words: a number or an initializer; None where it cannot be said."""
    family, _, rest = law.rstrip(")").partition("(")
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
