"""Random numbers: their laws, that the same seed gives the same, and generators as objects."""

from __future__ import annotations

import copy
from collections.abc import Callable

import numpy as np
import pytest

import ms2torch as ms
from ms2torch import Tensor, ops

MANY = (40000,)
ZERO, ONE, THREE = Tensor(0.0), Tensor(1.0), Tensor(3.0)
UNIFORM = (0.5, 1 / 12)

LAWS: dict[str, tuple[Callable[[], Tensor], float, float]] = {
    "rand": (lambda: ops.rand(*MANY), *UNIFORM),
    "randn": (lambda: ops.randn(*MANY), 0, 1),
    "randint": (lambda: ops.randint(0, 5, MANY), 2, 2),
    "standard_normal": (lambda: ops.standard_normal(MANY), 0, 1),
    "standard_laplace": (lambda: ops.standard_laplace(MANY), 0, 2),
    "normal": (lambda: ops.normal(MANY, 1.0, 2.0), 1, 4),
    "uniform": (lambda: ops.uniform(MANY, ONE, THREE), 2, 1 / 3),
    "laplace": (lambda: ops.laplace(MANY, ONE, THREE), 1, 18),
    "gamma": (lambda: ops.gamma(MANY, THREE, THREE), 1, 1 / 3),
    "random_gamma": (lambda: ops.random_gamma(Tensor(MANY), THREE), 3, 3),
    "poisson": (lambda: ops.poisson(MANY, THREE), 3, 3),
    "random_poisson": (lambda: ops.random_poisson(Tensor(MANY), THREE), 3, 3),
    "multinomial": (lambda: ops.multinomial(Tensor([1.0, 2.0, 1.0]), MANY[0]), 1, 0.5),
    "random_categorical": (lambda: ops.random_categorical(Tensor([[0.0, np.log(2.0), 0.0]]), MANY[0]), 1, 0.5),
    "bernoulli": (lambda: ops.bernoulli(ops.zeros(MANY), 0.3), 0.3, 0.21),
    "StandardNormal": (lambda: ops.StandardNormal(3)(MANY), 0, 1),
    "StandardLaplace": (lambda: ops.StandardLaplace(3)(MANY), 0, 2),
    "UniformReal": (lambda: ops.UniformReal(3)(MANY), *UNIFORM),
    "UniformInt": (lambda: ops.UniformInt(3)(MANY, Tensor(0), Tensor(5)), 2, 2),
    "Tensor.uniform_": (lambda: ops.zeros(MANY).uniform_(), *UNIFORM),
    "Tensor.normal_": (lambda: ops.zeros(MANY).normal_(1, 2), 1, 4),
    "Tensor.exponential_": (lambda: ops.zeros(MANY).exponential_(2), 0.5, 0.25),
    "Tensor.bernoulli_": (lambda: ops.zeros(MANY).bernoulli_(0.3), 0.3, 0.21),
    "Tensor.random_": (lambda: ops.zeros(MANY).random_(0, 5), 2, 2),
}


@pytest.mark.parametrize("name", LAWS)
def test_mean_and_variance(name: str) -> None:
    draw, mean, variance = LAWS[name]
    ms.set_seed(1)
    drawn = draw().asnumpy().astype(np.float64)
    assert abs(drawn.mean() - mean) < 5 * np.sqrt(variance / MANY[0])
    assert abs(drawn.var() / variance - 1) < 0.1


@pytest.mark.parametrize("name", LAWS)
def test_the_same_seed_gives_the_same(name: str) -> None:
    draw = LAWS[name][0]
    ms.set_seed(7)
    first = draw().asnumpy()
    ms.set_seed(7)
    assert (draw().asnumpy() == first).all()


def test_a_seed_of_its_own_does_not_touch_the_global_stream() -> None:
    ms.set_seed(7)
    plain = ops.rand(3).asnumpy()
    ms.set_seed(7)
    ops.rand(3, seed=5)
    ops.StandardNormal(5)((3,))
    assert (ops.rand(3).asnumpy() == plain).all()


