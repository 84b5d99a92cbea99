"""A line that builds several layers is mended by one text, right for all of them, or the caller is named."""

from __future__ import annotations

import textwrap

import pytest

import parity

REFERENCE = """
import torch
from torch import nn

class Block(nn.Module):
    def __init__(self, {names}):
        super().__init__()
        self.conv = {conv}
    def forward(self, x):
        return self.conv(x)

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.Sequential(*[Block(*row) for row in {rows}])
    def forward(self, x):
        return self.blocks(x).mean((2, 3))
"""
PORT = """
from mindspore import nn

class Block(nn.Cell):
    def __init__(self, {names}):
        super().__init__()
        self.conv = {conv}
    def construct(self, x):
        return self.conv(x)

class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.blocks = nn.SequentialCell(*[Block(*row) for row in {rows}])
    def construct(self, x):
        return self.blocks(x).mean((2, 3))
"""
SAME = "nn.Conv2d(3, 3, {}, stride=2, has_bias=True)"


def errors(folder, names, torch_conv, conv, rows, port_rows=None):
    """Compare two nets of blocks; return the errors."""
    reference = REFERENCE.format(names=names, conv=torch_conv, rows=rows)
    port = PORT.format(names=names, conv=conv, rows=port_rows or rows)
    (folder / "reference.py").write_text(textwrap.dedent(reference))
    (folder / "port.py").write_text(textwrap.dedent(port))
    report = parity.compare(f"{folder}/reference.py:Net", f"{folder}/port.py:Net", "float32[2,3,64,64]")
    return [finding for finding in report.findings if finding.severity == "error"]


@pytest.mark.parametrize(
    ("names", "torch_conv", "conv", "rows", "padding"),
    [
        ("k", "nn.Conv2d(3, 3, k, stride=2, padding=k // 2)", SAME.format("k"), "[(3,), (5,), (7,)]", "k // 2"),
        ("k", "nn.Conv2d(3, 3, k, stride=2, padding=k // 2)", SAME.format("k"), "[(3,), (1,), (5,)]", "k // 2"),
        ("k", "nn.Conv2d(3, 3, k, 2, (k - 1) // 2)", SAME.format("k"), "[(4,), (3,), (6,)]", "(k - 1) // 2"),
        ("k", "nn.Conv2d(3, 3, k, stride=2, padding=1)", SAME.format("k"), "[(3,), (4,)]", "1"),
        ("k", "nn.Conv2d(3, 3, k + 1, 2, k // 2)", SAME.format("k + 1"), "[(2,), (4,)]", "(k + 1) // 2"),
        ("k", "nn.Conv2d(3, 3, 3, stride=2, padding=1)", SAME.format(3), "[(1,), (2,)]", "1"),
    ],
    ids=["half", "beside-1x1", "one-less", "value", "of-an-expression", "no-other-argument"],
)
def test_one_text_for_all_layers_of_a_line(tmp_path, names, torch_conv, conv, rows, padding):
    found = errors(tmp_path, names, torch_conv, conv, rows)
    assert [finding.rule for finding in found] == ["pad-mode"]
    assert found[0].fix == f"self.conv = {conv[:-1]}, pad_mode='pad', padding={padding})"


def test_a_value_that_the_caller_passes(tmp_path):
    rows, port_rows = "[(3, 4), (4, 6), (6, 8)]", "[(3, 4), (4, 6), (6, 7)]"
    conv = "nn.Conv2d(a, b, 1, has_bias=True)"
    [found] = errors(tmp_path, "a, b", "nn.Conv2d(a, b, 1)", conv, rows, port_rows)
    assert (found.argument, found.port_layer, found.fix) == ("out_channels", "blocks.2.conv", "")
    assert found.evidence.startswith("out_channels=8: ")
    assert f"comes from `b` at {found.location}" in found.message


def test_layers_of_a_line_that_need_unlike_values(tmp_path):
    found = errors(
        tmp_path,
        "k, p",
        "nn.Conv2d(3, 3, 3, stride=2, padding=p)",
        SAME.format(3),
        "[(3, 0), (3, 2)]",
    )
    assert all(not finding.fix and "layers that need different values" in finding.message for finding in found)
    assert {finding.port_layer for finding in found} | set(found[0].also) == {"blocks.0.conv", "blocks.1.conv"}
