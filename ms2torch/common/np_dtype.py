"""`mindspore.common.np_dtype`: numpy's element types that numpy itself lacks."""

from __future__ import annotations

from ml_dtypes import bfloat16 as bfloat16

__all__ = ["bfloat16", "np_dtype_valid"]


def np_dtype_valid(obj: object = None) -> bool:
    """Tell whether numpy can hold bfloat16: it can, with ml_dtypes.

    Args:
        obj (object): without effect. Default: ``None``.
    """
    del obj
    return True
