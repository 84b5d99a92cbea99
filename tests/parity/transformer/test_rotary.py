"""Rotary position embedding: pairs and angles are read off the values."""

from __future__ import annotations

import pytest
import torch
from torch.nn import functional as F

from parity.transformer.rotary import rotation
from tests.parity.transformer.parts import linear, names, numbers

X = numbers(2, 6, 16)
LAYERS = {"q": linear(16, 16), "k": linear(16, 16)}


def angles(length, size, *, base=100.0, first=0):
    pairs = torch.arange(size // 2, dtype=torch.float64) * 2 / size
    return torch.arange(first, first + length, dtype=torch.float64)[:, None] * base**-pairs


def halves(x, table):
    cos, sin = torch.cat((table.cos(),) * 2, -1), torch.cat((table.sin(),) * 2, -1)
    a, b = x.chunk(2, -1)
    return x * cos + torch.cat((-b, a), -1) * sin


def interleaved(x, table):
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack((a * table.cos() - b * table.sin(), a * table.sin() + b * table.cos()), -1).flatten(-2)


def complex_pairs(x, table):
    made = torch.view_as_complex(x.unflatten(-1, (-1, 2)).contiguous()) * torch.polar(torch.ones_like(table), table)
    return torch.view_as_real(made).flatten(-2)


def partial(x, table):
    return torch.cat((halves(x[..., :4], table), x[..., 4:]), -1)


@pytest.mark.parametrize(
    ("turn", "pairs"), [(halves, "halves"), (interleaved, "interleaved pairs"), (complex_pairs, "interleaved pairs")]
)
@pytest.mark.parametrize("axes", [(2, 3, 6, 8), (2, 6, 3, 8), (1, 1, 6, 8), (2, 1, 6, 8)])
def test_a_rotation_is_found_in_the_values(turn, pairs, axes):
    x = numbers(*axes)
    table = angles(6, 8, first=5)
    found = rotation(x, turn(x, table if axes[2] == 6 else table[:, None]))
    assert found is not None
    assert (found.pairs, found.proper, found.size, found.direction, found.first) == (pairs, True, 8, "forwards", 5)
    assert found.base == pytest.approx(100.0)


def test_a_part_of_each_head_is_rotated():
    x = numbers(2, 3, 6, 8)
    found = rotation(x, partial(x, angles(6, 4)))
    assert found is not None
    assert (found.pairs, found.size) == ("halves", 4)


@pytest.mark.parametrize(
    "made", [lambda x: x * 2, lambda x: x.flip(-1), lambda x: x + 1, lambda x: x.square(), torch.relu]
)
def test_what_is_no_rotation(made):
    x = numbers(2, 3, 6, 8)
    assert rotation(x, made(x)) is None
    assert rotation(x[:1, :1], made(x)[:1, :1]) is None


@pytest.mark.filterwarnings("error")
def test_values_of_a_type_that_has_no_complex_numbers():
    x = numbers(1, 1, 6, 8).half()
    assert rotation(x, x * 2) is None


def attention(turn=halves, keys=None, **how):
    def body(net, x):
        q, k = (p(x).view(2, 6, 2, 8).transpose(1, 2) for p in (net.q, net.k))
        table = angles(6, 8, **how)
        return F.scaled_dot_product_attention(turn(q, table), (keys or turn)(k, table), k)

    return body


def before_heads(net, x):
    table = angles(6, 8)[:, None]
    q, k = (p(x).view(2, 6, 2, 8) for p in (net.q, net.k))
    return F.scaled_dot_product_attention(*(halves(t, table).transpose(1, 2) for t in (q, k)), k.transpose(1, 2))


def tables_of_halves(x, table):
    """Interleaved pairs, turned by the tables that are laid out for halves."""
    cos, sin = torch.cat((table.cos(),) * 2, -1), torch.cat((table.sin(),) * 2, -1)
    return x * cos + torch.stack((-x[..., 1::2], x[..., 0::2]), -1).flatten(-2) * sin


@pytest.mark.parametrize(
    ("port", "expected"),
    [
        (attention(), set()),
        (before_heads, set()),
        (attention(interleaved), {"rotary-pairs"}),
        (attention(complex_pairs), {"rotary-pairs"}),
        (attention(tables_of_halves), {"rotary-pairs"}),
        (attention(base=10000.0), {"rotary-angles"}),
        (attention(first=1), {"rotary-angles"}),
        (attention(lambda x, table: halves(x, -table)), {"rotary-angles"}),
        (attention(keys=lambda x, table: x), {"rotary-angles"}),
        (attention(lambda x, table: x), {"rotary-angles"}),
        (lambda net, x: attention()(net, x) * 2, set()),
    ],
)
def test_names(port, expected):
    assert names(attention(), port, X, **LAYERS) == expected


def test_where_the_rotated_pairs_lie_in_the_result_is_no_matter():
    def moved(x, table):
        made = interleaved(x, table)
        return torch.cat((made[..., 0::2], made[..., 1::2]), -1)

    assert names(attention(interleaved), attention(moved), X, **LAYERS) == set()
