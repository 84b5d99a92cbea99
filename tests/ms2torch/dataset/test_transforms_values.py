"""Operations on any array give what MindSpore's gave; the values were read off MindSpore 2.10."""

from __future__ import annotations

import numpy as np
import pytest

import ms2torch as ms
from ms2torch.dataset import transforms as T

X = np.arange(12).reshape(3, 4)


def same(out, values, dtype):
    out = np.asarray(out)
    assert out.tolist() == values
    assert out.dtype == dtype


@pytest.mark.parametrize(
    ("operation", "value", "expected", "dtype"),
    [
        (T.OneHot(4), np.array(2, "int32"), [0, 0, 1, 0], "int32"),
        (T.OneHot(4), np.array([2, 1], "uint8"), [[0, 0, 1, 0], [0, 1, 0, 0]], "uint8"),
        (T.OneHot(4), np.array([2]), [0, 0, 1, 0], "int64"),
        (T.OneHot(4), np.array([[2, 1]]), [[0, 0, 1, 0], [0, 1, 0, 0]], "int64"),
        (T.OneHot(4), np.array([-1]), [0, 0, 0, 0], "int64"),
        (T.OneHot(4, 0.1), np.array(1), [0.025, 0.925, 0.025, 0.025], "float64"),
        (T.Concatenate(0, np.array([1]), np.array([9])), np.array([3]), [1, 3, 9], "int64"),
        (T.Concatenate(-1, np.array(["x"])), np.array(["ab"]), ["x", "ab"], "<U2"),
        (T.Fill(3), np.array([1.5, 2], "float32"), [3, 3], "float32"),
        (T.Fill(3.7), np.array([1, 2]), [3, 3], "int64"),
        (T.Fill(-1), np.array([1, 2], "uint8"), [255, 255], "uint8"),
        (T.Fill("zz"), np.array(["a"]), ["zz"], "<U2"),
        (T.Mask(T.Relational.GT, 3), np.array([1, 5, 3]), [False, True, False], "bool"),
        (T.Mask(T.Relational.GE, 2.5), np.array([1, 2, 3]), [False, True, True], "bool"),
        (T.Mask(T.Relational.EQ, 3, ms.int16), np.array([1, 3]), [0, 1], "int16"),
        (T.Mask(T.Relational.NE, "a"), np.array(["a", "b"]), [False, True], "bool"),
        (T.PadEnd([4], 10), np.array([1, 2]), [1, 2, 10, 10], "int64"),
        (T.PadEnd([4]), np.array([1, 2], "float32"), [1, 2, 0, 0], "float32"),
        (T.PadEnd([2, 3], -1), np.array([[1, 2], [3, 4], [5, 6]]), [[1, 2, -1], [3, 4, -1]], "int64"),
        (T.PadEnd([3], "zz"), np.array(["a"]), ["a", "zz", "zz"], "<U2"),
        (T.Slice(1), X, [[4, 5, 6, 7]], "int64"),
        (T.Slice([0, 2]), X, [[0, 1, 2, 3], [8, 9, 10, 11]], "int64"),
        (T.Slice(slice(0, 2)), X, [[0, 1, 2, 3], [4, 5, 6, 7]], "int64"),
        (T.Slice(None, [1, 3]), X, [[1, 3], [5, 7], [9, 11]], "int64"),
        (T.Slice(..., [1]), X, [[1], [5], [9]], "int64"),
        (T.Slice(slice(2, 0, -1)), X, [[8, 9, 10, 11], [4, 5, 6, 7]], "int64"),
        (T.TypeCast(ms.float16), np.array([0, 1.5]), [0, 1.5], "float16"),
        (T.TypeCast(ms.bool_), np.array([0, 1.5]), [False, True], "bool"),
        (T.TypeCast("int32"), np.array([0, 1.5]), [0, 1], "int32"),
        (T.Compose([lambda x: x + 1, T.OneHot(3)]), np.array(1), [0, 0, 1], "int64"),
    ],
)
def test_values(operation, value, expected, dtype):
    same(operation(value), expected, dtype)


def test_several_columns():
    one, two = T.Duplicate()(X)
    assert np.array_equal(one, two)
    values, places, counts = T.Unique()(np.array([[3, 1], [1, 2]], "float32"))
    same(values, [3, 1, 2], "float32")
    same(places, [0, 1, 1, 2], "int32")
    same(counts, [1, 2, 1], "int32")
    same(T.Compose([T.Duplicate(), T.Concatenate()])(np.array([1, 2])), [1, 2, 1, 2], "int64")


def test_smoothing_keeps_every_label():
    np.testing.assert_allclose(T.OneHot(2, 0.2)(np.array([1, 0])), [[0.1, 0.9], [0.9, 0.1]])


def test_nested_compositions_are_flat():
    inner = T.Compose([T.Unique(), T.Duplicate()])
    assert len(T.Compose([inner, T.Fill(1)]).transforms) == 3


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda: T.OneHot(0), ValueError),
        (lambda: T.OneHot(2.5), TypeError),
        (lambda: T.OneHot(3, 2.0), ValueError),
        (lambda: T.OneHot(3)(np.array(3)), RuntimeError),
        (lambda: T.OneHot(3)(np.array(1.0)), RuntimeError),
        (lambda: T.Compose([]), ValueError),
        (lambda: T.Compose([1]), TypeError),
        (lambda: T.RandomApply([T.Unique()], 2), ValueError),
        (lambda: T.TypeCast("abc"), TypeError),
        (lambda: T.TypeCast(ms.int32)(np.array(["1"])), RuntimeError),
        (lambda: T.PadEnd([0]), ValueError),
        (lambda: T.PadEnd([4, 2])(np.array([1])), RuntimeError),
        (lambda: T.Fill([1]), TypeError),
        (lambda: T.Fill("a")(np.array([1])), RuntimeError),
        (lambda: T.Mask(3, 3), TypeError),
        (lambda: T.Slice("a"), TypeError),
        (lambda: T.Slice([0, 5])(X), RuntimeError),
        (lambda: T.Slice(0, 0, 0)(X), RuntimeError),
        (lambda: T.Concatenate(2), ValueError),
        (lambda: T.Concatenate()(np.array([1]), np.array([1.0])), RuntimeError),
        (lambda: T.Unique()(np.array(["a"])), RuntimeError),
    ],
)
def test_errors(make, error):
    with pytest.raises(error):
        make()
