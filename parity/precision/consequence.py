"""What another type of computation does to a net: measured on its outputs, on what it chooses, on its gradients."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import torch

from parity.code import tree
from parity.code.faults import hand_over, raise_own
from parity.nets.base import Subject
from parity.nets.trace import Call, plain_kernels
from parity.precision.steps import Steps, held_in

_CHOOSES = frozenset({"topk", "argmax", "argmin", "sort", "argsort"})


@dataclass(frozen=True, slots=True)
class Consequence:
    """What was measured.

    Args:
        apart (float): relative difference of an output of both sides in the working precision: the one whose error in
            the port is greatest beside the reference's.
        noise (float): relative error of the reference's output there, against float64.
        error (float): likewise of the port's.
        ratio (float): the error over the noise, or over the resolution of the output's type where that is greater.
        chosen (float): share of rows in which an operation that chooses (top-k, argmax) chooses otherwise.
        greatest (float): share of rows of the outputs whose greatest element is another one.
        gradient (float | None): relative difference of the norms of the gradients; None where there are none.
    """

    apart: float
    noise: float
    error: float
    ratio: float
    chosen: float
    greatest: float
    gradient: float | None = None

    def __str__(self) -> str:
        parts = [
            f"outputs {self.apart:.1e} apart; against float64 {self.error:.1e}, the reference's own {self.noise:.1e}"
        ]
        parts += [f"{self.chosen:.1%} of what is chosen differs"] if self.chosen else []
        parts += [f"{self.greatest:.1%} of the outputs' greatest elements are others"] if self.greatest else []
        parts += [f"gradient norms {self.gradient:.1e} apart"] if self.gradient is not None else []
        return "; ".join(parts)

    def is_error(self, ratio: float) -> bool:
        """Tell whether it is more than a matter of taste: something else is chosen, or precision is lost.

        Args:
            ratio (float): from how many times the reference's own noise on.
        """
        return bool(self.chosen or self.greatest) or self.ratio > ratio


def measure(
    reference: Steps, port: Steps, exact: Steps, pairs: Mapping[int, int], gradient: float | None = None
) -> Consequence:
    """Measure how far two runs in the working precision are apart.

    Args:
        reference (Steps): the reference's run.
        port (Steps): the port's.
        exact (Steps): the reference in float64.
        pairs (Mapping[int, int]): the reference's step of each step of the port.
        gradient (float, optional): relative difference of the norms of the gradients. Default: ``None``.
    """
    ours, theirs, right = reference.outputs(), port.outputs(), exact.outputs()
    usable = [(a, b, c) for a, b, c in zip(ours, theirs, right, strict=False) if a.shape == b.shape == c.shape]
    floating = [entry for entry in usable if entry[0].is_floating_point() and entry[1].is_floating_point()]
    figures = [(_relative(a, b), _relative(c, a), _relative(c, b), torch.finfo(a.dtype).eps) for a, b, c in floating]
    ratios = [error / max(noise, least) for _, noise, error, least in figures]
    worst = ratios.index(max(ratios)) if ratios else 0
    apart, noise, error, _ = figures[worst] if figures else (0.0, 0.0, 0.0, 0.0)
    greatest = max((_greatest(a, b) for a, b, _ in floating), default=0.0)
    ratio = max(ratios, default=0.0)
    return Consequence(apart, noise, error, ratio, _chosen(reference, port, pairs), greatest, gradient)


def _relative(right: torch.Tensor, other: torch.Tensor) -> float:
    a, b = right.to(torch.float64), other.to(torch.float64)
    norm = float(torch.linalg.vector_norm(a))
    error = float(torch.linalg.vector_norm(a - b))
    return error / norm if norm and math.isfinite(error) else 0.0


def _chosen(reference: Steps, port: Steps, pairs: Mapping[int, int]) -> float:
    shares = [0.0]
    for mine, theirs in pairs.items():
        step, other = port.steps[mine], reference.steps[theirs]
        if step.name not in _CHOOSES or other.name not in _CHOOSES:
            continue
        one, two = (side.body.values[entry.outputs[-1]].tensor for side, entry in ((port, step), (reference, other)))
        if one.shape == two.shape and one.ndim and not one.is_floating_point():
            rows = (one != two).reshape(-1, one.shape[-1]).any(-1) if step.name == "topk" else one != two
            shares.append(float(rows.to(torch.float64).mean()))
    return max(shares)


def _greatest(one: torch.Tensor, other: torch.Tensor) -> float:
    if one.ndim < 2 or one.shape[-1] < 2:
        return 0.0
    return float((one.argmax(-1) != other.argmax(-1)).to(torch.float64).mean())


def gradient_norm(subject: Subject, call: Call, inputs: list[torch.Tensor], dtype: torch.dtype) -> float | None:
    """Return the norm of what the mean of squares of the outputs gives for all weights; None where that cannot be had.

    Args:
        subject (Subject): the net.
        call (Call): of the net, for the form of its arguments.
        inputs (list[torch.Tensor]): for it.
        dtype (torch.dtype): the precision to run in.
    """
    given = [t.to(dtype) if t.is_floating_point() else t.clone() for t in inputs]
    with held_in(subject, dtype), subject.statistics_kept(), plain_kernels(), torch.enable_grad():
        weights = list({id(w.tensor): w.tensor for w in subject.weights if w.trainable}.values())
        try:
            args, kwargs = tree.fill(call.arguments, given)
            outputs = [t for _, t in subject.flatten(hand_over(call.layer.module, args, kwargs)) if t.requires_grad]
            total = sum(tensor.to(torch.float32).square().mean() for tensor in outputs)
            if not weights or not isinstance(total, torch.Tensor):
                return None
            found = torch.autograd.grad(total, weights, allow_unused=True)
        except Exception as error:  # noqa: BLE001 - a net that cannot be differentiated has no gradients
            raise_own(error)
            return None
    squares = [float(g.to(torch.float64).square().sum()) for g in found if g is not None]
    return math.sqrt(sum(squares)) if squares else None
