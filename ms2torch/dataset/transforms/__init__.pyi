"""What `mindspore.dataset.transforms` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from .. import vision as vision  # noqa: TID252  in full it would read as a name of that module, not as a module
from .transforms import (
    Compose as Compose,
    Concatenate as Concatenate,
    Duplicate as Duplicate,
    Fill as Fill,
    Mask as Mask,
    OneHot as OneHot,
    PadEnd as PadEnd,
    RandomApply as RandomApply,
    RandomChoice as RandomChoice,
    RandomOrder as RandomOrder,
    Relational as Relational,
    Slice as Slice,
    TypeCast as TypeCast,
    Unique as Unique,
    not_random as not_random,
)
