"""Gradients that are zero but for rounding: of the biases of keys, which a softmax takes away again."""

from __future__ import annotations

import pytest
import torch
from torch import nn

from parity import compare


class Attention(nn.Module):
    """Attention whose weights are of float32 in any precision."""

    def __init__(self, *, turned=False, stop=False):
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(8, 8) for _ in range(3))
        self.turned, self.stop = turned, stop

    def forward(self, x):
        k = self.k(x).detach() if self.stop else self.k(x)
        scores = (k @ self.q(x).mT).mT if self.turned else self.q(x) @ k.mT
        scores = scores - scores.amax(-1, keepdim=True) * self.turned
        return torch.softmax(scores, -1, dtype=torch.float32).to(x.dtype) @ self.v(x)


@pytest.mark.parametrize("turned", [False, True])
def test_what_is_zero_but_for_rounding_is_the_same(turned):
    report = compare(Attention(), Attention(turned=turned), ["float32[2,6,8]"], grad=True)
    assert report.verdict == "same", report.findings


def test_a_stopped_gradient_is_seen():
    report = compare(Attention(), Attention(turned=True, stop=True), ["float32[2,6,8]"], grad=True)
    assert report.verdict == "different"
