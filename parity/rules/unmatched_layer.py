"""Layers that ran on one side only."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from parity.report.model import Finding, Severity
from parity.rules._base import Example, Rule
from parity.table.relations import short

if TYPE_CHECKING:
    from parity.nets.base import Layer
    from parity.pair.packing import Packed


class UnmatchedLayer(Rule):
    """A layer has no counterpart.

    ## What it does
    Reports layers that ran on one side only. It is an error where the nets diverge right there, or if the layer holds
    weights.

    ## Why it matters
    A forgotten activation or an extra normalisation changes the function. A layer that the other side writes as a
    function does not.
    """

    code: ClassVar[str] = "unmatched-layer"
    found_by: ClassVar[str] = "parity.causes.bodies.departure_findings"
    example: ClassVar[Example] = Example(
        reference="torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.ReLU(), torch.nn.Linear(8, 2))",
        port="nn.SequentialCell(nn.Dense(8, 8), nn.Dense(8, 2))",
        instead="nn.SequentialCell(nn.Dense(8, 8), nn.ReLU(), nn.Dense(8, 2))",
    )

    @classmethod
    def packed(cls, group: Packed) -> Finding:
        """Report, as a note, layers that are one layer on the other side."""
        parts = ", ".join(layer.path for layer in group.parts)
        side, other = ("port", "reference") if group.of_reference else ("reference", "port")
        message = f"{group.whole.type} {group.whole.path} of the {side} is the {other}'s {parts} in one layer"
        if group.of_reference:
            return cls.finding(group.parts[0], group.whole, "note", message)
        return cls.finding(group.whole, group.parts[0], "note", message)

    @classmethod
    def drops(cls, layer: Layer) -> bool:
        """Tell whether a layer is a framework's dropout of a rate above 0, which acts in train mode."""
        if layer.custom or "Dropout" not in short(layer.api or ""):
            return False
        given = layer.construction.arguments
        keeps = given.get("keep_prob")
        return given.get("p") not in {0, None} if keeps is None else keeps != 1

    @classmethod
    def of_layers(cls, layers: list[Layer], only: str, severity: Severity) -> Finding:
        """Report layers of one type that ran on one side only: ``"reference"`` or ``"port"``."""
        layer = layers[0]
        meaning = {
            "error": "the nets diverge here",
            "warning": "it acts in train mode",
            "note": "a function may do the same",
        }[severity]
        paths = list(dict.fromkeys(entry.path for entry in layers))
        more = f" and {len(paths) - 1} more" if len(paths) > 1 else ""
        message = f"{layer.type} {layer.path}{more} in the {only} has no counterpart: {meaning}"
        if only == "reference":
            return cls.finding(layer, None, severity, message)
        return cls.finding(None, layer, severity, message)
