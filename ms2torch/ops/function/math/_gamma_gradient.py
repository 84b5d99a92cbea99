"""The derivative of the incomplete gamma functions by their first argument, which torch does not have."""

from __future__ import annotations

from typing import Any

import torch

_TERMS = 2000
_LARGE = 2.0**52


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
    low = _derivative(_series, torch.where(valid, wide_a, 1.0), torch.where(valid & ~above, wide_x, 0.5))
    high = _derivative(_fraction, torch.where(valid & above, wide_a, 1.0), torch.where(valid & above, wide_x, 2.0))
    found = torch.where(above, -high, low)
    found = torch.where(valid, found, torch.where((wide_a > 0) & (wide_x == 0), 0.0, torch.nan))
    return found.to(dtype=a.dtype)


def _derivative(function: Any, a: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    slope: torch.Tensor
    _, slope = torch.func.jvp(lambda order: function(order, x), (a,), (torch.ones_like(a),))
    return slope


def _series(a: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    """P(a, x) by its power series, for x up to about a."""
    term = total = torch.ones_like(a)
    for n in range(1, _TERMS):
        term = term * (x / (a + n))
        total = total + term
        if bool((term.detach() <= total.detach() * 1e-18).all()):
            break
    return total * torch.exp(a * torch.log(x) - x - torch.lgamma(a + 1))


def _fraction(a: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    """Q(a, x) = 1 - P(a, x) by its continued fraction, for x above a."""
    y, z = 1 - a, x - a + 2
    before, now = (torch.ones_like(x), x), (x + 1, z * x)
    value = now[0] / now[1]
    for n in range(1, _TERMS):
        y, z = y + 1, z + 2
        following = (now[0] * z - before[0] * y * n, now[1] * z - before[1] * y * n)
        ends = following[1] != 0
        last, value = value, torch.where(ends, following[0] / torch.where(ends, following[1], 1.0), value)
        scale = torch.where(following[0].abs() > _LARGE, 1 / _LARGE, 1.0).detach()
        before, now = (now[0] * scale, now[1] * scale), (following[0] * scale, following[1] * scale)
        if bool(((value - last).abs() <= value.abs() * 1e-16).all()):
            break
    return value * torch.exp(a * torch.log(x) - x - torch.lgamma(a))


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
