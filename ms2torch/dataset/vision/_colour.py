"""Colours of arrays in [..., C] order, with the arithmetic of OpenCV."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ms2torch.dataset.vision import _opencv
from ms2torch.dataset.vision._resize import to_type

Array = NDArray[Any]


def gray(image: Array, red: int = 0) -> Array:
    """Return the brightness (H, W) of (H, W, 3 or 4); `red` is the place of red, 0 or 2."""
    if image.dtype == np.uint8 and image.shape[2:] == (3,) and _opencv.takes(image):
        return _opencv.gray(image, red)
    r, g, b = image[..., red], image[..., 1], image[..., 2 - red]
    if image.dtype.kind == "f":
        return (r * 0.299 + g * 0.587 + b * 0.114).astype(image.dtype)
    # 15 bit weights that add up to one
    total = r.astype(np.int64) * 9798 + g.astype(np.int64) * 19235 + b.astype(np.int64) * 3735
    return ((total + (1 << 14)) >> 15).astype(image.dtype)


def blend(first: Array, second: Array | float, factor: float) -> Array:
    """Return `first * factor + second * (1 - factor)` in the type of `first`."""
    weight = np.float32(factor)
    return _added(first, weight, np.asarray(second), np.float32(1) - weight, first.dtype)


def _added(one: Array, a: np.float32, two: Array, b: np.float32, dtype: np.dtype[Any]) -> Array:
    # to the bit: the first product is rounded to single precision, the second goes into the sum as it is
    left = (one.astype(np.float32) * a).astype(np.float64)
    return to_type((left + two.astype(np.float64) * float(b)).astype(np.float32), dtype)


def brightness(image: Array, factor: float) -> Array:
    """Multiply."""
    work = np.float64 if image.dtype == np.float64 else np.float32
    return to_type(image.astype(work) * work(factor), image.dtype)


def contrast(image: Array, factor: float) -> Array:
    """Blend with the mean brightness."""
    mean = float(gray(image).mean(dtype=np.float64))
    return blend(image, float(round(mean)) if image.dtype.kind in "iu" else mean, factor)


def saturation(image: Array, factor: float) -> Array:
    """Blend with the brightness of each pixel."""
    return blend(image, gray(image)[..., None], factor)


def colour(image: Array, factor: float) -> Array:
    """Blend as `saturation` does, with the other product rounded."""
    weight = np.float32(factor)
    return _added(gray(image)[..., None], np.float32(1) - weight, image, weight, image.dtype)


def hue(image: Array, factor: float) -> Array:
    """Turn the hue of an 8 bit image by `factor` of the circle."""
    steps = int(factor * 255)
    if _opencv.takes(image):
        return _opencv.turn_hue(image, steps)
    h, s, v = _to_hsv(image)
    turned = (h + steps) & 255
    return _from_hsv(turned, s, v)


@lru_cache(maxsize=1)
def _divisors() -> tuple[Array, Array]:
    index = np.arange(1, 256)
    saturations = np.concatenate([[0], np.rint((255 << 12) / index)]).astype(np.int64)
    hues = np.concatenate([[0], np.rint((256 << 12) / (6.0 * index))]).astype(np.int64)
    return saturations, hues


def _to_hsv(image: Array) -> tuple[Array, Array, Array]:
    """Return hue, saturation and value, each 0 to 255."""
    saturations, hues = _divisors()
    r, g, b = (image[..., place].astype(np.int64) for place in range(3))
    top = np.maximum(np.maximum(r, g), b)
    spread = top - np.minimum(np.minimum(r, g), b)
    s = (spread * saturations[top] + (1 << 11)) >> 12
    sector = np.where(top == r, g - b, np.where(top == g, b - r + 2 * spread, r - g + 4 * spread))
    h = (sector * hues[spread] + (1 << 11)) >> 12
    return np.where(h < 0, h + 256, h) & 255, s, top


def _from_hsv(h: Array, s: Array, v: Array) -> Array:
    # to hue the circle has 256 steps, from hue 255: so it is in OpenCV
    at = h.astype(np.float32) * np.float32(6 / 255)
    sector = np.floor(at).astype(int)
    part = at - sector
    sector %= 6
    one = np.float32(1)
    sat, value = s.astype(np.float32) * np.float32(1 / 255), v.astype(np.float32) * np.float32(1 / 255)
    table = np.stack([value, value * (one - sat), value * (one - sat * part), value * (one - sat * (one - part))])
    # which of the four stands for red, green and blue in each sixth of the circle
    red, green, blue = np.array([0, 2, 1, 1, 3, 0]), np.array([3, 0, 0, 2, 1, 1]), np.array([1, 1, 3, 0, 0, 2])
    planes = [np.take_along_axis(table, which[sector][None], 0)[0] for which in (red, green, blue)]
    return to_type(np.stack(planes, -1) * np.float32(255), np.dtype(np.uint8))


def gamma(image: Array, exponent: float, gain: float) -> Array:
    """Raise to a power: 8 bit images as parts of 255, others as parts of one."""
    if image.dtype.kind == "f":
        return np.clip(np.power(image * image.dtype.type(gain), image.dtype.type(exponent)), 0, 1).astype(image.dtype)
    table = np.clip(np.power(np.arange(256) / 255, exponent) * (256 - 1e-3) * gain, 0, 255)
    return table.astype(np.uint8)[image]


def auto_contrast(image: Array, cutoff: float, ignore: Sequence[int]) -> Array:
    """Stretch each channel to the whole range, after cutting off a percentage at both ends."""
    planes = image if image.ndim == 3 else image[..., None]
    out = np.empty_like(planes)
    for channel in range(planes.shape[2]):
        counts = np.bincount(planes[..., channel].reshape(-1), minlength=256)
        counts[list(ignore)] = 0
        cut = int(cutoff / 100 * counts.sum())
        _cut_off(counts, cut)
        _cut_off(counts[::-1], cut)
        used = np.flatnonzero(counts)
        out[..., channel] = _stretch(used)[planes[..., channel]]
    return out.reshape(image.shape)


def _cut_off(counts: Array, cut: int) -> None:
    for value in range(256):
        taken = min(cut, int(counts[value]))
        counts[value] -= taken
        cut -= taken
        if not cut:
            return


def _stretch(used: Array) -> Array:
    table = np.arange(256)
    if used.size and used[-1] > used[0]:
        scale = np.float32(255) / np.float32(used[-1] - used[0])
        # to the bit: both products are rounded to single precision before they are added
        table = np.clip((table.astype(np.float32) * scale - np.float32(used[0]) * scale).astype(int), 0, 255)
    return table.astype(np.uint8)


def equalize(image: Array) -> Array:
    """Make every grey level of each channel equally frequent."""
    planes = image if image.ndim == 3 else image[..., None]
    out = np.empty_like(planes)
    for channel in range(planes.shape[2]):
        counts = np.bincount(planes[..., channel].reshape(-1), minlength=256)
        first = int(np.argmax(counts > 0))
        rest = int(counts.sum() - counts[first])
        table = np.full(256, first)
        if rest:
            counts[: first + 1] = 0
            table = np.rint(np.cumsum(counts).astype(np.float32) * (np.float32(255) / np.float32(rest)))
        out[..., channel] = table.astype(np.uint8)[planes[..., channel]]
    return out.reshape(image.shape)


def inverted(image: Array) -> Array:
    """Return 255 minus each element, at the end of its type where it does not fit."""
    if image.dtype.kind not in "iu":
        return (255 - image.astype(np.float64)).astype(image.dtype)
    limits = np.iinfo(image.dtype)
    return np.clip(255 - image.astype(np.int64), limits.min, limits.max).astype(image.dtype)


def solarize(image: Array, low: float, high: float) -> Array:
    """Invert what is between two levels, or above one where both are the same."""
    chosen = image >= low if low == high else (image >= low) & (image <= high)
    return np.where(chosen, inverted(image), image)


def posterize(image: Array, bits: int) -> Array:
    """Keep the highest bits."""
    return image & np.uint8((0xFF << (8 - bits)) & 0xFF)


def sharpness(image: Array, factor: float) -> Array:
    """Blend with a smoothed image; the border is not smoothed."""
    planes = image if image.ndim == 3 else image[..., None]
    kernel = np.array([[1, 1, 1], [1, 5, 1], [1, 1, 1]], dtype=np.float32) / np.float32(13)
    smooth = planes.copy()
    if min(planes.shape[:2]) > 2:
        height, width = planes.shape[:2]
        total = np.zeros((height - 2, width - 2, planes.shape[2]), np.float32)
        for row in range(3):
            for column in range(3):
                total += planes[row : row + height - 2, column : column + width - 2] * kernel[row, column]
        smooth[1:-1, 1:-1] = to_type(total, image.dtype)
    weight = np.float32(factor)
    return _added(smooth, np.float32(1) - weight, planes, weight, image.dtype).reshape(image.shape)


def gaussian_blur(image: Array, kernel_size: Sequence[int], sigma: Sequence[float]) -> Array:
    """Smooth with a kernel of (width, height) and standard deviations for both."""
    planes = image if image.ndim == 3 else image[..., None]
    fixed = image.dtype == np.uint8
    values = planes.astype(np.int64 if fixed else np.float64)
    for axis, size, spread in ((1, kernel_size[0], sigma[0]), (0, kernel_size[1], sigma[1])):
        weights = _gaussian(size, spread)
        values = _smooth(values, _in_256ths(weights) if fixed else weights, axis)
    if fixed:
        return np.clip((values + (1 << 15)) >> 16, 0, 255).astype(np.uint8).reshape(image.shape)
    return to_type(values, image.dtype if image.dtype != np.bool_ else np.dtype(np.uint8)).reshape(image.shape)


def _smooth(values: Array, weights: Array, axis: int) -> Array:
    count, half = values.shape[axis], len(weights) // 2
    wide = np.take(values, _mirrored(np.arange(-half, count + half), count), axis)
    total = np.zeros_like(values)
    for tap, weight in enumerate(weights):
        total += np.take(wide, np.arange(tap, tap + count), axis) * weight
    return total


def _in_256ths(weights: Array) -> Array:
    """Round weights so that what one loses the next gets, and the middle makes them add up to one."""
    half = len(weights) // 2
    out = np.zeros(len(weights), np.int64)
    carried = 0.0
    for place in range(half):
        exact = weights[place] * 256 + carried
        out[place] = out[-1 - place] = round(float(exact))
        carried = exact - out[place]
    out[half] = 256 - out.sum()
    return out


def _gaussian(size: int, sigma: float) -> Array:
    spread = sigma if sigma > 0 else size * 0.15 + 0.35
    weights = np.exp(-((np.arange(size) - (size - 1) / 2) ** 2) / (2 * spread * spread))
    return weights / math.fsum(weights)


def _mirrored(places: Array, size: int) -> Array:
    """Return positions reflected at the middle of the outermost pixels."""
    if size == 1:
        return np.zeros_like(places)
    period = 2 * (size - 1)
    folded = places % period
    return np.minimum(folded, period - folded)
