"""The band in which a training parts from itself: right ports stay in it, others leave it, at a stated rate."""

from __future__ import annotations

import random

from parity.curves.chaos import judged


def grown(generator: random.Random, start: float, growth: float = 1.4, updates: int = 40) -> list[float]:
    """Distances that grow by a factor in each update, with scatter."""
    value, found = start * 10 ** generator.gauss(0, 0.2), []
    for _ in range(updates):
        found.append(value)
        value = min(0.5, value * growth * 10 ** generator.gauss(0, 0.03))
    return found


def test_right_ones_stay_and_wrong_ones_leave() -> None:
    generator = random.Random(0)
    accused = caught = 0
    for _ in range(200):
        itself = [grown(generator, 1e-7) for _ in range(8)]
        accused += not judged(itself, grown(generator, 1e-7)).within
        caught += not judged(itself, [d + 1e-4 for d in grown(generator, 1e-7)]).within
    assert accused <= 2 + 4  # 1 in 100, and what 200 draws may add to it
    assert caught >= 190


def test_where_it_parts_and_where_it_leaves() -> None:
    generator = random.Random(1)
    itself = [grown(generator, 1e-7) for _ in range(6)]
    right = judged(itself, grown(generator, 1e-7))
    early, late = right.reference_parts
    assert early - 5 <= right.port_parts <= late + 5
    assert 1.3 < right.growth < 1.5
    assert "the same up to rounding: parts at update" in right.said()
    wrong = judged(itself, [0.0] * 7 + [0.01] * 33)
    assert wrong.left == 8
    assert "leaves the band of rounding at update 8" in wrong.said()
    assert judged(itself, [float("nan")] * 40).left == 1
