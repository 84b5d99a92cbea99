"""`ops.coo_*` and `ops.csr_*`: each unary one is the dense function on the values; the others against dense tensors."""

from __future__ import annotations

import numpy as np
import pytest

import ms2torch as ms
from ms2torch import COOTensor, CSRTensor, Tensor, nn, ops

UNARY = [
    "abs",
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atanh",
    "ceil",
    "cos",
    "cosh",
    "exp",
    "expm1",
    "floor",
    "inv",
    "isfinite",
    "isinf",
    "isnan",
    "log",
    "log1p",
    "neg",
    "relu",
    "relu6",
    "round",
    "sigmoid",
    "sin",
    "sinh",
    "softsign",
    "sqrt",
    "square",
    "tan",
    "tanh",
]


def coo(values=(-1.0, 2.0), indices=((0, 1), (1, 2)), shape=(3, 4)):
    return COOTensor(Tensor(list(map(list, indices)), ms.int64), Tensor(list(values), ms.float32), shape)


def csr(values=(-1.0, 2.0, 0.5), shape=(3, 4)):
    return CSRTensor(
        Tensor([0, 1, 3, 3], ms.int32), Tensor([3, 0, 2], ms.int32), Tensor(list(values), ms.float32), shape
    )


@pytest.mark.parametrize("name", UNARY)
def test_unary_functions_work_on_the_values(name):
    x, y = coo(), csr()
    expected = getattr(ops, name)
    out = getattr(ops, f"coo_{name}")(x)
    np.testing.assert_array_equal(out.values.asnumpy(), expected(x.values).asnumpy())
    assert out.indices is x.indices
    assert out.shape == x.shape
    out = getattr(ops, f"csr_{name}")(y)
    np.testing.assert_array_equal(out.values.asnumpy(), expected(y.values).asnumpy())
    assert out.indptr is y.indptr
    assert out.indices is y.indices
    assert out.shape == y.shape
    with pytest.raises(TypeError, match="COOTensor"):
        getattr(ops, f"coo_{name}")(y)
    with pytest.raises(TypeError, match="CSRTensor"):
        getattr(ops, f"csr_{name}")(x)


# what MindSpore 2.10.0 returned on its CPU
def test_coo_add_leaves_out_what_is_below_the_threshold():
    other = coo((-1.0, 3.0), ((0, 1), (2, 2)))
    x = coo((1.0, 2.0))
    assert ops.coo_add(x, other, Tensor(0.0)).indices.asnumpy().tolist() == [[0, 1], [1, 2], [2, 2]]
    for threshold in (2.0, 1.0):
        out = ops.coo_add(x, other, Tensor(threshold))
        assert out.indices.asnumpy().tolist() == [[1, 2], [2, 2]]
        assert out.values.asnumpy().tolist() == [2.0, 3.0]
    with pytest.raises(ValueError, match="one shape"):
        ops.coo_add(x, coo(shape=(3, 5)), Tensor(0.0))


@pytest.mark.parametrize(
    ("dim", "shape", "indices", "values"),
    [
        (0, (6, 4), [[0, 1], [1, 2], [3, 1], [5, 2]], [1.0, 2.0, -1.0, 3.0]),
        (1, (3, 8), [[0, 1], [0, 5], [1, 2], [2, 6]], [1.0, -1.0, 2.0, 3.0]),
        (-1, (3, 8), [[0, 1], [0, 5], [1, 2], [2, 6]], [1.0, -1.0, 2.0, 3.0]),
    ],
)
def test_coo_concat(dim, shape, indices, values):
    out = ops.coo_concat((coo((1.0, 2.0)), coo((-1.0, 3.0), ((0, 1), (2, 2)))), dim)
    assert out.shape == shape
    assert out.indices.asnumpy().tolist() == indices
    assert out.values.asnumpy().tolist() == values


def test_coo_concat_refuses_one_tensor():
    with pytest.raises(ValueError, match="two"):
        ops.coo_concat((coo(),))
    with pytest.raises(TypeError, match="list or tuple"):
        ops.coo_concat(coo())


