"""Any other argument."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import ArgumentRule, Example
from parity.table.difference import Difference


class Argument(ArgumentRule):
    """An argument is not what the reference asks for.

    ## What it does
    Compares every constructor argument of two paired layers through the mappings table, or by name where the table
    has no row.

    ## Why it matters
    A default that differs, an argument that was forgotten or one that means something else changes what the layer
    computes. Every such difference is tried out on the layer itself, so that a mere spelling is not called a mistake.
    """

    code: ClassVar[str] = "argument"
    example: ClassVar[Example] = Example(
        reference="torch.nn.Sequential(torch.nn.LeakyReLU())",
        port="nn.SequentialCell(nn.LeakyReLU())",
        instead="nn.SequentialCell(nn.LeakyReLU(alpha=0.01))",
    )

    @classmethod
    def applies(cls, layer: str, difference: Difference) -> bool:
        """Take whatever no other rule took."""
        del layer, difference
        return True
