"""Causes take the place of consequences, and findings of one line become one finding."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parity.report.model import Finding
from parity.rules.precedence import merge, without_superseded


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


def of(rule, layer="a", severity="error", stage="forward", **more):
    return Finding(rule=rule, severity=severity, stage=stage, port_layer=layer, **more)


def exchanged(rule, theirs, mine):
    return replace(of(rule), reference_value=theirs, port_value=mine)


TAKES_THE_PLACE = [
    # a weight of another value: what is computed with it differs too, in the layer and around it
    (of("weights-differ", "block.fc"), of("layer-output", "block.fc"), True),
    (of("weights-differ", "block.fc"), of("body", "block"), True),
    (of("weights-not-loaded", "block.fc"), of("outputs", ""), True),
    (of("weights-differ", "block.fc"), of("layer-output", "block.fc2"), False),
    (of("weights-differ", "block.fc"), of("body", "blo"), False),
    (of("weights-differ", "block.fc"), of("epsilon", "block.fc"), False),
    (of("weights-differ", None), of("outputs", ""), False),
    (of("weights-differ", "fc", "warning"), of("outputs", "", "warning"), False),
    # two layers that changed places: each is of another kind than its partner
    (exchanged("layer-order", "Tanh, ReLU", "ReLU, Tanh"), exchanged("layer-type", "Tanh", "ReLU"), True),
    (exchanged("layer-order", "Tanh, ReLU", "ReLU, Tanh"), exchanged("layer-type", "ReLU", "Tanh"), True),
    (exchanged("layer-order", "Tanh, ReLU", "ReLU, Tanh"), exchanged("layer-type", "Tanh", "GELU"), False),
    (exchanged("layer-order", "Tanh, ReLU", "ReLU, Tanh"), exchanged("argument", "Tanh", "ReLU"), False),
    # a weight without counterpart: an argument of the layer says why
    (of("has-bias"), of("weights"), True),
    (of("has-bias", severity="warning"), of("weights"), False),
    (of("has-bias", "b"), of("weights"), False),
    (of("has-bias"), of("weights", argument="tied"), False),
    (of("has-bias"), of("weights", severity="note"), False),
    (of("has-bias"), of("weights", evidence="differs by 1.0e+00 as constructed"), False),
    (of("outputs", ""), of("weights", ""), False),
    (of("gradient", stage="grad"), of("weights"), False),
    # a statistic that differs after training steps: anything else about the layer says why
    (of("momentum", stage="train"), of("training"), True),
    (of("momentum", "b", stage="train"), of("training"), False),
    (of("momentum", severity="warning"), of("training"), False),
    (of("training"), of("training"), False),
    (of("momentum", None), of("training", None), False),
]


@pytest.mark.parametrize("cause, other, goes", TAKES_THE_PLACE)
@pytest.mark.parametrize("backwards", [False, True])
def test_a_cause_takes_the_place_of_its_consequences(cause: Finding, other: Finding, goes: bool, backwards: bool):
    findings = [other, cause] if backwards else [cause, other]
    assert (other not in without_superseded(findings)) == goes or cause == other
    assert cause in without_superseded(findings)


def test_nothing_takes_the_place_of_what_is_more_severe():
    cause = of("weights-differ", "fc")
    other = of("layer-output", "fc")
    assert without_superseded([replace(cause, severity="warning"), other]) == [
        replace(cause, severity="warning"),
        other,
    ]
    assert without_superseded([cause, replace(other, severity="note")]) == [cause]
