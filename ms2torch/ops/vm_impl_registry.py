"""Implementations of one's own Primitives by name."""

from __future__ import annotations

from collections import UserDict
from collections.abc import Callable
from typing import Any


class VmImplRegistry(UserDict[str, Callable[..., Any]]):
    """Functions by the name of the Primitive that they implement."""

    def register(self, prim: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Return a decorator that registers a function.

        Args:
            prim (Union[str, Primitive]): the Primitive, or its name.
        """

        def decorate(fn: Callable[..., Any]) -> Callable[..., Any]:
            self[_name(prim)] = fn
            return fn

        return decorate


vm_impl_registry = VmImplRegistry()


def get_vm_impl_fn(prim: Any) -> Callable[..., Any] | None:
    """Return the implementation that was registered for a Primitive, made for it.

    Args:
        prim (Union[Primitive, str]): the Primitive, or its name.

    Returns:
        Function; ``None`` if there is none.

    Source: mindspore.ops.get_vm_impl_fn, MindSpore 2.10
    """
    made = vm_impl_registry.get(_name(prim))
    return made(prim) if made is not None else None


def _name(prim: Any) -> str:
    return prim if isinstance(prim, str) else prim.name
