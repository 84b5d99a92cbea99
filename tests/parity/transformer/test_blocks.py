"""Norms, residuals, gates, routers and both ends of a language model."""

from __future__ import annotations

import pytest
import torch
from torch.nn import functional as F

from tests.parity.transformer.parts import linear, names, numbers

X = numbers(2, 5, 8) * torch.tensor([0.1, 1.0, 3.0, 0.02, 1.0], dtype=torch.float64)[:, None]
WIDE = torch.nn.LayerNorm(8, dtype=torch.float64)


def rms(x, epsilon=1e-3):
    return x * torch.rsqrt(x.square().mean(-1, keepdim=True) + epsilon)


def outside(x):
    return x / (x.square().mean(-1, keepdim=True).sqrt() + 1e-3)


def by_norm(x):
    return x / (torch.linalg.vector_norm(x, dim=-1, keepdim=True) ** 2 / 8 + 1e-3) ** 0.5


def layer_norm(x):
    return F.layer_norm(x, (8,), eps=1e-3)


def centred(x, root=lambda square: (square + 1e-3).sqrt()):
    return (x - x.mean(-1, True)) / root(x.var(-1, unbiased=False, keepdim=True))


def in_float32(x):
    return rms(x.float()).double()


NORMS = [
    (rms, rms, set()),
    (rms, by_norm, set()),
    (rms, in_float32, set()),
    (in_float32, outside, {"norm-epsilon"}),
    (rms, outside, {"norm-epsilon"}),
    (rms, lambda x: rms(x, 1e-6), {"norm-epsilon"}),
    (rms, lambda x: rms(x) * 2, set()),
    (layer_norm, centred, set()),
    (layer_norm, lambda x: centred(x, lambda square: square.sqrt() + 1e-3), {"norm-epsilon"}),
]


@pytest.mark.parametrize(("reference", "port", "expected"), NORMS)
def test_where_epsilon_stands(reference, port, expected):
    found = names(lambda net, x: net.layer(reference(x)), lambda net, x: net.layer(port(x)), X, layer=linear(8, 8))
    assert found == expected


PRE = lambda net, x: x + net.layer(net.norm(x))  # noqa: E731
PLACES = [
    (PRE, set()),
    (
        lambda net, x: (
            x + net.layer(F.layer_norm(x.float(), (8,), net.norm.weight.float(), net.norm.bias.float()).double())
        ),
        set(),
    ),
    (lambda net, x: net.layer(net.norm(x)) + x, set()),
    (lambda net, x: net.norm(x + net.layer(x)), {"norm-placement"}),
    (lambda net, x: net.norm(x) + net.layer(net.norm(x)), {"norm-placement"}),
    (lambda net, x: net.layer(net.norm(x)), {"norm-placement"}),
    (lambda net, x: x + net.layer(x), {"norm-placement"}),
    (lambda net, x: x + net.layer(net.norm(x)).relu(), set()),
]


@pytest.mark.parametrize(("port", "expected"), PLACES)
def test_norms_and_residuals(port, expected):
    assert names(PRE, port, X, layer=linear(8, 8), norm=WIDE) == expected


def gated(net, x):
    gate, up = net.up(x).chunk(2, -1)
    return net.down(F.silu(gate) * up)


GATES = [
    (lambda net, x: net.down(net.up(x)[..., 6:] * net.up(x)[..., :6] * torch.sigmoid(net.up(x)[..., :6])), set()),
    (lambda net, x: net.down(net.up(x)[..., :6] * F.silu(net.up(x)[..., 6:])), {"gated-unit"}),
    (lambda net, x: net.down(F.silu(net.up(x)[..., 0::2]) * net.up(x)[..., 1::2]), {"gated-unit"}),
    (lambda net, x: gated(net, x).relu(), set()),
]


@pytest.mark.parametrize(("port", "expected"), GATES)
def test_gates(port, expected):
    assert names(gated, port, X, up=linear(8, 12), down=linear(6, 8)) == expected


def experts(weights=lambda w: w / w.sum(-1, keepdim=True), *, k=2, scores=lambda t: t.softmax(-1), shared=True):
    """Three experts and one for every token."""

    def block(net, x):
        p = scores(net.router(x))
        w, chosen = p.topk(k, -1)
        gates = torch.zeros_like(p).scatter(-1, chosen, weights(w))
        routed = gates[..., :1] * net.a(x) + gates[..., 1:2] * net.b(x) + gates[..., 2:] * net.c(x)
        return routed + net.shared(x) if shared else routed

    return block


def softmax_of_chosen(net, x):
    """Top-k before softmax: the same as a renormalised softmax."""
    w, chosen = net.router(x).topk(2, -1)
    gates = torch.zeros(2, 5, 3, dtype=torch.float64).scatter(-1, chosen, w.softmax(-1))
    routed = gates[..., :1] * net.a(x) + gates[..., 1:2] * net.b(x) + gates[..., 2:] * net.c(x)
    return routed + net.shared(x)


ROUTERS = [
    (experts(scores=lambda t: t.float().softmax(-1).double()), set()),
    (experts(), set()),
    (softmax_of_chosen, set()),
    (experts(lambda w: w), {"router"}),
    (experts(lambda w: w.softmax(-1)), {"router"}),
    (experts(k=1), {"router"}),
    (experts(scores=torch.sigmoid), {"router"}),
    (experts(shared=False), {"shared-experts"}),
    (lambda net, x: experts()(net, x) * 2, set()),
]


@pytest.mark.parametrize(("port", "expected"), ROUTERS)
def test_routers(port, expected):
    layers = {"router": linear(8, 3), **{name: linear(8, 8) for name in ("a", "b", "c", "shared")}}
    assert names(experts(), port, X, **layers) == expected


IDS = torch.tensor([[1, 4, 2, 7, 0], [3, 3, 5, 6, 9]])
TABLE = torch.nn.Embedding(12, 8, dtype=torch.float64)


def model(
    *, before=2.0, after=0.5, tied=False, logits=slice(None, -1), labels=slice(1, None), ignored=-100, sums=False
):
    def loss(net, ids):
        x = net.layer(net.table(ids) * before)
        scores = (x @ net.table.weight.T if tied else net.head(x)) * after
        how = {"ignore_index": ignored, "reduction": "sum" if sums else "mean"}
        return scores, F.cross_entropy(scores[:, logits].flatten(0, 1), ids[:, labels].flatten(), **how)

    return loss


ENDS = [
    (model(), set()),
    (model(before=1.0), {"logits-scale"}),
    (model(after=1.0), {"logits-scale"}),
    (model(logits=slice(1, None)), {"label-shift"}),
    (model(logits=slice(None), labels=slice(None)), {"label-shift"}),
    (model(ignored=3), {"label-shift"}),
    (model(sums=True), {"label-shift"}),
    (model(tied=True), {"tied-head"}),
]


@pytest.mark.parametrize(("port", "expected"), ENDS)
def test_both_ends(port, expected):
    assert names(model(), port, IDS, table=TABLE, layer=linear(8, 8), head=linear(8, 12)) == expected
