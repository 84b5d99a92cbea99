"""Nets converted and proved the same by the comparison, from files as users have them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import program

RESIDUAL = """
import torch
import torch.nn as nn
import torch.nn.functional as F


class Block(nn.Module):
    def __init__(self, width, norm_layer=nn.BatchNorm2d):
        super().__init__()
        self.conv = nn.Conv2d(width, width, 3, padding=1, bias=False)
        self.norm = norm_layer(width, momentum=0.2)
        self.relu = nn.ReLU(inplace=True)

    def forward(self, x):
        out = self.norm(self.conv(self.relu(x + 1)))
        out += x
        return out


class Net(nn.Module):
    def __init__(self, classes=5):
        super().__init__()
        self.stem = nn.Conv2d(3, 8, 3, stride=2, padding=1)
        self.blocks = nn.Sequential(*[Block(8) for _ in range(2)])
        self.pool = nn.AdaptiveAvgPool2d(1)
        self.head = nn.Linear(8, classes)
        for m in self.modules():
            if isinstance(m, nn.Conv2d):
                nn.init.kaiming_normal_(m.weight, mode="fan_out", nonlinearity="relu")

    def forward(self, x):
        x = self.pool(self.blocks(F.leaky_relu(self.stem(x))))
        return self.head(torch.flatten(x, 1))
