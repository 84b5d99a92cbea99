"""An expression with one argument set otherwise, a line each."""

from __future__ import annotations

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from parity.body.fix import corrected_expression


def scaled(x: torch.Tensor, factor: float = 1.0, *, eps: float = 0.0) -> torch.Tensor:
    return x * factor + eps


class Layer(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.act = nn.GELU()

    def rescaled(self, x: torch.Tensor, keepdims: bool = False) -> torch.Tensor:
        return x if keepdims else F.relu(x)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return scaled(self.rescaled(x))


@pytest.mark.parametrize(
    ("text", "argument", "value", "written"),
    [
        ("scaled(x)", "factor", 2.0, "scaled(x, factor=2.0)"),
        ("scaled(x, 3.0)", "factor", 2.0, "scaled(x, 2.0)"),
        ("scaled(x, factor=3.0)", "factor", 2.0, "scaled(x, factor=2.0)"),
        ("scaled(x, eps=1e-3)", "epsilon", 1e-5, "scaled(x, eps=1e-05)"),  # as this function spells it
        ("scaled(*both)", "factor", 2.0, "scaled(*both, factor=2.0)"),
        ("self.rescaled(x)", "keep_dims", True, "self.rescaled(x, keepdims=True)"),
        ("F.leaky_relu(x)", "alpha", 0.2, "F.leaky_relu(x, negative_slope=0.2)"),
        (" scaled(x)\n", "factor", (1, 2), "scaled(x, factor=(1, 2))"),
        ("scaled(x)", "axis", 1, ""),  # it takes no such argument
        ("scaled(x)", "factor", torch.ones(2), ""),  # nobody would write the tensor
        ("unknown(x)", "factor", 2.0, ""),
        ("x + 1", "factor", 2.0, ""),
        ("scaled(x", "factor", 2.0, ""),
        ("calls[0](x)", "factor", 2.0, ""),
    ],
)
def test_a_call_with_another_argument(text: str, argument: str, value: object, written: str) -> None:
    assert corrected_expression(text, Layer(), argument, value) == written
