"""Functions of `ms2torch.numpy` that take functions or slices, which the op database cannot hold, and documented cases
that real MindSpore's kernels refuse."""

from __future__ import annotations

import numpy as np
import pytest

import ms2torch as ms
from ms2torch import numpy as mnp

A = ms.Tensor(np.array([[1.5, -2, 3], [4, 0.5, 6]], np.float32))
CUBE = ms.Tensor(np.arange(24, dtype=np.float32).reshape(2, 3, 4))
V = ms.Tensor(np.array([1, 2, 4], np.float32))


def lists(x):
    return [lists(i) for i in x] if isinstance(x, (tuple, list)) else x.asnumpy().tolist()


@pytest.mark.parametrize(
    ("key", "dtype"),
    [
        (np.s_[0:5], ms.int32),
        (np.s_[0:5, 0:3], ms.int32),
        (np.s_[0:5:2, 1:3:4j], ms.float32),
        (np.s_[-1:1:5j], ms.float32),
        (np.s_[0:1:0.25], ms.float32),
        (np.s_[5:0:-2], ms.int32),
    ],
)
def test_mgrid_is_that_of_numpy(key, dtype):
    found = mnp.mgrid[key]
    assert found.dtype == dtype
    np.testing.assert_allclose(found.asnumpy(), np.mgrid[key], rtol=1e-6)


def test_ogrid_is_that_of_numpy():
    for key in (np.s_[0:5, 0:3], np.s_[0:5:5j, 1:2:3j]):
        for found, want in zip(mnp.ogrid[key], np.ogrid[key], strict=True):
            np.testing.assert_allclose(found.asnumpy(), want, rtol=1e-6)
    assert lists(mnp.ogrid[0:3]) == [0, 1, 2]


def test_a_grid_is_made_of_slices():
    for key in (3, (3, slice(2))):
        with pytest.raises(TypeError, match="slices"):
            mnp.mgrid[key]


@pytest.mark.parametrize(
    ("function", "axis", "x", "args"),
    [
        (lambda x: x.sum(), 1, A, ()),
        (lambda x: (x[0] + x[-1]) / 2, 0, A, ()),
        (lambda x: x * 2, 1, CUBE, ()),
        (lambda x, count: x[:count], 1, CUBE, (2,)),
    ],
)
def test_apply_along_axis(function, axis, x, args):
    found = mnp.apply_along_axis(function, axis, x, *args)
    np.testing.assert_allclose(found.asnumpy(), np.apply_along_axis(function, axis, x.asnumpy(), *args))


def test_apply_along_axis_puts_a_matrix_in_place_of_the_dimension():
    found = mnp.apply_along_axis(mnp.diag, 1, CUBE)
    assert found.shape == (2, 3, 3, 4)
    np.testing.assert_array_equal(found.asnumpy(), np.apply_along_axis(np.diag, 1, CUBE.asnumpy()))


def test_apply_over_axes():
    assert lists(mnp.apply_over_axes(mnp.sum, CUBE, [0, -1])) == [[[60], [92], [124]]]
    with pytest.raises(ValueError, match="dimension 5"):
        mnp.apply_over_axes(mnp.sum, CUBE, [5])


def test_piecewise_with_functions():
    x = V
    assert lists(mnp.piecewise(x, [x < 2, x >= 3], [lambda v: -v, lambda v: v * 10])) == [-1, 0, 40]
    assert lists(mnp.piecewise(x, [x < 2], [lambda v: v, lambda v: -v])) == [1, -2, -4]
    assert lists(mnp.piecewise(x, [x > 1], [lambda v, a, b=0: v + a + b], 1, b=2)) == [0, 5, 7]
    # documented: one more item stands for everywhere else; real MindSpore takes only functions there
    assert lists(mnp.piecewise(x, [x < 2], [5, 7])) == [5, 7, 7]


def test_pad_with_a_function():
    def ten(vector, width, axis, settings):
        assert (axis, settings) == (0, {"value": 10})
        edge = vector[: width[0]] * 0 + settings["value"]
        return mnp.concatenate((edge, vector[width[0] : -width[1]], edge))

    assert lists(mnp.pad(V, 2, ten, value=10)) == [10, 10, 1, 2, 4, 10, 10]


@pytest.mark.parametrize(
    ("settings", "error"),
    [
        ({"mode": "reflect", "reflect_type": "even or odd"}, ValueError),
        ({"mode": "mean", "stat_length": 0}, ValueError),
    ],
)
def test_pad_refuses_what_it_would_not_do(settings, error):
    with pytest.raises(error, match="pad"):
        mnp.pad(V, 1, **settings)


def test_pad_passes_over_keywords_that_it_does_not_know():
    assert lists(mnp.pad(V, 1, mode="edge", foo=3)) == lists(mnp.pad(V, 1, mode="edge"))


def test_cov_weighs_by_fractions():
    found = mnp.cov(A, aweights=[1.0, 2.0, 0.5])
    np.testing.assert_allclose(found.asnumpy(), np.cov(A.asnumpy(), aweights=[1, 2, 0.5]), rtol=1e-5)


def test_cross_of_two_plane_vectors_is_a_number():
    assert lists(mnp.cross([1, 2], [3, 4])) == -2


def test_array_str():
    assert mnp.array_str(V) == "[1. 2. 4.]"
    with pytest.raises(TypeError, match="Tensor"):
        mnp.array_str([1, 2])
