"""Learning rates over all steps: what shape one schedule has, and by what it differs from another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from parity.curves.divergence import said
from parity.report.text import count

_SAME = 2e-5


def same_rate(one: float, other: float) -> bool:
    """Tell whether two rates are the same, in the float32 that MindSpore keeps lists of them in."""
    return abs(one - other) <= _SAME * max(abs(one), abs(other)) + 1e-12


@dataclass(frozen=True, slots=True)
class Shape:
    """What a schedule looks like.

    Args:
        warmup (int): number of steps before the greatest rate; 0 without a warm-up.
        first, peak, last (float): rates.
        steps (tuple[int, ...]): the updates at which the rate changes, from 1, where it is constant in between.
    """

    warmup: int
    first: float
    peak: float
    last: float
    steps: tuple[int, ...] = ()


def shape_of(rates: Sequence[float]) -> Shape:
    """Return what a list of rates looks like."""
    peak = max(rates)
    warmup = next(n for n, rate in enumerate(rates) if same_rate(rate, peak))
    changes = tuple(n + 1 for n in range(1, len(rates)) if not same_rate(rates[n], rates[n - 1]))
    stepped = changes if len(changes) <= len(rates) // 3 else ()
    return Shape(warmup, rates[0], peak, rates[-1], stepped)


def difference(reference: Sequence[float], port: Sequence[float]) -> tuple[str, str] | None:
    """Tell by what one schedule differs from another, from the rates of all steps.

    Args:
        reference (Sequence[float]): by update.
        port (Sequence[float]): likewise.

    Returns:
        tuple[str, str] | None: the cause and the words; None where they are the same.
    """
    length = min(len(reference), len(port))
    ours, theirs = list(reference[:length]), list(port[:length])
    off = [n for n in range(length) if not same_rate(ours[n], theirs[n])]
    if not off:
        return None
    first = off[0]
    head = f"update {first + 1}: {said(theirs[first])} here, {said(ours[first])} in the reference"
    for test in (_constant, _scaled, _based, _shifted, _stretched, _by_shape):
        found = test(ours, theirs)
        if found is not None:
            return found[0], f"{head}: {found[1]}"
    return "schedule", f"{head}: another schedule"


def _is_constant(rates: Sequence[float]) -> bool:
    return all(same_rate(rate, rates[0]) for rate in rates)


def _constant(ours: list[float], theirs: list[float]) -> tuple[str, str] | None:
    one, other = _is_constant(ours), _is_constant(theirs)
    if one and other:
        return "learning-rate", "the learning rate itself"
    if other and len(theirs) > 2:
        return "schedule-missing", "it stays as it is, the reference's changes: the schedule is not stepped"
    if one and len(ours) > 2:
        return "schedule-added", "it changes, the reference's stays"
    return None


def _scaled(ours: list[float], theirs: list[float]) -> tuple[str, str] | None:
    pairs = [(a, b) for a, b in zip(ours, theirs, strict=True) if a and b]
    ratios = [b / a for a, b in pairs]
    if len(pairs) < max(2, len(ours) - 2) or any(abs(r - ratios[0]) > 1e-4 * abs(ratios[0]) for r in ratios):
        return None
    return "learning-rate", f"{said(float(f'{ratios[0]:.5g}'))} times the reference's at every step"


def _based(ours: list[float], theirs: list[float]) -> tuple[str, str] | None:
    """Look for one shape between another greatest or another least rate."""
    top, low, peak = max(ours), min(ours[ours.index(max(ours)) :]), ours.index(max(ours))
    tail, other = ours[peak:], theirs[peak:]
    if len(tail) < 4 or same_rate(top, low) or not same_rate(max(theirs), other[0]):
        return None
    scale = (other[0] - other[tail.index(low)]) / (top - low)
    moved = [other[0] + scale * (rate - top) for rate in tail]
    if scale <= 0 or any(abs(a - b) > 1e-4 * other[0] for a, b in zip(moved, other, strict=True)):
        return None
    if any(
        abs(b * top - a * other[0]) > 1e-4 * top * other[0] for a, b in zip(ours[:peak], theirs[:peak], strict=True)
    ):
        return None
    bends = [a - 2 * b + c for a, b, c in zip(tail, tail[1:], tail[2:], strict=False)]
    if same_rate(top, other[0]):
        if max(map(abs, bends)) < 1e-3 * (tail[0] - tail[1]):  # of a straight line the length does the same
            return None
        return "minimum", f"it falls to {said(min(other))} here, to {said(low)} in the reference, by one law"
    return "learning-rate", f"at most {said(other[0])} here, {said(top)} in the reference, of one shape"


def _shifted(ours: list[float], theirs: list[float]) -> tuple[str, str] | None:
    for by in (1, -1, 2, -2):
        left, right = (ours[by:], theirs[:-by]) if by > 0 else (ours[:by], theirs[-by:])
        if len(left) > 2 and not _is_constant(left) and _all_same(left, right):
            way = "ahead of" if by > 0 else "behind"
            count = "one update" if abs(by) == 1 else f"{abs(by)} updates"
            return "schedule-offset", f"{count} {way} the reference: counted from {'1' if by > 0 else '0'}"
    return None


def _all_same(left: Sequence[float], right: Sequence[float]) -> bool:
    return all(same_rate(a, b) for a, b in zip(left, right, strict=True))


def _stretched(ours: list[float], theirs: list[float]) -> tuple[str, str] | None:
    """Look for a schedule that is stepped every so many updates on one side, and in each on the other."""
    for names, one, other in (("here", ours, theirs), ("in the reference", theirs, ours)):
        for every in range(2, max(3, len(one) // 2)):
            if len(one) >= 2 * every and all(same_rate(other[n], one[n // every]) for n in range(len(one))):
                return "schedule-step", f"stepped every {every} updates {names}, at each on the other side"
    held = _held(theirs), _held(ours)
    if held[0] > 1 and held[1] == 1:
        return "schedule-step", f"stepped every {held[0]} updates here, at each in the reference"
    if held[1] > 1 and held[0] == 1:
        return "schedule-step", f"stepped at each update here, every {held[1]} in the reference"
    return None


def _held(rates: list[float]) -> int:
    """Return how many updates in a row have one rate, if always as many; else 0."""
    changes = [n for n in range(1, len(rates)) if not same_rate(rates[n], rates[n - 1])]
    gaps = {b - a for a, b in zip([0, *changes], changes, strict=False)}
    return gaps.pop() if len(gaps) == 1 and len(changes) > 1 else 0


def _by_shape(ours: list[float], theirs: list[float]) -> tuple[str, str] | None:
    one, other = shape_of(ours), shape_of(theirs)
    if one.warmup != other.warmup and max(one.warmup, other.warmup) > 1:
        return (
            "warmup",
            f"the warm-up takes {count(other.warmup, 'update')} here, {one.warmup} in the reference",
        )
    if one.steps != other.steps and one.steps and other.steps:
        text = f"it changes at updates {_listed(other.steps)} here, {_listed(one.steps)} in the reference"
        return "milestones", text
    if not same_rate(one.first, other.first) and same_rate(one.peak, other.peak) and one.warmup:
        return "warmup", f"the warm-up begins at {said(other.first)} here, at {said(one.first)} in the reference"
    if not same_rate(one.last, other.last):
        text = f"it ends at {said(other.last)} here, at {said(one.last)} in the reference after {len(ours)} updates"
        return "decay", f"{text}: another length, end or law of decay"
    return None


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers[:4]))
