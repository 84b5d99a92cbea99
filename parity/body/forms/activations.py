"""Activations written out, softmax among them."""

from __future__ import annotations

import math
from collections.abc import Iterator

import torch

Steps = Iterator[tuple[str, torch.Tensor]]


def softmax(input: torch.Tensor, dim: int, half_to_float: bool = False, dtype: torch.dtype | None = None) -> Steps:
    """Write out `softmax`, with the greatest element taken off and without."""
    yield "maximum", (top := input.amax(dim, keepdim=True))
    yield "less the maximum", (shifted := input - top)
    yield "exponentials less the maximum", (weights := shifted.exp())
    yield "sum of exponentials less the maximum", (total := weights.sum(dim, keepdim=True))
    yield "exponentials", (plain := input.exp())
    yield "sum of exponentials", plain.sum(dim, keepdim=True)
    yield "result", weights / total


def log_softmax(input: torch.Tensor, dim: int, half_to_float: bool = False) -> Steps:
    """Write out `log_softmax`."""
    yield "maximum", (top := input.amax(dim, keepdim=True))
    yield "less the maximum", (shifted := input - top)
    yield "exponentials less the maximum", (weights := shifted.exp())
    yield "sum of exponentials less the maximum", (total := weights.sum(dim, keepdim=True))
    yield "exponentials", (plain := input.exp())
    yield "sum of exponentials", (sum_plain := plain.sum(dim, keepdim=True))
    yield "softmax", weights / total
    yield "logarithm of the sum", sum_plain.log()
    yield "logarithm of the sum less the maximum", total.log()
    yield "result", shifted - total.log()


def logsumexp(input: torch.Tensor, dim: int | list[int], keepdim: bool = False) -> Steps:
    """Write out `logsumexp`."""
    yield "maximum", (top := input.amax(dim, keepdim=True))
    yield "less the maximum", (shifted := input - top)
    yield "exponentials less the maximum", (weights := shifted.exp())
    yield "sum of exponentials less the maximum", (total := weights.sum(dim, keepdim=keepdim))
    yield "exponentials", (plain := input.exp())
    yield "sum of exponentials", plain.sum(dim, keepdim=keepdim)
    yield "result", total.log() + (top if keepdim else input.amax(dim))


def gelu(input: torch.Tensor, approximate: str = "none") -> Steps:
    """Write out `gelu`, exact or with tanh."""
    yield "half the input", input * 0.5
    if approximate == "tanh":
        yield "input cubed", (cube := input.pow(3))
        yield "0.044715 x cube", (term := cube * 0.044715)
        yield "plus the input", (inner := input + term)
        yield "times sqrt(2 / pi)", (inner := inner * math.sqrt(2 / math.pi))
        yield "tanh", (curve := inner.tanh())
    else:
        yield "input / sqrt(2)", (inner := input / math.sqrt(2))
        yield "erf", (curve := inner.erf())
    yield "1 + curve", (gate := curve + 1)
    yield "half of it", gate * 0.5
    yield "input x gate", (result := input * gate)
    yield "result", result * 0.5


def sigmoid(input: torch.Tensor) -> Steps:
    """Write out `sigmoid`."""
    yield "negated", (negated := -input)
    yield "exponential", (power := negated.exp())
    yield "1 + exponential", (total := power + 1)
    yield "result", total.reciprocal()


def silu(input: torch.Tensor) -> Steps:
    """Write out `silu`."""
    yield from sigmoid(input)
    yield "sigmoid", (gate := torch.sigmoid(input))
    yield "input x sigmoid", input * gate


def mish(input: torch.Tensor) -> Steps:
    """Write out `mish`."""
    yield "exponential", (power := input.exp())
    yield "1 + exponential", (total := power + 1)
    yield "softplus", (soft := total.log())
    yield "tanh", (gate := soft.tanh())
    yield "input x gate", input * gate


def softplus(input: torch.Tensor, beta: float = 1, threshold: float = 20) -> Steps:
    """Write out `softplus`."""
    yield "exponential", (power := (input * beta).exp())
    yield "1 + exponential", (total := power + 1)
    yield "logarithm", (soft := total.log() / beta)
    yield "result", torch.where(input * beta > threshold, input, soft)


def log_sigmoid(input: torch.Tensor) -> Steps:
    """Write out `logsigmoid`."""
    yield "negated", (negated := -input)
    yield "exponential", (power := negated.exp())
    yield "1 + exponential", (total := power + 1)
    yield "sigmoid", input.sigmoid()
    yield "logarithm", (soft := total.log())
    yield "result", -soft


def elu(input: torch.Tensor, alpha: float = 1, scale: float = 1, input_scale: float = 1) -> Steps:
    """Write out `elu` and `selu`."""
    yield "where it is positive", (positive := input > 0)
    yield "exponential", (power := (input * input_scale).exp())
    yield "exponential - 1", (below := power - 1)
    yield "alpha x (exponential - 1)", (below := below * alpha)
    yield "chosen", (chosen := torch.where(positive, input, below))
    yield "result", chosen * scale


def leaky_relu(input: torch.Tensor, negative_slope: float = 0.01) -> Steps:
    """Write out `leaky_relu`."""
    yield "where it is positive", (positive := input > 0)
    yield "slope x input", (below := input * negative_slope)
    yield "result", torch.where(positive, input, below)


def prelu(input: torch.Tensor, weight: torch.Tensor) -> Steps:
    """Write out `prelu`."""
    yield "where it is positive", (positive := input > 0)
    yield "slope x input", (below := input * weight)
    yield "result", torch.where(positive, input, below)


def hardtanh(input: torch.Tensor, min_val: float = -1, max_val: float = 1) -> Steps:
    """Write out `hardtanh` and `relu6`."""
    yield "bounded below", (low := input.clamp(min=min_val))
    yield "bounded above", input.clamp(max=max_val)
    yield "result", low.clamp(max=max_val)


def hardsigmoid(input: torch.Tensor) -> Steps:
    """Write out `hardsigmoid`."""
    yield "input + 3", (shifted := input + 3)
    yield "bounded below", (low := shifted.clamp(min=0))
    yield "bounded", (bounded := low.clamp(max=6))
    yield "input / 6", input / 6
    yield "input / 6 + 0.5", input / 6 + 0.5
    yield "result", bounded / 6


def hardswish(input: torch.Tensor) -> Steps:
    """Write out `hardswish`."""
    yield "input + 3", (shifted := input + 3)
    yield "bounded below", (low := shifted.clamp(min=0))
    yield "bounded", (bounded := low.clamp(max=6))
    yield "hard sigmoid", (gate := bounded / 6)
    yield "input x bounded", input * bounded
    yield "result", input * gate


def glu(input: torch.Tensor, dim: int = -1) -> Steps:
    """Write out `glu`."""
    kept, gate = input.chunk(2, dim)
    yield "first half", kept
    yield "second half", gate
    yield "sigmoid of the second half", (gate := gate.sigmoid())
    yield "result", kept * gate
