"""Constants of the image operations, and reading, writing and coding of image files.

Source: mindspore.dataset.vision.utils, MindSpore 2.10
"""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from enum import IntEnum, StrEnum
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ms2torch.common.tensor import Tensor
from ms2torch.dataset.vision._pillow import pillow
from ms2torch.dataset.vision._video import read_video as read_video, read_video_timestamps as read_video_timestamps

Array: TypeAlias = NDArray[Any]


class AutoAugmentPolicy(StrEnum):
    """Data set whose policy `AutoAugment` follows.

    Source: mindspore.dataset.vision.AutoAugmentPolicy, MindSpore 2.10
    """

    IMAGENET = "imagenet"
    CIFAR10 = "cifar10"
    SVHN = "svhn"


class Border(StrEnum):
    """What padding is made of: a constant, the edge, or a reflection without or with the edge itself.

    Source: mindspore.dataset.vision.Border, MindSpore 2.10
    """

    CONSTANT = "constant"
    EDGE = "edge"
    REFLECT = "reflect"
    SYMMETRIC = "symmetric"


class ConvertMode(IntEnum):
    """Between which orders of colours `ConvertColor` converts.

    Source: mindspore.dataset.vision.ConvertMode, MindSpore 2.10
    """

    COLOR_BGR2BGRA = 0
    COLOR_RGB2RGBA = 0
    COLOR_BGRA2BGR = 1
    COLOR_RGBA2RGB = 1
    COLOR_BGR2RGBA = 2
    COLOR_RGB2BGRA = 2
    COLOR_RGBA2BGR = 3
    COLOR_BGRA2RGB = 3
    COLOR_BGR2RGB = 4
    COLOR_RGB2BGR = 4
    COLOR_BGRA2RGBA = 5
    COLOR_RGBA2BGRA = 5
    COLOR_BGR2GRAY = 6
    COLOR_RGB2GRAY = 7
    COLOR_GRAY2BGR = 8
    COLOR_GRAY2RGB = 8
    COLOR_GRAY2BGRA = 9
    COLOR_GRAY2RGBA = 9
    COLOR_BGRA2GRAY = 10
    COLOR_RGBA2GRAY = 11


class ImageBatchFormat(IntEnum):
    """Order of the axes of a batch.

    Source: mindspore.dataset.vision.ImageBatchFormat, MindSpore 2.10
    """

    NHWC = 0
    NCHW = 1


class ImageReadMode(IntEnum):
    """What `read_image` makes of the colours of a file.

    Source: mindspore.dataset.vision.ImageReadMode, MindSpore 2.10
    """

    UNCHANGED = 0
    GRAYSCALE = 1
    COLOR = 2


class Inter(IntEnum):
    """How pixels are interpolated.

    Source: mindspore.dataset.vision.Inter, MindSpore 2.10
    """

    NEAREST = 0
    ANTIALIAS = 1
    BILINEAR = 2
    LINEAR = 2
    BICUBIC = 3
    CUBIC = 3
    AREA = 4
    PILCUBIC = 5


class SliceMode(IntEnum):
    """What `SlicePatches` does where an image cannot be divided: pad it, or drop the rest.

    Source: mindspore.dataset.vision.SliceMode, MindSpore 2.10
    """

    PAD = 0
    DROP = 1


def parse_padding(padding: int | Sequence[int]) -> tuple[int, int, int, int]:
    """Return a padding of one, two (left and right, top and bottom) or four numbers as (left, top, right, bottom).

    Source: mindspore.dataset.vision.utils.parse_padding, MindSpore 2.10
    """
    if isinstance(padding, int):
        return padding, padding, padding, padding
    if len(padding) == 2:
        return padding[0], padding[1], padding[0], padding[1]
    left, top, right, bottom = padding
    return left, top, right, bottom


def _pixels(image: Any, where: str) -> Array:
    if isinstance(image, Tensor):
        image = image.asnumpy()
    if not isinstance(image, np.ndarray):
        raise TypeError(f"{where}: `image` must be a numpy array or Tensor, but got {type(image)}.")
    if image.dtype != np.uint8:
        raise RuntimeError(f"{where}: `image` must be uint8, but it is {image.dtype}.")
    if image.ndim == 3 and image.shape[2] == 1:
        return image[..., 0]
    if image.ndim not in (2, 3) or (image.ndim == 3 and image.shape[2] != 3):
        raise RuntimeError(f"{where}: `image` must be <H,W>, <H,W,1> or <H,W,3>, but its shape is {image.shape}.")
    return image


