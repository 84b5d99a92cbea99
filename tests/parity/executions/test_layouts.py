"""Axes in another order: the reshape or transposition that must be another is named, with the line to write."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from pairs import dumped

import parity

_NET = """
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.last = nn.Linear(6, 12), nn.Linear(12, 3)

    def forward(self, x):
        y = self.first(x)
        b, c = y.shape
        y = y.reshape(b, 3, 4)
        y = y.transpose(1, 2)
        return self.last(y.reshape(b, c))
"""


def _dump(tmp: Path, name: str, text: str) -> Path:
    path = tmp / f"{name}.py"
    path.write_text(text, encoding="utf-8")
    return dumped(tmp, f"{path}:Net", f"{name}_dump")


def test_a_reshape_with_its_axes_exchanged_is_named(tmp_path: Path) -> None:
    right = _dump(tmp_path, "right", _NET)
    wrong = _dump(tmp_path, "wrong", _NET.replace("reshape(b, 3, 4)", "reshape(b, 4, 3)"))
    report = parity.compare(str(right), str(wrong))
    (error,) = [entry for entry in report.findings if entry.severity == "error"]
    assert error.location is not None
    assert error.location.endswith("wrong.py:14")
    assert error.fix == "y = y.reshape(b, 3, 4)"


def test_the_same_axes_are_silent(tmp_path: Path) -> None:
    right = _dump(tmp_path, "right", _NET)
    same = _dump(tmp_path, "same", _NET)
    assert parity.compare(str(right), str(same)).verdict == "same"
