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


def by_bits(fn: Callable[..., torch.Tensor], *args: Any) -> torch.Tensor:
    """Run an operation that moves, adds or multiplies elements of one type: bits come out the same in the signed type.

    Args:
        fn (Callable): the operation.
        args (Any): its torch tensors and numbers; what is of no unsigned type is handed over as it is.
    """
    kind = next((x.dtype for x in args if isinstance(x, torch.Tensor) and x.dtype in _SAME_BITS), None)
    if kind is None:
        return fn(*args)
    signed = _SAME_BITS[kind]
    out = fn(*(x.view(signed) if isinstance(x, torch.Tensor) and x.dtype is kind else x for x in args))
    return out.view(kind) if out.dtype is signed else out


def added_bits(t: torch.Tensor, index: torch.Tensor, values: torch.Tensor, alpha: int = 1) -> torch.Tensor:
    """Add rows at places, as `torch.index_add` along the first axis does, also for unsigned types.

    Args:
        t (torch.Tensor): what is added to.
        index (torch.Tensor): the places.
        values (torch.Tensor): the rows, of the type of `t`.
        alpha (int): 1, or -1 to take away. Default: ``1``.
    """
    signed = _SAME_BITS.get(t.dtype)
    if signed is None:
        return t.index_add(0, index, values, alpha=alpha)
    return t.view(signed).index_add(0, index, values.view(signed), alpha=alpha).view(t.dtype)


def in_order(
    fn: Callable[[torch.Tensor], tuple[torch.Tensor, torch.Tensor]], t: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """Run an operation that compares elements only, in the signed type of that size, with the same order.

    Args:
        fn (Callable): the operation; returns elements and where they stand.
        t (torch.Tensor): of any type.
    """
    signed = _SAME_BITS.get(t.dtype)
    if signed is None:
        return fn(t)
    top = torch.iinfo(signed).min  # the highest bit, which in the signed type is the sign
    values, places = fn(t.view(signed) ^ top)
    return (values ^ top).view(t.dtype), places


def in_the_order(fn: Callable[[torch.Tensor], torch.Tensor], t: torch.Tensor) -> torch.Tensor:
    """Run an operation that chooses elements by comparing them, in the signed type of that size, with the same order.

    Args:
        fn (Callable): the operation.
        t (torch.Tensor): of any type.
    """
    signed = _SAME_BITS.get(t.dtype)
    if signed is None:
        return fn(t)
    top = torch.iinfo(signed).min  # the highest bit, which in the signed type is the sign
    return (fn(t.view(signed) ^ top) ^ top).view(t.dtype)


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
