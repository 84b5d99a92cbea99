"""Primitives that MindSpore keeps for itself; the numbers are what real MindSpore 2.10 answered on a CPU."""

from __future__ import annotations

import importlib

import numpy as np
import pytest

import ms2torch as ms
from ms2torch import Tensor, install, ops, uninstall
from ms2torch.ops.operations import (
    _coo_ops as coo,
    _csr_matrix_ops as csr,
    _layout_gradients as layout,
    _older_ops as older,
    _region_gradients as regions,
    _rl_inner_ops as recurrent,
    _segment_ops as segments,
    _sparse_updates as updates,
)
from ms2torch.scipy import _primitives as scipy_ops

F32, I32, I64 = ms.float32, ms.int32, ms.int64


def f(*values):
    return Tensor(list(values), F32)


def i64(*values):
    return Tensor(list(values), I64)


def plain(value):
    return [plain(each) for each in value] if isinstance(value, tuple) else value.asnumpy().tolist()


X = Tensor([[1, 2], [3, 4], [5, 6], [7, 8]], F32)
CHOSEN, SEGMENTS = Tensor([0, 2, 1], I32), Tensor([0, 0, 2], I32)
MATRIX = i64(3, 4), i64(0, 3), i64(0, 1, 1, 3), i64(1, 0, 3), f(1, 2, 3)
BATCH = i64(2, 2, 3), i64(0, 2, 5), i64(0, 1, 2, 0, 1, 3), i64(0, 1, 2, 0, 1), f(1, 2, 3, 4, 5)
PLACES, VALUES, SHAPE = Tensor([[0, 1], [1, 0], [1, 2]], I64), f(1, 2, 3), i64(2, 3)


@pytest.mark.parametrize(
    ("kind", "first"),
    [("Sum", [6.0, 8.0]), ("Mean", [3.0, 4.0]), ("SqrtN", [6 / 2**0.5, 8 / 2**0.5])],
)
def test_rows_by_segment(kind, first):
    op = getattr(segments, f"SparseSegment{kind}WithNumSegments")()
    got = op(X, CHOSEN, SEGMENTS, Tensor(4, I32)).asnumpy()
    np.testing.assert_allclose(got, [first, [0, 0], [3, 4], [0, 0]], rtol=1e-6)
    with pytest.raises(ValueError, match="num_segments must be bigger than the largest id"):
        op(X, CHOSEN, SEGMENTS, Tensor(2, I32))
    with pytest.raises(ValueError, match="out of range of x's first dimension"):
        op(X, Tensor([0, 9, 1], I32), SEGMENTS, Tensor(4, I32))
    given = Tensor([[1, 2], [3, 4], [5, 6]], F32)
    back = getattr(segments, f"SparseSegment{kind}Grad")()(given, CHOSEN, SEGMENTS, Tensor(4, I32)).asnumpy()
    share = {"Sum": 1, "Mean": 2, "SqrtN": 2**0.5}[kind]
    np.testing.assert_allclose(back, [[1 / share, 2 / share], [5, 6], [1 / share, 2 / share], [0, 0]], rtol=1e-6)


def test_segments_without_a_number_leave_none_out():
    for op in (segments.SparseSegmentSum(), segments.SparseSegmentSqrtN()):
        with pytest.raises(ValueError, match="sorted and contiguous"):
            op(X, CHOSEN, SEGMENTS)
    assert plain(segments.SparseSegmentMean()(X, CHOSEN, SEGMENTS)) == [[3, 4], [0, 0], [3, 4]]


def test_sum_by_segment_has_a_gradient():
    total = ops.grad(lambda x: segments.SparseSegmentSum()(x, CHOSEN, Tensor([0, 0, 1], I32)).sum())(X)
    assert plain(total) == [[1, 1], [1, 1], [1, 1], [0, 0]]


def test_matrices_by_rows():
    assert plain(csr.SparseMatrixNNZ()(*BATCH)) == [2, 3]
    assert plain(csr.SparseMatrixTranspose()(*MATRIX)) == [[4, 3], [0, 3], [0, 1, 2, 2, 3], [2, 0, 2], [2, 1, 3]]
    assert plain(csr.SparseMatrixTranspose()(*BATCH))[2:] == [
        [0, 1, 2, 2, 0, 1, 2, 3], [0, 1, 1, 1, 0], [1, 2, 4, 5, 3]
    ]  # fmt: skip
    dense = csr.CSRSparseMatrixToDense()(*BATCH)
    assert plain(dense) == [[[1, 0, 0], [0, 2, 0]], [[0, 0, 3], [4, 5, 0]]]
    places, values, shape = csr.CSRSparseMatrixToSparseTensor()(*BATCH)
    assert plain(places) == [[0, 0, 0], [0, 1, 1], [1, 0, 2], [1, 1, 0], [1, 1, 1]]
    again = csr.SparseTensorToCSRSparseMatrix()(places, values, shape)
    assert plain(again) == plain(BATCH) == plain(csr.DenseToCSRSparseMatrix()(dense, places))


