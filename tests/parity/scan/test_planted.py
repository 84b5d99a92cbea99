"""Planted defaults: what a literal copy gets wrong, in the ways in which people write it; each must be found."""

from __future__ import annotations

from pathlib import Path

import pytest

from parity.scan import scan_file

TORCH = """\
import torch
from functools import partial
from torch import nn, Tensor, optim
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self, dim, p, norm_layer=None, act_layer=None):
        super().__init__()
        {init}

    def forward(self, x):
        {forward}
        return x
"""
MINDSPORE = TORCH.replace("import torch.nn.functional as F", "from mindspore import ops").replace(
    "import torch\n", "import mindspore as ms\n"
).replace("from torch import nn, Tensor, optim", "from mindspore import nn, Tensor").replace(
    "nn.Module", "nn.Cell"
).replace("forward(", "construct(")  # fmt: skip

# The line, and the code and the MindSpore argument of a remark on it.
INIT = [
    ("self.a = nn.Conv2d(3, dim, 3)", "pad-mode", "pad_mode"),
    ("self.a = nn.Conv2d(3, dim, 3)", "has-bias", "has_bias"),
    ("self.a = nn.Conv2d(3, dim, 3, 2, 1, bias=False)", "pad-mode", "pad_mode"),
    ("self.a = nn.Conv2d(3, dim, p, padding=p // 2)", "pad-mode", "pad_mode"),
    ("self.a = nn.Conv1d(3, dim, 3)", "pad-mode", "pad_mode"),
    ("self.a = nn.Conv1d(3, dim, 3)", "has-bias", "has_bias"),
    ("self.a = nn.Conv3d(3, dim, 3)", "pad-mode", "pad_mode"),
    ("self.a = nn.Conv3d(3, dim, 3)", "has-bias", "has_bias"),
    ("self.a = nn.ConvTranspose2d(3, dim, 4, 2, 1)", "pad-mode", "pad_mode"),
    ("self.a = nn.ConvTranspose2d(3, dim, 4, 2, 1)", "has-bias", "has_bias"),
    ("self.a = nn.LayerNorm(dim)", "epsilon", "epsilon"),
    ("self.a = nn.Sequential(nn.Linear(dim, dim), nn.LayerNorm(dim))", "epsilon", "epsilon"),
    ("self.a = nn.ModuleList([nn.LayerNorm(dim) for _ in range(3)])", "epsilon", "epsilon"),
    ("self.a = nn.BatchNorm2d(dim, momentum=0.01)", "momentum", "momentum"),
    ("self.a = nn.BatchNorm2d(dim, momentum=p)", "momentum", "momentum"),
    ("self.a = nn.BatchNorm1d(dim, 1e-5, 0.01)", "momentum", "momentum"),
    ("self.a = nn.GELU()", "approximate", "approximate"),
    ("self.a = nn.GELU(approximate='tanh')", "approximate", "approximate"),
    ("self.a = nn.LeakyReLU()", "argument", "alpha"),
    ("self.a = nn.MaxPool2d(2)", "pool-stride", "stride"),
    ("self.a = nn.AvgPool2d(3)", "pool-stride", "stride"),
    ("self.a = nn.MaxPool2d(3, 2, 1)", "pad-mode", "pad_mode"),
    ("self.a = nn.MaxPool1d(2)", "pool-stride", "stride"),
    ("self.a = nn.Dropout(p)", "behaviour", "p"),
    ("self.a = nn.Dropout(0.1)", "behaviour", "p"),
    ("self.a = nn.Embedding(10, dim)", "init-distribution", "embedding_table"),
    ("norm_layer = norm_layer or nn.LayerNorm; self.a = norm_layer(dim)", "epsilon", "epsilon"),
    ("norm = partial(nn.BatchNorm2d, momentum=0.01); self.a = norm(dim)", "momentum", "momentum"),
    ("act = nn.GELU if act_layer is None else act_layer; self.a = act()", "approximate", "approximate"),
    ("act = {'gelu': nn.GELU, 'relu': nn.ReLU}[act_layer]; self.a = act()", "approximate", "approximate"),
    ("self.a = Block(dim, act_layer=nn.GELU)", "approximate", "approximate"),
    ("self.a = Block(dim, nn.LayerNorm)", "epsilon", "epsilon"),
    ("make = lambda: nn.LayerNorm(dim); self.a = make()", "epsilon", "epsilon"),
    ("cls = nn.LayerNorm; self.a = cls(dim)", "epsilon", "epsilon"),
    ("self.opt = optim.AdamW(self.parameters(), 1e-3)", "argument", "weight_decay"),
    ("self.opt = torch.optim.Adagrad(self.parameters())", "argument", "learning_rate"),
]  # fmt: skip
FORWARD = [
    ("x = x.std(1)", "argument", "ddof"),
    ("x = torch.std(x)", "argument", "ddof"),
    ("x = torch.var(x, 1)", "argument", "ddof"),
    ("x = (x * 2).var(dim=1, keepdim=True)", "argument", "ddof"),
    ("x = F.relu(x).std()", "argument", "ddof"),
    ("for part in x.chunk(2): x = part.std()", "argument", "ddof"),
    ("q, k = x.unbind(0); x = q.std()", "argument", "ddof"),
    ("x = F.leaky_relu(x)", "argument", "alpha"),
    ("y = x\n        x += 1\n        x = x + y", "behaviour", "in-place"),
    ("y = x\n        x *= 2\n        x = x + y", "behaviour", "in-place"),
    ("x = F.interpolate(x, scale_factor=2, mode='bicubic')", "behaviour", "mode"),
]  # fmt: skip
OTHERS = [
    ("def f(norm_layer: type = nn.LayerNorm):\n    return norm_layer(8)", "epsilon", "epsilon"),
    ("def f(dim, act_layer=nn.GELU):\n    return act_layer()", "approximate", "approximate"),
    ("class N(nn.LayerNorm):\n    def __init__(self, dim):\n        super().__init__(dim)", "epsilon", "epsilon"),
    ("class N(nn.LayerNorm): pass\nN(8)", "epsilon", "epsilon"),
    ("class C(nn.Conv2d):\n    def __init__(self, i):\n        super(C, self).__init__(i, 3, 3)",
     "has-bias", "has_bias"),
    ("def spread(x: Tensor):\n    return x.std(0)", "argument", "ddof"),
    ("def spread(x):\n    return x.permute(1, 0).std(0)", "argument", "ddof"),
    ("def spread(x):\n    return x.std(0)", "argument", "ddof"),
]  # fmt: skip
IN_MINDSPORE = [
    ("self.a = nn.Conv2d(3, dim, 3)", "pad-mode", "pad_mode"),
    ("self.a = nn.Conv2d(3, dim, 3)", "has-bias", "has_bias"),
    ("self.a = nn.LayerNorm((dim,))", "epsilon", "epsilon"),
    ("self.a = nn.BatchNorm2d(dim, momentum=0.9)", "momentum", "momentum"),
    ("self.a = nn.GELU()", "approximate", "approximate"),
    ("self.a = nn.MaxPool2d(2)", "pool-stride", "stride"),
    ("self.a = Block(dim, act_layer=nn.GELU)", "approximate", "approximate"),
]  # fmt: skip


