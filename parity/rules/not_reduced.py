"""Each rank has its part of a sum, which nothing adds."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Example, Rule
from parity.rules._ranks import example


class NotReduced(Rule):
    """Each rank has its part of a sum, which nothing adds.

    ## What it does
    Runs the ranks with a reduction put in at one place after the other, in forward and backward, and reports the
    place at which it makes them the reference.

    ## Why it matters
    A row of a matrix that is cut gives a part of every element. Without the all-reduce each rank goes on
    with another net.
    """

    code: ClassVar[str] = "not-reduced"
    found_by: ClassVar[str] = "parity.pipeline.rank_told.told_of"
    example: ClassVar[Example] = example("y = self.reduce(y)\n        y = y + self.bias", "y = y + self.bias")
