"""How far a training parts from itself by rounding alone, and whether another one stays within that band.

The reference is run again several times, each time with every gradient and every floating input moved by a unit in the
last place, as another order of summation moves them. The distance of the weights, as a share of how far they
have gone, grows with the updates; how much the runs scatter gives the band. A training that is right up to rounding
leaves it with the stated error rate; one that is another recipe leaves it at the update at which it begins to differ.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import torch

from parity.curves.divergence import said
from parity.curves.events import BackwardPass, ForwardPass, LossCall, Named, Trace, Update
from parity.curves.watch import Watch
from parity.curves.weights import Counterparts, Entry

ERROR_RATE = 0.01
"""How often a right training is said to leave the band."""
_ALLOWANCE = 1.0
"""Decades by which rounding in another framework's kernels may be larger than one unit in the last place."""
_LEAST_SCATTER = 0.15
"""Decades; fewer than about ten runs may scatter less by chance."""
_PARTED = 1e-3
"""Distance, as a share of the way gone, from which two trainings have visibly parted."""
_FLOOR = 1e-9


class Rounding:
    """A guide that moves gradients and inputs by about one unit in the last place.

    Args:
        seed (int): of the moves.
    """

    def __init__(self, seed: int) -> None:
        self.generator = torch.Generator().manual_seed(seed)

    def _moved(self, value: torch.Tensor) -> torch.Tensor:
        step, wide = torch.finfo(value.dtype).eps, value.to(torch.float64)
        noise = torch.rand(value.shape, generator=self.generator, dtype=torch.float64) * 2 - 1
        # a sum is as inexact as its terms are large: small where they cancel, it is moved as the others are
        size = torch.where(wide == 0, 0.0, wide.abs() + wide.square().mean().sqrt())
        return (wide + step * noise * size).to(value.dtype)

    def batch(self, number: int, values: list[torch.Tensor]) -> list[torch.Tensor | None]:
        """Leave batches as they are."""
        del number
        return [None] * len(values)

    def entering(self, watch: Watch, found: ForwardPass, module: torch.nn.Module) -> list[torch.Tensor | None]:
        """Move floating inputs."""
        del watch, module
        return [self._moved(value) if value.is_floating_point() else None for value in found.inputs]

    def returning(self, found: ForwardPass) -> list[torch.Tensor | None]:
        """Leave outputs as they are."""
        return [None] * len(found.outputs)

    def loss(self, found: LossCall) -> Named:
        """Leave targets as they are."""
        del found
        return {}

    def differentiated(self, found: BackwardPass) -> Named:
        """Move gradients."""
        return {name: self._moved(value) for name, value in found.gradients.items()}

    def clipped(self, given: Named) -> Named:
        """Leave clipped gradients as they are."""
        del given
        return {}

    def stepping(self, found: Update) -> tuple[Named, dict[str, float]]:
        """Leave what an optimizer is given as it is."""
        del found
        return {}, {}

    def stepped(self, found: Update) -> Named:
        """Leave the weights as they are."""
        del found
        return {}


Rows = list[dict[str, float]]
"""Of each update, the squared distances of the weights from the reference's after it, by the reference's name."""


def apart(reference: Trace, other: Trace, pairs: Counterparts | None = None) -> Rows:
    """Return how far the weights of two trainings are apart after each update.

    Args:
        reference (Trace): a training.
        other (Trace): another one of the same net.
        pairs (Counterparts, optional): which weight is which. Default: ``None``, names are the same.
    """
    entries = pairs.entries if pairs is not None else [Entry(name, name) for name in reference.initial]
    found: Rows = []
    for one, two in zip(reference.updates, other.updates, strict=False):
        row: dict[str, float] = {}
        for entry in entries:
            values = entry.both(one.after, two.after)
            if values is not None:
                square = float((values[0].double() - values[1].double()).square().sum())
                row[entry.reference] = row.get(entry.reference, 0.0) + square
        found.append(row)
    return found


def steady(reference: Trace, again: Sequence[Rows]) -> frozenset[str]:
    """Return the weights whose first updates are not rounding alone.

    The bias of an attention's keys changes nothing: its gradient is rounding, which Adam makes as large as any other.
    Such weights part at once and tell nothing of the rest.

    Args:
        reference (Trace): a training.
        again (Sequence[Rows]): how far the same with rounding moved is from it, a run each.
    """
    found: set[str] = set()
    for name, start in reference.initial.items():
        number = next((n for n, one in enumerate(reference.updates) if name in one.after), None)
        if number is None:
            continue
        way = float((reference.updates[number].after[name].double() - start.double()).norm())
        if max((math.sqrt(rows[number].get(name, 0.0)) for rows in again if number < len(rows)), default=0.0) <= (
            _PARTED * way
        ):
            found.add(name)
    return frozenset(found)


