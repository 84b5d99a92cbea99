"""OpenCV, which MindSpore's own kernels call: where it is installed, the same values to the bit, at its speed.

Without it the arithmetic of `_resize`, `_warp` and `_colour` stands in, which is slower and may be one grey level off.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

_TYPES = frozenset(np.dtype(kind) for kind in (np.uint8, np.int16, np.uint16, np.float32, np.float64))
_MOST_CHANNELS = 4
_JPEG_END = b"\xff\xd9"


@cache
def opencv() -> ModuleType | None:
    """Return OpenCV, loaded when an operation first needs it, or ``None`` where it is not installed."""
    mine = "cv2" not in sys.modules
    try:
        module = importlib.import_module("cv2")
    except ImportError:
        return None
    if mine:
        # workers are what runs side by side here; and a pool of OpenCV's own does not survive a fork
        module.setNumThreads(1)
    return module


def takes(image: Array) -> bool:
    """Return whether OpenCV is there and knows images of this type and number of channels."""
    return (
        image.dtype in _TYPES
        and image.ndim in (2, 3)
        and image.size > 0
        and (image.ndim == 2 or image.shape[2] <= _MOST_CHANNELS)
        and opencv() is not None
    )


@contextmanager
def plain_arithmetic() -> Iterator[Any]:
    """Give OpenCV without Intel's primitives, which MindSpore's build has not: they round in other ways."""
    module: Any = opencv()
    used = module.ipp.useIPP()
    module.ipp.setUseIPP(False)
    try:
        yield module
    finally:
        module.ipp.setUseIPP(used)


def resize(image: Array, height: int, width: int, kind: int) -> Array:
    """Return an image that `takes` accepts in another size; `kind` is OpenCV's number of the interpolation."""
    with plain_arithmetic() as cv2:
        out = cv2.resize(image, (width, height), interpolation=kind)
    # OpenCV drops an axis of one channel
    return out.reshape(height, width, *image.shape[2:])


def flip(image: Array, code: int) -> Array:
    """Mirror an image that `takes` accepts; `code` is OpenCV's: 0 top and bottom, 1 left and right."""
    module: Any = opencv()
    return module.flip(np.ascontiguousarray(image), code).reshape(image.shape)


def decode_jpeg(data: bytes) -> Array | None:
    """Return red, green, blue of a JPEG file of one or three channels; ``None`` where OpenCV cannot say."""
    module: Any = opencv()
    if module is None or _JPEG_END not in data[-64:]:
        # of a file that ends early OpenCV gives what there is
        return None
    as_it_lies = module.IMREAD_COLOR | module.IMREAD_IGNORE_ORIENTATION
    pixels = module.imdecode(np.frombuffer(data, np.uint8), as_it_lies)
    return None if pixels is None else module.cvtColor(pixels, module.COLOR_BGR2RGB, pixels)


def turn_hue(image: Array, steps: int) -> Array:
    """Return an 8 bit image <H,W,3> in RGB with its hue turned by so many of 256 steps."""
    with plain_arithmetic() as cv2:
        parts = cv2.cvtColor(image, cv2.COLOR_RGB2HSV_FULL)
        parts[..., 0] += np.uint8(steps & 255)
        return cv2.cvtColor(parts, cv2.COLOR_HSV2RGB_FULL)


def gray(image: Array, red: int) -> Array:
    """Return the brightness (H, W) of an 8 bit image <H,W,3>; `red` is the place of red, 0 or 2."""
    with plain_arithmetic() as cv2:
        return cv2.cvtColor(image, cv2.COLOR_BGR2GRAY if red else cv2.COLOR_RGB2GRAY)
