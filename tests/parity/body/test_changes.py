"""Mistakes in code that is written out on one side, and called on the other: their line and what is wrong in it."""

from __future__ import annotations

from pathlib import Path

import pytest

import parity

REFERENCE = """
import torch
from torch import nn
from torch.nn import functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv, self.out = nn.Linear(8, 24), nn.Linear(8, 8)
        self.norm = nn.LayerNorm(8)

    def forward(self, x):
        q, k, v = self.qkv(x).reshape(2, 5, 3, 2, 4).permute(2, 0, 3, 1, 4)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return self.out(self.norm(y.transpose(1, 2).reshape(2, 5, 8)))
"""

PORT = """
import mindspore as ms
from mindspore import Parameter, nn, ops


class Norm(nn.Cell):
    def __init__(self, width, eps=1e-5):
        super().__init__()
        self.gamma, self.beta = Parameter(ops.ones(width), name="gamma"), Parameter(ops.zeros(width), name="beta")
        self.eps = eps

    def construct(self, x):
        mean = x.mean(-1, keep_dims=True)
        variance = ops.square(x - mean).mean(-1, keep_dims=True)
        return (x - mean) / ops.sqrt(variance + self.eps) * self.gamma + self.beta


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.qkv, self.out = nn.Dense(8, 24), nn.Dense(8, 8)
        self.norm = Norm(8)

    def construct(self, x):
        q, k, v = self.qkv(x).reshape(2, 5, 3, 2, 4).permute(2, 0, 3, 1, 4)
        scores = ops.matmul(q, k.swapaxes(-2, -1)) / 2.0
        mask = ops.triu(ops.ones((5, 5), ms.bool_), 1)
        scores = ops.masked_fill(scores, mask, -1e9)
        weights = ops.softmax(scores, -1)
        y = ops.matmul(weights, v)
        return self.out(self.norm(y.swapaxes(1, 2).reshape(2, 5, 8)))
"""

MISTAKES = (
    ("/ 2.0", "/ 4.0", "divided by 4, in the reference by 2: the scale differs"),
    ("bool_), 1)", "bool_), 0)", "diagonal is 0, the reference's 1"),
    ("mask, -1e9", "ops.logical_not(mask), -1e9", "the mask is inverted"),
    ("softmax(scores, -1)", "softmax(scores, -2)", "the axis is -2, the reference's -1"),
    ("matmul(weights, v)", "matmul(weights, k)", "another input"),
    ("eps=1e-5", "eps=1e-3", "the epsilon that is added is 0.001, the reference's 1e-05"),
    ("square(x - mean)", "abs(x - mean)", "takes the magnitude (abs), in the reference it takes the power (pow)"),
    ("* self.gamma + self.beta", "+ self.beta", "multiplies by (mul)"),
)


def compared(folder: Path, port: str) -> parity.Report:
    (folder / "reference.py").write_text(REFERENCE)
    (folder / "port.py").write_text(port)
    return parity.compare(f"{folder}/reference.py:Net", f"{folder}/port.py:Net", ("float32[2,5,8]",))


def test_a_right_port_is_the_same_without_a_remark(tmp_path: Path) -> None:
    report = compared(tmp_path, PORT)
    assert report.verdict == "same"
    assert not report.findings


@pytest.mark.parametrize(("right", "wrong", "words"), MISTAKES)
def test_one_mistake_is_one_finding_at_its_line(tmp_path: Path, right: str, wrong: str, words: str) -> None:
    assert PORT.count(right) == 1
    report = compared(tmp_path, PORT.replace(right, wrong))
    (error,) = [finding for finding in report.findings if finding.severity == "error"]
    line = next(n for n, text in enumerate(PORT.replace(right, wrong).splitlines(), 1) if wrong in text)
    assert (
        f"port.py:{line}" in f"{error.location} {error.evidence}"
    )  # an equally small edit of another line may stand first
    assert words in f"{error.message} {error.evidence}"  # a mistake with a name keeps what was measured as evidence


def test_a_mask_of_another_constant_is_not_accused_beside_a_mistake(tmp_path: Path) -> None:
    port = PORT.replace("-1e9", "-1e4").replace("/ 2.0", "/ 4.0")
    (error,) = [finding for finding in compared(tmp_path, port).findings if finding.severity == "error"]
    assert error.rule == "attention-scale"
    assert "the scale differs" in error.evidence


def test_two_mistakes_in_one_body_are_both_named(tmp_path: Path) -> None:
    reference = "import torch\n\n\nclass Net(torch.nn.Module):\n    def forward(self, x):\n"
    (tmp_path / "one.py").write_text(f"{reference}        return torch.softmax(x, -1) * 3.0\n")
    port = (
        "from mindspore import nn, ops\n\n\nclass Net(nn.Cell):\n    def construct(self, x):\n        e = ops.exp(x)\n"
    )
    (tmp_path / "two.py").write_text(f"{port}        p = e / e.sum(0, keepdims=True)\n        return p * 2.0\n")
    report = parity.compare(f"{tmp_path}/one.py:Net", f"{tmp_path}/two.py:Net", ("float32[4,5]",))
    errors = [finding for finding in report.findings if finding.severity == "error"]
    assert [str(finding.location).rpartition(":")[2] for finding in errors] == ["7", "8"]
    assert "axis" in errors[0].message
    assert "multiplied by 2, in the reference by 3" in errors[1].message
