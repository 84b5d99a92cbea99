"""Alignment of two sequences: the pairs with the greatest total score that keep the order of both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

A = TypeVar("A")
B = TypeVar("B")


def align(
    left: Sequence[A],
    right: Sequence[B],
    score: Callable[[A, B], float],
    perfect: float,
    cells: int = 6_000_000,
) -> list[tuple[int, int]]:
    """Return index pairs in increasing order.

    Args:
        left (Sequence[A]): one sequence.
        right (Sequence[B]): the other.
        score (Callable[[A, B], float]): what pairing two items is worth; 0 or less forbids it.
        perfect (float): a score at which equal heads and tails are paired at once.
        cells (int): how many pairs may be scored; beyond, only those near the diagonal are. Default: ``6_000_000``, a
            few seconds.
    """
    head = 0
    while head < min(len(left), len(right)) and score(left[head], right[head]) >= perfect:
        head += 1
    tail = 0
    shorter = min(len(left), len(right)) - head
    while tail < shorter and score(left[-1 - tail], right[-1 - tail]) >= perfect:
        tail += 1
    pairs = [(index, index) for index in range(head)]
    middle = _best(left[head : len(left) - tail], right[head : len(right) - tail], score, cells)
    pairs += [(head + i, head + j) for i, j in middle]
    pairs += [(len(left) - tail + index, len(right) - tail + index) for index in range(tail)]
    return pairs


def _best(left: Sequence[A], right: Sequence[B], score: Callable[[A, B], float], cells: int) -> list[tuple[int, int]]:
    """Solve the middle by dynamic programming, within a band around the diagonal where it is very long."""
    rows, columns = len(left), len(right)
    if not rows or not columns:
        return []
    band = columns if rows * columns <= cells else max(abs(rows - columns) + 50, cells // rows)
    best = [[0.0] * (columns + 1) for _ in range(rows + 1)]
    taken = [bytearray(columns + 1) for _ in range(rows + 1)]
    for i in range(rows - 1, -1, -1):
        here, below, marks = best[i], best[i + 1], taken[i]
        center = i * columns // rows
        for j in range(columns - 1, -1, -1):
            skip = max(below[j], here[j + 1])
            here[j] = skip
            if abs(j - center) > band:
                continue
            worth = score(left[i], right[j])
            if worth > 0 and worth + below[j + 1] >= skip:
                here[j] = worth + below[j + 1]
                marks[j] = 1
    pairs: list[tuple[int, int]] = []
    i = j = 0
    while i < rows and j < columns:
        if taken[i][j]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif best[i + 1][j] >= best[i][j + 1]:
            i += 1
        else:
            j += 1
    return pairs
