"""A pair of layers on the bench: which corrections restore the reference's output, and which do not."""

from __future__ import annotations

import functools

import pytest
from torch import nn as tnn

from ms2torch import nn
from parity.causes.counterfactual import PROBES, LayerPair, counterpart
from parity.forward.bench import REFUSED, Bench
from tests.parity.tiny import paired


def tried(reference, port, spec):
    found = paired(tnn.Sequential(reference), nn.SequentialCell(port), spec)
    entry = next(pair for pair in found.pairing.pairs if pair.leaf)
    base = found.forward.reference64.calls[entry.reference.key]
    pair = LayerPair(base, entry.port)
    return functools.partial(Bench(found.comparison, found.forward).tried, pair)


CASES = {
    "the argument at fault": (
        lambda: tnn.Conv2d(3, 4, 3, padding=1), lambda: nn.Conv2d(3, 4, 3, pad_mode="valid", has_bias=True),
        {"pad_mode": "pad", "padding": 1}, "float32[2,3,8,8]", True,
    ),
    "half of it": (
        lambda: tnn.Conv2d(3, 4, 3, padding=1), lambda: nn.Conv2d(3, 4, 3, pad_mode="valid", has_bias=True),
        {"pad_mode": "pad"}, "float32[2,3,8,8]", False,
    ),
    "another argument": (
        lambda: tnn.LeakyReLU(0.1), lambda: nn.LeakyReLU(0.2), {"alpha": 0.3}, "float32[2,8]", False,
    ),
    "its own value": (lambda: tnn.LeakyReLU(0.1), lambda: nn.LeakyReLU(0.2), {"alpha": 0.1}, "float32[2,8]", True),
    "a missing bias, which the reference's fills": (
        lambda: tnn.Linear(8, 3), lambda: nn.Dense(8, 3, has_bias=False), {"has_bias": True}, "float32[2,8]", True,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_which_correction_restores_the_output(name):
    reference, port, corrections, spec, same = CASES[name]
    pair = tried(reference(), port(), spec)
    before, after = pair(), pair(corrections)
    assert not before.same
    assert after.same == same, after.what


def test_a_correction_that_is_refused_is_no_failure():
    outcome = tried(tnn.LeakyReLU(0.1), nn.LeakyReLU(0.2), "float32[2,8]")({"no_such": 1})
    assert not outcome.same
    assert outcome.error == REFUSED
    assert outcome.what == "TypeError"


def test_a_probe_shows_what_ordinary_inputs_hide():
    pair = tried(tnn.LayerNorm(8), nn.LayerNorm((8,), epsilon=1e-7), "float32[4,8]")
    small = next(probe for probe in PROBES if "1e-3" in probe.name)
    assert not pair({}, small).same
    assert pair({"epsilon": 1e-5}, small).same


def test_another_class_in_its_place():
    pair = tried(tnn.Tanh(), nn.Sigmoid(), "float32[2,8]")
    assert pair(kind=nn.Tanh).same
    assert not pair(kind=nn.ReLU).same


def test_the_counterpart_that_the_table_names():
    found = paired(tnn.Sequential(tnn.Linear(8, 3)), nn.SequentialCell(nn.Dense(8, 3)), "float32[2,8]")
    ((cls, arguments),) = [
        entry for entry in counterpart(found.port, found.reference.layers["0"]) if entry[0] is nn.Dense
    ]
    assert cls is nn.Dense
    assert {name: arguments[name] for name in ("in_channels", "out_channels", "has_bias")} == {
        "in_channels": 8, "out_channels": 3, "has_bias": True,
    }  # fmt: skip
