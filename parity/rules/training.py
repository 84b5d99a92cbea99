"""Training that goes another way for another reason than the optimizer."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from parity.report.model import Finding, Stage
from parity.rules._base import Example, Rule

if TYPE_CHECKING:
    from parity.nets.base import Layer
    from parity.train.steps import Training as Taken


class Training(Rule):
    """Training steps differ, and not by the optimizer.

    ## What it does
    Compares losses and running statistics after every training step.

    ## Why it matters
    Statistics decide what the net computes once training is over: two nets that train alike may still predict
    differently.
    """

    code: ClassVar[str] = "training"
    found_by: ClassVar[str] = "parity.causes.training.training_findings"
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

    @classmethod
    def gives_way_to(cls, finding: Finding, other: Finding) -> bool:
        """Leave a layer to another finding that gives the cause."""
        named = finding.port_layer is not None and finding.port_layer == other.port_layer
        return named and other.severity == "error" and other.rule != cls.code

    @classmethod
    def recognised(cls, taken: Taken, holder: Layer | None, place: str | None) -> list[Finding]:
        """Report statistics and losses that differ after steps which moved the weights alike.

        Args:
            taken (Taken): the steps.
            holder (Layer | None): the port's layer that holds the statistic that differs; None where none does.
            place (str | None): the line that writes it.
        """
        findings: list[Finding] = []
        if not taken.weights_same:
            return findings
        if not taken.statistics_same:
            message = f"the running statistic {taken.statistic} differs after training steps"
            findings.append(cls.finding(None, holder, "error", message, places=(None, place)))
        if not taken.losses_same:
            message = "the losses differ although weights and gradients agree: compare the two loss functions"
            findings.append(cls.finding(None, None, "error", message))
        return findings