"""

ATTENTION = """
import math
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, dim=8, heads=2, norm_layer=nn.LayerNorm, act_layer=nn.GELU):
        super().__init__()
        self.heads = heads
        self.norm = norm_layer(dim, eps=1e-6)
        self.qkv = nn.Linear(dim, dim * 3)
        self.token = nn.Parameter(torch.zeros(1, 1, dim))
        self.act = act_layer()
        nn.init.trunc_normal_(self.token, std=0.02)

    def forward(self, x):
        x = torch.cat((self.token.expand(x.size(0), -1, -1), x), dim=1)
        b, n, c = x.shape
        q, k, v = self.qkv(self.norm(x)).reshape(b, n, 3, self.heads, c // self.heads).permute(2, 0, 3, 1, 4)
        weight = (q @ k.transpose(-2, -1) / math.sqrt(c)).softmax(dim=-1)
        return self.act((weight @ v).transpose(1, 2).reshape(b, n, c)).mean(dim=1)
"""

NAMED = """
from collections import OrderedDict
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(OrderedDict([("conv0", nn.Conv2d(3, 4, 3))]))
        for i in range(2):
            self.features.add_module(f"norm{i}", nn.BatchNorm2d(4))
        self.features.add_module("act", nn.ReLU())

    def forward(self, x):
        return self.features.norm1(self.features(x))
"""

NETS = {
    "residual": (RESIDUAL, "Net(4)", "float32[2,3,8,8]"),
    "attention": (ATTENTION, "Net", "float32[2,4,8]"),
    "named": (NAMED, "Net", "float32[2,3,4,4]"),
}


@pytest.mark.parametrize(("source", "net", "spec"), NETS.values(), ids=list(NETS))
def test_a_net_is_the_same(tmp_path: Path, source: str, net: str, spec: str) -> None:
    (tmp_path / "net.py").write_text(source)
    out = tmp_path / "converted.py"
    words = ["port", str(tmp_path / "net.py"), "-o", str(out), "--net", net, "--input", spec]
    done = CliRunner().invoke(program, words)
    assert done.exit_code == 0, done.output
    assert done.output.startswith("SAME: ")
    assert "import torch" not in out.read_text()


def test_a_package_is_converted_with_what_one_file_needs_of_it(tmp_path: Path) -> None:
    zoo = tmp_path / "zoo"
    (zoo / "parts").mkdir(parents=True)
    (zoo / "__init__.py").write_text("raise RuntimeError('not needed')\n")
    (zoo / "parts" / "__init__.py").write_text("from .layers import *\n")
    (zoo / "parts" / "layers.py").write_text(
        "import torch.nn as nn\n\nclass Up(nn.Module):\n    def forward(self, x):\n        return x.repeat(1, 2)\n\n"
        "class Unused(nn.Module):\n    pass\n\nclass Other(nn.Module):\n    pass\n"
    )
    (zoo / "net.py").write_text(
        "import torch\nfrom zoo.parts import Up, Unused\n\nclass Net(torch.nn.Module):\n"
        "    def __init__(self):\n        super().__init__()\n        self.up = Up()\n\n"
        "    def forward(self, x):\n        return self.up(x)\n"
    )
    out = tmp_path / "made"
    done = CliRunner().invoke(program, ["port", str(zoo / "net.py"), "-o", str(out)])
    assert done.exit_code == 0, done.output
    assert "from .parts import Up" in (out / "net.py").read_text()
    assert (out / "parts" / "__init__.py").read_text().strip() == "from .layers import Unused, Up"
    layers = (out / "parts" / "layers.py").read_text()
    assert "class Up(nn.Cell)" in layers
    assert "Other" not in layers


def test_what_is_left_is_told_in_every_form(tmp_path: Path) -> None:
    file = tmp_path / "net.py"
    file.write_text("import torch\n\ndef f(x):\n    return torch.hub.load(x)\n")
    report, sarif = tmp_path / "r.json", tmp_path / "r.sarif"
    done = CliRunner().invoke(program, ["port", str(file), "--check", "--json", str(report), "--sarif", str(sarif)])
    assert done.exit_code == 1
    assert f"{file}:4: left: torch.hub.load: the table has no row of it [NO-ROW]" in done.output
    assert '"rate": 0.0' in report.read_text()
    assert '"startLine": 4' in sarif.read_text()


def test_what_is_no_python_cannot_be_converted(tmp_path: Path) -> None:
    file = tmp_path / "net.py"
    file.write_text("def f(:\n")
    done = CliRunner().invoke(program, ["port", str(file)])
    assert done.exit_code != 0


SMALL = """\
from torch import nn


class Block(nn.Module):
    def __init__(self, width=4):
        super().__init__()
        self.norm = nn.LayerNorm(width)

    def forward(self, x):
        return self.norm(x)


class Net(nn.Module):
    def __init__(self, width=4):
        super().__init__()
        self.block = Block(width)
        self.head = nn.Linear(width, 3)

    def forward(self, x):
        return self.head(self.block(x))
"""


def test_the_map_of_a_proved_net_is_what_weights_reads(tmp_path: Path) -> None:
    import torch

    file, out, names = tmp_path / "small.py", tmp_path / "small_ms.py", tmp_path / "map.json"
    file.write_text(SMALL)
    words = ["port", str(file), "-o", str(out), "--net", "auto", "--input", "float32[2,4]", "--map", str(names)]
    done = CliRunner().invoke(program, words)
    assert done.exit_code == 0, done.output
    assert "SAME" in done.output
    assert done.output.count("SAME") == 1  # Block is a part of Net
    assert json.loads(names.read_text())["block.norm.weight"] == "block.norm.gamma"
    found: dict[str, object] = {}
    exec(SMALL, found)
    torch.save(found["Net"]().state_dict(), tmp_path / "net.pth")  # type: ignore[operator]
    files = [str(tmp_path / "net.pth"), str(tmp_path / "net.ckpt")]
    nets = ["--net", f"{file}:Net", "--port", f"{out}:Net", "--map", str(names)]
    done = CliRunner().invoke(program, ["weights", *files, *nets])
    assert done.exit_code == 0, done.output


CELL = """\
from mindspore import nn, ops


class Net(nn.Cell):
    def __init__(self, width=4):
        super().__init__()
        self.conv = nn.Conv2d(3, width, 3, stride=2)
        self.norm = nn.BatchNorm2d(width, momentum=0.95)
        self.mean = ops.ReduceMean(keep_dims=False)
        self.head = nn.Dense(width, 3)

    def construct(self, x):
        x = ops.relu(self.norm(self.conv(x)))
        return self.head(self.mean(x, (2, 3)))
"""


def test_a_cell_written_as_a_module_is_the_same(tmp_path: Path) -> None:
    file, out = tmp_path / "cell.py", tmp_path / "module.py"
    file.write_text(CELL)
    words = ["port", str(file), "--to", "torch", "-o", str(out), "--net", "auto", "--input", "float32[2,3,9,9]"]
    done = CliRunner().invoke(program, words)
    assert done.exit_code == 0, done.output
    assert "SAME" in done.output
    assert "mindspore" not in out.read_text()
    assert "uses of MindSpore converted, 0 left: 100.0%" in done.output


def test_auto_without_a_net_says_so(tmp_path: Path) -> None:
    file = tmp_path / "none.py"
    file.write_text("import torch\n\nx = torch.zeros(3)\n")
    done = CliRunner().invoke(program, ["port", str(file), "--net", "auto", "--input", "float32[2]"])
    assert done.exit_code != 0
    assert "no net of this file can be made without arguments" in done.output
