"""What strangers' packages are written with besides torch: einops, packages made for torch, layers by their names."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import program
from tests.parity.port.to_mindspore.test_lines import TORCH, converted

# Imports and lines; lines that must be in the result; the codes of the marks.
SOURCES: dict[str, tuple[str, list[str], str]] = {
    "functions of einops": (
        "from einops import rearrange\n", ["from einops import rearrange", "class MindSporeBackend("], "",
    ),
    "einops as a module": ("import einops as e\n", ["import einops as e", "class MindSporeBackend("], ""),
    "layers of einops": (
        "from einops.layers.torch import Rearrange as R, Reduce\n",
        ["class R(einops.layers.RearrangeMixin, nn.Cell):", "class Reduce(einops.layers.ReduceMixin, nn.Cell):"], "",
    ),
    "layers of einops as a module": (
        "import einops.layers.torch as el\n", ["import einops.layers.torch as el"], "IMPORT",
    ),
    "everything of the layers": ("from einops.layers.torch import *\n", [], "IMPORT"),
    "made for torch, by its name": ("import torchvision\n", ["import torchvision"], "IMPORT"),
    "made for torch, as is known": (
        "from timm.layers import DropPath\n", ["from timm.layers import DropPath"], "IMPORT",
    ),
    "not made for torch": ("import numpy, yaml, json\nfrom scipy import signal\n", ["import numpy, yaml, json"], ""),
    "dtypes": (
        "def f(x, d):\n    return x.is_floating_point(), d.is_complex\n",
        ["    return x.is_floating_point(), (d in (ms.complex64, ms.complex128))"], "",
    ),
    "a layer by its name": ("a = getattr(nn, name)(3)\n", ["a = LAYERS[name](3)"], ""),
    "a layer by its name, or another": ("a = getattr(nn, name, None)\n", ["a = LAYERS.get(name, None)"], ""),
    "whether there is a layer": ("a = hasattr(nn, 'GRU')\n", ["a = ('GRU' in LAYERS)"], ""),
    "a layer that a text names": ("a = getattr(nn, name)\nb = 'Hardswish'\n", ['    "Hardswish": Hardswish,'], ""),
    "norms of weights": (
        "n = nn.utils.parametrizations.weight_norm(nn.Linear(3, 2), dim=0)\n",
        ['def weight_norm(cell, name="weight", dim=0):', "n = weight_norm(nn.Dense(3, 2), dim=0)"], "",
    ),
    "normalized by a batch alone": (
        "y = F.batch_norm(x, None, running_var=None, training=True)\n",
        ["def batch_norm(", "y = batch_norm(x, None, running_var=None, training=True)"], "",
    ),
    "options passed on": (
        "y = F.softmax(x, dim=1, **n)\n", ["y = ops.softmax(x, axis=1, **n)"], "ARGUMENT",
    ),
    "a padding that a call gives": (
        "c = nn.Conv2d(3, 4, k, padding=pads(k))\n", ["c = Conv2d(3, 4, k, padding=pads(k))"], "",
    ),
    "a padding that may be one for each axis": (
        "def f(padding):\n    return nn.Conv2d(3, 4, 3, padding=padding)\nf(padding=(0, 3))\n",
        ["    return Conv2d(3, 4, 3, padding=padding)"], "",
    ),
    "a padding that is a number": (
        "def f(padding):\n    return nn.Conv2d(3, 4, 3, padding=padding)\nf(padding=3)\n",
        ['    return nn.Conv2d(3, 4, 3, pad_mode="pad", padding=padding, has_bias=True)'], "",
    ),
    "a base of losses": (
        "class L(nn.modules.loss._Loss):\n    def forward(self, x):\n        return x, self.reduction\n",
        ["class Loss(nn.Cell):", "class L(Loss):", "    def construct(self, x):"], "",
    ),
    "axes in a list": (
        "def f(x, dims: list[int]):\n    return torch.var(x, dim=dims)\n", ["ops.var(x, axis=tuple(dims), ddof=1)"], "",
    ),
    "what a Parameter is made of": (
        "p = nn.Parameter(torch.ones(3, requires_grad=True))\n", ["p = Parameter(ops.ones(3))"], "",
    ),
    "computed and changed at once": (
        "def f(ctx):\n    (x,) = ctx.saved\n    return 1 / (2 * x).pow_(2)\n", ["    return 1 / (2 * x).pow(2)"], "",
    ),
    "fields of an object that is no layer": (
        ("class Sizes:\n    pass\nclass Net(nn.Module):\n    def __init__(self, sizes: Sizes):\n"
        "        super().__init__()\n        self.sizes = sizes\n        self.n = self.sizes.in_features\n"),
        ["self.n = self.sizes.in_features"], "",
    ),
    "fields of what may be a layer": (
        ("class Net(nn.Module):\n    def __init__(self, body):\n        super().__init__()\n        self.body = body\n"
        "        self.n = self.body.in_features\n"), ["self.n = self.body.in_channels"], "STRUCTURE",
    ),
    "a sequence that runs its layers itself": (
        ("class Two(nn.Sequential):\n    def forward(self, x):\n        for layer in self._modules.values():\n"
        "            x = x, layer(x)\n        return x\ns = Two()\ns.add_module('a', nn.ReLU())\n"),
        ["s.insert_child_to_cell('a', nn.ReLU())"], "",
    ),
    "a sequence that leaves running to its base": (
        ("class Two(nn.Sequential):\n    def forward(self, x):\n        return x, super().forward(x)\n"
        "s = Two()\ns.add_module('a', nn.ReLU())\n"), ["s.insert_child_to_cell('a', nn.ReLU())"], "STRUCTURE",
    ),
    "a class of what only torch has": (
        ("try:\n    from apex.normalization import FusedLayerNorm\n    class Norm(FusedLayerNorm):\n        pass\n"
        "except ImportError:\n    from torch.nn import LayerNorm as Norm\nn = Norm(4)\n"), ["n = nn.LayerNorm("], "",
    ),
    "texts in texts": (
        "def f(x):\n    return f'{torch.__version__} {F.gelu(x)}', f\"it's {torch.__version__}\"\n",
        ["\"} {ops.gelu(x)}', f\"it's {'"], "",
    ),
    "a text that needs both quotes": (
        "def f(x, d):\n    return f\"{d.type == x} {d.device.type}: {x['it']}\"\n",
        ["    return f\"{d.type == x} {d.device.partition(':')[0].lower()}: {x['it']}\""], "",
    ),
    "weights drawn again": (
        ("class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.fc = nn.Linear(3, 4)\n        self.part = Part()\n        self.fc.reset_parameters()\n"
        "        self.part.reset_parameters()\n"),
        ["        reset_weights(self.fc)", "        self.part.reset_parameters()"], "",
    ),
    "a method that MindSpore's layer lacks": (
        "s = nn.Sequential()\ns.append(nn.ReLU())\ns.insert(0, nn.ReLU())\n", ["s.insert(0, nn.ReLU())"], "STRUCTURE",
    ),
    "how weights lie in memory": (
        "r = nn.LSTM(3, 4)\nr.flatten_parameters()\nif r:\n    r.flatten_parameters()\n", ["    pass"], "",
    ),
    "an activation that is passed on": (
        "def f(activation=F.gelu):\n    return nn.TransformerEncoderLayer(8, 2, activation=activation)\n",
        ["    return nn.TransformerEncoderLayer(8, 2, activation=activation)"], "",
    ),
    "an activation that is made": (
        "m = nn.TransformerEncoderLayer(8, 2, activation=lambda x: x)\n",
        ["m = torch.nn.TransformerEncoderLayer(8, 2, activation=lambda x: x)"], "ARGUMENT",
    ),
    "norms taken off": ("f = nn.utils.remove_weight_norm\n", ["f = remove_weight_norm"], ""),
}  # fmt: skip


@pytest.mark.parametrize("what", SOURCES)
def test_sources(what: str) -> None:
    source, lines, codes = SOURCES[what]
    found = converted(TORCH + source)
    for line in lines:
        assert any(line in row for row in found.source.splitlines()), found.source
    assert " ".join(mark.code for mark in found.marks) == codes


MIXED = """
import torch
from torch import nn
from einops import rearrange, reduce, repeat
from einops.layers.torch import EinMix, Rearrange, Reduce


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.patches = nn.Sequential(Rearrange("b c (h p) (w q) -> b (h w) (p q c)", p=2, q=2), nn.Linear(12, 8))
        self.mix = EinMix("b t (h c) -> h b t d", weight_shape="h c d", bias_shape="h d", h=2, c=4, d=3)
        self.most = Reduce("b t c -> b c", "max")
        self.token = nn.Parameter(torch.randn(1, 1, 8))

    def forward(self, x):
        x = self.patches(x)
        x = torch.cat((repeat(self.token, "() n d -> b n d", b=x.shape[0]), x), 1)
        x = rearrange(self.mix(x), "h b t c -> b t (h c)")
        return self.most(x), reduce(x, "b t c -> b t", "mean")
