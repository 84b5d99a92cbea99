"""Two tensors of a batch: what kind of difference there is between them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch

from parity.curves.stages.data import kind_of, same

IMAGES = torch.rand(4, 3, 6, 6, generator=torch.Generator().manual_seed(0))
TOKENS = torch.randint(1, 50, (4, 9), generator=torch.Generator().manual_seed(1))
ROWS = torch.tensor([[5, 6, 7, 2, -100], [8, 9, 2, -100, -100]])
IGNORED = torch.tensor([[1, 5, 6, 7, -100], [1, 8, 9, -100, -100]])
ENDED = torch.tensor([[5, 6, 7, 2, 0], [8, 9, 2, 0, 0], [4, 5, 6, 7, 2]])
STARTED = torch.tensor([[0, 5, 6, 7, 2], [0, 0, 8, 9, 2], [4, 5, 6, 7, 2]])
PADDED = torch.cat([TOKENS, torch.zeros(4, 3, dtype=torch.int64)], 1)


@pytest.mark.parametrize(
    ("reference", "change", "cause"),
    [
        (IMAGES, lambda x: x[[2, 0, 3, 1]], "order"),
        (IMAGES, lambda x: x * 255, "normalisation"),
        (IMAGES, lambda x: (x - 0.5) / 0.2, "normalisation"),
        (IMAGES, lambda x: (x - torch.tensor([0.1, 0.2, 0.3]).view(3, 1, 1)) / 0.2, "normalisation"),
        (IMAGES, lambda x: x.flip(1), "channel-order"),
        (IMAGES, lambda x: x.flip(3), "augmentation"),
        (IMAGES, lambda x: x.permute(0, 2, 3, 1), "layout"),
        (IMAGES, lambda x: x[:, :, 1:-1, 1:-1], "padding"),
        (IMAGES, lambda x: x[:3], "batch-size"),
        (IMAGES, lambda x: x.square(), "content"),
        (TOKENS, lambda x: x.roll(1, 1), "label-shift"),
        (TOKENS, lambda x: x.roll(-1, 1), "label-shift"),
        (ROWS, lambda x: IGNORED, "label-shift"),
        (ENDED, lambda x: STARTED, "padding"),
        (STARTED, lambda x: ENDED, "padding"),
        (ENDED, lambda x: x.roll(1, 1), "label-shift"),
        (ENDED[[0, 0]], lambda x: x.roll(1, 1), "label-shift"),
        (PADDED, lambda x: torch.where(x == 0, 99, x), "padding"),
    ],
)
def test_kinds(reference: torch.Tensor, change: Callable[[torch.Tensor], torch.Tensor], cause: str) -> None:
    port = change(reference)
    pools = ([[reference]], [[port]])
    assert not same(reference, port)
    assert kind_of(reference, port, 0, pools)[0] == cause


def test_whole_numbers_of_another_type_are_the_same() -> None:
    assert same(TOKENS, TOKENS.int())
    assert not same(TOKENS, TOKENS + 1)


def test_other_values_beside_what_is_ignored_are_no_shift() -> None:
    port = torch.tensor([[1, 5, 6, 7, -100], [1, 8, 3, -100, -100]])
    assert kind_of(ROWS, port, 0, ([[ROWS]], [[port]]))[0] == "content"
