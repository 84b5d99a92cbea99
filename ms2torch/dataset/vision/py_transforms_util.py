"""Functions behind operations on Pillow images and arrays, as programs call them.

Source: mindspore.dataset.vision.py_transforms_util, MindSpore 2.10
"""

from __future__ import annotations

import numpy as np

from ms2torch.dataset.engine._rows import Array
from ms2torch.dataset.vision._convert import HsvToRgb, RgbToHsv


def is_numpy(img: object) -> bool:
    """Tell whether an image is a numpy array.

    Source: mindspore.dataset.vision.py_transforms_util.is_numpy, MindSpore 2.10
    """
    return isinstance(img, np.ndarray)


def hwc_to_chw(img: Array) -> Array:
    """Put the channels of an image first.

    Args:
        img (numpy.ndarray): (height, width, channels).

    Returns:
        numpy.ndarray: (channels, height, width), a copy; another number of dimensions is left as it is.

    Raises:
        TypeError: if `img` is no numpy array.

    Source: mindspore.dataset.vision.py_transforms_util.hwc_to_chw, MindSpore 2.10
    """
    if not is_numpy(img):
        msg = f"img should be NumPy array. Got {type(img)}."
        raise TypeError(msg)
    return img.transpose(2, 0, 1).copy() if img.ndim == 3 else img


def rgb_to_hsvs(np_rgb_imgs: Array, is_hwc: bool) -> Array:
    """Convert red, green, blue to hue, saturation, value, all from 0 to 1.

    Args:
        np_rgb_imgs (numpy.ndarray): an image, or a batch of them.
        is_hwc (bool): the channels are last, not first.

    Returns:
        numpy.ndarray: of the same shape.

    Raises:
        TypeError: if `is_hwc` is no bool or the input no array of 3 channels.

    Source: mindspore.dataset.vision.py_transforms_util.rgb_to_hsvs, MindSpore 2.10
    """
    return RgbToHsv(is_hwc)._execute_py(np_rgb_imgs)


def hsv_to_rgbs(np_hsv_imgs: Array, is_hwc: bool) -> Array:
    """Convert hue, saturation, value to red, green, blue, all from 0 to 1.

    Args:
        np_hsv_imgs (numpy.ndarray): an image, or a batch of them.
        is_hwc (bool): the channels are last, not first.

    Returns:
        numpy.ndarray: of the same shape.

    Raises:
        TypeError: if `is_hwc` is no bool or the input no array of 3 channels.

    Source: mindspore.dataset.vision.py_transforms_util.hsv_to_rgbs, MindSpore 2.10
    """
    return HsvToRgb(is_hwc)._execute_py(np_hsv_imgs)
