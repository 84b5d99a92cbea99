"""What two runs are held against each other by: a part that shows nothing in one call is not said to lack it."""

from __future__ import annotations

import pytest
import torch

from parity.transformer.difference import differences
from parity.transformer.fact import Fact
from parity.transformer.values import Rotation


def facts(*values: object) -> list[Fact]:
    return [Fact("rotary-angles", "the keys", number, value) for number, value in enumerate(values)]


HALVES = Rotation("halves", True, torch.tensor([[0.0, 0.0], [1.0, 0.5]]), 4)


@pytest.mark.parametrize(
    ("reference", "port", "count"),
    [
        ((HALVES, HALVES), (HALVES, HALVES), 0),
        ((HALVES, HALVES), (None, None), 2),
        ((None, None), (HALVES, HALVES), 2),
        ((HALVES, None), (HALVES, HALVES), 0),
        ((HALVES, HALVES), (HALVES, None), 0),
    ],
    ids=["alike", "the port never", "the reference never", "one token of the reference", "one token of the port"],
)
def test_a_rotation_that_one_call_does_not_show_is_no_difference(
    reference: tuple[object, ...], port: tuple[object, ...], count: int
) -> None:
    assert len(differences(facts(*reference), facts(*port), {})) == count
