"""Operations on the colours of an image.

Source: mindspore.dataset.vision.transforms, MindSpore 2.10
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ms2torch.dataset.core.validator_helpers import FLOAT_MIN_INTEGER, check_value, told, type_check
from ms2torch.dataset.transforms.py_transforms_util import Implementation
from ms2torch.dataset.vision import _checks as check, _colour
from ms2torch.dataset.vision._base import Array, ImageTensorOperation, need_channels, need_pil
from ms2torch.dataset.vision._pillow import pillow


def enhanced(img: Any, kind: str, factor: float) -> Any:
    """Return a Pillow image changed by one of Pillow's enhancers."""
    return getattr(pillow("ImageEnhance"), kind)(img).enhance(factor)


class _Factor(ImageTensorOperation):
    """Base of those that have one factor, not negative."""

    _ranks = (2, 3)
    _name = ""
    _told = True  # whether MindSpore's sentence names the factor

    def __init__(self, factor: float) -> None:
        super().__init__()
        if self._told:
            check.number(type(self).__name__, self._name, factor, 0)
        else:
            check.factor(type(self).__name__, self._name, factor)
        self.random = False


class AdjustBrightness(_Factor):
    """Multiply by a factor.

    Args:
        brightness_factor (float): 0 is black, 1 the image itself.

    Raises:
        TypeError: if it is no number.
        ValueError: if it is negative.

    Source: mindspore.dataset.vision.AdjustBrightness, MindSpore 2.10
    """

    _name = "brightness_factor"

    def __init__(self, brightness_factor: float) -> None:
        super().__init__(brightness_factor)
        self.brightness_factor = brightness_factor

    def _image(self, image: Array) -> Array:
        return _colour.brightness(image, self.brightness_factor)

    def _execute_py(self, img: Any) -> Any:
        return enhanced(need_pil(img, "AdjustBrightness"), "Brightness", self.brightness_factor)


class AdjustContrast(_Factor):
    """Blend with the mean brightness.

    Args:
        contrast_factor (float): 0 is one grey, 1 the image itself.

    Raises:
        TypeError: if it is no number.
        ValueError: if it is negative.

    Source: mindspore.dataset.vision.AdjustContrast, MindSpore 2.10
    """

    _name = "contrast_factor"

    def __init__(self, contrast_factor: float) -> None:
        super().__init__(contrast_factor)
        self.contrast_factor = contrast_factor

    def _image(self, image: Array) -> Array:
        need_channels(image, (3,), "AdjustContrast")
        return _colour.contrast(image, self.contrast_factor)

    def _execute_py(self, img: Any) -> Any:
        return enhanced(need_pil(img, "AdjustContrast"), "Contrast", self.contrast_factor)


class AdjustSaturation(_Factor):
    """Blend with the grey image.

    Args:
        saturation_factor (float): 0 is grey, 1 the image itself.

    Raises:
        TypeError: if it is no number.
        ValueError: if it is negative.

    Source: mindspore.dataset.vision.AdjustSaturation, MindSpore 2.10
    """

    _name = "saturation_factor"
    _told = False

    def __init__(self, saturation_factor: float) -> None:
        super().__init__(saturation_factor)
        self.saturation_factor = saturation_factor

    def _image(self, image: Array) -> Array:
        need_channels(image, (3,), "AdjustSaturation")
        return _colour.saturation(image, self.saturation_factor)

    def _execute_py(self, img: Any) -> Any:
        return enhanced(need_pil(img, "AdjustSaturation"), "Color", self.saturation_factor)


class AdjustSharpness(_Factor):
    """Blend with a smoothed image.

    Args:
        sharpness_factor (float): 0 is smooth, 1 the image itself.

    Raises:
        TypeError: if it is no number.
        ValueError: if it is negative.

    Source: mindspore.dataset.vision.AdjustSharpness, MindSpore 2.10
    """

    _name = "sharpness_factor"
    _told = False

    def __init__(self, sharpness_factor: float) -> None:
        super().__init__(sharpness_factor)
        self.sharpness_factor = sharpness_factor
        self.implementation = Implementation.C

    def _image(self, image: Array) -> Array:
        return _colour.sharpness(image, self.sharpness_factor)


class AdjustHue(ImageTensorOperation):
    """Turn the hue.

    Args:
        hue_factor (float): by how much of the circle, -0.5 to 0.5.

    Raises:
        TypeError: if it is no number.
        ValueError: if it is out of range.
        RuntimeError: when called, if an array is not <H,W,3> of uint8.

    Differs from MindSpore:
        Arrays differ by one grey level in some 6 % of the values.

    Source: mindspore.dataset.vision.AdjustHue, MindSpore 2.10
    """

    _ranks = (3,)

    def __init__(self, hue_factor: float) -> None:
        super().__init__()
        check.number("AdjustHue", "hue_factor", hue_factor, -0.5, 0.5)
        self.hue_factor = hue_factor
        self.random = False

    def _image(self, image: Array) -> Array:
        return hue(image, self.hue_factor, "AdjustHue")

    def _execute_py(self, img: Any) -> Any:
        return pil_hue(need_pil(img, "AdjustHue"), self.hue_factor)