@pytest.mark.parametrize(
    ("settings", "height", "wanted"),
    [({}, 4, [[2, 3], [0, 0], [18, 23]]), ({"transpose_x1": True}, 3, [[8, 10], [0, 1], [0, 0], [12, 15]]),
     ({"transpose_output": True}, 4, [[2, 0, 18], [3, 0, 23]])],
)  # fmt: skip
def test_product_of_a_sparse_matrix(settings, height, wanted):
    dense = Tensor(np.arange(height * 2).reshape(height, 2), F32)
    assert plain(csr.SparseMatrixMatMul(**settings)(*MATRIX, dense)) == wanted
    with pytest.raises(ValueError, match="only one of adjoint and transpose"):
        csr.SparseMatrixMatMul(transpose_x1=True, adjoint_x1=True)


def test_products_of_a_batch():
    dense = Tensor(np.arange(12).reshape(2, 3, 2), F32)
    assert plain(csr.SparseMatrixMatMul()(*BATCH, dense)) == [[[0, 1], [4, 6]], [[30, 33], [64, 73]]]


def test_tensors_by_coordinates():
    assert plain(coo.SparseReshape()(PLACES, SHAPE, i64(6))) == [[[1], [3], [5]], [6]]
    assert plain(coo.SparseReshape()(PLACES, SHAPE, i64(3, -1))) == [[[0, 1], [1, 1], [2, 1]], [3, 2]]
    with pytest.raises(ValueError, match="cannot be reshaped"):
        coo.SparseReshape()(PLACES, SHAPE, i64(7))
    second = Tensor([[0, 1], [1, 1]], I64), f(-1, 5), SHAPE
    assert plain(coo.SparseAdd()(PLACES, VALUES, SHAPE, *second, Tensor(0.0)))[:2] == [
        [[0, 1], [1, 0], [1, 1], [1, 2]], [0, 2, 5, 3]
    ]  # fmt: skip
    assert plain(coo.SparseAdd()(PLACES, VALUES, SHAPE, *second, Tensor(3.0)))[1] == [2, 5, 3]
    pair = (PLACES, PLACES), (VALUES, VALUES), (SHAPE, SHAPE)
    assert plain(coo.SparseConcat(-1)(*pair)) == [
        [[0, 1], [0, 4], [1, 0], [1, 2], [1, 3], [1, 5]], [1, 1, 2, 3, 2, 3], [2, 6]
    ]  # fmt: skip
    np.testing.assert_allclose(coo.SparseSoftmax()(PLACES, VALUES, SHAPE).asnumpy(), [1, 0.26894143, 0.7310586], 1e-6)


def test_empty_rows_are_filled():
    places = Tensor([[0, 1], [2, 0], [2, 2]], I64)
    got = coo.SparseFillEmptyRows()(places, VALUES, i64(4, 3), Tensor(9.0))
    assert plain(got) == [
        [[0, 1], [1, 0], [2, 0], [2, 2], [3, 0]], [1, 9, 2, 3, 9], [False, True, False, True], [0, 2, 3]
    ]  # fmt: skip
    assert plain(coo.SparseFillEmptyRowsGrad()(i64(0, 2, 3), f(1, 2, 3, 4, 5))) == [[1, 3, 4], 7]


def test_values_with_a_dense_tensor():
    dense = Tensor([[1, 2, 3], [4, 5, 6]], F32)
    assert plain(coo.SparseDenseCwiseAdd()(PLACES, VALUES, SHAPE, dense)) == [3, 6, 9]
    assert plain(coo.SparseDenseCwiseMul()(PLACES, VALUES, SHAPE, f(1, 2, 3))) == [2, 2, 9]
    assert plain(coo.SparseDenseCwiseDiv()(PLACES, VALUES, SHAPE, dense)) == [0.5, 0.5, 0.5]
    factors = f(2), f(3)
    right, added = Tensor(np.arange(6).reshape(3, 2), F32), Tensor(np.ones((2, 2)), F32)
    assert plain(coo.SparseAddmm()(PLACES, VALUES, SHAPE, right, added, *factors)) == [[7, 9], [27, 37]]
    first = Tensor([[0, 1], [0, 1]], I64), f(1, 2), i64(2, 2)
    second = Tensor([[0, 1, 1], [1, 0, 2]], I64), VALUES, SHAPE
    got = coo.Sspaddmm()(*first, *second, right, Tensor(2.0), Tensor(3.0))
    assert plain(got)[:2] == [[[0, 1, 0, 0, 1, 1], [0, 1, 0, 1, 0, 1]], [3, 6, 4, 6, 24, 34]]


