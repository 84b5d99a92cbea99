"""Running sums of gradients: what momentum keeps, and the step that follows it."""

from __future__ import annotations

import torch

Tensors = list[torch.Tensor]


def accumulate(sums: Tensors, grads: Tensors, keep: float, gain: float = 1.0) -> None:
    """Let `keep` of the sums stay and add `gain` of the gradients."""
    torch._foreach_mul_(sums, keep)
    torch._foreach_add_(sums, grads, alpha=gain)


def accumulate_fresh(sums: Tensors, grads: Tensors, fresh: Tensors, keep: float, gain: float) -> None:
    """Likewise, but take the gradient as it is where `fresh` is above 0, which it no longer is afterwards."""
    for total, g, first in zip(sums, grads, fresh, strict=True):
        total.copy_(torch.where(first > 0, g, keep * total + gain * g))
        first.zero_()


def descend_sums(params: Tensors, grads: Tensors, sums: Tensors, rate: float, keep: float, *, nesterov: bool) -> None:
    """Go down the sums; with `nesterov` down the gradients and what will be kept of the sums.

    Args:
        params (list[torch.Tensor]): they are moved.
        grads (list[torch.Tensor]): the gradients of this step.
        sums (list[torch.Tensor]): with these gradients in them.
        rate (float): the learning rate.
        keep (float): how much of the sums stays.
        nesterov (bool): Nesterov's momentum.
    """
    steps = torch._foreach_add(grads, sums, alpha=keep) if nesterov else sums
    torch._foreach_add_(params, steps, alpha=-rate)
