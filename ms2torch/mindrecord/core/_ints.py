"""How MindRecord stores arrays of integers: each element in 1, 2, 4 or 8 bytes, whichever holds it.

Layout: number of elements (4 bytes, big endian); two bits an element that say how many bytes it has (0: 1, 1: 2, 2: 4,
3: 8), four elements a byte, the first in the highest bits; the elements, little endian.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
_WIDTHS = np.array([1, 2, 4, 8])


def pack_ints(array: Array) -> bytes:
    """Return an array of int32 or int64 in its stored form."""
    values = np.ascontiguousarray(array).reshape(-1)
    kinds = np.zeros(values.size, np.uint8)
    for place, narrow in enumerate((np.int8, np.int16, np.int32)):
        limits = np.iinfo(narrow)
        kinds[(values < limits.min) | (values > limits.max)] = place + 1
    padded = np.zeros(-(-values.size // 4) * 4, np.uint8)
    padded[: values.size] = kinds
    flags = padded.reshape(-1, 4) @ np.array([64, 16, 4, 1], np.uint8)
    wide = values.astype("<i8").view(np.uint8).reshape(-1, 8)
    kept = wide[np.arange(8) < _WIDTHS[kinds][:, None]]
    return values.size.to_bytes(4, "big") + flags.astype(np.uint8).tobytes() + kept.tobytes()


def unpack_ints(data: bytes, kind: str) -> Array:
    """Return the array of `kind`, ``"int32"`` or ``"int64"``, in its stored form.

    Raises:
        ValueError: if the bytes do not hold what their beginning says.
    """
    count = int.from_bytes(data[:4], "big")
    flags = np.frombuffer(data, np.uint8, min(-(-count // 4), max(0, len(data) - 4)), 4)
    if len(data) < 4 or flags.size * 4 < count:
        raise ValueError(f"{len(data)} bytes are too few for {count} integers.")
    kinds = ((flags[:, None] >> np.array([6, 4, 2, 0])) & 3).reshape(-1)[:count]
    body = np.frombuffer(data, np.uint8, offset=4 + flags.size)
    widths = _WIDTHS[kinds]
    if body.size != widths.sum():
        raise ValueError(f"{body.size} bytes for {count} integers that need {widths.sum()}.")
    wide = np.zeros((count, 8), np.uint8)
    taken = np.arange(8) < widths[:, None]
    wide[taken] = body
    last = wide[np.arange(count), widths - 1] if count else wide[:, 0]
    wide[~taken & (last >= 128)[:, None]] = 255  # the sign goes on into the bytes that were left out
    return wide.reshape(-1).view("<i8").astype(kind)
