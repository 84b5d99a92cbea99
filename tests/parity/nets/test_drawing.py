"""What a net draws in float64 is what it draws in float32, and nets that draw are compared like any other."""

import pytest
import torch

import parity
from ms2torch import mint, nn, ops
from parity.nets.drawing import Drawing

HALF = torch.full((3, 4), 0.5, dtype=torch.float64)
DRAWN = {
    "rand": lambda kind: torch.rand(3, 4, dtype=kind),
    "randn": lambda kind: torch.randn((3, 4), dtype=kind),
    "rand_like": lambda kind: torch.rand_like(HALF.to(kind)),
    "randn_like": lambda kind: torch.randn_like(HALF.to(kind)),
    "uniform_": lambda kind: torch.empty(3, 4, dtype=kind).uniform_(-1, 1),
    "normal_": lambda kind: torch.empty(3, 4, dtype=kind).normal_(1.0, 0.5),
    "exponential_": lambda kind: torch.empty(3, 4, dtype=kind).exponential_(),
    "bernoulli": lambda kind: torch.bernoulli(HALF.to(kind)),
    "bernoulli, method": lambda kind: HALF.to(kind).bernoulli(),
    "normal": lambda kind: torch.normal(1.0, 2.0, (3, 4), dtype=kind),
    "normal, means": lambda kind: torch.normal(HALF.to(kind), 0.5),
    "normal, spreads": lambda kind: torch.normal(0.25, std=HALF.to(kind)),
    "normal, both": lambda kind: torch.normal(HALF.to(kind), HALF.to(kind)),
}


@pytest.mark.parametrize("name", DRAWN)
def test_float64_draws_what_float32_draws(name):
    torch.manual_seed(0)
    narrow = DRAWN[name](torch.float32)
    torch.manual_seed(0)
    with Drawing():
        wide = DRAWN[name](torch.float64)
    assert wide.dtype == torch.float64
    torch.testing.assert_close(wide, narrow.double(), rtol=2e-7, atol=1e-7)


def test_another_type_is_left_alone():
    for kind in (torch.float32, torch.float16):
        torch.manual_seed(0)
        plain = torch.rand(3, 4, dtype=kind)
        torch.manual_seed(0)
        with Drawing():
            assert torch.equal(torch.rand(3, 4, dtype=kind), plain)


class Kept(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(8, 8)

    def forward(self, x):
        return torch.gather(self.fc(x), 1, torch.argsort(torch.rand(x.shape[0], 8), dim=1)[:, :4])


class Cast(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = torch.nn.Linear(8, 8), torch.nn.Linear(8, 8)

    def forward(self, x):
        chosen = torch.multinomial(torch.full_like(x, 0.5), 8).to(x.dtype) if x.dtype == torch.float64 else x
        return self.b(self.a(chosen).float().to(x.dtype))


class CastPort(nn.Cell):
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Dense(8, 8), nn.Dense(8, 8)

    def construct(self, x):
        return self.b(self.a(x).float().to(x.dtype) * 1.5)


class KeptPort(nn.Cell):
    def __init__(self, factor=1):
        super().__init__()
        self.fc, self.factor = nn.Dense(8, 8), factor

    def construct(self, x):
        order = ops.argsort(mint.rand(x.shape[0], 8), axis=1)
        return ops.gather_elements(self.fc(x), 1, order[:, :4]) * self.factor


@pytest.mark.parametrize(("factor", "verdict"), [(1, "same"), (1.001, "different")])
def test_a_net_that_draws_at_every_call(factor, verdict):
    report = parity.compare(Kept, lambda: KeptPort(factor), "float32[4,8]")
    assert report.verdict == verdict, report.findings


def test_a_reference_that_is_another_net_in_float64_excuses_nothing():
    assert parity.compare(Cast, CastPort, "float32[4,8]").verdict == "different"
