"""Fused update rules against their formulas in float64, as MindSpore 2.10 computes them."""

from __future__ import annotations

import numpy as np
import pytest

from ms2torch import Tensor, ops
from ms2torch.common.parameter import Parameter

LOW, LEAST, CLIP, BETA1, BETA2, DECAY, RATE = 1e-3, 1e-2, 0.7, 0.9, 0.8, 0.1, 0.03


def size(x: np.ndarray) -> float:
    return float(np.sqrt(np.mean(x**2)))


@pytest.mark.parametrize("shape", [(5,), (4, 3), (2, 4, 3)])
@pytest.mark.parametrize(
    "flags", [(False, False, False), (True, False, False), (False, True, False), (True, True, True)]
)
@pytest.mark.parametrize("norm", [None, 2.0])
def test_ada_factor(shape: tuple[int, ...], flags: tuple[bool, bool, bool], norm: float | None) -> None:
    draws = np.random.default_rng(0)
    g, p, mean = draws.normal(size=(3, *shape))
    rows, columns, squares = (draws.random(s) + 0.5 for s in (shape[:-1], shape[:-2] + shape[-1:], shape))
    state = [
        Parameter(Tensor(np.asarray(x, "f4")), name=f"s{i}") for i, x in enumerate((p, mean, rows, columns, squares))
    ]
    given = [(LOW, LEAST), CLIP, BETA1, BETA2, DECAY, RATE, Tensor(g.astype("f4")), *state]
    if norm is None:
        ops.FusedAdaFactor(*flags)(*given)
    else:
        ops.FusedAdaFactorWithGlobalNorm(*flags)(*given, norm)
        g = g / norm

    scaled, averaged, decayed = flags
    rate = RATE * (max(LEAST, size(p)) if scaled else 1)
    new = g**2 + LOW
    if len(shape) == 1:
        squares = BETA2 * squares + (1 - BETA2) * new
        step = g / np.sqrt(squares)
    else:
        rows = BETA2 * rows + (1 - BETA2) * new.mean(-1)
        columns = BETA2 * columns + (1 - BETA2) * new.mean(-2)
        step = g / np.sqrt(rows / rows.mean(-1, keepdims=True))[..., None] / np.sqrt(columns)[..., None, :]
    step = step * rate / max(1, size(step) / CLIP)
    if averaged:
        mean = step = BETA1 * mean + (1 - BETA1) * step
    p = p * (1 - rate * DECAY if decayed else 1) - step
    for found, wanted in zip(state, (p, mean, rows, columns, squares), strict=True):
        np.testing.assert_allclose(found.asnumpy(), wanted, rtol=2e-6, atol=2e-6)


@pytest.mark.parametrize(("dtype", "tolerance"), [("float32", 2e-6), ("float16", 1e-3)])
@pytest.mark.parametrize("norm", [1.0, 0.5, 4.0])
def test_adam_with_a_norm(dtype: str, tolerance: float, norm: float) -> None:
    draws = np.random.default_rng(0)
    p, g = draws.normal(size=(2, 5)).astype(dtype)
    m, v = draws.random((2, 5)).astype("f4")
    state = [Parameter(Tensor(x), name=f"s{i}") for i, x in enumerate((p, m, v))]
    ops.FusedCastAdamWeightDecay()(*state, 0.1, 0.9, 0.99, 1e-6, 0.1, Tensor(g.astype("f2")), norm)
    g = g.astype("f2").astype("f8") / norm
    m, v = 0.9 * m + 0.1 * g, 0.99 * v + 0.01 * g * g
    p = p.astype("f8") - 0.1 * (m / (np.sqrt(v) + 1e-6) + 0.1 * p.astype("f8"))
    assert state[0].asnumpy().dtype == dtype
    for found, wanted in zip(state, (p, m, v), strict=True):
        np.testing.assert_allclose(found.asnumpy(), wanted, rtol=tolerance, atol=tolerance)
