"""Schedules asked for rates of updates that are not made."""

from __future__ import annotations

import math

import pytest

from parity.curves.future import rates_of
from parity.curves.patches import patched
from parity.curves.watch import Watch
from parity.nets.ms_cell import installed

TOTAL = 40


def cosine(lr, optimizer):
    return lr.CosineAnnealingLR(optimizer, 40, 1e-3)


def chained(lr, optimizer):
    first, second = lr.LinearLR(optimizer, 0.1, 1.0, 5), lr.ExponentialLR(optimizer, 0.9)
    return lr.SequentialLR(optimizer, [first, second], [5])


@pytest.mark.parametrize(
    ("make", "every"),
    [
        (cosine, 1),
        (chained, 1),
        (lambda lr, optimizer: lr.LambdaLR(optimizer, lambda n: 0.9**n), 4),
        (lambda lr, optimizer: lr.OneCycleLR(optimizer, [0.1, 0.2], total_steps=60), 1),
    ],
)
@pytest.mark.filterwarnings("ignore")
def test_torch(make, every: int) -> None:
    found = []
    for made in (12, TOTAL):  # asked after twelve updates, and made

        def train(count: int = made) -> None:
            import torch

            weights = [torch.nn.Parameter(torch.ones(3)), torch.nn.Parameter(torch.ones(2))]
            optimizer = torch.optim.SGD([{"params": weights[:1]}, {"params": weights[1:], "lr": 0.01}], lr=0.1)
            scheduler = make(torch.optim.lr_scheduler, optimizer)
            for number in range(1, count + 1):
                sum(w.sum() for w in weights).backward()
                optimizer.step()
                if number % every == 0:
                    scheduler.step()

        watch = Watch(TOTAL, 0)
        with patched(watch):
            train()
        found.append(list(rates_of(watch.trace, 0, TOTAL).values()))
    asked, seen = found
    assert len(asked[0]) == TOTAL
    for one, other in zip(asked, seen, strict=True):
        assert one == pytest.approx(other, rel=1e-9)


def test_mindspore() -> None:
    with installed():
        import numpy as np
        from mindspore import Parameter, Tensor, nn

        weights = [Parameter(Tensor(np.ones(3, np.float32)), name="a")]
        for rate in (nn.CosineDecayLR(0.0, 0.1, TOTAL), nn.cosine_decay_lr(0.0, 0.1, TOTAL, 1, TOTAL), 0.1):
            optimizer = nn.SGD(weights, learning_rate=rate)
            watch = Watch(TOTAL, 0)
            with patched(watch):
                for _ in range(3):
                    optimizer((Tensor(np.ones(3, np.float32)),))
            (found,) = rates_of(watch.trace, 0, TOTAL).values()
            expected = [0.05 * (1 + math.cos(math.pi * n / TOTAL)) for n in range(TOTAL)]
            assert found == pytest.approx([0.1] * TOTAL if rate == 0.1 else expected, abs=2e-7)
