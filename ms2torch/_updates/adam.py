"""Adam's update, in MindSpore's two forms: epsilon joins the root before it is corrected for the start, or after."""

from __future__ import annotations

import math

import torch

Tensors = list[torch.Tensor]


def advance_moments(grads: Tensors, firsts: Tensors, seconds: Tensors, beta1: float, beta2: float) -> None:
    """Move the running means of the gradients and of their squares."""
    torch._foreach_lerp_(firsts, grads, 1 - beta1)
    torch._foreach_mul_(seconds, beta2)
    torch._foreach_addcmul_(seconds, grads, grads, 1 - beta2)


def moments_ahead(grads: Tensors, firsts: Tensors, beta1: float, *, nesterov: bool) -> Tensors:
    """Return the means of the gradients to follow: as they are, with `nesterov` moved once more."""
    return list(torch._foreach_lerp(firsts, grads, 1 - beta1)) if nesterov else firsts


def largest(tops: Tensors, seconds: Tensors) -> Tensors:
    """Return the largest running means of the squares so far, which `tops` holds: AMSGrad."""
    torch._foreach_maximum_(tops, seconds)
    return tops


def correction(power1: float, power2: float) -> float:
    """Return the factor that corrects the rate for moments that started from 0; of ``beta ** step`` each."""
    return math.sqrt(1 - power2) / (1 - power1)


def descend_epsilon_first(params: Tensors, firsts: Tensors, seconds: Tensors, rate: float, eps: float) -> None:
    """Take the step ``rate * m / (sqrt(v) + eps)``, where `rate` is corrected: `nn.Adam`, Adam's paper.

    Args:
        params (list[torch.Tensor]): they are moved.
        firsts (list[torch.Tensor]): running means of the gradients, as they are to be followed.
        seconds (list[torch.Tensor]): running means of the squares, or the largest so far.
        rate (float): the learning rate times `correction`.
        eps (float): added to the root.
    """
    divisors = torch._foreach_sqrt(seconds)
    torch._foreach_add_(divisors, eps)
    torch._foreach_addcdiv_(params, firsts, divisors, -rate)


def descend_decayed(params: Tensors, firsts: Tensors, seconds: Tensors, rate: float, eps: float, decay: float) -> None:
    """Take off the share ``rate * decay`` of the parameters, then step by `descend_epsilon_first`, uncorrected."""
    if decay:
        torch._foreach_mul_(params, 1 - rate * decay)
    descend_epsilon_first(params, firsts, seconds, rate, eps)


def descend_epsilon_last(
    params: Tensors, firsts: Tensors, seconds: Tensors, rate: float, eps: float, powers: tuple[float, float]
) -> None:
    """Take the step ``rate * m' / (sqrt(v') + eps)``, m' and v' corrected: torch's form, which mint has.

    Args:
        params (list[torch.Tensor]): they are moved.
        firsts (list[torch.Tensor]): running means of the gradients.
        seconds (list[torch.Tensor]): running means of the squares, or the largest so far.
        rate (float): the learning rate.
        eps (float): added to the corrected root.
        powers (tuple[float, float]): ``beta ** step`` of both means.
    """
    divisors = torch._foreach_sqrt(seconds)
    torch._foreach_div_(divisors, math.sqrt(1 - powers[1]))
    torch._foreach_add_(divisors, eps)
    torch._foreach_addcdiv_(params, firsts, divisors, -rate / (1 - powers[0]))
