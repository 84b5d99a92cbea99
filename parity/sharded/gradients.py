"""Gradients of ranks held against those of one device: parts of a weight, copies that agree or were never added."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import torch

from parity.sharded.cut import Cut
from parity.sharded.outputs import apart

Grads = Mapping[str, torch.Tensor | None]
State = Literal["same", "parts of a sum", "parts of a mean", "scaled", "different"]


@dataclass(frozen=True, slots=True)
class Gradient:
    """The gradient of one weight of the ranks beside that of one device.

    Args:
        reference (str): the whole weight.
        port (str): the ranks'.
        whole (bool): every rank holds all of it.
        error (float): how far the rank that is farthest off is, relative.
        state (State): what it is instead, where that can be told.
        factor (float): by which it is too great, where it is scaled. Default: 1.
    """

    reference: str
    port: str
    whole: bool
    error: float
    state: State
    factor: float = 1.0


def judged(reference: Grads, ranks: Sequence[Grads], cuts: Sequence[Mapping[str, Cut]], same: float) -> list[Gradient]:
    """Return the gradients of the ranks beside the reference's.

    Args:
        reference (Grads): by name; None where nothing flows back.
        ranks (Sequence[Grads]): of each rank.
        cuts (Sequence[Mapping[str, Cut]]): where the weights of each rank come from.
        same (float): the relative difference up to which two are the same.
    """
    found: list[Gradient] = []
    for name in dict.fromkeys(name for grads in ranks for name in grads):
        held = [(rank, cuts[rank][name]) for rank in range(len(ranks)) if name in cuts[rank]]
        if not held:
            continue
        whole = reference.get(held[0][1].reference)
        given = [(rank, cut, ranks[rank].get(name)) for rank, cut in held]
        pairs = [(cut.of(whole, rank), grad) for rank, cut, grad in given if grad is not None and whole is not None]
        if not pairs:
            continue
        error = max(apart(wanted, grad) for wanted, grad in pairs)
        state, factor = _state(pairs, error, same, copies=held[0][1].axis is None and len(pairs) > 1)
        found.append(Gradient(held[0][1].reference, name, held[0][1].axis is None, error, state, factor))
    return found


def _state(
    pairs: Sequence[tuple[torch.Tensor, torch.Tensor]], error: float, same: float, *, copies: bool
) -> tuple[State, float]:
    if error <= same:
        return "same", 1.0
    count = len(pairs)
    for factor in (float(count), 1.0 / count, float(count * count)):
        if all(apart(wanted * factor, grad) <= same for wanted, grad in pairs):
            return "scaled", factor
    if copies:
        total = torch.stack([grad.double() for _, grad in pairs]).sum(0)
        if apart(pairs[0][0], total) <= same:
            return "parts of a sum", 1.0
        if apart(pairs[0][0], total / count) <= same:
            return "parts of a mean", 1.0
    return "different", 1.0


def are_averaged_outside(found: Sequence[Gradient]) -> bool:
    """Tell whether all gradients are those of each rank's own batch, which the training averages, not the net."""
    return bool(found) and all(
        one.whole and (one.state == "parts of a mean" or (one.state == "same" and one.error == 0.0)) for one in found
    ) and any(one.state == "parts of a mean" for one in found)  # fmt: skip
