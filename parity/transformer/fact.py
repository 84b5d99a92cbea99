"""What is known of one part of a transformer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

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


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that a part does otherwise in the port.

    Args:
        reference (Fact): in the reference.
        port (Fact): in the port.
    """

    reference: Fact
    port: Fact
