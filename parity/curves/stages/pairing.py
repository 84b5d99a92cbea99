"""Two trainings of the same steps, with what corresponds to what."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

import torch

from parity.curves.events import BackwardPass, ForwardPass, LossCall, Named, Trace, Update
from parity.curves.weights import Counterparts

_T = TypeVar("_T")

OUTPUTS = 1e-4
"""Relative difference of outputs and losses that rounding makes at most, on equal inputs in float32."""
GRADIENTS = 1e-3
"""Likewise of gradients."""
UPDATES = 1e-3
"""Likewise of an update."""


@dataclass(frozen=True, slots=True)
class Paired:
    """A reference's training and the port's that followed it.

    Args:
        reference (Trace): the reference's.
        port (Trace): the port's, which at each stage went on with the reference's values.
        weights (Counterparts): which weight is which.
        unclipped (Mapping[int, float]): by optimizer, what the port multiplies gradients by before it clips them, as a
            multiple of what the reference does, seen with small gradients where that was asked for. Default: empty.
        names (Mapping[int, str]): names of the port's weights by identity. Default: empty.
    """

    reference: Trace
    port: Trace
    weights: Counterparts
    unclipped: Mapping[int, float] = field(default_factory=dict)
    names: Mapping[int, str] = field(default_factory=dict)

    @property
    def steps(self) -> int:
        """How many updates both made."""
        return min(len(self.reference.updates), len(self.port.updates))

    def passes(self) -> Iterator[tuple[ForwardPass, ForwardPass]]:
        """Yield the forward passes that correspond, by update, net and order."""
        yield from _aligned(self.reference.passes, self.port.passes, lambda one: (one.update, one.net))

    def losses(self) -> Iterator[tuple[LossCall, LossCall]]:
        """Yield the loss calls that correspond."""
        yield from _aligned(self.reference.losses, self.port.losses, lambda one: one.update)

    def backwards(self) -> Iterator[tuple[BackwardPass, BackwardPass]]:
        """Yield the backward passes that correspond."""
        yield from _aligned(self.reference.backwards, self.port.backwards, lambda one: one.update)

    def updates(self) -> Iterator[tuple[int, Update, Update]]:
        """Yield the updates that correspond, with their number from 1."""
        for number, (one, other) in enumerate(zip(self.reference.updates, self.port.updates, strict=False), 1):
            yield number, one, other

    def both(self, reference: Named, port: Named) -> Iterator[tuple[str, torch.Tensor, torch.Tensor]]:
        """Yield the port's name and both values of every weight that both have."""
        for entry in self.weights.entries:
            values = entry.both(reference, port)
            if values is not None:
                yield (entry.port, *values)


def _aligned(reference: list[_T], port: list[_T], key: Callable[[_T], object]) -> Iterator[tuple[_T, _T]]:
    waiting: dict[object, list[_T]] = {}
    for one in reference:
        waiting.setdefault(key(one), []).append(one)
    for other in port:
        left = waiting.get(key(other))
        if left:
            yield left.pop(0), other