def test_written_out_with_another_value():
    assert plain(coo.SparseToDenseV2()(PLACES, SHAPE, VALUES, Tensor(9.0))) == [[9, 1, 9], [2, 9, 3]]
    with pytest.raises(ValueError, match="out of order"):
        coo.SparseToDenseV2()(i64(3, 1), i64(5), f(1, 2), Tensor(9.0))
    assert plain(coo.SparseToDenseV2(validate_indices=False)(i64(3, 1), i64(5), f(1, 2), Tensor(9.0))) == [
        9,
        2,
        9,
        1,
        9,
    ]


@pytest.mark.parametrize(
    ("settings", "wanted"),
    [({}, [[[0, 3], [1, 1]], [3, 3], [2, 4]]), ({"maxlength": 2}, [[[1, 1]], [3], [2, 2]]),
     ({"binary_output": True, "minlength": 6}, [[[0, 3], [1, 1]], [1, 1], [2, 6]])],
)  # fmt: skip
def test_counts_by_row(settings, wanted):
    places = Tensor([[0, 0], [0, 1], [1, 0]], I64)
    got = coo.SparseCountSparseOutput(**settings)(places, Tensor([3, 3, 1], I32), i64(2, 4), VALUES)
    assert plain(got) == wanted


def test_averages_of_regions_by_place():
    features = np.random.default_rng(1).normal(size=(2, 8, 10, 6)).astype(np.float32)
    region = Tensor(np.array([[0, 3.3, 2.7, 60.2, 40]] * 2, np.float32).reshape(2, 5, 1))
    op = regions.PSROIPooling(1 / 8, 2, 2)
    wanted = [0.0096, 0.3597, -0.1346, -0.3081, -0.2274, -0.5213, -0.0247, 0.8538]
    np.testing.assert_allclose(op(Tensor(features), region).asnumpy()[0].ravel(), wanted, atol=6e-5)
    with pytest.raises(RuntimeError, match="features of shape"):
        op(Tensor(features[:, :7]), region)


def test_gradient_of_averages_by_place_reaches_the_edge():
    region = Tensor(np.array([0, 15.03563, 20.0132, 57.93563, 60.23452], np.float32).reshape(1, 5, 1))
    got = regions.PSROIPoolingGrad((5, 4), 1 / 16, 2, 1)(Tensor(np.ones((1, 1, 2, 2), np.float32)), region).asnumpy()[0]
    wanted = np.zeros((4, 5, 4))
    wanted[0, 1:3, 1:3] = wanted[1, 1:3, 2:4] = wanted[2, 2:4, 1:3] = wanted[3, 2:4, 2:4] = 0.25
    np.testing.assert_allclose(got, wanted)


def test_gradients_of_regions_are_those_of_their_operations():
    rng = np.random.default_rng(0)
    boxes, seed = Tensor([[0, 1.0, 1, 7, 6]], F32), Tensor(rng.normal(size=(1, 3, 2, 2)), F32)
    features = Tensor(rng.normal(size=(1, 3, 4, 4)), F32)
    wanted = ops.grad(lambda x: (ops.ROIAlign(2, 2, 0.5, 2)(x, boxes) * seed).sum())(features)
    got = regions.ROIAlignGrad(2, 2, 0.5, 2)(seed, boxes, (1, 3, 4, 4))
    np.testing.assert_allclose(got.asnumpy(), wanted.asnumpy(), atol=1e-6)
    x, moves = Tensor(rng.normal(size=(1, 2, 4, 4)), F32), Tensor(rng.normal(size=(1, 12, 3, 3)), F32)
    settings = (1, 1, 1, 1), (0, 0, 0, 0), (2, 2)
    seen = Tensor(rng.normal(size=(1, 2, 6, 6)), F32)
    both = ops.grad(lambda x, moves: (ops.DeformableOffsets(*settings)(x, moves) * seen).sum(), (0, 1))(x, moves)
    for mine, theirs in zip(regions.DeformableOffsetsGrad(*settings)(seen, x, moves), both, strict=True):
        np.testing.assert_allclose(mine.asnumpy(), theirs.asnumpy(), atol=1e-5)


