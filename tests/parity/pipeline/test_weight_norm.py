"""Weights kept as length and direction, which a Cell of the user's own puts together around MindSpore's layer."""

from __future__ import annotations

import pytest
from torch import nn as tnn
from torch.nn.utils import parametrizations, weight_norm

import parity
from ms2torch import Parameter, nn, ops

SEQUENCE = "float32[2,3,8]"


class WeightNorm(nn.Cell):
    def __init__(self, layer, factor=1.0):
        super().__init__()
        self.layer, self.factor = layer, factor
        self.weight_g = Parameter(ops.ones((layer.weight.shape[0], *[1] * (layer.weight.ndim - 1))), name="weight_g")
        self.weight_v = Parameter(layer.weight.clone(), name="weight_v")

    def construct(self, x):
        rows = self.weight_v.reshape(self.weight_v.shape[0], -1)
        length = ops.norm(rows, dim=1).reshape(self.weight_g.shape)
        ops.assign(self.layer.weight, self.factor * self.weight_v * (self.weight_g / length))
        return self.layer(x)


class Net(tnn.Module):
    def __init__(self, norm):
        super().__init__()
        self.first, self.last = norm(tnn.Conv1d(3, 4, 3, padding=1)), norm(tnn.Conv1d(4, 2, 1))

    def forward(self, x):
        return self.last(self.first(x).tanh())


class NetCell(nn.Cell):
    def __init__(self, factor=1.0):
        super().__init__()
        self.first = WeightNorm(nn.Conv1d(3, 4, 3, pad_mode="pad", padding=1, has_bias=True), factor)
        self.last = WeightNorm(nn.Conv1d(4, 2, 1, has_bias=True))

    def construct(self, x):
        return self.last(ops.tanh(self.first(x)))


@pytest.mark.parametrize("norm", [weight_norm, parametrizations.weight_norm])
@pytest.mark.filterwarnings("ignore:.*weight_norm.*is deprecated:FutureWarning")
def test_length_and_direction_around_the_layer(norm):
    report = parity.compare(lambda: Net(norm), NetCell, SEQUENCE)
    assert (report.verdict, report.of_severity("error"), report.of_severity("warning")) == ("same", (), ())
    assert len(report.weights.mapped) == 6
    assert (report.weights.unmatched_reference, report.weights.unmatched_port) == ((), ())


@pytest.mark.filterwarnings("ignore:.*weight_norm.*is deprecated:FutureWarning")
def test_a_weight_put_together_otherwise_differs():
    report = parity.compare(lambda: Net(weight_norm), lambda: NetCell(2.0), SEQUENCE)
    assert report.verdict == "different"
