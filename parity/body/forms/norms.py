"""Normalizations written out."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence

import torch

Steps = Iterator[tuple[str, torch.Tensor]]
_Returning = Generator[tuple[str, torch.Tensor], None, torch.Tensor]


def layer_norm(
    input: torch.Tensor,
    normalized_shape: Sequence[int],
    weight: torch.Tensor | None,
    bias: torch.Tensor | None,
    eps: float,
) -> Steps:
    """Write out `native_layer_norm`."""
    axes = list(range(-len(normalized_shape), 0))
    normed = yield from _normed(input, axes, eps)
    yield from _affine(normed, weight, bias)


def group_norm(
    input: torch.Tensor,
    weight: torch.Tensor | None,
    bias: torch.Tensor | None,
    n: int,
    c: int,
    hw: int,
    group: int,
    eps: float,
) -> Steps:
    """Write out `native_group_norm`."""
    yield "groups", (grouped := input.reshape(n, group, -1))
    normed = yield from _normed(grouped, [-1], eps)
    shape = (1, c, *[1] * (input.dim() - 2))
    yield "normed", (whole := normed.reshape(input.shape))
    weight, bias = (None if part is None else part.reshape(shape) for part in (weight, bias))
    yield from _affine(whole, weight, bias)


def batch_norm(
    input: torch.Tensor,
    weight: torch.Tensor | None,
    bias: torch.Tensor | None,
    running_mean: torch.Tensor | None,
    running_var: torch.Tensor | None,
    training: bool,
    momentum: float,
    eps: float,
) -> Steps:
    """Write out `native_batch_norm`; with the statistics of each sample apart, as instance norm gives it its input."""
    shape = (1, input.shape[1], *[1] * (input.dim() - 2))
    axes = [axis for axis in range(input.dim()) if axis != 1]
    if training or running_mean is None or running_var is None:
        yield "mean", (mean := input.mean(axes, keepdim=True))
        yield "variance", (variance := (input - mean).square().mean(axes, keepdim=True))
    else:
        mean, variance = running_mean.reshape(shape), running_var.reshape(shape)
    yield "centred", (centred := input - mean)
    yield "squares", centred.square()
    normed = yield from _divided(centred, variance, eps)
    weight, bias = (None if part is None else part.reshape(shape) for part in (weight, bias))
    if weight is not None:
        yield "scale", (scale := weight * (variance + eps).rsqrt())
        yield "mean scaled", mean * scale
        yield "input scaled", input * scale
        if bias is not None:
            yield "offset", bias - mean * scale
    yield from _affine(normed, weight, bias)


def weight_norm(v: torch.Tensor, g: torch.Tensor, dim: int = 0) -> Steps:
    """Write out `weight_norm`."""
    axes = [axis for axis in range(v.dim()) if axis != dim]
    yield "squares", (squares := v.square())
    yield "sum of squares", (total := squares.sum(axes, keepdim=True))
    yield "norm", (norm := total.sqrt())
    yield "direction", v / norm
    yield "gain over norm", g / norm
    yield "weight", v * (g / norm)


def _normed(input: torch.Tensor, axes: list[int], eps: float) -> _Returning:
    yield "mean", (mean := input.mean(axes, keepdim=True))
    yield "centred", (centred := input - mean)
    yield "squares", (squares := centred.square())
    yield "squares of the input", (whole := input.square())
    yield "mean of the squares", whole.mean(axes, keepdim=True)
    yield "variance", (variance := squares.mean(axes, keepdim=True))
    return (yield from _divided(centred, variance, eps))


def _divided(centred: torch.Tensor, variance: torch.Tensor, eps: float) -> _Returning:
    yield "standard deviation without epsilon", variance.sqrt()
    yield "variance + epsilon", (shifted := variance + eps)
    yield "standard deviation", (root := shifted.sqrt())
    yield "one over the standard deviation", shifted.rsqrt()
    yield "normed", (normed := centred / root)
    return normed


def _affine(normed: torch.Tensor, weight: torch.Tensor | None, bias: torch.Tensor | None) -> Steps:
    if weight is not None:
        yield "normed x weight", (normed := normed * weight)
    if bias is not None:
        yield "plus bias", (normed := normed + bias)
    yield "result", normed
