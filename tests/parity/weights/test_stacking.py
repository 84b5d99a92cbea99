"""Weights that a module holds together: gate and up fused, experts stacked, in every order of rows."""

from __future__ import annotations

import pytest
import torch
from safetensors.torch import load_file, save_file
from torch import nn as tnn

import ms2torch as ms
from ms2torch import Parameter, Tensor, mint, nn
from parity import compare
from parity.convert.conversion import Conversion, convert, write

SIZE, WIDE, EXPERTS = 8, 12, 3
SPEC = "float32[5,8]"


class Expert(tnn.Module):
    def __init__(self):
        super().__init__()
        self.gate_proj, self.up_proj = (tnn.Linear(SIZE, WIDE, bias=False) for _ in range(2))
        self.down_proj = tnn.Linear(WIDE, SIZE, bias=False)

    def forward(self, x):
        return self.down_proj(tnn.functional.silu(self.gate_proj(x)) * self.up_proj(x))


class Dense(tnn.Module):
    def __init__(self):
        super().__init__()
        self.norm, self.mlp = tnn.LayerNorm(SIZE), Expert()

    def forward(self, x):
        return x + self.mlp(self.norm(x))


class Experts(tnn.Module):
    def __init__(self):
        super().__init__()
        self.router = tnn.Linear(SIZE, EXPERTS, bias=False)
        self.experts = tnn.ModuleList(Expert() for _ in range(EXPERTS))

    def forward(self, x):
        weights = self.router(x).softmax(-1)
        return sum(weights[:, i : i + 1] * expert(x) for i, expert in enumerate(self.experts))


class Mixture(tnn.Module):
    def __init__(self):
        super().__init__()
        self.norm, self.moe = tnn.LayerNorm(SIZE), Experts()

    def forward(self, x):
        return x + self.moe(self.norm(x))


def halves(y):
    return mint.chunk(y, 2, -1)


def reversed_halves(y):
    return mint.chunk(y, 2, -1)[::-1]


def every_other(y):
    return y[..., ::2], y[..., 1::2]


class FusedMLP(nn.Cell):
    def __init__(self, split, turned):
        super().__init__()
        self.split, self.turned = split, turned
        wide, back = ((SIZE, 2 * WIDE), (WIDE, SIZE)) if turned else ((2 * WIDE, SIZE), (SIZE, WIDE))
        self.w13, self.w2 = Parameter(mint.ones(wide), name="w13"), Parameter(mint.ones(back), name="w2")

    def construct(self, x):
        w13, w2 = (self.w13, self.w2) if self.turned else (self.w13.T, self.w2.T)
        gate, up = self.split(mint.matmul(x, w13))
        return mint.matmul(mint.nn.functional.silu(gate) * up, w2)


class DenseCell(nn.Cell):
    def __init__(self, split, turned):
        super().__init__()
        self.norm, self.mlp = mint.nn.LayerNorm(SIZE), FusedMLP(split, turned)

    def construct(self, x):
        return x + self.mlp(self.norm(x))


class StackedExperts(nn.Cell):
    def __init__(self, split, turned):
        super().__init__()
        self.split, self.turned = split, turned
        wide, back = ((SIZE, 2 * WIDE), (WIDE, SIZE)) if turned else ((2 * WIDE, SIZE), (SIZE, WIDE))
        self.router = mint.nn.Linear(SIZE, EXPERTS, bias=False)
        self.gate_up_proj = Parameter(mint.ones((EXPERTS, *wide)), name="gate_up_proj")
        self.down_proj = Parameter(mint.ones((EXPERTS, *back)), name="down_proj")

    def construct(self, x):
        weights = mint.nn.functional.softmax(self.router(x), -1)
        turn = (lambda w: w) if self.turned else (lambda w: mint.transpose(w, 1, 2))
        gate, up = self.split(mint.matmul(x.unsqueeze(0), turn(self.gate_up_proj)))
        out = mint.matmul(mint.nn.functional.silu(gate) * up, turn(self.down_proj))
        return (mint.transpose(weights, 0, 1).unsqueeze(-1) * out).sum(0)


class MixtureCell(nn.Cell):
    def __init__(self, split, turned):
        super().__init__()
        self.norm, self.moe = mint.nn.LayerNorm(SIZE), StackedExperts(split, turned)

    def construct(self, x):
        return x + self.moe(self.norm(x))


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("split", [halves, reversed_halves, every_other])
@pytest.mark.parametrize(("reference", "port"), [(Dense, DenseCell), (Mixture, MixtureCell)])
def test_the_order_of_rows_is_found_by_running(reference, port, split, turned, tmp_path):
    report = compare(reference, lambda: port(split, turned), SPEC)
    assert report.verdict == "same", report.findings
    assert not report.weights.unmatched_reference + report.weights.unmatched_port


def test_stacked_experts_are_written_and_taken_apart_again_bit_for_bit(tmp_path):
    torch.manual_seed(0)
    net = Mixture()
    save_file(net.state_dict(), tmp_path / "net.safetensors")
    nets = {"net": Mixture, "port": lambda: MixtureCell(every_other, turned=True), "inputs": SPEC}
    there = convert(Conversion(tmp_path / "net.safetensors", tmp_path / "port.ckpt", **nets))
    write(there)
    assert {entry.fate for entry in there.entries} == {"converted"}
    held = ms.load_checkpoint(str(tmp_path / "port.ckpt"))["moe.gate_up_proj"]
    assert torch.equal(torch.tensor(held.asnumpy()[1, :, ::2].T), net.moe.experts[1].gate_proj.weight)
    write(convert(Conversion(tmp_path / "port.ckpt", tmp_path / "back.safetensors", **nets)))
    back = load_file(tmp_path / "back.safetensors")
    assert back.keys() == net.state_dict().keys()
    assert all(torch.equal(back[name], value) for name, value in net.state_dict().items())


def test_what_computes_something_else_is_not_explained_by_an_order_of_rows():
    def without_gate(y):
        gate, up = halves(y)
        return gate * 0.5, up

    assert compare(Dense, lambda: DenseCell(without_gate, turned=False), SPEC).verdict == "different"
    assert isinstance(DenseCell(halves, turned=False)(Tensor(mint.ones((2, SIZE)))), Tensor)
