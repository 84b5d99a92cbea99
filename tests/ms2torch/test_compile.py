"""torch.compile of Cells: what public code does in `__init__` and `construct` stays one graph."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest
import torch

import ms2torch as ms
from ms2torch import nn, ops


class WithPrimitives(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.reshape = ops.Reshape()
        self.add = ops.Add()
        self.concat = ops.Concat(1)
        self.keep = np.linspace(0.5, 1.0, 2)[1]

    def construct(self, x: ms.Tensor) -> ms.Tensor:
        x = ops.Transpose()(self.reshape(x, (2, -1)), (1, 0))
        return self.concat((self.add(x, x), x)) if self.keep == 1.0 else x


@pytest.fixture(autouse=True)
def _fresh() -> Any:
    torch._dynamo.reset()
    yield
    torch._dynamo.reset()


def test_primitives_and_numbers_of_numpy_are_one_graph() -> None:
    net, x = WithPrimitives(), torch.arange(8.0)
    compiled = torch.compile(net, backend="eager", fullgraph=True)
    assert torch.equal(compiled(x), net(x))
    assert torch.equal(compiled(x), net(x))


def test_numbers_of_numpy_stay_what_they_are_to_the_program() -> None:
    net = WithPrimitives()
    assert type(net.keep) is np.float64
    net.keep = 2
    assert net.keep == 2
    net.keep = np.float64(0.5)
    assert type(net.keep) is np.float64
    del net.keep
    assert not hasattr(net, "keep")


def test_a_thread_in_which_no_cell_ran_compiles_too() -> None:
    net, x, found = nn.SequentialCell(nn.Dense(8, 4), nn.ReLU()), torch.ones(2, 8), []

    def work() -> None:
        compiled = torch.compile(net, backend="eager", fullgraph=True)
        found.extend([compiled(x), compiled(x)])

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert len(found) == 2
    assert torch.equal(found[0], found[1])
