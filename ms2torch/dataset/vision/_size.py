"""Operations that change the size of an image: resizing, cropping, padding.

Source: mindspore.dataset.vision.transforms, MindSpore 2.10
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from ms2torch._core.random_engines import RandomEngine
from ms2torch.dataset.transforms.py_transforms_util import Implementation
from ms2torch.dataset.vision import _checks as check, _opencv, _resize
from ms2torch.dataset.vision._accepted import ACCEPTED
from ms2torch.dataset.vision._base import Array, ImagePyOperation, ImageTensorOperation, need_pil, pil_filter
from ms2torch.dataset.vision._convert import decoded_pixels
from ms2torch.dataset.vision._pillow import pillow
from ms2torch.dataset.vision.utils import Border, Inter, SliceMode

_NUMPY_MODES = {Border.EDGE: "edge", Border.REFLECT: "reflect", Border.SYMMETRIC: "symmetric"}

_AS_NEAREST = {np.dtype(np.int8): np.uint8, np.dtype(np.float16): np.int16, np.dtype(np.int32): np.float32}


def resized(image: Array, height: int, width: int, interpolation: Inter, where: str = "Resize") -> Array:
    """Return an array <H,W> or <H,W,C> in another size."""
    if interpolation == Inter.PILCUBIC:
        if image.ndim != 3 or image.shape[2] != 3:
            raise RuntimeError(f"{where}: Inter.PILCUBIC takes images of 3 channels, but got {image.shape}.")
        if image.dtype != np.uint8:
            raise RuntimeError(f"{where}: Inter.PILCUBIC takes images of uint8, but got {image.dtype}.")
        return np.array(pillow().fromarray(image).resize((width, height), 3))
    if interpolation == Inter.NEAREST and image.dtype in _AS_NEAREST:  # pixels are copied, whatever they mean
        return resized(image.view(_AS_NEAREST[image.dtype]), height, width, interpolation, where).view(image.dtype)
    work = image.astype(np.uint8) if image.dtype == np.bool_ else image
    if work.dtype not in (np.uint8, np.int16, np.uint16, np.float32, np.float64):
        raise RuntimeError(f"{where}: cannot resize an image of {image.dtype}.")
    if work.shape[:2] == (height, width):
        return image.copy()
    if _opencv.takes(work):
        kind = {Inter.NEAREST: 0, Inter.BICUBIC: 2, Inter.AREA: 3}.get(interpolation, 1)
        return _opencv.resize(work, height, width, kind).astype(image.dtype, copy=False)
    known = {Inter.NEAREST: _resize.nearest, Inter.BICUBIC: _resize.cubic, Inter.AREA: _resize.area}
    return known.get(interpolation, _resize.linear)(work, height, width).astype(image.dtype)


def short_side(height: int, width: int, size: int) -> tuple[int, int]:
    """Return the size in which the shorter side is `size` and the proportions stay."""
    if height < width:
        return size, int(np.float32(width) / np.float32(height) * np.float32(size))
    return int(np.float32(height) / np.float32(width) * np.float32(size)), size


def padded(image: Array, padding: Sequence[int], mode: Border, fill: Sequence[int]) -> Array:
    """Return an array with (left, top, right, bottom) more pixels."""
    left, top, right, bottom = padding
    sides = [(top, bottom), (left, right), *[(0, 0)] * (image.ndim - 2)]
    if mode != Border.CONSTANT:
        return np.pad(image, sides, _NUMPY_MODES[mode])  # pyright: ignore[reportArgumentType, reportCallIssue]
    out = np.pad(image, sides)
    colour = np.resize(np.array(fill), image.shape[2]) if image.ndim == 3 else fill[0]
    frame = np.ones(out.shape[:2], bool)
    frame[top : top + image.shape[0], left : left + image.shape[1]] = False
    out[frame] = np.asarray(colour).astype(image.dtype)
    return out


def pil_padded(image: Any, padding: Sequence[int], mode: Border, fill: Sequence[int]) -> Any:
    """Return a Pillow image with (left, top, right, bottom) more pixels."""
    if mode == Border.CONSTANT:
        one = image.mode in ("L", "1", "I", "F", "P")
        return pillow("ImageOps").expand(image, border=tuple(padding), fill=fill[0] if one else tuple(fill))
    out = pillow().fromarray(padded(np.asarray(image), padding, mode, fill))
    if image.mode == "P":
        out.putpalette(image.getpalette())
    return out


class Resize(ImageTensorOperation):
    """Change the size.

    Args:
        size (Union[int, Sequence[int]]): (height, width), or the length of the shorter side.
        interpolation (Inter): how. Default: ``Inter.LINEAR``.

    Raises:
        TypeError: if an argument is not of the type above.
        ValueError: if `size` is not positive.
        RuntimeError: when called, if the element type cannot be interpolated.

    Differs from MindSpore:
        Without OpenCV, linear and cubic interpolation of uint8 differ by one grey level in one pixel of 300.

    Source: mindspore.dataset.vision.Resize, MindSpore 2.10
    """

    def __init__(self, size: int | Sequence[int], interpolation: Inter = Inter.LINEAR) -> None:
        super().__init__()
        check.new_size("Resize", size)
        check.interpolation("Resize", interpolation)
        self.size = size  # of pictures of Pillow
        self.c_size = size  # of arrays
        self.interpolation = interpolation
        self.random = False
        if interpolation in (Inter.AREA, Inter.PILCUBIC):
            self.implementation = Implementation.C
        elif interpolation == Inter.ANTIALIAS:
            self.implementation = Implementation.PY

    def _image(self, image: Array) -> Array:
        if isinstance(self.c_size, int):
            height, width = short_side(image.shape[0], image.shape[1], self.c_size)
            return resized(image, height, width, self.interpolation)
        return resized(image, self.c_size[0], self.c_size[1], self.interpolation)

    def _execute_py(self, img: Any) -> Any:
        need_pil(img, "Resize")
        kind = pil_filter(self.interpolation, "Resize")
        if not isinstance(self.size, int):
            return img.resize((self.size[1], self.size[0]), kind)
        width, height = img.size
        if min(width, height) == self.size:
            return img
        ratio = width / height
        new = (self.size, int(self.size / ratio)) if width < height else (int(self.size * ratio), self.size)
        return img.resize(new, kind)


class RandomResize(ImageTensorOperation):
    """Change the size, each time with another interpolation: nearest, linear, cubic or area.

    Args:
        size (Union[int, Sequence[int]]): (height, width), or the length of the shorter side.

    Raises:
        TypeError: if `size` is not of the type above.
        ValueError: if it is not positive.

    Source: mindspore.dataset.vision.RandomResize, MindSpore 2.10
    """

    def __init__(self, size: int | Sequence[int]) -> None:
        super().__init__()
        check.new_size("RandomResize", size)
        self.size = size
        self.implementation = Implementation.C

    def _image(self, image: Array) -> Array:
        kinds = (Inter.BILINEAR, Inter.NEAREST, Inter.BICUBIC, Inter.AREA)
        size = self.size
        if isinstance(size, int):  # unlike Resize, the kernel cuts the longer side off to a whole number
            height, width = image.shape[:2]
            size = (size, size * width // height) if height < width else (size * height // width, size)
        return Resize(size, kinds[self._random().below(4)])._image(image)


class CenterCrop(ImageTensorOperation):
    """Cut out the middle; where the image is smaller it is padded with zeros.

    Args:
        size (Union[int, Sequence[int]]): (height, width), or one for both.

    Raises:
        TypeError: if `size` is not of the type above.
        ValueError: if it is not positive.

    Source: mindspore.dataset.vision.CenterCrop, MindSpore 2.10
    """

    def __init__(self, size: int | Sequence[int]) -> None:
        super().__init__()
        self.size = check.size("CenterCrop", size)
        self.random = False

    def _image(self, image: Array) -> Array:
        missing_rows, missing_columns = (max(0, self.size[axis] - image.shape[axis]) for axis in range(2))
        if missing_rows or missing_columns:
            ACCEPTED["Pad"].check(image, "Pad")
        if missing_rows > 3 * image.shape[0] or missing_columns > 3 * image.shape[1]:
            raise RuntimeError(
                f"CenterCrop: Padding size cannot be more than 3 times of the original image size, got top padding: "
                f"{missing_rows}, left padding: {missing_columns}, while the original image size: {image.shape[0]}, "
                f"{image.shape[1]}"
            )
        for axis, size in enumerate(self.size):
            missing = size - image.shape[axis]
            if missing > 0:
                sides = [(0, 0)] * image.ndim
                sides[axis] = ((missing + 1) // 2, missing // 2)
                image = np.pad(image, sides)
            else:
                start = -missing // 2
                image = np.take(image, range(start, start + size), axis)
        return image

    def _execute_py(self, img: Any) -> Any:
        return _pil_center(need_pil(img, "CenterCrop"), self.size)


def _pil_center(img: Any, size: Sequence[int]) -> Any:
    height, width = size
    top, left = round((img.size[1] - height) / 2), round((img.size[0] - width) / 2)
    return img.crop((left, top, left + width, top + height))


def side_lengths(array: Array) -> tuple[int, int]:
    """Return height and width of <H,W>, <H,W,C> or <...,H,W,C>."""
    return array.shape[:2] if array.ndim < 4 else array.shape[-3:-1]


def frames(array: Array) -> Array | list[Array]:
    """Return the images <H,W,C> of <...,H,W,C>, or the one that it is."""
    return [array] if array.ndim < 4 else array.reshape(-1, *array.shape[-3:])


def joined(images: Sequence[Array], array: Array) -> Array:
    """Return what became of the images of an array in its shape."""
    return images[0] if array.ndim < 4 else np.stack(images).reshape(*array.shape[:-3], *images[0].shape)


def cut(image: Array, top: int, left: int, height: int, width: int, where: str) -> Array:
    """Return a rectangle of an array.

    Raises:
        RuntimeError: if it is not all inside.
    """
    if top + height > image.shape[0] or left + width > image.shape[1]:
        raise RuntimeError(
            f"{where}: {height} x {width} pixels from ({top}, {left}) go beyond an image of {image.shape[:2]}."
        )
    return image[top : top + height, left : left + width].copy()


class Crop(ImageTensorOperation):
    """Cut out a rectangle.

    Args:
        coordinates (Sequence[int]): (top, left).
        size (Union[int, Sequence[int]]): (height, width), or one for both.

    Raises:
        TypeError: if an argument is not of the type above.
        ValueError: if one is negative or 0.
        RuntimeError: when called, if the rectangle goes beyond the image.

    Source: mindspore.dataset.vision.Crop, MindSpore 2.10
    """

    def __init__(self, coordinates: Sequence[int], size: int | Sequence[int]) -> None:
        super().__init__()
        check.numbers("Crop", "coordinates", coordinates, 2, 0)
        for value in coordinates:
            check.integer("Crop", "coordinates", value)
        self.coordinates = coordinates
        self.size = check.size("Crop", size)
        self.random = False
        self.implementation = Implementation.C

    def _image(self, image: Array) -> Array:
        top, left = self.coordinates
        return cut(image, top, left, *self.size, "Crop")


class ResizedCrop(ImageTensorOperation):
    """Cut out a rectangle and change its size.

    Args:
        top (int): first row.
        left (int): first column.
        height (int): rows.
        width (int): columns.
        size (Union[int, Sequence[int]]): (height, width) of the result, or one for both.
        interpolation (Inter): how. Default: ``Inter.BILINEAR``.

    Raises:
        TypeError: if an argument is not of the type above.
        ValueError: if one is out of range.
        RuntimeError: when called, if the rectangle goes beyond the image.

    Source: mindspore.dataset.vision.ResizedCrop, MindSpore 2.10
    """

    def __init__(
        self,
        top: int,
        left: int,
        height: int,
        width: int,
        size: int | Sequence[int],
        interpolation: Inter = Inter.BILINEAR,
    ) -> None:
        super().__init__()
        for name, value, low in (("top", top, 0), ("left", left, 0), ("height", height, 1), ("width", width, 1)):
            check.integer("ResizedCrop", name, value, low)
        check.interpolation("ResizedCrop", interpolation, arrays_only=True)
        self.top, self.left, self.height, self.width = top, left, height, width
        self.size = check.size("ResizedCrop", size)
        self.interpolation = interpolation
        self.random = False
        self.implementation = Implementation.C

    def _image(self, image: Array) -> Array:
        part = cut(image, self.top, self.left, self.height, self.width, "ResizedCrop")
        return resized(part, *self.size, self.interpolation, "ResizedCrop")


class Pad(ImageTensorOperation):
    """Add pixels at the sides.

    Args:
        padding (Union[int, Sequence[int]]): for all sides; (left and right, top and bottom); or (left, top, right,
            bottom).
        fill_value (Union[int, tuple[int]]): grey level, or red, green, blue, of a constant. Default: ``0``.
        padding_mode (Border): what the pixels are. Default: ``Border.CONSTANT``.

    Raises:
        TypeError: if an argument is not of the type above.
        ValueError: if one is out of range.

    Source: mindspore.dataset.vision.Pad, MindSpore 2.10
    """

    def __init__(
        self,
        padding: int | Sequence[int],
        fill_value: int | tuple[int, int, int] = 0,
        padding_mode: Border = Border.CONSTANT,
    ) -> None:
        super().__init__()
        self.padding = check.padding("Pad", padding)
        self.fill_value = check.fill("Pad", fill_value)
        check.border("Pad", padding_mode)
        self.padding_mode = padding_mode
        self.random = False

    def _image(self, image: Array) -> Array:
        return padded(image, self.padding, self.padding_mode, self.fill_value)

    def _execute_py(self, img: Any) -> Any:
        return pil_padded(need_pil(img, "Pad"), self.padding, self.padding_mode, self.fill_value)


class PadToSize(ImageTensorOperation):
    """Add pixels up to a size.

    Args:
        size (Union[int, Sequence[int]]): (height, width), or one for both.
        offset (Union[int, Sequence[int]], optional): pixels (above, to the left), or one for both. Default: ``None``,
            in the middle.
        fill_value (Union[int, tuple[int]]): grey level, or red, green, blue, of a constant. Default: ``0``.
        padding_mode (Border): what the pixels are. Default: ``Border.CONSTANT``.

    Raises:
        TypeError: if an argument is not of the type above.
        ValueError: if one is out of range.
        RuntimeError: when called, if the image, with the offset, is larger.

    Source: mindspore.dataset.vision.PadToSize, MindSpore 2.10
    """

    def __init__(
        self,
        size: int | Sequence[int],
        offset: int | Sequence[int] | None = None,
        fill_value: int | tuple[int, int, int] = 0,
        padding_mode: Border = Border.CONSTANT,
    ) -> None:
        super().__init__()
        self.size = check.pair_of_ints("PadToSize", "size", size, 1)
        self.offset = () if offset is None else check.pair_of_ints("PadToSize", "offset", offset, 0, empty=True)
        self.fill_value = check.fill("PadToSize", fill_value)
        check.border("PadToSize", padding_mode)
        self.padding_mode = padding_mode
        self.random = False
        self.implementation = Implementation.C

    def _image(self, image: Array) -> Array:
        missing = [size - have for size, have in zip(self.size, image.shape[:2], strict=True)]
        above, left = self.offset or (missing[0] // 2, missing[1] // 2)
        if min(missing) < 0 or above > missing[0] or left > missing[1]:
            raise RuntimeError(
                f"PadToSize: an image of {image.shape[:2]} at {self.offset or 'the middle'} is larger than {self.size}."
            )
        sides = (left, above, missing[1] - left, missing[0] - above)
        return padded(image, sides, self.padding_mode, self.fill_value)


class FiveCrop(ImagePyOperation):
    """Cut the four corners and the middle out of a Pillow image.

    Args:
        size (Union[int, Sequence[int]]): (height, width), or one for both.

    Raises:
        TypeError: if `size` is not of the type above; when called, if the input is no Pillow image.
        ValueError: if `size` is not positive; when called, if the image is smaller.

    Source: mindspore.dataset.vision.FiveCrop, MindSpore 2.10
    """

    def __init__(self, size: int | Sequence[int]) -> None:
        super().__init__()
        self.size = check.size("FiveCrop", size)

    def _execute_py(self, img: Any) -> Any:
        return _five(need_pil(img, "FiveCrop"), self.size, "FiveCrop")


def _five(img: Any, size: tuple[int, int], where: str) -> tuple[Any, ...]:
    (height, width), (whole_width, whole_height) = size, img.size
    if height > whole_height or width > whole_width:
        raise ValueError(
            f"Crop size {tuple(size)} is larger than input image size {(whole_height, whole_width)}. In {where}."
        )
    right, low = whole_width - width, whole_height - height
    corners = [(0, 0), (right, 0), (0, low), (right, low)]
    return *(img.crop((x, y, x + width, y + height)) for x, y in corners), _pil_center(img, size)


class TenCrop(ImagePyOperation):
    """Cut the corners and the middle out of a Pillow image and out of its mirror image.

    Args:
        size (Union[int, Sequence[int]]): (height, width), or one for both.
        use_vertical_flip (bool): mirror top and bottom, not left and right. Default: ``False``.

    Raises:
        TypeError: if an argument is not of the type above; when called, if the input is no Pillow image.
        ValueError: if `size` is not positive; when called, if the image is smaller.

    Source: mindspore.dataset.vision.TenCrop, MindSpore 2.10
    """

    def __init__(self, size: int | Sequence[int], use_vertical_flip: bool = False) -> None:
        super().__init__()
        self.size = check.size("TenCrop", size)
        check.boolean("TenCrop", "use_vertical_flip", use_vertical_flip)
        self.use_vertical_flip = use_vertical_flip

    def _execute_py(self, img: Any) -> Any:
        need_pil(img, "TenCrop")
        mirrored = img.transpose(1 if self.use_vertical_flip else 0)
        return _five(img, self.size, "TenCrop") + _five(mirrored, self.size, "TenCrop")


def crop_arguments(
    operation: Any, size: Any, padding: Any, pad_if_needed: Any, fill_value: Any, padding_mode: Any
) -> None:
    """Check and keep the arguments of a random crop."""
    where = type(operation).__name__
    operation.size = check.size(where, size)
    operation.padding = (0, 0, 0, 0) if padding is None else check.padding(where, padding)
    check.boolean(where, "pad_if_needed", pad_if_needed)
    operation.pad_if_needed = pad_if_needed
    operation.fill_value = check.fill(where, fill_value)
    check.border(where, padding_mode)
    operation.padding_mode = padding_mode


class RandomCrop(ImageTensorOperation):
    """Cut out a rectangle anywhere; several images of one size are cut alike.

    Args:
        size (Union[int, Sequence[int]]): (height, width), or one for both.
        padding (Union[int, Sequence[int]], optional): pixels added first, as in `Pad`. Default: ``None``.
        pad_if_needed (bool): pad both sides by what is missing where the image is smaller. Default: ``False``.
        fill_value (Union[int, tuple[int]]): grey level, or red, green, blue, of a constant. Default: ``0``.
        padding_mode (Border): what the pixels are. Default: ``Border.CONSTANT``.

    Raises:
        TypeError: if an argument is not of the type above.
        ValueError: if one is out of range; when called, if a Pillow image is smaller.
        RuntimeError: when called, if an array is smaller.

    Source: mindspore.dataset.vision.RandomCrop, MindSpore 2.10
    """

    _columns = None
    size: tuple[int, int]
    padding: tuple[int, int, int, int]
    pad_if_needed: bool
    fill_value: tuple[int, int, int]
    padding_mode: Border

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

    def _execute_array(self, *arrays: Any) -> Any:
        sides = {side_lengths(array) for array in arrays}
        if len(sides) > 1:
            raise RuntimeError("RandomCrop: images that are cut together must have one size.")
        out: list[Array] = []
        place: tuple[int, int] | None = None  # the same for all images, but each frame of a video has its own
        engine = self._random()
        for array in arrays:
            self._check_image(array)
            done: list[Array] = []
            for image in frames(array):
                wide, _ = add_padding(image, self)
                if place is None or array.ndim > 3:
                    place = random_place(wide, self.size, engine, "RandomCrop")
                done.append(cut(wide, *place, *self.size, "RandomCrop"))
            out.append(joined(done, array))
        return out[0] if len(out) == 1 else tuple(out)

    def _execute_py(self, img: Any) -> Any:
        need_pil(img, "RandomCrop")
        height, width = self.size
        img = pil_padded(img, self.padding, self.padding_mode, self.fill_value)
        if self.pad_if_needed and img.size[0] < width:
            side = width - img.size[0]
            img = pil_padded(img, (side, 0, side, 0), self.padding_mode, self.fill_value)
        if self.pad_if_needed and img.size[1] < height:
            side = height - img.size[1]
            img = pil_padded(img, (0, side, 0, side), self.padding_mode, self.fill_value)
        if height > img.size[1] or width > img.size[0]:
            raise ValueError(f"Crop size {self.size} is larger than input image size {img.size[::-1]}. In RandomCrop.")
        if (width, height) == img.size:
            return img
        top, left = random.randint(0, img.size[1] - height), random.randint(0, img.size[0] - width)
        return img.crop((left, top, left + width, top + height))


def add_padding(image: Array, operation: Any) -> tuple[Array, tuple[int, int]]:
    """Return the image with a random crop's padding, and how many pixels (left, top) were added."""
    left, top, right, bottom = operation.padding
    if operation.pad_if_needed:
        missing_rows = operation.size[0] - (image.shape[0] + top + bottom)
        missing_columns = operation.size[1] - (image.shape[1] + left + right)
        rows, columns = max(missing_rows, 0), max(missing_columns, 0)
        left, top, right, bottom = left + columns, top + rows, right + columns, bottom + rows
    if not left + top + right + bottom:
        return image, (0, 0)
    return padded(image, (left, top, right, bottom), operation.padding_mode, operation.fill_value), (left, top)


