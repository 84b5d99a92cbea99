"""What is measured of parts, as values; the rules read them without torch."""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import torch


@dataclass(frozen=True, slots=True)
class Source:
    """Where the columns of a value come from.

    Args:
        weight (str): the projection's weight.
        part (str): ``"first half"`` or ``"second half"`` of its columns, ``"even columns"`` or ``"odd columns"``,
            ``""`` for all.
    """

    weight: str
    part: str


@dataclass(frozen=True, slots=True)
class Rotation:
    """How one value is turned into another.

    Args:
        pairs (str): ``"halves"``: elements i and i + d/2 are turned together; ``"interleaved pairs"``: 2i and 2i + 1.
        proper (bool): the two elements of each pair are turned by one angle.
        angles (torch.Tensor): by position and pair.
        size (int): how many elements of each head are turned.
    """

    pairs: str
    proper: bool
    angles: torch.Tensor
    size: int

    @property
    def steps(self) -> torch.Tensor | None:
        """By how much the angle of each pair grows from one position to the next; None of one position."""
        if self.angles.shape[0] < 2:
            return None
        step = self.angles[1] - self.angles[0]
        return (step + math.pi).remainder(2 * math.pi) - math.pi

    @property
    def direction(self) -> str:
        """Whether a pair (a, b) is turned towards b, as usual, or the other way."""
        steps = self.steps
        first = float(self.angles[0, 0]) if steps is None else float(steps[-1])
        return "backwards" if first < 0 else "forwards"

    @property
    def base(self) -> float | None:
        """The base of the frequencies base ** (-2i/d); None where they are no such powers."""
        steps = self.steps
        if steps is None or len(steps) < 2 or not bool((steps.abs() > 0).all()):
            return None
        pairs = len(steps)
        base = float(steps[-1].abs()) ** (-pairs / (pairs - 1))
        expected = steps.new_tensor([base ** (-pair / pairs) for pair in range(pairs)])
        return base if steps.abs().allclose(expected, 1e-4, 1e-6) else None

    @property
    def first(self) -> float | None:
        """The position of the first token; None where the angles do not tell."""
        steps = self.steps
        if steps is None or not float(steps[-1]):
            return None
        position = float(self.angles[0, -1] / steps[-1])
        return round(position) if abs(position - round(position)) < 1e-3 else position


def as_tensor(value: object) -> torch.Tensor | None:
    """Return a measured value that is a tensor; None for any other.

    Args:
        value (object): of a fact.
    """
    torch = sys.modules.get("torch")  # where there is a tensor it is loaded
    return value if torch is not None and isinstance(value, torch.Tensor) else None


def diagonal(hidden: torch.Tensor) -> int | None:
    """Return n of a mask that hides from query i all keys behind i + n; None if it is no such mask.

    Args:
        hidden (torch.Tensor): of shape (heads, queries, keys).
    """
    first = hidden[0]
    if not bool((hidden == first).all()) or not bool(first.any()):
        return None
    offset = int((~first[0]).sum()) - 1
    if bool(first[0].all()):  # the first query sees nothing: the diagonal lies below
        seen = (~first).any(-1).nonzero()
        offset = -int(seen[0]) if len(seen) else -first.shape[0]
    queries, keys = first.shape
    wanted = first.new_ones(queries, keys).triu(offset + 1)
    return offset if first.equal(wanted) else None