def _level(name: str, value: object, low: int, high: int, where: str) -> None:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{where}: `{name}` must be an int, but got {value!r}.")
    if not low <= value <= high:
        raise RuntimeError(f"{where}: `{name}` must be between {low} and {high}, but got {value}.")


def _encoded(image: Array, form: str, **options: int) -> Array:
    buffer = io.BytesIO()
    pillow().fromarray(image).save(buffer, form, **options)
    return np.frombuffer(buffer.getvalue(), np.uint8).copy()


def encode_jpeg(image: Any, quality: int = 75) -> Array:
    """Return the bytes of a JPEG file.

    Args:
        image (Union[numpy.ndarray, Tensor]): uint8 <H,W>, <H,W,1> or <H,W,3>.
        quality (int): 1 to 100. Default: ``75``.

    Returns:
        numpy.ndarray, uint8.

    Raises:
        TypeError: if an argument is not of the type above.
        RuntimeError: if shape, element type or quality do not fit.

    Source: mindspore.dataset.vision.encode_jpeg, MindSpore 2.10
    """
    _level("quality", quality, 1, 100, "encode_jpeg")
    return _encoded(_pixels(image, "encode_jpeg"), "JPEG", quality=quality)


def encode_png(image: Any, compression_level: int = 6) -> Array:
    """Return the bytes of a PNG file.

    Args:
        image (Union[numpy.ndarray, Tensor]): uint8 <H,W>, <H,W,1> or <H,W,3>.
        compression_level (int): 0 to 9. Default: ``6``.

    Returns:
        numpy.ndarray, uint8.

    Raises:
        TypeError: if an argument is not of the type above.
        RuntimeError: if shape, element type or level do not fit.

    Source: mindspore.dataset.vision.encode_png, MindSpore 2.10
    """
    _level("compression_level", compression_level, 0, 9, "encode_png")
    return _encoded(_pixels(image, "encode_png"), "PNG", compress_level=compression_level)


def get_image_num_channels(image: Any) -> int:
    """Return the number of channels of an array <..., H, W, C> or <H, W>, or of a Pillow image.

    Args:
        image (Union[numpy.ndarray, PIL.Image.Image]): the image.

    Raises:
        TypeError: if it is neither.
        RuntimeError: if it has fewer than two dimensions.

    Source: mindspore.dataset.vision.get_image_num_channels, MindSpore 2.10
    """
    if isinstance(image, np.ndarray):
        if image.ndim < 2:
            raise RuntimeError(f"get_image_num_channels: the image must have two dimensions or more, got {image.ndim}.")
        return 1 if image.ndim == 2 else int(image.shape[-1])
    if hasattr(image, "getbands"):
        return len(image.getbands())
    raise TypeError(f"get_image_num_channels: `image` must be an array or a Pillow image, but got {type(image)}.")


def get_image_size(image: Any) -> list[int]:
    """Return height and width of an array <..., H, W, C> or <H, W>, or of a Pillow image.

    Args:
        image (Union[numpy.ndarray, PIL.Image.Image]): the image.

    Raises:
        TypeError: if it is neither.
        RuntimeError: if it has fewer than two dimensions.

    Source: mindspore.dataset.vision.get_image_size, MindSpore 2.10
    """
    if isinstance(image, np.ndarray):
        if image.ndim < 2:
            raise RuntimeError(f"get_image_size: the image must have two dimensions or more, but it has {image.ndim}.")
        return [int(size) for size in (image.shape if image.ndim == 2 else image.shape[-3:-1])]
    if hasattr(image, "getbands"):
        return [image.size[1], image.size[0]]
    raise TypeError(f"get_image_size: `image` must be an array or a Pillow image, but got {type(image)}.")


def _path(filename: object, where: str) -> Path:
    if not isinstance(filename, str):
        raise TypeError(f"{where}: `filename` must be a str, but got {type(filename)}.")
    return Path(filename)


def read_file(filename: str) -> Array:
    """Return the bytes of a file.

    Args:
        filename (str): its path.

    Returns:
        numpy.ndarray, uint8.

    Raises:
        TypeError: if `filename` is not a str.
        RuntimeError: if it cannot be read.

    Source: mindspore.dataset.vision.read_file, MindSpore 2.10
    """
    path = _path(filename, "read_file")
    try:
        return np.frombuffer(path.read_bytes(), np.uint8).copy()
    except OSError as error:
        raise RuntimeError(f"read_file: cannot read {filename}: {error.strerror}.") from error


