"""What the table says of two classes."""

from __future__ import annotations

import pytest

from parity.table.relations import other_spellings, partners, related, relation, same_kind

T, M = "torch.nn.", "mindspore.nn."


@pytest.mark.parametrize(
    ("one", "other", "kind", "family"),
    [
        (T + "ReLU", M + "ReLU", True, True),
        (T + "Linear", M + "Dense", True, True),  # partners in the table
        (T + "ReLU", "user.ReLU", True, True),  # namesakes
        ("user.Head", "user.Head", True, True),
        (T + "ReLU", M + "Sigmoid", False, True),
        (T + "MSELoss", M + "L1Loss", False, True),
        (T + "ReLU", M + "Dense", False, False),
        (None, M + "ReLU", False, False),
        (None, None, False, False),
    ],
)
def test_kinds_and_families(one, other, kind, family):
    for pair in ((one, other), (other, one)):
        assert same_kind(*pair) is kind
        assert related(*pair) is family


def test_the_row_between_two_classes_says_which_side_the_reference_is():
    there, back = relation(T + "Linear", M + "Dense"), relation(M + "Dense", T + "Linear")
    assert there is not None
    assert back is not None
    assert (there.flipped, back.flipped, there.row) == (False, True, back.row)
    assert relation(T + "Linear", T + "Linear") is None
    assert relation(T + "Linear", M + "ReLU") is None


@pytest.mark.parametrize(
    ("api", "argument", "expected"),
    [
        (M + "Dropout", "p", {"keep_prob"}),
        (M + "Dropout", "keep_prob", {"p"}),
        (M + "Conv2d", "pad_mode", {"padding"}),
        (M + "Dense", "has_bias", set()),
        (T + "Dropout", "p", set()),
        (None, "p", set()),
    ],
)
def test_other_arguments_of_one_meaning(api, argument, expected):
    assert other_spellings(api, argument) == expected


def test_partners():
    assert partners(T + "Linear", to_torch=True) == (T + "Linear",)
    assert "mindspore.nn.Dense" in partners(T + "Linear", to_torch=False)
    assert partners(M + "Dense", to_torch=True) == (T + "Linear",)
    assert partners(M + "Dense", to_torch=False) == (M + "Dense",)
