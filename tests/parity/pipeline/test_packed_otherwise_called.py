"""Packed projections of attention that takes and returns other things than the reference's: a mask of truth values."""

from __future__ import annotations

import pytest
import torch
from torch import nn as tnn

from ms2torch import bool_, mint, nn, ops
from parity import compare


class Attention(tnn.Module):
    """Takes a mask to add, returns its weights too."""

    def __init__(self):
        super().__init__()
        self.q_proj, self.k_proj, self.v_proj, self.o_proj = (
            tnn.Linear(16, width, bias=False) for width in (16, 8, 8, 16)
        )
        self.q_norm, self.k_norm = tnn.LayerNorm(16), tnn.LayerNorm(8)

    def forward(self, x, mask):
        q = self.q_norm(self.q_proj(x)).unflatten(-1, (4, 4)).transpose(1, 2)
        k = self.k_norm(self.k_proj(x)).unflatten(-1, (2, 4)).transpose(1, 2).repeat_interleave(2, 1)
        v = self.v_proj(x).unflatten(-1, (2, 4)).transpose(1, 2).repeat_interleave(2, 1)
        weights = torch.softmax(q @ k.transpose(-1, -2) / 2 + mask, -1)
        return self.o_proj((weights @ v).transpose(1, 2).flatten(2)), weights


class Net(tnn.Module):
    def __init__(self):
        super().__init__()
        self.layers, self.head = tnn.ModuleList([Attention(), Attention()]), tnn.Linear(16, 8)

    def forward(self, x):
        mask = torch.full((5, 5), -torch.inf, dtype=x.dtype).triu(1)
        for layer in self.layers:
            x = x + layer(x, mask)[0]
        return self.head(x)


class AttentionCell(nn.Cell):
    """Takes a mask of truth values, returns what it computes alone; one layer for all three, group by group."""

    def __init__(self, scale):
        super().__init__()
        self.groups, self.scale = 2, scale
        self.linear_qkv, self.linear_proj = mint.nn.Linear(16, 32, bias=False), mint.nn.Linear(16, 16, bias=False)
        self.q_layernorm, self.k_layernorm = mint.nn.LayerNorm((16,)), mint.nn.LayerNorm((8,))

    def construct(self, x, mask):
        b, t, _ = x.shape
        q, k, v = mint.split(self.linear_qkv(x).reshape(b, t, self.groups, 16), (8, 4, 4), dim=-1)
        q = self.q_layernorm(q.reshape(b, t, 16)).reshape(b, t, 4, 4).transpose(0, 2, 1, 3)
        k = self.k_layernorm(k.reshape(b, t, 8)).reshape(b, t, 2, 4).transpose(0, 2, 1, 3)
        v = v.reshape(b, t, 2, 4).transpose(0, 2, 1, 3)
        k, v = mint.repeat_interleave(k, 2, dim=1), mint.repeat_interleave(v, 2, dim=1)
        scores = ops.masked_fill(mint.matmul(q, k.swapaxes(-2, -1)) * self.scale, mask, -float("inf"))
        y = mint.matmul(mint.nn.functional.softmax(scores, dim=-1), v)
        return self.linear_proj(y.transpose(0, 2, 1, 3).reshape(b, t, 16))


class Port(nn.Cell):
    def __init__(self, scale=0.5):
        super().__init__()
        self.layers = nn.CellList([AttentionCell(scale), AttentionCell(scale)])
        self.head = mint.nn.Linear(16, 8)

    def construct(self, x):
        mask = mint.triu(mint.ones((5, 5)), 1).astype(bool_)
        for layer in self.layers:
            x = x + layer(x, mask)
        return self.head(x)


@pytest.mark.parametrize(("scale", "verdict"), [(0.5, "same"), pytest.param(0.4, "different", marks=pytest.mark.slow)])
def test_rows_by_group_are_found_where_attention_cannot_be_fed_alike(scale, verdict):
    report = compare(Net, lambda: Port(scale), "float32[2,5,16]")
    assert report.verdict == verdict
    errors = [finding for finding in report.findings if finding.severity == "error"]
    assert bool(errors) == (verdict == "different")
    assert not [finding for finding in errors if "linear_qkv" in finding.message]
