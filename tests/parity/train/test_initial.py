"""Distributions of initial weights: the argument of the weight is named, both are told, nothing is advised blindly."""

import math

import torch
from torch import nn as tnn

import parity
from ms2torch import Parameter, nn, ops
from ms2torch.common.initializer import HeNormal, Normal, initializer

PRIOR = -math.log(99)


def errors(report):
    return [finding for finding in report.findings if finding.severity == "error"]


class Reference(tnn.Module):
    def __init__(self):
        super().__init__()
        self.convs = tnn.ModuleList(tnn.Conv2d(4 * n, 8, 3, padding=1) for n in (1, 2, 2))
        self.scale = tnn.Parameter(0.5 * tnn.init.normal_(torch.empty(40, 8)))
        for conv in self.convs:
            tnn.init.kaiming_normal_(conv.weight, nonlinearity="relu")
            tnn.init.constant_(conv.bias, PRIOR)

    def forward(self, x):
        for conv in self.convs:
            x = conv(x).relu()
        return x.mean((2, 3)) @ self.scale.t()


def conv(inputs, bias):
    return nn.Conv2d(
        inputs,
        8,
        3,
        pad_mode="pad",
        padding=1,
        has_bias=True,
        weight_init=HeNormal(nonlinearity="relu"),
        bias_init=bias,
    )


class Port(nn.Cell):
    def __init__(self, bias=PRIOR, scale=0.5):
        super().__init__()
        self.convs = nn.CellList([conv(4 * n, bias) for n in (1, 2, 2)])
        self.scale = Parameter(initializer(Normal(scale), (40, 8)))

    def construct(self, x):
        for layer in self.convs:
            x = ops.relu(layer(x))
        return x.mean((2, 3)) @ self.scale.T


IMAGE = "float32[1,4,6,6]"


def test_one_law_written_otherwise_says_nothing():
    report = parity.compare(Reference, Port, IMAGE, init=True)
    assert report.verdict == "same", errors(report)
    assert not [f for f in report.findings if f.rule == "init-distribution"]


def test_without_the_test_there_is_one_note_and_no_advice():
    report = parity.compare(Reference, Port, IMAGE)
    [note] = [f for f in report.findings if f.rule == "init-distribution"]
    assert (note.severity, note.fix) == ("note", "")
    assert "3 layers" in note.message
    assert "--init" in note.message
    assert len(note.also) == 2


def test_a_bias_is_named_by_its_own_argument():
    report = parity.compare(Reference, lambda: Port(bias="zeros"), init=True)
    [finding] = errors(report)
    assert (finding.rule, finding.argument, finding.port_layer) == ("init-distribution", "bias_init", "convs.0")
    assert (finding.reference_value, finding.port_value) == ("constant(-4.595)", "constant(0)")
    assert "bias_init=-4.595" in finding.fix
    assert "convs.0.bias starts from constant(0), the reference's from constant(-4.595)" in finding.message


def test_a_parameter_of_the_net_itself_is_told_where_it_is_made():
    report = parity.compare(Reference, lambda: Port(scale=0.1), init=True)
    [finding] = errors(report)
    assert (finding.argument, finding.port_layer, finding.fix) == ("scale", "", "")
    assert finding.reference_value.startswith("normal(0, 0.5") or finding.reference_value.startswith("normal(0, 0.49")
    assert "test_initial.py" in finding.location
    assert "test_initial.py" in finding.reference_location
