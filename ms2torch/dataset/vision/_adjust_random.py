"""Operations on the colours of an image that draw how much, or whether.

Source: mindspore.dataset.vision.transforms, MindSpore 2.10
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from numbers import Number
from typing import Any

import numpy as np

from ms2torch.dataset.core.validator_helpers import check_range, told, type_check
from ms2torch.dataset.transforms._random import between
from ms2torch.dataset.transforms.py_transforms_util import Implementation
from ms2torch.dataset.vision import _adjust, _checks as check, _colour
from ms2torch.dataset.vision._accepted import ACCEPTED
from ms2torch.dataset.vision._adjust import enhanced, need_bytes, pil_hue
from ms2torch.dataset.vision._base import Array, ImageTensorOperation, need_channels, need_pil
from ms2torch.dataset.vision._pillow import pillow


class _NowAndThen(ImageTensorOperation):
    """Base of those that do what another does with a probability; arrays only."""

    _ranks = (2, 3)

    def __init__(self, inner: ImageTensorOperation, prob: float) -> None:
        super().__init__()
        check.probability(type(self).__name__, prob)
        self.prob = prob
        self._inner = inner
        self.implementation = Implementation.C

    def _image(self, image: Array) -> Array:
        return self._inner._image(image) if self._random().bernoulli(self.prob) else image


class RandomAdjustSharpness(_NowAndThen):
    """Blend with a smoothed image, or not.

    Args:
        degree (float): 0 is smooth, 1 the image itself.
        prob (float): how likely. Default: ``0.5``.

    Raises:
        TypeError: if an argument is no number.
        ValueError: if it is out of range.

    Source: mindspore.dataset.vision.RandomAdjustSharpness, MindSpore 2.10
    """

    def __init__(self, degree: float, prob: float = 0.5) -> None:
        check.number("RandomAdjustSharpness", "degree", degree, 0)
        super().__init__(_adjust.AdjustSharpness(degree), prob)
        self.degree = degree


class RandomAutoContrast(_NowAndThen):
    """Stretch each channel to the whole range, or not.

    Args:
        cutoff (float): percentage of the darkest and of the lightest pixels to cut off, 0 to below 50.
            Default: ``0.0``.
        ignore (Union[int, sequence], optional): levels that do not count. Default: ``None``.
        prob (float): how likely. Default: ``0.5``.

    Raises:
        TypeError: if an argument is not of the type above.
        ValueError: if one is out of range.

    Differs from MindSpore:
        A `cutoff` that is not whole is taken as it is; MindSpore's kernel drops the fraction.

    Source: mindspore.dataset.vision.RandomAutoContrast, MindSpore 2.10
    """

    def __init__(self, cutoff: float = 0.0, ignore: int | Sequence[int] | None = None, prob: float = 0.5) -> None:
        super().__init__(_adjust.AutoContrast(cutoff, ignore), prob)


class RandomEqualize(_NowAndThen):
    """Make all levels of each channel equally frequent, or not.

    Args:
        prob (float): how likely. Default: ``0.5``.

    Raises:
        TypeError: if `prob` is no number.
        ValueError: if it is not between 0 and 1.

    Source: mindspore.dataset.vision.RandomEqualize, MindSpore 2.10
    """

    def __init__(self, prob: float = 0.5) -> None:
        super().__init__(_adjust.Equalize(), prob)


class RandomInvert(_NowAndThen):
    """Subtract every value from 255, or not.

    Args:
        prob (float): how likely. Default: ``0.5``.

    Raises:
        TypeError: if `prob` is no number.
        ValueError: if it is not between 0 and 1.

    Source: mindspore.dataset.vision.RandomInvert, MindSpore 2.10
    """

    def __init__(self, prob: float = 0.5) -> None:
        super().__init__(_adjust.Invert(), prob)


class _Degrees(ImageTensorOperation):
    """Base of the two that draw one factor."""

    _ranks = (2, 3)
    _enhancer = ""

    def __init__(self, degrees: Sequence[float] = (0.1, 1.9)) -> None:
        super().__init__()
        where = type(self).__name__
        if not isinstance(degrees, (list, tuple)):
            raise told(TypeError("degrees must be either a tuple or a list."), f"It is {degrees!r}. In {where}.")
        if len(degrees) != 2:
            raise told(ValueError("degrees must be a sequence with length 2."), f"It is {degrees}. In {where}.")
        check.rising(where, "degrees", degrees, 0, named=False)
        self.degrees = degrees

    def _execute_py(self, img: Any) -> Any:
        need_pil(img, type(self).__name__)
        low, high = self.degrees
        return enhanced(img, self._enhancer, (high - low) * random.random() + low)


class RandomColor(_Degrees):
    """Blend with the grey image.

    Args:
        degrees (Sequence[float]): (min, max) of the factor; 0 is grey, 1 the image itself. Default: ``(0.1, 1.9)``.

    Raises:
        TypeError: if it is no pair of numbers.
        ValueError: if it is negative, or min is above max.

    Source: mindspore.dataset.vision.RandomColor, MindSpore 2.10
    """

    _enhancer = "Color"

    def _image(self, image: Array) -> Array:
        need_channels(image, (3,), "RandomColor")
        return _colour.colour(image, between(self._random(), self.degrees))


class RandomSharpness(_Degrees):
    """Blend with a smoothed image.

    Args:
        degrees (Sequence[float]): (min, max) of the factor; 0 is smooth, 1 the image itself.
            Default: ``(0.1, 1.9)``.

    Raises:
        TypeError: if it is no pair of numbers.
        ValueError: if it is negative, or min is above max.

    Source: mindspore.dataset.vision.RandomSharpness, MindSpore 2.10
    """

    _enhancer = "Sharpness"

    def _image(self, image: Array) -> Array:
        return _colour.sharpness(image, between(self._random(), self.degrees))


def _around(name: str, value: Any, middle: float, low: float, high: float) -> tuple[float, float]:
    where = "RandomColorAdjust"
    type_check(value, (Number, list, tuple), name, where)
    if isinstance(value, Number):
        if value < 0:  # type: ignore[operator]  # pyright: ignore[reportOperatorIssue]
            raise told(ValueError(f"The input value of {name} cannot be negative."), f"It is {value}. In {where}.")
        value = (max(low, middle - value) if middle else -value, middle + value)  # type: ignore[operator]  # pyright: ignore[reportOperatorIssue]
    if len(value) != 2:
        raise told(TypeError(f"If {name} is a sequence, the length must be 2."), f"It is {value}. In {where}.")
    if value[0] > value[1]:
        raise ValueError(f"{name} value should be in (min,max) format. Got {value}. In {where}.")
    check_range(value, (low, high), where=f"{where}, `{name}`")
    return value[0], value[1]


_STEPS = ("AdjustBrightness", "AdjustContrast", "AdjustSaturation", "AdjustHue")


class RandomColorAdjust(ImageTensorOperation):
    """Change brightness, contrast, saturation and hue, in a random order.

    Args:
        brightness (Union[float, Sequence[float]]): (min, max) of the factor, or x for (max(0, 1 - x), 1 + x).
            Default: ``(1, 1)``.
        contrast (Union[float, Sequence[float]]): the same. Default: ``(1, 1)``.
        saturation (Union[float, Sequence[float]]): the same. Default: ``(1, 1)``.
        hue (Union[float, Sequence[float]]): (min, max) of the part of the circle, -0.5 to 0.5, or x for (-x, x).
            Default: ``(0, 0)``.

    Raises:
        TypeError: if an argument is not of the type above.
        ValueError: if one is out of range.
        RuntimeError: when called, if an array is not <H,W,3>.

    Source: mindspore.dataset.vision.RandomColorAdjust, MindSpore 2.10
    """

    _ranks = (3,)

    def __init__(
        self,
        brightness: float | Sequence[float] = (1, 1),
        contrast: float | Sequence[float] = (1, 1),
        saturation: float | Sequence[float] = (1, 1),
        hue: float | Sequence[float] = (0, 0),
    ) -> None:
        super().__init__()
        top = 2.0**24
        self.brightness = _around("brightness", brightness, 1, 0, top)
        self.contrast = _around("contrast", contrast, 1, 0, top)
        self.saturation = _around("saturation", saturation, 1, 0, top)
        self.hue = _around("hue", hue, 0, -0.5, 0.5)

    def _image(self, image: Array) -> Array:
        need_channels(image, (3,), "RandomColorAdjust")
        engine = self._random()
        steps: list[tuple[Callable[[Array, float], Array], tuple[float, float], float]] = [
            (_colour.brightness, self.brightness, 1),
            (_colour.contrast, self.contrast, 1),
            (_colour.saturation, self.saturation, 1),
            (lambda array, factor: _adjust.hue(array, factor, "RandomColorAdjust"), self.hue, 0),
        ]
        for place in engine.permutation(4):
            step, bounds, neutral = steps[place]
            if bounds != (neutral, neutral):
                ACCEPTED[_STEPS[place]].check(image, _STEPS[place])
                image = step(image, between(engine, bounds))
        return image

    def _execute_py(self, img: Any) -> Any:
        need_pil(img, "RandomColorAdjust")
        steps: list[Callable[[Any], Any]] = []
        for kind, bounds in (("Brightness", self.brightness), ("Contrast", self.contrast), ("Color", self.saturation)):
            steps.append(_enhancer(kind, random.uniform(*bounds)))
        turn = random.uniform(*self.hue)
        steps.append(lambda image: pil_hue(image, turn))
        random.shuffle(steps)
        for step in steps:
            img = step(img)
        return img


def _enhancer(kind: str, factor: float) -> Callable[[Any], Any]:
    return lambda image: enhanced(image, kind, factor)


# how red, green and blue vary together in ImageNet: principal components times their standard deviations
_LIGHT = np.array(
    [
        [55.46 * -0.5675, 4.794 * 0.7192, 1.148 * 0.4009],
        [55.46 * -0.5808, 4.794 * -0.0045, 1.148 * -0.8140],
        [55.46 * -0.5836, 4.794 * -0.6948, 1.148 * 0.4203],
    ]
)


class RandomLighting(ImageTensorOperation):
    """Add noise along the principal components of ImageNet's colours.

    Args:
        alpha (float): standard deviation of the noise, not negative. Default: ``0.05``.

    Raises:
        TypeError: if `alpha` is no number.
        ValueError: if it is negative.
        RuntimeError: when called, if an array is not <H,W,3>.

    Source: mindspore.dataset.vision.RandomLighting, MindSpore 2.10
    """

    _ranks = (3,)

    def __init__(self, alpha: float = 0.05) -> None:
        super().__init__()
        check.number("RandomLighting", "alpha", alpha, 0)
        self.alpha = alpha

    def _image(self, image: Array) -> Array:
        need_channels(image, (3,), "RandomLighting")
        engine = self._random()
        lit = image.astype(np.float64) + _LIGHT @ [engine.normal(0, self.alpha) for _ in range(3)]
        return np.clip(np.rint(lit), 0, 255).astype(image.dtype)

    def _execute_py(self, img: Any) -> Any:
        need_pil(img, "RandomLighting")
        noise = [np.random.normal(loc=0.0, scale=self.alpha) for _ in range(3)]
        lit = np.array(img.convert("RGB")).astype(np.float64)
        for channel, weights in enumerate(_LIGHT):
            lit[..., channel] += weights[0] * noise[0] + weights[1] * noise[1] + weights[2] * noise[2]
        return pillow().fromarray(np.clip(lit, 0, 255).astype(np.uint8))


class RandomPosterize(ImageTensorOperation):
    """Keep the highest bits of every value.

    Args:
        bits (Union[int, Sequence[int]]): (min, max) of how many, or how many, 1 to 8. Default: ``(8, 8)``.

    Raises:
        TypeError: if it is not of the type above.
        ValueError: if it is out of range.
        RuntimeError: when called, if the image is not uint8.

    Source: mindspore.dataset.vision.RandomPosterize, MindSpore 2.10
    """

    _ranks = (2, 3)

    def __init__(self, bits: int | Sequence[int] = (8, 8)) -> None:
        super().__init__()
        pair = (bits, bits) if isinstance(bits, int) else bits
        check.rising("RandomPosterize", "bits", pair, 1, 8, named=False)
        for value in pair:
            check.integer("RandomPosterize", "bits", value)
        self.bits = pair
        self.implementation = Implementation.C

    def _image(self, image: Array) -> Array:
        need_bytes(image, "RandomPosterize")
        return _colour.posterize(image, self._random().integer(self.bits[0], self.bits[1]))


class RandomSolarize(ImageTensorOperation):
    """Invert what is between two random levels.

    Args:
        threshold (Sequence[int]): (min, max) of the levels, 0 to 255. Default: ``(0, 255)``.

    Raises:
        TypeError: if it is no pair of int.
        ValueError: if it is out of range.

    Source: mindspore.dataset.vision.RandomSolarize, MindSpore 2.10
    """

    _ranks = (2, 3)

    def __init__(self, threshold: Sequence[int] = (0, 255)) -> None:
        super().__init__()
        check.rising("RandomSolarize", "threshold", threshold, 0, 255, named=False)
        for value in threshold:
            check.integer("RandomSolarize", "threshold", value)
        self.threshold = threshold
        self.implementation = Implementation.C

    def _image(self, image: Array) -> Array:
        engine = self._random()
        low, high = sorted(engine.integer(self.threshold[0], self.threshold[1]) for _ in range(2))
        return _colour.solarize(image, low, high)
