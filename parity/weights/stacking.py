"""Weights of several layers in one tensor that a module holds itself: experts stacked, gate and up fused, transposed.

Only shapes and names are looked at, so that several ways may be left; running the nets tells which is right.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from mappings.rows.layouts import IntoRows, Layout, Transpose, Unsqueeze
from parity.nets.base import Weight
from parity.weights.arrangements import group_counts, orders, rows_of

_NUMBER = re.compile(r"(?<=\.)\d+(?=\.)|^\d+(?=\.)")
_MOST_FUSED = 4
_MOST_COUNTS = 6

Piece = tuple[Weight, Layout]
"""A weight, and what makes of it its part of the tensor that holds it with others."""


@dataclass(frozen=True, slots=True)
class _Family:
    """Weights of one name but for a number, in the order of their numbers: one of each expert.

    Args:
        name (str): with ``*`` for the number.
        members (tuple[Weight, ...]): all of one shape.
    """

    name: str
    members: tuple[Weight, ...]

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of each."""
        return tuple(self.members[0].tensor.shape)


def stackings(
    whole: Weight, name: str, parts: Mapping[str, Weight], told: Collection[int]
) -> Iterator[tuple[Piece, ...]]:
    """Yield the ways in which a tensor may hold weights of the other side, the likely ones first.

    Args:
        whole (Weight): the tensor.
        name (str): its local name.
        parts (Mapping[str, Weight]): the other side's free weights by local name.
        told (Collection[int]): numbers that the code holds: heads, sizes.
    """
    families = list(_families(parts))
    found: list[tuple[bool, tuple[_Family, ...], bool]] = []
    for count in range(1, _MOST_FUSED + 1):
        for chosen in combinations(families, count):
            stacked = len(chosen[0].members) > 1
            if (count > 1 or stacked) and len({len(family.members) for family in chosen}) == 1:
                named = all(_called(family, name) for family in chosen)
                found += [(named, chosen, turned) for turned in (False, True) if _fits(whole, chosen, turned=turned)]
    found.sort(key=lambda way: not way[0])
    for _, chosen, turned in found:
        yield from _arranged(whole, chosen, told, turned=turned)


def is_held(name: str, parts: Mapping[str, Weight]) -> bool:
    """Tell whether a tensor is one that a module holds itself: not called as the weights of the other side's layers."""
    return bool(parts) and name.rpartition(".")[2] not in {"weight", "bias"}


def _families(parts: Mapping[str, Weight]) -> Iterator[_Family]:
    """Yield the weights of one name but for a number, and of one shape."""
    known: dict[str, list[tuple[int, Weight]]] = {}
    for name, weight in parts.items():
        number = _NUMBER.findall(name)
        known.setdefault(_NUMBER.sub("*", name), []).append((int(number[-1]) if number else 0, weight))
    for name, members in known.items():
        numbers = [number for number, _ in members]
        if len(set(numbers)) == len(numbers) and len({weight.tensor.shape for _, weight in members}) == 1:
            yield _Family(name, tuple(weight for _, weight in sorted(members, key=lambda entry: entry[0])))


def _called(family: _Family, name: str) -> bool:
    """Tell whether a tensor's name holds what a family is called: ``gate_up_proj`` holds ``experts.*.gate_proj``."""
    words = [part for part in family.name.split(".") if part not in {"*", "weight", "bias"}]
    return bool(words) and words[-1].partition("_")[0] in name.rpartition(".")[2].split("_")


def _fits(whole: Weight, chosen: Sequence[_Family], *, turned: bool) -> bool:
    """Tell whether a tensor is as large as families stacked and fused, each matrix turned or as it is."""
    shapes = [family.shape for family in chosen]
    if len({shape[1:] for shape in shapes}) > 1 or not shapes[0] or (turned and len(shapes[0]) != 2):
        return False
    one = (sum(shape[0] for shape in shapes), *shapes[0][1:])
    one = one[::-1] if turned else one
    count, mine = len(chosen[0].members), tuple(whole.tensor.shape)
    return mine == (one if count == 1 else (count, *one)) or (count > 1 and mine == (count * one[0], *one[1:]))


def _arranged(
    whole: Weight, chosen: Sequence[_Family], told: Collection[int], *, turned: bool
) -> Iterator[tuple[Piece, ...]]:
    """Yield the orders of families in a tensor, one after the other and interleaved."""
    yield _pieces(whole, chosen, 1, turned=turned)
    if len(chosen) == 1:
        return
    counts = group_counts([family.shape[0] for family in chosen], told)[:_MOST_COUNTS]
    for order in (chosen, *orders(chosen)):
        for groups in (1, *counts):
            if groups > 1 or order is not chosen:
                yield _pieces(whole, order, groups, turned=turned)


def _pieces(whole: Weight, chosen: Sequence[_Family], groups: int, *, turned: bool) -> tuple[Piece, ...]:
    count = len(chosen[0].members)
    rows = rows_of([family.shape[0] for family in chosen], groups)
    found: list[Piece] = []
    for family, part in zip(chosen, rows, strict=True):
        own = part.inverse if len(chosen) > 1 else Layout()
        own = own.then(Transpose(0, 1)) if turned else own
        for number, weight in enumerate(family.members):
            found.append((weight, _in_stack(own, whole, weight, number, count) if count > 1 else own))
    return tuple(found)


def _in_stack(own: Layout, whole: Weight, weight: Weight, number: int, count: int) -> Layout:
    """Return a layout with the step that puts what it makes into its place: a slice of a stack, or some rows."""
    rows = whole.tensor.shape[0]
    if whole.tensor.ndim > weight.tensor.ndim:
        return own.then(Unsqueeze(0)).then(IntoRows(number, number + 1, count))
    size = rows // count
    return own.then(IntoRows(number * size, (number + 1) * size, rows))
