"""Another kind of layer."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from parity.report.model import Finding, Severity
from parity.rules._base import Example, Rule

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
    example: ClassVar[Example] = Example(
        reference="torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.Hardsigmoid())",
        port="nn.SequentialCell(nn.Dense(8, 8), nn.Sigmoid())",
        instead="nn.SequentialCell(nn.Dense(8, 8), nn.HSigmoid())",
    )

    @classmethod
    def found(cls, left: Layer, right: Layer, severity: Severity, evidence: str, fix: str = "") -> Finding:
        """Report a layer of another kind; `fix` is the constructor call that was tried and is right."""
        message = f"{right.type} is not the counterpart of {left.type}"
        kinds = (left.type, right.type)
        return cls.finding(left, right, severity, message, argument="type", values=kinds, evidence=evidence, fix=fix)
