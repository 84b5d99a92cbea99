"""A layer that runs in another mode than its partner."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from parity.report.model import Finding, Severity
from parity.rules._base import Example, Rule

if TYPE_CHECKING:
    from parity.nets.trace import Call


class LayerMode(Rule):
    """A layer runs in training mode where the reference's runs in eval mode, or the other way round.

    ## What it does
    Compares the modes in which two paired layers are called, whatever mode was asked for the whole net.

    ## Why it matters
    `set_train` and `eval` reach the layers that a net holds when they are called: one that is made later, or is held
    in a plain list, keeps its own mode, and so does one that the code itself switches. A BatchNorm then uses the
    wrong statistics and a Dropout drops, or does not.
    """

    code: ClassVar[str] = "layer-mode"
    found_by: ClassVar[str] = "parity.causes.diagnose.LayerDiagnosis.layer_findings"
    example: ClassVar[Example] = Example(
        reference="""
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = torch.nn.Linear(8, 8), torch.nn.Linear(8, 8)
        self.norm = torch.nn.BatchNorm1d(8)

    def forward(self, x):
        return self.norm(self.first(x))
""",
        port="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Dense(8, 8), nn.Dense(8, 8)
        self.norm = nn.BatchNorm1d(8)

    def construct(self, x):
        self.norm.set_train(False)
        return self.norm(self.first(x))
""",
        instead="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Dense(8, 8), nn.Dense(8, 8)
        self.norm = nn.BatchNorm1d(8)

    def construct(self, x):
        return self.norm(self.first(x))
""",
        options={"mode": "train"},
    )

    @classmethod
    def of(cls, base: Call, port: Call, severity: Severity, evidence: str) -> Finding | None:
        """Report a layer that runs in another mode; None where both run in one."""
        if base.training == port.training:
            return None
        training, modes = (base.training, port.training), {True: "train", False: "eval"}
        message = f"the layer runs in {modes[training[1]]} mode, the reference's in {modes[training[0]]} mode"
        return cls.finding(
            base.layer, port.layer, severity, message, argument="training", values=training, evidence=evidence
        )
