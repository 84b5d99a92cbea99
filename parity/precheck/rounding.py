"""How far a call's result may be off by rounding: measured on the call itself, from its own inputs and types."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch

from parity.dumps.execution import Stored

Run = Callable[[dict[int, torch.Tensor], "torch.dtype | None"], "list[torch.Tensor] | None"]
"""Runs a call with tensors in the place of recorded ones, in a precision; None leaves the recorded one."""

SUSPECT = 16.0
"""A result may be off by so many times what rounding explains: kernels sum in other orders and round intermediates."""
_DIGITS = 0.6
"""The part of a type's digits that a kernel which approximates keeps: MindSpore's exp, tanh and softplus on CPU are off
by up to 2e-5 in float32, the tanh form of GELU by 1e-4."""
_SHAKES = 2


@dataclass(frozen=True, slots=True)
class Rounding:
    """What one recorded result is off by, and what rounding explains.

    Args:
        relative (float): error against the float64 result, over its norm.
        expected (float): the same of what rounding explains.
        condition (float): how much a relative change of the inputs grows on the way to the result.
        ratio (float): the error in multiples of what rounding explains, by norm or at the worst element.
        unit (float): the rounding unit of the type that it was computed in.
        digits (bool): whether most digits of that type are right.
        index (int): the worst element.
    """

    relative: float
    expected: float
    condition: float
    ratio: float
    unit: float
    digits: bool
    index: int


def unit_of(recorded: Stored, inputs: Sequence[Stored]) -> float:
    """Return the rounding unit of the coarsest type of floating point among a result and the inputs."""
    named = [stored.dtype for stored in (recorded, *inputs) if stored.is_floating]
    return max((torch.finfo(getattr(torch, name)).eps / 2 for name in named), default=0.0)


def shaken(stored: Stored, values: torch.Tensor, seed: int) -> torch.Tensor:
    """Return an input, each element changed by one rounding of its type, up or down."""
    generator = torch.Generator().manual_seed(seed)
    signs = torch.randint(0, 2, values.shape, generator=generator, dtype=torch.int8).mul_(2).sub_(1)
    unit = torch.finfo(getattr(torch, stored.dtype)).eps / 2
    return values.double() * (1 + unit * signs)


def spread_of(run: Run, inputs: Sequence[Stored], exact: list[torch.Tensor]) -> list[list[torch.Tensor]]:
    """Return the results of a call in float64 with inputs that are one rounding off, and in its own precision.

    Args:
        run (Run): the call.
        inputs (Sequence[Stored]): its tensors.
        exact (list[torch.Tensor]): its results in float64.
    """
    found: list[list[torch.Tensor]] = []
    floating = [(stored, stored.values()) for stored in inputs if stored.is_floating]
    for seed in range(_SHAKES):
        given = {
            id(stored): shaken(stored, values, 31 * seed + number)
            for number, (stored, values) in enumerate(floating)
            if values is not None
        }
        found.append(run(given, torch.float64) or exact)
    found.append(run({}, None) or exact)
    return found


def rounding(recorded: Stored, exact: torch.Tensor, spread: Sequence[torch.Tensor], unit: float) -> Rounding | None:
    """Judge one result of floating point.

    Args:
        recorded (Stored): as the dump has it.
        exact (torch.Tensor): in float64.
        spread (Sequence[torch.Tensor]): what `spread_of` gives of this result, its own precision last.
        unit (float): the rounding unit.

    Returns:
        Rounding, or None where the values were not kept.
    """
    values = recorded.values()
    if values is None or values.numel() != exact.numel():
        return None
    got, wanted = values.reshape(-1).double(), exact.reshape(-1).double()
    others = [other.reshape(-1).double() for other in spread if other.numel() == exact.numel()]
    largest = torch.finfo(getattr(torch, recorded.dtype)).max
    beyond = wanted.abs() > largest  # an overflow of the type is what it must give
    alike = (got == wanted) | (got.isnan() & wanted.isnan()) | (beyond & ~got.isfinite())
    for other in others:  # where its own precision leaves its range too, nothing is to be said
        alike |= ~other.isfinite() & ~got.isfinite()
    error = torch.where(alike, 0.0, (got - wanted).abs())
    if not bool(error.isfinite().all()):
        return Rounding(math.inf, 0.0, 0.0, math.inf, unit, digits=False, index=int((~error.isfinite()).int().argmax()))
    sane = torch.where(wanted.isfinite(), wanted, 0.0)
    scale = float(sane.norm())
    moved = [torch.where(other.isfinite() & wanted.isfinite(), (other - wanted).abs(), 0.0) for other in others]
    norms = [float(each.norm()) for each in moved]
    allowed = max([unit * scale, *norms])
    peak = max([unit * float(sane.abs().max()) if sane.numel() else 0.0, *(float(m.max()) for m in moved)])
    tiny = torch.finfo(getattr(torch, recorded.dtype)).tiny
    ratio = max(_over(float(error.norm()), allowed + tiny), _over(float(error.max()), peak + tiny))
    relative = _over(float(error.norm()), scale)
    condition = max(norms[:-1], default=0.0) / (unit * scale) if scale and unit else 0.0
    good = relative <= unit**_DIGITS
    return Rounding(relative, _over(allowed, scale), condition, ratio, unit, good, int(error.argmax()))


def _over(value: float, by: float) -> float:
    if not value:
        return 0.0
    return value / by if by else math.inf
