"""What the nets return."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from parity.report.model import Finding, Severity
from parity.rules._base import Example, Rule

if TYPE_CHECKING:
    from parity.forward.results import Comparison, TensorResult


class Outputs(Rule):
    """The outputs differ in number, shape, dtype or value.

    ## What it does
    Compares what the two nets return, one tensor with the other, and reports what no other rule has explained.

    ## Why it matters
    The outputs are what the nets are for. Their structure must agree before their values can.
    """

    code: ClassVar[str] = "outputs"
    found_by: ClassVar[str] = "parity.causes.netwide.output_findings"
    example: ClassVar[Example] = Example(
        reference="""
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = torch.nn.Linear(8, 8), torch.nn.Linear(8, 8)

    def forward(self, x):
        return (self.second(self.first(x)), x)
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
        return (self.second(self.first(x)), x)
""",
    )

    @classmethod
    def of_whole(
        cls,
        message: str,
        severity: Severity,
        *,
        places: tuple[str | None, str | None] = (None, None),
        shown_by: str = "",
    ) -> Finding:
        """Report what the nets return as a whole.

        Args:
            message (str): one sentence.
            severity (Severity): how much it counts.
            places (tuple[str | None, str | None]): the bodies of reference and port. Default: none.
            shown_by (str): the input or run that shows it, where it is not the one asked for. Default: ``""``.
        """
        return Finding(
            rule=cls.code,
            severity=severity,
            stage="forward",
            reference_layer="",
            port_layer="",
            message=message,
            reference_location=places[0],
            location=places[1],
            shown_by=shown_by,
        )

    @classmethod
    def of_dtypes(
        cls, tensor: TensorResult, comparison: Comparison, places: tuple[str | None, str | None]
    ) -> list[Finding]:
        """Report an output of another type than the reference's."""
        metrics = tensor.metrics32
        if metrics is None or metrics.reference_dtype is None or metrics.port_dtype is None:
            return []
        floats = [dtype for dtype in (metrics.reference_dtype, metrics.port_dtype) if "float" in dtype]
        severity: Severity = "error" if floats else "note"
        if comparison.dtype != "float32" and metrics.port_dtype == "float32":
            severity = "warning"  # more precise than was asked for: a cast that half precision alone shows
        text = f"the port returns {metrics.port_dtype}, the reference {metrics.reference_dtype}"
        nets = comparison.reference.layers[""], comparison.port.layers[""]
        return [cls.finding(*nets, severity, text, argument="dtype", places=places)]
