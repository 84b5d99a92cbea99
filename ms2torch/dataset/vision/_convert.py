"""Operations that change how an image is kept: decoding, order of axes and colours, scaling of values.

Source: mindspore.dataset.vision.transforms, MindSpore 2.10
"""

from __future__ import annotations

import colorsys
import io
import random
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np

from ms2torch.dataset.core.validator_helpers import told, type_check
from ms2torch.dataset.transforms.py_transforms_util import Implementation
from ms2torch.dataset.transforms.transforms import PyTensorOperation, TypeCast, to_numpy_dtype
from ms2torch.dataset.vision import _checks as check, _colour, _opencv
from ms2torch.dataset.vision._accepted import ACCEPTED, TURNED
from ms2torch.dataset.vision._base import (
    Array,
    ImagePyOperation,
    ImageTensorOperation,
    need_pil,
)
from ms2torch.dataset.vision._pillow import pillow
from ms2torch.dataset.vision.utils import ConvertMode


def decoded(data: bytes, where: str) -> Any:
    """Return the Pillow image, in RGB, of an encoded image.

    Raises:
        RuntimeError: if it is none, or damaged.
    """
    image = pillow()
    try:
        return image.open(io.BytesIO(data)).convert("RGB")
    except (OSError, ValueError, SyntaxError) as error:
        raise RuntimeError(f"{where}: cannot decode the image: {error}") from error


def decoded_pixels(data: bytes, where: str) -> Array:
    """Return the pixels, in RGB, of an encoded image; it raises as `decoded` does."""
    try:
        header = pillow().open(io.BytesIO(data))
    except (OSError, ValueError, SyntaxError) as error:
        raise RuntimeError(f"{where}: cannot decode the image: {error}") from error
    if header.format == "JPEG" and header.mode in ("L", "RGB"):
        pixels = _opencv.decode_jpeg(data)
        if pixels is not None:
            return pixels
    return np.array(decoded(data, where))


class Decode(ImageTensorOperation):
    """Decode an image file's bytes to red, green and blue.

    Args:
        to_pil (bool): give a Pillow image, not an array. Default: ``False``.

    Raises:
        TypeError: if `to_pil` is not a bool; when called, if the input is not bytes or a row of uint8.
        RuntimeError: when called, if it cannot be decoded.

    Source: mindspore.dataset.vision.Decode, MindSpore 2.10
    """

    def __init__(self, to_pil: bool = False) -> None:
        super().__init__()
        check.boolean("Decode", "to_pil", to_pil)
        self.to_pil = to_pil
        self.random = False
        self.implementation = Implementation.PY if to_pil else Implementation.C

    def __call__(self, *input_tensor_list: Any) -> Any:
        if len(input_tensor_list) != 1:
            raise RuntimeError(
                f"The op is OneToOne, can only accept one tensor as input. Decode got {len(input_tensor_list)} columns."
            )
        (img,) = input_tensor_list
        if not isinstance(img, bytes):
            if not isinstance(img, np.ndarray) or img.dtype.kind not in "uiS" or img.ndim > 1:
                raise TypeError(f"Decode: the input must be bytes or one row of uint8, but got {type(img)}.")
            img = img.item() if img.dtype.kind == "S" else img.tobytes()
        return decoded(img, "Decode") if self.to_pil else decoded_pixels(img, "Decode")


class ToPIL(PyTensorOperation):
    """Turn an array <H,W> or <H,W,C> into a Pillow image.

    Raises:
        TypeError: when called, if the input is no array or Pillow image, or not uint8 and of several channels.
        ValueError: when called, if it has another shape.

    Source: mindspore.dataset.vision.ToPIL, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()
        self.random = False
        self.implementation = Implementation.PY

    def _execute_py(self, img: Any) -> Any:
        image = pillow()
        if isinstance(img, image.Image):
            return img
        if not isinstance(img, np.ndarray):
            raise TypeError(
                f"The input image should be of type numpy.ndarray or PIL.Image.Image. Got {type(img)}. In ToPIL."
            )
        if img.ndim not in (2, 3) or (img.ndim == 3 and img.shape[2] > 4):
            raise ValueError(
                f"The dimension of input image should be 2 or 3, and the channel of input image should not exceed 4. "
                f"Its shape is {img.shape}. In ToPIL."
            )
        if img.ndim == 3 and img.shape[2] == 1:
            img = img[..., 0]
        if img.ndim == 3 and img.dtype != np.uint8:
            raise TypeError(f"The input image type {img.dtype} is not supported for {img.shape[2]} channels. In ToPIL.")
        if img.dtype in (np.int64, np.uint64, np.float16):
            raise TypeError(f"The input image type {img.dtype} is not supported. In ToPIL.")
        return image.fromarray(img)


class ToNumpy(PyTensorOperation):
    """Turn a Pillow image into an array.

    Source: mindspore.dataset.vision.ToNumpy, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()
        self.random = False
        self.implementation = Implementation.C

    def _execute_py(self, img: Any) -> Any:
        return np.array(img)


