"""When two values are the same numbers, also beside masks."""

from __future__ import annotations

import pytest
import torch

from parity.body.match import close
from parity.measure.thresholds import FLOAT64_RELATIVE

SCORES = torch.tensor([[0.3, -1.2, 0.7], [0.1, 0.4, -0.9], [2.0, 0.05, 0.6]], dtype=torch.float64)
HIDDEN = torch.triu(torch.ones(3, 3, dtype=torch.bool), 1)
MASKS = (-1e4, -65504.0, -1e9, torch.finfo(torch.float32).min, -float("inf"))


@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize("added", [True, False])
def test_scores_are_compared_beside_a_mask(mask: float, added: bool) -> None:
    def masked(scores: torch.Tensor) -> torch.Tensor:
        if added:
            return scores + torch.where(HIDDEN, mask, 0.0)
        return scores.masked_fill(HIDDEN, mask)

    assert close(masked(SCORES), masked(SCORES * (1 + 1e-12)), FLOAT64_RELATIVE)
    assert not close(masked(SCORES), masked(SCORES * 0.5), FLOAT64_RELATIVE)
    assert not close(masked(SCORES), SCORES, FLOAT64_RELATIVE)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ([1.0, 1e-17, 2.0], [1.0, -4e-8, 2.0], True),  # a cosine of pi / 2 in float32
        ([1e6, -1e6, 1.0], [1e6, -1e6, 1.1], True),  # a sum of great numbers of both signs is no mask
        ([3e5, 2e4, 1e3, 40.0], [3e5, 2e4, 1e3, 40.01], True),  # no step between small and great
    ],
)
def test_great_and_small_without_a_mask_are_one_value(one: list[float], other: list[float], same: bool) -> None:
    tensors = (torch.tensor(values, dtype=torch.float64) for values in (one, other))
    assert close(*tensors, FLOAT64_RELATIVE) is same
