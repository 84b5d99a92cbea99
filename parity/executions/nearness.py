"""How far recorded tensors are apart: by their values where both were kept, by their figures where not."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

import torch

from parity.dumps.execution import Figures, Stored

_BLOCK = 1 << 18
_SORTED = 1 << 22
"""Elements above which they are not looked at in order of size."""
_FILL = 1e8
"""Equal elements of at least this size are what a mask was filled with, and no measure of the others."""


@dataclass(frozen=True, slots=True)
class Apart:
    """How far a tensor is from its counterpart.

    Args:
        relative (float): norm of the difference over norm of the reference's; by figures the greatest difference of
            one. Infinite where sizes differ, or where only one is finite.
        by_values (bool): whether values were compared, and so the order of the elements.
        largest (float | None): greatest absolute difference.
        index (int): its place among the elements.
        reordered (bool): by values: the same elements in another order.
    """

    relative: float
    by_values: bool
    largest: float | None = None
    index: int = 0
    reordered: bool = False


def apart(reference: Stored, port: Stored) -> Apart | None:
    """Return how far two tensors are apart; None where nothing is known of one."""
    if reference.numel != port.numel:
        return Apart(math.inf, by_values=False)
    if not reference.numel:
        return Apart(0.0, by_values=True, largest=0.0)
    ours, theirs = reference.values(), port.values()
    if ours is None or theirs is None:
        return _by_figures(reference.figures, port.figures)
    if ours.is_complex() or theirs.is_complex():
        ours, theirs = (torch.view_as_real(t) if t.is_complex() else t for t in (ours, theirs))
    if ours.numel() != theirs.numel():
        return Apart(math.inf, by_values=True)
    return _by_values(ours, theirs)


def _by_values(ours: torch.Tensor, theirs: torch.Tensor) -> Apart:
    found = _distance(ours.reshape(-1), theirs.reshape(-1))
    if found.relative > 1e-3 and ours.shape != theirs.shape and sorted(ours.shape) == sorted(theirs.shape):
        for order in itertools.islice(itertools.permutations(range(theirs.dim())), 120):
            turned = theirs.permute(order)
            if turned.shape == ours.shape:
                better = _distance(ours.reshape(-1), turned.reshape(-1))
                if better.relative < found.relative / 100:
                    return better
    if found.relative > 1e-3 and ours.numel() <= _SORTED:
        sorted_ones = _distance(ours.reshape(-1).sort()[0], theirs.reshape(-1).sort()[0])
        if sorted_ones.relative < min(1e-5, found.relative / 100):
            return Apart(found.relative, by_values=True, largest=found.largest, index=found.index, reordered=True)
    return found


def _distance(ours: torch.Tensor, theirs: torch.Tensor) -> Apart:
    """Return the distance of two flat tensors, block by block."""
    square = scale = largest = 0.0
    index = 0
    for start in range(0, ours.numel(), _BLOCK):
        a, b = ours[start : start + _BLOCK].double(), theirs[start : start + _BLOCK].double()
        difference = (a - b).abs_()
        most = float(difference.max())
        if math.isfinite(most) and float(a.abs().max()) < _FILL:  # as nearly always: each is finite, none a fill
            square += float(difference.dot(difference))
            scale += float(a.dot(a))
            if most > largest:
                largest, index = most, start + int(difference.argmax())
            continue
        equal = (a == b) | (a.isnan() & b.isnan())  # infinities of one sign agree
        difference[equal] = 0.0
        if not bool(difference.isfinite().all()):
            return Apart(math.inf, by_values=True, index=start + int((~difference.isfinite()).to(torch.int8).argmax()))
        filled = (a == b) & (a.abs() >= _FILL)
        square += float(difference.square().sum())
        scale += float(a[a.isfinite() & ~filled].square().sum())
        most = float(difference.max())
        if most > largest:
            largest, index = most, start + int(difference.argmax())
    relative = math.sqrt(square) / math.sqrt(scale) if scale else (math.inf if square else 0.0)
    return Apart(relative, by_values=True, largest=largest, index=index)


def _beside_fills(ours: Figures, theirs: Figures) -> Apart | None:
    """Return the distance of the ends of two ranges that no mask was filled with; sums say nothing of the others."""
    ends = [(a, b) for a, b in ((ours.max, theirs.max), (ours.min, theirs.min)) if a is not None and b is not None]
    ends = [(a, b) for a, b in ends if abs(a) < _FILL and abs(b) < _FILL]
    if not ends:
        return None
    return Apart(max(abs(a - b) / (abs(a) or 1.0) for a, b in ends), by_values=False)


def _by_figures(ours: Figures | None, theirs: Figures | None) -> Apart | None:
    if ours is None or theirs is None:
        return None
    known = [v for f in (ours, theirs) for v in (f.max, f.min) if v is not None and math.isfinite(v)]
    if any(abs(value) >= _FILL for value in known):
        return _beside_fills(ours, theirs)
    scale = max((abs(v) for v in known), default=0.0)
    worst = 0.0
    for number, (a, b) in enumerate(zip(ours, theirs, strict=True)):
        if a is None or b is None:
            continue
        if not (math.isfinite(a) and math.isfinite(b)):
            worst = worst if a == b or (math.isnan(a) and math.isnan(b)) else math.inf
            continue
        by = abs(a) if number == 3 else scale
        worst = max(worst, abs(a - b) / by if by else (math.inf if a != b else 0.0))
    return Apart(worst, by_values=False)
