"""Batch normalisation over the batches of several processes."""

from __future__ import annotations

import torch

from ms2torch.communication import _collectives


def sync_batch_norm(
    t: torch.Tensor,
    weight: torch.Tensor | None,
    bias: torch.Tensor | None,
    mean: torch.Tensor | None,
    variance: torch.Tensor | None,
    factor: float,
    eps: float,
    group: str | None,
) -> torch.Tensor:
    """Normalise each channel over the batches of all processes of a group, and update the running statistics.

    Args:
        t (torch.Tensor): the batch of this process, channels second.
        weight (torch.Tensor, optional): what each channel is multiplied by.
        bias (torch.Tensor, optional): what is added to each channel.
        mean (torch.Tensor, optional): the running mean, changed in place.
        variance (torch.Tensor, optional): the running variance, changed in place.
        factor (float): weight of the new statistics in the running ones.
        eps (float): added to the variance.
        group (str, optional): the group's name; ``None``: all processes.
    """
    axes = [0, *range(2, t.ndim)]
    shape = [1, -1] + [1] * (t.ndim - 2)
    x = t if t.dtype is torch.float64 else t.float()
    count = torch.full((1,), t.numel() / t.shape[1], dtype=x.dtype, device=x.device)
    sums = _collectives.all_reduce(torch.cat([x.sum(axes), count]), "sum", group)
    total = sums[-1].detach()
    centre = sums[:-1] / total
    centred = x - centre.reshape(shape)
    spread = _collectives.all_reduce(centred.square().sum(axes), "sum", group) / total
    if mean is not None and variance is not None:
        with torch.no_grad():
            mean.lerp_(centre.to(dtype=mean.dtype), factor)
            variance.lerp_((spread * (total / (total - 1))).to(dtype=variance.dtype), factor)
    out = centred * torch.rsqrt(spread + eps).reshape(shape)
    if weight is not None:
        out = out * weight.reshape(shape)
    if bias is not None:
        out = out + bias.reshape(shape)
    return out.to(dtype=t.dtype)
