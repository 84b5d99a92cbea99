"""Numbers and arrays of numpy at the left of a Tensor: who wins, as real MindSpore 2.10.0 does."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import ms2torch as ms
from ms2torch import Tensor, nn

NUMBERS = {"float64": np.sqrt(4.0), "float32": np.float32(3.0), "int64": np.int64(2)}
SCALE = np.float32(2.0)


class Scaled(nn.Cell):
    def construct(self, x, number):
        return number * x


@pytest.fixture
def graph_mode() -> Iterator[None]:
    ms.set_context(mode=ms.GRAPH_MODE)
    yield
    ms.set_context(mode=ms.PYNATIVE_MODE)


@pytest.mark.parametrize("kind", NUMBERS)
def test_a_number_of_numpy_wins_and_has_no_gradient(kind: str) -> None:
    x, number = Tensor([1.0, 2.0]), NUMBERS[kind]
    for out in (number * x, number + x, number < x, Scaled()(x, number)):
        assert isinstance(out, np.ndarray)
    assert (number * x).tolist() == [number, 2 * number]
    assert ms.grad(Scaled())(x, number).asnumpy().tolist() == [0.0, 0.0]
    assert ms.grad(lambda x: x * number)(x).asnumpy().tolist() == [number, number]


@pytest.mark.parametrize("kind", NUMBERS)
@pytest.mark.usefixtures("graph_mode")
def test_in_a_graph_it_is_a_constant(kind: str) -> None:
    x, number = Tensor([1.0, 2.0]), NUMBERS[kind]
    assert Scaled()(x, number).asnumpy().tolist() == [number, 2 * number]
    assert ms.grad(Scaled())(x, number).asnumpy().tolist() == [number, number]


def test_below_jit_it_is_a_constant_too() -> None:
    out = ms.jit(lambda x: SCALE * x)(Tensor([1.0, 2.0]))
    assert isinstance(out, Tensor)
    assert out.asnumpy().tolist() == [2.0, 4.0]


def test_an_array_wins_too() -> None:
    out = np.ones(2, np.float32) + Tensor([1.0, 2.0])
    assert isinstance(out, np.ndarray)
    assert out.tolist() == [2.0, 3.0]
    assert bool(np.bool_(False) == Tensor(False))
