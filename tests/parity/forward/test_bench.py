"""The bench: every kind of pair is tried by one call, which says whether both sides do the same, and what was seen."""

from __future__ import annotations

import pytest
import torch
from torch import nn as tnn

from ms2torch import nn, ops
from parity.body.check import BodyPair
from parity.causes.counterfactual import LayerPair
from parity.code.errors import CannotCompare
from parity.forward.bench import REFUSED, Bench, Change, Probe
from parity.train.expressions import read_optimizer
from parity.train.losses import LossCallPair, LossPair
from parity.train.steps import OptimizerPair, Plan
from tests.parity.tiny import paired

LARGER = Probe("outputs twice as great", lambda x: x * 2)


def net(reference=None, port=None):
    return paired(tnn.Sequential(reference or tnn.Tanh()), nn.SequentialCell(port or nn.Tanh()), "float32[2,8]")


def bench(found):
    return Bench(found.comparison, found.forward)


def layers(found):
    entry = next(pair for pair in found.pairing.pairs if pair.leaf)
    return LayerPair(found.forward.reference64.calls[entry.reference.key], entry.port)


def losses(reference, port):
    found = net()
    here = bench(found)
    return here, LossPair.of(here, (reference, port))


def optimizers(reference, port, **others):
    found = net(tnn.Linear(8, 3), nn.Dense(8, 3))
    texts = zip((found.reference, found.port), (reference, port), strict=True)
    plans = tuple(Plan(side, read_optimizer(text, side.namespace()), None) for side, text in texts)
    return bench(found), OptimizerPair(plans, found.weights, 2, **others)


class Reference(tnn.Module):
    def forward(self, x):
        return x.std(-1)


class Port(nn.Cell):
    def construct(self, x):
        return ops.std(x, -1)


def bodies(inside, port=Port):
    found = paired(Reference(), port(), "float32[2,8]")
    return bench(found), BodyPair(next(iter(found.pairing.pairs)), inside)


def test_a_layer_with_another_argument_and_another_class():
    found = net(tnn.LeakyReLU(0.1), nn.LeakyReLU(0.2))
    here, pair = bench(found), layers(found)
    assert not here.tried(pair).same
    assert here.tried(pair, {"alpha": 0.1}).same
    assert here.tried(pair, {"no_such": 1}).error == REFUSED
    assert not here.tried(pair, kind=nn.ReLU).same


def test_losses_and_the_call_in_them():
    here, pair = losses(lambda y: (y**2).sum(), lambda y: (y * y).mean())
    outcome = here.run(pair)
    assert not outcome.same
    assert outcome.error == pytest.approx(outcome.seen.reference - outcome.seen.port)
    assert here.measured(pair) == outcome.seen
    assert here.run(pair, probe=LARGER).seen.reference == pytest.approx(4 * outcome.seen.reference)


def test_a_call_of_a_loss_with_another_argument():
    target = torch.zeros(2, 8, dtype=torch.float64)
    here, pair = losses(
        lambda y: torch.nn.functional.mse_loss(y, target, reduction="sum"),
        lambda y: ops.mse_loss(y, ops.zeros_like(y), reduction="mean"),
    )
    (reference,), (port, *_) = (
        [call for call in pair.observed(here, side).calls if call.name.endswith("mse_loss")] for side in (0, 1)
    )
    call = LossCallPair(reference, port)
    assert not here.run(call).same
    assert here.tried(call, {"reduction": "sum"}).error < 1e-12
    assert here.tried(call, {"reduction": "no such"}).error == REFUSED


def test_optimizers_with_another_argument():
    here, pair = optimizers("torch.optim.SGD(0.1, momentum=0.9)", "nn.SGD(0.1, momentum=0.8)")
    before, after = here.run(pair), here.tried(pair, {"momentum": 0.9})
    assert not before.same
    assert after.same
    assert after.error < before.error
    assert before.seen.weights_same is False
    assert here.tried(pair, {"no_such": 1}).error == REFUSED


def test_optimizers_that_cannot_be_built_are_no_result_as_they_stand():
    here, pair = optimizers("torch.optim.SGD(0.1)", "nn.SGD(0.1, no_such=1)")
    with pytest.raises(CannotCompare, match="cannot be built"):
        here.run(pair)


def test_what_the_bench_does_to_the_nets_is_undone():
    here, pair = optimizers("torch.optim.SGD(0.1)", "nn.SGD(0.1)")
    before = [weight.tensor.detach().clone() for side in here.sides for weight in side.weights]
    here.run(pair)
    after = [weight.tensor.detach() for side in here.sides for weight in side.weights]
    assert all(torch.equal(a, b) for a, b in zip(before, after, strict=True))
    assert torch.get_default_dtype() == torch.float32


def test_bodies_and_what_happens_inside():
    for inside in (False, True):
        here, pair = bodies(inside)
        with here.open():
            outcome = here.run(pair)
        assert not outcome.same
        assert (outcome.seen is not None) == inside
    assert [departure.port.name for departure in outcome.seen.departures] == ["std"]


def test_bodies_that_agree():
    class Right(nn.Cell):
        def construct(self, x):
            return ops.std(x, -1, 1)

    here, pair = bodies(True, Right)
    with here.open():
        assert here.run(pair).same
        assert here.run(pair, probe=LARGER).same


def test_bodies_are_tried_where_the_nets_can_be_put_back():
    here, pair = bodies(False)
    with pytest.raises(RuntimeError, match=r"with bench\.open\(\)"):
        here.run(pair)


@pytest.mark.parametrize(
    ("change", "knows"),
    [
        (Change({"alpha": 1}), ("probe",)),
        (Change(probe=LARGER), ("arguments",)),
        (Change(kind=nn.ReLU), ("arguments",)),
    ],
)
def test_a_change_that_a_pair_does_not_know_is_refused(change, knows):
    with pytest.raises(TypeError, match="cannot be tried here"):
        change.only(*knows)


class Outer(tnn.Module):
    def __init__(self):
        super().__init__()
        self.norm, self.head = tnn.LayerNorm(8), tnn.Linear(8, 3)

    def forward(self, x):
        return self.head(self.norm(torch.relu(x)))


class OuterPort(nn.Cell):
    def __init__(self):
        super().__init__()
        self.norm, self.head = nn.LayerNorm((8,)), nn.Dense(8, 3)

    def construct(self, x):
        return self.head(self.norm(ops.relu(x)))


@pytest.mark.parametrize(
    ("edited", "same"),
    [
        (lambda self, x: self.head(self.norm(ops.relu(x))), True),
        (lambda self, x: self.head(self.norm(x)), False),
        (lambda self, x: self.head(self.norm()), False),  # a layer held right needs no input to return what is right
        (lambda self, x: (ops.relu(x), self.head())[1], False),
    ],
)
def test_edited_code_gives_each_layer_inside_what_it_is_given(edited, same, monkeypatch):
    found = paired(Outer(), OuterPort(), "float32[2,8]")
    outer = BodyPair(next(pair for pair in found.pairing.pairs if not pair.leaf))
    here = bench(found)
    monkeypatch.setattr(OuterPort, "construct", edited)
    with here.open():
        assert here.tried(outer).same is same
