"""Why a layer is paired with another: each step leaves its name at the pairs that it makes."""

from __future__ import annotations

from typing import get_args

import pytest
from torch import nn as tnn

import parity
from ms2torch import nn
from parity.report.json import from_json, to_json
from parity.report.model import PairedBy
from parity.report.text import PAIRED_BY, pairing_lines, plain
from tests.parity.tiny import Net, paired


def lin(out=8):
    return tnn.Linear(8, out)


def reasons(reference, port, spec="float32[2,8]", **options):
    found = paired(reference, port, spec, **options)
    return {
        (entry.reference or entry.port).layer.path: entry.by
        for entry in found.pairing.pairs
    }  # fmt: skip


class Attention(tnn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v, self.out = lin(), lin(), lin(), lin()

    def forward(self, x):
        return self.out(self.q(x) * self.k(x) + self.v(x))


class PackedAttention(tnn.Module):
    def __init__(self):
        super().__init__()
        self.qkv, self.out = lin(24), lin()

    def forward(self, x):
        q, k, v = self.qkv(x).chunk(3, -1)
        return self.out(q * k + v)


def branches(net, x):
    return net.a(x) + net.b(x)


CASES = {
    "order": (Net(a=lin(), b=tnn.ReLU()), Net(c=lin(), d=tnn.ReLU()), {}, {"a": "order", "b": "order", "": "net"}),
    "map": (
        Net(a=lin(), b=lin()), Net(c=lin(), d=lin()), {"mapping": {"a": "c", "b": "d"}},
        {"a": "map", "b": "map", "": "net"},
    ),
    "tie": (
        Net(branches, a=lin(), b=lin()), Net(lambda n, x: n.b(x) + n.a(x), a=lin(), b=lin()), {},
        {"a": "tie", "b": "tie", "": "net"},
    ),
    "size": (
        Net(lambda n, x: n.a(x) + n.b(x).sum(), a=lin(), b=tnn.Conv1d(1, 2, 3)),
        Net(lambda n, x: n.d(x).sum() + n.c(x), c=lin(), d=tnn.Conv1d(1, 2, 3)), {"spec": "float32[1,8]"},
        {"a": "size", "b": "order", "": "net"},
    ),
    "crossed": (
        Net(lambda n, x: n.a(x) + n.b(x).sum(), a=lin(), b=tnn.Conv1d(1, 2, 3)),
        Net(lambda n, x: n.d(x[:, 1:]).sum() + n.c(x), c=lin(), d=tnn.Conv1d(1, 2, 3)), {"spec": "float32[1,8]"},
        {"a": "order", "b": "crossed", "": "net"},
    ),
    "inside": (
        tnn.Sequential(tnn.Sequential(lin(), tnn.Tanh()), lin(3)),
        tnn.Sequential(tnn.Sequential(lin(), tnn.Tanh()), lin(3)), {},
        {"0.0": "order", "0.1": "order", "1": "order", "0": "inside", "": "net"},
    ),
    "idle": (
        Net(lambda n, x: n.a(x), a=lin(), b=lin(3)), Net(lambda n, x: n.a(x), a=lin(), b=lin(3)), {},
        {"a": "order", "b": "idle", "": "net"},
    ),
    "no partner": (
        Net(a=lin(), b=tnn.Tanh()), Net(a=lin()), {}, {"a": "order", "b": None, "": "net"},
    ),
    "packed": (
        Attention(), PackedAttention(), {},
        {"q": "packed", "k": "packed", "v": "packed", "qkv": "packed", "out": "order", "": "net"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_each_step_leaves_its_name(name):
    reference, port, options, expected = CASES[name]
    found = reasons(reference, port, **options)
    assert found == expected
    assert name in {"no partner", *found.values()}


def test_every_reason_has_its_words():
    assert set(PAIRED_BY) == set(get_args(PairedBy))


def test_nets_that_are_named_alike_are_paired_by_names():
    class Two(tnn.Module):
        def __init__(self, swapped):
            super().__init__()
            self.first, self.second, self.swapped = lin(), lin(), swapped

        def forward(self, x):
            one, other = (self.second, self.first) if self.swapped else (self.first, self.second)
            return self.first(x) - self.second(x) if not self.swapped else -(one(x) - other(x))

    report = parity.compare(lambda: Two(False), lambda: Two(True), "float32[2,8]")
    assert report.verdict == "same"
    assert {layer.reference: layer.by for layer in report.layers if layer.leaf} == {"first": "tie", "second": "tie"}


def test_the_report_says_why_and_keeps_it():
    report = parity.compare(Attention, PackedAttention, "float32[2,8]")
    assert from_json(to_json(report)) == report
    text = plain(report, whole=True)
    assert "paired by the order of execution, kind and shapes: out\n" in text
    assert "packed with others in one layer of the other side: q, k, v, qkv = ?\n" not in text
    assert all(line in text.splitlines() for line in pairing_lines(report))
    assert not any(line.startswith("paired by") for line in plain(report).splitlines())
    assert "4 packed" in text


@pytest.mark.parametrize("mode", ["eval", "train"])
def test_a_layer_that_reads_its_mode_is_seen_in_either(mode):
    def net():
        return nn.SequentialCell(nn.Conv2d(3, 4, 1), nn.BatchNorm2d(4))

    reference = tnn.Sequential(tnn.Conv2d(3, 4, 1, bias=False), tnn.BatchNorm2d(4))
    report = parity.compare(lambda: reference, net, "float32[2,3,8,8]", mode=mode)
    assert {layer.reference: layer.by for layer in report.layers if layer.leaf} == {"0": "order", "1": "order"}
