"""Mirrors `mindspore.common.storage`: the memory of a tensor, which lives in `ms2torch._core.storage`."""

from ms2torch._core.storage import (
    UntypedStorage as UntypedStorage,
)
