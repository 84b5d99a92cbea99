"""How the rows of separate weights may lie in one that packs them: one after the other, or interleaved by group.

Which it is the shapes do not tell: an array of query, key and value is as high either way. They leave few numbers of
groups, of which those come first that the code holds: heads, key-value heads, the size of a head.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import accumulate, islice, pairwise, permutations
from math import gcd
from typing import TypeVar

from mappings.rows.layouts import Deinterleave, Layout, Rows
from parity.nets.base import Layer, Subject

T = TypeVar("T")

_MOST_ORDERS = 4
"""Weights of which every order is tried; of more, each exchange of two."""


def orders(things: Sequence[T]) -> Iterator[Sequence[T]]:
    """Yield other orders: all of a few things; of more, each exchange of two."""
    if len(things) <= _MOST_ORDERS:
        yield from islice(permutations(things), 1, None)
        return
    for one in range(len(things)):
        for other in range(one + 1, len(things)):
            order = list(things)
            order[one], order[other] = order[other], order[one]
            yield order


def rows_of(sizes: Sequence[int], groups: int = 1) -> list[Layout]:
    """Return which rows of a packed array each of its parts is.

    Args:
        sizes (Sequence[int]): the rows of the parts, in their order.
        groups (int): in how many groups the rows lie, each of which has its share of every part. Default: ``1``, the
            parts lie one after the other.
    """
    whole = sum(sizes)
    apart = (Deinterleave(groups, tuple(size // groups for size in sizes)),) if groups > 1 else ()
    return [Layout((*apart, Rows(first, last, whole))) for first, last in pairwise(accumulate(sizes, initial=0))]


def group_counts(sizes: Sequence[int], told: Collection[int]) -> list[int]:
    """Return in how many groups the rows of parts may lie, the likely ones first.

    Args:
        sizes (Sequence[int]): the rows of the parts.
        told (Collection[int]): numbers that the code holds: of groups, or of rows in each.

    Returns:
        list[int], greater than 1: numbers that are told, those of which the rest is told, every row by itself, others.
    """
    most = gcd(*sizes)
    known = sorted(number for number in told if number > 1 and most % number == 0)
    first = [*known, *(most // number for number in known), most]
    rest = (number for number in range(2, most + 1) if most % number == 0)
    return [number for number in dict.fromkeys([*first, *rest]) if number > 1]


def numbers_around(subject: Subject, layers: Iterable[Layer]) -> set[int]:
    """Return the whole numbers that some layers and those that hold them keep as attributes: heads, sizes of heads."""
    found: set[int] = set()
    for path in {above for layer in layers for above in _above(layer.path)}:
        layer = subject.layers.get(path)
        if layer is not None:
            found |= {value for value in vars(layer.module).values() if type(value) is int and value > 1}
    return found


def _above(path: str) -> Iterator[str]:
    while path:
        yield path
        path = path.rpartition(".")[0]
