"""Attention in shifted windows, cut inside the attention on one side and around it on the other."""

from __future__ import annotations

import linecache

import numpy as np
import pytest
import torch
from torch import nn as tnn

import parity
from ms2torch import Tensor, nn, numpy as mnp, ops

SIZE, WINDOW, WIDTH = 8, 4, 6
PLACES = np.stack(np.meshgrid(np.arange(WINDOW), np.arange(WINDOW), indexing="ij"), -1).reshape(-1, 2) / WINDOW
OFFSETS = PLACES[:, None] - PLACES
IMAGE = f"float32[2,{SIZE},{SIZE},{WIDTH}]"


class Attention(tnn.Module):
    """Cuts windows, attends within them, and puts them together; the keys' bias is kept and never used."""

    def __init__(self, shift):
        super().__init__()
        self.qkv, self.proj, self.bias = tnn.Linear(WIDTH, 3 * WIDTH), tnn.Linear(WIDTH, WIDTH), tnn.Linear(2, 1)
        self.shift = shift

    def forward(self, x):
        x = x.roll((-self.shift, -self.shift), (1, 2))
        count = SIZE // WINDOW
        windows = x.view(-1, count, WINDOW, count, WINDOW, WIDTH).transpose(2, 3).reshape(-1, WINDOW**2, WIDTH)
        bias = self.qkv.bias.clone()
        bias[WIDTH : 2 * WIDTH] = 0
        q, k, v = tnn.functional.linear(windows, self.qkv.weight, bias).chunk(3, -1)
        q, k = (tnn.functional.normalize(part, dim=-1) for part in (q, k))
        scores = q @ k.mT + self.bias(torch.from_numpy(OFFSETS).to(x))[..., 0]
        y = tnn.functional.linear(torch.softmax(scores, -1) @ v, self.proj.weight, self.proj.bias)
        y = y.view(-1, count, count, WINDOW, WINDOW, WIDTH).transpose(2, 3).reshape(x.shape)
        return y.roll((self.shift, self.shift), (1, 2))


class Path(tnn.Module):
    """Drops nothing here."""

    def forward(self, x):
        return x


class Block(tnn.Module):
    def __init__(self, shift):
        super().__init__()
        self.attn, self.norm, self.path, self.fc = (
            Attention(shift), tnn.LayerNorm(WIDTH), Path(), tnn.Linear(WIDTH, WIDTH)
        )  # fmt: skip

    def forward(self, x):
        return self.path(x + self.path(self.fc(self.norm(self.attn(x)))))


class Net(tnn.Module):
    """Keeps rows and columns."""

    def __init__(self):
        super().__init__()
        self.embed, self.blocks = tnn.Linear(WIDTH, WIDTH), tnn.Sequential(Block(0), Block(2))
        self.head = tnn.Linear(WIDTH, 3)

    def forward(self, x):
        return self.head(self.blocks(self.embed(x)).relu().mean((1, 2)))


class WindowAttentionCell(nn.Cell):
    def __init__(self, sharpness):
        super().__init__()
        self.q, self.k, self.v = nn.Dense(WIDTH, WIDTH), nn.Dense(WIDTH, WIDTH, has_bias=False), nn.Dense(WIDTH, WIDTH)
        self.proj, self.bias, self.sharpness = nn.Dense(WIDTH, WIDTH), nn.Dense(2, 1), sharpness

    def construct(self, x):
        _, _, _ = x.shape  # of windows
        q, k = (part / ops.norm(part, dim=-1, keepdim=True) for part in (self.q(x), self.k(x)))
        scores = self.sharpness * ops.matmul(q, k.swapaxes(1, 2))
        weights = ops.softmax(scores + self.bias(Tensor(OFFSETS).astype(x.dtype))[..., 0], -1)
        return self.proj(ops.matmul(weights, self.v(x)))


class RollCell(nn.Cell):
    def __init__(self, shift):
        super().__init__()
        self.shift = shift

    def construct(self, x):
        return mnp.roll(x, (self.shift, self.shift), (1, 2))


class BlockCell(nn.Cell):
    def __init__(self, shift, back, sharpness, turned):
        super().__init__()
        self.attn, self.norm, self.fc = (
            WindowAttentionCell(sharpness), nn.LayerNorm((WIDTH,), epsilon=1e-5), nn.Dense(WIDTH, WIDTH)
        )  # fmt: skip
        self.shift, self.order = shift, (0, 3, 1, 2, 4, 5) if turned else (0, 1, 3, 2, 4, 5)
        if shift:
            self.roll_there, self.roll_back = RollCell(-shift), RollCell(back)

    def construct(self, tokens):
        batch, length, width = tokens.shape
        x = tokens.reshape(batch, SIZE, SIZE, width)
        x = self.roll_there(x) if self.shift else x
        count = SIZE // WINDOW
        windows = x.reshape(batch, count, WINDOW, count, WINDOW, width).transpose(0, 1, 3, 2, 4, 5)
        y = self.attn(windows.reshape(-1, WINDOW**2, width))
        y = y.reshape(batch, count, count, WINDOW, WINDOW, width).transpose(*self.order)
        y = y.reshape(batch, SIZE, SIZE, width)
        y = self.roll_back(y) if self.shift else y
        return tokens + self.fc(self.norm(y.reshape(batch, length, width)))


class NetCell(nn.Cell):
    """Keeps a row of tokens."""

    def __init__(self, back=2, sharpness=1.0, turned=False):
        super().__init__()
        self.embed = nn.Dense(WIDTH, WIDTH)
        self.blocks = nn.SequentialCell(BlockCell(0, 0, sharpness, turned), BlockCell(2, back, sharpness, turned))
        self.head = nn.Dense(WIDTH, 3)

    def construct(self, x):
        tokens = self.embed(x).reshape(len(x), SIZE**2, WIDTH)
        return self.head(ops.relu(self.blocks(tokens)).mean(1))


def test_a_right_port_has_no_error():
    report = parity.compare(Net, NetCell, IMAGE)
    assert (report.verdict, report.of_severity("error"), report.of_severity("warning")) == ("same", (), ())
    gaps = [finding.message for finding in report.findings if finding.rule == "weights"]
    assert gaps == ["rows 6:12 of the reference's blocks.0.attn.qkv.bias (18,) have no counterpart"]


MISTAKES = [
    ({"back": -2}, ["mnp.roll(x"]),
    ({"sharpness": 2.0}, ["self.sharpness * "]),
    ({"turned": True}, ["(0, 3, 1, 2, 4, 5) if turned", ".transpose(*self.order)"]),  # the order, or who reads it
]


@pytest.mark.parametrize(("mistake", "lines"), MISTAKES)
def test_a_mistake_is_the_only_line_accused(mistake, lines):
    report = parity.compare(Net, lambda: NetCell(**mistake), IMAGE)
    found = {finding.location for finding in report.of_severity("error") + report.of_severity("warning")}
    assert (report.verdict, len(found)) == ("different", 1)
    path, _, number = str(found.pop()).rpartition(":")
    assert any(line in linecache.getline(path, int(number)) for line in lines)
