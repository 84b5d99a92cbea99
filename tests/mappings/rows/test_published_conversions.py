"""What transformers 5 does to published checkpoints when it loads them, as layouts: each kind of operation, both ways.

Its tables rename, split and join by sizes along an axis, stack experts, let rows alternate, exchange axes, permute rows
for rotary embeddings, and flatten kernels. Merging that loses something (dequantising, cutting padding) is no layout.
"""

from __future__ import annotations

import pytest
import torch

from mappings.rows.layouts import (
    Interleave,
    IntoRows,
    Layout,
    Regroup,
    Reshape,
    Rows,
    Transpose,
    Unsqueeze,
)


def numbers(*shape):
    return torch.arange(float(torch.Size(shape).numel())).reshape(shape)


def alternating(gate, up, axis):
    return torch.stack((gate, up), axis + 1).flatten(axis, axis + 1)


GATE, UP = numbers(3, 4), numbers(3, 4) + 100
ROTARY = numbers(8, 5)  # two heads of four rows, of which each two neighbours turn together

PUBLISHED = {
    "chunk of rows": ([Rows(3, 6, 9)], numbers(9, 2), numbers(9, 2).chunk(3)[1]),
    "chunk of columns": (
        [Transpose(0, 1), Rows(2, 4, 6), Transpose(0, 1)],
        numbers(2, 6),
        numbers(2, 6).chunk(3, 1)[1],
    ),
    "split by sizes": ([Rows(4, 6, 8)], numbers(8, 2), numbers(8, 2).split([4, 2, 2])[1]),
    "alternating rows apart": ([Regroup(4, 2)], numbers(8, 2), torch.cat((numbers(8, 2)[::2], numbers(8, 2)[1::2]))),
    "alternating columns apart": (
        [Transpose(0, 1), Regroup(4, 2), Transpose(0, 1)],
        numbers(2, 8),
        torch.cat((numbers(2, 8)[:, ::2], numbers(2, 8)[:, 1::2]), 1),
    ),
    "axes exchanged": ([Transpose(1, 2)], numbers(2, 3, 4), numbers(2, 3, 4).mT),
    "rows for rotary embeddings": (
        [Regroup(2, 2, 2)],
        ROTARY,
        torch.cat([head[rows] for head in ROTARY.split(4) for rows in (slice(0, 4, 2), slice(1, 4, 2))]),
    ),
    "a kernel flattened": (
        [Reshape((2, 3, 1, 2, 2), (2, 12))],
        numbers(2, 3, 1, 2, 2),
        numbers(2, 3, 1, 2, 2).flatten(1),
    ),
}


@pytest.mark.parametrize("name", PUBLISHED)
def test_an_operation_on_one_tensor(name):
    steps, before, after = PUBLISHED[name]
    layout = Layout(tuple(steps))
    assert layout.shape(before.shape) == tuple(after.shape)
    assert torch.equal(layout.apply(before), after)
    back = layout.inverse.put(before.clone().zero_(), after)
    assert torch.equal(layout.apply(back), after)
    assert layout.is_partial or torch.equal(back, before)


JOINED = {
    "rows": (
        [[IntoRows(0, 3, 6)], [IntoRows(3, 6, 6)]],
        torch.cat((GATE, UP)),
    ),
    "columns": (
        [[Transpose(0, 1), IntoRows(0, 4, 8), Transpose(0, 1)], [Transpose(0, 1), IntoRows(4, 8, 8), Transpose(0, 1)]],
        torch.cat((GATE, UP), 1),
    ),
    "alternating rows": (
        [[IntoRows(0, 3, 6), Interleave(3, (1, 1))], [IntoRows(3, 6, 6), Interleave(3, (1, 1))]],
        alternating(GATE, UP, 0),
    ),
    "experts": (
        [[Unsqueeze(0), IntoRows(0, 1, 2)], [Unsqueeze(0), IntoRows(1, 2, 2)]],
        torch.stack((GATE, UP)),
    ),
    "gate and up of the second expert, alternating, turned": (
        [
            [IntoRows(k * 3, k * 3 + 3, 6), Interleave(3, (1, 1)), Transpose(0, 1), Unsqueeze(0), IntoRows(1, 2, 2)]
            for k in range(2)
        ],
        torch.stack((torch.zeros(4, 6), alternating(GATE, UP, 0).T)),
    ),
}


@pytest.mark.parametrize("name", JOINED)
def test_an_operation_that_joins_tensors(name):
    layouts, whole = [Layout(tuple(steps)) for steps in JOINED[name][0]], JOINED[name][1]
    made = torch.zeros_like(whole)
    for layout, part in zip(layouts, (GATE, UP), strict=True):
        made = layout.put(made, part)
        assert torch.equal(layout.part(whole), layout.apply(part))
        assert torch.equal(layout.inverse.apply(whole), part)
    assert torch.equal(made, whole)
