"""What tells a tensor from all others: its form and its numbers, as a key of a dictionary."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable

import torch

_MOST = 1 << 18
"""Elements of a tensor above which a look at all of them is as dear as what it would save."""

Told = tuple[Hashable, ...]


def content(tensor: torch.Tensor) -> Told | None:
    """Return type, shape, strides and numbers of a tensor; None of a large one, and of what holds no plain numbers.

    Args:
        tensor (torch.Tensor): of any shape.
    """
    if tensor.layout != torch.strided or tensor.is_meta or not 0 < tensor.numel() <= _MOST:
        return None
    with torch._C._DisableTorchDispatch():  # what watches operations has no business here
        numbers = tensor.detach().cpu().resolve_conj().resolve_neg().contiguous().flatten().view(torch.uint8)
        digest = hashlib.blake2b(numbers.numpy().tobytes(), digest_size=16).digest()
    return tensor.dtype, tuple(tensor.shape), tensor.stride(), digest
