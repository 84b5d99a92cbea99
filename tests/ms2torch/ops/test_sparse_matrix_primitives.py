"""Sparse matrices as Primitives that take their parts; the numbers are those of real MindSpore 2.10's examples."""

from __future__ import annotations

import numpy as np
import pytest

import ms2torch as ms
from ms2torch import Tensor
from ms2torch.ops.operations import sparse_ops

SHAPE = Tensor([2, 6], ms.int32)


def ints(*values):
    return Tensor(list(values), ms.int32)


def test_softmax_of_rows():
    parts = SHAPE, Tensor(6, ms.int32), ints(0, 4, 6), ints(0, 2, 3, 4, 3, 4), Tensor([1.0, 2, 3, 4, 1, 2])
    *rest, values = sparse_ops.SparseMatrixSoftmax(ms.float32)(*parts)
    wanted = [0.0320586, 0.08714432, 0.23688281, 0.64391422, 0.26894143, 0.73105860]
    np.testing.assert_allclose(values.asnumpy(), wanted, rtol=1e-6)
    assert [r.asnumpy().tolist() for r in rest] == [p.asnumpy().tolist() for p in parts[:4]]
    with pytest.raises(TypeError, match="float32 and float64"):
        sparse_ops.SparseMatrixSoftmax(ms.float16)


def test_sum_keeps_the_places_of_both():
    first = SHAPE, ints(0, 2), ints(0, 1, 2), ints(0, 1), Tensor([1.0, 2.0])
    second = SHAPE, ints(0, 2), ints(0, 2, 2), ints(0, 3), Tensor([1.0, 5.0])
    got = sparse_ops.SparseMatrixAdd()(*first, *second, Tensor(1.0), Tensor(-1.0))
    assert [g.asnumpy().tolist() for g in got] == [[2, 6], [0, 3], [0, 2, 3], [0, 3, 1], [0.0, -5.0, 2.0]]


@pytest.mark.parametrize(
    ("kind", "values"),
    [(sparse_ops.SparseSparseMaximum, [3.0, 4.0, 2.0]), (sparse_ops.SparseSparseMinimum, [1.0, 0.0, 0.0])],
)
def test_choice_between_two(kind, values):
    shape = Tensor([3, 3])
    first, second = (
        (Tensor([[0, 1], [1, 2]]), Tensor([1.0, 2.0]), shape),
        (Tensor([[0, 1], [1, 1]]), Tensor([3.0, 4.0])),
    )
    places, chosen = kind()(*first, *second, shape)
    assert places.asnumpy().tolist() == [[0, 1], [1, 1], [1, 2]]
    assert chosen.asnumpy().tolist() == values
    with pytest.raises(ValueError, match="one shape"):
        kind()(*first, *second, Tensor([3, 4]))
