"""Layers and functions that MindSpore lacks, or does in part: the file gets its own, which compute what torch's do."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import program
from tests.parity.port.to_mindspore.test_lines import TORCH, converted

# Lines; lines that must be in the result; the codes of the marks.
SOURCES: dict[str, tuple[str, list[str], str]] = {
    "a norm of a matrix": (
        "a = nn.utils.spectral_norm(nn.Linear(3, 2))\n",
        ["def spectral_norm(", "a = spectral_norm(nn.Dense(3, 2))", "unit(ops.randn(flat.shape[1])), 0)"], "",
    ),
    "a norm of a matrix, by a parametrization": (
        "f = nn.utils.parametrizations.spectral_norm\n",
        ["f = spectral_norm", "unit(ops.randn(flat.shape[1])), 15)"], "",
    ),
    "padding by values": (
        "a = nn.Conv1d(3, 4, 3, padding=1, padding_mode='circular')\n",
        ["class PaddedConv1d(nn.Conv1d):", "a = PaddedConv1d(3, 4, 3, padding=1, padding_mode='circular')"], "",
    ),
    "padding by zeros": (
        "a = nn.Conv1d(3, 4, 3, padding_mode='zeros')\n",
        ['a = nn.Conv1d(3, 4, 3, pad_mode="valid", has_bias=True)'], "",
    ),
    "more of an output": (
        "a = nn.ConvTranspose1d(3, 4, 4, stride=2, padding=1, output_padding=1)\n",
        ["class ConvTranspose1d(nn.Conv1dTranspose):", "a = ConvTranspose1d(3, 4, 4, stride=2, padding=1, output_"], "",
    ),
    "no more of an output": (
        "a = nn.ConvTranspose1d(3, 4, 4, output_padding=0)\n",
        ['a = nn.Conv1dTranspose(3, 4, 4, pad_mode="valid", has_bias=True)'], "",
    ),
    "Parameters by their names": (
        "a = nn.ParameterDict({'w': nn.Parameter(torch.ones(2))})\n", ["class ParameterDict(nn.Cell):"], "",
    ),
    "distances": ("a = F.pairwise_distance(x, y)\n", ["def pairwise_distance(", "a = pairwise_distance(x, y)"], ""),
    "transforms of windows": (
        "a = torch.stft(x, 16, window=torch.hann_window(16), return_complex=True)\n",
        ["def stft(", "a = stft(x, 16, window=ops.hann_window(16, dtype=ms.float32), return_complex=True)"],
        "DIFFERENT",
    ),
    "transforms of windows as pairs": ("a = torch.stft(x, 16, return_complex=False)\n", [], "NO-ROW"),
    "windows of a dtype": (
        "a = torch.hann_window(4, dtype=torch.float64)\n", ["a = ops.hann_window(4, dtype=ms.float64)"], "",
    ),
    "a weight of what the project binds to one class": (
        "class A:\n    def f(self):\n        self.emb = nn.Embedding(3, 2)\nw = net.body.emb.weight\n",
        ["w = net.body.emb.embedding_table"], "",
    ),
    "a weight of what it binds to several things": (
        "class A:\n    def f(self):\n        self.e = nn.Embedding(3, 2)\n        self.e = g()\nw = n.body.e.weight\n",
        ["w = n.body.e.weight"], "",
    ),
    "of a list of layers": (
        """
class A:
    def f(self):
        self.e = nn.ModuleList([nn.Embedding(n, 2) for n in s])
        self.d = nn.ModuleList([nn.Linear(2, 2), g()])
w = n.e[0].embedding_dim, n.d[0].weight
""",
        ["w = n.e[0].embedding_size, n.d[0].weight"], "",
    ),
    "a list of layers of several classes": (
        """
class A:
    def f(self):
        self.e = nn.ModuleList([nn.Linear(2, 2), nn.LayerNorm(2)])
w = n.e[0].weight
""",
        ["w = n.e[0].weight"], "STRUCTURE",
    ),
    "of a sequence that is written out": (
        """
class A:
    def f(self):
        self.net = nn.Sequential(nn.Conv2d(3, 4, 1), nn.BatchNorm2d(4))
        nn.init.zeros_(self.net[-1].weight)
w = n.net[0].weight, n.net[-1].running_mean
""",
        ["        self.net[-1].gamma.set_data(", "w = n.net[0].weight, n.net[-1].moving_mean"], "",
    ),
    "of what is a sequence, and something else": (
        """
class A:
    def f(self):
        self.net = nn.Sequential(nn.Conv2d(3, 4, 1), nn.BatchNorm2d(4))
class B:
    def f(self):
        self.net = g()
w = n.net[-1].weight
""",
        ["w = n.net[-1].weight"], "",
    ),
    "a part of a Parameter filled through data": (
        "p = nn.Parameter(torch.zeros(3, 4))\nnn.init.zeros_(p[0].data)\n",
        ["p[0] = initializer(Zero(), p[0].shape, p[0].dtype).init_data()"], "",
    ),
    "a function by its name, as a text": (
        "a = getattr(F, 'silu') if hasattr(F, 'silu') else F.relu\n", ["a = ops.silu"], "",
    ),
    "a function by its name": ("a = getattr(F, name)\n", ["a = FUNCTIONS[name]", '    "gelu": ops.gelu,'], ""),
    "no function": ("a = getattr(F, 'no_such', None)\n", ["a = FUNCTIONS.get('no_such', None)"], ""),
    "packed sequences": (
        """
