"""The dtypes of torch by MindSpore's names: they are called alike, apart from torch's short names."""

from __future__ import annotations

import torch

from parity.port.rows.choose import live


def dtype_of(full: str) -> str | None:
    """Return MindSpore's full name of a torch dtype (``torch.long`` -> ``mindspore.int64``); None if it is none.

    Args:
        full (str): a full torch name.
    """
    found = live(full)
    if not isinstance(found, torch.dtype) or full.count(".") != 1:
        return None
    name = str(found).removeprefix("torch.")
    if name not in _SHARED:
        return None
    return f"mindspore.{'bool_' if name == 'bool' else name}"


_SHARED = frozenset({
    "bool", "uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "float16", "float32", "float64",
    "bfloat16", "complex64", "complex128",
})  # fmt: skip