"""
NAMED = """
from torch import nn
from torch.nn.utils.parametrizations import weight_norm


class Net(nn.Module):
    def __init__(self, act="LeakyReLU", norm="BatchNorm1d"):
        super().__init__()
        self.conv = weight_norm(nn.Conv1d(3, 4, 3))
        nn.init.normal_(self.conv.weight)
        self.norm = getattr(nn, norm)(4, momentum=0.2)
        self.act = getattr(nn, act)(negative_slope=0.3)
        self.head = weight_norm(nn.Linear(4, 2))

    def forward(self, x):
        return self.head(self.act(self.norm(self.conv(x))).mean(-1))
"""
LOSS = """
from torch import nn


class Loss(nn.Module):
    def forward(self, x, y):
        return (x - y).abs().mean()
"""
NETS = {
    "einops": (MIXED, "Net", ["float32[2,3,4,4]"]),
    "by name": (NAMED, "Net", ["float32[2,3,9]"]),
    "a loss": (LOSS, "Loss", ["float32[2,3]", "float32[2,3]"]),
}


@pytest.mark.parametrize("what", NETS)
def test_nets_are_the_same_where_mindspore_refuses_what_it_refuses(tmp_path: Path, what: str) -> None:
    source, net, specs = NETS[what]
    (tmp_path / "net.py").write_text(source)
    words = ["port", str(tmp_path / "net.py"), "-o", str(tmp_path / "made.py"), "--net", net]
    done = CliRunner().invoke(program, [*words, *(word for spec in specs for word in ("--input", spec))])
    assert done.exit_code == 0, done.output
    assert done.output.startswith("SAME: ")


LEFT = """
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 2)

    def forward(self, x):
        return torch.special.i1(self.fc(x))