def test_calls_with_one_seed_go_on_in_the_stream() -> None:
    ms.set_seed(7)
    one, two = ops.rand(3, seed=5).asnumpy(), ops.rand(3, seed=5).asnumpy()
    assert (one != two).any()
    ms.set_seed(7)
    assert (ops.rand(3, seed=5).asnumpy() == one).all()


def test_a_primitive_with_seeds_goes_on_and_another_starts_again() -> None:
    normal = ops.StandardNormal(5)
    one, two = normal((3,)).asnumpy(), normal((3,)).asnumpy()
    assert (one != two).any()
    assert (ops.StandardNormal(5)((3,)).asnumpy() == one).all()
    assert (ops.StandardNormal(6)((3,)).asnumpy() != one).any()
    assert (copy.deepcopy(normal)((3,)).asnumpy() == one).all()


def test_without_replacement_nothing_is_drawn_twice() -> None:
    assert sorted(ops.multinomial(Tensor([1.0, 2.0, 3.0]), 3, False).tolist()) == [0, 1, 2]
    assert sorted(ops.randperm(9).tolist()) == list(range(9))
    assert sorted(ops.shuffle(ops.arange(9)).tolist()) == list(range(9))


def test_choice_with_mask_draws_places_that_are_true() -> None:
    mask = Tensor([[True, False, True], [False, False, True]])
    places, valid = ops.choice_with_mask(mask, 5)
    found = {tuple(place) for place, good in zip(places.tolist(), valid.tolist(), strict=True) if good}
    assert found == {(0, 0), (0, 2), (1, 2)}
    assert valid.tolist() == [True] * 3 + [False] * 2


def test_truncated_normal_stays_within_two_deviations() -> None:
    drawn = ops.TruncatedNormal(seed=1)(MANY).asnumpy()
    assert np.abs(drawn).max() <= 2
    assert abs(drawn.std() - 0.8796) < 0.02


def test_randperm_is_padded() -> None:
    drawn = ops.Randperm(max_length=5, pad=-1)(Tensor(3)).tolist()
    assert sorted(drawn[:3]) == [0, 1, 2]
    assert drawn[3:] == [-1, -1]


def test_generator() -> None:
    one = ms.Generator()
    assert one.initial_seed() == 0
    assert one.manual_seed(5) is one
    state = one.get_state()
    drawn = ops.zeros(3).uniform_(generator=one).asnumpy()
    one.set_state(state)
    assert (ops.zeros(3).uniform_(generator=one).asnumpy() == drawn).all()
    assert (ops.zeros(3).uniform_(generator=ms.Generator().manual_seed(5)).asnumpy() == drawn).all()
    assert one.seed() == one.initial_seed()
    with pytest.raises(TypeError):
        one.manual_seed(1.5)  # type: ignore[arg-type]


def test_default_generator_is_that_of_the_operators() -> None:
    assert ms.manual_seed(5) is ms.default_generator
    assert ms.initial_seed() == 5
    state = ms.get_rng_state()
    drawn = ops.rand(3).asnumpy()
    ms.set_rng_state(state)
    assert (ops.rand(3).asnumpy() == drawn).all()
    assert ms.seed() == ms.initial_seed()


def test_roll_primitive() -> None:
    assert ops.Roll(1, 0)(Tensor([1, 2, 3])).tolist() == [3, 1, 2]


def test_coalesce_adds_up() -> None:
    indices, held, shape = ops.coalesce(Tensor([[0, 0, 1], [1, 1, 0]]), Tensor([3.0, 1.0, 2.0]), Tensor([2, 2]))
    assert (indices.tolist(), held.tolist(), shape.tolist()) == ([[0, 1], [1, 0]], [4.0, 2.0], [2, 2])
