"""Operations on images as MindSpore 1 had them, for Pillow images and <C,H,W>; now in `mindspore.dataset.vision`.

Source: mindspore.dataset.vision.py_transforms, MindSpore 1.9
"""

from __future__ import annotations

from collections.abc import Sequence

from ms2torch.dataset.vision import transforms as now
from ms2torch.dataset.vision._base import not_random as not_random
from ms2torch.dataset.vision.transforms import (
    HWC2CHW as HWC2CHW,
    AdjustGamma as AdjustGamma,
    AutoContrast as AutoContrast,
    CenterCrop as CenterCrop,
    Equalize as Equalize,
    FiveCrop as FiveCrop,
    Grayscale as Grayscale,
    HsvToRgb as HsvToRgb,
    Invert as Invert,
    LinearTransformation as LinearTransformation,
    MixUp as MixUp,
    Pad as Pad,
    RandomAffine as RandomAffine,
    RandomColor as RandomColor,
    RandomColorAdjust as RandomColorAdjust,
    RandomCrop as RandomCrop,
    RandomErasing as RandomErasing,
    RandomGrayscale as RandomGrayscale,
    RandomHorizontalFlip as RandomHorizontalFlip,
    RandomLighting as RandomLighting,
    RandomPerspective as RandomPerspective,
    RandomResizedCrop as RandomResizedCrop,
    RandomRotation as RandomRotation,
    RandomSharpness as RandomSharpness,
    RandomVerticalFlip as RandomVerticalFlip,
    Resize as Resize,
    RgbToHsv as RgbToHsv,
    TenCrop as TenCrop,
    ToPIL as ToPIL,
    ToTensor as ToTensor,
    ToType as ToType,
    UniformAugment as UniformAugment,
)
from ms2torch.dataset.vision.utils import (
    Border as Border,
    Inter as Inter,
)


class Decode(now.Decode):
    """Decode an image file's bytes to a Pillow image.

    Source: mindspore.dataset.vision.py_transforms.Decode, MindSpore 1.9
    """

    def __init__(self) -> None:
        super().__init__(True)


class Normalize(now.Normalize):
    """Subtract a mean and divide by a standard deviation; for <C,H,W>.

    Args:
        mean (Sequence[float]): one for each channel.
        std (Sequence[float]): the same.

    Source: mindspore.dataset.vision.py_transforms.Normalize, MindSpore 1.9
    """

    def __init__(self, mean: Sequence[float], std: Sequence[float]) -> None:
        super().__init__(mean, std, False)


class NormalizePad(now.NormalizePad):
    """Normalize, and add a channel of zeros; for <C,H,W>.

    Args:
        mean (Sequence[float]): one for each channel.
        std (Sequence[float]): the same.
        dtype (str): ``"float32"`` or ``"float16"``. Default: ``"float32"``.

    Source: mindspore.dataset.vision.py_transforms.NormalizePad, MindSpore 1.9
    """

    def __init__(self, mean: Sequence[float], std: Sequence[float], dtype: str = "float32") -> None:
        super().__init__(mean, std, dtype, False)


class Cutout(now.CutOut):
    """Set squares anywhere to 0; for <C,H,W>.

    Args:
        length (int): side of a square.
        num_patches (int): how many. Default: ``1``.

    Source: mindspore.dataset.vision.py_transforms.Cutout, MindSpore 1.9
    """

    def __init__(self, length: int, num_patches: int = 1) -> None:
        super().__init__(length, num_patches, False)
