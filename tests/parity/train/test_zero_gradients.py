"""Gradients that are zero but for rounding: softmax is blind to the bias of keys, whatever float32 leaves of it."""

from __future__ import annotations

import torch
from torch import nn as tnn

import ms2torch as ms
from ms2torch import mint, nn
from parity import compare

SIZE = 16


class Attention(tnn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v = (tnn.Linear(SIZE, SIZE) for _ in range(3))

    def forward(self, x):
        weights = (self.q(x) @ self.k(x).mT * 0.25).softmax(-1, dtype=torch.float32).to(x.dtype)
        return weights @ self.v(x)


class AttentionCell(nn.Cell):
    def __init__(self, factor):
        super().__init__()
        self.q, self.k, self.v = (mint.nn.Linear(SIZE, SIZE) for _ in range(3))
        self.factor = factor

    def construct(self, x):
        scores = mint.matmul(self.q(x) * 0.25, self.k(x).transpose(-1, -2)).to(ms.float32)
        weights = mint.nn.functional.softmax(scores, -1).to(x.dtype)
        return mint.matmul(weights, self.v(x)) * self.factor


def test_they_do_not_make_the_first_step_differ():
    report = compare(Attention, lambda: AttentionCell(1.0), f"float32[2,7,{SIZE}]", grad=True, steps=1)
    assert report.verdict == "same", report.findings
    assert compare(Attention, lambda: AttentionCell(1.01), f"float32[2,7,{SIZE}]", steps=1).verdict == "different"
