"""A stage of a training that does something else than the reference's, and why."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import torch

from parity.code.places import Location

Stage = Literal[
    "data", "forward", "loss", "gradients", "loss scale", "accumulation", "clipping", "schedule", "optimizer",
    "statistics",
]  # fmt: skip
STAGES: tuple[Stage, ...] = (
    "data", "forward", "loss", "gradients", "loss scale", "accumulation", "clipping", "schedule", "optimizer",
    "statistics",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Divergence:
    """One stage that differs on equal inputs.

    Args:
        stage (Stage): which.
        step (int): number of the first update for which it does, from 1.
        cause (str): the kind of mistake, such as ``"weight-decay"``.
        message (str): what differs, in a line.
        evidence (str): what was measured. Default: ``""``.
        place (Location | None): the port's line. Default: ``None``, not known.
        reference (Location | None): the reference's line. Default: ``None``.
        argument (str): the argument that differs. Default: ``""``.
        values (tuple[object, object] | None): of the reference and of the port. Default: ``None``.
        weights (tuple[str, ...]): the port's weights that it concerns. Default: none.
        write (str): the line to write. Default: ``""``, not known.
        proved (bool): whether the port with this line agrees in this stage. Default: ``False``.
        experiment (str): of a hypothesis, what decides it. Default: ``""``.
        details (Mapping[str, object]): numbers that edits are made of. Default: none.
    """

    stage: Stage
    step: int
    cause: str
    message: str
    evidence: str = ""
    place: Location | None = None
    reference: Location | None = None
    argument: str = ""
    values: tuple[object, object] | None = None
    weights: tuple[str, ...] = ()
    write: str = ""
    proved: bool = False
    experiment: str = ""
    details: Mapping[str, object] = field(default_factory=dict)

    @property
    def rank(self) -> tuple[int, int]:
        """Where it stands: earlier steps first, then earlier stages."""
        return self.step, STAGES.index(self.stage)


def relative(reference: torch.Tensor, port: torch.Tensor) -> float:
    """Return the norm of the difference by the norm of the reference; infinite where shapes differ."""
    if reference.shape != port.shape:
        return float("inf")
    if not reference.numel():
        return 0.0
    if reference.dtype == port.dtype and reference.device == port.device and torch.equal(reference, port):
        return 0.0  # the usual case, without copies
    one, other = reference.detach().to(torch.float64), port.detach().to(torch.float64)
    same = (one == other) | (one.isnan() & other.isnan())
    if bool(same.all()):
        return 0.0
    error, norm = float((one - other)[~same].norm()), float(one[one.isfinite()].norm())
    if math.isnan(error):
        return float("inf")
    return error / norm if norm else (float("inf") if error > 1e-12 else 0.0)


def factor(reference: torch.Tensor, port: torch.Tensor) -> float | None:
    """Return the number by which all of the reference's values are multiplied, or None if there is none."""
    one, other = reference.detach().to(torch.float64).flatten(), port.detach().to(torch.float64).flatten()
    square = float(one @ one)
    if one.shape != other.shape or not square:
        return None
    found = float(one @ other) / square
    return found if found and relative(one * found, other) < 1e-3 else None


def said(value: object) -> str:
    """Return a number as it is read: 0.0003, not 0.00030000000000000003."""
    if isinstance(value, bool) or not isinstance(value, float):
        return str(value)
    return f"{value:.6g}"


def near_integer(value: float) -> int | None:
    """Return the whole number above 1 that a factor or its inverse is, or None."""
    for one in (value, 1 / value if value else 0.0):
        if 1.5 < one < 1e9 and abs(one - round(one)) < 2e-3 * one:
            return round(one)
    return None
