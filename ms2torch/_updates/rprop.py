"""Resilient propagation: only the signs of the gradients count."""

from __future__ import annotations

import torch


def descend_by_signs(
    p: torch.Tensor,
    g: torch.Tensor,
    last: torch.Tensor,
    size: torch.Tensor,
    factors: tuple[float, float],
    bounds: tuple[float, float],
) -> None:
    """Step by sizes that grow while the gradient keeps its sign; where it turned nothing moves, and the next is new.

    Args:
        p (torch.Tensor): it is moved.
        g (torch.Tensor): its gradient.
        last (torch.Tensor): the gradient of the step before, 0 where there was none that counts; set to this one.
        size (torch.Tensor): the sizes, moved.
        factors (tuple[float, float]): by which a size shrinks where the sign turned, and grows where it did not.
        bounds (tuple[float, float]): of the sizes.
    """
    agreement = g * last
    turned = agreement < 0
    factor = torch.where(agreement > 0, factors[1], 1.0).masked_fill_(turned, factors[0])
    size.mul_(factor.to(dtype=size.dtype)).clamp_(*bounds)
    last.copy_(g).masked_fill_(turned, 0.0)
    p.addcmul_(torch.sign(last), size, value=-1)
