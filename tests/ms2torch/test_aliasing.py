"""Who sees a write: every way to take a tensor from another, and every assignment, as recorded from MindSpore 2.10."""

from __future__ import annotations

import json

import numpy as np
import pytest

import ms2torch as ms
import ms2torch.numpy
from ms2torch import Parameter, Tensor
from tools.record.aliasing import GOLDEN, WRITES, entries, seen

RECORDED: dict[str, dict[str, str]] = json.loads(GOLDEN.read_text())
SCOPE = {"ms": ms, "Tensor": Tensor, "Parameter": Parameter, "ops": ms.ops, "nn": ms.nn, "mint": ms.mint,
         "numpy": ms.numpy}  # fmt: skip


@pytest.mark.parametrize("kind", RECORDED)
@pytest.mark.parametrize("way", RECORDED["Tensor"])
def test_writes_are_seen_as_in_mindspore(kind: str, way: str) -> None:
    expected = dict(zip(entries(WRITES), RECORDED[kind][way], strict=True))
    found = {write: seen(SCOPE, way, write, kind == "Parameter") for write in expected}
    assert found == expected


def test_an_item_writes_all_of_itself_back() -> None:
    # measured 2.10: the row has kept its old values when it is written to, and takes them along
    x = Tensor(np.arange(4, dtype=np.float32).reshape(2, 2))
    row = x[0]
    x[None] = 5
    row[0] = 9
    assert x.asnumpy().tolist() == [[9, 1], [5, 5]]


def test_a_masked_write_through_a_view_does_not_reach_the_graph_of_its_base() -> None:
    def through_view(a: Tensor) -> Tensor:
        b = a * 1
        view = b.reshape(-1)
        view[view > 2] = 0
        return b.sum()

    def through_item(a: Tensor) -> Tensor:
        b = a * 1
        row = b[0]
        row[row > 2] = 0
        return b.sum()

    x = Tensor([[1.0, 3.0], [4.0, 1.0]])
    assert ms.grad(through_view)(x).asnumpy().tolist() == [[1, 1], [1, 1]]
    assert ms.grad(through_item)(x).asnumpy().tolist() == [[1, 0], [1, 1]]


def test_a_tensor_keeps_the_memory_it_was_assigned() -> None:
    source = Tensor([1.0, 2.0])
    target = Tensor([0.0, 0.0])
    target.assign_value(source)
    source[0] = 7
    assert target.asnumpy().tolist() == [7, 2]
