"""Another kind of layer."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from parity.report.model import Finding, Severity
from parity.rules._base import Example, Rule
from parity.table.relations import same_kind, short

if TYPE_CHECKING:
    from parity.nets.base import Layer


class LayerType(Rule):
    """The port has another kind of layer in this place.

    ## What it does
    Names pairs of layers that stand in the same place and are not each other's counterpart in the mappings table, and
    tries the counterpart instead.

    ## Why it matters
    Similar names hide other functions: a Sigmoid for a Hardsigmoid, a ReLU for a ReLU6.
    """

    code: ClassVar[str] = "layer-type"
    found_by: ClassVar[str] = "parity.causes.diagnose.LayerDiagnosis.layer_findings"
    example: ClassVar[Example] = Example(
        reference="torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.Hardsigmoid())",
        port="nn.SequentialCell(nn.Dense(8, 8), nn.Sigmoid())",
        instead="nn.SequentialCell(nn.Dense(8, 8), nn.HSigmoid())",
    )

    @classmethod
    def other_kind(cls, left: Layer, right: Layer) -> bool:
        """Tell whether two layers of the frameworks are not each other's counterpart."""
        return not left.custom and not right.custom and not same_kind(left.api, right.api)

    @classmethod
    def other_dropout(cls, left: Layer, right: Layer) -> list[Finding]:
        """Report layers that drop differently in train mode, such as elements and whole channels."""
        kinds = short(left.api or ""), short(right.api or "")
        if not cls.other_kind(left, right) or not all("Dropout" in kind for kind in kinds):
            return []
        message = f"{kinds[1]} does not drop what {kinds[0]} drops"
        values = (left.type, right.type)
        return [cls.finding(left, right, "warning", message, stage="train", argument="type", values=values)]

    @classmethod
    def found(cls, left: Layer, right: Layer, severity: Severity, evidence: str, fix: str = "") -> Finding:
        """Report a layer of another kind; `fix` is the constructor call that was tried and is right."""
        message = f"{right.type} is not the counterpart of {left.type}"
        kinds = (left.type, right.type)
        return cls.finding(left, right, severity, message, argument="type", values=kinds, evidence=evidence, fix=fix)
