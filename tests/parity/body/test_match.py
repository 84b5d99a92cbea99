"""Which value is which, and how two values relate, a line each."""

from __future__ import annotations

import math

import pytest
import torch

from parity.body.match import Matcher, close, relation
from parity.body.record import Body, Value

X = torch.tensor([[1.0, 2.0, 4.0], [8.0, -16.0, 33.0]], dtype=torch.float64)
NAN, INF = math.nan, math.inf


def tensor(*values: float) -> torch.Tensor:
    return torch.tensor(values, dtype=torch.float64)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (X, X, True),
        (X, X + 1e-12, True),
        (X, X + 1e-3, False),
        (X, X.flatten(), False),
        (X, X.float(), True),  # the numbers, whatever the dtype
        (tensor(1.0, NAN), tensor(1.0, NAN), True),
        (tensor(1.0, NAN), tensor(NAN, 1.0), False),
        (tensor(1.0, INF), tensor(1.0, INF), True),
        (tensor(1.0, INF), tensor(1.0, -INF), False),
        (tensor(1.0, INF), tensor(1.0, NAN), False),
        (tensor(1.0, 2.0), tensor(1.0, INF), False),
        (torch.tensor([True, False]), torch.tensor([True, False]), True),
        (torch.tensor([True, False]), torch.tensor([True, True]), False),
        (torch.tensor([1 + 2j]), torch.tensor([1 + 2j]), True),
        (torch.tensor([1 + 2j]), torch.tensor([1 - 2j]), False),
        (torch.zeros(2, 0), torch.zeros(2, 0), True),
    ],
)
def test_close(one: torch.Tensor, other: torch.Tensor, same: bool) -> None:
    assert close(one, other, 1e-9) is same
    assert close(other, one, 1e-9) is same


@pytest.mark.parametrize(
    ("looked_up", "number", "content"),
    [
        (X, 1, "equal"),
        (X.T.contiguous(), None, "rearranged"),  # of another shape
        (X.flip(1), None, "misarranged"),  # of this shape
        (X.flatten(), None, "rearranged"),
        (X + 1, None, "new"),
        (X.flatten()[:5], None, "new"),
        (tensor(5.0), 0, "equal"),
        (tensor(5.0).reshape(()), None, "rearranged"),
    ],
)
def test_a_value_is_found_in_another_run(looked_up: torch.Tensor, number: int | None, content: str) -> None:
    other = Matcher(Body([Value(tensor(5.0)), Value(X), Value(X.clone())]), 1e-9)
    assert other.find(looked_up) == number
    assert other.content(looked_up) == content


BIAS = torch.full((2, 3), 0.5, dtype=torch.float64) + X.abs().sqrt()
LONG = torch.arange(1.0, 6.0, dtype=torch.float64) ** 3


@pytest.mark.parametrize(
    ("reference", "port", "words"),
    [
        (X, X, ""),
        (X, -X, "it has the opposite sign"),
        (X, 2 * X, "it is 2 times the reference's"),
        (X, X / 4, "it is 1/4 times the reference's"),
        (X, X * math.sqrt(3), "it is sqrt(3) times the reference's"),
        (X, X / math.sqrt(5), "it is 1/sqrt(5) times the reference's"),
        (X, 0.3 * X, "it is 0.3 times the reference's"),
        (X, -2 * X, "it is -2 times the reference's"),
        (X, X + 3, "it has added 3"),
        (X, X - 0.25, "it lacks the addition of 0.25"),
        (X, X + BIAS, "it has added bias"),
        (X + BIAS, X, "it lacks the addition of bias"),
        (X, X.T, "its axes are those of the reference in the order (1, 0)"),
        (torch.stack([X, X + 1]), torch.stack([X, X + 1]).permute(2, 0, 1),
         "its axes are those of the reference in the order (2, 0, 1)"),
        (X[:, :2], X[:, :2].T, "its axes are those of the reference in the order (1, 0)"),
        (X, X.flip(0), "it is reversed along axis 0"),
        (X, X.flip(1), "it is reversed along axis 1"),
        (LONG, LONG.roll(1), "it is moved by 1 along axis 0"),
        (LONG, LONG.roll(-1), "it is moved by -1 along axis 0"),
        (LONG, LONG[[1, 0, 2, 4, 3]], "it holds the same numbers in another order"),
        (X, X**2, ""),
        (X, X.flatten(), ""),
        (torch.tensor([True, False]), torch.tensor([False, True]), "it is the negation of the reference's"),
        (torch.tensor([True, False]), torch.tensor([True, True]), ""),
        (torch.tensor([True, False]), torch.tensor([0.0, 1.0]), ""),
        (tensor(1.0, NAN), tensor(2.0, NAN), ""),
        (torch.zeros(2), tensor(1.0, 2.0), ""),
    ],
)  # fmt: skip
def test_how_two_values_relate(reference: torch.Tensor, port: torch.Tensor, words: str) -> None:
    assert relation(reference, port, Body([Value(X), Value(BIAS, name="bias")]), 1e-9) == words
