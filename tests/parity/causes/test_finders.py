"""Which rules are asked: those whose stages were carried out."""

from __future__ import annotations

from typing import ClassVar

import pytest
from torch import nn as tnn

import parity
from parity.causes import finders
from parity.rules import RULES, Rule
from parity.rules.measured import STAGES, Measured

SGD = {"ref_optimizer": "torch.optim.SGD(0.1)", "port_optimizer": "torch.optim.SGD(0.1)"}


def net():
    return tnn.Sequential(tnn.Linear(8, 8), tnn.ReLU(), tnn.Linear(8, 2))


OPTIONS = [
    ({}, {"forward"}),
    ({"grad": True}, {"forward", "grad"}),
    ({"steps": 1, **SGD}, {"forward", "train"}),
    ({"init": True}, {"forward", "init"}),
    ({"init": True, "grad": True, "steps": 1, **SGD}, set(STAGES)),
]


@pytest.mark.parametrize("options, done", OPTIONS)
def test_a_rule_is_asked_where_what_it_needs_was_measured(monkeypatch, options, done):
    asked: dict[str, Measured] = {}

    def needing(stage: str) -> type[Rule]:
        class Needs(Rule):
            code = stage
            needs: ClassVar[frozenset[str]] = frozenset({stage})

            @classmethod
            def find(cls, measured):
                asked[stage] = measured
                return []

        return Needs

    monkeypatch.setattr(finders, "RULES", [needing(stage) for stage in STAGES])
    assert parity.compare(net, net, "float32[4,8]", **options).verdict == "same"
    assert set(asked) == done
    seen = {"grad": lambda m: m.run.gradients, "train": lambda m: m.training, "init": lambda m: m.init}
    assert all(look(asked[stage]) for stage, look in seen.items() if stage in asked)


def test_no_rule_needs_what_is_no_stage():
    assert {stage for rule in RULES for stage in rule.needs} <= set(STAGES)