def random_place(image: Array, size: tuple[int, int], engine: RandomEngine, where: str) -> tuple[int, int]:
    """Draw (top, left) of a rectangle inside an image."""
    room = image.shape[0] - size[0], image.shape[1] - size[1]
    if min(room) < 0:
        raise RuntimeError(
            f"{where}: invalid crop size, crop size is bigger than the image dimensions, got crop height: {size[0]}, "
            f"crop width: {size[1]}. The image is {image.shape[:2]}."
        )
    left = engine.below(room[1] + 1)
    return engine.below(room[0] + 1), left


def area_arguments(
    operation: Any, size: Any, scale: Any, ratio: Any, interpolation: Any, max_attempts: Any, *, arrays_only: bool
) -> None:
    """Check and keep the arguments of a random crop of a part of the area."""
    where = type(operation).__name__
    operation.size = check.size(where, size)
    check.rising(where, "scale", scale, 0, named=False)
    check.positive(where, "scale[1]", scale[1])
    check.rising(where, "ratio", ratio)
    check.positive(where, "ratio[0]", ratio[0])
    check.interpolation(where, interpolation, arrays_only=arrays_only)
    check.integer(where, "max_attempts", max_attempts, 1)
    operation.scale = scale
    operation.ratio = ratio
    operation.interpolation = interpolation
    operation.max_attempts = max_attempts