"""


def test_what_stays_torchs_is_not_the_same(tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text(LEFT)
    out = tmp_path / "made.py"
    words = ["port", str(tmp_path / "net.py"), "-o", str(out), "--net", "Net", "--input", "float32[2,3]"]
    done = CliRunner().invoke(program, words)
    assert "SAME" not in done.output
    assert "takes no Tensor of MindSpore" in done.output
    assert f"{tmp_path / 'net.py'}:12, unchanged: `return torch.special.i1(self.fc(x))`" in done.output


DRAWN = """
class Part(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.conv = nn.Conv1d(4, width, 3)
        self.norm = nn.BatchNorm1d(width)
        self.reset_parameters()

    def reset_parameters(self):
        self.conv.reset_parameters()
        self.norm.reset_parameters()

    def forward(self, x):
        return self.norm(self.conv(x))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Part(5)
        self.parts = nn.ModuleList([nn.Linear(3, 3), nn.Embedding(4, 3, padding_idx=1), Part(5)])
        for part in self.parts:
            part.reset_parameters()

    def forward(self, x, ids):
        return self.parts[0](self.part(x) + self.parts[2](x)) + self.parts[1](ids).sum()
"""


def test_weights_that_are_drawn_again(tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text(TORCH + DRAWN)
    words = ["port", str(tmp_path / "net.py"), "-o", str(tmp_path / "net_ms.py"), "--net", "Net"]
    done = CliRunner().invoke(program, [*words, "--input", "float32[2,4,5]", "--input", "int64[3]<4"])
    assert done.exit_code == 0, done.output
    words = ["compare", f"{tmp_path}/net.py:Net", f"{tmp_path}/net_ms.py:Net", "--init"]
    done = CliRunner().invoke(program, [*words, "--input", "float32[2,4,5]", "--input", "int64[3]<4"])
    assert done.exit_code == 0, done.output
