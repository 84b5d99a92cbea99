"""Operations that erase a part of an image, or mix the images of a batch.

Source: mindspore.dataset.vision.transforms, MindSpore 2.10
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from ms2torch._core.random_engines import NormalDraws, RandomEngine
from ms2torch.dataset.core import validator_helpers as helpers
from ms2torch.dataset.transforms.py_transforms_util import Implementation
from ms2torch.dataset.vision import _checks as check
from ms2torch.dataset.vision._base import Array, ImagePyOperation, ImageTensorOperation, need_channels
from ms2torch.dataset.vision._resize import to_type
from ms2torch.dataset.vision.utils import ImageBatchFormat


class CutOut(ImageTensorOperation):
    """Set squares anywhere to 0; they can reach beyond the image, or lie beside it.

    Args:
        length (int): side of a square.
        num_patches (int): how many. Default: ``1``.
        is_hwc (bool): the channels are last, not first. Default: ``True``.

    Raises:
        TypeError: if an argument is not of the type above.
        ValueError: if a number is not positive.
        RuntimeError: when called, if the image does not have three dimensions or is smaller than a square.

    Source: mindspore.dataset.vision.CutOut, MindSpore 2.10
    """

    _ranks = (3,)

    def __init__(self, length: int, num_patches: int = 1, is_hwc: bool = True) -> None:
        super().__init__()
        check.count("CutOut", "length", length)
        check.count("CutOut", "num_patches", num_patches)
        check.boolean("CutOut", "is_hwc", is_hwc)
        self.length = length
        self.num_patches = num_patches
        self.is_hwc = is_hwc
        self.implementation = Implementation.C

    def _image(self, image: Array) -> Array:
        out = image.copy()
        planes = out if self.is_hwc else np.moveaxis(out, 0, 2)
        height, width = planes.shape[:2]
        if self.length > min(height, width):
            raise RuntimeError(f"CutOut: a square of {self.length} is larger than the image, {planes.shape}.")
        engine = self._random()
        for _ in range(self.num_patches):
            top, left = (engine.below(size + self.length + 1) - self.length for size in (height, width))
            planes[max(top, 0) : max(top + self.length, 0), max(left, 0) : max(left + self.length, 0)] = 0
        return out


class Erase(ImageTensorOperation):
    """Fill a rectangle.

    Args:
        top (int): first row.
        left (int): first column.
        height (int): rows.
        width (int): columns.
        value (Union[float, Sequence[float]]): for all channels, or for red, green, blue; 0 to 255. Default: ``0.0``.
        inplace (bool): change the image itself, not a copy. Default: ``False``.

    Raises:
        TypeError: if an argument is not of the type above.
        ValueError: if one is out of range.
        RuntimeError: when called, if the image is not <H,W,3> or smaller than the rectangle.

    Source: mindspore.dataset.vision.Erase, MindSpore 2.10
    """

    _ranks = (3,)

    def __init__(
        self,
        top: int,
        left: int,
        height: int,
        width: int,
        value: float | Sequence[float] = 0.0,
        inplace: bool = False,
    ) -> None:
        super().__init__()
        for name, number, low in (("top", top, 0), ("left", left, 0), ("height", height, 1), ("width", width, 1)):
            check.integer("Erase", name, number, low)
        colour = (value, value, value) if isinstance(value, (int, float)) else value
        check.numbers("Erase", "value", colour, 3, 0, 255)
        check.boolean("Erase", "inplace", inplace)
        self.top, self.left, self.height, self.width = top, left, height, width
        self.value = colour
        self.inplace = inplace
        self.random = False

    def _image(self, image: Array) -> Array:
        need_channels(image, (3,), "Erase")
        top, left, height, width = self.top, self.left, self.height, self.width
        if height > image.shape[0] or width > image.shape[1]:
            raise RuntimeError(f"Erase: {(height, width)} is larger than the image, {image.shape[:2]}.")
        out = image if self.inplace else image.copy()
        out[top : top + height, left : left + width] = np.array(self.value).astype(image.dtype)
        return out


class RandomErasing(ImagePyOperation):
    """Fill a rectangle anywhere, or leave the image; for arrays <C,H,W>.

    Args:
        prob (float): how likely something is erased. Default: ``0.5``.
        scale (Sequence[float]): (min, max) of the part of the area. Default: ``(0.02, 0.33)``.
        ratio (Sequence[float]): (min, max) of width divided by height. Default: ``(0.3, 3.3)``.
        value (Union[int, str, Sequence[int]]): a number, one for each of three channels, or ``"random"`` for noise.
            Default: ``0``.
        inplace (bool): change the image itself, not a copy. Default: ``False``.
        max_attempts (int): how often to try; then nothing is erased. Default: ``10``.

    Raises:
        TypeError: if an argument is not of the type above; when called, if the input is no array.
        ValueError: if one is out of range.

    Source: mindspore.dataset.vision.RandomErasing, MindSpore 2.10
    """

    def __init__(
        self,
        prob: float = 0.5,
        scale: Sequence[float] = (0.02, 0.33),
        ratio: Sequence[float] = (0.3, 3.3),
        value: int | str | Sequence[int] = 0,
        inplace: bool = False,
        max_attempts: int = 10,
    ) -> None:
        super().__init__(random=True)
        where = "RandomErasing"
        check.probability(where, prob)
        check.rising(where, "scale", scale, 0, named=False)
        check.positive(where, "scale[1]", scale[1])
        for one in ratio if isinstance(ratio, (list, tuple)) else ():
            check.unnamed(where, "ratio", one, 0, above=True)
        check.rising(where, "ratio", ratio)
        if isinstance(value, (list, tuple)):
            check.numbers(where, "value", value, 3, 0, 255)
        elif isinstance(value, str):
            if value != "random":
                raise ValueError(f"{where}: `value` must be a number, three of them or 'random', but got {value!r}.")
        else:
            helpers.type_check(value, (int, list, tuple, str), "value", where)
            check.unnamed(where, "value", value, 0, high=255)
        check.boolean(where, "inplace", inplace)
        check.count(where, "max_attempts", max_attempts)
        self.prob = prob
        self.scale = scale
        self.ratio = ratio
        self.value = value
        self.inplace = inplace
        self.max_attempts = max_attempts

    def _execute_py(self, np_img: Any) -> Any:
        if not isinstance(np_img, np.ndarray):
            raise TypeError(f"RandomErasing: the input must be a numpy array <C,H,W>, but got {type(np_img)}.")
        if self.prob <= random.random():
            return np_img
        channels, height, width = np_img.shape
        for _ in range(self.max_attempts):
            area = random.uniform(*self.scale) * (height * width)
            ratio = random.uniform(*self.ratio)
            columns = round(math.sqrt(area * ratio))
            rows = round(columns / ratio)
            if rows < height and columns < width:
                top, left = random.randint(0, height - rows), random.randint(0, width - columns)
                out = np_img if self.inplace else np_img.copy()
                out[:, top : top + rows, left : left + columns] = self._filling((channels, rows, columns))
                return out
        return np_img if self.inplace else np_img.copy()

    def _filling(self, shape: tuple[int, int, int]) -> Any:
        if isinstance(self.value, str):
            return np.random.normal(loc=0.0, scale=1.0, size=shape)
        return np.array(self.value)[:, None, None] if isinstance(self.value, (list, tuple)) else self.value


class MixUp(ImagePyOperation):
    """Mix each image of a batch, and its label, with another.

    Args:
        batch_size (int): images in a batch.
        alpha (float): both parameters of the beta distribution that the weights come from.
        is_single (bool): mix inside the batch, with the next image; else with the batch before. Default: ``True``.

    Raises:
        TypeError: if an argument is not of the type above.
        ValueError: if a number is not positive.

    Source: mindspore.dataset.vision.MixUp, MindSpore 2.10
    """

    def __init__(self, batch_size: int, alpha: float, is_single: bool = True) -> None:
        super().__init__(random=True)
        check.integer("MixUp", "batch_size", batch_size, 1)
        check.positive("MixUp", "alpha", alpha)
        check.boolean("MixUp", "is_single", is_single)
        self.batch_size = batch_size
        self.alpha = alpha
        self.is_single = is_single
        self._before: tuple[Any, Any] | None = None

    def __call__(self, image: Any, label: Any) -> tuple[Array, Array]:
        weights = np.random.beta(self.alpha, self.alpha, self.batch_size)
        if self.is_single:
            places = [*range(1, self.batch_size), 0]
            other = image[places], label[places]
        elif self._before is None:
            weights, other = np.ones(self.batch_size), (0, 0)
        else:
            other = self._before
        for_image, for_label = weights.reshape(-1, 1, 1, 1), weights.reshape(-1, 1)
        mixed = for_image * image + (1 - for_image) * other[0], for_label * label + (1 - for_label) * other[1]
        self._before = mixed
        return mixed


def _batch(where: str, arrays: tuple[Any, ...]) -> tuple[Array, Array]:
    if len(arrays) != 2:
        raise RuntimeError(f"{where}: takes two columns, images and labels, but got {len(arrays)}.")
    images, labels = arrays
    if images.ndim != 4:
        raise RuntimeError(f"{where}: the images must be a batch of four dimensions, but they are {images.shape}.")
    if labels.ndim not in (2, 3) or len(labels) != len(images):
        raise RuntimeError(f"{where}: the labels must be one-hot, <N,C> or <N,L,C>, but they are {labels.shape}.")
    if labels.dtype.kind not in "iuf":
        raise RuntimeError(f"{where}: the labels must be numbers, but they are {labels.dtype}.")
    return images, labels.astype(np.float32)


def _beta(engine: RandomEngine, alpha: float, normals: tuple[NormalDraws, NormalDraws]) -> np.float32:
    """Draw from a beta distribution: from two gamma distributions, each with normal numbers of its own."""
    one, two = (np.float32(engine.gamma(alpha, draws)) for draws in normals)
    return one / (one + two)


class MixUpBatch(ImageTensorOperation):
    """Mix each image of a batch, and its label, with another of the batch; two columns, labels one-hot.

    Args:
        alpha (float): both parameters of the beta distribution that the weight comes from. Default: ``1.0``.

    Raises:
        TypeError: if it is no number.
        ValueError: if it is not positive.
        RuntimeError: when called, if images or labels do not have the shapes of a batch.

    Source: mindspore.dataset.vision.MixUpBatch, MindSpore 2.10
    """

    _columns = None

    def __init__(self, alpha: float = 1.0) -> None:
        super().__init__()
        helpers.type_check(alpha, (int, float), "alpha", "MixUpBatch")
        helpers.check_positive(alpha, "alpha", "MixUpBatch")
        check.unnamed("MixUpBatch", "alpha", alpha, 0, above=True)
        self.alpha = alpha
        self.implementation = Implementation.C

    def _execute_array(self, *arrays: Any) -> Any:
        images, labels = _batch("MixUpBatch", arrays)
        engine = self._random()
        weight = _beta(engine, self.alpha, (NormalDraws(), NormalDraws()))
        other = engine.permutation(len(images))
        rest = np.float32(1) - weight
        mixed = images.astype(np.float32) * weight + images[other].astype(np.float32) * rest
        return to_type(mixed, images.dtype), labels * weight + labels[other] * rest


class CutMixBatch(ImageTensorOperation):
    """Put a rectangle of another image of the batch into each, and mix the labels by area; two columns.

    Args:
        image_batch_format (ImageBatchFormat): order of the axes.
        alpha (float): both parameters of the beta distribution that the area comes from. Default: ``1.0``.
        prob (float): how likely an image is changed. Default: ``1.0``.

    Raises:
        TypeError: if an argument is not of the type above.
        ValueError: if one is out of range.
        RuntimeError: when called, if images or labels do not have the shapes of a batch.

    Source: mindspore.dataset.vision.CutMixBatch, MindSpore 2.10
    """

    _columns = None

    def __init__(self, image_batch_format: ImageBatchFormat, alpha: float = 1.0, prob: float = 1.0) -> None:
        super().__init__()
        check.member("CutMixBatch", "image_batch_format", image_batch_format, ImageBatchFormat)
        check.positive("CutMixBatch", "alpha", alpha)
        check.probability("CutMixBatch", prob)
        self.image_batch_format = image_batch_format
        self.alpha = alpha
        self.prob = prob
        self.implementation = Implementation.C

    def _execute_array(self, *arrays: Any) -> Any:
        images, labels = _batch("CutMixBatch", arrays)
        engine = self._random()
        normals = NormalDraws(), NormalDraws()
        last = self.image_batch_format == ImageBatchFormat.NHWC
        out, mixed = images.copy(), labels.copy()
        source, target = (array if last else np.moveaxis(array, 1, 3) for array in (images, out))
        height, width = source.shape[1:3]
        for place, other in enumerate(engine.permutation(len(images))):
            cut = np.sqrt(np.float32(1) - _beta(engine, self.alpha, normals))
            if engine.canonical() >= self.prob:
                continue
            rows, columns = _box(engine, height, width, cut)
            target[place, rows, columns] = source[other, rows, columns]
            area = (rows.stop - rows.start) * (columns.stop - columns.start)
            kept = np.float32(1) - np.float32(area) / np.float32(height * width)
            mixed[place] = labels[place] * kept + labels[other] * (np.float32(1) - kept)
        return out, mixed


def _box(engine: RandomEngine, height: int, width: int, cut: float) -> tuple[slice, slice]:
    """Draw where CutMix cuts: the rows and the columns; at least one of each, never all."""
    halves = [int(np.float32(length) * cut) // 2 for length in (width, height)]
    middles = [engine.integer(0, length) for length in (width, height)]
    (left, right), (top, bottom) = (
        _span(middle, half, length) for middle, half, length in zip(middles, halves, (width, height), strict=True)
    )
    return slice(top, bottom), slice(left, right)


def _span(middle: int, half: int, length: int) -> tuple[int, int]:
    first, last = (min(max(place, 0), length - 1) for place in (middle - half, middle + half))
    return first, first + min(max(last - first, 1), length - 1)
