"""What asks for float32 is given float64, and not in runs of other precisions."""

from __future__ import annotations

import pytest
import torch

from parity.nets.widening import Widening

ASK = {
    "float": lambda t: t.float(),
    "to": lambda t: t.to(torch.float32),
    "to by name": lambda t: t.to(dtype=torch.float32),
    "type": lambda t: t.type(torch.float32),
    "old name": lambda t: t.type("torch.FloatTensor"),
    "made": lambda t: torch.ones(2, dtype=torch.float32) + t.new_zeros(2, dtype=torch.float32),
    "arange": lambda _: torch.arange(2, dtype=torch.float32),
    "softmax": lambda t: torch.softmax(t.double(), -1, dtype=torch.float32),
}


@pytest.mark.parametrize("ask", ASK.values(), ids=ASK)
def test_float32_becomes_float64(ask):
    t = torch.tensor([1, 2])
    assert ask(t).dtype == torch.float32
    with Widening():
        assert ask(t).dtype == torch.float64
        with Widening.in_runs_of(torch.float32):
            assert ask(t).dtype == torch.float32
            with Widening.in_runs_of(torch.float64):
                assert ask(t).dtype == torch.float64
        assert ask(t).dtype == torch.float64


def test_other_types_stay():
    with Widening():
        assert torch.ones(2).half().dtype == torch.float16
        assert torch.ones(2).to(torch.bfloat16).dtype == torch.bfloat16
        assert torch.ones(2).int().dtype == torch.int32
