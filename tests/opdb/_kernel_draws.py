"""Calls whose random numbers must be MindSpore's own: each returns lists of numbers for a framework's modules.

Run by the recorder under real MindSpore and by the test under ms2torch.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import numpy as np

Case = Callable[[Any], list[Any]]


def _numbers(x: Any) -> list[Any]:
    return np.round(np.asarray(x.asnumpy(), np.float64).ravel()[:12], 5).tolist()


def _ones(ms: Any, *shape: int) -> Any:
    return ms.Tensor(np.ones(shape, np.float32))


def _twice(call: Callable[[], Any]) -> list[Any]:
    return [_numbers(call()) for _ in range(2)]


def _primitive(ms: Any, op: Any, *shapes: tuple[int, ...]) -> list[Any]:
    return [_numbers(op(shape)) for shape in shapes]


def _dropouts(ms: Any) -> list[Any]:
    layers = [ms.nn.Dropout(p=0.5), ms.nn.Dropout(p=0.5), ms.nn.Dropout(p=0.3)]
    layers.append(copy.deepcopy(layers[1]))
    for layer in layers:
        layer.set_train()
    shapes = ((24,), (3, 4), (24,))
    return [_numbers(layer(_ones(ms, *shape))) for shape in shapes for layer in layers]


def _seeds_again(ms: Any) -> list[Any]:
    found = _twice(lambda: ms.ops.dropout(_ones(ms, 24), 0.5))
    ms.set_seed(7)
    return found + _twice(lambda: ms.ops.dropout(_ones(ms, 24), 0.5))


def _in_graphs(ms: Any) -> list[Any]:
    ops = ms.ops

    @ms.jit
    def one(x: Any) -> Any:
        return ops.standard_normal((3,)) + x.sum() * 0

    @ms.jit
    def several(x: Any) -> Any:
        return ops.standard_normal((3,)) + x.sum() * 0, ops.rand(3) + x.sum() * 0, ops.standard_normal((3,)) * 2

    def eager(x: Any) -> Any:
        return ops.standard_normal((3,)) + x.sum() * 0

    small, large = _ones(ms, 2), _ones(ms, 5)
    found = [_numbers(call(small)) for call in (one, one, eager, one)]
    found += [_numbers(part) for _ in range(3) for part in several(small)]
    found += [_numbers(call(x)) for x in (large, small, large) for call in (one, eager)]
    ms.set_seed(3)
    return found + [_numbers(call(small)) for call in (one, eager)]


def _graph_below_a_graph(ms: Any) -> list[Any]:
    ops = ms.ops

    @ms.jit
    def inner(x: Any) -> Any:
        return ops.standard_normal((3,)) + x * 0

    @ms.jit
    def outer(x: Any) -> Any:
        return inner(x) + x, ops.standard_normal((3,)) + x * 0

    x = _ones(ms, 3)
    found = [_numbers(part) for _ in range(2) for part in outer(x)]
    return found + [_numbers(inner(x)) for _ in range(2)] + [_numbers(part) for part in outer(x)]


CASES: dict[str, Case] = {
    "rand": lambda ms: _twice(lambda: ms.ops.rand(5)),
    "rand_like": lambda ms: _twice(lambda: ms.ops.rand_like(_ones(ms, 5))),
    "randn, an odd count": lambda ms: _twice(lambda: ms.ops.randn(7)),
    "randn, many": lambda ms: [_numbers(ms.ops.randn(30000)[-12:])],
    "rand, many": lambda ms: [_numbers(ms.ops.rand(30000)[-12:])],
    "standard_normal": lambda ms: _twice(lambda: ms.ops.standard_normal((2, 3))),
    "standard_normal, a seed": lambda ms: _twice(lambda: ms.ops.standard_normal((4,), seed=3)),
    "normal": lambda ms: _twice(lambda: ms.ops.normal((4,), ms.Tensor(1.0), ms.Tensor(2.0))),
    "uniform": lambda ms: _twice(lambda: ms.ops.uniform((4,), ms.Tensor(1.0), ms.Tensor(3.0))),
    "randint": lambda ms: _twice(lambda: ms.ops.randint(1, 90, (4,))),
    "randint, a wide range": lambda ms: _twice(lambda: ms.ops.randint(0, 2**31 - 1, (6,))),
    "laplace": lambda ms: _twice(lambda: ms.ops.laplace((4,), ms.Tensor(1.0), ms.Tensor(2.0))),
    "shuffle": lambda ms: _twice(lambda: ms.ops.shuffle(ms.Tensor(np.arange(9)))),
    "multinomial": lambda ms: _twice(lambda: ms.ops.multinomial(ms.Tensor([1.0, 2.0, 3.0, 4.0]), 6)),
    "multinomial, none twice": lambda ms: _twice(lambda: ms.ops.multinomial(ms.Tensor([1.0, 2.0, 3.0]), 2, False)),
    "randperm": lambda ms: [_numbers(ms.ops.randperm(8, *seeds)) for seeds in ((), (1,), (0, 1), (2, 1), (3, 0))],
    "numpy.rand": lambda ms: _twice(lambda: ms.numpy.rand(4)),
    "numpy.randn": lambda ms: _twice(lambda: ms.numpy.randn(4)),
    "numpy.randint": lambda ms: _twice(lambda: ms.numpy.randint(1, 9, (4,))),
    "dropout": lambda ms: _twice(lambda: ms.ops.dropout(_ones(ms, 24), 0.3)),
    "dropout, the seed set again": _seeds_again,
    "dropout layers": _dropouts,
    "StandardNormal": lambda ms: _primitive(ms, ms.ops.StandardNormal(1, 2), (6,), (3,), (6,)),
    "UniformReal": lambda ms: _primitive(ms, ms.ops.UniformReal(1, 2), (6,), (3,), (6,)),
    "StandardLaplace": lambda ms: _primitive(ms, ms.ops.StandardLaplace(1, 2), (6,), (3,), (6,)),
    "Dropout": lambda ms: [
        _numbers(part) for op in [ms.ops.Dropout(0.7, 3, 4)] for _ in range(2) for part in op(_ones(ms, 12))
    ],
    "functions in compiled graphs": _in_graphs,
    "a graph below a graph": _graph_below_a_graph,
}


def run(ms: Any, name: str, seed: int) -> list[Any]:
    """Return the numbers of a case after a seed."""
    ms.set_seed(seed)
    return CASES[name](ms)
