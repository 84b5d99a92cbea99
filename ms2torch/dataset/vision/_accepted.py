"""Which arrays MindSpore's kernels of image operations take, and what they say of others: recorded from them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from numpy.typing import NDArray

Array = NDArray[Any]

_DECODE = " You may need to perform Decode first."
_REQUIREMENT = "does not match the requirement of operator. Expecting tensor in"
_SHAPES = {2: "<H, W>", 3: "<H, W, C>"}

# sentences about the number of dimensions
AT_LEAST_TWO = "the image tensor should have at least two dimensions." + _DECODE
_AT_LEAST_2 = "input tensor should have at least 2 dimensions, but got: {rank}"
_EITHER = "input tensor is not in shape of <H,W> or <H,W,C>, but got rank: {rank}{decode}"
_EITHER_TURNED = "input tensor is not in shape of <H,W,C> or <H,W>, but got rank: {rank}"
_COLOURED = "input tensor is not in shape of <H,W,C>, but got rank: {rank}"
_RANK_2_OR_3 = "image rank should be 2 or 3,  but got: {rank}"
# and of channels
_CHANNELS_1_OR_3 = "channel of input image should be 1 or 3, but got: {channels}"
_CHANNELS_3 = "channel of input image should be 3, but got: {channels}"


@dataclass(frozen=True)
class Accepted:
    """What one operation takes.

    Args:
        ranks (tuple[int], optional): numbers of dimensions; ``None``: two or more. Default: ``None``.
        channels (tuple[int], optional): sizes of the last of three or more axes. Default: ``None``, any.
        types (tuple[str], optional): element types. Default: ``None``, as the operation itself says.
        of_rank (str): what is said of another number of dimensions. Default: ``""``, the common sentence.
        of_channels (str): what is said of other channels. Default: ``""``, the common sentence.
        name (str): what the kernel calls itself. Default: ``""``, as the class.
        flat (bool): an image of two dimensions is taken, whatever `channels` says. Default: ``False``: it has one.
    """

    ranks: tuple[int, ...] | None = None
    channels: tuple[int, ...] | None = None
    types: tuple[str, ...] | None = None
    of_rank: str = ""
    of_channels: str = ""
    name: str = ""
    flat: bool = False

    def check(self, image: Array, operation: str) -> None:
        """Raise RuntimeError unless the operation takes the image."""
        name = self.name or operation
        rank = image.ndim
        if rank not in self.ranks if self.ranks is not None else rank < 2:
            raise RuntimeError(f"{name}: {self._of_rank(image)}. It is {image.shape}.".replace("..", "."))
        channels = image.shape[-1] if rank > 2 else 1
        if self.channels is not None and channels not in self.channels and not (self.flat and rank == 2):
            sentence = self.of_channels or (
                f"the channel of image tensor {_REQUIREMENT} channel of {_listed(self.channels)}. But got channel "
                "{channels}"
            )
            told = sentence.format(channels=channels, rank=rank, shape=_angled(image))
            raise RuntimeError(f"{name}: {told}. It is {image.shape}.")
        if self.types is not None and str(image.dtype) not in self.types:
            raise RuntimeError(
                f"{name}: the data type of image tensor {_REQUIREMENT} type of {_listed(self.types)}. But got type "
                f"{image.dtype}."
            )

    def _of_rank(self, image: Array) -> str:
        decode = _DECODE.rstrip(".") if image.ndim == 1 else ""
        if self.of_rank:
            stop = "." if decode else ""
            return self.of_rank.format(rank=image.ndim, decode=stop + decode, shape=_angled(image))
        ranks = self.ranks or (2, 3)
        shapes = " or ".join(_SHAPES[rank] for rank in ranks)
        sentence = f"the dimension of image tensor {_REQUIREMENT} dimension of {_listed(ranks)}, in shape of {shapes}."
        return f"{sentence} But got dimension {image.ndim}.{decode}"


def _listed(values: tuple[Any, ...]) -> str:
    return f"({', '.join(map(str, values))})"


def _angled(image: Array) -> str:
    return f"<{','.join(map(str, image.shape))}>"


# what OpenCV's matrices can hold, what it turns, what it filters, and whose colours it converts
_HELD = ("uint8", "int8", "uint16", "int16", "int32", "float16", "float32", "float64", "bool")
_TURNED = tuple(kind for kind in _HELD if kind != "float16")
_FILTERED = ("uint8", "uint16", "int16", "float32", "float64", "bool")
_CONVERTED = ("uint8", "uint16", "float32", "bool")

_UP_TO_4 = (1, 2, 3, 4)  # channels

_EITHER_RANK = Accepted((2, 3), of_rank=_EITHER)
_SEVERAL = Accepted(types=_HELD, of_rank=AT_LEAST_TWO)
_NOT_COLOURED = "image shape is not <H,W,C> or channel is not 3, got rank: {rank}, and shape: {shape}"
_NOT_LIT = "input tensor is not in shape of <H,W,C> or channel is not 3, got rank: {rank}, and shape: {shape}"
_BYTES_3 = Accepted((3,), (3,), ("uint8",))

_SHARPENED = Accepted(
    (2, 3),
    types=_FILTERED,
    of_rank="shape of input is not <H,W,C> or <H,W>, but got rank: {rank}",
    name="Sharpness",
)
_INVERTED = Accepted(
    (3,), (3,), _TURNED, _COLOURED, "the number of channels of input tensor is not 3, but got: {channels}"
)

TURNED = Accepted((2, 3), types=_TURNED)

ACCEPTED = {
    "AdjustBrightness": Accepted((2, 3), (1, 3), _HELD),
    "AdjustContrast": Accepted((3,), (3,), ("uint8", "uint16", "float32")),
    "AdjustGamma": Accepted(
        None,
        (1, 3),
        _HELD,
        of_rank="input tensor is not in shape of <...,H,W,C> or <H,W>, got shape:{shape}",
        of_channels=_CHANNELS_1_OR_3,
    ),
    "AdjustHue": Accepted((3,), (3,), ("uint8", "float32")),
    "AdjustSaturation": Accepted((3,), (3,), ("uint8", "uint16", "float32")),
    "AdjustSharpness": _SHARPENED,
    "Affine": Accepted((2, 3), types=_TURNED, of_rank=_EITHER_TURNED),
    "AutoAugment": Accepted((3,), (3,), of_rank=_COLOURED, of_channels=_CHANNELS_3),
    "AutoContrast": Accepted((2, 3), (1, 3), of_rank=_RANK_2_OR_3, of_channels=_CHANNELS_1_OR_3),
    "CenterCrop": Accepted(
        None, _UP_TO_4, _HELD, of_rank="Input tensor should have at least 2 dimensions, but got: {rank}"
    ),
    "ConvertColor": Accepted((2, 3), types=_CONVERTED, of_rank=_EITHER),
    "Crop": Accepted((2, 3), types=_HELD, of_rank=_EITHER),
    "Equalize": Accepted((2, 3), (1, 3), of_rank=_RANK_2_OR_3, of_channels=_CHANNELS_1_OR_3),
    "Erase": Accepted((3,), (3,), _HELD, of_rank=_COLOURED, of_channels=_CHANNELS_3),
    "GaussianBlur": _EITHER_RANK,
    "HWC2CHW": Accepted((2, 3), of_rank="image shape should be <H,W> or <H,W,C>, but got rank: {rank}"),
    "HorizontalFlip": _SEVERAL,
    "Invert": _INVERTED,
    "Normalize": Accepted(of_rank=_AT_LEAST_2),
    "Pad": Accepted((2, 3), (1, 3), _HELD),
    "PadToSize": Accepted((2, 3), (1, 3), _HELD),
    "Perspective": Accepted((2, 3), types=_FILTERED),
    "Posterize": Accepted((2, 3), of_rank="input image is not in shape of <H,W,C> or <H,W>, but got rank: {rank}"),
    "RandAugment": _BYTES_3,
    "RandomAdjustSharpness": _SHARPENED,
    "RandomAffine": Accepted((2, 3), types=_TURNED, of_rank=_EITHER, name="Affine"),
    "RandomAutoContrast": Accepted((2, 3), (3,), of_rank=_RANK_2_OR_3, of_channels=_CHANNELS_3, flat=True),
    "RandomColor": Accepted((3,), (3,), _CONVERTED, of_rank=_NOT_COLOURED, of_channels=_NOT_COLOURED),
    "RandomColorAdjust": Accepted((3,), (3,)),
    "RandomCrop": Accepted(None, (1, 3), _HELD, of_rank=_AT_LEAST_2, name="RandomCropOp"),
    "RandomEqualize": Accepted((2, 3), (1, 3), of_rank=_RANK_2_OR_3, of_channels=_CHANNELS_1_OR_3),
    "RandomHorizontalFlip": _SEVERAL,
    "RandomInvert": _INVERTED,
    "RandomLighting": Accepted((3,), (3,), _HELD, of_rank=_NOT_LIT, of_channels=_NOT_LIT),
    "RandomResize": Accepted(of_rank=AT_LEAST_TWO, name="Resize"),
    "RandomResizedCrop": Accepted(of_rank=_AT_LEAST_2),
    "RandomRotation": Accepted((2, 3), types=_TURNED, of_rank=_EITHER, name="Rotate"),
    "RandomSharpness": _SHARPENED,
    "RandomSolarize": Accepted((2, 3), (1, 3), _TURNED, name="Solarize"),
    "RandomVerticalFlip": Accepted((2, 3), types=_HELD, of_rank=_EITHER),
    "Rescale": Accepted(tuple(range(33)), types=_HELD),
    "Resize": _SEVERAL,
    "ResizedCrop": Accepted((2, 3), of_rank=_EITHER, name="ResizedCropOp"),
    "Rotate": Accepted(types=_TURNED, of_rank=AT_LEAST_TWO),
    "SlicePatches": Accepted((2, 3), types=_HELD),
    "Solarize": Accepted((2, 3), (1, 3), _TURNED),
    "ToTensor": Accepted((2, 3), types=_HELD),
    "TrivialAugmentWide": _BYTES_3,
    "VerticalFlip": _SEVERAL,
}


@cache
def accepted(kind: type) -> Accepted | None:
    """Return what an operation, or the one it is derived from, takes; ``None`` where that is not recorded."""
    return next((ACCEPTED[one.__name__] for one in kind.__mro__ if one.__name__ in ACCEPTED), None)
