"""Buffers that a net changes: MindSpore refuses to bind them anew."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import program
from tests.parity.port.to_mindspore.test_lines import TORCH, converted

NET = """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.register_buffer("steps", torch.tensor(0, dtype=torch.long))
        self.register_buffer("mean", tensor=torch.zeros(4))
        self.register_buffer("low", torch.zeros(4), persistent=False)
        self.calls = 0

    def forward(self, x):
        before, y = self.mean, self.fc(x)
        LINE
        return y - self.mean + before * self.low
"""


@pytest.mark.parametrize(
    ("line", "expected", "marks"),
    [
        ("self.steps += 1", "self.steps[...] = self.steps + 1", ""),
        ("self.low -= y.detach().mean(0) - 1", "self.low[...] = self.low - (ops.stop_gradient(y).mean(0) - 1)", ""),
        ("self.mean = self.mean * 0.5", "self.register_buffer('mean', self.mean * 0.5)", ""),
        ("self.low = self.low + 1", "self.register_buffer('low', self.low + 1, persistent=False)", ""),
        ("self.steps.add_(1)", "self.steps[...] = self.steps.add(1)", ""),
        ("self.mean.zero_()", "self.mean[...] = 0", ""),
        ("self.mean = None", "self.mean = None", ""),
        ("self.calls += 1", "self.calls += 1", ""),  # no buffer
        ("steps = self.steps + 1", "steps = self.steps + 1", ""),
        (
            "self.mean = last = y.mean(0)",
            "new_mean = last = y.mean(0)\n        self.register_buffer('mean', new_mean)",
            "",
        ),
        ("self.mean, last = y.mean(0), y", "new_mean, last = y.mean(0), y", ""),
        (
            "self.mean, (x, self.low) = self.state(x)",
            (
                "new_mean, (x, new_low) = self.state(x)\n        self.register_buffer('mean', new_mean)\n"
                "        self.register_buffer('low', new_low, persistent=False)"
            ),
            "",
        ),
        ("new_mean = y; self.mean, last = y, y", "new_mean = y; self.mean, last = y, y", "STRUCTURE"),
        ("self.mean.add_(y.mean(0))", "self.mean.add_(y.mean(0))", "IN-PLACE"),  # gradients go through it
    ],
)
def test_a_buffer_that_is_changed(line, expected, marks):
    made = converted(TORCH + NET.replace("LINE", line))
    assert f"        {expected}\n" in made.source
    assert " ".join(mark.code for mark in made.marks) == marks


def test_buffers_of_a_base_class_and_of_no_other():
    body = "    def forward(self, x):\n        self.steps += 1\n        self.others += 1\n        return x\n"
    heir = f"class Heir(Net):\n{body}"
    other = heir.replace("class Heir(Net)", "class Other(nn.Module)")
    source = converted(TORCH + NET.replace("LINE", "pass") + "\n\n" + heir + "\n\n" + other).source
    assert source.count("self.steps[...] = self.steps + 1") == 1
    assert source.count("self.others += 1") == 2


MAKE = "self.register_buffer('beta', torch.ones(4))"
LEARNED = """
class Net(nn.Module):
    def __init__(self, learned):
        super().__init__()
        BODY
        self.register_buffer("low", torch.zeros(4))

    def forward(self, x):
        return x * self.beta
"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            "if learned:\n    self.beta = nn.Parameter(torch.ones(4))\nelse:\n    MAKE",
            "self.beta = Parameter(ops.ones(4))",
        ),
        ("if learned:\n    self.beta = 1.0\nelse:\n    MAKE", "self.beta = 1.0"),
        ("self.beta = learned\nif not learned:\n    MAKE", "self.beta = learned"),
        ("MAKE\nself.beta = 2 * self.beta", "self.register_buffer('beta', 2 * self.beta)"),
        (
            "if learned:\n    MAKE\n    self.beta = 2 * self.beta",
            "self.register_buffer('beta', 2 * self.beta)",
        ),
    ],
)  # fmt: skip
def test_what_a_class_binds_instead_of_a_buffer(body, expected):
    source = converted(
        TORCH + LEARNED.replace("BODY", textwrap.indent(body.replace("MAKE", MAKE), " " * 8).strip())
    ).source
    assert f" {expected}\n" in source


def test_a_buffer_that_takes_its_size_from_the_input_is_compared_from_its_first_value(tmp_path: Path):
    lines = "if self.mean.shape != x.shape:\n    self.mean = torch.zeros_like(x)\nself.mean = self.mean + 2 * y"
    (tmp_path / "net.py").write_text(TORCH + NET.replace("LINE", textwrap.indent(lines, " " * 8).strip()))
    words = ["port", str(tmp_path / "net.py"), "-o", str(tmp_path / "out"), "--net", "Net", "--input", "float32[3,4]"]
    done = CliRunner().invoke(program, words)
    assert done.exit_code == 0, done.output
    assert done.output.startswith("SAME")


def test_what_is_written_is_the_same(tmp_path: Path):
    lines = "self.steps += 1\nself.low -= 1.0\nself.mean = 0.9 * self.mean + y.detach().mean(0)\nself.steps.add_(1)"
    (tmp_path / "net.py").write_text(TORCH + NET.replace("LINE", textwrap.indent(lines, " " * 8).strip()))
    words = ["port", str(tmp_path / "net.py"), "-o", str(tmp_path / "out"), "--net", "Net", "--input", "float32[3,4]"]
    done = CliRunner().invoke(program, words)
    assert done.exit_code == 0, done.output
    assert done.output.startswith("SAME")