def read_image(filename: str, mode: ImageReadMode = ImageReadMode.UNCHANGED) -> Array:
    """Return the pixels of an image file.

    Args:
        filename (str): its path.
        mode (ImageReadMode): the colours as they are, grey or red, green, blue. Default: ``UNCHANGED``.

    Returns:
        numpy.ndarray, <H,W,C>.

    Raises:
        TypeError: if an argument is not of the type above.
        RuntimeError: if the file cannot be read or decoded.

    Source: mindspore.dataset.vision.read_image, MindSpore 2.10
    """
    if not isinstance(mode, ImageReadMode):
        raise TypeError(f"read_image: `mode` must be an ImageReadMode, but got {mode!r}.")
    data = read_file(filename).tobytes()
    try:
        image = pillow().open(io.BytesIO(data))
        image.load()
    except OSError as error:
        raise RuntimeError(f"read_image: cannot decode {filename}: {error}") from error
    if mode == ImageReadMode.UNCHANGED:
        image = image.convert("RGB") if image.mode in ("P", "CMYK", "YCbCr", "1") else image
        pixels = np.asarray(image)
    elif mode == ImageReadMode.COLOR:
        pixels = np.asarray(image.convert("RGB"))
    else:
        from ms2torch.dataset.vision._colour import gray

        # a JPEG file holds its own brightness, which its decoder gives
        own = image.format == "JPEG" or image.mode == "L"
        pixels = np.asarray(_grey_jpeg(data) if own else gray(np.asarray(image.convert("RGB"))))
    return np.array(pixels if pixels.ndim == 3 else pixels[..., None])


def _grey_jpeg(data: bytes) -> Any:
    image = pillow().open(io.BytesIO(data))
    if image.format == "JPEG":
        image.draft("L", image.size)
    return image.convert("L")


def _write(filename: str, data: bytes, where: str) -> None:
    path = _path(filename, where)
    try:
        path.write_bytes(data)
    except OSError as error:
        raise RuntimeError(f"{where}: cannot write {os.fspath(path)}: {error.strerror}.") from error


def write_file(filename: str, data: Any) -> None:
    """Write bytes to a file.

    Args:
        filename (str): its path.
        data (Union[numpy.ndarray, Tensor]): one row of uint8.

    Raises:
        TypeError: if an argument is not of the type above.
        RuntimeError: if `data` has another shape or element type, or the file cannot be written.

    Source: mindspore.dataset.vision.write_file, MindSpore 2.10
    """
    _path(filename, "write_file")
    if isinstance(data, Tensor):
        data = data.asnumpy()
    if not isinstance(data, np.ndarray):
        raise TypeError(f"write_file: `data` must be a numpy array or Tensor, but got {type(data)}.")
    if data.ndim != 1 or data.dtype != np.uint8:
        raise RuntimeError(f"write_file: `data` must be one row of uint8, but got {data.dtype} {data.shape}.")
    _write(filename, data.tobytes(), "write_file")


def write_jpeg(filename: str, image: Any, quality: int = 75) -> None:
    """Write an image to a JPEG file.

    Args:
        filename (str): its path.
        image (Union[numpy.ndarray, Tensor]): uint8 <H,W>, <H,W,1> or <H,W,3>.
        quality (int): 1 to 100. Default: ``75``.

    Raises:
        TypeError: if an argument is not of the type above.
        RuntimeError: if shape, element type or quality do not fit, or the file cannot be written.

    Source: mindspore.dataset.vision.write_jpeg, MindSpore 2.10
    """
    _path(filename, "write_jpeg")
    _write(filename, encode_jpeg(image, quality).tobytes(), "write_jpeg")


def write_png(filename: str, image: Any, compression_level: int = 6) -> None:
    """Write an image to a PNG file.

    Args:
        filename (str): its path.
        image (Union[numpy.ndarray, Tensor]): uint8 <H,W>, <H,W,1> or <H,W,3>.
        compression_level (int): 0 to 9. Default: ``6``.

    Raises:
        TypeError: if an argument is not of the type above.
        RuntimeError: if shape, element type or level do not fit, or the file cannot be written.

    Source: mindspore.dataset.vision.write_png, MindSpore 2.10
    """
    _path(filename, "write_png")
    _write(filename, encode_png(image, compression_level).tobytes(), "write_png")
