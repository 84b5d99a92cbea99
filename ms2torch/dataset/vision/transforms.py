"""All operations on images.

Source: mindspore.dataset.vision.transforms, MindSpore 2.10
"""

from ms2torch.dataset.transforms.transforms import PyTensorOperation as PyTensorOperation
from ms2torch.dataset.vision._adjust import (
    AdjustBrightness as AdjustBrightness,
    AdjustContrast as AdjustContrast,
    AdjustGamma as AdjustGamma,
    AdjustHue as AdjustHue,
    AdjustSaturation as AdjustSaturation,
    AdjustSharpness as AdjustSharpness,
    AutoContrast as AutoContrast,
    Equalize as Equalize,
    GaussianBlur as GaussianBlur,
    Invert as Invert,
    Posterize as Posterize,
    Solarize as Solarize,
)
from ms2torch.dataset.vision._adjust_random import (
    RandomAdjustSharpness as RandomAdjustSharpness,
    RandomAutoContrast as RandomAutoContrast,
    RandomColor as RandomColor,
    RandomColorAdjust as RandomColorAdjust,
    RandomEqualize as RandomEqualize,
    RandomInvert as RandomInvert,
    RandomLighting as RandomLighting,
    RandomPosterize as RandomPosterize,
    RandomSharpness as RandomSharpness,
    RandomSolarize as RandomSolarize,
)
from ms2torch.dataset.vision._augment import (
    AutoAugment as AutoAugment,
    RandAugment as RandAugment,
    RandomSelectSubpolicy as RandomSelectSubpolicy,
    TrivialAugmentWide as TrivialAugmentWide,
    UniformAugment as UniformAugment,
)
from ms2torch.dataset.vision._base import (
    ImageTensorOperation as ImageTensorOperation,
    not_random as not_random,
)
from ms2torch.dataset.vision._bbox import (
    BoundingBoxAugment as BoundingBoxAugment,
    RandomCropWithBBox as RandomCropWithBBox,
    RandomHorizontalFlipWithBBox as RandomHorizontalFlipWithBBox,
    RandomResizedCropWithBBox as RandomResizedCropWithBBox,
    RandomResizeWithBBox as RandomResizeWithBBox,
    RandomVerticalFlipWithBBox as RandomVerticalFlipWithBBox,
    ResizeWithBBox as ResizeWithBBox,
)
from ms2torch.dataset.vision._convert import (
    HWC2CHW as HWC2CHW,
    ConvertColor as ConvertColor,
    Decode as Decode,
    Grayscale as Grayscale,
    HsvToRgb as HsvToRgb,
    LinearTransformation as LinearTransformation,
    Normalize as Normalize,
    NormalizePad as NormalizePad,
    RandomGrayscale as RandomGrayscale,
    Rescale as Rescale,
    RgbToHsv as RgbToHsv,
    ToNumpy as ToNumpy,
    ToPIL as ToPIL,
    ToTensor as ToTensor,
    ToType as ToType,
)
from ms2torch.dataset.vision._erase import (
    CutMixBatch as CutMixBatch,
    CutOut as CutOut,
    Erase as Erase,
    MixUp as MixUp,
    MixUpBatch as MixUpBatch,
    RandomErasing as RandomErasing,
)
from ms2torch.dataset.vision._geometry import (
    Affine as Affine,
    HorizontalFlip as HorizontalFlip,
    Perspective as Perspective,
    RandomAffine as RandomAffine,
    RandomHorizontalFlip as RandomHorizontalFlip,
    RandomPerspective as RandomPerspective,
    RandomRotation as RandomRotation,
    RandomVerticalFlip as RandomVerticalFlip,
    Rotate as Rotate,
    VerticalFlip as VerticalFlip,
)
from ms2torch.dataset.vision._size import (
    CenterCrop as CenterCrop,
    Crop as Crop,
    FiveCrop as FiveCrop,
    Pad as Pad,
    PadToSize as PadToSize,
    RandomCrop as RandomCrop,
    RandomCropDecodeResize as RandomCropDecodeResize,
    RandomResize as RandomResize,
    RandomResizedCrop as RandomResizedCrop,
    Resize as Resize,
    ResizedCrop as ResizedCrop,
    SlicePatches as SlicePatches,
    TenCrop as TenCrop,
)
from ms2torch.dataset.vision._video import (
    DecodeVideo as DecodeVideo,
    VideoTensorOperation as VideoTensorOperation,
)
