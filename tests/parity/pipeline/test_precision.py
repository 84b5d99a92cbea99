"""Sensitivity and calm: an eps off by 0.1 % is seen in float64; correct ports pass in every precision."""

import pytest
import torch
from torch import nn

from benchmarks.parity_noise import main
from parity import compare


class Normed(nn.Module):
    def __init__(self, eps=1e-5, norm=nn.LayerNorm):
        super().__init__()
        self.inner = nn.Linear(8, 8)
        self.norm = norm(8, eps=eps)
        self.outer = nn.Linear(8, 3)

    def forward(self, x):
        return self.outer(torch.relu(self.norm(self.inner(x))))


class Written(Normed):
    def __init__(self, eps=1e-5):
        super().__init__()
        self.eps = eps

    def forward(self, x):
        h = self.inner(x)
        h = (h - h.mean(-1, keepdim=True)) / torch.sqrt(h.var(-1, keepdim=True, correction=0) + self.eps)
        return self.outer(torch.relu(h * self.norm.weight + self.norm.bias))


@pytest.mark.parametrize("norm", [nn.LayerNorm, nn.BatchNorm1d])
@pytest.mark.parametrize("seed", range(5))
def test_an_eps_off_by_a_thousandth_is_seen(norm, seed):
    report = compare(Normed(norm=norm), Normed(1.001e-5, norm=norm), "float32[4,8]", seed=seed)
    assert report.verdict == "different"
    assert [finding.argument for finding in report.findings if finding.severity == "error"] == ["eps"]


def test_an_eps_off_by_a_thousandth_is_seen_where_it_is_written_out():
    report = compare(Written(), Written(1.001e-5), "float32[4,8]")
    assert report.verdict == "different"
    assert compare(Written(), Written(), "float32[4,8]").verdict == "same"


@pytest.mark.parametrize("dtype", ["float32", "float16", "bfloat16"])
@pytest.mark.parametrize("mode", ["eval", "train"])
def test_a_correct_port_passes_in_every_precision(dtype, mode):
    for seed in range(5):
        assert compare(Normed(), Normed(), "float32[4,8]", dtype=dtype, mode=mode, seed=seed).verdict == "same"


def test_correct_ports_of_the_planted_mistakes_pass(capsys):
    assert main(["--seeds", "1", "--only", "tagger"]) == 0
    assert "0 false alarms" in capsys.readouterr().out


class Masked(torch.nn.Module):
    """The least number of the weights' type in a mask of float32: infinite beside weights of float64, and 0 * inf."""

    def __init__(self, factor=1.0):
        super().__init__()
        self.linear = torch.nn.Linear(8, 8)
        self.factor = factor

    def forward(self, x):
        mask = torch.tensor([1, 1, 1, 1, 1, 0, 0, 1]).to(torch.float32)
        hidden = (1.0 - mask) * torch.finfo(self.linear.weight.dtype).min
        return torch.softmax(self.factor * self.linear(x) + hidden, -1)


@pytest.mark.parametrize(("factor", "verdict"), [(1.0, "same"), (1.01, "different")])
def test_numbers_that_float64_alone_has_not(factor, verdict):
    report = compare(Masked(), Masked(factor), ["float32[4,8]"])
    assert report.verdict == verdict, report.findings
    assert all(finding.rule != "precision" for finding in report.findings)


class Undecided(nn.Module):
    """A number that float32 rounds to 1 and float64 does not: its own arcus cosine is NaN there alone."""

    def __init__(self, factor=1.0):
        super().__init__()
        self.linear = nn.Linear(8, 8)
        self.factor = factor

    def forward(self, x):
        above = torch.acos(x.new_tensor(1.0) + 1e-12 * x.new_ones(8))
        return self.factor * self.linear(x) + above


def test_where_float64_gives_nan_float32_decides():
    report = compare(Undecided(), Undecided(), ["float32[4,8]"])
    assert report.verdict == "same", report.findings
    assert "does not run in float64 (FloatingPointError: its output holds NaN there)" in str(report.coverage)
    assert compare(Undecided(), Undecided(1.01), ["float32[4,8]"]).verdict == "different"
