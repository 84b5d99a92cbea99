"""Layers that are one layer on the other side, and that the numbers by which they are found are not delicate."""

from __future__ import annotations

import pytest
from torch import nn as tnn

from parity.nets.inputs import make_inputs
from parity.pair import packing, paths
from parity.pair.packing import find_packed
from tests.parity.tiny import Net, subject, traced


def lin(out=8, size=8):
    return tnn.Linear(size, out)


def attention(net, x):
    return net.out(net.q(x) * net.k(x) + net.v(x))


def packed_attention(net, x):
    q, k, v = net.qkv(x).chunk(3, -1)
    return net.out(q * k + v)


def decoder(net, x):
    return net.up(net.q(x) * net.k(x) + net.v(x)) + net.wide(x)


CASES = {
    "query, key, value": (
        lambda: Net(attention, q=lin(), k=lin(), v=lin(), out=lin()),
        lambda: Net(packed_attention, qkv=lin(24), out=lin()),
        ["qkv = q k v"],
    ),
    "called otherwise, in another order": (
        lambda: Net(lambda n, x: n.o(n.value(x) + n.key(x) * n.query(x)), value=lin(), key=lin(), query=lin(), o=lin()),
        lambda: Net(packed_attention, qkv=lin(24), out=lin()),
        ["qkv = query key value"],
    ),
    "beside a layer of the packed size": (
        lambda: Net(decoder, q=lin(), k=lin(), v=lin(), up=lin(24), wide=lin(24)),
        lambda: Net(
            lambda n, x: n.up(sum(n.qkv(x).chunk(3, -1))) + n.wide(x), qkv=lin(24), up=lin(24), wide=lin(24)
        ),
        ["qkv = q k v"],
    ),
    "key and value of another input": (
        lambda: Net(lambda n, x: n.q(x) * n.k(y := x.flip(0)) + n.v(y), q=lin(), k=lin(), v=lin()),
        lambda: Net(lambda n, x: n.q(x) * (kv := n.kv(x.flip(0)))[:, :8] + kv[:, 8:], q=lin(), kv=lin(16)),
        ["kv = k v"],
    ),
    "nothing packed": (lambda: Net(a=lin(), b=lin(3)), lambda: Net(a=lin(), b=lin(3)), []),
}  # fmt: skip


@pytest.fixture(scope="module")
def run_once():
    found = {}
    for name, (reference, port, _) in CASES.items():
        sides, inputs = (subject(reference()), subject(port(), "port")), make_inputs(("float32[2,8]",), 0)
        found[name] = [(side, traced(side, inputs)) for side in sides]
    return found


def packed(sides):
    return [f"{group.whole.path} = {' '.join(layer.path for layer in group.parts)}" for group in find_packed(*sides)]


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("backwards", [False, True])
def test_which_layers_are_one_on_the_other_side(run_once, name, backwards):
    assert packed(run_once[name][::-1] if backwards else run_once[name]) == CASES[name][2]


@pytest.mark.parametrize("score", ["PACK_FITS", "PACK_SAME_INPUT", "PACK_SAME_NAME"])
def test_the_sizes_of_the_scores_of_packing_are_not_delicate(run_once, score, monkeypatch):
    size = getattr(packing, score)
    for factor in (0.5, 0.75, 1.25, 1.5, 2.0):
        monkeypatch.setattr(packing, score, size * factor)
        assert [packed(run_once[name]) for name in CASES] == [case[2] for case in CASES.values()], factor


NAMED = [
    (lambda: Net(a=lin(), b=lin(), head=lin(3)), lambda: Net(a=lin(), b=lin(), head=lin(3)), True),
    (lambda: Net(a=lin(), b=lin(), head=lin(3)), lambda: Net(x=lin(), y=lin(), head=lin(3)), False),
    (lambda: Net(a=lin(), b=lin(), head=lin(3)), lambda: Net(x=lin(), y=lin(), z=lin(3)), False),
]


@pytest.mark.parametrize("share", [0.6, 0.75, 0.9, 1.0])
@pytest.mark.parametrize("reference, port, alike", NAMED)
def test_the_share_of_equal_names_is_not_delicate(monkeypatch, share, reference, port, alike):
    monkeypatch.setattr(paths, "NAMED_ALIKE", share)
    assert bool(paths.named_alike(subject(reference()), subject(port(), "port"))) == alike
