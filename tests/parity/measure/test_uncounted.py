"""Which elements of other tensors a mask of inputs says do not count."""

from __future__ import annotations

import pytest
import torch

from parity.measure.uncounted import Uncounted, guessed

MASK = torch.tensor([[0, 1, 1], [1, 1, 0]])


@pytest.mark.parametrize(
    ("shape", "index"),
    [
        ((2, 3), (0, 0)),
        ((2, 3, 5), (0, 0)),
        ((2, 4, 3, 5), (0, slice(None), 0)),
        ((6, 5), (0,)),
    ],
    ids=["tokens", "hidden states", "heads", "tokens of all sequences in a row"],
)
def test_rows_of_padding_are_cleared_wherever_they_lie(shape, index):
    cleared = Uncounted.of("attention_mask==0", {"attention_mask": MASK}).cleared(torch.ones(shape))
    assert not cleared[index].any()
    share = 4 / 6
    assert float(cleared.mean()) == pytest.approx(share)


@pytest.mark.parametrize("shape", [(3, 2), (5,), (), (2, 5)])
def test_what_has_no_such_rows_stays_itself(shape):
    tensor = torch.ones(shape)
    assert Uncounted(MASK == 0, "").cleared(tensor) is tensor


@pytest.mark.parametrize("text", ["mask==0", "attention_mask", "attention_mask =", "__import__('os')"])
def test_what_says_nothing_of_the_inputs_is_refused(text):
    with pytest.raises(ValueError, match="attention_mask"):
        Uncounted.of(text, {"attention_mask": MASK})


def test_a_mask_is_guessed_by_its_name_and_values():
    assert guessed({"ids": MASK}) is None
    assert guessed({"attention_mask": torch.ones(2, 3)}) is None
    assert guessed({"attention_mask": MASK * 5}) is None
    found = guessed({"attention_mask": MASK})
    assert found is not None
    assert found.text == "attention_mask==0"
    assert torch.equal(found.mask, MASK == 0)
