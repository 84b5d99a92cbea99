"""Whose fault an exception is: what the net raises is a result, what this package raises is not."""

from __future__ import annotations

import pytest
import torch
from torch import nn

import parity
from parity.body import record
from parity.code import places
from parity.code.faults import UnusableError, hand_over, is_own_fault


class Net(nn.Module):
    def __init__(self, function=torch.relu):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.function = function

    def forward(self, x):
        return self.function(self.fc(x) * 2)


class Twice(Net):
    """Calls its layer with an argument too many."""

    def forward(self, x):
        return self.function(self.fc(x, x) * 2)


def caught(function, *args):
    with pytest.raises(Exception) as info:
        function(*args)
    return info.value


def test_whose_exception_it_is():
    assert not is_own_fault(caught(hand_over, lambda: 1, (2,)))  # a call with an argument too many
    assert not is_own_fault(caught(hand_over, Net(), (torch.zeros(2, 5),)))
    assert not is_own_fault(UnusableError("a loss that gives no tensor"))
    assert is_own_fault(caught(places.source_of, None))


@pytest.mark.parametrize(
    ("module", "name"), [(record, "arguments_of"), (record, "location_of"), (record, "tensors_in")]
)
def test_a_mistake_in_the_recorder_is_not_taken_for_the_nets(module, name, monkeypatch):
    def broken(*_):
        return places.source_of(None)

    port = Net(torch.sigmoid)
    assert parity.compare(Net(), port, "float32[2,4]").verdict == "different"
    monkeypatch.setattr(module, name, broken)
    with pytest.raises(AttributeError):
        parity.compare(Net(), port, "float32[2,4]")


def test_a_mistake_in_what_listens_is_not_taken_for_the_nets(monkeypatch):
    monkeypatch.setattr("parity.forward.listeners.compare_tensors", lambda *_: places.source_of(None))
    with pytest.raises(AttributeError):
        parity.compare(Net(), Net(), "float32[2,4]")


def test_what_a_net_does_wrong_is_a_result():
    for port in (Net(lambda x: x.nothing), Net(lambda x: undefined(x)), Twice()):  # noqa: F821, PLW0108
        report = parity.compare(Net(), port, "float32[2,4]")
        assert [finding.rule for finding in report.findings if finding.severity == "error"] == ["raises"]