def test_gradient_of_cropped_images():
    rng = np.random.default_rng(3)
    boxes, index = Tensor([[0.1, 0.2, 0.8, 0.9]], F32), Tensor([0], I32)
    images, seed = Tensor(rng.normal(size=(1, 4, 4, 1)), F32), Tensor(rng.normal(size=(1, 2, 2, 1)), F32)
    wanted = ops.grad(lambda x: (ops.CropAndResize()(x, boxes, index, (2, 2)) * seed).sum())(images)
    got = regions.CropAndResizeGradImage(F32)(seed, boxes, index, Tensor([1, 4, 4, 1], I32))
    np.testing.assert_allclose(got.asnumpy(), wanted.asnumpy(), atol=1e-6)


def test_systems_on_three_diagonals():
    bands = Tensor([[1, 2, 3, 0], [4, 5, 6, 7], [0, 1, 2, 3]], F32)
    got = older.TridiagonalSolve()(bands, Tensor(np.arange(8).reshape(4, 2), F32)).asnumpy()
    wanted = [[-0.08932039, 0.12815535], [0.35728157, 0.48737863], [0.1514563, 0.21747574], [0.792233, 0.9067961]]
    np.testing.assert_allclose(got, wanted, rtol=1e-5)
    with pytest.raises(ValueError, match="diagonals of shape"):
        older.TridiagonalSolve()(bands, Tensor(np.zeros((3, 2)), F32))


def test_older_names():
    shapes = Tensor([1, 2, 3], I32), Tensor([1, 5, 3], I32), Tensor([1, 4, 3], I32)
    assert plain(older.ConcatOffsetV1()(Tensor(1, I32), shapes)) == [[0, 0, 0], [0, 2, 0], [0, 7, 0]]
    values = Tensor([9, 13, -1, -1, -1, -1], I32)
    assert plain(older.PadAndShift()(values, Tensor([0, 3, 5], I32), 1)) == [-1, -1, -1, 9, 13]
    x = Tensor(np.arange(32).reshape(1, 2, 4, 4), F32)
    places = Tensor([[[[0, 3], [8, 15]], [[16, 17], [20, 31]]]], I32)
    assert plain(older.MaxPoolGradGradWithArgmax(2, 2)(x, x, places)) == plain(places.astype(F32))
    drawn = older.Uniform(1.0, 2.0, 3)(x).asnumpy()
    assert drawn.shape == x.shape
    assert (drawn >= 1).all()
    assert (drawn < 2).all()
    with pytest.raises(ValueError, match="'minval' should be <= maxval"):
        older.Uniform(2.0, 1.0)
    numbers = older.RangeV2()(Tensor(0, I32), Tensor(10, I32), Tensor(4, I32))
    assert (plain(numbers), numbers.dtype) == ([0, 4, 8], I32)
    np.testing.assert_allclose(older.SelfAdjointEig()(Tensor([[2.0, 1], [1, 3]]))[0].asnumpy(), [1.381966, 3.618034])


@pytest.mark.parametrize(
    ("mode", "sides", "wanted"),
    [("reflect", (1, 1), [[2, 9, 4], [7, 24, 9]]), ("edge", (1, 2), [[3, 12], [13, 27]]),
     ("circular", (1, 1), [[7, 3, 5], [17, 8, 15]])],
)  # fmt: skip
def test_gradient_of_padding(mode, sides, wanted):
    given = Tensor(np.arange(1, 11).reshape(1, 2, 5), F32)
    assert plain(layout.PadV3Grad(mode)(given, Tensor(list(sides)))) == [wanted]
    assert plain(layout.PadV3Grad(mode)(given, sides)) == [wanted]


def test_gradient_of_a_trace():
    assert plain(layout.TraceV2Grad()(f(2, 3), i64(2, 2, 3), 1, 1, 2)) == [
        [[0, 2, 0], [0, 0, 2]], [[0, 3, 0], [0, 0, 3]]
    ]  # fmt: skip


