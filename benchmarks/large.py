"""Operations on a million elements beside the torch calls that do the same: what they compute, not what calls cost."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import torch
import torch.nn.functional as F

import ms2torch as ms
import ms2torch.numpy as mnp
from benchmarks._timing import Ratio, compare
from ms2torch import nn, ops
from ms2torch.common.initializer import Normal, XavierUniform, initializer

_SIDE = 1000
_CLAIM = 1.3
# differences are added up as they are, where torch's matrix product loses digits
_DISTANCES = 15.0
# MindSpore's own bits from its own generator, computed by numpy
_NORMAL, _UNIFORM = 6.0, 2.5

Pair = tuple[str, Callable[[], object], Callable[[], object], float]


def run() -> Iterator[Ratio]:
    """Time each operation beside torch's."""
    torch.set_num_threads(1)
    draws = np.random.default_rng(0)
    t, u = (torch.from_numpy(draws.standard_normal((_SIDE, _SIDE), dtype=np.float32)) for _ in range(2))
    with torch.no_grad():
        for name, plain, ours, claim in (*_arithmetic(t, u), *_places(t, u, draws), *_made(t)):
            yield compare(f"a million: {name}", plain, ours, claim, calls=3, rounds=9)


def _arithmetic(t: torch.Tensor, u: torch.Tensor) -> Iterator[Pair]:
    a, b = ms.Tensor(t), ms.Tensor(u)
    yield "ops.huber_loss", lambda: F.huber_loss(t, u), lambda: ops.huber_loss(a, b), _CLAIM
    yield "ops.cdist", lambda: torch.cdist(t[:, :64], u[:, :64]), lambda: ops.cdist(a[:, :64], b[:, :64]), _DISTANCES
    yield "numpy.clip", lambda: torch.clamp(t, -1, 1), lambda: mnp.clip(a, -1, 1), _CLAIM
    yield "ops.clip_by_value", lambda: torch.clamp(t, -1, 1), lambda: ops.clip_by_value(a, -1.0, 1.0), _CLAIM
    yield "ops.max", lambda: torch.max(t), lambda: ops.max(a), _CLAIM
    yield "ops.max along 1", lambda: torch.max(t, 1), lambda: ops.max(a, 1), _CLAIM
    yield "ops.min", lambda: torch.min(t), lambda: ops.min(a), _CLAIM
    yield "Tensor.max", t.max, a.max, _CLAIM
    yield "ops.count_nonzero", lambda: torch.count_nonzero(t), lambda: ops.count_nonzero(a), _CLAIM
    yield "ops.count_nonzero along 1", lambda: torch.count_nonzero(t, 1), lambda: ops.count_nonzero(a, 1), _CLAIM
    yield "ops.softmax", lambda: torch.softmax(t, -1), lambda: ops.softmax(a, -1), _CLAIM
    yield "ops.layer_norm", lambda: F.layer_norm(t, (_SIDE,)), lambda: ops.layer_norm(a, (_SIDE,)), _CLAIM
    yield "ops.cumsum", lambda: torch.cumsum(t, 1), lambda: ops.cumsum(a, 1), _CLAIM
    yield "ops.topk", lambda: torch.topk(t, 5), lambda: ops.topk(a, 5), _CLAIM
    yield "x // 3", lambda: t // 3, lambda: a // 3, _CLAIM


def _places(t: torch.Tensor, u: torch.Tensor, draws: np.random.Generator) -> Iterator[Pair]:
    a, b = ms.Tensor(t), ms.Tensor(u)
    at, rows = torch.from_numpy(draws.integers(0, _SIDE, (_SIDE, _SIDE))), torch.from_numpy(draws.permutation(_SIDE))
    places, row, column = ms.Tensor(at), ms.Tensor(rows), ms.Tensor(rows.reshape(-1, 1))

    def written() -> object:
        return ops.tensor_scatter_elements(a, places, b, 1)

    def added() -> object:
        return ops.tensor_scatter_add(a, column, b)

    yield "ops.scatter", lambda: t.scatter(1, at, u), lambda: ops.scatter(a, 1, places, b), _CLAIM
    yield "ops.tensor_scatter_elements", lambda: t.scatter(1, at, u), written, _CLAIM
    yield "Tensor.scatter_add", lambda: t.scatter_add(1, at, u), lambda: a.scatter_add(1, places, b), _CLAIM
    yield "ops.tensor_scatter_add", lambda: t.index_add(0, rows, u), added, _CLAIM
    yield "ops.gather", lambda: t.index_select(0, rows), lambda: ops.gather(a, row, 0), _CLAIM
    yield "ops.one_hot", lambda: F.one_hot(rows, _SIDE), lambda: ops.one_hot(row, _SIDE), _CLAIM


def _made(t: torch.Tensor) -> Iterator[Pair]:
    a, size = ms.Tensor(t), (_SIDE, _SIDE)
    image = t[:900, :900].reshape(1, 10, 300, 270)
    picture, theirs, ours = ms.Tensor(image), torch.nn.AvgPool2d(2, 2), nn.AvgPool2d(2, 2, pad_mode="same")

    def normal() -> object:
        return initializer(Normal(), size).init_data()

    def uniform() -> object:
        return initializer(XavierUniform(), size).init_data()

    def edge() -> object:
        return mnp.pad(a, ((1, 1), (1, 1)), mode="edge")

    yield "numpy.pad", lambda: F.pad(t, (1, 1, 1, 1)), lambda: mnp.pad(a, ((1, 1), (1, 1))), _CLAIM
    yield "numpy.pad, edge", lambda: F.pad(t[None], (1, 1, 1, 1), "replicate"), edge, _CLAIM
    yield "ops.full", lambda: torch.full(size, 1.5), lambda: ops.full(size, 1.5, dtype=ms.float32), _CLAIM
    yield "ops.ones", lambda: torch.ones(size), lambda: ops.ones(size), _CLAIM
    yield "AvgPool2d, same", lambda: theirs(image), lambda: ours(picture), _CLAIM

    yield "Normal()", lambda: torch.empty(size).normal_(), normal, _NORMAL
    yield "XavierUniform()", lambda: torch.empty(size).uniform_(), uniform, _UNIFORM
