"""What runs as a graph in MindSpore: methods of two forms take the older one there, and not beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import ms2torch as ms
from ms2torch import nn, ops

X = ms.Tensor([[1.0, 5.0, 2.0], [4.0, 3.0, 9.0]])


@pytest.fixture
def graph_mode() -> Iterator[None]:
    before = ms.get_context("mode")
    ms.set_context(mode=ms.GRAPH_MODE)
    yield
    ms.set_context(mode=before)


def largest(x: ms.Tensor) -> Any:
    return x.max(1)


class Largest(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.made_with = largest(X)

    def construct(self, x: ms.Tensor) -> Any:
        return largest(x)

    def beside(self, x: ms.Tensor) -> Any:
        return largest(x)


class Outer(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.inner = Largest()

    def construct(self, x: ms.Tensor) -> Any:
        return self.inner(x)


def seen_by_grad(x: ms.Tensor) -> list[type]:
    seen = []

    def fn(x: ms.Tensor) -> ms.Tensor:
        seen.append(type(largest(x)))
        return x.sum()

    ops.grad(fn)(x)
    return seen


# what MindSpore 2.10 gives in either place
CASES: dict[str, tuple[Callable[[], Any], type]] = {
    "a function": (lambda: largest(X), tuple),
    "a Cell": (lambda: Largest()(X), ms.Tensor),
    "a Cell in a Cell": (lambda: Outer()(X), ms.Tensor),
    "__init__": (lambda: Largest().made_with, tuple),
    "another method": (lambda: Largest().beside(X), tuple),
}


@pytest.mark.usefixtures("graph_mode")
@pytest.mark.parametrize("place", CASES)
def test_in_graph_mode(place: str) -> None:
    run, want = CASES[place]
    assert type(run()) is want


@pytest.mark.usefixtures("graph_mode")
def test_a_function_given_to_grad_is_compiled_in_graph_mode() -> None:
    assert seen_by_grad(X) == [ms.Tensor]


@pytest.mark.parametrize("place", CASES)
def test_in_pynative_mode_none_is_a_graph(place: str) -> None:
    assert type(CASES[place][0]()) is tuple


def test_in_pynative_mode_grad_compiles_nothing() -> None:
    assert seen_by_grad(X) == [tuple]


def test_two_axes_of_transpose_name_all_dimensions_in_a_graph() -> None:
    swapped = ms.jit(lambda x: x.transpose(0, 1))
    assert swapped(X).shape == (2, 3)
    assert X.transpose(0, 1).shape == (3, 2)
    with pytest.raises(ValueError, match="number of axes must be equal"):
        swapped(X.expand_dims(0))
