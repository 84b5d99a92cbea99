"""The same network with worse numerics."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from parity.report.model import Finding, Severity
from parity.rules._base import Example, Rule

if TYPE_CHECKING:
    from parity.forward.results import Comparison, Forward
    from parity.locate.outputs import OutputCheck


class Precision(Rule):
    """The port is the same network but loses more precision than the reference.

    ## What it does
    Compares the port's error in working precision, against float64, with the reference's own error there.

    ## Why it matters
    A variance computed as E[x^2] - E[x]^2, or a cast to a smaller type, is the same mathematics and worse numerics.
    Ratios up to 3 are ordinary, above 10 something is wrong.
    """

    code: ClassVar[str] = "precision"
    found_by: ClassVar[str] = "parity.causes.netwide.output_findings"
    example: ClassVar[Example] = Example(
        reference="""
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = torch.nn.Linear(8, 8), torch.nn.Linear(8, 8)

    def forward(self, x):
        return x.var(-1)
""",
        port="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Dense(8, 8), nn.Dense(8, 8)

    def construct(self, x):
        return ((x * x).sum(-1) - 8 * x.mean(-1) ** 2 + 4096.0 - 4096.0) / 7
""",
        instead="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Dense(8, 8), nn.Dense(8, 8)

    def construct(self, x):
        return x.var(-1, ddof=1)
""",
    )

    @classmethod
    def recognised(
        cls, check: OutputCheck, forward: Forward, comparison: Comparison, places: tuple[str | None, str | None]
    ) -> list[Finding]:
        """Report outputs that agree in float64 and are worse in working precision than the reference's own."""
        findings: list[Finding] = []
        nets = comparison.reference.layers[""], comparison.port.layers[""]
        for entry, tensor in zip(check.results, check.tensors, strict=False):
            ratio = forward.ratio(tensor)
            if ratio is None or forward.judge(ratio) == "ok":
                continue
            severity: Severity = "error" if forward.judge(ratio) == "fail" else "warning"
            evidence = f"{entry.name}: error {ratio:.1f} times the reference's own {comparison.dtype} noise"
            message = f"the same network in float64, but less precise in {comparison.dtype}"
            findings.append(cls.finding(*nets, severity, message, evidence=evidence, places=places))
        return findings
