"""Operations on any array as MindSpore 1 had them; now in `mindspore.dataset.transforms`.

Source: mindspore.dataset.transforms.c_transforms, MindSpore 1.9
"""

from ms2torch.dataset.transforms.transforms import (
    Compose as Compose,
    Concatenate as Concatenate,
    Duplicate as Duplicate,
    Fill as Fill,
    Mask as Mask,
    OneHot as OneHot,
    PadEnd as PadEnd,
    RandomApply as RandomApply,
    RandomChoice as RandomChoice,
    Relational as Relational,
    Slice as Slice,
    TypeCast as TypeCast,
    Unique as Unique,
)
