"""What is right but for a factor of the number of ranks."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Example, Rule
from parity.rules._ranks import example


class ScaledByWorldSize(Rule):
    """What is right but for a factor of the number of ranks.

    ## What it does
    Runs the ranks with factors left out and put in; of a gradient, measures by how much it is too great.

    ## Why it matters
    A mean over ranks is a sum divided once. Divided twice or not at all, training runs with another
    rate, and another one for each number of ranks.
    """

    code: ClassVar[str] = "scaled-by-world-size"
    found_by: ClassVar[str] = "parity.pipeline.rank_told.told_of"
    example: ClassVar[Example] = example("y = self.reduce(y)", "y = self.reduce(y) / ms.communication.get_group_size()")
