"""Types of computation: what is said of a cast that one side lacks, and that equal nets are left alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from parity.pipeline.comparison import compare
from parity.report.model import Report
from parity.report.text import plain

REFERENCE = """
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(16, 16)

    def forward(self, x):
        h = x.float()
        h = h * torch.rsqrt(h.pow(2).mean(-1, keepdim=True) + 1e-6)
        return x + self.fc(h.to(x.dtype))
"""
PORT = """
import mindspore as ms
from mindspore import mint, nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(16, 16)

    def construct(self, x):
        h = x.astype(ms.float32)
        h = h * mint.rsqrt(mint.mean(mint.square(h), -1, True) + 1e-6)
        return x + self.fc(h.astype(x.dtype))
"""


def compared(folder: Path, old: str, new: str, **options: Any) -> Report:
    """Compare the port with one text in the place of another."""
    assert PORT.count(old) == 1
    (folder / "ref.py").write_text(REFERENCE)
    (folder / "port.py").write_text(PORT.replace(old, new))
    targets = f"{folder / 'ref.py'}:Net", f"{folder / 'port.py'}:Net"
    return compare(*targets, "float32[4,8,16]", **options)


def test_islands_of_float32_on_both_sides_are_listed_and_not_accused(tmp_path: Path) -> None:
    report = compared(tmp_path, "h = x.astype(ms.float32)", "h = x.astype(ms.float32)", precision=True)
    assert report.verdict == "same"
    assert not report.findings
    assert {(row.run, row.reference, row.port) for row in report.types} == {
        ("float16", "float32", "float32"), ("bfloat16", "float32", "float32"),
    }  # fmt: skip


def test_in_float32_nothing_is_looked_into(tmp_path: Path) -> None:
    assert not compared(tmp_path, "h = x.astype(ms.float32)", "h = x").types


CASTS = [
    ("h = x.astype(ms.float32)", "h = x", "float32", "bfloat16"),
    ("x + self.fc(h.astype(x.dtype))", "(x.astype(ms.float32) + self.fc(h.astype(x.dtype))).astype(x.dtype)",
     "bfloat16", "float32"),
]  # fmt: skip


@pytest.mark.parametrize(("right", "wrong", "reference", "port"), CASTS, ids=["missing", "too many"])
def test_a_cast_is_named_with_its_line_and_what_to_write(
    tmp_path: Path, right: str, wrong: str, reference: str, port: str
) -> None:
    report = compared(tmp_path, right, wrong, dtype="bfloat16")
    [found] = [finding for finding in report.findings if finding.rule == "compute-type"]
    line = PORT[: PORT.index(right)].count("\n") + 1
    assert (found.location or "").endswith(f"port.py:{line}")
    assert (found.reference_value, found.port_value) == (reference, port)
    assert "reference's own" in found.evidence
    again = compared(tmp_path, right, found.fix.removeprefix("return "), dtype="bfloat16")
    assert not [finding for finding in again.findings if finding.rule == "compute-type"]


ATTENTION = """
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(16, 16), nn.Linear(16, 16)

    def forward(self, x):
        scores = self.a(x) @ self.b(x).mT / 4
        return scores.float().softmax(-1).to(x.dtype) @ x
"""
ATTENTION_PORT = """
import mindspore as ms
from mindspore import nn, ops


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Dense(16, 16), nn.Dense(16, 16)

    def construct(self, x):
        scores = ops.matmul(self.a(x), self.b(x).swapaxes(-2, -1)) / 4
        weights = ops.softmax(scores, -1)
        return ops.matmul(weights, x)
"""


def test_a_cast_there_and_back_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "ref.py").write_text(ATTENTION)
    (tmp_path / "port.py").write_text(ATTENTION_PORT)
    report = compare(f"{tmp_path / 'ref.py'}:Net", f"{tmp_path / 'port.py'}:Net", "float32[2,8,16]", dtype="bfloat16")
    [found] = report.findings
    assert found.fix == "weights = ops.softmax(scores.astype(ms.float32), -1).astype(scores.dtype)"
    assert "types in bfloat16: float32 in the reference, bfloat16 in the port: softmax" in plain(report, whole=True)
    [output] = [line for line in plain(report).splitlines() if line.startswith("output:")]
    assert ", bfloat16 " in output
    assert "float32" not in output
