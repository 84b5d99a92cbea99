"""A bias is added on every rank, and then summed over them."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Example, Rule
from parity.rules._ranks import example


class BiasOnEveryRank(Rule):
    """A bias is added on every rank, and then summed over them.

    ## What it does
    Runs the ranks with the bias divided by their number, and with the bias added after what is returned is reduced.

    ## Why it matters
    A row-parallel layer that keeps its bias adds it as many times as there are ranks.
    """

    code: ClassVar[str] = "bias-on-every-rank"
    found_by: ClassVar[str] = "parity.pipeline.rank_told.told_of"
    example: ClassVar[Example] = example(
        "y = self.reduce(y)\n        y = y + self.bias", "y = y + self.bias\n        y = self.reduce(y)"
    )
