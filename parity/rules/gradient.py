"""Gradients that differ where the outputs agree."""

from __future__ import annotations

from typing import ClassVar

from parity.report.model import Stage
from parity.rules._base import Example, Rule


class Gradient(Rule):
    """The outputs agree and the gradients do not.

    ## What it does
    Compares the gradient of every parameter and input, and differentiates each pair of layers alone to find the one
    at fault.

    ## Why it matters
    A forgotten stop_gradient, or an Embedding that keeps training its padding row, computes the same function and
    learns another one.
    """

    code: ClassVar[str] = "gradient"
    found_by: ClassVar[str] = "parity.causes.gradients.gradient_findings"
    stage: ClassVar[Stage] = "grad"
    example: ClassVar[Example] = Example(
        reference="""
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = torch.nn.Linear(8, 8), torch.nn.Linear(8, 8)

    def forward(self, x):
        return self.second(torch.relu(self.first(x)).detach())
""",
        port="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Dense(8, 8), nn.Dense(8, 8)

    def construct(self, x):
        return self.second(ops.relu(self.first(x)))
""",
        instead="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Dense(8, 8), nn.Dense(8, 8)

    def construct(self, x):
        return self.second(ops.stop_gradient(ops.relu(self.first(x))))
""",
        options={"grad": True},
    )
