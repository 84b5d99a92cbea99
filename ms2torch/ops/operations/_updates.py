"""What the update rules of optimizers have in common: their arguments, rows and repeated parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from ms2torch._core.base import unwrap, unwrap_or_scalar
from ms2torch.ops.primitive import Primitive


def written(op: str, **tensors: object) -> list[torch.Tensor]:
    """Return what lies in the tensors to be updated, without their gradients' history; all must have one shape.

    Raises:
        ValueError: if the shapes differ.
    """
    inner = {name: unwrap(value).data for name, value in tensors.items()}
    shapes = {name: tuple(t.shape) for name, t in inner.items()}
    if len(set(shapes.values())) > 1:
        told = ", ".join(f"{name} {shape}" for name, shape in shapes.items())
        msg = f"ops.{op}: the shapes must be the same, got {told}"
        raise ValueError(msg)
    return list(inner.values())


def setting(value: object) -> Any:
    """Return a number, rounded to float32 as MindSpore's kernels take it, or the tensor of one element."""
    number = unwrap_or_scalar(value)
    if isinstance(number, torch.Tensor):
        return number.detach().reshape(())
    return torch.tensor(number, dtype=torch.float32).item()


def update_rows(
    update: Callable[..., None],
    tensors: tuple[object, ...],
    gradient: object,
    indices: object,
    op: str,
    *,
    summed: bool,
) -> None:
    """Apply `update` to the rows of the tensors that `indices` names.

    Where a row is named more than once, its gradients are added up if `summed`, else applied one after the other. What
    names no row is left out, as in MindSpore's documented examples.

    Raises:
        ValueError: if the shapes do not fit.
    """
    inner = [unwrap(t).data for t in tensors]
    g, places = unwrap(gradient).detach(), unwrap(indices)
    if places.ndim != 1 or g.shape[:1] != places.shape or g.shape[1:] != inner[0].shape[1:]:
        msg = (
            f"ops.{op}: the gradient must have a row for each index, got gradient {tuple(g.shape)}, "
            f"indices {tuple(places.shape)} and var {tuple(inner[0].shape)}"
        )
        raise ValueError(msg)
    known = (places >= 0) & (places < inner[0].shape[0])
    g, places = g[known], places[known]
    named, where = torch.unique(places.long(), return_inverse=True)
    if summed or len(named) == len(places):
        steps = [(named, g.new_zeros((len(named), *g.shape[1:])).index_add_(0, where, g))]
    else:
        steps = list(zip(places.long().split(1), g.split(1), strict=True))
    for rows, part_of_g in steps:
        parts = [t[rows] for t in inner]
        update(*parts, part_of_g)
        for whole, part in zip(inner, parts, strict=True):
            whole[rows] = part


def move_mean(mean: torch.Tensor, value: torch.Tensor, keep: Any) -> None:
    """Move a running mean."""
    mean.mul_(keep).add_((1 - keep) * value)


def shrink(p: torch.Tensor, rate: Any, l1: Any, l2: Any) -> None:
    """Take the proximal step of both regularisations."""
    p.copy_(torch.sign(p) * (torch.abs(p) - rate * l1).clamp_(min=0) / (1 + rate * l2))


def adagrad(p: torch.Tensor, squares: torch.Tensor, g: torch.Tensor, rate: Any, eps: Any, adds: bool) -> None:
    """Take a step of Adagrad."""
    if adds:
        squares.add_(g * g)
    p.sub_(rate * g / (torch.sqrt(squares) + eps))


def ftrl(
    p: torch.Tensor, squares: torch.Tensor, sums: torch.Tensor, g: torch.Tensor, rate: Any, l1: Any, l2: Any, power: Any
) -> None:
    """Take a step of the regularised leader."""
    before = torch.pow(squares, -power)
    squares.add_(g * g)
    after = torch.pow(squares, -power)
    sums.add_(g - (after - before) / rate * p)
    shrunk = (l1 * torch.sign(sums) - sums) / (after / rate + 2 * l2)
    p.copy_(torch.where(torch.abs(sums) > l1, shrunk, 0))


def adam_step(
    m: torch.Tensor, v: torch.Tensor, g: torch.Tensor, rate: Any, settings: tuple[Any, Any, Any], nesterov: bool
) -> torch.Tensor:
    """Move the moments and return what the parameter goes down by; `rate` is corrected already."""
    beta1, beta2, eps = settings
    move_mean(m, g, beta1)
    move_mean(v, g * g, beta2)
    ahead = beta1 * m + (1 - beta1) * g if nesterov else m
    return rate * ahead / (torch.sqrt(v) + eps)


def corrected(rate: Any, power1: Any, power2: Any) -> Any:
    """Return the learning rate, corrected for moments that started from 0."""
    return rate * (1 - power2) ** 0.5 / (1 - power1)


class Locking(Primitive):
    """An update with the setting that has no effect where nothing runs side by side."""

    def __init__(self, use_locking: bool = False) -> None:
        self.use_locking = use_locking


class NesterovLocking(Primitive):
    """The same, with Nesterov's momentum to choose."""

    def __init__(self, use_locking: bool = False, use_nesterov: bool = False) -> None:
        self.use_locking = use_locking
        self.use_nesterov = use_nesterov


class Plain(Primitive):
    """An update without settings."""

    def __init__(self) -> None:
        super().__init__()
