"""Layers that ran on one side only."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from parity.report.model import Finding
from parity.rules._base import Example, Rule

if TYPE_CHECKING:
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
