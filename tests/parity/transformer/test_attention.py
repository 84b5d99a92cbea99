"""Attention: however it is written it is one thing, and each usual mistake has its own name."""

from __future__ import annotations

import math

import pytest
import torch
from torch.nn import functional as F

from parity.transformer.values import diagonal
from tests.parity.transformer.parts import linear, names, numbers

X = numbers(2, 5, 16)
KEEP = torch.tensor([[True, True, False, True, True], [True, False, True, True, True]])
LAYERS = {"q": linear(16, 16), "k": linear(16, 8), "v": linear(16, 8), "o": linear(16, 16)}


def heads(tensor, count):
    return tensor.view(2, 5, count, 4).transpose(1, 2)


def split(net, x):
    q, k, v = heads(net.q(x), 4), heads(net.k(x), 2), heads(net.v(x), 2)
    return q, k.repeat_interleave(2, 1), v.repeat_interleave(2, 1)


def merged(net, y):
    return net.o(y.transpose(1, 2).reshape(2, 5, 16))


def reference(net, x, keep):
    q, k, v = split(net, x)
    return merged(net, F.scaled_dot_product_attention(q, k, v, attn_mask=keep[:, None, None]))


def written(net, x, keep, *, scale=0.5, mask=None, axis=-1, parts=split, join=merged):
    """The same written out; what is given otherwise is a mistake."""
    q, k, v = parts(net, x)
    scores = q @ k.mT * scale
    scores = scores.masked_fill(~keep[:, None, None], -1e9) if mask is None else mask(scores, keep[:, None, None])
    return join(net, scores.softmax(axis) @ v)


def scaled_before(net, x, keep):
    q, k, v = split(net, x)
    added = torch.zeros(2, 1, 1, 5, dtype=torch.float64).masked_fill(~keep[:, None, None], -math.inf)
    return merged(net, torch.softmax((q / 2) @ k.mT + added, -1) @ v)


def by_einsum(net, x, keep):
    q, k, v = split(net, x)
    scores = torch.einsum("bhid,bhjd->bhij", q, k) / math.sqrt(4)
    weights = torch.where(keep[:, None, None], scores, -1e4).exp()
    return merged(net, torch.einsum("bhij,bhjd->bhid", weights / weights.sum(-1, keepdim=True), v))


def by_expanding(net, x, keep):
    def wide(tensor):
        return tensor[:, :, None].expand(2, 2, 2, 5, 4).reshape(2, 4, 5, 4)

    return written(net, x, keep, parts=lambda n, t: (heads(n.q(t), 4), *(wide(heads(p(t), 2)) for p in (n.k, n.v))))


def tiled(net, x):
    q, k, v = heads(net.q(x), 4), heads(net.k(x), 2), heads(net.v(x), 2)
    return q, k.repeat(1, 2, 1, 1), v.repeat(1, 2, 1, 1)


def mixed(net, x):
    _, k, v = split(net, x)
    return net.q(x).view(2, 4, 5, 4), k, v


def inner(net, x):
    _, k, v = split(net, x)
    return net.q(x).view(2, 5, 4, 4).permute(0, 3, 1, 2), k, v


def exchanged(net, x):
    q, k, v = split(net, x)
    return q, v, k


def unprojected(net, y):
    return y.transpose(1, 2).reshape(2, 5, 16)