def said(tmp_path: Path, source: str) -> set[tuple[str, str]]:
    path = tmp_path / "net.py"
    path.write_text(source)
    return {(remark.rule, remark.argument) for remark in scan_file(path, bool).remarks}


@pytest.mark.parametrize(("line", "rule", "argument"), INIT)
def test_planted_in_a_constructor(tmp_path: Path, line: str, rule: str, argument: str) -> None:
    assert (rule, argument) in said(tmp_path, TORCH.format(init=line, forward="pass"))


@pytest.mark.parametrize(("line", "rule", "argument"), FORWARD)
def test_planted_in_forward(tmp_path: Path, line: str, rule: str, argument: str) -> None:
    assert (rule, argument) in said(tmp_path, TORCH.format(init="pass", forward=line))


@pytest.mark.parametrize(("line", "rule", "argument"), OTHERS)
def test_planted_elsewhere(tmp_path: Path, line: str, rule: str, argument: str) -> None:
    assert (rule, argument) in said(tmp_path, TORCH.format(init="pass", forward="pass") + "\n\n" + line)


@pytest.mark.parametrize(("line", "rule", "argument"), IN_MINDSPORE)
def test_planted_in_mindspore(tmp_path: Path, line: str, rule: str, argument: str) -> None:
    assert (rule, argument) in said(tmp_path, MINDSPORE.format(init=line, forward="pass"))


def test_nothing_is_said_of_the_frame(tmp_path: Path) -> None:
    for frame in (TORCH, MINDSPORE):
        assert said(tmp_path, frame.format(init="pass", forward="pass")) == set()


@pytest.mark.parametrize(
    "line",
    [
        "self.a = nn.Conv2d(3, dim, 1, bias=False)", "self.a = nn.Linear(dim, dim)", "self.a = nn.ReLU()",
        "self.a = nn.BatchNorm2d(dim, affine=True).weight", "self.a = isinstance(p, nn.LayerNorm)",
        "self.a = p is nn.GELU",
        "make = partial(nn.Conv2d, kernel_size=1) if p else nn.Linear; self.a = make(3, 3, bias=False)",
        "self.norm = p; self.norm(dim)", "self.std = p; self.std()",
    ],
)  # fmt: skip
def test_what_is_the_same(tmp_path: Path, line: str) -> None:
    assert {argument for _, argument in said(tmp_path, TORCH.format(init=line, forward="pass"))} <= {"training"}
