"""Resizing of arrays, with the arithmetic of OpenCV: the result is the same to the bit, or to one grey level.

8 bit images are interpolated in fixed point with 11 bits of weight, all others in float.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

_ONE = 2048  # 1 in the fixed point of 8 bit images
_CUBIC = np.float32(-0.75)


def nearest(image: Array, height: int, width: int) -> Array:
    """Return the nearest pixel of `image` (H, W, ...) for each of `height` x `width`."""
    rows = np.floor(np.arange(height) * _scale(image.shape[0], height)).astype(int)
    columns = np.floor(np.arange(width) * _scale(image.shape[1], width)).astype(int)
    return image[np.minimum(rows, image.shape[0] - 1)][:, np.minimum(columns, image.shape[1] - 1)]


def linear(image: Array, height: int, width: int) -> Array:
    """Interpolate linearly between four pixels."""
    if image.shape[0] == 2 * height and image.shape[1] == 2 * width:
        return area(image, height, width)
    rows = _linear_taps(image.shape[0], height)
    columns = _linear_taps(image.shape[1], width)
    return _separable(image, rows, columns)


def cubic(image: Array, height: int, width: int) -> Array:
    """Interpolate with a cubic of a = -0.75 between sixteen pixels."""
    return _separable(image, _cubic_taps(image.shape[0], height), _cubic_taps(image.shape[1], width))


def area(image: Array, height: int, width: int) -> Array:
    """Average the pixels that a new pixel covers; where that is less than one, interpolate linearly."""
    tall, wide = image.shape[0] / height, image.shape[1] / width
    if tall < 1 or wide < 1:
        return _separable(image, _area_taps(image.shape[0], height), _area_taps(image.shape[1], width))
    if image.shape[0] % height == 0 and image.shape[1] % width == 0:
        return _mean_of_blocks(image, height, width)
    rows, columns = _cover(image.shape[0], height), _cover(image.shape[1], width)
    flat = image.astype(np.float64 if image.dtype == np.float64 else np.float32)
    across = np.einsum("hw...,xw->hx...", flat, columns.astype(flat.dtype))
    return to_type(np.einsum("hx...,yh->yx...", across, rows.astype(flat.dtype)), image.dtype)


def to_type(values: Array, dtype: np.dtype[Any]) -> Array:
    """Round to even and clip, as OpenCV does on the way to integers."""
    if dtype.kind not in "iu":
        return values.astype(dtype)
    limits = np.iinfo(dtype)
    return np.clip(np.rint(values), limits.min, limits.max).astype(dtype)


def _mean_of_blocks(image: Array, height: int, width: int) -> Array:
    tall, wide = image.shape[0] // height, image.shape[1] // width
    blocks = image.reshape(height, tall, width, wide, *image.shape[2:])
    if image.dtype.kind not in "iu":
        return blocks.mean(axis=(1, 3), dtype=image.dtype)
    total = blocks.sum(axis=(1, 3), dtype=np.int64)
    if tall == wide == 2:
        return ((total + 2) >> 2).astype(image.dtype)
    return to_type(total.astype(np.float32) * np.float32(1 / (tall * wide)), image.dtype)


def _separable(image: Array, rows: tuple[Array, Array], columns: tuple[Array, Array]) -> Array:
    (row_places, row_weights), (column_places, column_weights) = rows, columns
    trailing = (1,) * (image.ndim - 2)
    if image.dtype != np.uint8:
        work = np.float64 if image.dtype == np.float64 else np.float32
        across = _weighted(image.astype(work), column_places, column_weights.astype(work), trailing)
        down = _weighted(across.swapaxes(0, 1), row_places, row_weights.astype(work), trailing).swapaxes(0, 1)
        return to_type(down, image.dtype)
    fixed_columns = np.rint(column_weights * _ONE).astype(np.int64)
    fixed_rows = np.rint(row_weights * _ONE).astype(np.int64)
    across = _weighted(image.astype(np.int64), column_places, fixed_columns, trailing)
    taps = fixed_rows.shape[1]
    if taps == 2:
        # OpenCV drops four bits before the multiplication, so that it fits 16 bits
        parts = [
            ((across[row_places[:, tap]] >> 4) * fixed_rows[:, tap].reshape(-1, 1, *trailing)) >> 16
            for tap in range(taps)
        ]
        return np.clip((parts[0] + parts[1] + 2) >> 2, 0, 255).astype(np.uint8)
    down = _weighted(across.swapaxes(0, 1), row_places, fixed_rows, trailing).swapaxes(0, 1)
    return np.clip((down + (1 << 21)) >> 22, 0, 255).astype(np.uint8)


def _weighted(values: Array, places: Array, weights: Array, trailing: tuple[int, ...]) -> Array:
    """Sum along the second axis over the taps."""
    total = values[:, places[:, 0]] * weights[:, 0].reshape(1, -1, *trailing)
    for tap in range(1, places.shape[1]):
        total = total + values[:, places[:, tap]] * weights[:, tap].reshape(1, -1, *trailing)
    return total


def _scale(size: int, new: int) -> float:
    # the inverse of the inverse: where it lies a rounding off a whole number, OpenCV's floor falls the same way
    return 1 / (new / size)


def _centres(size: int, new: int) -> tuple[Array, Array]:
    """Return where new pixels lie among the old: whole and fraction."""
    scale = _scale(size, new)
    at = ((np.arange(new) + 0.5) * scale - 0.5).astype(np.float32)
    whole = np.floor(at).astype(int)
    return whole, at - whole.astype(np.float32)


def _linear_taps(size: int, new: int) -> tuple[Array, Array]:
    whole, part = _centres(size, new)
    outside = (whole < 0) | (whole >= size - 1)
    part = np.where(outside, np.float32(0), part)
    whole = np.clip(whole, 0, size - 1)
    return np.stack([whole, np.minimum(whole + 1, size - 1)], 1), np.stack([1 - part, part], 1)


def _area_taps(size: int, new: int) -> tuple[Array, Array]:
    scale = _scale(size, new)
    whole = np.floor(np.arange(new) * scale).astype(int)
    part = ((np.arange(new) + 1) - (whole + 1) * (new / size)).astype(np.float32)
    part = np.where(part <= 0, np.float32(0), part - np.floor(part))
    outside = whole >= size - 1
    part = np.where(outside, np.float32(0), part)
    whole = np.minimum(whole, size - 1)
    return np.stack([whole, np.minimum(whole + 1, size - 1)], 1), np.stack([1 - part, part], 1)


def cubic_weights(part: Array) -> Array:
    """Return the four weights (..., 4) for fractions."""
    a, x, one = _CUBIC, part.astype(np.float32), np.float32(1)
    far = ((a * (x + one) - 5 * a) * (x + one) + 8 * a) * (x + one) - 4 * a
    near = ((a + 2) * x - (a + 3)) * x * x + one
    next_ = ((a + 2) * (one - x) - (a + 3)) * (one - x) * (one - x) + one
    return np.stack([far, near, next_, one - far - near - next_], -1)


def _cubic_taps(size: int, new: int) -> tuple[Array, Array]:
    whole, part = _centres(size, new)
    places = np.clip(whole[:, None] + np.arange(-1, 3), 0, size - 1)
    return places, cubic_weights(part)


def _cover(size: int, new: int) -> Array:
    """Return how much of each old pixel a new one takes (new, size)."""
    scale = _scale(size, new)
    edges = np.arange(new)[:, None] * scale
    left = np.maximum(np.arange(size)[None], edges)
    right = np.minimum(np.arange(size)[None] + 1, np.minimum(edges + scale, size))
    share = np.maximum(right - left, 0)
    # a sliver below a thousandth is rounding: OpenCV leaves it out
    share[share <= 1e-3] = 0
    return share / np.minimum(scale, size - edges)
