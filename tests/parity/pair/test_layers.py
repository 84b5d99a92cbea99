"""Which layer is which: nets of a few layers, and the pairs that must come out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
import torch
from torch import nn as tnn

from ms2torch import nn
from parity.code.errors import CannotCompare
from parity.nets.inputs import make_inputs
from parity.pair import layers
from parity.pair.names import canonical_name
from tests.parity.tiny import Net, paired, subject, traced


@dataclass(frozen=True)
class Case:
    reference: Callable[[], Any]
    port: Callable[[], Any]
    pairs: str
    spec: str = "float32[2,8]"
    mapping: dict[str, str] = field(default_factory=dict)


def lin(out: int = 8) -> tnn.Module:
    return tnn.Linear(8, out)


def split(one: str, other: str) -> Callable[[Any, Any], Any]:
    """Two layers of one input, whose outputs must not change places."""
    return lambda net, x: getattr(net, one)(x) - 2 * getattr(net, other)(x)


CASES = {
    "in a row, other names": Case(
        lambda: Net(a=lin(), b=tnn.ReLU(), c=lin(3)), lambda: Net(x=lin(), y=tnn.ReLU(), z=lin(3)), "a=x b=y c=z"
    ),
    "a Cell of MindSpore's layers": Case(
        lambda: tnn.Sequential(tnn.Linear(8, 4), tnn.LayerNorm(4)),
        lambda: nn.SequentialCell(nn.Dense(8, 4), nn.LayerNorm((4,))),
        "0=0 1=1",
    ),
    "a layer that the port lacks": Case(
        lambda: Net(a=lin(), b=tnn.Tanh(), c=lin(3)), lambda: Net(x=lin(), z=lin(3)), "a=x b=- c=z"
    ),
    "a layer too many": Case(
        lambda: Net(a=lin(), c=lin(3)), lambda: Net(x=lin(), y=tnn.Tanh(), z=lin(3)), "a=x -=y c=z"
    ),
    "another activation in its place": Case(
        lambda: Net(a=lin(), b=tnn.Tanh()), lambda: Net(x=lin(), y=tnn.Sigmoid()), "a=x b=y"
    ),
    "branches that run in another order are told by name": Case(
        lambda: Net(split("q", "k"), q=lin(), k=lin()),
        lambda: Net(lambda net, x: -2 * net.k_proj(x) + net.q_proj(x), k_proj=lin(), q_proj=lin()),
        "q=q_proj k=k_proj",
    ),
    "branches of different size are told by size": Case(
        lambda: Net(lambda net, x: torch.cat([net.a(x), net.b(x)], 1), a=lin(3), b=lin(5)),
        lambda: Net(lambda net, x: torch.cat([net.u(x), net.v(x)], 1), u=lin(5), v=lin(3)),
        "a=v b=u",
    ),
    "a layer that is called twice": Case(
        lambda: Net(lambda net, x: net.a(net.a(x)), a=lin()), lambda: Net(lambda net, x: net.x(net.x(x)), x=lin()),
        "a=x a=x",
    ),
    "a layer that neither calls": Case(
        lambda: Net(lambda net, x: net.a(x), a=lin(), idle=lin(3)),
        lambda: Net(lambda net, x: net.x(x), x=lin(), spare=lin(3)),
        "a=x idle=spare",
    ),
    "a layer that neither calls, and one that only the port has": Case(
        lambda: Net(lambda net, x: net.a(x), a=lin(), idle=lin(3)),
        lambda: Net(lambda net, x: net.x(x), x=lin(), other=tnn.Conv2d(1, 2, 3), idle=lin(3)),
        "a=x idle=idle -=other",
    ),
    "a layer that neither calls, and one that only the reference has": Case(
        lambda: Net(lambda net, x: net.a(x), a=lin(), other=tnn.Conv2d(1, 2, 3), idle=lin(3)),
        lambda: Net(lambda net, x: net.x(x), x=lin(), idle=lin(3)),
        "a=x idle=idle other=-",
    ),
    "what the user settled": Case(
        lambda: Net(split("a", "b"), a=lin(), b=lin()),
        lambda: Net(split("x", "y"), x=lin(), y=lin()),
        "a=y b=x",
        mapping={"a": "y", "b": "x"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_which_layer_is_which(name):
    case = CASES[name]
    assert paired(case.reference(), case.port(), case.spec, mapping=case.mapping).leaves() == case.pairs


@pytest.fixture(scope="module")
def run_once():
    """The nets of every case with the traces of their runs."""
    found = {}
    for name, case in CASES.items():
        sides, inputs = (subject(case.reference()), subject(case.port(), "port")), make_inputs((case.spec,), 0)
        found[name] = [(side, traced(side, inputs)) for side in sides]
    return found


def leaves(pairing):
    return {(p.reference and p.reference.layer.path, p.port and p.port.layer.path) for p in pairing.pairs if p.leaf}


@pytest.mark.parametrize("score", [name for name in dir(layers) if name.startswith("PAIR_")])
def test_the_sizes_of_the_scores_are_not_delicate(score, run_once, monkeypatch):
    as_it_is = {name: leaves(layers.pair(*run, CASES[name].mapping)) for name, run in run_once.items()}
    size, perfect = getattr(layers, score), layers._PERFECT
    counted = score in {"PAIR_SAME_KIND", "PAIR_SAME_WEIGHTS", "PAIR_SAME_OUTPUT", "PAIR_SAME_INPUT"}
    for factor in (0.5, 0.75, 1.25, 1.5, 2.0):
        monkeypatch.setattr(layers, score, size * factor)
        monkeypatch.setattr(layers, "_PERFECT", perfect + counted * size * (factor - 1))
        found = {name: leaves(layers.pair(*run, CASES[name].mapping)) for name, run in run_once.items()}
        assert found == as_it_is, factor


@pytest.mark.parametrize("of_reference", [True, False])
def test_layers_that_one_side_packs(of_reference):
    apart = Net(lambda net, x: net.q(x) * net.k(x) + net.v(x), q=lin(), k=lin(), v=lin())
    whole = Net(lambda net, x: net.qkv(x)[:, :8], qkv=lin(24))
    (group,) = paired(*((apart, whole) if of_reference else (whole, apart)), "float32[2,8]").pairing.packed
    assert group.of_reference == of_reference
    assert [layer.path for layer in group.parts] == ["q", "k", "v"]
    assert group.whole.path == "qkv"


def test_containers_are_paired_by_what_they_hold():
    left = Net(block=tnn.Sequential(lin(), tnn.ReLU()), head=lin(3))
    right = Net(stage=tnn.Sequential(lin(), tnn.ReLU()), fc=lin(3))
    found = {(p.reference.layer.path, p.port.layer.path) for p in paired(left, right, "float32[2,8]").pairing.pairs}
    assert found == {("block.0", "stage.0"), ("block.1", "stage.1"), ("head", "fc"), ("block", "stage"), ("", "")}


def test_names_that_decide_nothing_are_refused():
    left = Net(lambda net, x: net.u(x) - net.v(x) * net.w(x), u=lin(), v=lin(), w=lin())
    right = Net(lambda net, x: net.w(x) - net.r(x) * net.s(x), w=lin(), r=lin(), s=lin())
    with pytest.raises(CannotCompare, match="settle it with --map"):
        paired(left, right, "float32[2,8]")


def test_a_map_that_names_nothing_is_refused():
    with pytest.raises(CannotCompare, match=r"'z', which is no layer or weight of the port"):
        paired(Net(a=lin()), Net(x=lin()), "float32[2,8]", mapping={"a": "z"})


@pytest.mark.parametrize(
    ("name", "core"),
    [
        ("query_proj", "q"),
        ("to_q", "q"),
        ("q", "q"),
        ("keys", "k"),
        ("out_proj", "out"),
        ("fc1", "fc1"),
        ("values", "v"),
    ],
)
def test_the_core_of_a_name(name, core):
    assert canonical_name(name) == core
