"""Primitives that real MindSpore cannot run on a CPU, or not reproducibly, against formulas of their own."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import torch

import ms2torch as ms
from ms2torch import nn, ops
from ms2torch._core.base import unwrap, wrap
from ms2torch._errors import UnsupportedArgumentError


def normal(*shape: int, seed: int = 0) -> torch.Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


def flat_weights(net: torch.nn.LSTM, kinds: tuple[str, ...]) -> torch.Tensor:
    """The parameters of those kinds, one kind after the other."""
    return torch.cat([p.detach().flatten() for kind in kinds for name, p in net.named_parameters() if kind in name])


@pytest.mark.parametrize("both", [False, True])
@pytest.mark.parametrize("features", [0, 2])
def test_lstm_with_one_bias_holds_kind_after_kind(both: bool, features: int) -> None:
    # this order is measured on the CPU kernel, for one layer
    net = torch.nn.LSTM(4, 3, 1, bidirectional=both, proj_size=features).double()
    for name, p in net.named_parameters():
        if "bias_hh" in name:
            torch.nn.init.zeros_(p)
    x, count = normal(5, 2, 4), 2 if both else 1
    h, c = normal(count, 2, features or 3, seed=1), normal(count, 2, 3, seed=2)
    w = flat_weights(net, ("weight_ih", "weight_hh", "weight_hr", "bias_ih"))
    got = ops.LSTM(4, 3, 1, True, both, 0.0, features)(*(wrap(v) for v in (x, h, c, w.view(-1, 1, 1))))
    want, (last_h, last_c) = net(x, (h, c))
    for mine, theirs in zip(got, (want, last_h, last_c), strict=False):
        torch.testing.assert_close(unwrap(mine), theirs.detach())


def test_lstm_with_two_biases_goes_layer_by_layer() -> None:
    net = torch.nn.LSTM(4, 3, 2, bidirectional=True).double()
    x, h, c = normal(5, 2, 4), normal(4, 2, 3, seed=1), normal(4, 2, 3, seed=2)
    w = two_bias_weights(net)
    got = ops.LSTM(4, 3, 2, True, True, 0.0)(*(wrap(v) for v in (x, h, c, w)))
    torch.testing.assert_close(unwrap(got[0]), net(x, (h, c))[0].detach())


def two_bias_weights(net: torch.nn.LSTM) -> torch.Tensor:
    cells = [(i, end) for i in range(net.num_layers) for end in ("", "_reverse")]
    matrices = [f"{kind}_l{i}{end}" for i, end in cells for kind in ("weight_ih", "weight_hh")]
    biases = [f"{kind}_l{i}{end}" for i, end in cells for kind in ("bias_ih", "bias_hh")]
    return torch.cat([getattr(net, name).detach().flatten() for name in (*matrices, *biases)])


def test_lstm_refuses_other_sizes() -> None:
    x = wrap(normal(2, 1, 4))
    state = wrap(normal(1, 1, 3))
    with pytest.raises(ValueError, match="must have 96 or 108 elements, got 10"):
        ops.LSTM(4, 3, 1, True, False, 0.0)(x, state, state, wrap(normal(10)))


def test_dynamic_rnn_is_an_lstm_with_other_gates() -> None:
    net = torch.nn.LSTM(4, 3).double()
    x, h, c = normal(5, 2, 4), normal(1, 2, 3, seed=1), normal(1, 2, 3, seed=2)
    order = torch.tensor([0, 2, 1, 3])  # torch: i, f, g, o; here: i, g, f, o

    def moved(p: torch.Tensor) -> torch.Tensor:
        return p.detach().unflatten(0, (4, 3))[order].flatten(0, 1)

    w = torch.cat((moved(net.weight_ih_l0), moved(net.weight_hh_l0)), 1).T
    b = moved(net.bias_ih_l0 + net.bias_hh_l0)
    got = ops.DynamicRNN()(wrap(x), wrap(w), wrap(b), None, wrap(h), wrap(c))
    want, (_, last_c) = net(x, (h, c))
    assert len(got) == 8
    torch.testing.assert_close(unwrap(got[0]), want.detach())
    torch.testing.assert_close(unwrap(got[2])[-1:], last_c.detach())
    torch.testing.assert_close(unwrap(got[6]) * unwrap(got[7]), want.detach())


@pytest.mark.parametrize("order", ["rzh", "zrh"])
def test_dynamic_gru_is_a_gru(order: str) -> None:
    net = torch.nn.GRU(4, 3).double()
    x, h = normal(5, 2, 4), normal(2, 3, seed=1)
    places = torch.tensor([0, 1, 2] if order == "rzh" else [1, 0, 2])

    def moved(p: torch.Tensor) -> torch.Tensor:
        return p.detach().unflatten(0, (3, 3))[places].flatten(0, 1)

    parts = (moved(net.weight_ih_l0).T, moved(net.weight_hh_l0).T, moved(net.bias_ih_l0), moved(net.bias_hh_l0))
    got = ops.DynamicGRUV2(gate_order=order)(wrap(x), *(wrap(p) for p in parts), None, wrap(h))
    assert len(got) == 6
    torch.testing.assert_close(unwrap(got[0]), net(x, h[None])[0].detach())


@pytest.mark.parametrize("make", [ops.DynamicRNN, ops.DynamicGRUV2])
def test_recurrent_primitives_refuse_what_they_cannot(make: Callable[..., object]) -> None:
    with pytest.raises(UnsupportedArgumentError, match="num_proj"):
        make(num_proj=2)


def transducer_cost(logs: np.ndarray, labels: list[int], times: int) -> float:
    """Minus the log of the sum over all alignments, one after the other."""

    def total(step: int, place: int) -> float:
        if step == times - 1 and place == len(labels):
            return float(logs[step, place, 0])
        ways = []
        if step < times - 1:
            ways.append(logs[step, place, 0] + total(step + 1, place))
        if place < len(labels):
            ways.append(logs[step, place, labels[place]] + total(step, place + 1))
        return float(np.logaddexp.reduce(ways))

    return -total(0, 0)


def test_rnnt_loss_sums_over_alignments() -> None:
    acts = normal(2, 4, 3, 5)
    labels, times, counts = [[1, 2], [3, 0]], [4, 3], [2, 1]
    args = [ms.Tensor(v, ms.int32) for v in (labels, times, counts)]
    costs, grads = ops.RNNTLoss()(wrap(acts), *args)
    logs = torch.log_softmax(acts, -1).numpy()
    want = [transducer_cost(logs[i], labels[i][: counts[i]], times[i]) for i in range(2)]
    np.testing.assert_allclose(costs.asnumpy(), want)
    step = torch.zeros_like(acts)
    step[0, 1, 1, 2] = 1e-6
    moved, _ = ops.RNNTLoss()(wrap(acts + step), *args)
    slope = (float(moved[0]) - float(costs[0])) / 1e-6
    assert float(grads[0, 1, 1, 2]) == pytest.approx(slope, rel=1e-4)


def square(x: float, y: float, width: float, height: float, angle: float) -> ms.Tensor:
    return ms.Tensor([[[x, y, width, height, angle]]], ms.float32)


@pytest.mark.parametrize(
    ("first", "second", "mode", "want"),
    [
        ((0, 0, 2, 2, 0), (0, 0, 2, 2, 0), 0, 1.0),
        ((0, 0, 2, 2, 0), (1, 0, 2, 2, 0), 0, 1 / 3),
        ((0, 0, 2, 2, 0), (1, 0, 2, 2, 90), 1, 0.5),
        ((0, 0, 2, 2, 0), (5, 5, 2, 2, 30), 0, 0.0),
        ((0, 0, 4, 4, 20), (0, 0, 2, 2, 65), 0, 0.25),
        ((0, 0, 2, 2, 0), (0, 0, 2, 2, 45), 0, 2**-0.5),
        ((3, 1, 4, 2, 37), (3, 1, 2, 4, 127), 0, 1.0),
    ],
)
def test_rotated_iou(first: tuple[float, ...], second: tuple[float, ...], mode: int, want: float) -> None:
    got = ops.rotated_iou(square(*first), square(*second), mode=mode)
    assert float(got) == pytest.approx(want, abs=1e-5)


def test_rotated_iou_by_corners_and_one_by_one() -> None:
    boxes = ms.Tensor([[[0, 0, 2, 2, 0], [1, 1, 3, 3, 0]]], ms.float32)
    assert ops.rotated_iou(boxes, boxes, trans=True).asnumpy() == pytest.approx(np.array([[[1, 1 / 7], [1 / 7, 1]]]))
    assert ops.rotated_iou(boxes, boxes, trans=True, is_cross=False).asnumpy() == pytest.approx(np.ones((1, 2)))


@pytest.mark.parametrize("pseudo", [False, True])
@pytest.mark.parametrize("overlapping", [False, True])
@pytest.mark.parametrize(("make", "reduce"), [(ops.FractionalAvgPool, np.mean), (ops.FractionalMaxPool, np.max)])
def test_fractional_pool_pools_its_own_windows(
    make: Callable[..., Callable[..., tuple[ms.Tensor, ...]]],
    reduce: Callable[..., float],
    pseudo: bool,
    overlapping: bool,
) -> None:
    x = normal(2, 9, 11, 3).numpy()
    y, rows, columns = make([1.0, 1.5, 1.9, 1.0], pseudo, overlapping, True, 3, 4)(ms.Tensor(x))
    again, *_ = make([1.0, 1.5, 1.9, 1.0], pseudo, overlapping, True, 3, 4)(ms.Tensor(x))
    assert y.shape == (2, 6, 5, 3)
    assert (rows[0], rows[-1], columns[0], columns[-1]) == (0, 9, 0, 11)
    np.testing.assert_array_equal(y.asnumpy(), again.asnumpy())
    for i in range(6):
        for j in range(5):
            window = x[
                0, int(rows[i]) : int(rows[i + 1]) + overlapping, int(columns[j]) : int(columns[j + 1]) + overlapping
            ]
            assert y.asnumpy()[0, i, j] == pytest.approx(reduce(window, axis=(0, 1)))
    steps = np.diff(rows.asnumpy())
    assert set(steps) <= {1, 2}


def test_dropout_mask_is_applied_as_drawn() -> None:
    mask = ops.DropoutGenMask(5, 6)((40, 50), ms.Tensor(0.7, ms.float32))
    assert (mask.dtype, mask.shape) == (ms.uint8, (256,))
    out = ops.DropoutDoMask()(ms.Tensor(np.ones((40, 50), np.float32)), mask, ms.Tensor(0.7, ms.float32)).asnumpy()
    kept = np.unpackbits(mask.asnumpy(), bitorder="little")[:2000].reshape(40, 50)
    np.testing.assert_allclose(out, kept / np.float32(0.7), rtol=1e-6)
    assert kept.mean() == pytest.approx(0.7, abs=0.05)


@pytest.mark.parametrize(("name", "image"), [("SpaceToBatch", (1, 1, 2, 4)), ("BatchToSpace", (4, 1, 1, 2))])
def test_blocks_move_as_in_the_newer_operators(name: str, image: tuple[int, ...]) -> None:
    x, edges = ms.Tensor(np.arange(8.0).reshape(image), ms.float32), [[0, 0], [0, 0]]
    got = getattr(ops, name)(2, edges)(x)
    np.testing.assert_array_equal(got.asnumpy(), getattr(ops, f"{name}ND")([2, 2], edges)(x).asnumpy())
    if name == "BatchToSpace":
        np.testing.assert_array_equal(got.asnumpy(), ops.BatchToSpaceNDV2()(x, ms.Tensor([2, 2]), edges).asnumpy())


def test_dilation_takes_the_largest_sum() -> None:
    x, weight = normal(2, 3, 5, 6), normal(3, 2, 3, seed=1)
    got = unwrap(ops.Dilation2D((2, 1), (1, 2), "VALID")(wrap(x), wrap(weight)))
    assert got.shape == (2, 3, 2, 2)
    want = max(x[1, 2, 2 + i, 1 + 2 * j] + weight[2, i, j] for i in range(2) for j in range(3))
    assert got[1, 2, 1, 1] == want
    assert ops.Dilation2D(1, 1)(wrap(x), wrap(weight)).shape == (2, 3, 5, 6)


def test_lars_update() -> None:
    w, g = normal(2, 3), normal(2, 3, seed=1)
    size, slope = w.norm(), g.norm()
    args = [wrap(v) for v in (w, g, size**2, slope**2)]
    trust = 0.001 * size / (slope + 0.1 * size + 1e-5)
    torch.testing.assert_close(unwrap(ops.LARSUpdate()(*args, 0.1, 0.5)), trust * (g + 0.1 * w))
    clipped = unwrap(ops.LARSUpdate(use_clip=True)(*args, 0.1, 1e-5))
    torch.testing.assert_close(clipped, g + 0.1 * w)


def test_scatter_non_aliasing_add_works_in_place() -> None:
    p = ms.Parameter(ms.Tensor([1.0, 2.0, 3.0, 4.0]), name="p")
    ops.ScatterNonAliasingAdd()(p, ms.Tensor([[0], [2]], ms.int32), ms.Tensor([5.0, 6.0]))
    assert p.asnumpy().tolist() == [6.0, 2.0, 9.0, 4.0]


def test_log_softmax_ext() -> None:
    x = normal(2, 3)
    torch.testing.assert_close(unwrap(ops.LogSoftmaxExt()(wrap(x))), torch.log_softmax(x, 1))
    assert ops.LogSoftmaxExt()(wrap(x), 0, ms.float32).dtype is ms.float32


def test_morph_calls_and_differentiates() -> None:
    twice = ops.Morph(lambda x: x * 2, lambda shape: shape, lambda kind: kind)
    assert float(ms.grad(twice)(ms.Tensor(3.0))) == 2.0
    with pytest.raises(UnsupportedArgumentError, match="bprop_fn"):
        ops.Morph(lambda x: x, lambda s: s, lambda d: d, lambda x: x)


@pytest.mark.parametrize(
    "call",
    [
        lambda x: ops.ROIAlign(2, 2, 0.5)(x, ms.Tensor([[0, 0.2, 0.3, 5.2, 6.3]], ms.float64)),
        lambda x: ops.ScaleAndTranslate()(x, ms.Tensor([3, 4]), ms.Tensor([0.6, 1.3]), ms.Tensor([0.3, -0.5])),
        lambda x: ops.ExtractGlimpse(noise="zero", uniform_noise=False)(x, ms.Tensor([2, 2]), ms.Tensor([[0.1, 0.9]])),
        lambda x: ops.FractionalMaxPool([1.0, 1.5, 1.5, 1.0], deterministic=True, seed=1)(x)[0],
        lambda x: ops.FractionalAvgPool([1.0, 1.5, 1.5, 1.0], deterministic=True, seed=1)(x)[0],
        lambda x: ops.Dilation2D(1, 1)(x, ms.Tensor(np.arange(3 * 2 * 2).reshape(3, 2, 2) / 10.0)),
    ],
    ids=["ROIAlign", "ScaleAndTranslate", "ExtractGlimpse", "FractionalMaxPool", "FractionalAvgPool", "Dilation2D"],
)
def test_images_get_gradients(call: Callable[[ms.Tensor], ms.Tensor]) -> None:
    class Called(nn.Cell):
        def construct(self, x: ms.Tensor) -> ms.Tensor:
            return call(x)

    image = normal(1, 3, 4, 5).requires_grad_()
    with torch.enable_grad():  # in float64, which a Cell called with torch tensors computes in
        assert torch.autograd.gradcheck(Called(), image)
