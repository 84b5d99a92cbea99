"""Weights that fit only in one another's place, or are tied on one side: errors where checkpoints go by name."""

from __future__ import annotations

import pytest
from torch import nn as tnn

from ms2torch import mint, nn
from parity import compare


class Gated(tnn.Module):
    def __init__(self):
        super().__init__()
        self.gate, self.up, self.down = tnn.Linear(8, 12), tnn.Linear(8, 12), tnn.Linear(12, 8)

    def forward(self, x):
        return self.down(tnn.functional.silu(self.gate(x)) * self.up(x))


class GatedCell(nn.Cell):
    def __init__(self, exchanged):
        super().__init__()
        self.gate, self.up, self.down = mint.nn.Linear(8, 12), mint.nn.Linear(8, 12), mint.nn.Linear(12, 8)
        self.exchanged = exchanged

    def construct(self, x):
        if self.exchanged:
            return self.down(mint.nn.functional.silu(self.up(x)) * self.gate(x))
        return self.down(mint.nn.functional.silu(self.gate(x)) * self.up(x))


class Tied(tnn.Module):
    def __init__(self):
        super().__init__()
        self.embed, self.head = tnn.Embedding(16, 8), tnn.Linear(8, 16, bias=False)
        self.head.weight = self.embed.weight

    def forward(self, ids):
        return self.head(self.embed(ids))


class TiedCell(nn.Cell):
    def __init__(self, tied):
        super().__init__()
        self.embed, self.head = mint.nn.Embedding(16, 8), mint.nn.Linear(8, 16, bias=False)
        if tied:
            self.head.weight = self.embed.weight

    def construct(self, ids):
        return self.head(self.embed(ids))


def test_untied_weights_are_an_error_where_checkpoints_are_loaded_by_name():
    for by_name, verdict, severity in ((False, "same", "warning"), (True, "different", "error")):
        report = compare(Tied, lambda: TiedCell(tied=False), "int64[2,3]<16", by_name=by_name)
        assert report.verdict == verdict
        (finding,) = [entry for entry in report.findings if "the reference ties" in entry.message]
        assert finding.severity == severity


def test_exchanged_halves_differ_either_way():
    for by_name in (False, True):
        report = compare(Gated, lambda: GatedCell(exchanged=True), "float32[2,8]", by_name=by_name)
        assert report.verdict == "different"


@pytest.mark.parametrize(
    ("reference", "port", "given"),
    [(Gated, lambda: GatedCell(exchanged=False), "float32[2,8]"), (Tied, lambda: TiedCell(tied=True), "int64[2,3]<16")],
)
def test_what_fits_by_name_is_the_same(reference, port, given):
    report = compare(reference, port, given, by_name=True)
    assert (report.verdict, report.findings) == ("same", ())
