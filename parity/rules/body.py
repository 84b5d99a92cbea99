"""A difference made between the layers."""

from __future__ import annotations

from typing import ClassVar

from parity.report.model import Finding, Stage
from parity.rules._base import Example, Rule
from parity.rules.outputs import Outputs


class Body(Rule):
    """The body of a Cell or the forward of a Module differs, between layers that agree.

    ## What it does
    Reports a container whose layers all agree on equal input while its own output differs: what its body does
    itself (adding, reshaping, calling functions) is not what the reference's forward does.

    ## Why it matters
    Functions have defaults too: `ops.std` divides by n, `ops.flatten` starts at axis 1, and a forgotten residual is
    no layer at all.
    """

    code: ClassVar[str] = "body"
    found_by: ClassVar[str] = "parity.causes.bodies.body_findings"
    stage: ClassVar[Stage] = "body"

    otherwise: ClassVar[str] = "is given another input than in the reference"
    """What is said of an operation that both sides call alike: why its input is another one is not known."""

    idle: ClassVar[str] = "what takes it returns the same with either"
    """What is said of an input that differs without an effect, as a mask that is longer or has another constant."""

    @classmethod
    def names_no_cause(cls, finding: Finding) -> bool:
        """Tell whether a finding says only that an input is another one, or of one that this has no effect."""
        return finding.rule == cls.code and (cls.otherwise in finding.message or cls.idle in finding.message)

    @classmethod
    def gives_way_to(cls, finding: Finding, other: Finding) -> bool:
        """Leave what names no cause to the finding that does."""
        return cls.names_no_cause(finding) and not cls.names_no_cause(other) and other.rule != Outputs.code

    @classmethod
    def supersedes(cls, finding: Finding, other: Finding) -> bool:
        """Tell whether another finding speaks of a layer that is right as it is, beside code that is not."""
        return other.port_layer in finding.also and other.rule != cls.code

    example: ClassVar[Example] = Example(
        reference="""
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = torch.nn.Linear(8, 8), torch.nn.Linear(8, 8)

    def forward(self, x):
        return self.second(self.first(x)) + x
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

    def construct(self, x):
        return self.second(self.first(x)) + x
""",
    )
