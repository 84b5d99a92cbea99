"""What of the weights was matched with nothing."""

from __future__ import annotations

from typing import ClassVar

from parity.report.model import Finding, Stage
from parity.rules._base import Example, Rule
from parity.rules.outputs import Outputs


class Weights(Rule):
    """A weight has no counterpart, or one of another shape.

    ## What it does
    Lists weights and statistics that exist on one side only, and partners whose shapes do not fit.

    ## Why it matters
    A weight that is matched with nothing keeps whatever value it was made with: a trained checkpoint cannot be
    carried over.
    """

    code: ClassVar[str] = "weights"
    found_by: ClassVar[str] = "parity.causes.netwide.weight_findings"
    stage: ClassVar[Stage] = "weights"
    example: ClassVar[Example] = Example(
        reference="""
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = torch.nn.Linear(8, 8), torch.nn.Linear(8, 8)
        self.later = torch.nn.Linear(8, 3)

    def forward(self, x):
        return self.second(self.first(x))
""",
        port="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Dense(8, 8), nn.Dense(8, 8)

    def construct(self, x):
        return self.second(self.first(x))
""",
        instead="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Dense(8, 8), nn.Dense(8, 8)
        self.later = nn.Dense(8, 3)

    def construct(self, x):
        return self.second(self.first(x))
""",
    )

    @classmethod
    def gives_way_to(cls, finding: Finding, other: Finding) -> bool:
        """Leave a weight without counterpart to the finding about its layer that says why there is none."""
        measured = finding.argument is not None or bool(finding.evidence)  # its values, how it is tied or trained
        lacks = finding.severity == "error" and not measured and finding.port_layer is not None
        explains = other.severity == "error" and other.stage in {"static", "forward", "body"}
        return lacks and explains and other.port_layer == finding.port_layer and other.rule != Outputs.code
