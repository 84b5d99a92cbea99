"""Steps over the root of all squared gradients so far, and the proximal step that sets small parameters to 0."""

from __future__ import annotations

import torch

Tensors = list[torch.Tensor]


def add_squares(squares: Tensors, grads: Tensors) -> None:
    """Add the squared gradients to their sums."""
    torch._foreach_addcmul_(squares, grads, grads)


def descend_roots(params: Tensors, grads: Tensors, squares: Tensors, rate: float, eps: float = 0.0) -> None:
    """Take the step ``rate * g / (sqrt(squares) + eps)``."""
    divisors = torch._foreach_sqrt(squares)
    if eps:
        torch._foreach_add_(divisors, eps)
    torch._foreach_addcdiv_(params, grads, divisors, -rate)


def shrink(params: Tensors, rate: float, l1: float, l2: float) -> None:
    """Take the proximal step of both regularisations."""
    for p in params:
        if l1 > 0:
            p.copy_(torch.sign(p) * (torch.abs(p) - rate * l1).clamp_(min=0))
        p.div_(1 + rate * l2)
