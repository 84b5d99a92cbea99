"""Some hundred calls on tensors of a few elements, where only the overhead counts: each family's median and worst."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator

import numpy as np
import torch
import torch.nn.functional as F

import ms2torch as ms
from benchmarks._timing import Ratio, compare
from ms2torch import nn, ops

_MEDIAN, _WORST = 1.6, 2.5  # the worst: places of extremes, which torch finds in int64 and converts by a second call

Pair = tuple[str, Callable[[], object], Callable[[], object]]

# one argument, by one name in both
_ONE = (
    "abs", "acos", "acosh", "asin", "asinh", "atan", "atanh", "ceil", "cos", "cosh", "erf", "erfc", "exp", "expm1",
    "floor", "isfinite", "isinf", "isnan", "log", "log10", "log1p", "log2", "logical_not", "logit", "neg",
    "ones_like", "reciprocal", "relu", "round", "rsqrt", "sigmoid", "sign", "sin", "sinh", "sqrt", "square", "t",
    "tan", "tanh", "trunc", "zeros_like",
)  # fmt: skip
_TWO = (
    "add", "atan2", "bmm", "div", "eq", "fmod", "ge", "greater", "greater_equal", "gt", "isclose", "le", "less",
    "less_equal", "logical_and", "logical_or", "lt", "matmul", "maximum", "minimum", "mul", "ne", "not_equal",
    "outer", "pow", "sub",
)  # fmt: skip
_ACTIVATIONS = (
    "celu", "elu", "gelu", "hardswish", "hardsigmoid", "leaky_relu", "logsigmoid", "mish", "relu6", "selu", "silu",
    "softplus", "softsign",
)  # fmt: skip


def run() -> Iterator[Ratio]:
    """Time every call beside torch's, and give the median and the worst of each family."""
    torch.set_num_threads(1)
    families = {
        "one argument": _one, "two arguments": _two, "activations": _activations, "operators": _operators,
        "reductions": _reductions, "arrangement": _arrangement, "indices": _indices, "new tensors": _new,
        "layers": _layers,
    }  # fmt: skip
    with torch.no_grad():
        for family, pairs in families.items():
            found = [compare(name, plain, ours, _WORST, calls=60, rounds=7) for name, plain, ours in pairs()]
            worst = max(found, key=lambda one: one.ratio)
            plain_us = statistics.median(one.plain_us for one in found)
            yield Ratio(f"tiny: {family}, {len(found)}", plain_us, statistics.median(r.ratio for r in found), _MEDIAN)
            yield Ratio(f"  worst: {worst.name}"[:38], worst.plain_us, worst.ratio, _WORST)


def _tensor(*shape: int) -> torch.Tensor:
    return torch.rand(shape, generator=torch.Generator().manual_seed(0)) * 0.8 + 0.1


def _one() -> Iterator[Pair]:
    t = _tensor(4, 4)
    x = ms.Tensor(t)
    for name in _ONE:
        plain, ours = getattr(torch, name), getattr(ops, name)
        yield f"ops.{name}", lambda f=plain: f(t), lambda f=ours: f(x)


def _two() -> Iterator[Pair]:
    for name in _TWO:
        t = _tensor(2, 4, 4) if name == "bmm" else _tensor(4) if name == "outer" else _tensor(4, 4)
        plain, ours, x = getattr(torch, name), getattr(ops, name), ms.Tensor(t)
        yield f"ops.{name}", lambda f=plain, t=t: f(t, t), lambda f=ours, x=x: f(x, x)


def _activations() -> Iterator[Pair]:
    t = _tensor(4, 4)
    x = ms.Tensor(t)
    for name in _ACTIVATIONS:
        plain, ours = getattr(F, name), getattr(ops, name)
        yield f"ops.{name}", lambda f=plain: f(t), lambda f=ours: f(x)
    yield "ops.softmax", lambda: F.softmax(t, -1), lambda: ops.softmax(x, -1)
    yield "ops.log_softmax", lambda: F.log_softmax(t, -1), lambda: ops.log_softmax(x, -1)


