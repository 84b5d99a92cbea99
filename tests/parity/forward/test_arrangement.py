"""Which reshapes keep rows together: axes joined, or one split, never both at once."""

from __future__ import annotations

import pytest

from parity.forward.arrangement import _joins


@pytest.mark.parametrize(
    ("sizes", "shape", "joined"),
    [
        ((2, 3), (2, 3), True),
        ((2, 3), (6,), True),
        ((6,), (2, 3), True),
        ((2, 3, 4), (6, 4), True),
        ((2, 3, 4), (2, 12), True),
        ((6, 4), (2, 3, 4), True),
        ((4, 3), (2, 6), False),  # joins and splits: rows are mixed
        ((2, 6), (3, 4), False),
        ((2, 3, 4), (3, 8), False),
        ((2, 3, 5), (6, 5), True),
        ((6, 2, 3), (2, 3, 6), True),  # one split, then two joined
        ((1, 2, 1, 3), (6, 1), True),  # an axis of one is none
        ((2, 3), (5,), False),
        ((2, 3), (2,), False),
        ((2,), (2, 3), False),
        ((), (), True),
    ],
)
def test_joins(sizes: tuple[int, ...], shape: tuple[int, ...], joined: bool) -> None:
    assert _joins(sizes, shape) is joined
