"""Operations on uint16, uint32 and uint64, for which torch has few kernels: by way of a signed type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

UNSIGNED = (torch.uint16, torch.uint32, torch.uint64)
_SIGNED = {torch.uint16: torch.int32, torch.uint32: torch.int64, torch.uint64: torch.int64}

_SAME_BITS = {torch.uint16: torch.int16, torch.uint32: torch.int32, torch.uint64: torch.int64}


def bit_for_bit(fn: Callable[[torch.Tensor], torch.Tensor], t: torch.Tensor) -> torch.Tensor:
    """Run an operation on bits, which are the same in the signed type of that size.

    Args:
        fn (Callable): the operation.
        t (torch.Tensor): of integers.
    """
    signed = _SAME_BITS.get(t.dtype)
    return fn(t) if signed is None else fn(t.view(signed)).view(t.dtype)


def in_signed(fn: Callable[..., torch.Tensor], *args: Any) -> torch.Tensor | None:
    """Run an operation that torch has refused, in the next signed type; the bits beyond the type are cut off.

    Args:
        fn (Callable): the operation.
        args (Any): its torch tensors and numbers.

    Returns:
        The result, in the unsigned type where the operation keeps its operands' type; None where no operand is
        unsigned, or a uint64 lies beyond int64.
    """
    kind = next((x.dtype for x in args if isinstance(x, torch.Tensor) and x.dtype in _SIGNED), None)
    if kind is None:
        return None
    wide = _SIGNED[kind]
    signed = [x.to(dtype=wide) if isinstance(x, torch.Tensor) and x.dtype in _SIGNED else x for x in args]
    if kind is torch.uint64 and any(isinstance(x, torch.Tensor) and x.numel() and x.min() < 0 for x in signed):
        return None
    out = fn(*signed)
    return out.to(dtype=kind) if out.dtype is wide else out