def _operators() -> Iterator[Pair]:
    t, u = _tensor(4, 4), _tensor(4, 4)
    x, y = ms.Tensor(t), ms.Tensor(u)
    yield "x + y", lambda: t + u, lambda: x + y
    yield "x - y", lambda: t - u, lambda: x - y
    yield "x * y", lambda: t * u, lambda: x * y
    yield "x / y", lambda: t / u, lambda: x / y
    yield "x @ y", lambda: t @ u, lambda: x @ y
    yield "x + 1", lambda: t + 1, lambda: x + 1
    yield "2.0 * x", lambda: 2.0 * t, lambda: 2.0 * x
    yield "1 - x", lambda: 1 - t, lambda: 1 - x
    yield "x ** 2", lambda: t**2, lambda: x**2
    yield "x > 0", lambda: t > 0, lambda: x > 0
    yield "x == y", lambda: t == u, lambda: x == y
    yield "-x", lambda: -t, lambda: -x
    yield "x // 2", lambda: t // 2, lambda: x // 2


def _reductions() -> Iterator[Pair]:
    t = _tensor(4, 4)
    x = ms.Tensor(t)
    for name in ("sum", "mean", "prod", "amax", "amin", "argmax", "argmin", "std", "var", "median", "cumsum", "norm"):
        plain, ours = getattr(torch, name), getattr(ops, name)
        if name != "norm":
            yield f"ops.{name}(x, 0)", lambda f=plain: f(t, 0), lambda f=ours: f(x, 0)
        if name not in ("amax", "amin", "median", "cumsum"):
            yield f"ops.{name}(x)", lambda f=plain: f(t), lambda f=ours: f(x)
    yield "x.max()", t.max, x.max
    yield "x.sum(axis=1)", lambda: t.sum(1), lambda: x.sum(axis=1)
    yield "ops.topk", lambda: torch.topk(t, 2), lambda: ops.topk(x, 2)
    yield "ops.sort", lambda: torch.sort(t), lambda: ops.sort(x)


def _arrangement() -> Iterator[Pair]:
    t = _tensor(4, 4)
    x = ms.Tensor(t)
    yield "x.reshape", lambda: t.reshape(2, 8), lambda: x.reshape(2, 8)
    yield "x.view", lambda: t.view(2, 8), lambda: x.view(2, 8)
    yield "x.transpose", lambda: t.permute(1, 0), lambda: x.transpose(1, 0)
    yield "x.T", lambda: t.T, lambda: x.T
    yield "x.swapaxes", lambda: t.transpose(0, 1), lambda: x.swapaxes(0, 1)
    yield "x.flatten", t.flatten, x.flatten
    yield "x.expand_dims", lambda: t.unsqueeze(0), lambda: x.expand_dims(0)
    yield "ops.broadcast_to", lambda: torch.broadcast_to(t, (2, 4, 4)), lambda: ops.broadcast_to(x, (2, 4, 4))
    yield "ops.concat", lambda: torch.cat((t, t), 1), lambda: ops.concat((x, x), 1)
    yield "ops.stack", lambda: torch.stack((t, t)), lambda: ops.stack((x, x))
    yield "ops.split", lambda: torch.split(t, 2), lambda: ops.split(x, 2)
    yield "ops.chunk", lambda: torch.chunk(t, 2), lambda: ops.chunk(x, 2)
    yield "ops.tile", lambda: torch.tile(t, (2, 1)), lambda: ops.tile(x, (2, 1))
    yield "ops.flip", lambda: torch.flip(t, (0,)), lambda: ops.flip(x, (0,))
    yield "ops.pad", lambda: F.pad(t, (1, 1)), lambda: ops.pad(x, (1, 1))
    yield "ops.tril", lambda: torch.tril(t), lambda: ops.tril(x)


