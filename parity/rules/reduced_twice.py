"""What is summed over the ranks already is summed again."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Example, Rule
from parity.rules._ranks import example


class ReducedTwice(Rule):
    """What is summed over the ranks already is summed again.

    ## What it does
    Runs the ranks with one reduction after the other left out, and reports the one without which they are the
    reference.

    ## Why it matters
    Every rank then agrees with every other, and all are wrong by the number of ranks: a factor that a norm behind it
    hides and a residual does not.
    """

    code: ClassVar[str] = "reduced-twice"
    found_by: ClassVar[str] = "parity.pipeline.rank_told.told_of"
    example: ClassVar[Example] = example("y = self.reduce(y)", "y = self.reduce(self.reduce(y))")
