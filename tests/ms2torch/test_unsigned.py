"""uint16, uint32 and uint64, which torch has few kernels for; the numbers are numpy's."""

from __future__ import annotations

import numpy as np
import pytest

from ms2torch import Tensor, numpy as mnp, ops
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
