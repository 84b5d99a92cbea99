"""Brightness and colour differences to red, green and blue, by the integer tables that MindSpore's decoder uses.

FFmpeg has several converters, which differ by up to 3 of 256 levels; which one runs depends on how it was built. In
MindSpore it is the one of tables, for eight bits with colours at half the resolution: the colour moves the index into
a table of brightness, by whole steps, and two rows of pixels share one row of colours.

Source: values of mindspore.dataset.vision.read_video, MindSpore 2.10 (tests/goldens/videos.npz, recorded)
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Plane: TypeAlias = NDArray[np.uint8]

_ONE = 1 << 16
_RED, _GREEN_U, _GREEN_V, _BLUE = 104597, -25675, -53279, 132201
"""What a colour difference adds to each colour, in 65536ths, where brightness spans 219 levels and colours 224."""
_MARGIN = 512
"""Entries of the table of brightness beyond each end, for indices that colours move out of it."""


@dataclass(frozen=True, slots=True)
class _Tables:
    brightness: Plane
    red: NDArray[np.int16]
    green_u: NDArray[np.int16]
    green_v: NDArray[np.int16]
    blue: NDArray[np.int16]


def to_rgb(y: Plane, u: Plane, v: Plane, *, full_range: bool) -> Plane:
    """Return the pixels of an image of eight bits with colours at half the width, or half of both sizes.

    Args:
        y (Plane): brightness, <H,W>.
        u (Plane): difference of blue, <H or (H+1)//2, (W+1)//2>.
        v (Plane): difference of red, likewise.
        full_range (bool): whether the levels span 0 to 255, as in JPEG, and not 16 to 235.

    Returns:
        numpy.ndarray of uint8, <H,W,3>.
    """
    tables = _tables(full_range=full_range)
    height, width = y.shape
    if u.shape[0] == height:
        u, v = u[::2], v[::2]
    out = np.empty((height, width, 3), np.uint8)
    moved = (tables.red[v], tables.green_u[u] + tables.green_v[v], tables.blue[u])
    for channel, offset in enumerate(moved):
        whole = offset.repeat(2, 0)[:height].repeat(2, 1)[:, :width]
        out[..., channel] = tables.brightness[whole + y]
    return out


@cache
def _tables(*, full_range: bool) -> _Tables:
    step, black = _ONE, 0
    red, green_u, green_v, blue = _RED, _GREEN_U, _GREEN_V, _BLUE
    if full_range:
        red, blue, green_u, green_v = (_towards_zero(each * 224, 255) for each in (red, blue, green_u, green_v))
    else:
        step, black = step * 255 // 219, 16 << 16
    first = (384 if full_range else 326) + _MARGIN
    index = np.arange(1024 + 2 * _MARGIN, dtype=np.int64)
    levels = (-(384 << 16) - _MARGIN * step - black + index * step + (_ONE >> 1)) >> 16
    inverse = [_towards_zero(each * _ONE + (_ONE >> 1), step) for each in (red, green_u, green_v, blue)]
    # one of the two parts of green, and red and blue, hold where the brightness 0 lies in the table
    starts = (first, first, 0, first)
    return _Tables(np.clip(levels, 0, 255).astype(np.uint8), *map(_offsets, inverse, starts))


def _offsets(step: int, start: int) -> NDArray[np.int16]:
    """Return by how many entries each of 256 colour differences moves the index of brightness."""
    difference = np.arange(256, dtype=np.int64)
    moved: NDArray[Any] = start - (step >> 9) + ((difference * step) >> 16)
    return moved.astype(np.int16)


def _towards_zero(number: int, by: int) -> int:
    return number // by if number >= 0 else -(-number // by)
