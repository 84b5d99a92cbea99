"""Recursive filters, block by block."""

from __future__ import annotations

import torch

_BLOCK = 128


def lfilter(x: torch.Tensor, a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Return y with a[0] y[n] = b[0] x[n] + ... - a[1] y[n-1] - ..., along the last axis, from rest.

    Within a block the answer is a product with a triangular matrix of the impulse response, and what earlier blocks
    leave behind is a state of as many numbers as the filter's order; so only one step per block is sequential.
    Computed in float64 whatever the input's type.
    """
    order = a.numel() - 1
    x64 = x.to(dtype=torch.float64)
    a, b = a.to(dtype=torch.float64), b.to(dtype=torch.float64)
    a, b = a / a[0], b / a[0]
    forced = _fir(x64, b)
    if order == 0:
        return forced.to(dtype=x.dtype)
    flat = forced.reshape(-1, forced.shape[-1])
    frames = flat.shape[-1]
    size = min(_BLOCK, max(frames, 1))
    flat = torch.nn.functional.pad(flat, (0, -frames % size)).reshape(flat.shape[0], -1, size)
    response, ringing = _responses(a, order, size)
    own = flat @ response.T
    out = torch.empty_like(own)
    state = own.new_zeros(own.shape[0], order)
    for block in range(own.shape[1]):
        y = own[:, block] + state @ ringing.T
        out[:, block] = y
        # the newest output first; a block may be shorter than the order
        state = torch.cat([y.flip(-1), state], dim=-1)[:, :order]
    return out.reshape(out.shape[0], -1)[:, :frames].reshape(forced.shape).to(dtype=x.dtype)


def _fir(x: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    out = b[0] * x
    for delay in range(1, b.numel()):
        if delay < x.shape[-1]:
            out[..., delay:] += b[delay] * x[..., :-delay]
    return out


def _responses(a: torch.Tensor, order: int, size: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the block's answer to its own input (size, size) and to the outputs before it (size, order)."""
    # row n holds the coefficients of y[n] in (inputs of this block, outputs before it)
    rows = torch.zeros(size, size + order, dtype=torch.float64)
    coefficients = a.tolist()
    for n in range(size):
        rows[n, n] = 1.0
        for delay in range(1, order + 1):
            if delay <= n:
                rows[n] -= coefficients[delay] * rows[n - delay]
            else:
                rows[n, size + delay - n - 1] -= coefficients[delay]
    return rows[:, :size], rows[:, size:]
