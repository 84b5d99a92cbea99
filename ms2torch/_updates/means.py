"""Steps over running means of squared gradients, or their running maximum: RMSProp, Adadelta, AdaMax."""

from __future__ import annotations

import torch

Tensors = list[torch.Tensor]


def move_squares(means: Tensors, values: Tensors, keep: float) -> None:
    """Move the running means of the squares of `values`."""
    torch._foreach_mul_(means, keep)
    torch._foreach_addcmul_(means, values, values, 1 - keep)


def descend_rms(
    params: Tensors,
    grads: Tensors,
    squares: Tensors,
    steps: Tensors,
    means: Tensors | None,
    settings: tuple[float, float, float, float],
) -> None:
    """Add the gradient over the root of its running mean square, or of its running variance, to a running step.

    Args:
        params (list[torch.Tensor]): they are moved.
        grads (list[torch.Tensor]): the gradients of this step.
        squares (list[torch.Tensor]): running means of the squared gradients, moved.
        steps (list[torch.Tensor]): running steps, moved.
        means (list[torch.Tensor], optional): running means of the gradients, moved; None: not taken from the squares.
        settings (tuple[float, float, float, float]): the learning rate, how much of the means and of the steps stays,
            and what is added under the root.
    """
    rate, keep, momentum, eps = settings
    move_squares(squares, grads, keep)
    divisors = torch._foreach_add(squares, eps)
    if means is not None:
        torch._foreach_lerp_(means, grads, 1 - keep)
        torch._foreach_addcmul_(divisors, means, means, -1)
    torch._foreach_sqrt_(divisors)
    torch._foreach_mul_(steps, momentum)
    torch._foreach_addcdiv_(steps, grads, divisors, rate)
    torch._foreach_sub_(params, steps)


def descend_by_sizes(
    params: Tensors, grads: Tensors, squares: Tensors, sizes: Tensors, settings: tuple[float, float, float]
) -> None:
    """Scale the gradients by the running sizes of the updates and of the gradients: Adadelta.

    Args:
        params (list[torch.Tensor]): they are moved.
        grads (list[torch.Tensor]): the gradients of this step.
        squares (list[torch.Tensor]): running means of the squared gradients, moved.
        sizes (list[torch.Tensor]): running means of the squared updates, moved.
        settings (tuple[float, float, float]): the learning rate, how much of the means stays, and what is added under
            both roots.
    """
    rate, keep, eps = settings
    move_squares(squares, grads, keep)
    steps = list(torch._foreach_add(sizes, eps))
    torch._foreach_div_(steps, torch._foreach_add(squares, eps))
    torch._foreach_sqrt_(steps)
    torch._foreach_mul_(steps, grads)
    move_squares(sizes, steps, keep)
    torch._foreach_add_(params, steps, alpha=-rate)


def descend_by_maximum(
    params: Tensors, grads: Tensors, means: Tensors, tops: Tensors, settings: tuple[float, float, float, float]
) -> None:
    """Step by the running means of the gradients over their running maximum: AdaMax.

    Args:
        params (list[torch.Tensor]): they are moved.
        grads (list[torch.Tensor]): the gradients of this step.
        means (list[torch.Tensor]): running means of the gradients, moved.
        tops (list[torch.Tensor]): running maxima of their sizes, moved.
        settings (tuple[float, float, float, float]): the learning rate, corrected for means that started from 0, how
            much of the means and of the maxima stays, and what is added to the maximum.
    """
    rate, beta1, beta2, eps = settings
    torch._foreach_lerp_(means, grads, 1 - beta1)
    torch._foreach_mul_(tops, beta2)
    torch._foreach_maximum_(tops, torch._foreach_abs(grads))
    torch._foreach_addcdiv_(params, means, torch._foreach_add(tops, eps), -rate)