class ToTensor(ImageTensorOperation):
    """Divide by 255 and put the channels first.

    Args:
        output_type (Union[mindspore.dtype, numpy.dtype]): element type of the result. Default: ``numpy.float32``.

    Raises:
        TypeError: if `output_type` is none of these.
        RuntimeError: when called, if the image is not <H,W> or <H,W,C>.

    Source: mindspore.dataset.vision.ToTensor, MindSpore 2.10
    """

    _ranks = (2, 3)

    def __init__(self, output_type: Any = np.float32) -> None:
        super().__init__()
        self.output_type = to_numpy_dtype(output_type, "ToTensor", "output_type")
        self.random = False
        self.implementation = Implementation.C

    def _image(self, image: Array) -> Array:
        planes = image[None] if image.ndim == 2 else image.transpose(2, 0, 1)
        # OpenCV multiplies by the rounded 1/255
        scaled = planes.astype(np.float32) * np.float32(1 / 255)
        return np.ascontiguousarray(scaled.astype(self.output_type))

    def _execute_py(self, img: Any) -> Any:
        values = np.asarray(img)
        planes = values[None] if values.ndim == 2 else values.transpose(2, 0, 1)
        return (planes / 255.0).astype(self.output_type)


class ToType(TypeCast):
    """Convert to another element type.

    Args:
        data_type (Union[mindspore.dtype, numpy.dtype]): the type.

    Raises:
        TypeError: if it is none of these.

    Source: mindspore.dataset.vision.ToType, MindSpore 2.10
    """


class HWC2CHW(ImageTensorOperation):
    """Put the channels first.

    Raises:
        RuntimeError: when called, if the image is not <H,W> or <H,W,C>.

    Source: mindspore.dataset.vision.HWC2CHW, MindSpore 2.10
    """

    _ranks = (2, 3)

    def __init__(self) -> None:
        super().__init__()
        self.random = False
        self.implementation = Implementation.C

    def _image(self, image: Array) -> Array:
        if image.ndim == 2:
            return image
        TURNED.check(image, "HWC2CHW")
        return np.ascontiguousarray(image.transpose(2, 0, 1))


def _mean_and_std(where: str, mean: Sequence[float], std: Sequence[float]) -> None:
    for name, values in (("mean", mean), ("std", std)):
        type_check(values, (list, tuple), name, where)
        for index, value in enumerate(values):
            check.number(where, f"{name}[{index}]", value, 0, 255)
            if name == "std" and value == 0:
                raise ValueError(f"{where}: `std[{index}]` must not be 0.")
    if len(mean) != len(std):
        raise told(
            ValueError("Length of mean and std must be equal."), f"They are {len(mean)} and {len(std)}. In {where}."
        )


class Normalize(ImageTensorOperation):
    """Subtract a mean and divide by a standard deviation, channel by channel.

    Args:
        mean (sequence): one for each channel, or one for all, 0 to 255.
        std (sequence): the same, above 0.
        is_hwc (bool): the channels are last, not first. Default: ``True``.

    Raises:
        TypeError: if an argument is not of the type above.
        ValueError: if one is out of range, or the lengths differ.
        RuntimeError: when called, if the channels do not fit.

    Source: mindspore.dataset.vision.Normalize, MindSpore 2.10
    """

    def __init__(self, mean: Sequence[float], std: Sequence[float], is_hwc: bool = True) -> None:
        super().__init__()
        _mean_and_std("Normalize", mean, std)
        check.boolean("Normalize", "is_hwc", is_hwc)
        self.mean = mean
        self.std = std
        self.is_hwc = is_hwc
        self.random = False
        self.implementation = Implementation.C

    def _image(self, image: Array) -> Array:
        return _normalized(image, self.mean, self.std, self.is_hwc, type(self).__name__)


