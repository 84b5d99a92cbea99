"""Layers and operations that real MindSpore cannot run on a CPU, against torch and against their documentation."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
import torch
import torch.nn.functional as F

import ms2torch as ms
from ms2torch import nn, ops

RNG = np.random.default_rng(7)


def tensor(*shape: int) -> ms.Tensor:
    return ms.Tensor(RNG.normal(size=shape).astype(np.float32))


def close(ours: ms.Tensor, theirs: torch.Tensor) -> None:
    torch.testing.assert_close(ours._t, theirs, rtol=2e-6, atol=2e-6)


def test_rms_norm_divides_by_the_root_of_the_mean_square() -> None:
    x, gamma = tensor(2, 3, 4), tensor(3, 4)
    out, reciprocal = ops.rms_norm(x, gamma, 1e-3)
    close(out, F.rms_norm(x._t, (3, 4), gamma._t, 1e-3))
    close(reciprocal, torch.rsqrt(x._t.square().mean((1, 2), keepdim=True) + 1e-3))
    again, _, total = ops.add_rms_norm(x, x, gamma)
    close(again, F.rms_norm(2 * x._t, (3, 4), gamma._t, 1e-6))
    close(total, 2 * x._t)
    close(ops.RmsNorm(1e-3)(x, gamma)[0], out._t)
    with pytest.raises(ValueError, match="gamma"):
        ops.rms_norm(x, tensor(3))


def test_layer_norm_ext_is_torchs() -> None:
    x = tensor(2, 3, 4)
    close(nn.LayerNormExt((3, 4))(x), F.layer_norm(x._t, (3, 4)))
    assert [p.name for p in nn.LayerNormExt(4, bias=False).get_parameters()] == ["weight"]
    assert str(nn.LayerNormExt(4)) == "LayerNormExt(normalized_shape=(4,), eps=1e-05, elementwise_affine=True)"


def test_log_softmax_ext_without_a_dimension_takes_torchs() -> None:
    for shape, dim in (((3,), 0), ((2, 3), 1), ((2, 3, 4), 0), ((2, 3, 4, 2), 1)):
        x = tensor(*shape)
        close(nn.LogSoftmaxExt()(x), torch.log_softmax(x._t, dim))


@pytest.mark.parametrize(("layer", "shape"), [("1d", (2, 3, 5)), ("2d", (2, 3, 4, 5)), ("3d", (2, 3, 2, 3, 2))])
def test_instance_norm_is_torchs(layer: str, shape: tuple[int, ...]) -> None:
    x = tensor(*shape)
    cell = getattr(nn, f"InstanceNorm{layer}")(3, momentum=0.3)
    theirs = getattr(torch.nn, f"InstanceNorm{layer}")(3, momentum=0.3, affine=True, track_running_stats=True)
    close(cell(x), theirs(x._t))
    close(cell.moving_mean, theirs.running_mean)
    close(cell.moving_variance, theirs.running_var)


def test_batch_norm_primitive_returns_the_statistics_it_used() -> None:
    x, ones, zeros = tensor(4, 3, 2), ms.Tensor(np.ones(3, np.float32)), ms.Tensor(np.zeros(3, np.float32))
    _, mean, variance, *_ = ops.BatchNorm(is_training=True)(x, ones, zeros, zeros, ones)
    close(mean, x._t.mean((0, 2)))
    close(variance, x._t.var((0, 2), correction=0))


def test_swiglu_gates_by_the_first_half() -> None:
    x = tensor(2, 6)
    close(ops.swiglu(x), F.silu(x._t[:, :3]) * x._t[:, 3:])
    with pytest.raises(ValueError, match="even"):
        ops.swiglu(tensor(2, 3))


def test_in_place_activations_change_their_input() -> None:
    x = tensor(5)
    wanted = torch.tanh(torch.sigmoid(x._t))
    assert x.sigmoid_() is x
    assert ops.tanh_(x) is x
    close(x, wanted)


def test_unfold_has_the_channels_innermost() -> None:
    x = ms.Tensor(np.arange(32, dtype=np.float32).reshape(1, 2, 4, 4))
    out = nn.Unfold([1, 2, 2, 1], [1, 2, 2, 1], [1, 1, 1, 1])(x)
    assert out.shape == (1, 8, 2, 2)
    assert out.asnumpy()[0, :, 0, 0].tolist() == [0, 16, 1, 17, 4, 20, 5, 21]
    assert nn.Unfold([1, 3, 3, 1], [1, 2, 2, 1], [1, 1, 1, 1], "same")(x).shape == (1, 18, 2, 2)
    close(ops.ExtractImagePatches([1, 1, 2, 2], [1, 1, 2, 2], [1, 1, 1, 1])(x), out._t)


def test_matrix_diagonals() -> None:
    x, d = tensor(2, 3, 4), tensor(2, 3)
    close(nn.MatrixDiagPart()(nn.MatrixDiag()(d)), d._t)
    close(nn.MatrixDiagPart()(nn.MatrixSetDiag()(x, d)), d._t)
    with pytest.raises(ValueError, match="diagonal"):
        nn.MatrixSetDiag()(x, tensor(2, 4))


def test_roll_shifts_each_dimension() -> None:
    x = tensor(2, 3)
    close(nn.Roll([1, -1], [0, 1])(x), torch.roll(x._t, (1, -1), (0, 1)))
    with pytest.raises(ValueError, match="same length"):
        nn.Roll(1, [0, 1])


@pytest.mark.parametrize(("dtype", "top"), [(np.float32, 1.0), (np.uint8, 255)])
def test_psnr_is_the_logarithm_of_the_mean_square(dtype: type, top: float) -> None:
    a, b = (RNG.integers(0, 256, size=(2, 3, 8, 8)).astype(np.float64) / 255 for _ in range(2))
    scale = 1 if dtype is np.float32 else 255
    out = ms.jit(nn.PSNR(top).construct)(*(ms.Tensor(np.round(v * scale, 6).astype(dtype)) for v in (a, b)))
    wanted = -10 * np.log10(((a - b) ** 2).mean((1, 2, 3)))
    np.testing.assert_allclose(out.asnumpy(), wanted, rtol=1e-4)


def test_ssim_by_its_formula() -> None:
    a, b = RNG.random((1, 1, 11, 11)), RNG.random((1, 1, 11, 11))
    place = np.arange(-5, 6) ** 2
    window = np.exp(-(place[:, None] + place) / (2 * 1.5**2))
    window /= window.sum()

    def mean(v: np.ndarray) -> float:
        return float((v[0, 0] * window).sum())

    c1, c2 = 0.01**2, 0.03**2
    both = mean(a * b) - mean(a) * mean(b)
    spread = mean(a * a) - mean(a) ** 2 + mean(b * b) - mean(b) ** 2
    wanted = (2 * mean(a) * mean(b) + c1) * (2 * both + c2) / ((mean(a) ** 2 + mean(b) ** 2 + c1) * (spread + c2))
    images = [ms.Tensor(v.astype(np.float32)) for v in (a, b)]
    similarity = ms.jit(nn.SSIM().construct)
    np.testing.assert_allclose(similarity(*images).asnumpy(), [wanted], rtol=1e-4)
    np.testing.assert_allclose(similarity(images[0], images[0]).asnumpy(), [1.0], rtol=1e-5)


@pytest.mark.parametrize("layer", [nn.SSIM, nn.PSNR, nn.MSSSIM])
def test_similarities_are_of_graphs_only(layer: type[nn.Cell]) -> None:
    image = ms.Tensor(np.ones((1, 1, 16, 16), np.float32))
    with pytest.raises(ValueError, match="as a graph only"):
        layer()(image, image)


def test_a_graph_is_what_jit_marks_while_it_runs_and_in_its_thread_only() -> None:
    image, layer = ms.Tensor(np.ones((1, 1, 16, 16), np.float32)), nn.SSIM()

    def by_a_helper(x: ms.Tensor) -> ms.Tensor:
        return layer(x, x)

    @ms.jit
    def inner(x: ms.Tensor) -> ms.Tensor:
        return by_a_helper(x)

    @ms.jit
    def outer(x: ms.Tensor) -> ms.Tensor:
        return inner(x) + by_a_helper(x)  # still below the outer one

    @ms.jit
    def failing(_: ms.Tensor) -> None:
        raise KeyError("of the program")

    @ms.jit
    def elsewhere(x: ms.Tensor) -> ms.Tensor:
        with ThreadPoolExecutor(1) as pool:
            return pool.submit(by_a_helper, x).result()

    np.testing.assert_allclose(outer(image).asnumpy(), [2.0], rtol=1e-5)
    with pytest.raises(KeyError):
        failing(image)
    with pytest.raises(ValueError, match="as a graph only"):
        by_a_helper(image)
    with pytest.raises(ValueError, match="as a graph only"):
        elsewhere(image)


def test_below_torch_compile_too_a_marked_function_is_a_graph() -> None:
    image, layer = torch.ones(1, 1, 16, 16), nn.SSIM()
    marked = ms.jit(lambda x: layer(x, x))
    compiled = torch.compile(lambda x: marked(ms.Tensor(x))._t, backend="eager")
    for _ in range(2):
        torch.testing.assert_close(compiled(image), torch.ones(1))
    with pytest.raises(ValueError, match="as a graph only"):
        layer(ms.Tensor(image), ms.Tensor(image))


def test_msssim_of_the_same_image_is_one() -> None:
    x = ms.Tensor(RNG.random((2, 3, 32, 32)).astype(np.float32))
    cell = ms.jit(nn.MSSSIM(power_factors=(0.4, 0.6), filter_size=5).construct)
    np.testing.assert_allclose(cell(x, x).asnumpy(), [1.0, 1.0], rtol=1e-5)
    assert float(cell(x, 1 - x)[0]) < 0.5


def test_resize_bilinear_works_and_warns() -> None:
    x = tensor(1, 2, 3, 4)
    with pytest.warns(DeprecationWarning, match=r"ops\.interpolate"):
        cell = nn.ResizeBilinear(half_pixel_centers=True)
    close(cell(x, (5, 6)), F.interpolate(x._t, (5, 6), mode="bilinear"))
    close(cell(x, scale_factor=2), F.interpolate(x._t, (6, 8), mode="bilinear"))
    with pytest.raises(ValueError, match="one of size"):
        cell(x)
    with pytest.warns(DeprecationWarning, match="ResizeBilinearV2"):
        close(ops.ResizeBilinear((5, 6), True)(x), F.interpolate(x._t, (5, 6), mode="bilinear", align_corners=True))


@pytest.mark.parametrize("layer", [nn.Dropout(p=0.25), nn.Dropout(0.75), nn.DropoutExt(0.25)])
def test_dropout_drops_its_share_and_keeps_the_mean(layer: nn.Cell) -> None:
    ms.set_seed(3)
    layer.set_train()
    out = layer(ms.Tensor(np.ones((100, 100), np.float32))).asnumpy()
    assert abs((out == 0).mean() - 0.25) < 0.02
    assert set(np.unique(out).round(5)) == {0.0, np.float32(1 / 0.75).round(5)}


@pytest.mark.parametrize(("cell", "shape"), [
    (nn.Dropout1d(0.5), (8, 16, 5)),
    (nn.Dropout2d(0.5), (8, 16, 3, 3)),
    (nn.Dropout3d(0.5), (8, 16, 2, 2, 2)),
    (nn.Dropout2dExt(0.5), (8, 16, 3, 3)),
])  # fmt: skip
def test_channels_are_dropped_as_a_whole(cell: nn.Cell, shape: tuple[int, ...]) -> None:
    ms.set_seed(3)
    cell.set_train()
    out = cell(ms.Tensor(np.ones(shape, np.float32))).asnumpy().reshape(shape[0] * shape[1], -1)
    assert (out == out[:, :1]).all()
    assert 0.3 < (out[:, 0] == 0).mean() < 0.7


def test_dropout_repeats_after_the_same_seed() -> None:
    x = ms.Tensor(np.ones(50, np.float32))
    drawn = []
    for _ in range(2):
        ms.set_seed(3)
        drawn.append(ops.dropout(x, 0.5, seed=7).asnumpy())
    assert (drawn[0] == drawn[1]).all()
    assert (ops.dropout(x, 0.5, seed=7).asnumpy() != drawn[1]).any()  # a seed of the call begins nothing anew
    first, second = ops.Dropout(0.5, 1, 2), ops.Dropout(0.5, 1, 2)
    drawn = [first(x)[0].asnumpy() for _ in range(2)]
    assert (drawn[0] == second(x)[0].asnumpy()).all()
    assert (drawn[0] != drawn[1]).any()


def test_rrelu_is_random_in_evaluation_too() -> None:
    x = ms.Tensor(-np.ones(1000, np.float32))
    out = -nn.RReLU(0.2, 0.4).set_train(False)(x).asnumpy()
    assert 0.2 <= out.min() < 0.22
    assert 0.38 < out.max() <= 0.4


@pytest.mark.parametrize(("name", "cell"), [
    ("MaxPool1d(kernel_size=(1, 2), stride=(1, 1), pad_mode=VALID)", nn.MaxPool1d(2)),
    ("MaxPool1d(kernel_size=(1, 1, 2), stride=(1, 1, 1), pad_mode=PAD)", nn.MaxPool1d(2, pad_mode="pad")),
    ("AvgPool1d(kernel_size=2, stride=1, pad_mode=PAD)", nn.AvgPool1d(2, pad_mode="pad")),
    ("MaxPool2d(kernel_size=2, stride=1, pad_mode=PAD)", nn.MaxPool2d((2,), pad_mode="pad")),
    ("Dropout2d(p=0.7)", nn.Dropout2d(0.3)),
    ("Norm(axis=(), keep_dims=False)", nn.Norm()),
    ("LeakyReLU()", nn.LeakyReLU()),
])  # fmt: skip
def test_layers_print_as_in_mindspore(name: str, cell: nn.Cell) -> None:
    assert str(cell) == name


class _Standardized(nn.Conv2d):
    """Weight standardization as public model code writes it: a Conv2d that calls its operation on another weight."""

    def construct(self, x: ms.Tensor) -> ms.Tensor:
        weight = self.weight - self.weight.mean((1, 2, 3), keep_dims=True)
        return self.bias_add(self.conv2d(x, weight), self.bias)


def test_a_convolution_keeps_the_operations_that_subclasses_call() -> None:
    layer = _Standardized(2, 4, 3, stride=2, pad_mode="pad", padding=1, group=2, has_bias=True)
    x = ms.Tensor(np.random.default_rng(0).normal(size=(1, 2, 7, 7)).astype(np.float32))
    weight = layer.weight - layer.weight.mean((1, 2, 3), keep_dims=True)
    want = ops.conv2d(x, weight, layer.bias, 2, "pad", 1, 1, 2)
    np.testing.assert_allclose(layer(x).asnumpy(), want.asnumpy(), rtol=1e-5)
    assert layer.conv2d is layer.conv2d
    with pytest.raises(AttributeError):
        _ = layer.conv3d
