"""Operands that are not plain Tensors: numbers at `*=`, sparse tensors, descriptions of inputs, uneven rows."""

from __future__ import annotations

import copy

import numpy as np
import pytest

import ms2torch as ms
import ms2torch.numpy as mnp
from ms2torch import COOTensor, Parameter, Tensor, nn, ops

# (type, number, type of a 0-d `x *= number`, type of a 1-d one), as MindSpore 2.10 answers
TIMES = [
    (ms.int8, 2, ms.int64, ms.int8),
    (ms.int32, 2, ms.int64, ms.int32),
    (ms.int32, 2.5, ms.float32, ms.float32),
    (ms.int32, True, ms.int32, ms.int32),
    (ms.float16, 2, ms.float16, ms.float16),
    (ms.float16, 2.5, ms.float32, ms.float16),
]


@pytest.mark.parametrize(("dtype", "number", "scalar", "vector"), TIMES)
@pytest.mark.parametrize("make", [lambda t: t, lambda t: Parameter(t, name="w")])
def test_times_in_place_makes_a_tensor_of_the_number(dtype, number, scalar, vector, make):
    x, y = make(Tensor(3).astype(dtype)), make(Tensor([3]).astype(dtype))
    x *= number
    y *= number
    assert (x.dtype, y.dtype) == (scalar, vector)
    assert float(x) == float(y[0]) == 3 * number


def test_a_dense_tensor_beside_a_sparse_one():
    dense = Tensor(np.arange(12).reshape(3, 4), ms.float32)
    sparse = COOTensor(Tensor([[0, 1], [1, 2]]), Tensor([-1, 2], ms.float32), (3, 4))
    full = sparse.to_dense().asnumpy()
    assert np.array_equal((dense + sparse).asnumpy(), dense.asnumpy() + full)
    assert np.array_equal((dense - sparse).asnumpy(), dense.asnumpy() - full)
    assert np.array_equal((dense * sparse).to_dense().asnumpy(), dense.asnumpy() * full)
    assert ops.dtype(sparse) == ms.float32
    with pytest.raises(TypeError):
        dense + {"a": 1}


def test_descriptions_of_inputs_can_be_copied():
    described = [Tensor(shape=None, dtype=ms.float32), Tensor(shape=[None, 2], dtype=ms.int32)]
    for one, again in zip(described, copy.deepcopy(described), strict=True):
        assert (again.shape, again.dtype) == (one.shape, one.dtype)
        assert copy.copy(one).shape == one.shape


@pytest.mark.parametrize("make", [mnp.array, mnp.asarray, mnp.zeros_like, mnp.ones_like, mnp.empty_like])
def test_uneven_rows_are_refused_in_numpys_words(make):
    with pytest.raises(ValueError, match="inhomogeneous shape"):
        make([[1, 2, 3], [4, 5]])


# (layer, its dimensions, kernel, stride, dilation, length): what MindSpore 2.10 makes of windows longer than the input
WINDOWS = [
    (nn.Conv1d, 1, 3, 1, 1, 2, ValueError),
    (nn.Conv2d, 2, 3, 2, 1, 2, ValueError),
    (nn.Conv2d, 2, 3, 1, 2, 4, 0),
    (nn.Conv2d, 2, 3, 2, 2, 4, RuntimeError),
    (nn.Conv2d, 2, 3, 2, 2, 3, 0),
    (nn.Conv1d, 1, 3, 3, 2, 3, RuntimeError),
    (nn.Conv3d, 3, 3, 1, 1, 2, 0),
    (nn.Conv3d, 3, 4, 1, 1, 2, RuntimeError),
]


@pytest.mark.parametrize(("layer", "n", "kernel", "stride", "dilation", "length", "outcome"), WINDOWS)
def test_windows_longer_than_the_input(layer, n, kernel, stride, dilation, length, outcome):
    net = layer(2, 3, kernel, stride=stride, dilation=dilation, pad_mode="valid")
    x = Tensor(np.ones((1, 2, *[length] * n)), ms.float32)
    if outcome == 0:
        assert net(x).shape == (1, 3, *[0] * n)
    else:
        with pytest.raises(outcome):
            net(x)


