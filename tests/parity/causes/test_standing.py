"""How a pair of layers stands: the decision table, and one comparison that has a pair of each kind."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest
from torch import nn as tnn

from parity.causes.standing import TREATMENTS, Standing, standing_of
from parity.forward.bench import Bench
from parity.locate.compensation import find_compensated
from parity.locate.localise import localise
from tests.parity.tiny import Net, paired

TABLE = [
    ({"status": "same"}, "same"),
    ({"status": "same", "inputs_agree": True}, "same"),
    ({"status": "amplified", "inputs_agree": False}, "same"),
    ({"status": "unmatched"}, "same"),
    ({"status": "introduced"}, "introduced"),
    # the right result on other inputs than the reference's: right together with what is before it
    ({"status": "same", "inputs_agree": False}, "compensated"),
    ({"status": "introduced", "compensated": True}, "compensated"),
    ({"status": "introduced", "incomparable": True}, "incomparable"),
    ({"status": "introduced", "as_base": True}, "incomparable"),
    ({"status": "same", "incomparable": True}, "same"),
]


@pytest.fixture(scope="module")
def pair():
    return paired(Net(a=tnn.Linear(8, 8)), Net(a=tnn.Linear(8, 8)), "float32[2,8]")


@pytest.mark.parametrize("known, standing", TABLE)
def test_what_is_known_of_a_pair_gives_its_standing(pair, known, standing: Standing):
    entry = replace(localise(pair.comparison, pair.forward)[0], **{"inputs_agree": None, **known})
    assert standing_of(entry, pair.forward) == standing


def test_of_a_call_that_the_port_did_not_come_to_nothing_is_known_by_itself(pair):
    entry = replace(localise(pair.comparison, pair.forward)[0], status="introduced")
    assert standing_of(entry, replace(pair.forward, port_calls={})) == "incomparable"


def test_every_standing_has_its_treatment():
    assert set(TREATMENTS) == set(get_args(Standing))
    assert [name for name, treatment in TREATMENTS.items() if treatment.needs_cause] == ["introduced"]
    assert [name for name, treatment in TREATMENTS.items() if treatment.only_notes] == ["compensated"]


def test_pairs_of_one_comparison_stand_as_they_should():
    layers = {"first": tnn.Linear(8, 8), "last": tnn.Linear(8, 8)}
    reference = Net(lambda n, x: n.slope(n.last(n.act(n.first(x)))), **layers, act=tnn.SiLU(), slope=tnn.LeakyReLU(0.1))
    port = Net(
        lambda n, x: n.slope(n.last((y := n.first(x)) * n.act(y))), first=tnn.Linear(8, 8), last=tnn.Linear(8, 8),
        act=tnn.Sigmoid(), slope=tnn.LeakyReLU(0.2),
    )  # fmt: skip
    found = paired(reference, port, "float32[2,8]")
    located = localise(found.comparison, found.forward)
    with Bench(found.comparison, found.forward).open() as bench:
        find_compensated(located, bench)
    standings = {e.pair.port.layer.path: standing_of(e, found.forward) for e in located if e.pair.leaf and e.pair.port}
    assert standings == {"first": "same", "last": "same", "act": "compensated", "slope": "introduced"}