def _indices() -> Iterator[Pair]:
    t, i, m = _tensor(4, 4), torch.tensor([0, 2]), _tensor(4, 4) > 0.5
    x, at, mask = ms.Tensor(t), ms.Tensor(i), ms.Tensor(m)
    yield "x[0]", lambda: t[0], lambda: x[0]
    yield "x[:, 1]", lambda: t[:, 1], lambda: x[:, 1]
    yield "x[..., None]", lambda: t[..., None], lambda: x[..., None]
    yield "x[1:3]", lambda: t[1:3], lambda: x[1:3]
    yield "x[i]", lambda: t[i], lambda: x[at]
    yield "x[m]", lambda: t[m], lambda: x[mask]
    yield "x[0] = 1.0", lambda: t.__setitem__(0, 1.0), lambda: x.__setitem__(0, 1.0)
    yield "ops.gather", lambda: t.index_select(0, i), lambda: ops.gather(x, at, 0)
    yield "ops.where", lambda: torch.where(m, t, t), lambda: ops.where(mask, x, x)
    yield "x.masked_fill", lambda: t.masked_fill(m, 0.0), lambda: x.masked_fill(mask, 0.0)
    yield "ops.one_hot", lambda: F.one_hot(i, 4), lambda: ops.one_hot(at, 4)


def _new() -> Iterator[Pair]:
    t, array = _tensor(4, 4), np.ones((4, 4), np.float32)
    x = ms.Tensor(t)
    yield "ops.zeros", lambda: torch.zeros(2, 3), lambda: ops.zeros((2, 3))
    yield "ops.ones", lambda: torch.ones(2, 3), lambda: ops.ones((2, 3))
    yield "ops.full", lambda: torch.full((2, 3), 1.5), lambda: ops.full((2, 3), 1.5, dtype=ms.float32)
    yield "ops.arange", lambda: torch.arange(5), lambda: ops.arange(5)
    yield "ops.eye", lambda: torch.eye(3), lambda: ops.eye(3)
    yield "ops.rand", lambda: torch.rand(2, 3), lambda: ops.rand(2, 3)
    yield "Tensor(array)", lambda: torch.tensor(array), lambda: ms.Tensor(array)
    yield "Tensor(1.0)", lambda: torch.tensor(1.0), lambda: ms.Tensor(1.0)
    yield "x.astype", t.half, lambda: x.astype(ms.float16)
    yield "x.asnumpy", t.numpy, x.asnumpy
    yield "x.copy", t.clone, x.copy


def _layers() -> Iterator[Pair]:
    image, rows = _tensor(2, 3, 8, 8), _tensor(4, 4)
    picture, x = ms.Tensor(image), ms.Tensor(rows)
    layers = torch.nn
    plain: list[torch.nn.Module] = [
        layers.Conv2d(3, 6, 3), layers.BatchNorm2d(3), layers.GroupNorm(3, 3), layers.MaxPool2d(2), layers.AvgPool2d(2),
        layers.AdaptiveAvgPool2d(1), layers.Flatten(),
    ]  # fmt: skip
    ours: list[nn.Cell] = [
        nn.Conv2d(3, 6, 3, pad_mode="valid", has_bias=True), nn.BatchNorm2d(3), nn.GroupNorm(3, 3), nn.MaxPool2d(2, 2),
        nn.AvgPool2d(2, 2), nn.AdaptiveAvgPool2d(1), nn.Flatten(),
    ]  # fmt: skip
    for theirs, cell in zip(plain, ours, strict=True):
        theirs.eval()
        yield f"nn.{type(cell).__name__}", lambda f=theirs: f(image), lambda f=cell: f(picture)
    for theirs, cell in (
        (layers.Linear(4, 4), nn.Dense(4, 4)), (layers.LayerNorm(4), nn.LayerNorm((4,))), (layers.ReLU(), nn.ReLU()),
        (layers.GELU(), nn.GELU(approximate=False)), (layers.Softmax(-1), nn.Softmax(-1)),
    ):  # fmt: skip
        yield f"nn.{type(cell).__name__}", lambda f=theirs: f(rows), lambda f=cell: f(x)
    dense, linear = nn.Dense(4, 4), layers.Linear(4, 4)
    yield "nn.Dense of a torch tensor", lambda: linear(rows), lambda: dense(rows)
