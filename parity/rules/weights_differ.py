"""Weights that both sides brought and that are not equal."""

from __future__ import annotations

from typing import ClassVar

from parity.report.model import Finding, Stage
from parity.rules._base import Example, Rule
from parity.rules.consequences import is_computed_with


class WeightsDiffer(Rule):
    """A weight of the port's file is not the reference's.

    ## What it does
    Where both sides have files of their own, compares each pair of weights exactly, after the change of layout, and
    names those that differ: transposed, in another's place, or of other values.

    ## Why it matters
    A conversion that transposes a square matrix or swaps query and key runs without an error and predicts badly.
    """

    code: ClassVar[str] = "weights-differ"
    found_by: ClassVar[str] = "parity.pipeline.file_weights.carry"
    stage: ClassVar[Stage] = "weights"
    example: ClassVar[Example] = Example(
        reference="torch.nn.Sequential(torch.nn.Linear(8, 8))",
        port="torch.nn.Sequential(torch.nn.Linear(8, 8))",
        files="""
state = {name: 2 * value for name, value in torch.nn.Linear(8, 8).state_dict().items()}
torch.save({f"0.{name}": value for name, value in state.items()}, "ref.pth")
torch.save({"0.weight": state["weight"].T.contiguous(), "0.bias": state["bias"]}, "port.pth")
""",
        instead_files="""
state = {name: 2 * value for name, value in torch.nn.Linear(8, 8).state_dict().items()}
torch.save({f"0.{name}": value for name, value in state.items()}, "ref.pth")
torch.save({"0.weight": state["weight"], "0.bias": state["bias"]}, "port.pth")
""",
        remark="A file is converted by: ms2torch weights net.pth net.ckpt --net ref.py:Net --port port.py:Net",
        options={"weights": "ref.pth", "port_weights": "port.pth"},
    )

    @classmethod
    def supersedes(cls, finding: Finding, other: Finding) -> bool:
        """Take the place of what is reported of values that are computed with the weight."""
        return finding.severity == "error" and is_computed_with(finding, other)
