"""A layer that differs for no known reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from parity.report.model import Finding, Severity
from parity.rules._base import Example, Rule

if TYPE_CHECKING:
    from parity.nets.base import Layer
    from parity.nets.trace import Call


class LayerOutput(Rule):
    """A layer differs on equal input, and no argument explains it.

    ## What it does
    Reports a layer that gives another result than its partner when both are fed the reference's input and have the
    same weights.

    ## Why it matters
    The difference arises here and nowhere earlier. Either the layer is written differently, or the rules do not know
    the cause yet.
    """

    code: ClassVar[str] = "layer-output"
    found_by: ClassVar[str] = "parity.causes.diagnose.LayerDiagnosis.layer_findings"
    example: ClassVar[Example] = Example(
        reference="""
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = torch.nn.Linear(8, 8), torch.nn.Linear(8, 8)

    def forward(self, x):
        return self.second(self.first(self.first(x)))
""",
        port="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Dense(8, 8), nn.Dense(8, 8)

    def construct(self, x):
        return self.second(self.second(self.first(x)))
""",
        instead="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Dense(8, 8), nn.Dense(8, 8)

    def construct(self, x):
        return self.second(self.first(self.first(x)))
""",
        remark="Where no argument explains it, compare the two layers line by line: everything before this one agrees.",
    )

    @classmethod
    def found(cls, left: Layer, right: Layer, severity: Severity, evidence: str) -> Finding:
        """Report a layer that differs on equal input."""
        message = f"{right.type} differs from {left.type} on equal input and weights; no argument explains it"
        places = (left.code_at, right.code_at)
        return cls.finding(left, right, severity, message, evidence=evidence, places=places)

    @classmethod
    def of_another(cls, base: Call, port: Call, known: Layer, severity: Severity, evidence: str) -> Finding | None:
        """Report a call of the wrong layer: one that has the weights of the reference's layer `known`, not of this."""
        if known.path == base.layer.path:
            return None
        message = (
            f"{port.layer.path} is called here, which corresponds to the reference's {known.path}; "
            f"the reference calls {base.layer.path}"
        )
        return cls._of_call(base, port, severity, message, evidence)

    @classmethod
    def of_other_inputs(cls, base: Call, port: Call, severity: Severity, evidence: str) -> Finding | None:
        """Report a call with another number of tensors; None where it has as many."""
        if len(base.held_inputs) == len(port.inputs):
            return None
        message = (
            f"{port.layer.type} is called with {_tensors(len(port.inputs))}, "
            f"the reference's {base.layer.type} with {_tensors(len(base.held_inputs))}"
        )
        return cls._of_call(base, port, severity, message, evidence)

    @classmethod
    def _of_call(cls, base: Call, port: Call, severity: Severity, message: str, evidence: str) -> Finding:
        places = (base.line or base.layer.built_at, port.line or port.layer.built_at)
        return cls.finding(base.layer, port.layer, severity, message, evidence=evidence, places=places)


def _tensors(count: int) -> str:
    return f"{count} tensor{'' if count == 1 else 's'}"
