"""A variation is what its name says, number by number."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch

from parity.nets.inputs import make_inputs
from parity.nets.variations import variations

GIVEN = make_inputs(("float32[4,6]",), 0)
X = GIVEN[0].tensor
SAYS: dict[str, Callable[[torch.Tensor], bool]] = {
    "only positive numbers": lambda y: bool((y >= 0).all()),
    "only negative numbers": lambda y: bool((y <= 0).all()),
    "zeros": lambda y: not y.any(),
    "half of them zero": lambda y: bool(((y == 0) == (X <= 0)).all()),
    "ones": lambda y: bool((y == 1).all()),
    "whole numbers": lambda y: bool((y == y.round()).all() and y.any()),
    "halves": lambda y: bool((2 * y == (2 * y).round()).all() and (y != y.round()).any()),
    "numbers of size 1e-9": lambda y: torch.allclose(y * 1e9, X),
    "numbers of size 1e-4": lambda y: torch.allclose(y * 1e4, X),
    "numbers of size 1e2": lambda y: torch.allclose(y, X * 1e2),
    "numbers of size 1e3": lambda y: torch.allclose(y, X * 1e3),
    "one number of size 1e3": lambda y: int((y.abs() > 100).sum()) == 1,
}
MADE = {one.said: one for one in variations(GIVEN, 0)}


@pytest.mark.parametrize("said", SAYS)
def test_values(said: str) -> None:
    (entry,) = MADE[said].inputs
    assert entry.tensor.shape == X.shape
    assert SAYS[said](entry.tensor)


def test_sizes_and_calls() -> None:
    shapes = {said: tuple(one.inputs[0].tensor.shape) for said, one in MADE.items() if one.kind in {"batch", "size"}}
    assert {said: shapes[said] for said in ("batch 1", "batch 2", "batch 3")} == {
        "batch 1": (1, 6), "batch 2": (2, 6), "batch 3": (3, 6),
    }  # fmt: skip
    for said, shape in shapes.items():
        if said.startswith("size "):
            assert shape == (4, int(said.split()[1]))
    assert [(one.kind, one.calls) for one in MADE.values() if one.calls != 1] == [("call", 2)]
    sizes = sorted(one.weights for one in MADE.values() if one.kind == "weights")
    assert sizes[0] * sizes[1] == pytest.approx(1.0)
    assert sizes[0] < 1 < sizes[1]
    assert {said for said, one in MADE.items() if one.kind == "weights" and one.weights > 1} == {
        next(said for said in MADE if said.startswith("weights") and said.endswith("as large"))
    }
