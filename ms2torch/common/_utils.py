"""Questions about shapes that may not be known yet: a dimension of -1, or all of them -2."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any


def is_shape_unknown(shape: Iterable[int]) -> bool:
    """Tell whether a dimension is unknown."""
    return any(size in (-1, -2) for size in shape)


def is_dim_unknown(shape: Sequence[int]) -> bool:
    """Tell whether even the number of dimensions is unknown."""
    return len(shape) == 1 and shape[0] == -2


def get_func(func: Any) -> Any:
    """Return the function behind a bound method, or `func` itself."""
    return getattr(func, "__func__", func)
