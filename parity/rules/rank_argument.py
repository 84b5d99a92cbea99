"""A collective reduces otherwise, or over other ranks."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Example, Rule
from parity.rules._ranks import example


class RankArgument(Rule):
    """A collective reduces otherwise, or over other ranks.

    ## What it does
    Runs the ranks with one argument after the other changed, and reports the one with which what is exchanged, and so
    the result, is right.

    ## Why it matters
    A maximum, a mean or the group of the whole world in the place of a sum over a part of it raises nothing.
    """

    code: ClassVar[str] = "rank-argument"
    found_by: ClassVar[str] = "parity.pipeline.rank_told.told_of"
    example: ClassVar[Example] = example("self.reduce = ops.AllReduce()", 'self.reduce = ops.AllReduce("max")')
