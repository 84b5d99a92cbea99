"""What the ranks return, held against what one device returns: which part each has, and whether it is right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import torch

Tensors = Sequence[tuple[str, torch.Tensor]]


@dataclass(frozen=True, slots=True)
class Layout:
    """How the ranks have an output.

    Args:
        axis (int | None): along which it is shared out; None where each rank has all of it.
        parts (int): into how many. Default: 1.
        apart (int): how far ranks with neighbouring parts are apart. Default: 1.
        mean (bool): each has a mean over its own part of the batch. Default: ``False``.
        counted (tuple[int, ...]): ranks whose output counts: the others are stages of a pipeline. Default: all.
    """

    axis: int | None = None
    parts: int = 1
    apart: int = 1
    mean: bool = False
    counted: tuple[int, ...] = ()

    def of(self, whole: torch.Tensor, rank: int) -> torch.Tensor:
        """Return the part of one rank."""
        if self.axis is None:
            return whole
        return whole.chunk(self.parts, self.axis)[rank // self.apart % self.parts]

    @property
    def words(self) -> str:
        """How it is said."""
        if self.mean:
            return "a mean over each rank's part of the batch"
        some = f"on rank {', '.join(map(str, self.counted))}" if self.counted else "on every rank"
        return f"whole {some}" if self.axis is None else f"in {self.parts} parts along axis {self.axis}"


@dataclass(frozen=True, slots=True)
class Output:
    """One output of the ranks beside the whole one.

    Args:
        name (str): its path.
        layout (Layout): how the ranks have it.
        error (float): how far the rank that is farthest off is, relative; infinite where shapes do not fit.
        whole (torch.Tensor | None): of the ranks, joined.
        rank (int): the one farthest off.
    """

    name: str
    layout: Layout
    error: float
    whole: torch.Tensor | None
    rank: int = 0


def judged(reference: Tensors, ranks: Sequence[Tensors], stages: Sequence[bool]) -> list[Output]:
    """Return each output of the reference beside what the ranks have of it.

    Args:
        reference (Tensors): outputs of one device, by path.
        ranks (Sequence[Tensors]): of each rank.
        stages (Sequence[bool]): by rank, whether it is a stage of a pipeline that sends on what it returns.
    """
    counted = [rank for rank, stage in enumerate(stages) if not stage] or list(range(len(ranks)))
    found: list[Output] = []
    for number, (name, whole) in enumerate(reference):
        each = [
            (rank, ranks[rank][number][1]) if number < len(ranks[rank]) else (rank, torch.empty(0)) for rank in counted
        ]
        ways = [(_error(whole, each, way), way) for way in _layouts(whole, each, len(ranks))]
        (error, rank), layout = min(ways, key=lambda entry: entry[0][0], default=((float("inf"), counted[0]), Layout()))
        made = _joined(each, layout) if ways else None
        found.append(Output(name, layout, error, made, rank))
    return found


def errors_as(reference: Tensors, ranks: Sequence[Tensors], before: Sequence[Output]) -> float:
    """Return how far the ranks are from the reference, each output laid out as it was before.

    Which rank has which part may be another: wrong values do not tell.

    Args:
        reference (Tensors): outputs of one device.
        ranks (Sequence[Tensors]): of each rank.
        before (Sequence[Output]): as they were judged.
    """
    worst = 0.0
    for number, ((_, whole), known) in enumerate(zip(reference, before, strict=True)):
        counted = known.layout.counted or range(len(ranks))
        if any(number >= len(ranks[rank]) for rank in counted):
            return float("inf")
        each = [(rank, ranks[rank][number][1]) for rank in counted]
        worst = max(worst, min(_error(whole, each, way)[0] for way in _alike(known.layout, len(ranks))))
    return worst


def _alike(layout: Layout, size: int) -> list[Layout]:
    """Return a layout and those that share out the same parts otherwise."""
    steps = () if layout.axis is None else dict.fromkeys((layout.apart, 1, size // layout.parts))
    return [replace(layout, apart=step) for step in steps] or [layout]


def _layouts(whole: torch.Tensor, each: Sequence[tuple[int, torch.Tensor]], size: int) -> Iterator[Layout]:
    """Yield the layouts that the shapes allow, the plainest first."""
    counted = () if len(each) == size else tuple(rank for rank, _ in each)
    shapes = {tuple(tensor.shape) for _, tensor in each}
    if len(shapes) != 1:
        return
    (shape,) = shapes
    if shape == tuple(whole.shape):
        yield Layout(counted=counted)
        if whole.numel() == 1 and whole.is_floating_point() and len(each) > 1:
            yield Layout(mean=True, counted=counted)
    if len(shape) != whole.ndim:
        return
    axes = [axis for axis in range(len(shape)) if shape[axis] != whole.shape[axis]]
    if len(axes) != 1 or not shape[axes[0]] or whole.shape[axes[0]] % shape[axes[0]]:
        return
    parts = whole.shape[axes[0]] // shape[axes[0]]
    if parts <= size and size % parts == 0:
        for apart in dict.fromkeys((1, size // parts)):
            yield Layout(axes[0], parts, apart, counted=counted)


def _error(whole: torch.Tensor, each: Sequence[tuple[int, torch.Tensor]], layout: Layout) -> tuple[float, int]:
    """Return how far the rank that is farthest off is, and which that is."""
    if layout.mean:
        each = [(each[0][0], torch.stack([tensor.double() for _, tensor in each]).mean(0))]
    return max((apart(layout.of(whole, rank), tensor), rank) for rank, tensor in each)


def apart(wanted: torch.Tensor, got: torch.Tensor) -> float:
    """Return how far a tensor is from another, relative to its norm; infinite where their shapes differ."""
    if wanted.shape != got.shape:
        return float("inf")
    left, right = wanted.detach().double(), got.detach().double()
    if not left.numel():
        return 0.0
    if not bool((left.isfinite() == right.isfinite()).all()):
        return float("inf")
    here = left.isfinite()
    norm = float(left[here].norm())
    off = float((left - right)[here].norm())
    return off / norm if norm else off


def _joined(each: Sequence[tuple[int, torch.Tensor]], layout: Layout) -> torch.Tensor | None:
    if layout.mean:
        return torch.stack([tensor.double() for _, tensor in each]).mean(0)
    if layout.axis is None:
        return each[0][1]
    held = dict(each)
    ranks = [part * layout.apart for part in range(layout.parts)]
    return torch.cat([held[rank] for rank in ranks], layout.axis) if all(rank in held for rank in ranks) else None
