"""Operations on tensors so small that only the overhead counts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import torch

import ms2torch as ms
from benchmarks._timing import Ratio, compare as _compare
from ms2torch import ops

_OP, _VIEW = 1.3, 1.6
_CLOSE = 1.35  # at the limit: what is asked before the call is a quarter of so small a call, repeats differ by 0.03


def run() -> Iterator[Ratio]:
    """Time each operation against torch's own, on plain tensors outside any Cell."""
    torch.set_num_threads(1)
    a, b = torch.rand(4, 4), torch.rand(4, 4)
    x, y = ms.Tensor(a), ms.Tensor(b)
    big_a, big_b = torch.rand(256, 256), torch.rand(256, 256)
    big_x, big_y = ms.Tensor(big_a), ms.Tensor(big_b)
    compare = partial(_compare, rounds=61)
    calls = 1000
    with torch.no_grad():
        yield compare("x + y 4x4", lambda: a + b, lambda: x + y, _CLOSE, calls=calls)
        yield compare("x + 1.0", lambda: a + 1.0, lambda: x + 1.0, _OP, calls=calls)
        yield compare("ops.add", lambda: torch.add(a, b), lambda: ops.add(x, y), _OP, calls=calls)
        yield compare("ops.abs", lambda: torch.abs(a), lambda: ops.abs(x), _OP, calls=calls)
        yield compare("ops.exp", lambda: torch.exp(a), lambda: ops.exp(x), _OP, calls=calls)
        yield compare("ops.matmul", lambda: torch.matmul(a, b), lambda: ops.matmul(x, y), _OP, calls=calls)
        yield compare("ops.relu", lambda: torch.relu(a), lambda: ops.relu(x), _OP, calls=calls)
        yield compare("x ** 2", lambda: a**2, lambda: x**2, _OP, calls=calls)
        yield compare("x.sum(axis=0)", lambda: a.sum(0), lambda: x.sum(axis=0), _OP, calls=calls)
        yield compare("ops.sum", lambda: torch.sum(a, 0), lambda: ops.sum(x, 0), _OP, calls=calls)
        yield compare("ops.mean", lambda: torch.mean(a, 0), lambda: ops.mean(x, 0), _OP, calls=calls)
        yield compare("ops.softmax", lambda: torch.softmax(a, -1), lambda: ops.softmax(x), _CLOSE, calls=calls)
        yield compare("x + y 256x256", lambda: big_a + big_b, lambda: big_x + big_y, _OP, calls=200)
        yield compare("x.reshape(-1)", lambda: a.reshape(-1), lambda: x.reshape(-1), _VIEW, calls=calls)
        yield compare("x[1:]", lambda: a[1:], lambda: x[1:], _VIEW, calls=calls)
        yield compare("x.transpose(1, 0)", lambda: a.transpose(1, 0), lambda: x.transpose(1, 0), _VIEW, calls=calls)
