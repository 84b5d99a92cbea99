"""Tiny nets in both frameworks as files, and the dumps that they leave."""

from __future__ import annotations

from pathlib import Path

from parity.pipeline.dumped import record_dump

REFERENCE = """
import torch
from torch import nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(6, 8)
        self.norm = nn.LayerNorm(8)
        self.second = nn.Linear(8, 8)
        self.head = nn.Linear(16, 3)

    def forward(self, x):
        y = F.gelu(self.norm(self.first(x)))
        z = self.second(y)
        return self.head(torch.cat((y, z), -1))
"""
"""A net of which `port` makes others."""


def port(tmp: Path, name: str, *changes: tuple[str, str]) -> str:
    """Write the reference with texts replaced, and return it as a target."""
    text = REFERENCE
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = tmp / f"{name}.py"
    path.write_text(text, encoding="utf-8")
    return f"{path}:Net"


def dumped(tmp: Path, target: str, name: str, *, statistics: bool = False) -> Path:
    """Record a net on fixed inputs as a dump and return its folder."""
    record_dump(target, tmp / name, ("float32[4,6]",), mode="eval", seed=0, weights="seeded", statistics=statistics)
    return tmp / name


CELL = """
import mindspore as ms
from mindspore import nn, ops


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.first = nn.Dense(6, 8)
        self.norm = nn.LayerNorm((8,), epsilon=1e-5)
        self.act = nn.GELU(approximate=False)
        self.second = nn.Dense(8, 8)
        self.head = nn.Dense(16, 3)

    def construct(self, x):
        y = self.act(self.norm(self.first(x)))
        z = self.second(y)
        return self.head(ops.cat((y, z), -1))
"""
"""The same net as a Cell."""


def cell(tmp: Path, name: str, *changes: tuple[str, str]) -> str:
    """Write the Cell with texts replaced, and return it as a target."""
    text = CELL
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = tmp / f"{name}.py"
    path.write_text(text, encoding="utf-8")
    return f"{path}:Net"