def test_csr_add_and_softmax():
    x = csr()
    np.testing.assert_allclose(
        ops.csr_add(x, x, Tensor(1.0), Tensor(2.0)).to_dense().asnumpy(), 3 * x.to_dense().asnumpy()
    )
    out = ops.csr_softmax(x, ms.float32)
    row = np.exp([2.0, 0.5]) / np.exp([2.0, 0.5]).sum()
    np.testing.assert_allclose(out.values.asnumpy(), [1.0, *row], rtol=1e-6)


@pytest.mark.parametrize("flags", [(False, False), (True, False), (False, True), (True, True)])
def test_csr_mm_is_the_dense_product(flags):
    a, b = csr(shape=(3, 4)), csr(shape=(3, 4))
    left = a.to_dense().asnumpy().T if flags[0] else a.to_dense().asnumpy()
    right = b.to_dense().asnumpy().T if flags[1] else b.to_dense().asnumpy()
    if left.shape[1] != right.shape[0]:
        return
    out = ops.csr_mm(a, b, trans_a=flags[0], trans_b=flags[1])
    np.testing.assert_allclose(out.to_dense().asnumpy(), left @ right)


def test_products_with_dense_tensors():
    x = csr()
    dense = Tensor(np.arange(1, 13, dtype=np.float32).reshape(3, 4))
    mask = x.to_dense().asnumpy()
    np.testing.assert_allclose(ops.csr_mul(x, dense).to_dense().asnumpy(), mask * dense.asnumpy())
    np.testing.assert_allclose(ops.csr_div(x, dense).to_dense().asnumpy(), mask / dense.asnumpy())
    column = Tensor(np.arange(4, dtype=np.float32)[:, None])
    np.testing.assert_allclose(ops.csr_mv(x, column).asnumpy(), mask @ column.asnumpy())
    np.testing.assert_allclose(ops.csr_reduce_sum(x, 1).asnumpy(), mask.sum(1, keepdims=True))
    np.testing.assert_allclose(ops.csr_gather(x.indptr, x.indices, dense, x.shape).asnumpy(), [4.0, 5.0, 7.0])
    with pytest.raises(TypeError, match="CSRTensor"):
        ops.csr_mm(x, dense)


def test_conversions_return_to_where_they_began():
    dense = Tensor([[1.0, 0.0], [-5.0, 2.0]])
    for sparse in (dense.to_coo(), dense.to_csr(), ops.dense_to_sparse_coo(dense), ops.dense_to_sparse_csr(dense)):
        assert sparse.to_dense().asnumpy().tolist() == dense.asnumpy().tolist()
        assert sparse.indices.dtype == ms.int32
    x = csr()
    assert ops.csr_to_coo(x).indices.asnumpy().tolist() == [[0, 3], [1, 0], [1, 2]]
    np.testing.assert_array_equal(ops.csr_to_dense(x).asnumpy(), x.to_dense().asnumpy())
    assert ops.csr2coo(x.indptr, 3).asnumpy().tolist() == [0, 1, 1]
    assert ops.coo2csr(Tensor([0, 1, 1], ms.int32), 3).asnumpy().tolist() == [0, 1, 3, 3]
    with pytest.raises(ValueError, match="2 dimensions"):
        Tensor([1.0, 0.0]).to_coo()


def test_gradients_reach_the_dense_tensor():
    def loss(t):
        return ops.csr_to_dense(ops.csr_square(t.to_csr())).sum()

    assert ms.grad(loss)(Tensor([[1.0, 0.0], [-5.0, 2.0]])).asnumpy().tolist() == [[2.0, 0.0], [-10.0, 4.0]]


def test_row_tensors():
    rows = ops.make_row_tensor(Tensor([0, 2]), Tensor([[1.0, 2.0], [3.0, 4.0]]), (3, 2))
    out = ops.row_tensor_add(rows, Tensor(np.ones((3, 2), np.float32)))
    assert out.asnumpy().tolist() == [[2.0, 3.0], [1.0, 1.0], [4.0, 5.0]]
    assert ops.row_tensor_get_dense_shape(rows) == (3, 2)


def test_sparse_to_dense_layer():
    assert nn.SparseToDense()(coo()).asnumpy().tolist() == coo().to_dense().asnumpy().tolist()
    with pytest.raises(TypeError, match="COOTensor"):
        nn.SparseToDense()(csr())
