"""Following the regularised leader."""

from __future__ import annotations

import torch

Tensors = list[torch.Tensor]


def follow_leader(
    params: Tensors,
    grads: Tensors,
    squares: Tensors,
    sums: Tensors,
    rate: float,
    l1: float,
    l2: float,
    power: float,
    shrinkage: float = 0.0,
) -> None:
    """Set the parameters to what is best for all gradients so far.

    Args:
        params (list[torch.Tensor]): they are set.
        grads (list[torch.Tensor]): the gradients of this step.
        squares (list[torch.Tensor]): sums of the squared gradients, moved.
        sums (list[torch.Tensor]): sums of the gradients less what the parameters have moved, moved.
        rate (float): the learning rate.
        l1 (float): how much makes parameters 0.
        l2 (float): how much makes parameters smaller.
        power (float): the power in which the rate falls, at most 0.
        shrinkage (float): share of the parameters that is added, twice, to the gradients but not to their squares.
            Default: ``0.0``.
    """
    for p, g, square, total in zip(params, grads, squares, sums, strict=True):
        before = torch.pow(square, -power)
        square.addcmul_(g, g)
        after = torch.pow(square, -power)
        total.add_(g).addcmul_(after - before, p, value=-1 / rate)
        if shrinkage:
            total.add_(p, alpha=2 * shrinkage)
        shrunk = (l1 * torch.sign(total) - total) / (after / rate + 2 * l2)
        p.copy_(torch.where(torch.abs(total) > l1, shrunk, 0))
