"""The same seed gives the random numbers of MindSpore's CPU kernels (goldens: real MindSpore's)."""

import json
from pathlib import Path

import numpy as np
import pytest
import torch

import ms2torch as ms
from ms2torch import Tensor, nn, ops
from ms2torch._core import philox, seed as core_seed
from ms2torch._core.kernel_draws import KernelDraws
from ms2torch._core.random_engines import MinimalStandard
from tests.opdb import _kernel_draws as kernel_draws

GOLDEN = json.loads((Path(__file__).parents[1] / "goldens" / "kernel_draws.json").read_text(encoding="utf-8"))


@pytest.fixture(autouse=True)
def _seeds_as_found(monkeypatch):
    monkeypatch.setattr(core_seed, "_global_seed", None)
    monkeypatch.setattr(core_seed, "_from_torch", False)
    yield
    core_seed._kernel_seeds.clear()


@pytest.mark.parametrize("name", list(GOLDEN))
def test_as_mindspore(name):
    for seed, found in GOLDEN[name].items():
        for mine, real in zip(kernel_draws.run(ms, name, int(seed)), found, strict=True):
            np.testing.assert_allclose(mine, real, rtol=0, atol=2e-5)


def test_every_case_is_recorded():
    assert list(kernel_draws.CASES) == list(GOLDEN)


@pytest.mark.parametrize("count", [0, 1, 5, 4096, 4097, 8192, 20000])
def test_numbers_drawn_at_once_are_those_drawn_one_by_one(count):
    single, many = MinimalStandard(99), MinimalStandard(99)
    assert many.raws(count).tolist() == [single.raw() for _ in range(count)]
    assert many.raw() == single.raw()


def test_a_normal_stream_goes_on_where_it_stopped():
    whole, parts = KernelDraws(1, 2), KernelDraws(1, 2)
    assert np.array_equal(np.concatenate([parts.normal(6), parts.normal(4000)]), whole.normal(4006))


def test_torchs_numbers_on_request():
    ms.set_seed(3)
    core_seed.draw_from_torch()
    torch.manual_seed(5)
    drawn = ops.randn(4).asnumpy()
    torch.manual_seed(5)
    assert np.array_equal(drawn, torch.randn(4).numpy())


def test_forward_run_again_drops_the_same():
    ms.set_seed(3)
    net = nn.SequentialCell(nn.Dense(64, 64), nn.Dropout(p=0.5))
    net.set_train()
    net.recompute()
    x = Tensor(np.ones((4, 64), np.float32))

    def loss(x):
        return (net(x) * 3 + ops.dropout(x, 0.5)).sum()

    value, grad = ms.value_and_grad(loss)(x)
    ms.set_seed(3)
    plain = nn.SequentialCell(nn.Dense(64, 64), nn.Dropout(p=0.5))
    plain.set_train()
    ms.load_param_into_net(plain, net.parameters_dict())
    again, right = ms.value_and_grad(lambda x: (plain(x) * 3 + ops.dropout(x, 0.5)).sum())(x)
    assert value == again
    np.testing.assert_allclose(grad.asnumpy(), right.asnumpy(), rtol=1e-6)


def test_without_a_seed_nothing_repeats():
    assert not np.array_equal(ops.randn(50).asnumpy(), ops.randn(50).asnumpy())


def test_a_saved_state_goes_on_where_it_was_taken():
    ms.set_seed(3)
    layer = nn.Dropout(p=0.5)
    layer.set_train()
    uniform = ops.UniformReal(4, 5)
    x = Tensor(np.ones(40, np.float32))

    def draw():
        return [drawn.asnumpy() for drawn in (layer(x), ops.rand(4), uniform((5,)), ops.dropout(x, 0.4), ops.randn(3))]

    draw()
    state = ms.get_rng_state()
    expected = [draw() for _ in range(2)]
    ms.set_rng_state(state)
    for drawn in expected:
        assert all(np.array_equal(mine, right) for mine, right in zip(draw(), drawn, strict=True))


@pytest.mark.parametrize(("mean", "sigma"), [(0.0, 1.0), (0.5, 0.02)])
def test_normal_weights_are_those_of_the_formula(mean, sigma):
    """Sines from tables, and numbers near 0 and near the middle of two float32, against one number after the other."""
    filled = np.empty(4 * 9000, np.float32)
    words = np.empty(4 * 9000, np.uint64)
    philox.fill_normal(77, filled, mean, sigma)
    philox._generate(77, words, lambda even, odd, block: np.copyto(block, np.stack((even, odd), 1).reshape(4, -1).T))
    pairs = words.reshape(-1, 2).tolist()
    low_mean, low_sigma = philox._as_float32(mean, sigma)
    expected = np.array([philox._normal_pair(*pair, low_mean, low_sigma) for pair in pairs]).astype(np.float32)
    assert np.array_equal(filled, expected.reshape(-1))


def _compiled():
    @ms.jit
    def noise(x):
        return ops.dropout(x, 0.5) + ops.standard_normal((16,))

    return noise


def test_a_compiled_graph_goes_on_from_a_saved_state():
    x = Tensor(np.ones(16, np.float32))
    ms.set_seed(3)
    first = _compiled()
    first(x)
    state = ms.get_rng_state()
    wanted = [first(x).asnumpy(), ops.randn(4).asnumpy(), first(x).asnumpy()]
    core_seed._kernel_seeds.clear()  # as in a program that is started again
    ms.set_seed(3)
    ms.set_rng_state(state)
    again = _compiled()
    for mine, right in zip([again(x).asnumpy(), ops.randn(4).asnumpy(), again(x).asnumpy()], wanted, strict=True):
        np.testing.assert_array_equal(mine, right)


def test_a_compiled_graph_drops_the_same_when_it_runs_forward_again():
    ms.set_seed(3)
    x = Tensor(np.ones(64, np.float32))

    class Dropped(nn.Cell):
        def construct(self, x):
            return ops.dropout(x, 0.5) * x

    net = Dropped()
    net.recompute()
    step = ms.jit(ms.value_and_grad(lambda x: net(x).sum()))
    drawn = [step(x) for _ in range(2)]
    for value, grad in drawn:
        assert float(grad.sum()) == 2 * float(value)
    assert not np.array_equal(drawn[0][1].asnumpy(), drawn[1][1].asnumpy())
