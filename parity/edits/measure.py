"""How right a function is with an edit in it: on what it is given, and on other inputs."""

from __future__ import annotations

import enum
from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol

import torch


class Held(enum.IntEnum):
    """On which inputs an edit makes it right: a greater one is better."""

    NOWHERE = 0
    """On the given ones alone: as a number that happens to be what another expression comes to."""
    SAME_SIZES = 1
    """On others of the same sizes; where sizes are others something differs, be it this or another mistake."""
    EVERYWHERE = 2


@dataclass(frozen=True, slots=True)
class Measure:
    """How far the function is from what it should be.

    Args:
        same (bool): it gives what it should.
        agree (int): how many of the values that are compared agree. Default: ``0``.
        error (float): how far the others are off, relative; infinite where it does not run. Default: infinite.
        reached (frozenset[int]): the reference's values that its statements came to. Default: none.
    """

    same: bool
    agree: int = 0
    error: float = float("inf")
    reached: frozenset[int] = frozenset()

    def is_nearer(self, base: Measure, computed: Collection[int]) -> bool:
        """Tell whether more is right than was, and nothing else wrong.

        Args:
            base (Measure): what was measured before.
            computed (Collection[int]): the reference's values that some expression came to already.
        """
        if self.agree != base.agree:
            return self.agree > base.agree
        return self.reached >= base.reached and bool(self.reached - base.reached - set(computed))


class Judge(Protocol):
    """Runs what is searched, with whatever code stands in it now."""

    def measured(self, *, built: bool) -> Measure:
        """Run it and compare.

        Args:
            built (bool): a constructor has changed: the net is built anew.

        Raises:
            Exception: if it does not run.
        """
        ...

    def residual(self, *, built: bool) -> torch.Tensor | None:
        """Run it and return all numbers it gives, less those it should give; None where the shapes are others."""
        ...
