"""Weights that a file should have brought and did not."""

from __future__ import annotations

from typing import ClassVar

from parity.report.model import Finding, Stage
from parity.rules._base import Example, Rule
from parity.rules.consequences import is_computed_with


class WeightsNotLoaded(Rule):
    """A weight or statistic still has the value that its constructor gave it.

    ## What it does
    Names the weights of the port that its file does not hold, or that are all zeros or ones where the reference's are
    not: typically the running statistics of a BatchNorm. With one file, names what it holds and no net takes.

    ## Why it matters
    `load_param_into_net` passes over names that it does not find. A BatchNorm with mean 0 and variance 1 then
    normalises nothing, and nothing says so.
    """

    code: ClassVar[str] = "weights-not-loaded"
    found_by: ClassVar[str] = "parity.pipeline.file_weights.carry"
    stage: ClassVar[Stage] = "weights"
    example: ClassVar[Example] = Example(
        reference="torch.nn.Sequential(torch.nn.Linear(8, 8))",
        port="torch.nn.Sequential(torch.nn.Linear(8, 8))",
        files="""
state = {name: 2 * value for name, value in torch.nn.Linear(8, 8).state_dict().items()}
torch.save({f"0.{name}": value for name, value in state.items()}, "ref.pth")
torch.save({"0.weight": state["weight"]}, "port.pth")
""",
        instead_files="""
state = {name: 2 * value for name, value in torch.nn.Linear(8, 8).state_dict().items()}
torch.save({f"0.{name}": value for name, value in state.items()}, "ref.pth")
torch.save({"0.weight": state["weight"], "0.bias": state["bias"]}, "port.pth")
""",
        options={"weights": "ref.pth", "port_weights": "port.pth"},
    )

    @classmethod
    def supersedes(cls, finding: Finding, other: Finding) -> bool:
        """Take the place of what is reported of values that are computed with the weight."""
        return finding.severity == "error" and is_computed_with(finding, other)
