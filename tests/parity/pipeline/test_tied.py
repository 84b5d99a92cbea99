"""One layer where the reference has several: that is the cause, and what it makes differ is not reported beside it."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from cli.main import program

REFERENCE = """
import torch
class Block(torch.nn.Module):
    def __init__(self, size):
        super().__init__()
        self.fc, self.norm = torch.nn.Linear(size, size), torch.nn.LayerNorm(size)
    def forward(self, x):
        return x + torch.relu(self.fc(self.norm(x)))
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = torch.nn.ModuleList([{block} for _ in range(3)])
    def forward(self, x):
        for block in self.blocks:
            x = torch.tanh(block(x))
        return x
def Row():
    return torch.nn.Sequential(*[{block} for _ in range(3)])
"""
PORT = """
from mindspore import nn, ops
class Block(nn.Cell):
    def __init__(self, size):
        super().__init__()
        self.fc, self.norm = nn.Dense(size, size), nn.LayerNorm((size,), epsilon=1e-5)
    def construct(self, x):
        return x + ops.relu(self.fc(self.norm(x)))
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.blocks = nn.CellList({blocks})
    def construct(self, x):
        for block in self.blocks:
            x = ops.tanh(block(x))
        return x
def Row():
    return nn.SequentialCell({blocks})
"""
DENSE, BLOCK = ("torch.nn.Linear(8, 8)", "nn.Dense(8, 8)"), ("Block(8)", "Block(8)")


@pytest.fixture
def compare(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def run(kinds, blocks, net, port=PORT):
        (tmp_path / "ref.py").write_text(REFERENCE.format(block=kinds[0]))
        (tmp_path / "port.py").write_text(port.format(blocks=blocks))
        result = CliRunner().invoke(program, ["compare", f"ref.py:{net}", f"port.py:{net}", "--input", "float32[4,8]"])
        return result.exit_code, result.output

    return run


@pytest.mark.parametrize("kinds", [DENSE, BLOCK], ids=["a layer", "a block"])
@pytest.mark.parametrize("net", ["Net", "Row"])
def test_one_layer_for_several_is_the_only_finding_and_has_its_line(compare, kinds, net):
    code, text = compare(kinds, f"[{kinds[1]}] * 3", net)
    errors = [line for line in text.splitlines() if ": error: " in line]
    kind, path = kinds[1].partition("(")[0].removeprefix("nn."), "blocks." if net == "Net" else ""
    assert (code, len(errors)) == (1, 1), text
    listed = f"{path}0, {path}1 and {path}2"
    assert f"{kind} {path}0 is one layer: the reference has one for each of {listed} [tied-weights]" in errors[0]
    assert f"([{kinds[1]} for _ in range(3)])" in text
    assert "compare.py" not in text  # a line of ours is no line of the user's


def test_one_layer_for_each_is_the_same(compare):
    assert compare(BLOCK, "[Block(8) for _ in range(3)]", "Net")[0] == 0


def test_another_mistake_beside_it_is_reported_too(compare):
    _, text = compare(BLOCK, "[Block(8)] * 3", "Net", PORT.replace("epsilon=1e-5", "epsilon=1e-2"))
    rules = [line.rpartition("[")[2].rstrip("]") for line in text.splitlines() if ": error: " in line]
    assert sorted(rules) == ["epsilon", "tied-weights"], text
