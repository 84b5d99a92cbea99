"""Several calls of both nets: what the first returns is given to the next."""

from __future__ import annotations

import pytest
import torch
from torch import nn as tnn

from ms2torch import mint, nn
from parity import CannotCompare, compare

IDS = {"ids": "int64[2,7]<16"}
CALLS = (
    "ids[:, :4]",
    "ids[:, 4:5], past=out['past']",
    "ids[:, 5:6], past=out['past']",
)


class Decoder(tnn.Module):
    """An embedding with positions, and the sum of what was seen before."""

    def __init__(self):
        super().__init__()
        self.tokens, self.places, self.head = tnn.Embedding(16, 8), tnn.Embedding(16, 8), tnn.Linear(8, 16)

    def forward(self, ids, past=None, scale=1.0):
        seen = past.shape[1] if past is not None else 0
        x = self.tokens(ids) * scale + self.places(torch.arange(seen, seen + ids.shape[1]))
        past = x if past is None else torch.cat((past, x), 1)
        return {"logits": self.head(past.cumsum(1)[:, -ids.shape[1] :]), "past": past}


class Port(nn.Cell):
    """Positions that stop counting at `last`."""

    def __init__(self, last=16):
        super().__init__()
        self.tokens, self.places, self.head = mint.nn.Embedding(16, 8), mint.nn.Embedding(16, 8), mint.nn.Linear(8, 16)
        self.last = last

    def construct(self, ids, past=None, scale=1.0):
        seen = past.shape[1] if past is not None else 0
        start = min(seen, self.last)
        x = self.tokens(ids) * scale + self.places(mint.arange(start, start + ids.shape[1]))
        past = x if past is None else mint.cat((past, x), 1)
        return {"logits": self.head(mint.cumsum(past, 1)[:, -ids.shape[1] :]), "past": past}


def errors_of(report):
    return [finding for finding in report.findings if finding.severity == "error"]


def test_a_prefill_and_two_steps_of_decoding_are_the_same():
    report = compare(Decoder, Port, IDS, calls=CALLS)
    assert report.verdict == "same"
    names = [entry.name for entry in report.outputs]
    assert names == [f"output['call {number}']['{what}']" for number in (1, 2, 3) for what in ("logits", "past")]


def test_a_mistake_in_a_later_step_is_named_with_its_step_and_its_line():
    report = compare(Decoder, lambda: Port(4), IDS, calls=CALLS)
    errors = errors_of(report)
    assert report.verdict == "different"
    assert {finding.shown_by for finding in errors} == {f"call 3 of 3: {CALLS[2]}"}
    first = Port.construct.__code__.co_firstlineno
    lines = [int(finding.location.rpartition(":")[2]) for finding in errors]
    assert all(first < line <= first + 3 for line in lines)


def test_the_port_may_be_called_otherwise_and_plain_values_reach_every_call():
    mine = [call.replace("past=out['past']", "out['past']") for call in CALLS]
    report = compare(Decoder, Port, ["ids=int64[2,7]<16", "scale=2.0"], calls=CALLS, port_calls=mine)
    assert report.verdict == "same"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"calls": ("ids[:, :4",)}, "call 1 of 1, 'ids\\[:, :4' does not parse"),
        ({"calls": CALLS, "port_calls": ("ids",)}, "1 calls of the port"),
    ],
)
def test_calls_that_cannot_be_made_are_refused(options, message):
    with pytest.raises(CannotCompare, match=message):
        compare(Decoder, Port, IDS, **options)
