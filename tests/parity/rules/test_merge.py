"""Findings of one line become one finding."""

from __future__ import annotations

import pytest

from parity.report.model import Finding
from parity.rules.merge import merge


def finding(layer, **changes):
    known = {"rule": "epsilon", "severity": "error", "stage": "forward", "argument": "epsilon", "location": "net.py:3"}
    return Finding(**{**known, "port_layer": layer, **changes})


def test_layers_that_one_line_built_are_one_finding():
    (found,) = merge([finding("a"), finding("b"), finding("c", also=("d",))])
    assert found.port_layer == "a"
    assert found.also == ("b", "c", "d")


@pytest.mark.parametrize(
    "other",
    [
        {"location": "net.py:4"},
        {"argument": "momentum"},
        {"severity": "note"},
        {"port_value": 1e-3},
        {"fix": "nn.LayerNorm(8)"},
        {"rule": "argument"},
    ],
)
def test_what_differs_in_any_way_stays_apart(other):
    assert len(merge([finding("a"), finding("b", **other)])) == 2


@pytest.mark.parametrize("unknown", [{"location": None}, {"argument": None}])
def test_without_a_line_or_an_argument_nothing_is_joined(unknown):
    assert len(merge([finding("a", **unknown), finding("b", **unknown)])) == 2


def test_operations_of_one_line_are_joined_where_the_references_line_is_one_too():
    body = {"rule": "body", "argument": None, "reference_location": "ref.py:7"}
    assert len(merge([finding("a", **body), finding("b", **body)])) == 1
    assert len(merge([finding("a", **body), finding("b", **{**body, "reference_location": "ref.py:8"})])) == 2


def test_the_order_stays():
    found = merge([finding("a"), finding("x", location="net.py:9"), finding("b")])
    assert [entry.port_layer for entry in found] == ["a", "x"]
