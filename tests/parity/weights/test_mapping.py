"""Which weight goes where, and in which layout: tiny nets, the pairs of weights, and copies there and back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
import torch
from torch import nn as tnn

from ms2torch import Parameter, nn
from ms2torch.common.initializer import initializer
from parity.nets.base import Weight
from parity.weights.mapping import Mapped
from tests.parity.tiny import Net, Pair, paired


@dataclass(frozen=True)
class Case:
    reference: Callable[[], Any]
    port: Callable[[], Any]
    mapped: list[str]
    spec: str = "float32[2,8]"


def attention(net, x):
    q, k, v = net.qkv(x).chunk(3, -1)
    return torch.softmax(q @ k.T, -1) @ v


def apart(net, x):
    return torch.softmax(net.q(x) @ net.k(x).T, -1) @ net.v(x)


def fused():
    return Net(attention, qkv=tnn.Linear(8, 24))


class Biased(tnn.Module):
    """One weight for three layers, their biases held apart."""

    def __init__(self):
        super().__init__()
        self.qkv = tnn.Linear(8, 24, bias=False)
        self.q_bias = tnn.Parameter(torch.ones(8))
        self.v_bias = tnn.Parameter(torch.ones(8))

    def forward(self, x):
        bias = torch.cat((self.q_bias, torch.zeros(8), self.v_bias))
        q, k, v = torch.nn.functional.linear(x, self.qkv.weight, bias).chunk(3, -1)
        return torch.softmax(q @ k.T, -1) @ v


def separate():
    return Net(apart, q=tnn.Linear(8, 8), k=tnn.Linear(8, 8), v=tnn.Linear(8, 8))


class Transposed(tnn.Module):
    """A weight of its own, the other way round."""

    def __init__(self):
        super().__init__()
        self.kernel = tnn.Parameter(torch.ones(8, 3))

    def forward(self, x):
        return x @ self.kernel


class Beside(tnn.Module):
    """A bias of its own beside a norm that has one."""

    def __init__(self):
        super().__init__()
        self.bias = tnn.Parameter(torch.ones(8))
        self.norm = tnn.LayerNorm(8)

    def forward(self, x):
        return self.norm(x + self.bias)


class BesideInMindSpore(nn.Cell):
    """The same."""

    def __init__(self):
        super().__init__()
        self.bias = Parameter(initializer("zeros", (8,)), name="bias")
        self.norm = nn.LayerNorm((8,))

    def construct(self, x):
        return self.norm(x + self.bias)


CASES = {
    "by the table": Case(
        lambda: tnn.Sequential(tnn.Linear(8, 4), tnn.LayerNorm(4)),
        lambda: nn.SequentialCell(nn.Dense(8, 4), nn.LayerNorm((4,))),
        ["0.weight=0.weight", "0.bias=0.bias", "1.weight=1.gamma", "1.bias=1.beta"],
    ),
    "by the table, the other way round": Case(
        lambda: nn.SequentialCell(nn.LayerNorm((8,))),
        lambda: tnn.Sequential(tnn.LayerNorm(8)),
        ["0.gamma=0.weight", "0.beta=0.bias"],
    ),
    "a bias beside a layer that has one by another name": Case(
        Beside, BesideInMindSpore, ["norm.weight=norm.gamma", "norm.bias=norm.beta", "bias=bias"],
    ),
    "with a new axis": Case(
        lambda: tnn.Sequential(tnn.Conv1d(2, 3, 3, bias=False)),
        lambda: nn.SequentialCell(nn.Conv1d(2, 3, 3, pad_mode="valid")),
        ["0.weight=0.weight unsqueeze(2)"],
        "float32[2,2,8]",
    ),
    "without that axis": Case(
        lambda: nn.SequentialCell(nn.Conv1d(2, 3, 3, pad_mode="valid")),
        lambda: tnn.Sequential(tnn.Conv1d(2, 3, 3, bias=False)),
        ["0.weight=0.weight squeeze(2)"],
        "float32[2,2,8]",
    ),
    "running statistics": Case(
        lambda: tnn.Sequential(tnn.BatchNorm1d(8, affine=False)),
        lambda: nn.SequentialCell(nn.BatchNorm1d(8, affine=False)),
        ["0.running_mean=0.moving_mean", "0.running_var=0.moving_variance"],
    ),
    "a layer of the user's own": Case(
        lambda: Net(a=Transposed()), lambda: Net(x=tnn.Linear(8, 3, bias=False)),
        ["a.kernel=x.weight transpose(0, 1)"],
    ),
    "rows of one layer to three": Case(
        fused, separate,
        [
            f"qkv.{name}={part}.{name} rows {start}:{start + 8}"
            for name in ("weight", "bias") for part, start in (("q", 0), ("k", 8), ("v", 16))
        ],
    ),
    "biases beside the weight of three layers": Case(
        Biased,
        lambda: Net(apart, q=tnn.Linear(8, 8), k=tnn.Linear(8, 8, bias=False), v=tnn.Linear(8, 8)),
        [
            "q_bias=q.bias", "v_bias=v.bias",
            *(f"qkv.weight={part}.weight rows {start}:{start + 8}" for part, start in (("q", 0), ("k", 8), ("v", 16))),
        ],
    ),
    "three layers into rows of one": Case(
        separate, fused,
        [
            f"{part}.{name}=qkv.{name} into rows {start}:{start + 8}"
            for name in ("weight", "bias") for part, start in (("q", 0), ("k", 8), ("v", 16))
        ],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_which_weight_goes_where(name):
    case = CASES[name]
    found = paired(case.reference(), case.port(), case.spec)
    assert found.mapped() == case.mapped
    left = [*found.weights.left_reference, *found.weights.left_port]
    assert not [weight.name for weight in left if weight.trainable]


@pytest.mark.parametrize("name", CASES)
def test_what_was_copied_can_be_copied_back(name):
    case = CASES[name]
    found = paired(case.reference(), case.port(), case.spec)
    before = {w.name: w.tensor.detach().clone() for w in found.reference.weights}
    with torch.no_grad():
        for weight in found.reference.weights:
            weight.tensor.mul_(0)
    found.weights.copy_back()
    for weight in found.reference.weights:
        if weight.name != "0.num_batches_tracked":
            assert torch.equal(weight.tensor, before[weight.name]), weight.name


@pytest.mark.parametrize(("reference", "port"), [(fused, separate), (separate, fused)])
def test_packed_layers_compute_the_same_after_a_copy_either_way(reference, port):
    found = paired(reference(), port(), "float32[2,8]")
    x = torch.randn(5, 8)
    assert torch.allclose(found.reference.net(x), found.port.net(x), atol=1e-6)
    torch.nn.init.normal_(next(found.port.net.parameters()))
    found.weights.copy_back()
    assert torch.allclose(found.reference.net(x), found.port.net(x), atol=1e-6)


def names(weights: list[Weight]) -> list[str]:
    return [weight.name for weight in weights]


def test_what_has_no_partner_is_listed():
    found = paired(Net(a=tnn.Linear(8, 3)), Net(x=tnn.Linear(8, 3, bias=False)), "float32[2,8]").weights
    assert names(found.left_reference) == ["a.bias"]
    found = paired(Net(a=tnn.Linear(8, 3, bias=False)), Net(x=tnn.Linear(8, 3)), "float32[2,8]").weights
    assert names(found.left_port) == ["x.bias"]


def test_ties_on_one_side_alone_are_told():
    def net(tied: bool) -> Net:
        made = Net(a=tnn.Linear(8, 8, bias=False), b=tnn.Linear(8, 8, bias=False))
        if tied:
            made.b.weight = made.a.weight
        return made

    assert [len(paired(net(True), net(False), "float32[2,8]").weights.untied)] == [1]
    assert [len(paired(net(False), net(True), "float32[2,8]").weights.tied_apart)] == [1]


def test_the_parts_of_a_packed_weight_are_told_apart():
    found: Pair = paired(separate(), fused(), "float32[2,8]")
    entries: list[Mapped] = found.weights.mapped
    gradient = torch.arange(24.0)
    shifts = [entry.part(gradient).tolist() for entry in entries if entry.port.name == "qkv.bias"]
    assert shifts == [list(range(8)), list(range(8, 16)), list(range(16, 24))]
