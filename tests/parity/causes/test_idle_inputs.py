"""Inputs that differ without effect beside a real mistake: a mask of another constant, or longer than it is read."""

from __future__ import annotations

import pytest
import torch
from torch import nn as tnn

from ms2torch import mint, nn
from parity import compare

SIZE = 8


class Attention(tnn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v = (tnn.Linear(SIZE, SIZE) for _ in range(3))

    def forward(self, x, mask):
        scores = self.q(x) @ self.k(x).transpose(-1, -2) * SIZE**-0.5 + mask
        return scores.softmax(-1) @ self.v(x)


class Net(tnn.Module):
    def __init__(self):
        super().__init__()
        self.attention, self.out = Attention(), tnn.Linear(SIZE, SIZE)

    def forward(self, x):
        mask = torch.full((5, 5), torch.finfo(x.dtype).min, dtype=x.dtype).triu(1)
        return self.out(self.attention(x, mask) + x)


class AttentionCell(nn.Cell):
    def __init__(self, scale):
        super().__init__()
        self.q, self.k, self.v = (mint.nn.Linear(SIZE, SIZE) for _ in range(3))
        self.scale = scale

    def construct(self, x, mask):
        scores = mint.matmul(self.q(x), self.k(x).transpose(-1, -2)) * self.scale + mask[:, :5]
        return mint.matmul(mint.nn.functional.softmax(scores, -1), self.v(x))


class NetCell(nn.Cell):
    def __init__(self, value, scale, residual):
        super().__init__()
        self.attention, self.out = AttentionCell(scale), mint.nn.Linear(SIZE, SIZE)
        self.value, self.residual = value, residual

    def construct(self, x):
        mask = mint.triu(mint.full((5, 6), self.value, dtype=x.dtype), 1)
        y = self.attention(x, mask)
        return self.out(y + x if self.residual else y)


def accused(value, scale, *, residual):
    report = compare(Net, lambda: NetCell(value, scale, residual), f"float32[2,5,{SIZE}]")
    return [finding for finding in report.findings if finding.severity == "error"]


@pytest.mark.parametrize("value", [-65504.0, -1e9, float("-inf")])
def test_the_mask_is_not_accused_beside_what_is_wrong(value):
    assert not accused(value, SIZE**-0.5, residual=True)
    (residual,) = accused(value, SIZE**-0.5, residual=False)
    assert "+ x" in residual.message
    (scale,) = accused(value, SIZE**-1.0, residual=True)
    assert "scale" in scale.message


def test_a_mask_of_other_places_is():
    found = accused(-1e-2, SIZE**-0.5, residual=True)
    assert any("mint.full" in finding.evidence and finding.rule == "attention-mask" for finding in found)
