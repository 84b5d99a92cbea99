"""Element types of the dataset engine.

Source: mindspore.dataset.core.datatypes, MindSpore 2.10
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ms2torch._core import dtype as mstype
from ms2torch.dataset.core._engine_types import DataType


def mstype_to_detype(type_: Any) -> DataType:
    """Return the engine's name of a MindSpore dtype.

    Args:
        type_ (mindspore.dtype): the dtype.

    Raises:
        NotImplementedError: it is no dtype.

    Source: mindspore.dataset.core.datatypes.mstype_to_detype, MindSpore 2.10
    """
    if not isinstance(type_, mstype.Type):
        raise NotImplementedError(f"expected a mindspore.dtype, but got {type_!r}.")
    if type_ == mstype.string:
        return DataType("string")
    return DataType(np.dtype(mstype.dtype_to_nptype(type_)).name)
