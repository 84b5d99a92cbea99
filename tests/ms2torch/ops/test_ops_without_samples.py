"""Operators that take functions or give objects, which the op database has no samples for."""

from __future__ import annotations

import numpy as np
import pytest

import ms2torch as ms
from ms2torch import Tensor, ops

PLACES = Tensor([[0, 1], [1, 2]], ms.int32)
HELD = Tensor([1.0, 2.0])


def test_jet_gives_the_derivatives_along_a_path() -> None:
    out, series = ops.jet(ops.sin, Tensor([1.0, 2.0]), Tensor([[1.0, 1.0], [0.0, 0.0]]))
    x = np.array([1.0, 2.0])
    np.testing.assert_allclose(out.asnumpy(), np.sin(x), rtol=1e-6)
    np.testing.assert_allclose(series.asnumpy(), [np.cos(x), -np.sin(x)], rtol=1e-6)


def test_linearize_multiplies_the_jacobian() -> None:
    out, push = ops.linearize(lambda x: x * x * x, Tensor([1.0, 2.0]))
    np.testing.assert_allclose(out.asnumpy(), [1, 8])
    np.testing.assert_allclose(push(Tensor([1.0, 0.5])).asnumpy(), [3, 6])


def test_partial_fixes_the_first_arguments() -> None:
    assert ops.Partial()(lambda a, b: a - b, 5)(3) == 2


def test_multinomial_draws_by_weight() -> None:
    weights = Tensor([[0.1, 0.2, 0.3], [0.0, 0.0, 1.0]])
    drawn = ops.MultinomialWithReplacement(4, True)(weights, Tensor(1, ms.int64), Tensor(2, ms.int64))
    assert drawn.shape == (2, 4)
    assert drawn.dtype == ms.int64
    assert drawn.asnumpy()[1].tolist() == [2] * 4


def test_sparse_tensors_are_made_of_their_parts() -> None:
    coo = ops.make_coo_tensor(PLACES, HELD, (3, 4))
    np.testing.assert_array_equal(coo.to_dense().asnumpy(), [[0, 1, 0, 0], [0, 0, 2, 0], [0, 0, 0, 0]])
    csr = ops.make_csr_tensor(Tensor([0, 1, 2, 2], ms.int32), Tensor([1, 2], ms.int32), HELD, (3, 4))
    np.testing.assert_array_equal(csr.to_dense().asnumpy(), coo.to_dense().asnumpy())
    sparse = ops.make_sparse_tensor(PLACES, HELD, (3, 4))
    assert isinstance(sparse, ms.SparseTensor)
    assert sparse.shape == (3, 4)


@pytest.mark.parametrize("make", [ops.make_row_tensor, ops.make_row_tensor_inner])
def test_row_tensors_give_their_parts(make) -> None:
    rows = make(Tensor([0, 2], ms.int32), Tensor([[1.0, 2], [3, 4]]), (3, 2))
    assert isinstance(ops.make_row_tensor(rows.indices, rows.values, (3, 2)), ms.RowTensor)
    assert ops.row_tensor_get_indices(rows).asnumpy().tolist() == [0, 2]
    assert ops.row_tensor_get_values(rows).asnumpy().tolist() == [[1, 2], [3, 4]]
    assert ops.row_tensor_get_dense_shape(rows) == (3, 2)


def test_print_shows_tensors(capsys) -> None:
    ops.print_("x:", Tensor([1.0, 2.0]))
    assert "1.00000000e+00,  2.00000000e+00" in capsys.readouterr().out