def _normalized(image: Array, mean: Sequence[float], std: Sequence[float], is_hwc: bool, where: str) -> Array:
    flat = image.ndim == 2
    channels_last = flat or is_hwc
    channels = 1 if flat else image.shape[2] if is_hwc else image.shape[0]
    if len(mean) not in (1, channels):
        raise RuntimeError(
            f"{where}: number of channels does not match the size of mean and std vectors, got channels: {channels}, "
            f"size of mean: {len(mean)}"
        )
    out = np.array(image, np.float32, order="C")
    # row by row, as numpy is slow along an axis as short as that of the channels
    rows = out.reshape(out.shape[0], -1)
    rows -= _along(tuple(mean), rows.shape[1], channels, channels_last)
    rows /= _along(tuple(std), rows.shape[1], channels, channels_last)
    return out


@lru_cache(maxsize=64)
def _along(values: tuple[float, ...], width: int, channels: int, channels_last: bool) -> Any:
    """Return what to compute rows with: the one value there is, or each channel's at its places."""
    if len(values) == 1:
        return np.float32(values[0])
    each = np.asarray(values, np.float32)
    return np.tile(each, width // channels) if channels_last else each[:, None]


class NormalizePad(ImageTensorOperation):
    """Normalize, and add a channel of zeros.

    Args:
        mean (sequence): one for each channel, or one for all, 0 to 255.
        std (sequence): the same, above 0.
        dtype (str): ``"float32"`` or ``"float16"``. Default: ``"float32"``.
        is_hwc (bool): the channels are last, not first. Default: ``True``.

    Raises:
        TypeError: if an argument is not of the type above.
        ValueError: if one is out of range, or the lengths differ.
        RuntimeError: when called, if the image is not <H,W,C> or its channels do not fit.

    Differs from MindSpore:
        The added channel is 0 for <H,W,C> too, as documented; MindSpore's kernel shifts the values there.

    Source: mindspore.dataset.vision.NormalizePad, MindSpore 2.10
    """

    _ranks = (3,)

    def __init__(
        self, mean: Sequence[float], std: Sequence[float], dtype: str = "float32", is_hwc: bool = True
    ) -> None:
        super().__init__()
        _mean_and_std("NormalizePad", mean, std)
        check.boolean("NormalizePad", "is_hwc", is_hwc)
        if not isinstance(dtype, str):
            raise told(TypeError("dtype should be string."), f"It is {dtype!r}. In NormalizePad.")
        if dtype not in ("float32", "float16"):
            raise told(ValueError("dtype only supports float32 or float16."), f"It is {dtype!r}. In NormalizePad.")
        self.mean = mean
        self.std = std
        self.dtype = dtype
        self.is_hwc = is_hwc
        self.random = False
        self.implementation = Implementation.C

    def _image(self, image: Array) -> Array:
        out = _normalized(image, self.mean, self.std, self.is_hwc, "NormalizePad")
        axis = 2 if self.is_hwc else 0
        shape = list(out.shape)
        shape[axis] = 1
        return np.concatenate([out, np.zeros(shape, np.float32)], axis).astype(self.dtype)


class Rescale(ImageTensorOperation):
    """Multiply and add.

    Args:
        rescale (float): factor.
        shift (float): what is added after.

    Raises:
        TypeError: if one is no number.

    Source: mindspore.dataset.vision.Rescale, MindSpore 2.10
    """

    def __init__(self, rescale: float, shift: float) -> None:
        super().__init__()
        check.number("Rescale", "rescale", rescale)
        check.number("Rescale", "shift", shift)
        self.rescale = rescale
        self.shift = shift
        self.random = False
        self.implementation = Implementation.C

    def _check_image(self, image: Array) -> None:
        ACCEPTED["Rescale"].check(image, "Rescale")

    def _image(self, image: Array) -> Array:
        # single precision factors, but one rounding at the end
        factor, shift = float(np.float32(self.rescale)), float(np.float32(self.shift))
        out = image.astype(np.float64)
        out *= factor
        out += shift
        return out.astype(np.float32)


def _swap(image: Array) -> Array:
    return image[..., [2, 1, 0, *range(3, image.shape[2])]]


def _with_alpha(image: Array) -> Array:
    full = 1 if image.dtype.kind == "f" else np.iinfo(image.dtype).max
    return np.concatenate([image, np.full((*image.shape[:2], 1), full, image.dtype)], 2)


def _three(image: Array) -> Array:
    return np.repeat(image.reshape(*image.shape[:2], 1), 3, 2)


_CONVERSIONS: dict[int, tuple[tuple[int, ...], Callable[[Array], Array]]] = {
    ConvertMode.COLOR_BGR2BGRA: ((3,), _with_alpha),
    ConvertMode.COLOR_BGRA2BGR: ((4,), lambda image: image[..., :3]),
    ConvertMode.COLOR_BGR2RGBA: ((3,), lambda image: _with_alpha(_swap(image))),
    ConvertMode.COLOR_RGBA2BGR: ((4,), lambda image: _swap(image)[..., :3]),
    ConvertMode.COLOR_BGR2RGB: ((3,), _swap),
    ConvertMode.COLOR_BGRA2RGBA: ((4,), _swap),
    ConvertMode.COLOR_BGR2GRAY: ((3,), lambda image: _colour.gray(image, 2)),
    ConvertMode.COLOR_RGB2GRAY: ((3,), _colour.gray),
    ConvertMode.COLOR_GRAY2BGR: ((1,), _three),
    ConvertMode.COLOR_GRAY2BGRA: ((1,), lambda image: _with_alpha(_three(image))),
    ConvertMode.COLOR_BGRA2GRAY: ((4,), lambda image: _colour.gray(image, 2)),
    ConvertMode.COLOR_RGBA2GRAY: ((4,), _colour.gray),
}


class ConvertColor(ImageTensorOperation):
    """Convert between orders of colours.

    Args:
        convert_mode (ConvertMode): from which to which.

    Raises:
        TypeError: if it is none of these.
        RuntimeError: when called, if the image has another number of channels.

    Source: mindspore.dataset.vision.ConvertColor, MindSpore 2.10
    """

    _ranks = (2, 3)

    def __init__(self, convert_mode: ConvertMode) -> None:
        super().__init__()
        check.member("ConvertColor", "convert_mode", convert_mode, ConvertMode)
        self.convert_mode = convert_mode
        self.random = False
        self.implementation = Implementation.C

    def _image(self, image: Array) -> Array:
        channels, convert = _CONVERSIONS[self.convert_mode]
        if (1 if image.ndim == 2 else image.shape[2]) not in channels:
            mode = self.convert_mode.name
            raise RuntimeError(f"ConvertColor: {mode} takes {channels[0]} channels, but got {image.shape}.")
        return np.ascontiguousarray(convert(image))


class Grayscale(ImagePyOperation):
    """Make a Pillow image grey.

    Args:
        num_output_channels (int): 1, or 3 equal ones. Default: ``1``.

    Raises:
        TypeError: if it is no int; when called, if the input is no Pillow image.
        ValueError: if it is another number.

    Source: mindspore.dataset.vision.Grayscale, MindSpore 2.10
    """

    def __init__(self, num_output_channels: int = 1) -> None:
        super().__init__()
        check.integer("Grayscale", "num_output_channels", num_output_channels)
        if num_output_channels not in (1, 3):
            raise ValueError(f"Grayscale: `num_output_channels` must be 1 or 3, but got {num_output_channels}.")
        self.num_output_channels = num_output_channels

    def _execute_py(self, img: Any) -> Any:
        grey = need_pil(img, type(self).__name__).convert("L")
        return grey if self.num_output_channels == 1 else pillow().merge("RGB", (grey, grey, grey))


class RandomGrayscale(ImagePyOperation):
    """Make a Pillow image grey, or leave it; the number of channels stays.

    Args:
        prob (float): how likely it is made grey. Default: ``0.1``.

    Raises:
        TypeError: if `prob` is no number; when called, if the input is no Pillow image.
        ValueError: if it is not between 0 and 1.

    Source: mindspore.dataset.vision.RandomGrayscale, MindSpore 2.10
    """

    def __init__(self, prob: float = 0.1) -> None:
        super().__init__(random=True)
        check.probability("RandomGrayscale", prob)
        self.prob = prob

    def _execute_py(self, img: Any) -> Any:
        need_pil(img, "RandomGrayscale")
        if self.prob > random.random():
            return Grayscale(1 if img.mode == "L" else 3)(img)
        return img


class _EachPixel(ImagePyOperation):
    """Base of the two conversions between colour models, for arrays of numbers from 0 to 1."""

    _convert: ClassVar[Callable[[float, float, float], tuple[float, float, float]]]

    def __init__(self, is_hwc: bool = False) -> None:
        super().__init__()
        check.boolean(type(self).__name__, "is_hwc", is_hwc)
        self.is_hwc = is_hwc

    def _execute_py(self, img: Any) -> Any:
        name = type(self).__name__
        if not isinstance(img, np.ndarray):
            raise TypeError(f"{name}: the input must be a numpy array, but got {type(img)}.")
        axis = -1 if self.is_hwc else -3
        if img.ndim not in (3, 4) or img.shape[axis] != 3:
            raise TypeError(f"{name}: the image must have 3 or 4 dimensions and 3 channels, but it is {img.shape}.")
        each = np.vectorize(type(self)._convert, otypes=[np.float64] * 3)
        return np.stack(each(*np.moveaxis(img, axis, 0)), axis)


class HsvToRgb(_EachPixel):
    """Convert hue, saturation, value to red, green, blue, all from 0 to 1.

    Args:
        is_hwc (bool): the channels are last, not first; there may be a batch before. Default: ``False``.

    Raises:
        TypeError: if `is_hwc` is no bool; when called, if the input is no array of 3 channels.

    Source: mindspore.dataset.vision.HsvToRgb, MindSpore 2.10
    """

    _convert = staticmethod(colorsys.hsv_to_rgb)


class RgbToHsv(_EachPixel):
    """Convert red, green, blue to hue, saturation, value, all from 0 to 1.

    Args:
        is_hwc (bool): the channels are last, not first; there may be a batch before. Default: ``False``.

    Raises:
        TypeError: if `is_hwc` is no bool; when called, if the input is no array of 3 channels.

    Source: mindspore.dataset.vision.RgbToHsv, MindSpore 2.10
    """

    _convert = staticmethod(colorsys.rgb_to_hsv)


class LinearTransformation(ImagePyOperation):
    """Subtract a vector from an image taken as one row, and multiply by a square matrix.

    Args:
        transformation_matrix (numpy.ndarray): <D,D>, with D = C x H x W.
        mean_vector (numpy.ndarray): <D>.

    Raises:
        TypeError: if one is no array; when called, if the input is none.
        ValueError: if the shapes do not fit.

    Source: mindspore.dataset.vision.LinearTransformation, MindSpore 2.10
    """

    def __init__(self, transformation_matrix: Array, mean_vector: Array) -> None:
        super().__init__()
        for name, value in (("transformation_matrix", transformation_matrix), ("mean_vector", mean_vector)):
            type_check(value, (np.ndarray,), name, "LinearTransformation")
        if transformation_matrix.ndim != 2 or transformation_matrix.shape[0] != transformation_matrix.shape[1]:
            raise told(
                ValueError("transformation_matrix should be a square matrix."),
                f"It is {transformation_matrix.shape}. In LinearTransformation.",
            )
        if mean_vector.shape[0] != transformation_matrix.shape[0]:
            raise told(
                ValueError(
                    f"mean_vector length {mean_vector.shape[0]} should match either one dimension of the square "
                    f"transformation_matrix {transformation_matrix.shape}."
                ),
                "In LinearTransformation.",
            )
        self.transformation_matrix = transformation_matrix
        self.mean_vector = mean_vector

    def _execute_py(self, img: Any) -> Any:
        if not isinstance(img, np.ndarray):
            raise TypeError(f"LinearTransformation: the input must be a numpy array, but got {type(img)}.")
        if img.size != self.transformation_matrix.shape[0]:
            raise ValueError(
                f"LinearTransformation: an image of {img.shape} for a matrix of {self.transformation_matrix.shape}."
            )
        return ((img.reshape(1, -1) - self.mean_vector) @ self.transformation_matrix).reshape(img.shape)