@pytest.mark.parametrize("training", [False, True])
def test_batch_norm_with_channels_last(training):
    x = Tensor(np.random.RandomState(0).randn(2, 3, 4, 2).astype(np.float32))
    last, first = ([Parameter(Tensor([1.0, 2.0]), name=name) for name in "abmv"] for _ in range(2))
    got = ops.BatchNorm(training, data_format="NHWC")(x, *last)
    want = ops.BatchNorm(training)(x.transpose(0, 3, 1, 2), *first)
    assert np.array_equal(got[0].asnumpy(), want[0].asnumpy().transpose(0, 2, 3, 1))
    assert all(np.array_equal(a.asnumpy(), b.asnumpy()) for a, b in zip(got[1:], want[1:], strict=True))
    assert np.array_equal(last[2].asnumpy(), first[2].asnumpy())


def test_dropout_of_channels_inside_vmap():
    x = Tensor(np.ones((3, 4, 5, 2, 2)), ms.float32)
    out, mask = ms.vmap(ops.Dropout2D(0.5).__call__)(x)
    assert out.shape == mask.shape == x.shape
    assert set(np.unique(out.asnumpy())) <= {0.0, 2.0}


def test_primitives_of_embedding_tables():
    from ms2torch.ops.operations import _embedding_cache_ops as cache

    assert cache.MapUniform()(Tensor(np.arange(8), ms.int32), 4, 2).asnumpy().tolist() == [0, 4, 1, 5, 2, 6, 3, 7]
    inside, places = cache.SubAndFilter()(Tensor([1, 3, 5, 8, 9, 16], ms.int32), 10, 5)
    assert (inside.asnumpy().tolist(), places.asnumpy().tolist()) == ([0, 3, 4], [2, 3, 4])
    table = Parameter(Tensor(np.zeros((4, 2)), ms.float32), name="table")
    cache.UpdateCache()(table, Tensor([0, 2, -1, 7], ms.int32), Tensor(np.arange(8).reshape(4, 2), ms.float32), 4)
    assert table.asnumpy().tolist() == [[0, 1], [0, 0], [2, 3], [0, 0]]


def test_sparse_cross_entropy_of_each_row():
    from ms2torch.ops.operations.nn_ops import SparseSoftmaxCrossEntropyWithLogitsV2

    scores = Tensor([[2, 3, 1, 4, 5], [2, 1, 2, 4, 3]], ms.float32)
    losses, gradients = SparseSoftmaxCrossEntropyWithLogitsV2()(scores, Tensor([0, 1], ms.int32))
    assert np.allclose(losses.asnumpy(), [3.45191431, 3.52374411])
    assert np.allclose(gradients.asnumpy()[0], [-0.968315065, 0.0861285403, 0.0116562312, 0.234121650, 0.636408627])


@pytest.mark.parametrize(
    ("far", "left", "right"), [(33, [10, -6], [2, -2]), (64, [5, -3], [5, -3]), (-31, [10, -6], [2, -2])]
)
def test_a_shift_by_more_than_the_bits_there_are(far: int, left: list[int], right: list[int]) -> None:
    """The processor looks at the last five bits of how far (measured on MindSpore 2.10)."""
    x, by = Tensor([5, -3], ms.int32), Tensor([far, far], ms.int32)
    assert ops.bitwise_left_shift(x, by).asnumpy().tolist() == left
    assert ops.bitwise_right_shift(x, by).asnumpy().tolist() == right


def test_the_remainder_of_a_number_in_a_tensor() -> None:
    assert Tensor([2, 2]).__rmod__(Tensor(3.0)).asnumpy().tolist() == [1.0, 1.0]
    with pytest.raises(TypeError):
        Tensor(2.0).__rmod__(Tensor([3.0, 4.0]))
    assert abs(Tensor([True, False])).asnumpy().tolist() == [True, False]