def random_area(height: int, width: int, operation: Any, uniform: Any, integer: Any) -> tuple[int, int, int, int]:
    """Draw (top, left, height, width) of a part of the area; `uniform` and `integer` draw inside two bounds."""
    low, high = math.log(operation.ratio[0]), math.log(operation.ratio[1])
    for _ in range(operation.max_attempts):
        area = uniform(operation.scale[0], operation.scale[1]) * (height * width)
        ratio = math.exp(uniform(low, high))
        columns = round(math.sqrt(area * ratio))
        rows = round(columns / ratio)
        if 0 < columns <= width and 0 < rows <= height:
            return integer(0, height - rows), integer(0, width - columns), rows, columns
    rows, columns = height, width
    if width / height < operation.ratio[0]:
        rows = round(width / operation.ratio[0])
    elif width / height > operation.ratio[1]:
        columns = round(height * operation.ratio[1])
    return round((height - rows) / 2), round((width - columns) / 2), rows, columns


class RandomResizedCrop(ImageTensorOperation):
    """Cut out a part of the area in random proportions, and change its size; several images are cut alike.

    Args:
        size (Union[int, Sequence[int]]): (height, width) of the result, or one for both.
        scale (Sequence[float]): (min, max) of the part of the area. Default: ``(0.08, 1.0)``.
        ratio (Sequence[float]): (min, max) of width divided by height. Default: ``(3/4, 4/3)``.
        interpolation (Inter): how. Default: ``Inter.BILINEAR``.
        max_attempts (int): how often to try; then the middle is taken. Default: ``10``.

    Raises:
        TypeError: if an argument is not of the type above.
        ValueError: if one is out of range.

    Source: mindspore.dataset.vision.RandomResizedCrop, MindSpore 2.10
    """

    _columns = None
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
        area_arguments(self, size, scale, ratio, interpolation, max_attempts, arrays_only=False)
        if interpolation in (Inter.AREA, Inter.PILCUBIC):
            self.implementation = Implementation.C
        elif interpolation == Inter.ANTIALIAS:
            self.implementation = Implementation.PY

    def _execute_array(self, *arrays: Any) -> Any:
        name = type(self).__name__
        for image in arrays:
            self._check_image(image)
        sides = {side_lengths(array) for array in arrays}
        if len(sides) > 1:
            raise RuntimeError(f"{name}: images that are cut together must have one size.")
        place = array_area(*sides.pop(), self, self._random())
        out = [joined([self._part(image, place) for image in frames(array)], array) for array in arrays]
        return out[0] if len(out) == 1 else tuple(out)

    def _part(self, image: Array, place: tuple[int, int, int, int]) -> Array:
        name = type(self).__name__
        return resized(cut(image, *place, name), *self.size, self.interpolation, name)

    def _execute_py(self, img: Any) -> Any:
        need_pil(img, "RandomResizedCrop")
        kind = pil_filter(self.interpolation, "RandomResizedCrop")
        top, left, rows, columns = random_area(img.size[1], img.size[0], self, random.uniform, random.randint)
        return img.crop((left, top, left + columns, top + rows)).resize((self.size[1], self.size[0]), kind)


