"""Operations on images as MindSpore 1 had them, for arrays; now all are in `mindspore.dataset.vision`.

Source: mindspore.dataset.vision.c_transforms, MindSpore 1.9
"""

from __future__ import annotations

from collections.abc import Sequence

from ms2torch._errors import require_default
from ms2torch.dataset.vision import transforms as now
from ms2torch.dataset.vision.transforms import (
    HWC2CHW as HWC2CHW,
    AdjustBrightness as AdjustBrightness,
    AdjustContrast as AdjustContrast,
    AdjustGamma as AdjustGamma,
    AdjustHue as AdjustHue,
    AdjustSaturation as AdjustSaturation,
    AdjustSharpness as AdjustSharpness,
    Affine as Affine,
    AutoAugment as AutoAugment,
    AutoContrast as AutoContrast,
    BoundingBoxAugment as BoundingBoxAugment,
    CenterCrop as CenterCrop,
    ConvertColor as ConvertColor,
    Crop as Crop,
    CutMixBatch as CutMixBatch,
    CutOut as CutOut,
    Equalize as Equalize,
    Erase as Erase,
    GaussianBlur as GaussianBlur,
    HorizontalFlip as HorizontalFlip,
    Invert as Invert,
    MixUpBatch as MixUpBatch,
    Pad as Pad,
    PadToSize as PadToSize,
    Perspective as Perspective,
    Posterize as Posterize,
    RandAugment as RandAugment,
    RandomAdjustSharpness as RandomAdjustSharpness,
    RandomAffine as RandomAffine,
    RandomAutoContrast as RandomAutoContrast,
    RandomColor as RandomColor,
    RandomColorAdjust as RandomColorAdjust,
    RandomCrop as RandomCrop,
    RandomCropDecodeResize as RandomCropDecodeResize,
    RandomCropWithBBox as RandomCropWithBBox,
    RandomEqualize as RandomEqualize,
    RandomHorizontalFlip as RandomHorizontalFlip,
    RandomHorizontalFlipWithBBox as RandomHorizontalFlipWithBBox,
    RandomInvert as RandomInvert,
    RandomLighting as RandomLighting,
    RandomPosterize as RandomPosterize,
    RandomResize as RandomResize,
    RandomResizedCrop as RandomResizedCrop,
    RandomResizedCropWithBBox as RandomResizedCropWithBBox,
    RandomResizeWithBBox as RandomResizeWithBBox,
    RandomRotation as RandomRotation,
    RandomSelectSubpolicy as RandomSelectSubpolicy,
    RandomSharpness as RandomSharpness,
    RandomSolarize as RandomSolarize,
    RandomVerticalFlip as RandomVerticalFlip,
    RandomVerticalFlipWithBBox as RandomVerticalFlipWithBBox,
    Rescale as Rescale,
    Resize as Resize,
    ResizedCrop as ResizedCrop,
    ResizeWithBBox as ResizeWithBBox,
    Rotate as Rotate,
    SlicePatches as SlicePatches,
    Solarize as Solarize,
    TrivialAugmentWide as TrivialAugmentWide,
    UniformAugment as UniformAugment,
    VerticalFlip as VerticalFlip,
)
from ms2torch.dataset.vision.utils import (
    Border as Border,
    Inter as Inter,
)


class Decode(now.Decode):
    """Decode an image file's bytes to an array.

    Args:
        rgb (bool): only ``True``. Default: ``True``.

    Source: mindspore.dataset.vision.c_transforms.Decode, MindSpore 1.9
    """

    def __init__(self, rgb: bool = True) -> None:
        require_default("dataset.vision.c_transforms.Decode", "rgb", rgb, True, "leave it at True")
        super().__init__()


class Normalize(now.Normalize):
    """Subtract a mean and divide by a standard deviation; for <H,W,C>.

    Args:
        mean (Sequence[float]): one for each channel.
        std (Sequence[float]): the same.

    Source: mindspore.dataset.vision.c_transforms.Normalize, MindSpore 1.9
    """

    def __init__(self, mean: Sequence[float], std: Sequence[float]) -> None:
        super().__init__(mean, std)


class NormalizePad(now.NormalizePad):
    """Normalize, and add a channel of zeros; for <H,W,C>.

    Args:
        mean (Sequence[float]): one for each channel.
        std (Sequence[float]): the same.
        dtype (str): ``"float32"`` or ``"float16"``. Default: ``"float32"``.

    Source: mindspore.dataset.vision.c_transforms.NormalizePad, MindSpore 1.9
    """

    def __init__(self, mean: Sequence[float], std: Sequence[float], dtype: str = "float32") -> None:
        super().__init__(mean, std, dtype)
