"""Two lists of learning rates: what their difference is called."""

from __future__ import annotations

import math

import pytest

from parity.curves.stages.rates import difference

LINEAR = [min(1.0, (n + 1) / 4) * (1 - n / 16) for n in range(16)]
COSINE = [0.5 * (1 + math.cos(math.pi * n / 16)) for n in range(16)]
STEPS = [0.1 ** (n // 5) for n in range(16)]


@pytest.mark.parametrize(
    ("reference", "port", "cause"),
    [
        ([0.1] * 8, [0.2] * 8, "learning-rate"),
        (COSINE, [0.1 * rate for rate in COSINE], "learning-rate"),
        (COSINE, [COSINE[0]] * 16, "schedule-missing"),
        ([COSINE[0]] * 16, COSINE, "schedule-added"),
        (COSINE, [COSINE[0], *COSINE[:-1]], "schedule-offset"),
        (COSINE, [*COSINE[1:], 0.0], "schedule-offset"),
        (COSINE, [COSINE[n // 4] for n in range(16)], "schedule-step"),
        (STEPS, [0.1 ** (n // 7) for n in range(16)], "milestones"),
        ([1.0] * 5 + [0.1] * 11, [1.0] * 8 + [0.1] * 8, "milestones"),
        (LINEAR, [min(1.0, (n + 1) / 8) * (1 - n / 16) for n in range(16)], "warmup"),
        (COSINE, [0.2 + 0.8 * rate for rate in COSINE], "minimum"),
        (COSINE, [0.5 * (1 + math.cos(math.pi * n / 32)) for n in range(16)], "decay"),
    ],
)
def test_causes(reference: list[float], port: list[float], cause: str) -> None:
    found = difference(reference, port)
    assert found is not None
    assert found[0] == cause, found


@pytest.mark.parametrize("rates", [LINEAR, COSINE, STEPS, [0.1]])
def test_the_same_rates_in_float32_are_the_same(rates: list[float]) -> None:
    assert difference(rates, [rate * (1 + 1e-7) for rate in rates]) is None
