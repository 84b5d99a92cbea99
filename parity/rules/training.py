"""Training that goes another way for another reason than the optimizer."""

from __future__ import annotations

from typing import ClassVar

from parity.report.model import Stage
from parity.rules._base import Example, Rule


class Training(Rule):
    """Training steps differ, and not by the optimizer.

    ## What it does
    Compares losses and running statistics after every training step.

    ## Why it matters
    Statistics decide what the net computes once training is over: two nets that train alike may still predict
    differently.
    """

    code: ClassVar[str] = "training"
    stage: ClassVar[Stage] = "train"
    example: ClassVar[Example] = Example(
        reference="""
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(8, 8)
        self.register_buffer("running_mean", torch.zeros(8))

    def forward(self, x):
        y = self.fc(x)
        if self.training:
            self.running_mean.lerp_(y.detach().mean(0), 0.1)
        return y
""",
        port="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(8, 8)
        self.running_mean = ms.Parameter(ops.zeros(8), requires_grad=False)

    def construct(self, x):
        return self.fc(x)
""",
        instead="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(8, 8)
        self.running_mean = ms.Parameter(ops.zeros(8), requires_grad=False)

    def construct(self, x):
        y = self.fc(x)
        if self.training:
            mean = ops.stop_gradient(y).mean(0)
            ops.assign(self.running_mean, 0.9 * self.running_mean + 0.1 * mean)
        return y
""",
        options={"mode": "train", "steps": 1},
    )
