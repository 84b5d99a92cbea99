"""The init stage: do both constructors draw a weight's first values from one distribution?

By test: both nets are built several times, and the pooled values compared by the two-sample Kolmogorov-Smirnov test.
    (By
declaration, the mappings table compares the initializer arguments; that is part of the static pass.)
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import torch

from parity.nets.base import Subject
from parity.report.model import InitResult, Status
from parity.weights.mapping import Mapped, WeightMap

_ENOUGH = 20_000
_BUILDS = 24
_SAMPLE = 100_000

Values = dict[str, torch.Tensor]


@dataclass(frozen=True, slots=True)
class InitCheck:
    """The distributions of one weight on both sides, and the chance of values so unlike under one."""

    mapped: Mapped
    reference: str
    port: str
    p_value: float
    least: float

    @property
    def same(self) -> bool:
        """Tell whether one distribution may have drawn both."""
        return self.p_value >= self.least


def initial_values(subject: Subject) -> Values:
    """Return a copy of every trained weight as the constructor left it."""
    return {w.name: w.tensor.detach().clone() for w in subject.weights if w.trainable}


def check_init(
    reference: Subject, port: Subject, weights: WeightMap, first: tuple[Values, Values], least: float
) -> list[InitCheck]:
    """Compare the first values of every pair of trained weights.

    Args:
        reference (Subject): the reference.
        port (Subject): the port.
        weights (WeightMap): which weight is which.
        first (tuple[Values, Values]): the values of the nets at hand; more are drawn by building them again.
        least (float): p-value below which two distributions are two.
    """
    pairs = [m for m in weights.mapped if m.reference.name in first[0] and m.port.name in first[1]]
    pairs = [m for m in pairs if m.reference.tensor.is_floating_point()]
    smallest = min((m.reference.tensor.numel() for m in pairs), default=_ENOUGH)
    builds = min(_BUILDS, math.ceil(_ENOUGH / max(1, smallest)))
    left = _pool(reference, first[0], builds)
    right = _pool(port, first[1], builds)
    return [_check(entry, left[entry.reference.name], right[entry.port.name], least) for entry in pairs]


def _pool(subject: Subject, first: Values, builds: int) -> Mapping[str, list[torch.Tensor]]:
    pooled = {name: [value.flatten().to(torch.float64)] for name, value in first.items()}
    for number in range(1, builds):
        if subject.built.rebuild is None:
            break
        net = subject.built.rebuild(number)
        for name, tensor in torch.nn.Module.named_parameters(net, remove_duplicate=False):
            if name in pooled and sum(part.numel() for part in pooled[name]) < _ENOUGH:
                pooled[name].append(tensor.detach().flatten().to(torch.float64))
    return pooled


def _check(entry: Mapped, left: list[torch.Tensor], right: list[torch.Tensor], least: float) -> InitCheck:
    a, b = torch.cat(left), torch.cat(right)
    return InitCheck(entry, distribution(a), distribution(b), min(two_sample(a, b), same_scale(a, b)), least)


def distribution(values: torch.Tensor) -> str:
    """Describe the distribution of a sample in words: a constant, uniform, normal, or by mean and deviation."""
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

    Two constants are one distribution only if they are equal.
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
