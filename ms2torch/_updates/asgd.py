"""Averaged descent: the rate falls, and the average of the parameters is kept."""

from __future__ import annotations

import torch


def descend_averaged(
    p: torch.Tensor,
    g: torch.Tensor,
    state: tuple[torch.Tensor, torch.Tensor, torch.Tensor],
    step: int,
    settings: tuple[float, float, float, float],
) -> None:
    """Go down the gradient of one parameter, and move the average.

    Args:
        p (torch.Tensor): it is moved.
        g (torch.Tensor): its gradient.
        state (tuple[torch.Tensor, torch.Tensor, torch.Tensor]): the rate of this step, how much of the parameter enters
            the average, and the average; all are moved.
        step (int): from 1.
        settings (tuple[float, float, float, float]): the first rate, how fast parameter and rate fall, the power in
            which the rate falls, and the step at which averaging starts.
    """
    (eta, mu, average), (rate, lambd, power, start) = state, settings
    now, weight = rate if step == 1 else eta.item(), mu.item()
    p.mul_(1 - lambd * now).add_(g, alpha=-now)
    if weight == 1.0:
        average.copy_(p)
    else:
        average.lerp_(p, weight)
    eta.fill_(rate / (1 + lambd * rate * step) ** power)
    mu.fill_(1 / max(1.0, step - start))
