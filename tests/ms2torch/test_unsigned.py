"""uint16, uint32 and uint64, which torch has few kernels for; the numbers are numpy's."""

from __future__ import annotations

import numpy as np
import pytest

import ms2torch as ms
from ms2torch import Parameter, Tensor, numpy as mnp, ops
from ms2torch.ops.auto_generate import BiasAddGrad

KINDS = (np.uint16, np.uint32, np.uint64)


@pytest.mark.parametrize("kind", KINDS)
def test_as_numpy_computes(kind):
    a, b = np.array([1, 5, 3], kind), np.array([2, 4, 3], kind)
    x, y = Tensor(a), Tensor(b)
    np.testing.assert_array_equal(ops.greater(x, y).asnumpy(), a > b)
    np.testing.assert_array_equal(ops.maximum(x, y).asnumpy(), np.maximum(a, b))
    np.testing.assert_array_equal(ops.invert(x).asnumpy(), ~a)
    assert ops.maximum(x, y).asnumpy().dtype == kind
    assert ops.argmax(x).item() == 1
    np.testing.assert_array_equal(BiasAddGrad()(Tensor(a.reshape(1, 3))).asnumpy(), a)


@pytest.mark.parametrize("kind", KINDS)
def test_sums_wrap_and_extremes_keep_their_order(kind):
    # what MindSpore 2.10 returned
    top = int(np.iinfo(kind).max)
    x = Tensor(np.array([2, 3, top], kind))
    assert ops.CumProd()(x, 0).asnumpy().tolist() == [2, 6, top - 5]
    assert ops.cumsum(x, 0).asnumpy().tolist() == [2, 5, 4]
    assert ops.neg(x).asnumpy().tolist() == (-x).asnumpy().tolist() == [top - 1, top - 2, 1]
    assert [part.asnumpy().tolist() for part in ops.cummax(x, 0)] == [[2, 3, top], [0, 1, 2]]
    assert [part.asnumpy().tolist() for part in ops.cummin(x, 0)] == [[2, 2, 2], [0, 0, 0]]
    assert ops.inplace_sub(x, x[1:2], (0,)).asnumpy().tolist() == [top, 3, top]
    assert ops.neg(x).dtype == x.dtype


ROWS = np.array([[1, 3, 2], [4, 5, 9]])
NEW = np.array([[5, 1, 1]])


# what MindSpore 2.10 returned for each of the three types
@pytest.mark.parametrize(
    ("compute", "expected"),
    [
        (lambda x, new: ops.gather_elements(x, 1, Tensor([[0, 1], [1, 1]])), [[1, 3], [5, 5]]),
        (lambda x, new: ops.tensor_scatter_elements(x, Tensor([[1, 1, 0]]), new, 0), [[1, 3, 1], [5, 1, 9]]),
        (lambda x, new: ops.tensor_scatter_add(x, Tensor([[0], [1]]), x), [[2, 6, 4], [8, 10, 18]]),
        (lambda x, new: ops.tensor_scatter_max(x, Tensor([[0]]), new), [[5, 3, 2], [4, 5, 9]]),
        (lambda x, new: ops.scatter_nd(Tensor([[2], [1]]), x, (3, 3)), [[0, 0, 0], [4, 5, 9], [1, 3, 2]]),
        (lambda x, new: ops.scatter_add(Parameter(x), Tensor([0]), new), [[6, 4, 3], [4, 5, 9]]),
        (lambda x, new: ops.scatter_max(Parameter(x), Tensor([0]), new), [[5, 3, 2], [4, 5, 9]]),
        (lambda x, new: ops.unsorted_segment_sum(x, Tensor([0, 0]), 2), [[5, 8, 11], [0, 0, 0]]),
        (lambda x, new: ops.unsorted_segment_max(x, Tensor([0, 0]), 2), [[4, 5, 9], [0, 0, 0]]),
        (lambda x, new: ops.topk(x, 2)[0], [[3, 2], [9, 5]]),
        (lambda x, new: ops.topk(x, 2)[1], [[1, 2], [2, 1]]),
        (lambda x, new: ops.ReduceSum()(x, 1), [6, 18]),
        (lambda x, new: ops.ReduceMax()(x, 0), [4, 5, 9]),
        (lambda x, new: ops.ReduceProd()(x), 1080),
        (lambda x, new: ops.masked_fill(x, Tensor(ROWS > 2), new[0, 0]), [[1, 5, 2], [5, 5, 5]]),
        (lambda x, new: ops.masked_select(x, Tensor(ROWS > 2)), [3, 4, 5, 9]),
        (lambda x, new: ops.flip(x, (1,)), [[2, 3, 1], [9, 5, 4]]),
        (lambda x, new: ops.tril(x), [[1, 0, 0], [4, 5, 0]]),
        (ops.less, [[True, False, False], [True, False, False]]),
        (lambda x, new: ops.addn([x, x]), [[2, 6, 4], [8, 10, 18]]),
        (lambda x, new: ops.reverse_sequence(x, Tensor([1, 2]), 1), [[1, 3, 2], [5, 4, 9]]),
        (lambda x, new: ops.square(x), [[1, 9, 4], [16, 25, 81]]),
        (lambda x, new: ops.matrix_diag(x[0]), [[1, 0, 0], [0, 3, 0], [0, 0, 2]]),
    ],
)
@pytest.mark.parametrize("kind", KINDS)
def test_moved_added_and_ordered(kind, compute, expected):
    out = compute(Tensor(ROWS.astype(kind)), Tensor(NEW.astype(kind))).asnumpy()
    assert out.tolist() == expected
    assert out.dtype in (np.dtype(kind), np.dtype(np.int32), np.dtype(bool))


def test_differences_wrap():
    assert ops.sub(Tensor([1, 3], ms.uint16), Tensor([5, 1], ms.uint16)).asnumpy().tolist() == [65532, 2]
    assert ops.clamp(Tensor([1, 9], ms.uint32), 2, 4).asnumpy().tolist() == [2, 4]
    assert ops.ReduceSum()(Tensor(np.array([2**64 - 1, 3], np.uint64))).asnumpy() == 2


def test_beyond_int64():
    top = Tensor(np.array([2**64 - 1, 0], np.uint64))
    assert ops.invert(top).asnumpy().tolist() == [0, 2**64 - 1]
    with pytest.raises(TypeError, match="not implemented for 'UInt64'"):
        ops.maximum(top, top)


def test_numpys_own_name():
    assert mnp.invert(Tensor(np.array([1], np.uint32))).asnumpy().tolist() == [2**32 - 2]


def test_a_shape_is_of_one_dimension():
    with pytest.raises(ValueError, match="must have one dimension"):
        ops.ones(Tensor([[2, 3], [4, 5]]))
    assert ops.ones(Tensor([2, 3])).shape == (2, 3)
