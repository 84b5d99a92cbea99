"""One Primitive for each set of arguments it is made with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ms2torch.ops.primitive import Primitive

_PRIM_CACHE: dict[tuple[object, ...], Primitive] = {}


def _get_cache_prim(cls: type[Primitive]) -> Callable[..., Any]:
    """Return a function that makes a Primitive of a class, and gives the same one for the same arguments.

    Args:
        cls (type): the class.

    Returns:
        Function with the arguments of the class.
    """

    def make(*args: Any, **kwargs: Any) -> Any:
        # by their text, as arguments may be lists
        key = (cls, *map(str, args), *(f"{name}:{value}" for name, value in kwargs.items()))
        if key not in _PRIM_CACHE:
            _PRIM_CACHE[key] = cls(*args, **kwargs)
        return _PRIM_CACHE[key]

    return make
