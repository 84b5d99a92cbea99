"""The derivative of the incomplete gamma functions by their first argument, which torch does not have."""

from __future__ import annotations

from typing import Any

import torch

_TERMS = 2000
_LARGE = 2.0**52
_SMALL = 1e-15


def by_order(a: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    """Return dP(a, x)/da of the lower regularized incomplete gamma function P.

    Args:
        a (torch.Tensor): floating point; NaN where it is not positive.
        x (torch.Tensor): of the same type and shape; 0 gives 0, less NaN.

    Returns:
        torch.Tensor of their type.
    """
    wide_a, wide_x = a.double(), x.double()
    above = (wide_x > 1) & (wide_x > wide_a)
    valid = (wide_a > 0) & (wide_x > 0)
    # where a branch is not taken it is given arguments at which it ends soon
    low = _by_series(torch.where(valid, wide_a, 1.0), torch.where(valid & ~above, wide_x, 0.5))
    high = _by_fraction(torch.where(valid & above, wide_a, 1.0), torch.where(valid & above, wide_x, 2.0))
    found = torch.where(above, -high, low)
    found = torch.where(valid, found, torch.where((wide_a > 0) & (wide_x == 0), 0.0, torch.nan))
    return found.to(dtype=a.dtype)


def _by_series(a: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    """dP(a, x)/da from the power series of P and its derivative, term by term, for x up to about a."""
    term = total = torch.ones_like(a)
    slope = slopes = torch.zeros_like(a)
    for n in range(1, _TERMS):
        ratio = x / (a + n)
        term, slope = term * ratio, slope * ratio - term * ratio / (a + n)
        total, slopes = total + term, slopes + slope
        if bool(((term <= total * _SMALL) & (slope.abs() <= slopes.abs() * _SMALL)).all()):
            break
    before = torch.exp(a * torch.log(x) - x - torch.lgamma(a + 1))
    return before * (slopes + total * (torch.log(x) - torch.digamma(a + 1)))


def _by_fraction(a: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    """dQ(a, x)/da of Q = 1 - P from the continued fraction of Q and its derivative, for x above a."""
    y, z = 1 - a, x - a + 2
    zero, one = torch.zeros_like(x), torch.ones_like(x)
    # numerator, its derivative, denominator, its derivative: those of the step before, and of this one
    before, now = (one, zero, x, zero), (x + 1, zero, z * x, -x)
    value, slope = now[0] / now[2], -now[0] / now[2] * now[3] / now[2]
    for n in range(1, _TERMS):
        y, z = y + 1, z + 2
        after = (*_next(now[:2], before[:2], y, z, n), *_next(now[2:], before[2:], y, z, n))
        last, last_slope = value, slope
        value = after[0] / after[2]
        slope = (after[1] - value * after[3]) / after[2]
        scale = torch.where(after[0].abs() > _LARGE, 1 / _LARGE, 1.0)
        before, now = tuple(each * scale for each in now), tuple(each * scale for each in after)
        settled = (value - last).abs() <= value.abs() * _SMALL
        if bool((settled & ((slope - last_slope).abs() <= slope.abs() * 1e-13)).all()):
            break
    ahead = torch.exp(a * torch.log(x) - x - torch.lgamma(a))
    return ahead * (slope + value * (torch.log(x) - torch.digamma(a)))


def _next(
    now: tuple[torch.Tensor, ...], before: tuple[torch.Tensor, ...], y: torch.Tensor, z: torch.Tensor, n: int
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the next numerator (or denominator) and its derivative; those of `y` and `z` are -1."""
    value = now[0] * z - before[0] * (y * n)
    return value, now[1] * z - now[0] - before[1] * (y * n) + before[0] * n


class Lower(torch.autograd.Function):
    """P(a, x) with a gradient for both."""

    generate_vmap_rule = True

    @staticmethod
    def forward(a: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
        """Compute it."""
        return torch.special.gammainc(a, x)

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[torch.Tensor, torch.Tensor], output: torch.Tensor) -> None:
        """Keep what the gradients need."""
        del output
        ctx.save_for_backward(*inputs)

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> tuple[torch.Tensor | None, torch.Tensor | None]:
        """Return the gradients; that for `x` is a density."""
        a, x = ctx.saved_tensors
        by_a = grad * by_order(a, x) if ctx.needs_input_grad[0] else None
        by_x = grad * torch.exp((a - 1) * torch.log(x) - x - torch.lgamma(a)) if ctx.needs_input_grad[1] else None
        return by_a, by_x


def lower(a: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    """Return P(a, x); torch's own where only `x` needs a gradient.

    Args:
        a (torch.Tensor): floating point, above 0.
        x (torch.Tensor): of the same type; the shapes broadcast.
    """
    if not a.requires_grad:
        return torch.special.gammainc(a, x)
    found: torch.Tensor = Lower.apply(*torch.broadcast_tensors(a, x))
    return found


def upper(a: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    """Return Q(a, x) = 1 - P(a, x); torch's own where only `x` needs a gradient.

    Args:
        a (torch.Tensor): floating point, above 0.
        x (torch.Tensor): of the same type; the shapes broadcast.
    """
    if not a.requires_grad:
        return torch.special.gammaincc(a, x)
    exact = torch.special.gammaincc(a.detach(), x.detach())
    below = lower(a, x)
    return exact - (below - below.detach())
