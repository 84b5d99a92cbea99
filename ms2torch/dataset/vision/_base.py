"""The base of all image operations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ms2torch._errors import UnsupportedArgumentError
from ms2torch.dataset.transforms._random import RandomSource
from ms2torch.dataset.transforms.py_transforms_util import Implementation
from ms2torch.dataset.transforms.transforms import (
    PyTensorOperation,
    TensorOperation,
    is_pil,
    not_random as not_random_function,
)
from ms2torch.dataset.vision._accepted import AT_LEAST_TWO, Accepted, accepted
from ms2torch.dataset.vision.utils import Inter

Array = NDArray[Any]


def not_random(func: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a function as giving the same for the same input.

    Source: mindspore.dataset.vision.not_random, MindSpore 2.10
    """
    return not_random_function(func)


class ImageTensorOperation(TensorOperation):
    """Base of the operations on images.

    An image is an array <H,W,C> or <H,W>, or of more dimensions before these; or a Pillow image, which an operation
    with `_execute_py` leaves one, and all others turn into an array.

    Source: mindspore.dataset.vision.transforms.ImageTensorOperation, MindSpore 2.10
    """

    _ranks: ClassVar[tuple[int, ...] | None] = None  # numbers of dimensions; None: two or more, taken one image by one
    _types: ClassVar[str] = "buif"  # kinds of elements

    def __init__(self) -> None:
        super().__init__()
        self._random = RandomSource()

    def __call__(self, *input_tensor_list: Any) -> Any:
        for image in input_tensor_list:
            if not isinstance(image, np.ndarray) and not is_pil(image):
                raise TypeError(f"Input should be NumPy or PIL image, got {type(image)}. In {type(self).__name__}.")
        return super().__call__(*input_tensor_list)

    def device(self, device_target: str = "CPU") -> ImageTensorOperation:
        """Choose where the operation runs.

        Args:
            device_target (str): only ``"CPU"``. Default: ``"CPU"``.

        Returns:
            The operation itself.

        Raises:
            TypeError: if `device_target` is not a str.
            UnsupportedArgumentError: if it is another device.
        """
        if not isinstance(device_target, str):
            raise TypeError(f"{type(self).__name__}.device: `device_target` must be a str, but got {device_target!r}.")
        if device_target != "CPU":
            where = f"dataset.vision.{type(self).__name__}.device"
            raise UnsupportedArgumentError(where, "device_target", device_target, 'leave it at "CPU"')
        return self

    def _execute_array(self, *arrays: Any) -> Any:
        image = arrays[0]
        self._check_image(image)
        if image.ndim <= 3 or self._ranks is not None:
            return self._image(image)
        flat = image.reshape(-1, *image.shape[-3:])
        out = np.stack([self._image(one) for one in flat])
        return out.reshape(*image.shape[:-3], *out.shape[1:])

    def _check_image(self, image: Array) -> None:
        name = type(self).__name__
        recorded = accepted(type(self))
        if recorded is not None:
            recorded.check(image, name)
        elif self._ranks is not None:
            Accepted(self._ranks).check(image, name)
        else:
            Accepted(of_rank=AT_LEAST_TWO).check(image, name)
        if image.dtype.kind not in self._types:
            raise RuntimeError(f"{name}: cannot work on an image of {image.dtype}.")

    def _image(self, image: Any) -> Any:
        """Return what becomes of one image <H,W,C> or <H,W>."""
        raise NotImplementedError(f"{type(self).__name__} defines no operation on arrays.")


class ImagePyOperation(PyTensorOperation):
    """Base of the operations on Pillow images alone, and of those written for whatever they get.

    Args:
        random (bool): whether the same input can give different results.
    """

    def __init__(self, *, random: bool = False) -> None:
        super().__init__()
        if not random:
            self.random = False
        self.implementation = Implementation.PY


def need_pil(image: object, where: str) -> Any:
    """Return a Pillow image.

    Raises:
        TypeError: if it is none.
    """
    if not is_pil(image):
        raise TypeError(f"img should be PIL image. Got {type(image)}. In {where}: use Decode(True) or ToPIL before.")
    return image


def pil_filter(value: Inter, where: str) -> int:
    """Return Pillow's number of an interpolation.

    Raises:
        TypeError: if Pillow has none like it.
    """
    known = {Inter.NEAREST: 0, Inter.ANTIALIAS: 1, Inter.BILINEAR: 2, Inter.BICUBIC: 3}
    if value not in known:
        raise TypeError(f"{where}: Inter.{value.name} is for arrays alone, not for Pillow images.")
    return known[value]


def need_channels(image: Array, channels: tuple[int, ...], where: str) -> None:
    """Raise unless the image is <H,W,C> with one of these numbers of channels."""
    Accepted((3,), channels).check(image, where)
