"""Rows of padding: attention of two kinds gives them other values, and nobody looks at them."""

from __future__ import annotations

import pytest
import torch
from torch import nn as tnn

import ms2torch as ms
from ms2torch import mint, nn
from parity import CannotCompare, compare

WIDTH = 8
MASK = torch.tensor([[0, 0, 1, 1, 1], [0, 1, 1, 1, 1]])


class Net(tnn.Module):
    """Attention that lets a row of padding see everything."""

    def __init__(self):
        super().__init__()
        self.q, self.k, self.v, self.head = (tnn.Linear(WIDTH, WIDTH) for _ in range(4))

    def forward(self, x, attention_mask):
        see = torch.ones(5, 5, dtype=torch.bool).tril() & (attention_mask[:, None, :] == 1)
        see = see | ~see.any(-1, keepdim=True)
        y = tnn.functional.scaled_dot_product_attention(self.q(x), self.k(x), self.v(x), attn_mask=see)
        return self.head(y)


class Port(nn.Cell):
    """Attention that adds a low number: a row of padding sees what was hidden least."""

    def __init__(self, scale=WIDTH**-0.5):
        super().__init__()
        self.q, self.k, self.v, self.head = (mint.nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.scale = scale

    def construct(self, x, attention_mask):
        low = mint.triu(mint.full((5, 5), -1e9, dtype=x.dtype), 1)
        low = low + (1 - attention_mask[:, None, :].astype(x.dtype)) * -1e9
        scores = mint.matmul(self.q(x), self.k(x).swapaxes(-1, -2)) * self.scale + low
        return self.head(mint.matmul(ms.mint.nn.functional.softmax(scores, -1), self.v(x)))


INPUTS = {"x": "float32[2,5,8]", "attention_mask": MASK}


def test_a_difference_in_padding_alone_is_said_to_be_there():
    report = compare(Net, Port, INPUTS)
    errors = [finding for finding in report.findings if finding.severity == "error"]
    assert report.verdict == "different"
    assert [finding.rule for finding in errors] == ["outputs"]
    assert "only where attention_mask==0" in errors[0].message


def test_rows_that_do_not_count_are_left_out():
    report = compare(Net, Port, INPUTS, ignore_where="attention_mask==0")
    assert report.verdict == "same"
    assert not [finding for finding in report.findings if finding.severity == "error"]


def test_a_mistake_elsewhere_is_seen_and_told_apart_from_padding():
    report = compare(Net, lambda: Port(0.1), INPUTS, ignore_where="attention_mask==0")
    errors = [finding for finding in report.findings if finding.severity == "error"]
    assert report.verdict == "different"
    assert errors
    assert not any("only where" in finding.message for finding in errors)


def test_what_does_not_count_is_said_in_terms_of_the_inputs():
    with pytest.raises(CannotCompare, match="the inputs are x, attention_mask"):
        compare(Net, Port, INPUTS, ignore_where="mask==0")
