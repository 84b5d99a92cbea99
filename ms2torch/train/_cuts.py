"""How MindSpore's compiler cuts a parameter over devices: which part each has, and whose parts another cut needs."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import torch


@dataclass(frozen=True, slots=True)
class Cut:
    """The layout of one parameter.

    Args:
        matrix (tuple[int, ...]): how devices are arranged; the last axis is of neighbours.
        axes (tuple[int, ...]): by axis of the parameter, the axis of `matrix` that cuts it, counted from the last one;
            -1 for none.
        step (int): how far devices are apart that share out the first axis once more, as a parallel optimizer does.
        size (int): among how many of them; 0 or less for no such thing.
    """

    matrix: tuple[int, ...]
    axes: tuple[int, ...]
    step: int = 0
    size: int = 0

    @property
    def devices(self) -> int:
        """How many devices there are."""
        return math.prod(self.matrix)

    @property
    def is_whole(self) -> bool:
        """Whether every device has all of it."""
        return self.size <= 1 and all(self._count(axis) == 1 for axis in self.axes)

    def _count(self, axis: int) -> int:
        return self.matrix[-1 - axis] if axis >= 0 else 1

    def counts(self, axes: int) -> list[int]:
        """Return into how many parts each axis is cut.

        Args:
            axes (int): how many the parameter has.
        """
        found = [self._count(axis) for axis in self.axes[:axes]] + [1] * (axes - len(self.axes))
        if self.size > 1 and found:
            found[0] *= self.size
        return found

    def part(self, rank: int, shape: Sequence[int]) -> tuple[slice, ...]:
        """Return where a device's part lies in the whole parameter.

        Args:
            rank (int): the device.
            shape (Sequence[int]): of the whole.

        Raises:
            ValueError: if an axis cannot be cut into so many parts.
        """
        found: list[slice] = []
        for axis, (size, count) in enumerate(zip(shape, self.counts(len(shape)), strict=True)):
            if size % count:
                msg = f"an axis of {size} cannot be cut into {count} equal parts"
                raise ValueError(msg)
            which = self.axes[axis] if axis < len(self.axes) else -1
            behind = math.prod(self.matrix[len(self.matrix) - which :]) if which > 0 else 1
            place = rank // behind % self._count(which) if which >= 0 else 0
            if axis == 0 and self.size > 1:
                place = place * self.size + rank // self.step % self.size
            found.append(slice(place * (size // count), (place + 1) * (size // count)))
        return tuple(found)

    def refined(self, bounds: Sequence[int]) -> list[list[int]]:
        """Return by which steps of a finer arrangement each axis is cut, the coarsest first.

        Args:
            bounds (Sequence[int]): how many neighbours each step of it has, from 1 on.
        """
        sizes = [1, *itertools.accumulate(reversed(self.matrix), lambda left, right: left * right)]
        found = [_between(bounds, sizes[axis], sizes[axis + 1]) if axis >= 0 else [] for axis in self.axes]
        if self.size > 1 and found:
            found[0] = found[0] + _between(bounds, self.step, self.step * self.size)
        return found

    def bounds(self) -> set[int]:
        """Return how many neighbours each of its axes steps over."""
        sizes = {1, *itertools.accumulate(reversed(self.matrix), lambda left, right: left * right)}
        return sizes | ({self.step, self.step * self.size} if self.size > 1 else set())


def _between(bounds: Sequence[int], first: int, last: int) -> list[int]:
    return [number for number, bound in enumerate(bounds[:-1]) if first <= bound < last][::-1]


def joined(parts: Mapping[int, torch.Tensor], cut: Cut, place: Sequence[slice] | None = None) -> torch.Tensor:
    """Return the whole parameter, or what lies in one place of it.

    Args:
        parts (Mapping[int, Tensor]): by device, all of one shape; of copies one is enough, and so are those that meet
            the place.
        cut (Cut): how it is cut.
        place (Sequence[slice], optional): of the whole. Default ``None``: all.

    Raises:
        ValueError: if a part is missing.
    """
    first = next(iter(parts.values()))
    shape = whole_shape(first.shape, cut)
    wanted = [slice(0, size) for size in shape] if place is None else place
    if cut.is_whole:
        return first[tuple(wanted)].contiguous()
    made = first.new_empty([each.stop - each.start for each in wanted])
    missing = made.numel()
    seen: set[tuple[int, ...]] = set()
    for rank, part in parts.items():
        held = cut.part(rank, shape)
        common = [slice(max(a.start, b.start), min(a.stop, b.stop)) for a, b in zip(held, wanted, strict=True)]
        key = tuple(each.start for each in held)
        if key in seen or any(each.start >= each.stop for each in common):
            continue
        seen.add(key)
        taken = part[_moved(common, held)]
        made[_moved(common, wanted)] = taken
        missing -= taken.numel()
    if missing:
        msg = "a part of it is missing"
        raise ValueError(msg)
    return made


def whole_shape(part: Sequence[int], cut: Cut) -> list[int]:
    """Return the shape of a parameter of which one part has a shape."""
    return [size * count for size, count in zip(part, cut.counts(len(part)), strict=True)]


def _moved(places: Sequence[slice], origin: Sequence[slice]) -> tuple[slice, ...]:
    """Return places as they are counted from the first of another."""
    return tuple(slice(a.start - b.start, a.stop - b.start) for a, b in zip(places, origin, strict=True))


def needed(rank: int, source: Cut, target: Cut) -> set[int]:
    """Return the devices whose parts are moved to make one device's part under another cut.

    Along each axis, parts are gathered from where the two cuts differ first; the rest each device has itself.

    Args:
        rank (int): the device of `target`.
        source (Cut): how the parameter is cut.
        target (Cut): how it shall be cut.

    Raises:
        ValueError: if one of the numbers of devices is no multiple of the other.
    """
    more, fewer = max(source.devices, target.devices), min(source.devices, target.devices)
    if more % fewer:
        msg = f"Cannot transform device_num from {source.devices} to {target.devices}"
        raise ValueError(msg)
    bounds = sorted({*source.bounds(), *target.bounds(), more, fewer})
    moved: set[int] = set()
    ours, theirs = source.refined(bounds), target.refined(bounds)
    for left, right in itertools.zip_longest(ours, theirs, fillvalue=[]):
        same = sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], zip(left, right, strict=False)))
        moved |= set(left[same:])
    steps = [range(bounds[number + 1] // bounds[number]) for number in sorted(moved)]
    base = rank
    for number in moved:
        base -= rank // bounds[number] % (bounds[number + 1] // bounds[number]) * bounds[number]
    found = (
        base + sum(at * bounds[n] for at, n in zip(way, sorted(moved), strict=True))
        for way in itertools.product(*steps)
    )
    return {each % source.devices for each in found}
