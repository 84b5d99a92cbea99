"""Functions that write their result into the input where `inplace` says so."""

from __future__ import annotations

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.tensor_type import Tensor


def into(input: Tensor, out: torch.Tensor, inplace: bool) -> Tensor:
    """Return a result, written into the input where that was asked for.

    Args:
        input (Tensor): what the function was given.
        out (torch.Tensor): what it computed.
        inplace (bool): whether to write it into `input`.
    """
    if not inplace:
        return wrap(out)
    unwrap(input).copy_(out)
    return input