def test_operations_of_scipy():
    values, vectors = scipy_ops.Eig()(Tensor([[4.0, 1, 0], [1, 3, 1], [0, 2, 5]]))
    np.testing.assert_allclose(np.sort(values.asnumpy().real), [1.8851, 4.2541, 5.8608], atol=1e-4)
    assert vectors.dtype == ms.complex64
    assert scipy_ops.Eig(False)(X[:2])[1].shape == ()
    with pytest.raises(ValueError, match="at least two dimensions and square"):
        scipy_ops.Eig()(f(1, 2))
    factors, order, matrix = scipy_ops.LU()(Tensor([[1.0, 2], [4, 5]]))
    np.testing.assert_allclose(factors.asnumpy(), [[4, 5], [0.25, 0.75]])
    assert (plain(order), plain(matrix)) == ([1, 0], [[0, 1], [1, 0]])
    costs, choose = Tensor([[4.0, 1, 3, 0], [2, 0, 5, 9], [3, 2, 2, 9]]), scipy_ops.LinearSumAssignment()
    assert plain(choose(costs, Tensor(3), False)) == [[0, 1, 2], [1, 0, 2]]
    assert plain(choose(costs, Tensor(3), True)) == [[0, 1, 2], [0, 2, 1]]
    assert plain(choose(costs, Tensor(2), False)) == [[0, 1, -1], [1, 0, -1]]
    with pytest.raises(RuntimeError, match="dimension_limit must be <="):
        choose(costs, Tensor(5), False)


def test_gru_of_flat_weights():
    weights, x, h = (Tensor(np.cos(np.arange(n, dtype=np.float32))) for n in (165, 24, 10))
    op = recurrent.GRUV2(4, 5, 1, True, False, 0.0)
    states, last, *_ = op(x.reshape(3, 2, 4), h.reshape(1, 2, 5), weights.reshape(-1, 1, 1), Tensor([3, 2], I32))
    np.testing.assert_allclose(states.asnumpy()[-1], last.asnumpy()[0])
    np.testing.assert_allclose(last.asnumpy().ravel(), GRU_OF_MINDSPORE, atol=2e-6)
    with pytest.raises(ValueError, match="only one layer"):
        recurrent.GRUV2(4, 5, 2, True, False, 0.0)


GRU_OF_MINDSPORE = [
    0.930697,
    -0.187882,
    -0.225583,
    -0.522361,
    -0.143603,
    0.490718,
    0.820101,
    -0.467064,
    -0.120081,
    -0.122662,
]


def test_steps_in_some_rows():
    grad, index = Tensor([[1.0, 1]]), Tensor([1], I32)

    def parameter(factor):
        return ms.Parameter(Tensor([[1.0, 2], [3, 4]]) * factor)

    step = updates.SparseApplyMomentum()
    accum = ms.Parameter(Tensor([[0.1, 0.1], [0.1, 0.1]]))
    got = step(parameter(1), accum, Tensor(0.1), grad, index, Tensor(0.9)).asnumpy()
    np.testing.assert_allclose(got, [[1, 2], [2.891, 3.891]], rtol=1e-5)
    proximal = updates.SparseApplyProximalGradientDescent()
    got = proximal(parameter(1), Tensor(0.1), Tensor(0.01), Tensor(0.02), grad, index).asnumpy()
    np.testing.assert_allclose(got, [[1, 2], [2.8932, 3.8912]], rtol=1e-4)
    sums = [ms.Parameter(Tensor([[0.1, 0.1], [0.1, 0.1]])) for _ in range(2)]
    numbers = Tensor(0.1), Tensor(0.01), Tensor(0.02), Tensor(2, I64)
    got = updates.SparseApplyAdagradDA()(parameter(1), *sums, grad, index, *numbers).asnumpy()
    np.testing.assert_allclose(got, [[1, 2], [-0.1026, -0.1026]], rtol=1e-3)
    parts = [parameter(k) for k in (1, 0.1, 5, 0.3)]
    settings = [Tensor(k) for k in (0.1, 0.9, 0.8, 0.01)]
    got = updates.SparseApplyCenteredRMSProp()(*parts, *settings, grad, index).asnumpy()
    np.testing.assert_allclose(got, [[1, 2], [2.2528, 3.0164]], rtol=1e-4)


def test_they_are_found_where_mindspore_has_them():
    install()
    try:
        found = importlib.import_module("mindspore.ops.operations.sparse_ops").SparseReshape
        assert found is coo.SparseReshape
        gradients = importlib.import_module("mindspore.ops.operations._grad_ops")
        assert gradients.PSROIPoolingGrad is regions.PSROIPoolingGrad
        methods = importlib.import_module("mindspore._extends.parse.standard_method")
        assert methods.squeeze(Tensor(np.ones((1, 3)))).shape == (3,)
    finally:
        uninstall()
