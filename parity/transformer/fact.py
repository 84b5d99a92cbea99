"""What is known of one part of a transformer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import torch

Line = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that a part does, measured.

    Args:
        kind (str): what it is about, such as ``"rotary-pairs"``.
        part (str): of which part, in words: ``"the queries"``.
        number (int): which of its kind in the order of execution.
        value (object): what was measured: a number, a text, a tuple, a tensor.
        lines (frozenset[tuple[str, int]]): where in the user's code it is computed.
        beside (Mapping[str, object]): what else the words need. Default: nothing.
    """

    kind: str
    part: str
    number: int
    value: object
    lines: frozenset[Line] = frozenset()
    beside: Mapping[str, object] = field(default_factory=dict)

    @property
    def key(self) -> tuple[str, str, int]:
        """What it is held against in another run."""
        return self.kind, self.part, self.number


def same(one: object, other: object, relative: float = 1e-6) -> bool:
    """Tell whether two measured values are one.

    Args:
        one (object): a number, a text, a tuple, a tensor.
        other (object): likewise.
        relative (float): difference of numbers that float32 tables leave. Default: ``1e-6``.
    """
    if isinstance(one, torch.Tensor) and isinstance(other, torch.Tensor):
        return one.shape == other.shape and torch.allclose(one.double(), other.double(), relative, relative)
    if isinstance(one, (tuple, list)) and isinstance(other, (tuple, list)):
        return len(one) == len(other) and all(same(a, b, relative) for a, b in zip(one, other, strict=True))
    if isinstance(one, float) and isinstance(other, (int, float)):
        return abs(one - other) <= relative * max(abs(one), abs(other))
    return type(one) is type(other) and one == other
