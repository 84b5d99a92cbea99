"""Operations that move the pixels of an image: mirroring, rotation, affine and perspective maps.

Source: mindspore.dataset.vision.transforms, MindSpore 2.10
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from ms2torch.dataset.core.validator_helpers import type_check
from ms2torch.dataset.transforms._random import between
from ms2torch.dataset.transforms.py_transforms_util import Implementation
from ms2torch.dataset.transforms.transforms import is_pil
from ms2torch.dataset.vision import _checks as check, _opencv, _warp
from ms2torch.dataset.vision._base import Array, ImagePyOperation, ImageTensorOperation, need_pil, pil_filter
from ms2torch.dataset.vision.utils import Inter

_ARRAYS_ONLY = (Inter.AREA, Inter.PILCUBIC)


def flipped(image: Array, axis: int) -> Array:
    """Return an image, or several before its last three axes, mirrored along an axis."""
    if _opencv.takes(image):
        return _opencv.flip(image, axis)
    # images of more than three dimensions are <...,H,W,C>
    return np.flip(image, axis if image.ndim <= 3 else axis - 3).copy()


class _Flip(ImageTensorOperation):
    """Base of the two that mirror always."""

    _axis = 0

    def __init__(self) -> None:
        super().__init__()
        self.random = False
        self.implementation = Implementation.C

    def _image(self, image: Array) -> Array:
        return flipped(image, self._axis)


class HorizontalFlip(_Flip):
    """Mirror left and right.

    Source: mindspore.dataset.vision.HorizontalFlip, MindSpore 2.10
    """

    _axis = 1


class VerticalFlip(_Flip):
    """Mirror top and bottom.

    Source: mindspore.dataset.vision.VerticalFlip, MindSpore 2.10
    """


class _RandomFlip(ImageTensorOperation):
    """Base of the two that mirror now and then."""

    _axis = 0
    _columns = None

    def __init__(self, prob: float = 0.5) -> None:
        super().__init__()
        check.probability(type(self).__name__, prob)
        self.prob = prob

    def _execute_array(self, *arrays: Any) -> Any:
        for image in arrays:
            self._check_image(image)
        if self._random().bernoulli(self.prob):
            arrays = tuple(flipped(image, self._axis) for image in arrays)
        return arrays[0] if len(arrays) == 1 else arrays

    def _execute_py(self, img: Any) -> Any:
        need_pil(img, type(self).__name__)
        return img.transpose(1 - self._axis) if self.prob > random.random() else img


class RandomHorizontalFlip(_RandomFlip):
    """Mirror left and right, or not; several images alike.

    Args:
        prob (float): how likely. Default: ``0.5``.

    Raises:
        TypeError: if `prob` is no number.
        ValueError: if it is not between 0 and 1.

    Source: mindspore.dataset.vision.RandomHorizontalFlip, MindSpore 2.10
    """

    _axis = 1


class RandomVerticalFlip(_RandomFlip):
    """Mirror top and bottom, or not; several images alike.

    Args:
        prob (float): how likely. Default: ``0.5``.

    Raises:
        TypeError: if `prob` is no number.
        ValueError: if it is not between 0 and 1.

    Source: mindspore.dataset.vision.RandomVerticalFlip, MindSpore 2.10
    """


def _rotation_arguments(
    operation: Any, resample: Any, expand: Any, center: Any, fill_value: Any, *, arrays_only: bool
) -> None:
    where = type(operation).__name__
    check.interpolation(where, resample, arrays_only=arrays_only, name="resample")
    check.boolean(where, "expand", expand)
    if center is not None:
        if isinstance(center, (list, tuple)) and len(center) != 2:
            raise ValueError("Value center needs to be a 2-tuple.")
        check.numbers(where, "center", center, 2, -(2**31), 2**31 - 1)
    operation.resample = resample
    operation.expand = expand
    operation.center = center
    operation.fill_value = check.fill(where, fill_value)


def _rotated(image: Array, degrees: float, operation: Any) -> Array:
    blue_first = operation.fill_value[::-1]  # as MindSpore's kernel takes it for arrays, and no other one
    turned = _warp.rotate(image, degrees, operation.resample, operation.expand, operation.center, blue_first)
    return turned.astype(image.dtype)


class Rotate(ImageTensorOperation):
    """Turn anticlockwise.

    Args:
        degrees (Union[int, float]): angle.
        resample (Inter): how pixels are interpolated. Default: ``Inter.NEAREST``.
        expand (bool): make room for all of the image; then it is turned about its middle. Default: ``False``.
        center (tuple, optional): (x, y) about which to turn. Default: ``None``, the middle.
        fill_value (Union[int, tuple[int]]): grey level, or red, green, blue, of what was outside. Default: ``0``.

    Raises:
        TypeError: if an argument is not of the type above.
        ValueError: if one is out of range.

    As in MindSpore the last of the three values of `fill_value` is the first channel's.

    Source: mindspore.dataset.vision.Rotate, MindSpore 2.10
    """

    center: Sequence[float] | None

    def __init__(
        self,
        degrees: float,
        resample: Inter = Inter.NEAREST,
        expand: bool = False,
        center: Sequence[float] | None = None,
        fill_value: int | tuple[int, int, int] = 0,
    ) -> None:
        super().__init__()
        check.number("Rotate", "degrees", degrees)
        _rotation_arguments(self, resample, expand, center, fill_value, arrays_only=True)
        self._expands = expand
        self.degrees = degrees % 360
        self.random = False
        self.implementation = Implementation.C

    def _image(self, image: Array) -> Array:
        return _rotated(image, self.degrees, self)

    def _check_image(self, image: Array) -> None:
        super()._check_image(image)
        if self._expands and image.ndim > 3:
            told = f"Rotate: with `expand` the image must be <H,W> or <H,W,C>, but its shape is {image.shape}."
            raise RuntimeError(f"Cannot reshape, Number of elements do not match. {told}")


class RandomRotation(ImageTensorOperation):
    """Turn anticlockwise by a random angle.

    Args:
        degrees (Union[int, float, sequence]): (min, max), or one number for (-degrees, degrees).
        resample (Inter): how pixels are interpolated. Default: ``Inter.NEAREST``.
        expand (bool): make room for all of the image; then it is turned about its middle. Default: ``False``.
        center (tuple, optional): (x, y) about which to turn. Default: ``None``, the middle.
        fill_value (Union[int, tuple[int]]): grey level, or red, green, blue, of what was outside. Default: ``0``.

    Raises:
        TypeError: if an argument is not of the type above.
        ValueError: if one is out of range.

    As in MindSpore the last of the three values of `fill_value` is the first channel's of an array; of a Pillow image
    the first is.

    Source: mindspore.dataset.vision.RandomRotation, MindSpore 2.10
    """

    _ranks = (2, 3)
    resample: Inter
    expand: bool
    center: Sequence[float] | None
    fill_value: tuple[int, int, int]

    def __init__(
        self,
        degrees: float | Sequence[float],
        resample: Inter = Inter.NEAREST,
        expand: bool = False,
        center: Sequence[float] | None = None,
        fill_value: int | tuple[int, int, int] = 0,
    ) -> None:
        super().__init__()
        _rotation_arguments(self, resample, expand, center, fill_value, arrays_only=False)
        if isinstance(degrees, (list, tuple)):
            check.rising("RandomRotation", "degrees", degrees)
            low, high = degrees[0] % 360, degrees[1] % 360
            whole = degrees[1] - degrees[0] >= 360
            self.degrees = (-180, 180) if whole else (low, high + 360 if low > high else high)
        else:
            check.number("RandomRotation", "degrees", degrees, 0)
            angle = degrees % 360  # pyright: ignore[reportOperatorIssue]
            self.degrees = (-angle, angle)
        if resample in _ARRAYS_ONLY:
            self.implementation = Implementation.C
        elif resample == Inter.ANTIALIAS:
            self.implementation = Implementation.PY

    def _image(self, image: Array) -> Array:
        return _rotated(image, between(self._random(), self.degrees), self)

    def _execute_py(self, img: Any) -> Any:
        need_pil(img, "RandomRotation")
        kind = pil_filter(self.resample, "RandomRotation")
        angle = random.uniform(*self.degrees) % 360.0
        if self.resample == Inter.ANTIALIAS and (angle % 90 or self.center):
            raise ValueError("RandomRotation: Inter.ANTIALIAS takes multiples of 90 degrees, and no `center`.")
        return img.rotate(angle, kind, self.expand, self.center, fillcolor=self.fill_value)


class Affine(ImageTensorOperation):
    """Turn, move, scale and shear.

    Args:
        degrees (Union[int, float]): angle, -180 to 180, clockwise.
        translate (Sequence): (to the right, down), in widths and heights, -1 to 1.
        scale (float): above 0.
        shear (Union[float, Sequence]): angles (parallel to x, parallel to y), or the first alone, -180 to 180.
        resample (Inter): how pixels are interpolated. Default: ``Inter.NEAREST``.
        fill_value (Union[int, tuple[int]]): grey level, or red, green, blue, of what was outside. Default: ``0``.

    Raises:
        TypeError: if an argument is not of the type above.
        ValueError: if one is out of range.

    Source: mindspore.dataset.vision.Affine, MindSpore 2.10
    """

    _ranks = (2, 3)

    def __init__(
        self,
        degrees: float,
        translate: Sequence[float],
        scale: float,
        shear: float | Sequence[float],
        resample: Inter = Inter.NEAREST,
        fill_value: int | tuple[int, int, int] = 0,
    ) -> None:
        super().__init__()
        check.number("Affine", "degrees", degrees, -180, 180)
        check.numbers("Affine", "translate", translate, 2, -1, 1)
        check.positive("Affine", "scale", scale)
        shear = (shear, 0.0) if isinstance(shear, (int, float)) else shear
        check.numbers("Affine", "shear", shear, 2, -180, 180)
        check.interpolation("Affine", resample, arrays_only=True, name="resample")
        self.degrees = degrees
        self.translate = translate
        self.scale_ = scale
        self.shear = shear
        self.resample = resample
        self.fill_value = check.fill("Affine", fill_value)
        self.random = False
        self.implementation = Implementation.C

    def _image(self, image: Array) -> Array:
        return _warp.affine(
            image, self.degrees, self.translate, self.scale_, self.shear, self.resample, self.fill_value
        ).astype(image.dtype)


class RandomAffine(ImageTensorOperation):
    """Turn, move, scale and shear at random about the middle.

    Args:
        degrees (Union[int, float, sequence]): (min, max) of the angle, or one number for (-degrees, degrees).
        translate (sequence, optional): (min, max) to the right, or (min, max, min, max) to the right and down, in
            widths and heights, -1 to 1; of a Pillow image the first two bound the two moves. Default: ``None``.
        scale (sequence, optional): (min, max). Default: ``None``.
        shear (Union[float, sequence], optional): (min, max) of the angle parallel to x, or (min, max, min, max) of
            both, or one number for (-shear, shear). Default: ``None``.
        resample (Inter): how pixels are interpolated. Default: ``Inter.NEAREST``.
        fill_value (Union[int, tuple[int]]): grey level, or red, green, blue, of what was outside. Default: ``0``.

    Raises:
        TypeError: if an argument is not of the type above.
        ValueError: if one is out of range.

    Differs from MindSpore:
        `fill_value` fills a Pillow image too; with Pillow 10 or newer MindSpore loses it there.

    Source: mindspore.dataset.vision.RandomAffine, MindSpore 2.10
    """

    _ranks = (2, 3)

    def __init__(
        self,
        degrees: float | Sequence[float],
        translate: Sequence[float] | None = None,
        scale: Sequence[float] | None = None,
        shear: float | Sequence[float] | None = None,
        resample: Inter = Inter.NEAREST,
        fill_value: int | tuple[int, int, int] = 0,
    ) -> None:
        super().__init__()
        if isinstance(degrees, (int, float)):
            check.number("RandomAffine", "degrees", degrees, 0)
            degrees = (-degrees, degrees)
        check.rising("RandomAffine", "degrees", degrees)
        check.interpolation("RandomAffine", resample, name="resample")
        self.degrees = degrees
        self.translate = _two_or_four("translate", translate, 1)
        self.scale = (1.0, 1.0) if scale is None else scale
        check.rising("RandomAffine", "scale", self.scale, 0, named=False)
        check.positive("RandomAffine", "scale[1]", self.scale[1])
        if isinstance(shear, (int, float)):
            check.positive("RandomAffine", "shear", shear)
            shear = (-shear, shear)
        self.shear = _two_or_four("shear", shear, math.inf)
        check.rising("RandomAffine", "shear", self.shear[:2])
        check.rising("RandomAffine", "shear", self.shear[2:])
        self.resample = resample
        if resample in _ARRAYS_ONLY:
            self.implementation = Implementation.C
        elif resample == Inter.ANTIALIAS:
            self.implementation = Implementation.PY
        self.fill_value = check.fill("RandomAffine", fill_value)

    def _image(self, image: Array) -> Array:
        random = self._random()
        degrees = between(random, self.degrees)
        moves = (between(random, self.translate[:2]), between(random, self.translate[2:]))
        scale = between(random, self.scale)
        shear = (between(random, self.shear[:2]), between(random, self.shear[2:]))
        return _warp.affine(image, degrees, moves, scale, shear, self.resample, self.fill_value).astype(image.dtype)

    def _execute_py(self, img: Any) -> Any:
        need_pil(img, "RandomAffine")
        kind = pil_filter(self.resample, "RandomAffine")
        width, height = img.size
        angle = math.radians(random.uniform(*self.degrees))
        reach = self.translate[0] * width, self.translate[1] * height
        moves = [float(np.round(random.uniform(-bound, bound))) for bound in reach]
        scale = 1.0 / random.uniform(*self.scale)
        shear_x = math.radians(random.uniform(*self.shear[:2]))
        shear_y = math.radians(random.uniform(*self.shear[2:]))
        center = (width * 0.5 + 0.5, height * 0.5 + 0.5)
        one, two = angle + shear_x, angle + shear_y
        share = scale / (math.cos(one) * math.cos(two) + math.sin(one) * math.sin(two))
        rows = [(math.cos(one), math.sin(one)), (-math.sin(two), math.cos(two))]
        matrix: list[float] = []
        for row, middle in zip(rows, center, strict=True):
            a, b = row[0] * share, row[1] * share
            matrix += [a, b, a * (-center[0] - moves[0]) + b * (-center[1] - moves[1]) + middle]
        return img.transform(img.size, 0, matrix, kind, fillcolor=self.fill_value)


def _two_or_four(name: str, value: Sequence[float] | None, limit: float) -> tuple[float, ...]:
    if value is None:
        return (0.0, 0.0, 0.0, 0.0)
    if not isinstance(value, (list, tuple)) or len(value) not in (2, 4):
        raise TypeError(f"RandomAffine: `{name}` must be a list or tuple of 2 or 4 numbers, but got {value!r}.")
    check.numbers("RandomAffine", name, value, len(value), -limit, limit)
    return (*value, 0.0, 0.0) if len(value) == 2 else tuple(value)


class Perspective(ImageTensorOperation):
    """Map a quadrangle to another.

    Args:
        start_points (Sequence[Sequence[int]]): four points (x, y): top left, top right, bottom right, bottom left.
        end_points (Sequence[Sequence[int]]): where they go.
        interpolation (Inter): how pixels are interpolated. Default: ``Inter.BILINEAR``.

    Raises:
        TypeError: if an argument is not of the type above.

    Source: mindspore.dataset.vision.Perspective, MindSpore 2.10
    """

    _ranks = (2, 3)

    def __init__(
        self,
        start_points: Sequence[Sequence[int]],
        end_points: Sequence[Sequence[int]],
        interpolation: Inter = Inter.BILINEAR,
    ) -> None:
        super().__init__()
        for name, points in (("start_points", start_points), ("end_points", end_points)):
            if not isinstance(points, (list, tuple)) or len(points) != 4:
                raise TypeError(f"Perspective: `{name}` must be a list or tuple of 4 points, but got {points!r}.")
            for index, point in enumerate(points):
                check.numbers("Perspective", f"{name}[{index}]", point, 2, -(2**31), 2**31 - 1)
        check.interpolation("Perspective", interpolation)
        self.start_points = start_points
        self.end_points = end_points
        self.interpolation = interpolation
        if interpolation in _ARRAYS_ONLY:
            self.implementation = Implementation.C
        elif interpolation == Inter.ANTIALIAS:
            self.implementation = Implementation.PY
        self.random = False

    def _image(self, image: Array) -> Array:
        return _warp.perspective(image, self.start_points, self.end_points, self.interpolation).astype(image.dtype)

    def _execute_py(self, img: Any) -> Any:
        need_pil(img, "Perspective")
        return _pil_perspective(img, self.start_points, self.end_points, pil_filter(self.interpolation, "Perspective"))


def _pil_perspective(img: Any, start: Sequence[Sequence[int]], end: Sequence[Sequence[int]], kind: int) -> Any:
    rows: list[list[float]] = []
    for (x, y), (u, v) in zip(start, end, strict=True):
        rows.append([u, v, 1, 0, 0, 0, -x * u, -x * v])
        rows.append([0, 0, 0, u, v, 1, -y * u, -y * v])
    target = np.array(start, dtype=float).reshape(8)
    coefficients = np.linalg.lstsq(np.array(rows, dtype=float), target, rcond=None)[0]
    return img.transform(img.size, 2, coefficients.tolist(), kind)


class RandomPerspective(ImagePyOperation):
    """Distort a Pillow image as if it were looked at from aside, or leave it.

    Args:
        distortion_scale (float): how far corners can move, in half widths and heights, 0 to 1. Default: ``0.5``.
        prob (float): how likely it is distorted. Default: ``0.5``.
        interpolation (Inter): how pixels are interpolated. Default: ``Inter.BICUBIC``.

    Raises:
        TypeError: if an argument is not of the type above.
        ValueError: if one is out of range; when called, if the input is no Pillow image.

    Source: mindspore.dataset.vision.RandomPerspective, MindSpore 2.10
    """

    def __init__(self, distortion_scale: float = 0.5, prob: float = 0.5, interpolation: Inter = Inter.BICUBIC) -> None:
        super().__init__(random=True)
        for name, value in (("distortion_scale", distortion_scale), ("prob", prob)):
            type_check(value, (float,), name, "RandomPerspective")
        check.number("RandomPerspective", "distortion_scale", distortion_scale, 0, 1)
        check.probability("RandomPerspective", prob)
        check.interpolation("RandomPerspective", interpolation)
        self.distortion_scale = distortion_scale
        self.prob = prob
        self.interpolation = interpolation

    def _execute_py(self, img: Any) -> Any:
        if not is_pil(img):
            raise ValueError(
                "RandomPerspective: Input image should be a Pillow image: use Decode(True) or ToPIL before."
            )
        kind = pil_filter(self.interpolation, "RandomPerspective")
        if self.prob <= random.random():
            return img
        width, height = img.size
        across, down = int(width / 2 * self.distortion_scale), int(height / 2 * self.distortion_scale)
        left, right = (0, across), (width - across - 1, width - 1)
        top, bottom = (0, down), (height - down - 1, height - 1)
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        end = [(random.randint(*x), random.randint(*y)) for x, y in corners]
        start = [(0, 0), (width - 1, 0), (width - 1, height - 1), (0, height - 1)]
        return _pil_perspective(img, start, end, kind)
