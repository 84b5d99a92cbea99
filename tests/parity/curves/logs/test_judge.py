"""Shapes of a difference between two curves, and the hypothesis that each gives."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from parity.curves.logs.judge import compared
from parity.curves.logs.read import LOSS, NORM, RATE, Log

LOSSES = [2.3 * math.exp(-n / 30) + 0.05 * math.sin(n) for n in range(40)]
RATES = [1e-3 * min(1, (n + 1) / 10) for n in range(40)]
NORMS = [1.0 + 0.5 * math.sin(1.7 * n) for n in range(40)]


def log(losses: list[float], rates: list[float] = RATES, norms: list[float] = NORMS, first: int = 1) -> Log:
    values = {LOSS: losses, RATE: rates, NORM: norms}
    return Log(Path("x"), {name: dict(enumerate(row, first)) for name, row in values.items()})


def rounding(n: int) -> float:
    return 1e-7 * 1.5**n


@pytest.mark.parametrize(
    ("port", "stage", "cause", "first"),
    [
        (log([8 * x for x in LOSSES], norms=[8 * x for x in NORMS]), "loss", "reduction", 1),
        (log([x + 0.2 for x in LOSSES]), "loss", "offset", 1),
        (log([x * (1.3 + 0.2 * math.sin(n)) for n, x in enumerate(LOSSES)]), "data", "first-loss", 1),
        (log(LOSSES, rates=[0.0, *RATES[:-1]]), "schedule", "schedule-offset", 0),
        (log([x * (1 + rounding(n)) for n, x in enumerate(LOSSES)]), "forward", "rounding", 24),
        (log([x * (1 + (n > 0) * 0.01) for n, x in enumerate(LOSSES)]), "optimizer", "from-the-first-update", 2),
        (log([x * (1 + (n > 19) * 0.1) for n, x in enumerate(LOSSES)]), "clipping", "jump", 21),
        (log([x * (1 + 2e-4 * n) for n, x in enumerate(LOSSES)]), "optimizer", "drift", 7),
        (log([math.nan if n > 9 else x for n, x in enumerate(LOSSES)]), "loss scale", "not-finite", 11),
        (log(LOSSES, norms=[4 * x for x in NORMS]), "accumulation", "gradient-factor", 0),
        (log(LOSSES, norms=[min(1.0, x) for x in NORMS]), "clipping", "clip-max-norm", 0),
    ],
)
def test_shapes(port: Log, stage: str, cause: str, first: int) -> None:
    found = compared(log(LOSSES), port)
    one = found.hypotheses[0]
    assert (one.stage, one.cause, found.first) == (stage, cause, first), found.hypotheses
    assert one.experiment


def test_the_same_and_counts_from_zero() -> None:
    printed = [float(f"{x:.5g}") for x in LOSSES]
    assert compared(log(LOSSES), log(printed)).same
    assert compared(log(LOSSES), log(LOSSES, first=0)).same