from torch.nn.utils.rnn import pack_padded_sequence as pack, pad_packed_sequence

class N(nn.Module):
    def forward(self, x, n):
        p = pack(x, n, batch_first=True)
        o, h = self.rnn(p)
        y = self.other(x)
        return pad_packed_sequence(o, True), y
""",
        ["        p = pack_padded_sequence(x, n, batch_first=True)", "        o, h = run_packed(self.rnn, p)",
         "        y = self.other(x)", "        return pad_packed_sequence(o, True), y"], "",
    ),
    "in place one after the other": (
        "def f(x, y):\n    x.data.mul_(0.9).add_(y, alpha=0.1)\n",
        ["    x[...] = x.mul(0.9).add(y, alpha=0.1)"], "",
    ),
    "in place one after the other, in a forward": (
        """
class N(nn.Module):
    def forward(self, x):
        with torch.no_grad():
            self.mean.mul_(0.9).add_(x, alpha=0.1)
        self.mean.mul_(0.9).add_(x, alpha=0.1)
""",
        ["        self.mean[...] = ops.stop_gradient(self.mean.mul(0.9).add(x, alpha=0.1))",
         "        self.mean.mul_(0.9).add_(x, alpha=0.1)"], "IN-PLACE",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", SOURCES)
def test_lines(what: str) -> None:
    source, lines, codes = SOURCES[what]
    made = converted(TORCH + source)
    assert [line for line in lines if line not in made.source] == [], made.source
    assert " ".join(mark.code for mark in made.marks) == codes, made.source


NETS = {
    "norms of matrices": (
        """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.utils.spectral_norm(nn.Conv1d(3, 4, 3, padding=1, padding_mode="circular"))
        self.b = nn.utils.spectral_norm(nn.ConvTranspose1d(4, 5, 4, stride=2, padding=1, output_padding=1))
        self.c = nn.Conv2d(1, 2, (3, 1), stride=(2, 1), padding=(1, 0), padding_mode="reflect", bias=False)
        self.scales = nn.ParameterDict({"x": nn.Parameter(torch.ones(1)), "y": nn.Parameter(torch.zeros(1))})

    def forward(self, x):
        y = self.b(self.a(x))
        y = y * self.scales["x"] + self.scales["y"]
        return y, self.c(x[:, None]), F.pairwise_distance(y[:, 0], y[:, 1])
""",
        ["float32[2,3,9]"],
    ),
    "packed": (
        """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.LSTM(4, 3, bidirectional=True)
        self.b = nn.GRU(6, 3, batch_first=True)

    def forward(self, x):
        p = nn.utils.rnn.pack_padded_sequence(x, torch.tensor([3, 5]), batch_first=True, enforce_sorted=False)
        o, (h, c) = self.a(p, (torch.zeros(2, 2, 3), torch.zeros(2, 2, 3)))
        y, n = nn.utils.rnn.pad_packed_sequence(o, padding_value=-1.0, total_length=7)
        z, _ = self.b(nn.utils.rnn.pack_padded_sequence(y.transpose(0, 1), [7, 2], batch_first=True))
        return y, n, c, nn.utils.rnn.pad_packed_sequence(z, batch_first=True)[0]
""",
        ["float32[2,5,4]"],
    ),
    "a tie to what another class holds": (
        """
class Part(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(5, 4, padding_idx=0)

    def forward(self, x):
        return self.emb(x)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.part, self.other = Part(), Part()
        self.head = nn.Linear(4, 5, bias=False)
        self.head.weight = self.part.emb.weight
        self.other.emb.weight = self.part.emb.weight

    def forward(self, x):
        return self.head(self.part(x) + self.other(x))
""",
        ["int64[2,3]<5"],
    ),
    "transforms": (
        """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(1))

    def forward(self, x):
        s = torch.stft(x * self.scale, 16, 4, win_length=12, window=torch.hann_window(12), return_complex=True)
        w = torch.ones(8)
        t = torch.stft(x[0], 8, window=w, center=False, normalized=True, onesided=False, return_complex=True)
        return torch.view_as_real(s), torch.view_as_real(t)
""",
        ["float32[2,40]"],
    ),
}


@pytest.mark.parametrize("what", NETS)
def test_nets_are_the_same(tmp_path: Path, what: str) -> None:
    source, specs = NETS[what]
    (tmp_path / "net.py").write_text(TORCH + source)
    words = ["port", str(tmp_path / "net.py"), "-o", str(tmp_path / "made.py"), "--net", "Net"]
    done = CliRunner().invoke(program, [*words, *(word for spec in specs for word in ("--input", spec))])
    assert done.exit_code == int("stft" in source), done.output
    assert "SAME: " in done.output