def array_area(height: int, width: int, operation: Any, engine: RandomEngine) -> tuple[int, int, int, int]:
    """Draw as MindSpore's kernel does, which takes the column before the row."""
    low, high = (math.log(value) for value in operation.ratio)
    for _ in range(operation.max_attempts):
        area = height * width * engine.uniform_single(*operation.scale)
        ratio = math.exp(engine.uniform_single(low, high))
        columns = max(1, _rounded(math.sqrt(area * ratio)))
        rows = max(1, _rounded(columns / ratio))
        if columns <= width and rows <= height:
            left = engine.below(width - columns + 1)
            return engine.below(height - rows + 1), left, rows, columns
    return _middle_area(height, width, operation.ratio)


def _middle_area(height: int, width: int, ratio: Sequence[float]) -> tuple[int, int, int, int]:
    rows, columns = height, width
    if width / height < ratio[0]:
        rows = _rounded(columns / ratio[0])
    elif width / height > ratio[1]:
        columns = _rounded(rows * ratio[1])
    return _rounded((height - rows) / 2), _rounded((width - columns) / 2), rows, columns


def _rounded(value: float) -> int:
    return math.floor(value + 0.5)


class RandomCropDecodeResize(ImageTensorOperation):
    """Decode an image file's bytes, cut out a part of the area in random proportions, and change its size.

    Args:
        size (Union[int, Sequence[int]]): (height, width) of the result, or one for both.
        scale (Sequence[float]): (min, max) of the part of the area. Default: ``(0.08, 1.0)``.
        ratio (Sequence[float]): (min, max) of width divided by height. Default: ``(3/4, 4/3)``.
        interpolation (Inter): how. Default: ``Inter.BILINEAR``.
        max_attempts (int): how often to try; then the middle is taken. Default: ``10``.

    Raises:
        TypeError: if an argument is not of the type above; when called, if the input is not one row of uint8.
        ValueError: if one is out of range.
        RuntimeError: when called, if the image cannot be decoded.

    Differs from MindSpore:
        The whole image is decoded and then cut; MindSpore decodes the part alone. Of a JPEG file whose colours have
        fewer pixels than its brightness (4:2:0, 4:2:2), pixels at the edges of that part, about 1 of 100, differ in
        colour, by up to 14 of 255 as measured; other files give equal pixels.

    Source: mindspore.dataset.vision.RandomCropDecodeResize, MindSpore 2.10
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
        self.implementation = Implementation.C

    def _execute_array(self, *arrays: Any) -> Any:
        (data,) = arrays
        if data.ndim != 1 or data.dtype != np.uint8:
            raise TypeError(
                f"RandomCropDecodeResize: the input must be one row of uint8, but got {data.dtype} {data.shape}."
            )
        image = decoded_pixels(data.tobytes(), "RandomCropDecodeResize")
        place = array_area(image.shape[0], image.shape[1], self, self._random())
        name = "RandomCropDecodeResize"
        return resized(cut(image, *place, name), *self.size, self.interpolation, name)


class SlicePatches(ImageTensorOperation):
    """Divide an image into equal patches, which become columns.

    Args:
        num_height (int): how many, one below the other. Default: ``1``.
        num_width (int): how many side by side. Default: ``1``.
        slice_mode (SliceMode): pad the image, or drop what is left over. Default: ``SliceMode.PAD``.
        fill_value (int): grey level of the padding. Default: ``0``.

    Raises:
        TypeError: if an argument is not of the type above.
        ValueError: if one is out of range.

    Source: mindspore.dataset.vision.SlicePatches, MindSpore 2.10
    """

    _ranks = (2, 3)

    def __init__(
        self, num_height: int = 1, num_width: int = 1, slice_mode: SliceMode = SliceMode.PAD, fill_value: int = 0
    ) -> None:
        super().__init__()
        check.integer("SlicePatches", "num_height", num_height, 1)
        check.integer("SlicePatches", "num_width", num_width, 1)
        check.member("SlicePatches", "slice_mode", slice_mode, SliceMode)
        check.integer("SlicePatches", "fill_value", fill_value, 0, 255)
        self.num_height = num_height
        self.num_width = num_width
        self.slice_mode = slice_mode
        self.fill_value = fill_value
        self.random = False
        self.implementation = Implementation.C

    def _image(self, image: Array) -> Any:
        rows, columns = image.shape[0] / self.num_height, image.shape[1] / self.num_width
        if self.slice_mode == SliceMode.PAD:
            height, width = math.ceil(rows), math.ceil(columns)
            sides = (0, 0, width * self.num_width - image.shape[1], height * self.num_height - image.shape[0])
            image = padded(image, sides, Border.CONSTANT, (self.fill_value,) * 3)
        else:
            height, width = int(rows), int(columns)
        patches = [
            image[row * height : (row + 1) * height, column * width : (column + 1) * width].copy()
            for row in range(self.num_height)
            for column in range(self.num_width)
        ]
        return tuple(patches) if len(patches) > 1 else patches[0]