def hue(image: Array, factor: float, where: str) -> Array:
    """Turn the hue of an array."""
    need_channels(image, (3,), where)
    need_bytes(image, where)
    return _colour.hue(image, factor)


def pil_hue(img: Any, factor: float) -> Any:
    """Turn the hue of a Pillow image."""
    if img.mode in ("L", "1", "I", "F"):
        return img
    h, s, v = img.convert("HSV").split()
    turned = (np.array(h, dtype=np.int64) + int(factor * 255)) % 256
    image = pillow()
    return image.merge("HSV", (image.fromarray(turned.astype(np.uint8)), s, v)).convert(img.mode)


def need_bytes(image: Array, where: str) -> None:
    """Raise unless the image is uint8."""
    if image.dtype != np.uint8:
        raise RuntimeError(
            f"{where}: the data type of image tensor does not match the requirement of operator. Expecting tensor in "
            f"type of (uint8). But got type {image.dtype}."
        )


class AdjustGamma(ImageTensorOperation):
    """Raise to a power: gain * value ** gamma, where 1 is the brightest.

    Args:
        gamma (float): exponent, not negative.
        gain (float): factor. Default: ``1``.

    Raises:
        TypeError: if one is no number.
        ValueError: if `gamma` is negative.
        RuntimeError: when called, if an array is neither uint8 nor of floats.

    Differs from MindSpore:
        For arrays of floats `gain` is outside the power, as documented; MindSpore's kernel has it inside.

    Source: mindspore.dataset.vision.AdjustGamma, MindSpore 2.10
    """

    def __init__(self, gamma: float, gain: float = 1) -> None:
        super().__init__()
        check.factor("AdjustGamma", "gamma", gamma)
        type_check(gain, (float, int), "gain", "AdjustGamma")
        check.unnamed("AdjustGamma", "gain", gain, FLOAT_MIN_INTEGER)
        self.gamma = gamma
        self.gain = gain
        self.random = False

    def _image(self, image: Array) -> Array:
        if image.dtype.kind != "f":
            need_bytes(image, "AdjustGamma")
        return _colour.gamma(image.astype(np.float32) if image.dtype.kind == "f" else image, self.gamma, self.gain)

    def _execute_py(self, img: Any) -> Any:
        need_pil(img, "AdjustGamma")
        table = [int((256 - 0.001) * self.gain * pow(level / 255.0, self.gamma)) for level in range(256)]
        bands = len(img.getbands())
        return img.point(table * bands) if bands in (1, 3) else img


def _ignored(where: str, cutoff: Any, ignore: Any) -> list[int]:
    type_check(cutoff, (int, float), "cutoff", where)
    check_value(cutoff, (0, 50), "cutoff", right_open_interval=True, where=where)
    if ignore is not None:
        type_check(ignore, (list, tuple, int), "ignore", where)
    values = [] if ignore is None else [ignore] if isinstance(ignore, int) else ignore
    for value in values:
        check.integer(where, "ignore", value, 0, 255)
    return list(values)


class AutoContrast(ImageTensorOperation):
    """Stretch each channel to the whole range.

    Args:
        cutoff (float): percentage of the darkest and of the lightest pixels to cut off, 0 to below 50.
            Default: ``0.0``.
        ignore (Union[int, sequence], optional): levels that do not count. Default: ``None``.

    Raises:
        TypeError: if an argument is not of the type above.
        ValueError: if one is out of range.
        RuntimeError: when called, if an array is not uint8.

    Differs from MindSpore:
        A `cutoff` that is not whole is taken as it is; MindSpore's kernel for arrays drops the fraction.

    Source: mindspore.dataset.vision.AutoContrast, MindSpore 2.10
    """

    _ranks = (2, 3)

    def __init__(self, cutoff: float = 0.0, ignore: int | Sequence[int] | None = None) -> None:
        super().__init__()
        self.ignore = _ignored("AutoContrast", cutoff, ignore)
        self.cutoff = cutoff
        self.random = False

    def _image(self, image: Array) -> Array:
        need_bytes(image, "AutoContrast")
        return _colour.auto_contrast(image, self.cutoff, self.ignore)

    def _execute_py(self, img: Any) -> Any:
        return pillow("ImageOps").autocontrast(need_pil(img, "AutoContrast"), self.cutoff, self.ignore)


