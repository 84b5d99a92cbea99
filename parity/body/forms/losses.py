"""Losses written out. Reductions are those of torch's operations: 0 none, 1 mean, 2 sum."""

from __future__ import annotations

from collections.abc import Generator, Iterator

import torch

Steps = Iterator[tuple[str, torch.Tensor]]


def _reduced(loss: torch.Tensor, reduction: int) -> Steps:
    yield "loss of each element", loss
    if reduction == 1:
        yield "sum", loss.sum()
        yield "mean", loss.mean()
    elif reduction == 2:
        yield "sum", loss.sum()


def nll_loss(
    input: torch.Tensor, target: torch.Tensor, weight: torch.Tensor | None, reduction: int, ignore_index: int
) -> Steps:
    """Write out `nll_loss` of one target a row."""
    counted = target != ignore_index
    chosen = torch.where(counted, target, 0)
    hot = torch.nn.functional.one_hot(chosen, input.shape[-1]).to(input.dtype)
    yield "which targets count", counted
    yield "one for each target", hot
    yield "chosen of all", hot * input
    yield "chosen", (logs := input.gather(-1, chosen.unsqueeze(-1)).squeeze(-1))
    yield "negated", (loss := -logs)
    each = counted.to(input.dtype) if weight is None else weight[chosen] * counted
    yield "weight of each target", each
    yield "loss of each target", (loss := loss * each)
    if reduction:
        yield "sum", (total := loss.sum())
    if reduction == 1:
        yield "sum of the weights", (count := each.sum())
        yield "mean", total / count


def binary_cross_entropy(
    input: torch.Tensor, target: torch.Tensor, weight: torch.Tensor | None = None, reduction: int = 1
) -> Steps:
    """Write out `binary_cross_entropy`."""
    yield "logarithm", (hit := input.log())
    yield "1 - input", (rest := 1 - input)
    yield "logarithm of 1 - input", (miss := rest.log())
    yield "1 - target", (other := 1 - target)
    yield "target x logarithm", (first := target * hit)
    yield "(1 - target) x logarithm of 1 - input", (second := other * miss)
    yield "sum of both", (total := first + second)
    yield "negated", (loss := -total)
    if weight is not None:
        yield "weighted", (loss := loss * weight)
    yield from _reduced(loss, reduction)


def binary_cross_entropy_with_logits(
    input: torch.Tensor,
    target: torch.Tensor,
    weight: torch.Tensor | None = None,
    pos_weight: torch.Tensor | None = None,
    reduction: int = 1,
) -> Steps:
    """Write out `binary_cross_entropy_with_logits`, by softplus, by sigmoid, and with the maximum taken off."""
    soft = torch.nn.functional.softplus
    yield "sigmoid", (chance := input.sigmoid())
    yield "logarithm of the sigmoid", chance.log()
    yield "1 - sigmoid", (rest := 1 - chance)
    yield "logarithm of 1 - sigmoid", rest.log()
    yield "negated input", -input
    yield "softplus of the negated input", (hit := soft(-input))
    yield "softplus", (miss := soft(input))
    yield "positive part", input.clamp(min=0)
    yield "input x target", input * target
    yield "positive part - input x target", input.clamp(min=0) - input * target
    yield "minus the magnitude", -input.abs()
    yield "exponential of minus the magnitude", (tail := (-input.abs()).exp())
    yield "logarithm of 1 + it", (1 + tail).log()
    yield "1 - target", (other := 1 - target)
    if pos_weight is not None:
        yield "weight x target", pos_weight * target
        yield "weight of the element", 1 + (pos_weight - 1) * target
        target = pos_weight * target
    yield "target x softplus of the negated input", (first := target * hit)
    yield "(1 - target) x softplus", (second := other * miss)
    yield "sum of both", (loss := first + second)
    if weight is not None:
        yield "weighted", (loss := loss * weight)
    yield from _reduced(loss, reduction)


def smooth_l1_loss(input: torch.Tensor, target: torch.Tensor, reduction: int = 1, beta: float = 1.0) -> Steps:
    """Write out `smooth_l1_loss`."""
    far, square = yield from _near_and_far(input, target)
    yield "half the square over beta", (near := 0.5 * square / beta)
    yield "magnitude - beta / 2", (away := far - 0.5 * beta)
    yield "where it is near", (close := far < beta)
    yield from _reduced(torch.where(close, near, away), reduction)


def huber_loss(input: torch.Tensor, target: torch.Tensor, reduction: int = 1, delta: float = 1.0) -> Steps:
    """Write out `huber_loss`."""
    far, square = yield from _near_and_far(input, target)
    yield "half the square", (near := 0.5 * square)
    yield "magnitude - delta / 2", (away := far - 0.5 * delta)
    yield "delta x it", (away := away * delta)
    yield "where it is near", (close := far < delta)
    yield from _reduced(torch.where(close, near, away), reduction)


def mse_loss(input: torch.Tensor, target: torch.Tensor, reduction: int = 1) -> Steps:
    """Write out `mse_loss`."""
    yield "difference", (difference := input - target)
    yield "square", (square := difference.square())
    yield from _reduced(square, reduction)


def _near_and_far(
    input: torch.Tensor, target: torch.Tensor
) -> Generator[tuple[str, torch.Tensor], None, tuple[torch.Tensor, torch.Tensor]]:
    yield "difference", (difference := input - target)
    yield "magnitude", (far := difference.abs())
    yield "square", (square := difference.square())
    return far, square
