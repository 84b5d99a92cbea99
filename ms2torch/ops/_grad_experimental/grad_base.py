"""Gradients of a program's own Primitives by name."""

from __future__ import annotations

from collections import UserDict
from collections.abc import Callable
from typing import Any

from ms2torch.ops.primitive import Primitive


class BpropRegistry(UserDict[str, Callable[..., Any]]):
    """Functions that make the gradient of a Primitive, by its name.

    A Primitive of a program's own runs its `__call__` here, which autograd differentiates; what is registered is kept
    and returned by `get_bprop_fn`.
    """

    def register(self, prim: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Return a decorator that registers a function.

        Args:
            prim (Union[str, type, Primitive]): the Primitive, its class, or its name.
        """
        name = prim if isinstance(prim, str) else prim.name if isinstance(prim, Primitive) else prim.__name__

        def decorate(fn: Callable[..., Any]) -> Callable[..., Any]:
            self[name] = fn
            return fn

        return decorate


bprop_getters = BpropRegistry()
bprops = BpropRegistry()


def get_bprop_fn(prim: Any) -> Callable[..., Any] | None:
    """Return the gradient that was registered for a Primitive, made for it.

    Args:
        prim (Union[str, Primitive]): the Primitive, or its name.

    Returns:
        Function; ``None`` if there is none.
    """
    made = bprop_getters.get(prim if isinstance(prim, str) else prim.name)
    return made(prim) if made is not None else None
