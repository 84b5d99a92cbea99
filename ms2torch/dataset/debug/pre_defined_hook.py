"""Hooks that print.

Source: mindspore.dataset.debug.pre_defined_hook, MindSpore 2.10
"""

from __future__ import annotations

from collections.abc import Sized
from typing import Any

import numpy as np

from ms2torch.dataset.debug.debug_hook import DebugHook


class PrintMetaDataHook(DebugHook):
    """Print type and shape of each column.

    Source: mindspore.dataset.debug.PrintMetaDataHook, MindSpore 2.10
    """

    def compute(self, *args: Any) -> Any:
        """Print."""
        for place, column in enumerate(*args):
            print(f"Column {place}. {_about(column)}", flush=True)  # noqa: T201
        return args


class PrintDataHook(DebugHook):
    """Print each column.

    Source: mindspore.dataset.debug.PrintDataHook, MindSpore 2.10
    """

    def compute(self, *args: Any) -> Any:
        """Print."""
        for place, column in enumerate(*args):
            data = np.asarray(column) if _is_image(column) else column
            print(f"Column {place}. The data is [{data}].", flush=True)  # noqa: T201
        return args


def _is_image(column: Any) -> bool:
    return hasattr(column, "getbands")


def _about(column: Any) -> str:
    if isinstance(column, np.ndarray):
        return f"The dtype is [{column.dtype}]. The shape is [{column.shape}]."
    if _is_image(column):
        return f"The type is [{type(column)}]. The shape is [{column.size}]."
    return f"The type is [{type(column)}]. The size is [{len(column)}]." if isinstance(column, Sized) else ""
