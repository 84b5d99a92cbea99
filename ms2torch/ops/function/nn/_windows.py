"""Padding of sliding windows, shared by convolutions and pools: MindSpore's pad modes in torch's terms."""

from __future__ import annotations

from collections.abc import Sequence

import torch
import torch.nn.functional as F

PAD_MODES = ("same", "valid", "pad")
Pairs = list[tuple[int, int]]


def _ints_from(least: int, values: Sequence[object]) -> bool:
    """Tell whether all are plain ints of at least `least`."""
    for value in values:  # noqa: SIM110  a generator takes longer than two entries
        if type(value) is not int or value < least:
            return False
    return True


def per_dim(op: str, name: str, value: int | Sequence[int], n: int) -> tuple[int, ...]:
    """Return one int per window dimension; MindSpore also takes 4-tuples with leading ones for two dimensions.

    Raises:
        ValueError: if the length does not fit, or an entry is below 1.
        TypeError: if the value is not made of ints.
    """
    # bool is a subclass of int, and goes the long way to its error
    if type(value) is int and value > 0:
        return (value,) * n
    if type(value) is tuple and len(value) == n and _ints_from(1, value):
        return value
    values = (value,) * n if isinstance(value, int) and not isinstance(value, bool) else value
    if not isinstance(values, tuple) or any(isinstance(v, bool) or not isinstance(v, int) for v in values):
        msg = f"{op}: {name} must be an int or a tuple of {n} ints, got {value!r}"
        # there a tuple of something else has the wrong value, and so has whatever is no int for one dimension
        raise ValueError(msg) if isinstance(values, tuple) or n == 1 else TypeError(msg)
    if len(values) == n + 2 and values[0] == values[1] == 1:
        values = values[2:]
    if len(values) == 1:
        values = values * n
    if len(values) != n or any(v < 1 for v in values):
        msg = f"{op}: {name} must be a positive int or a tuple of {n} of them, got {value!r}"
        raise ValueError(msg)
    return tuple(values)


def pad_mode_arg(op: str, pad_mode: str) -> str:
    """Return the pad mode in lower case.

    Raises:
        ValueError: if it is not one of "same", "valid" and "pad".
    """
    mode = pad_mode.lower() if isinstance(pad_mode, str) else pad_mode
    if mode not in PAD_MODES:
        msg = f"{op}: pad_mode must be 'same', 'valid' or 'pad', got {pad_mode!r}"
        raise ValueError(msg)
    return mode


def padding_pairs(op: str, padding: int | Sequence[int], n: int) -> Pairs:
    """Return the padding as (before, after) per dimension; given as one int, one per dimension, or two per dimension.

    Raises:
        ValueError: if there are not 1, `n` or `2 n` entries, or one is negative.
        TypeError: if the value is not made of ints.
    """
    if type(padding) is int and padding >= 0:
        return [(padding, padding)] * n
    if type(padding) is tuple and len(padding) == 2 * n and _ints_from(0, padding):
        return [(padding[place], padding[place + 1]) for place in range(0, 2 * n, 2)]
    values = (padding,) if isinstance(padding, int) and not isinstance(padding, bool) else padding
    if not isinstance(values, (tuple, list)) or any(isinstance(v, bool) or not isinstance(v, int) for v in values):
        msg = f"{op}: padding must be an int or a tuple of ints, got {padding!r}"
        raise TypeError(msg)
    if len(values) not in (1, n, 2 * n) or any(v < 0 for v in values):
        msg = f"{op}: padding must be 1, {n} or {2 * n} ints not below 0, got {padding!r}"
        raise ValueError(msg)
    if len(values) == 2 * n:
        return [(values[2 * i], values[2 * i + 1]) for i in range(n)]
    if len(values) == 1:
        values = list(values) * n
    return [(v, v) for v in values]


def same_pairs(sizes: Sequence[int], kernel: Sequence[int], stride: Sequence[int], dilation: Sequence[int]) -> Pairs:
    """Return the padding that makes the output size ceil(size / stride); an odd remainder goes behind."""
    pairs = []
    for size, k, s, d in zip(sizes, kernel, stride, dilation, strict=True):
        total = max((-(-size // s) - 1) * s + (k - 1) * d + 1 - size, 0)
        pairs.append((total // 2, total - total // 2))
    return pairs


def window_padding(
    op: str,
    pad_mode: str,
    padding: int | Sequence[int],
    sizes: Sequence[int],
    kernel: Sequence[int],
    stride: Sequence[int],
    dilation: Sequence[int],
) -> Pairs:
    """Return the padding as (before, after) per dimension, for a pad mode and an input size.

    Raises:
        ValueError: if padding is given in a mode that works it out itself.
    """
    mode = pad_mode_arg(op, pad_mode)
    if mode == "pad":
        return padding_pairs(op, padding, len(kernel))
    if padding != 0 and any(p != 0 for p in ([padding] if isinstance(padding, int) else padding)):
        msg = f"{op}: padding must be 0 when pad_mode is {pad_mode!r}, got {padding!r}; use pad_mode='pad'"
        raise ValueError(msg)
    if mode == "valid":
        return [(0, 0)] * len(kernel)
    return same_pairs(sizes, kernel, stride, dilation)


def symmetric(pairs: Pairs) -> tuple[int, ...] | None:
    """Return the padding per dimension where both sides are equal, which torch applies without a copy; else None."""
    for before, after in pairs:
        if before != after:
            return None
    return tuple([before for before, _ in pairs])


def pad_by(t: torch.Tensor, pairs: Pairs, value: float = 0.0) -> torch.Tensor:
    """Pad the last dimensions by (before, after) pairs, first dimension first."""
    flat = [side for pair in reversed(pairs) for side in pair]
    return F.pad(t, flat, value=value) if any(flat) else t
