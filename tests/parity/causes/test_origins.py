"""The line that sets the number which a differing line reads, and where a layer of a package was built."""

from __future__ import annotations

from pathlib import Path

import pytest

from parity import compare

REFERENCE = """
import torch
from torch import nn

def attend(q, k, v, scaling):
    w = torch.softmax(q @ k.transpose(-1, -2) * scaling, -1)
    return w @ v

class Attention(nn.Module):
    def __init__(self, d, size):
        super().__init__()
        self.q, self.k, self.v = nn.Linear(d, d), nn.Linear(d, d), nn.Linear(d, d)
        self.scaling = size ** -0.5

    def forward(self, x):
        return attend(self.q(x), self.k(x), self.v(x), scaling=self.scaling)

def net():
    return Attention(16, 24)
"""
PORT = """
from mindspore import nn, mint

def attend(q, k, v, scaling):
    w = mint.nn.functional.softmax(mint.matmul(q, k.swapaxes(-1, -2)) * scaling, -1)
    return mint.matmul(w, v)

class Attention(nn.Cell):
    def __init__(self, d, size):
        super().__init__()
        self.q, self.k, self.v = mint.nn.Linear(d, d), mint.nn.Linear(d, d), mint.nn.Linear(d, d)
        self.scaling = SET

    def construct(self, x):
        return attend(self.q(x), self.k(x), self.v(x), scaling=USED)

def net():
    return Attention(16, 24)
"""


@pytest.mark.parametrize(
    ("is_set", "used", "line", "fix"),
    [
        ("d ** -0.5", "self.scaling", 12, "self.scaling = size ** -0.5"),
        ("(d + 1) ** -0.5", "self.scaling", 12, "self.scaling = size ** -0.5"),
    ],
)
def test_a_number_that_both_sides_hold_is_named_where_it_is_set(
    tmp_path: Path, is_set: str, used: str, line: int, fix: str
) -> None:
    (tmp_path / "ref.py").write_text(REFERENCE)
    (tmp_path / "port.py").write_text(PORT.replace("SET", is_set).replace("USED", used))
    report = compare(f"{tmp_path}/ref.py:net", f"{tmp_path}/port.py:net", "float32[2,5,16]")
    errors = [finding for finding in report.findings if finding.severity == "error"]
    assert [finding.location for finding in errors] == [f"{tmp_path}/port.py:{line}"]
    assert errors[0].fix == fix
    assert "self.scaling" in errors[0].evidence + errors[0].message


def test_a_number_that_is_set_rightly_and_used_wrongly_is_named_where_it_is_used(tmp_path: Path) -> None:
    (tmp_path / "ref.py").write_text(REFERENCE)
    wrong = PORT.replace("SET", "size ** -0.5").replace("USED", "self.scaling").replace("* scaling", "* scaling * 0.5")
    (tmp_path / "port.py").write_text(wrong)
    report = compare(f"{tmp_path}/ref.py:net", f"{tmp_path}/port.py:net", "float32[2,5,16]")
    errors = [finding for finding in report.findings if finding.severity == "error"]
    assert [finding.location for finding in errors] == [f"{tmp_path}/port.py:5"]
