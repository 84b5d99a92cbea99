"""Nets whose layers bear the same names, where execution alone would pair other layers."""

from __future__ import annotations

import pytest
import torch
from torch import nn as tnn

import ms2torch
import parity
from ms2torch import mint, nn, ops

WIDTH = 8


class Between(tnn.Module):
    """Attention between two sequences of one width: keys, values, then queries."""

    def __init__(self):
        super().__init__()
        self.q, self.k, self.v, self.out = (tnn.Linear(WIDTH, WIDTH) for _ in range(4))

    def forward(self, x, memory):
        k, v = self.k(memory), self.v(memory)
        q = self.q(x)
        return self.out(torch.softmax(q @ k.mT, -1) @ v)


class BetweenCell(nn.Cell):
    """The same: queries, then keys and values."""

    def __init__(self, factor=1.0):
        super().__init__()
        self.q, self.k, self.v, self.out = (mint.nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.factor = factor

    def construct(self, x, memory):
        q = self.q(x)
        k, v = self.k(memory), self.v(memory)
        return self.out(ops.matmul(ops.softmax(self.factor * ops.matmul(q, k.swapaxes(-1, -2)), -1), v))


class Experts(tnn.Module):
    """Each token goes to the expert that scores highest."""

    def __init__(self, count=12):
        super().__init__()
        self.gate = tnn.Linear(WIDTH, count)
        self.experts = tnn.ModuleList(
            tnn.Sequential(tnn.Linear(WIDTH, WIDTH), tnn.GELU(), tnn.LayerNorm(WIDTH)) for _ in range(count)
        )

    def forward(self, x):
        chosen = self.gate(x).argmax(-1)
        out = torch.zeros_like(x)
        for number in chosen.unique().tolist():
            out[chosen == number] = self.experts[number](x[chosen == number])
        return out


class ExpertsCell(nn.Cell):
    """The same; `epsilon` is of the norm at the end of each expert."""

    def __init__(self, count=12, epsilon=1e-5):
        super().__init__()
        self.gate = mint.nn.Linear(WIDTH, count)
        self.experts = nn.CellList(
            [
                nn.SequentialCell(
                    mint.nn.Linear(WIDTH, WIDTH), nn.GELU(approximate=False), nn.LayerNorm((WIDTH,), epsilon=epsilon)
                )
                for _ in range(count)
            ]
        )

    def construct(self, x):
        chosen = self.gate(x).argmax(-1)
        out = ops.zeros_like(x)
        for number in ops.unique(chosen)[0].tolist():
            out[chosen == number] = self.experts[number](x[chosen == number])
        return out


def errors(report):
    return {(f.rule, f.argument) for f in report.findings if f.severity == "error"}


def crossed(report):
    layers = (
        (entry, entry.reference.rpartition(".")[0], entry.port.rpartition(".")[0]) for entry in report.weights.mapped
    )
    return [entry for entry, reference, port in layers if reference != port]


@pytest.mark.parametrize("rows", [3, 5])
def test_projections_in_another_order(rows):
    report = parity.compare(Between(), BetweenCell(), [f"float32[2,5,{WIDTH}]", f"float32[2,{rows},{WIDTH}]"])
    assert report.verdict == "same", report.findings
    assert not crossed(report)


def test_projections_in_another_order_beside_a_mistake():
    inputs = [f"float32[2,5,{WIDTH}]", f"float32[2,5,{WIDTH}]"]
    report = parity.compare(Between(), BetweenCell(0.5), inputs)
    assert report.verdict == "different"
    assert not crossed(report)
    assert [f.port_layer for f in report.findings if f.severity == "error"] == [""]


def test_experts_that_the_weights_choose():
    ms2torch.set_seed(3)
    report = parity.compare(Experts(), ExpertsCell(), [f"float32[6,{WIDTH}]"])
    assert report.verdict == "same", report.findings
    assert not crossed(report)
    assert not report.findings


def test_experts_with_a_mistake():
    ms2torch.set_seed(3)
    report = parity.compare(Experts(), ExpertsCell(epsilon=0.1), [f"float32[6,{WIDTH}]"])
    assert not crossed(report)
    assert errors(report) == {("epsilon", "epsilon")}


class Swapped(tnn.Module):
    """Two layers of one size."""

    def __init__(self):
        super().__init__()
        self.first, self.second = tnn.Linear(WIDTH, WIDTH), tnn.Linear(WIDTH, WIDTH)

    def forward(self, x):
        return self.second(torch.relu(self.first(x)))


class SwappedCell(nn.Cell):
    """The same with the names exchanged."""

    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Dense(WIDTH, WIDTH), nn.Dense(WIDTH, WIDTH)

    def construct(self, x):
        return self.first(ops.relu(self.second(x)))


def test_names_that_are_exchanged_give_way_to_values():
    report = parity.compare(Swapped(), SwappedCell(), [f"float32[2,{WIDTH}]"])
    assert report.verdict == "same", report.findings
    assert {(entry.reference, entry.port) for entry in crossed(report)} >= {("first.weight", "second.weight")}
