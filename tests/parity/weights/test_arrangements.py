"""In which groups the rows of a packed weight may lie, and nets that pack query, key and value by group."""

from __future__ import annotations

import pytest
from torch import nn as tnn

from ms2torch import mint, nn
from parity import compare
from parity.weights.arrangements import group_counts, orders, rows_of

HEADS, GROUPS, SIZE = 4, 2, 4
WIDTH = HEADS * SIZE


def test_the_numbers_that_the_code_holds_come_first():
    assert group_counts([32, 16, 16], {2, 8, 5}) == [2, 8, 16, 4]
    assert group_counts([6, 6], ()) == [6, 2, 3]
    assert group_counts([5, 3], {5}) == []


def test_orders_of_few_and_of_many():
    assert ["".join(order) for order in orders("abc")] == ["acb", "bac", "bca", "cab", "cba"]
    assert len(list(orders("abcde"))) == 10


def test_rows_of_parts():
    assert [str(layout) for layout in rows_of([4, 2])] == ["rows 0:4", "rows 4:6"]
    assert [str(layout) for layout in rows_of([4, 2], 2)] == [
        "deinterleave(2, 2, 1), rows 0:4",
        "deinterleave(2, 2, 1), rows 4:6",
    ]


class Apart(tnn.Module):
    def __init__(self):
        super().__init__()
        self.q_proj, self.k_proj, self.v_proj = (tnn.Linear(WIDTH, SIZE * n) for n in (HEADS, GROUPS, GROUPS))
        self.o_proj = tnn.Linear(WIDTH, WIDTH)

    def forward(self, x):
        b, t, _ = x.shape
        q = self.q_proj(x).view(b, t, HEADS, SIZE).transpose(1, 2)
        k, v = (layer(x).view(b, t, GROUPS, SIZE).transpose(1, 2) for layer in (self.k_proj, self.v_proj))
        k, v = (each.repeat_interleave(HEADS // GROUPS, 1) for each in (k, v))
        weights = (q @ k.transpose(-1, -2) * SIZE**-0.5).softmax(-1)
        return self.o_proj((weights @ v).transpose(1, 2).reshape(b, t, -1))


def one_after_the_other(y):
    q, k, v = mint.split(y, [WIDTH, GROUPS * SIZE, GROUPS * SIZE], -1)
    return q.reshape(*y.shape[:2], HEADS, SIZE), *(e.reshape(*y.shape[:2], GROUPS, SIZE) for e in (k, v))


def by_group(y):
    b, t, _ = y.shape
    n = HEADS // GROUPS
    y = y.view(b, t, GROUPS, n + 2, SIZE)
    return y[..., :n, :].reshape(b, t, HEADS, SIZE), y[..., n, :], y[..., n + 1, :]


class Packed(nn.Cell):
    def __init__(self, split, scale):
        super().__init__()
        self.split, self.scale = split, scale
        self.qkv = mint.nn.Linear(WIDTH, (HEADS + 2 * GROUPS) * SIZE)
        self.o_proj = mint.nn.Linear(WIDTH, WIDTH)

    def construct(self, x):
        b, t, _ = x.shape
        q, k, v = (mint.transpose(each, 1, 2) for each in self.split(self.qkv(x)))
        k, v = (mint.repeat_interleave(each, HEADS // GROUPS, 1) for each in (k, v))
        weights = mint.nn.functional.softmax(mint.matmul(q, mint.transpose(k, -1, -2)) * self.scale, -1)
        return self.o_proj(mint.transpose(mint.matmul(weights, v), 1, 2).reshape(b, t, -1))


@pytest.mark.parametrize("split", [one_after_the_other, by_group])
def test_query_key_and_value_by_group(split):
    report = compare(Apart, lambda: Packed(split, SIZE**-0.5), f"float32[2,5,{WIDTH}]", grad=True)
    assert report.verdict == "same", report.findings
    assert len(report.weights.mapped) == 8