def distances(reference: Trace, rows: Rows, only: frozenset[str] = frozenset()) -> list[float]:
    """Return how far two trainings are apart after each update, as a share of the way gone.

    Args:
        reference (Trace): a training.
        rows (Rows): how far the weights of another one are from its own.
        only (frozenset[str]): the reference's weights to look at. Default: empty, all.
    """
    between: dict[str, float] = {}
    gone: dict[str, float] = {}
    found: list[float] = []
    for one, row in zip(reference.updates, rows, strict=False):
        for name in row if not only else only & row.keys():
            between[name] = row[name]
            start = reference.initial.get(name)
            moved = one.after[name].double() - (0 if start is None else start.double())
            gone[name] = float(moved.square().sum())
        way = math.sqrt(sum(gone.values()))
        found.append(math.sqrt(sum(between.values())) / way if way else 0.0)
    return found


@dataclass(frozen=True, slots=True)
class Chaos:
    """Whether a training stays within the band in which the reference parts from itself.

    Args:
        runs (int): how often the reference was run again.
        left (int): number of the first update after which the port is outside the band; 0 if it never is.
        port_parts (int): number of the first update after which the port has visibly parted; 0 for none.
        reference_parts (tuple[int, int]): the earliest and the latest at which the reference parts from itself.
        growth (float): the factor by which rounding grows in an update, fitted.
        distance (float): the port's greatest distance.
        error_rate (float): how often a right training is said to leave it. Default: `ERROR_RATE`.
    """

    runs: int
    left: int
    port_parts: int
    reference_parts: tuple[int, int]
    growth: float
    distance: float
    error_rate: float = ERROR_RATE

    @property
    def within(self) -> bool:
        """Whether it stays in the band."""
        return not self.left

    def said(self) -> str:
        """Return it in words, with the error rate."""
        rate = f"(error rate {self.error_rate:.0%}, {self.runs} runs of the reference)"
        if self.left:
            return f"leaves the band of rounding at update {self.left} {rate}"
        if self.port_parts:
            early, late = self.reference_parts
            ref = f"{early} to {late}" if early else "later"
            return (
                f"the same up to rounding: parts at update {self.port_parts}, the reference from itself at {ref} {rate}"
            )
        return f"the same up to rounding: at most {said(float(f'{self.distance:.2g}'))} apart {rate}"


def judged(itself: Sequence[Sequence[float]], port: Sequence[float]) -> Chaos:
    """Say whether a port's distances stay within those of the reference from itself.

    Args:
        itself (Sequence[Sequence[float]]): distances after each update, a row for each run of the reference again; at
            least two.
        port (Sequence[float]): the port's distances.
    """
    length = min(len(port), *map(len, itself))
    logs = [[math.log10(max(row[n], _FLOOR)) for n in range(length)] for row in itself]
    means = [sum(row[n] for row in logs) / len(logs) for n in range(length)]
    mine = [math.log10(max(value, _FLOOR)) for value in port[:length]]
    left = 0
    blocks = _blocks(length)
    for block in blocks:
        limit = _limit([max(row[n] - _others(logs, row, n) for n in block) for row in logs], len(blocks))
        left = next((n + 1 for n in block if not mine[n] <= means[n] + limit), 0)
        if left:
            break
    parts = [p for row in itself if (p := _parts(row))]
    growth = 10 ** ((means[-1] - means[0]) / (length - 1)) if length > 1 else 1.0
    return Chaos(
        len(itself), left, _parts(port), (min(parts), max(parts)) if parts else (0, 0), growth, max(port, default=0.0)
    )


def _blocks(length: int) -> list[range]:
    """Return the updates in blocks that double: where a run jumps late, the updates before are judged by themselves."""
    found, start = [], 0
    while start < length:
        end = min(length, max(2, 2 * start))
        found.append(range(start, end))
        start = end
    return found


def _limit(excesses: Sequence[float], blocks: int) -> float:
    """Return how far above the mean, in decades, a right training is in one of some blocks, but for the error rate."""
    count = len(excesses)
    centre = sum(excesses) / count
    scatter = math.sqrt(sum((e - centre) ** 2 for e in excesses) / max(1, count - 1))
    return (
        centre
        + _ALLOWANCE
        + _quantile(count - 1, ERROR_RATE / blocks) * max(scatter, _LEAST_SCATTER) * math.sqrt(1 + 1 / count)
    )


def _others(logs: list[list[float]], row: list[float], n: int) -> float:
    rest = [other[n] for other in logs if other is not row]
    return sum(rest) / len(rest)


def _parts(row: Sequence[float]) -> int:
    return next((n for n, value in enumerate(row, 1) if not value <= _PARTED), 0)


def _quantile(freedom: int, rate: float) -> float:
    """Return the quantile of Student's t of `1 - rate`; from three degrees on by the normal one's expansion."""
    z, v = NormalDist().inv_cdf(1 - rate), max(1, freedom)
    if v == 1:
        return math.tan(math.pi * (0.5 - rate))
    if v == 2:
        p = 1 - rate
        return (2 * p - 1) / math.sqrt(2 * p * (1 - p))
    terms = (z**3 + z) / (4 * v), (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
    return z + sum(terms) + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
