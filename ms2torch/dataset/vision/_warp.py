"""Rotation, affine and perspective maps of arrays, with the arithmetic of OpenCV.

Positions are rounded to 1/32 of a pixel; the weights of 8 bit images to 15 bits.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ms2torch.dataset.vision._resize import cubic_weights, to_type

Array = NDArray[Any]

_NEAREST, _CUBIC = 0, 3  # of `Inter`; everything else is linear
_STEPS = 32  # positions between two pixels
_AFFINE_BITS = 10
_ONE = 1 << 15


def rotate(
    image: Array,
    degrees: float,
    mode: int,
    expand: bool,
    center: Sequence[float] | None,
    fill: Sequence[float],
) -> Array:
    """Turn anticlockwise about `center`, by default the middle; `expand` makes room for all of it."""
    height, width = image.shape[:2]
    middle = ((width - 1) / 2, (height - 1) / 2) if not center else (float(center[0]), float(center[1]))
    angle = math.radians(degrees)
    cos, sin = math.cos(angle), math.sin(angle)
    matrix = np.array(
        [
            [cos, sin, (1 - cos) * middle[0] - sin * middle[1]],
            [-sin, cos, sin * middle[0] + (1 - cos) * middle[1]],
        ]
    )
    if expand:
        wide = np.float32(height * abs(sin) + width * abs(cos))
        tall = np.float32(height * abs(cos) + width * abs(sin))
        matrix[0, 2] += (wide - width) / 2
        matrix[1, 2] += (tall - height) / 2
        height, width = round(float(tall)), round(float(wide))
    return warp_affine(image, matrix, height, width, mode, fill)


def affine(
    image: Array,
    degrees: float,
    translate: Sequence[float],
    scale: float,
    shear: Sequence[float],
    mode: int,
    fill: Sequence[float],
) -> Array:
    """Scale, shear, turn about the middle and move by `translate` (in widths and heights)."""
    height, width = image.shape[:2]
    angle, shear_x, shear_y = (math.radians(value) for value in (degrees, shear[0], shear[1]))
    center = ((width - 1) / 2, (height - 1) / 2)
    moved = (translate[0] * width, translate[1] * height)
    a = math.cos(angle - shear_y) / math.cos(shear_y)
    b = -math.cos(angle - shear_y) * math.tan(shear_x) / math.cos(shear_y) - math.sin(angle)
    c = math.sin(angle - shear_y) / math.cos(shear_y)
    d = -math.sin(angle - shear_y) * math.tan(shear_x) / math.cos(shear_y) + math.cos(angle)
    linear = np.array([[a, b], [c, d]]) * scale
    offset = np.array(center) + moved - linear @ np.array(center)
    return warp_affine(image, np.column_stack([linear, offset]), height, width, mode, fill)


def perspective(image: Array, start: Sequence[Sequence[int]], end: Sequence[Sequence[int]], mode: int) -> Array:
    """Map the quadrangle `start` to `end`; what is outside becomes 0."""
    rows: list[list[float]] = []
    for (x, y), (u, v) in zip(start, end, strict=True):
        rows.append([x, y, 1, 0, 0, 0, -x * u, -y * u])
        rows.append([0, 0, 0, x, y, 1, -x * v, -y * v])
    target = np.array(end, dtype=np.float64).reshape(8)
    matrix = np.append(np.linalg.solve(np.array(rows, dtype=np.float64), target), 1.0).reshape(3, 3)
    inverse = np.linalg.inv(matrix)
    height, width = image.shape[:2]
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    depth = inverse[2, 0] * x + inverse[2, 1] * y + inverse[2, 2]
    steps = 1 if mode == _NEAREST else _STEPS
    with np.errstate(divide="ignore"):
        share = np.where(depth == 0, 0.0, steps / depth)
    limit = float(2**31 - 1)
    at_x, at_y = (
        np.rint(np.clip((row[0] * x + row[1] * y + row[2]) * share, -limit - 1, limit)).astype(np.int64)
        for row in inverse[:2]
    )
    return _sample(image, at_x, at_y, mode, (0, 0, 0))


def warp_affine(image: Array, matrix: Array, height: int, width: int, mode: int, fill: Sequence[float]) -> Array:
    """Return the image (H, W) or (H, W, C) that `matrix` (2, 3) maps `image` to."""
    determinant = matrix[0, 0] * matrix[1, 1] - matrix[0, 1] * matrix[1, 0]
    scale = 1 / determinant if determinant else 0.0
    inner = np.array([[matrix[1, 1], -matrix[0, 1]], [-matrix[1, 0], matrix[0, 0]]]) * scale
    offset = -(inner @ matrix[:, 2])
    unit = 1 << _AFFINE_BITS
    half = unit // 2 if mode == _NEAREST else unit // _STEPS // 2
    shift = _AFFINE_BITS if mode == _NEAREST else _AFFINE_BITS - 5
    at: list[Array] = []
    for row in range(2):
        along = np.rint(inner[row, 0] * np.arange(width) * unit).astype(np.int64)
        down = np.rint((inner[row, 1] * np.arange(height) + offset[row]) * unit).astype(np.int64) + half
        at.append((along[None] + down[:, None]) >> shift)
    return _sample(image, at[0], at[1], mode, fill)


def _sample(image: Array, x: Array, y: Array, mode: int, fill: Sequence[float]) -> Array:
    """Read `image` at positions: whole pixels for the nearest, else 32nds."""
    planes = image if image.ndim == 3 else image[..., None]
    background = np.resize(np.asarray(fill, dtype=np.float64), planes.shape[2])
    outside = to_type(background, image.dtype if image.dtype != np.bool_ else np.dtype(np.uint8))
    if mode == _NEAREST:
        out = _pixels(planes, x, y, outside)
    else:
        taps = np.arange(-1, 3) if mode == _CUBIC else np.arange(2)
        whole_x, whole_y = x >> 5, y >> 5
        weights = _weights(mode, image.dtype == np.uint8)[y & 31, x & 31]
        work = np.int64 if image.dtype == np.uint8 else np.float64 if image.dtype == np.float64 else np.float32
        total = np.zeros((*x.shape, planes.shape[2]), work)
        for i, down in enumerate(taps):
            for j, along in enumerate(taps):
                part = _pixels(planes, whole_x + along, whole_y + down, outside).astype(work)
                total += part * weights[..., i, j, None].astype(work)
        if image.dtype == np.uint8:
            out = np.clip((total.astype(np.int64) + (_ONE >> 1)) >> 15, 0, 255).astype(np.uint8)
        else:
            out = to_type(total, image.dtype)
    return out if image.ndim == 3 else out[..., 0]


def _pixels(planes: Array, x: Array, y: Array, outside: Array) -> Array:
    height, width = planes.shape[:2]
    inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
    values = planes[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)]
    return np.where(inside[..., None], values, outside.astype(planes.dtype))


def _weights(mode: int, fixed: bool) -> Array:
    """Return the weights (32, 32, taps, taps) of the pixels round each position between them."""
    part = (np.arange(_STEPS) * np.float32(1 / _STEPS)).astype(np.float32)
    one = cubic_weights(part) if mode == _CUBIC else np.stack([1 - part, part], 1)
    both = one[:, None, :, None] * one[None, :, None, :]
    if not fixed:
        return both
    whole = np.rint(both * np.float32(_ONE)).astype(np.int64)
    _settle(whole)
    return whole


def _settle(whole: Array) -> None:
    """Make the weights of each position add up to one, at the largest or smallest of the inner four, as OpenCV."""
    taps = whole.shape[2]
    middle = slice(taps // 2 - 1, taps // 2 + 1) if taps > 2 else slice(0, 2)
    for i in range(_STEPS):
        for j in range(_STEPS):
            excess = int(whole[i, j].sum()) - _ONE
            if not excess:
                continue
            inner = whole[i, j, middle, middle]
            place = np.unravel_index(inner.argmax() if excess < 0 else inner.argmin(), inner.shape)
            inner[place] -= excess
