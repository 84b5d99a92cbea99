"""Names that two nets have exchanged: said where they compute the same, and nowhere else."""

import pytest
import torch
from torch import nn as tnn

import parity
from ms2torch import nn, ops
from parity.weights.crossed import crossed
from tests.parity.tiny import paired


class Stack(tnn.Module):
    def __init__(self):
        super().__init__()
        self.layers = tnn.ModuleList(tnn.Linear(8, 8) for _ in range(3))

    def forward(self, x):
        for layer in self.layers:
            x = torch.tanh(layer(x))
        return x


class Ported(nn.Cell):
    def __init__(self, order=(0, 1, 2)):
        super().__init__()
        self.layers = nn.CellList([nn.Dense(8, 8) for _ in range(3)])
        self.order = order

    def construct(self, x):
        for number in self.order:
            x = ops.tanh(self.layers[number](x))
        return x


def circles(reference, port):
    found = paired(reference, port, "float32[2,8]")
    return list(crossed(found.weights, found.reference.layers, found.port.layers))


@pytest.mark.parametrize(
    ("order", "circle"),
    [
        ((2, 1, 0), [("layers.0", "layers.2"), ("layers.2", "layers.0")]),
        ((1, 2, 0), [("layers.0", "layers.1"), ("layers.1", "layers.2"), ("layers.2", "layers.0")]),
    ],
)
def test_layers_called_in_another_order_are_exchanged(order, circle):
    assert circles(Stack(), Ported(order)) == [circle]
    report = parity.compare(Stack, lambda: Ported(order), "float32[2,8]")
    assert report.verdict == "same"
    (finding,) = [entry for entry in report.findings if entry.severity == "warning"]
    assert (finding.rule, finding.argument) == ("weights", "names")
    assert "layers.2 is the port's layers." in finding.message


def test_layers_under_their_names_are_not():
    assert circles(Stack(), Ported()) == []


def test_numbers_that_a_layer_without_weights_has_shifted_are_not():
    reference = tnn.Sequential(tnn.Identity(), tnn.Linear(8, 8), tnn.Linear(8, 8), tnn.Linear(8, 8))
    port = nn.SequentialCell(nn.Dense(8, 8), nn.Dense(8, 8), nn.Dense(8, 8))
    assert circles(reference, port) == []


def test_a_map_that_was_given_is_what_was_meant():
    exchanged = {f"layers.{n}.{what}": f"layers.{2 - n}.{what}" for n in (0, 2) for what in ("weight", "bias")}
    report = parity.compare(Stack, lambda: Ported((2, 1, 0)), "float32[2,8]", mapping=exchanged)
    assert report.verdict == "same"
    assert all(finding.severity == "note" for finding in report.findings)
