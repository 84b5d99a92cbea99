"""Operations on an image and the boxes in it: two columns, boxes as float32 rows (x, y, width, height, ...).

Source: mindspore.dataset.vision.transforms, MindSpore 2.10
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ms2torch.dataset.transforms.py_transforms_util import Implementation
from ms2torch.dataset.transforms.transforms import TensorOperation
from ms2torch.dataset.vision import _checks as check
from ms2torch.dataset.vision._base import Array, ImageTensorOperation
from ms2torch.dataset.vision._size import (
    RandomResize,
    Resize,
    add_padding,
    area_arguments,
    array_area,
    crop_arguments,
    cut,
    random_place,
    resized,
)
from ms2torch.dataset.vision.utils import Border, Inter


class _WithBoxes(ImageTensorOperation):
    """Base of the operations on two columns."""

    _columns = 2

    def __init__(self) -> None:
        super().__init__()
        self.implementation = Implementation.C

    def _execute_array(self, *arrays: Any) -> Any:
        image, boxes = arrays
        name = type(self).__name__
        if image.ndim not in (2, 3):
            raise RuntimeError(f"{name}: the image must be <H,W> or <H,W,C>, but its shape is {image.shape}.")
        if boxes.ndim != 2 or boxes.shape[1] < 4 or boxes.dtype != np.float32:
            raise RuntimeError(
                f"{name}: the boxes must be float32 rows of 4 or more, but got {boxes.dtype} {boxes.shape}."
            )
        right, low = boxes[:, 0] + boxes[:, 2], boxes[:, 1] + boxes[:, 3]
        if (boxes[:, :4] < 0).any() or (right > image.shape[1]).any() or (low > image.shape[0]).any():
            raise RuntimeError(f"{name}: a box goes beyond an image of {image.shape[:2]}: {boxes[:, :4].tolist()}.")
        return self._both(image, boxes.copy())

    def _both(self, image: Array, boxes: Array) -> tuple[Array, Array]:
        raise NotImplementedError


def _scaled(boxes: Array, before: Sequence[int], after: Sequence[int]) -> Array:
    for axis in range(2):
        ratio = np.float32(after[axis]) / np.float32(before[axis])
        boxes[:, 1 - axis] *= ratio
        boxes[:, 3 - axis] *= ratio
    return boxes


def _inside(boxes: Array, top: int, left: int, height: int, width: int) -> Array:
    """Cut boxes at a rectangle, and count from its corner."""
    for axis, (start, size) in enumerate(((left, width), (top, height))):
        low = np.clip(boxes[:, axis], start, start + size)
        high = np.clip(boxes[:, axis] + boxes[:, 2 + axis], start, start + size)
        boxes[:, axis], boxes[:, 2 + axis] = low - start, high - low
    return boxes


class RandomHorizontalFlipWithBBox(_WithBoxes):
    """Mirror left and right, or not.

    Args:
        prob (float): how likely. Default: ``0.5``.

    Raises:
        TypeError: if `prob` is no number.
        ValueError: if it is not between 0 and 1.
        RuntimeError: when called, if a box goes beyond the image.

    Source: mindspore.dataset.vision.RandomHorizontalFlipWithBBox, MindSpore 2.10
    """

    def __init__(self, prob: float = 0.5) -> None:
        super().__init__()
        check.probability("RandomHorizontalFlipWithBBox", prob)
        self.prob = prob

    def _both(self, image: Array, boxes: Array) -> tuple[Array, Array]:
        if not self._random().bernoulli(self.prob):
            return image, boxes
        boxes[:, 0] = image.shape[1] - boxes[:, 0] - boxes[:, 2]
        return image[:, ::-1].copy(), boxes


class RandomVerticalFlipWithBBox(_WithBoxes):
    """Mirror top and bottom, or not.

    Args:
        prob (float): how likely. Default: ``0.5``.

    Raises:
        TypeError: if `prob` is no number.
        ValueError: if it is not between 0 and 1.
        RuntimeError: when called, if a box goes beyond the image.

    Source: mindspore.dataset.vision.RandomVerticalFlipWithBBox, MindSpore 2.10
    """

    def __init__(self, prob: float = 0.5) -> None:
        super().__init__()
        check.probability("RandomVerticalFlipWithBBox", prob)
        self.prob = prob

    def _both(self, image: Array, boxes: Array) -> tuple[Array, Array]:
        if not self._random().bernoulli(self.prob):
            return image, boxes
        boxes[:, 1] = image.shape[0] - boxes[:, 1] - boxes[:, 3]
        return image[::-1].copy(), boxes


class ResizeWithBBox(_WithBoxes):
    """Change the size.

    Args:
        size (Union[int, Sequence[int]]): (height, width), or the length of the shorter side.
        interpolation (Inter): how. Default: ``Inter.LINEAR``.

    Raises:
        TypeError: if an argument is not of the type above.
        ValueError: if `size` is not positive.
        RuntimeError: when called, if a box goes beyond the image.

    Source: mindspore.dataset.vision.ResizeWithBBox, MindSpore 2.10
    """

    def __init__(self, size: int | Sequence[int], interpolation: Inter = Inter.LINEAR) -> None:
        super().__init__()
        check.new_size("ResizeWithBBox", size)
        check.interpolation("ResizeWithBBox", interpolation, arrays_only=True)
        self.size = size
        self.interpolation = interpolation

    def _both(self, image: Array, boxes: Array) -> tuple[Array, Array]:
        out = Resize(self.size, self.interpolation)._image(image)
        return out, _scaled(boxes, image.shape, out.shape)


class RandomResizeWithBBox(_WithBoxes):
    """Change the size, each time with another interpolation: nearest, linear, cubic or area.

    Args:
        size (Union[int, Sequence[int]]): (height, width), or the length of the shorter side.

    Raises:
        TypeError: if `size` is not of the type above.
        ValueError: if it is not positive.
        RuntimeError: when called, if a box goes beyond the image.

    Source: mindspore.dataset.vision.RandomResizeWithBBox, MindSpore 2.10
    """

    def __init__(self, size: int | Sequence[int]) -> None:
        super().__init__()
        check.new_size("RandomResizeWithBBox", size)
        self.size = size
        self._resize = RandomResize(size)

    def _both(self, image: Array, boxes: Array) -> tuple[Array, Array]:
        out = self._resize._image(image)
        return out, _scaled(boxes, image.shape, out.shape)


class RandomCropWithBBox(_WithBoxes):
    """Cut out a rectangle anywhere.

    Args:
        size (Union[int, Sequence[int]]): (height, width), or one for both.
        padding (Union[int, Sequence[int]], optional): pixels added first, as in `Pad`. Default: ``None``.
        pad_if_needed (bool): pad both sides by what is missing where the image is smaller. Default: ``False``.
        fill_value (Union[int, tuple[int]]): grey level, or red, green, blue, of a constant. Default: ``0``.
        padding_mode (Border): what the pixels are. Default: ``Border.CONSTANT``.

    Raises:
        TypeError: if an argument is not of the type above.
        ValueError: if one is out of range.
        RuntimeError: when called, if the image is smaller, or a box goes beyond it.

    Source: mindspore.dataset.vision.RandomCropWithBBox, MindSpore 2.10
    """

    size: tuple[int, int]

    def __init__(
        self,
        size: int | Sequence[int],
        padding: int | Sequence[int] | None = None,
        pad_if_needed: bool = False,
        fill_value: int | tuple[int, int, int] = 0,
        padding_mode: Border = Border.CONSTANT,
    ) -> None:
        super().__init__()
        crop_arguments(self, size, padding, pad_if_needed, fill_value, padding_mode)

    def _both(self, image: Array, boxes: Array) -> tuple[Array, Array]:
        wide, (left, top) = add_padding(image, self)
        boxes[:, 0] += left
        boxes[:, 1] += top
        place = random_place(wide, self.size, self._random(), "RandomCropWithBBox")
        return cut(wide, *place, *self.size, "RandomCropWithBBox"), _inside(boxes, *place, *self.size)


class RandomResizedCropWithBBox(_WithBoxes):
    """Cut out a part of the area in random proportions, and change its size.

    Args:
        size (Union[int, Sequence[int]]): (height, width) of the result, or one for both.
        scale (Sequence[float]): (min, max) of the part of the area. Default: ``(0.08, 1.0)``.
        ratio (Sequence[float]): (min, max) of width divided by height. Default: ``(3/4, 4/3)``.
        interpolation (Inter): how. Default: ``Inter.BILINEAR``.
        max_attempts (int): how often to try; then the middle is taken. Default: ``10``.

    Raises:
        TypeError: if an argument is not of the type above.
        ValueError: if one is out of range.
        RuntimeError: when called, if a box goes beyond the image.

    Source: mindspore.dataset.vision.RandomResizedCropWithBBox, MindSpore 2.10
    """

    size: tuple[int, int]
    interpolation: Inter

    def __init__(
        self,
        size: int | Sequence[int],
        scale: Sequence[float] = (0.08, 1.0),
        ratio: Sequence[float] = (3.0 / 4.0, 4.0 / 3.0),
        interpolation: Inter = Inter.BILINEAR,
        max_attempts: int = 10,
    ) -> None:
        super().__init__()
        area_arguments(self, size, scale, ratio, interpolation, max_attempts, arrays_only=True)

    def _both(self, image: Array, boxes: Array) -> tuple[Array, Array]:
        place = array_area(image.shape[0], image.shape[1], self, self._random())
        part = cut(image, *place, "RandomResizedCropWithBBox")
        out = resized(part, *self.size, self.interpolation, "RandomResizedCropWithBBox")
        return out, _scaled(_inside(boxes, *place), part.shape, out.shape)


class BoundingBoxAugment(_WithBoxes):
    """Apply an operation inside some of the boxes, each chosen by itself.

    Args:
        transform (TensorOperation): the operation; what it gives is brought back to the box's size.
        ratio (float): how likely a box is chosen. Default: ``0.3``.

    Raises:
        TypeError: if an argument is not of the type above.
        ValueError: if `ratio` is not between 0 and 1.
        RuntimeError: when called, if a box goes beyond the image.

    Source: mindspore.dataset.vision.BoundingBoxAugment, MindSpore 2.10
    """

    def __init__(self, transform: Any, ratio: float = 0.3) -> None:
        super().__init__()
        if not isinstance(transform, TensorOperation):
            raise TypeError(f"BoundingBoxAugment: `transform` must be an operation, but got {transform!r}.")
        check.probability("BoundingBoxAugment", ratio, "ratio")
        self.transform = transform
        self.ratio = ratio

    def _both(self, image: Array, boxes: Array) -> tuple[Array, Array]:
        out = image.copy()
        engine = self._random()
        order = engine.sample(len(boxes), int(len(boxes) * self.ratio))
        for place in order:
            left, top, width, height = (int(value) for value in boxes[place, :4])
            changed = self.transform(cut(out, top, left, height, width, "BoundingBoxAugment"))
            if changed.shape[:2] != (height, width):
                changed = resized(changed, height, width, Inter.LINEAR, "BoundingBoxAugment")
            out[top : top + height, left : left + width] = changed
        return out, boxes
