"""Implementations of one's own Primitives by name."""

from __future__ import annotations

from collections import UserDict
from collections.abc import Callable
from typing import Any


class VmImplRegistry(UserDict[Any, Callable[..., Any]]):
    """Functions by the class, or the name, of the Primitive that they implement."""

    def register(self, prim: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Return a decorator that registers a function.

        Args:
            prim (Union[str, type, Primitive]): the class of the Primitive, or its name.
        """

        def decorate(fn: Callable[..., Any]) -> Callable[..., Any]:
            self[prim if isinstance(prim, (str, type)) else prim.name] = fn
            return fn

        return decorate

    def get(self, prim_obj: Any, default: Any = None) -> Any:
        """Return the function that was registered for a Primitive: for its class, or else for its name.

        Args:
            prim_obj (Union[str, Primitive]): the Primitive, or its name.
            default (Any): what to return where there is none. Default: ``None``.
        """
        if isinstance(prim_obj, str):
            return self.data.get(prim_obj, default)
        return self.data.get(type(prim_obj), self.data.get(prim_obj.name, default))


vm_impl_registry = VmImplRegistry()


def get_vm_impl_fn(prim: Any) -> Callable[..., Any] | None:
    """Return the implementation that was registered for a Primitive, made for it.

    Args:
        prim (Union[Primitive, str]): the Primitive, or its name.

    Returns:
        Function; ``None`` if there is none.

    Source: mindspore.ops.get_vm_impl_fn, MindSpore 2.10
    """
    made = vm_impl_registry.get(prim)
    return made(prim) if made is not None else None