class Equalize(ImageTensorOperation):
    """Make all levels of each channel equally frequent.

    Raises:
        RuntimeError: when called, if an array is not uint8.

    Source: mindspore.dataset.vision.Equalize, MindSpore 2.10
    """

    _ranks = (2, 3)

    def __init__(self) -> None:
        super().__init__()
        self.random = False

    def _image(self, image: Array) -> Array:
        need_bytes(image, "Equalize")
        return _colour.equalize(image)

    def _execute_py(self, img: Any) -> Any:
        return pillow("ImageOps").equalize(need_pil(img, "Equalize"))


class Invert(ImageTensorOperation):
    """Subtract every value from 255.

    Source: mindspore.dataset.vision.Invert, MindSpore 2.10
    """

    _ranks = (2, 3)

    def __init__(self) -> None:
        super().__init__()
        self.random = False

    def _image(self, image: Array) -> Array:
        return _colour.inverted(image)

    def _execute_py(self, img: Any) -> Any:
        return pillow("ImageOps").invert(need_pil(img, "Invert"))


class Posterize(ImageTensorOperation):
    """Keep the highest bits of every value.

    Args:
        bits (int): how many, 0 to 8.

    Raises:
        TypeError: if it is no int.
        ValueError: if it is out of range.
        RuntimeError: when called, if the image is not uint8.

    Source: mindspore.dataset.vision.Posterize, MindSpore 2.10
    """

    _ranks = (2, 3)

    def __init__(self, bits: int) -> None:
        super().__init__()
        check.integer("Posterize", "bits", bits, 0, 8)
        self.bits = bits
        self.random = False
        self.implementation = Implementation.C

    def _image(self, image: Array) -> Array:
        need_bytes(image, "Posterize")
        return _colour.posterize(image, self.bits)


class Solarize(ImageTensorOperation):
    """Invert what is between two levels.

    Args:
        threshold (Union[float, Sequence[float]]): (min, max), or one level: then all from there on. 0 to 255.

    Raises:
        TypeError: if it is not of the type above.
        ValueError: if it is out of range.

    Source: mindspore.dataset.vision.Solarize, MindSpore 2.10
    """

    _ranks = (2, 3)

    def __init__(self, threshold: float | Sequence[float]) -> None:
        super().__init__()
        pair = (threshold, threshold) if isinstance(threshold, (int, float)) else threshold
        check.rising("Solarize", "threshold", pair, 0, 255)
        self.threshold = pair
        self.random = False
        self.implementation = Implementation.C

    def _image(self, image: Array) -> Array:
        return _colour.solarize(image, self.threshold[0], self.threshold[1])


class GaussianBlur(ImageTensorOperation):
    """Smooth with a Gaussian kernel.

    Args:
        kernel_size (Union[int, Sequence[int]]): (width, height), or one for both; odd.
        sigma (Union[float, Sequence[float]], optional): standard deviations (along the width, along the height), or
            one for both; 0 stands for 0.15 times the size and 0.35. Default: ``None``, 0.

    Raises:
        TypeError: if an argument is not of the type above.
        ValueError: if a size is even or not positive, or a deviation negative.

    Source: mindspore.dataset.vision.GaussianBlur, MindSpore 2.10
    """

    _ranks = (2, 3)

    def __init__(self, kernel_size: int | Sequence[int], sigma: float | Sequence[float] | None = None) -> None:
        super().__init__()
        width_and_height = check.kernel_size("GaussianBlur", kernel_size)
        if not all(size % 2 for size in width_and_height):
            raise told(ValueError("Input kernel_size is not an odd value."), f"It is {kernel_size!r}. In GaussianBlur.")
        sigma = 0.0 if sigma is None else sigma
        deviations = (sigma, sigma) if isinstance(sigma, (int, float)) else sigma
        if isinstance(deviations, (list, tuple)) and len(deviations) != 2:
            raise TypeError("Sigma should be a single number or a list/tuple of length 2 for width and height.")
        check.numbers("GaussianBlur", "sigma", deviations, 2, 0)
        self.kernel_size = width_and_height
        self.sigma = (float(sigma),) if isinstance(sigma, (int, float)) else sigma
        self.random = False
        self.implementation = Implementation.C

    def _image(self, image: Array) -> Array:
        if image.dtype not in (np.bool_, np.uint8, np.int16, np.uint16, np.float32, np.float64):
            raise RuntimeError(f"GaussianBlur: cannot smooth an image of {image.dtype}.")
        work = image.astype(np.uint8) if image.dtype == np.bool_ else image
        deviations = (*self.sigma, *self.sigma)[:2]  # one stands for both directions
        return _colour.gaussian_blur(work, self.kernel_size, deviations)