RIGHT = {"written": written, "scaled before": scaled_before, "einsum, exp and sum": by_einsum, "expand": by_expanding}
OTHER = {
    "an activation behind": lambda net, x, keep: written(net, x, keep).relu(),
    "other values": lambda net, x, keep: written(net, x.square(), keep),
    "a bias too many": lambda net, x, keep: written(net, x, keep) + 1,
    "a projection missing": lambda net, x, keep: written(net, x, keep, join=unprojected),
}  # fmt: skip
WRONG = {
    "no scale": ("attention-scale", {"scale": 1.0}),
    "scaled twice": ("attention-scale", {"scale": 0.25}),
    "scale of the model": ("attention-scale", {"scale": 0.125}),
    "the other polarity": ("attention-mask", {"mask": lambda s, keep: s.masked_fill(keep, -1e9)}),
    "added as numbers": ("attention-mask", {"mask": lambda s, keep: s + keep.double()}),
    "the other sign": ("attention-mask", {"mask": lambda s, keep: s + (~keep).double() * 1e9}),
    "no mask": ("attention-mask", {"mask": lambda s, keep: s + 0 * keep}),
    "over the queries": ("softmax-axis", {"axis": -2}),
    "tiled": ("grouped-heads", {"parts": tiled}),
    "no transposition": ("head-layout", {"parts": mixed}),
    "heads inside": ("head-layout", {"parts": inner}),
    "merged as it is": ("head-layout", {"join": lambda net, y: net.o(y.reshape(2, 5, 16))}),
    "merged elements first": ("head-layout", {"join": lambda net, y: net.o(y.permute(0, 2, 3, 1).reshape(2, 5, 16))}),
    "keys for values": ("qkv-packing", {"parts": exchanged}),
}


@pytest.mark.parametrize("way", RIGHT)
def test_another_way_to_write_it_has_no_name(way):
    assert names(reference, RIGHT[way], X, KEEP, **LAYERS) == set()


@pytest.mark.parametrize("mistake", OTHER)
def test_another_mistake_has_no_name_of_attention(mistake):
    assert names(reference, OTHER[mistake], X, KEEP, **LAYERS) == set()


@pytest.mark.parametrize("mistake", WRONG)
def test_a_mistake_has_its_own_name_alone(mistake):
    code, changed = WRONG[mistake]
    assert names(reference, lambda net, x, keep: written(net, x, keep, **changed), X, KEEP, **LAYERS) == {code}


def packed(order, shape=(2, 5, 3, 2, 4), axes=(2, 0, 3, 1, 4)):
    """Attention out of one projection."""

    def attention(net, x):
        parts = net.qkv(x).view(shape).permute(axes)
        q, k, v = (parts[n] for n in order)
        return F.scaled_dot_product_attention(q, k, v)

    return attention


def chunked(net, x):
    q, k, v = (part.view(2, 5, 2, 4).transpose(1, 2) for part in net.qkv(x).chunk(3, -1))
    return (q @ k.mT / 2).softmax(-1) @ v


@pytest.mark.parametrize(
    ("port", "expected"),
    [
        (packed((0, 1, 2)), set()),
        (chunked, set()),
        (packed((1, 0, 2)), {"qkv-packing"}),
        (packed((0, 2, 1)), {"qkv-packing"}),
        (packed((0, 1, 2), (2, 5, 2, 3, 4), (3, 0, 2, 1, 4)), {"qkv-packing"}),
    ],
)
def test_columns_of_one_projection(port, expected):
    assert names(packed((0, 1, 2)), port, X, qkv=linear(16, 24)) == expected


def cached(*, new_first=False, offset=3):
    def attention(net, x, past):
        k = torch.cat((net.k(x), past) if new_first else (past, net.k(x)), 1)
        seen = torch.ones(5, 8, dtype=torch.bool).tril(offset)
        return F.scaled_dot_product_attention(net.q(x), k, k, attn_mask=seen)

    return attention


@pytest.mark.parametrize(
    ("port", "expected"),
    [
        (cached(), set()),
        (cached(new_first=True), {"cache-order"}),
        (cached(offset=0), {"causal-offset"}),
        (cached(offset=2), {"causal-offset"}),
    ],
)
def test_a_cache(port, expected):
    layers = {"q": linear(16, 8), "k": linear(16, 8)}
    assert names(cached(), port, X, numbers(2, 3, 8), **layers) == expected


@pytest.mark.parametrize("offset", [-2, -1, 0, 1, 3])
def test_the_diagonal_of_a_causal_mask(offset):
    assert diagonal(~torch.ones(2, 4, 7, dtype=torch.bool).tril(offset)) == offset


def test_a_mask_that_is_no_triangle_has_no_diagonal():
    hidden = ~torch.ones(1, 4, 4, dtype=torch.bool).tril()
    hidden[0, 3, 0] = True
    assert diagonal(hidden) is None
    assert diagonal(torch.zeros(1, 4, 4, dtype=torch.bool)) is None
