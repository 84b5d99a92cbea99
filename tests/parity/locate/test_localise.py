"""Where two nets diverge: the status of each layer, free-running and on the reference's input."""

from __future__ import annotations

import pytest
import torch
from torch import nn as tnn

from parity.locate.localise import localise
from tests.parity.tiny import Net, paired


def statuses(reference, port, spec="float32[2,8]"):
    found = paired(reference, port, spec)
    return {
        (entry.pair.reference or entry.pair.port).layer.path: entry.status
        for entry in localise(found.comparison, found.forward)
    }


def lin(out=8):
    return tnn.Linear(8, out)


CASES = {
    "the same": ({"b": tnn.ReLU()}, {"b": tnn.ReLU()}, {"a": "same", "b": "same", "c": "same", "": "same"}),
    "one wrong layer": (
        {"b": tnn.LeakyReLU(0.1)}, {"b": tnn.LeakyReLU(0.2)},
        {"a": "same", "b": "introduced", "c": "amplified", "": "amplified"},
    ),
    "two wrong layers": (
        {"b": tnn.LeakyReLU(0.1), "d": tnn.ELU()}, {"b": tnn.LeakyReLU(0.2), "d": tnn.ELU(0.5)},
        {"a": "same", "b": "introduced", "c": "amplified", "d": "introduced", "": "amplified"},
    ),
    "a layer that hides what came before": (
        {"b": tnn.LeakyReLU(0.1), "d": tnn.Threshold(1e9, 0.0)},
        {"b": tnn.LeakyReLU(0.2), "d": tnn.Threshold(1e9, 0.0)},
        {"a": "same", "b": "introduced", "c": "amplified", "d": "same", "": "same"},
    ),
    "a layer that is not there": (
        {"b": tnn.Tanh()}, {},
        {"a": "same", "b": "unmatched", "c": "amplified", "": "introduced"},
    ),
}  # fmt: skip


def net(extra, weights):
    layers = {"a": lin(), **{k: v for k, v in extra.items() if k == "b"}, "c": lin(), **extra}
    made = Net(**{name: layers[name] for name in ("a", "b", "c", "d") if name in layers})
    made.load_state_dict(weights, strict=False)
    return made


@pytest.mark.parametrize("name", CASES)
def test_where_two_nets_diverge(name):
    left, right, expected = CASES[name]
    weights = Net(a=lin(), c=lin()).state_dict()
    assert statuses(net(left, weights), net(right, weights)) == expected


def test_a_difference_in_the_code_between_layers_belongs_to_the_net():
    found = statuses(
        Net(lambda net, x: net.c(net.a(x)), a=lin(), c=lin()), Net(lambda net, x: net.c(net.a(x) + 1), a=lin(), c=lin())
    )
    assert found == {"a": "same", "c": "amplified", "": "introduced"}


def test_a_layer_that_raises_is_where_the_nets_diverge():
    class Raises(tnn.Module):
        def forward(self, x):
            raise ValueError("no")

    found = statuses(Net(a=lin(), b=tnn.Tanh()), Net(a=lin(), b=Raises()))
    assert found["a"] == "same"
    assert "same" not in {found.get("b"), found[""]}


def test_noise_is_not_a_difference():
    class Noisy(tnn.Module):
        def forward(self, x):
            return torch.tanh(x) * (1 + 1e-14)

    class Plain(tnn.Module):
        def forward(self, x):
            return torch.tanh(x)

    found = statuses(Net(a=lin(), b=Plain()), Net(a=lin(), b=Noisy()))
    assert set(found.values()) == {"same"}
