"""Sparse tensors against what real MindSpore 2.10.0 gave, and against dense ones where its CPU has no kernel."""

from __future__ import annotations

import json

import numpy as np
import pytest

import ms2torch as ms
from ms2torch import Tensor
from tools.record import modules

GOLDEN = json.loads(modules.GOLDEN.read_text())["sparse"]
DENSE = np.array([[0, -1, 0, 0], [0, 0, 2, 0], [0, 0, 0, 0]], np.float32)


def coo():
    return ms.COOTensor(Tensor(np.array([[1, 2], [0, 1]]), ms.int32), Tensor([2.0, -1.0]), (3, 4))


def csr():
    return coo().to_csr()


@pytest.mark.parametrize("name", GOLDEN)
def test_like_mindspore(name):
    assert json.loads(json.dumps(modules.encode(modules.sparse(ms)[name]()))) == GOLDEN[name]


def test_conversions():
    np.testing.assert_array_equal(csr().to_dense().asnumpy(), DENSE)
    np.testing.assert_array_equal(csr().to_coo().to_dense().asnumpy(), DENSE)
    assert csr().indptr.asnumpy().tolist() == [0, 1, 2, 2]


def test_products():
    matrix = np.arange(8, dtype=np.float32).reshape(4, 2)
    np.testing.assert_array_equal(csr().mm(Tensor(matrix)).asnumpy(), DENSE @ matrix)
    np.testing.assert_array_equal(csr().mv(Tensor(matrix[:, :1])).asnumpy(), DENSE @ matrix[:, :1])
    square = ms.COOTensor(Tensor(np.array([[0, 1], [2, 0]])), Tensor([1.0, 3.0]), (4, 3)).to_csr()
    np.testing.assert_array_equal(csr().mm(square).to_dense().asnumpy(), DENSE @ square.to_dense().asnumpy())
    np.testing.assert_array_equal(csr().sum(1).asnumpy(), DENSE.sum(1, keepdims=True))
    np.testing.assert_array_equal((csr() * Tensor(np.full((3, 4), 3.0, np.float32))).to_dense().asnumpy(), DENSE * 3)


def test_sums():
    np.testing.assert_array_equal((coo() + coo()).to_dense().asnumpy(), 2 * DENSE)
    np.testing.assert_array_equal((coo() - coo()).to_dense().asnumpy(), 0 * DENSE)
    np.testing.assert_array_equal(coo().add(coo(), Tensor(3.0)).values.asnumpy(), [4.0])


def test_gradients_go_through_the_values():
    def loss(values):
        return ms.CSRTensor(csr().indptr, csr().indices, values, (3, 4)).mm(Tensor(np.ones((4, 1), np.float32))).sum()

    np.testing.assert_array_equal(ms.grad(loss)(Tensor([1.0, 2.0])).asnumpy(), [1.0, 1.0])


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda: ms.COOTensor(Tensor([[0, 1]], ms.float32), Tensor([1.0]), (3, 4)), TypeError),
        (lambda: ms.COOTensor(Tensor([[0, 1]]), Tensor([1.0, 2.0]), (3, 4)), ValueError),
        (lambda: ms.COOTensor(Tensor([[0, 1]]), Tensor([1.0]), [3, 4]), TypeError),
        (lambda: ms.COOTensor(Tensor([[0, 1]]), Tensor([1.0])), TypeError),
        (lambda: ms.CSRTensor(Tensor([0, 1]), Tensor([1]), Tensor([1.0]), (3, 4)), ValueError),
        (lambda: ms.CSRTensor(Tensor([0, 1, 1, 1], ms.float32), Tensor([1]), Tensor([1.0]), (3, 4)), TypeError),
        (lambda: csr().sum(0), ValueError),
        (lambda: coo() * Tensor(2.0), ValueError),
    ],
)
def test_what_mindspore_refuses(make, error):
    with pytest.raises(error):
        make()
