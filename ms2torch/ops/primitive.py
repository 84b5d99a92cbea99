"""`Primitive`: an operation as an object, configured when it is made and called with tensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["Primitive"]


def _without_settings(self: object) -> None:
    """Make a Primitive that has nothing to configure; its name is the class's."""


class Primitive:
    """Base of the operator classes under `mindspore.ops`.

    A subclass either names the function it stands for, ``class Abs(Primitive, fn=math.abs)``, which costs nothing
    per call, or defines `__init__` for its settings and `__call__` for the work.

    Args:
        name (str, optional): the primitive's name. Default ``None``: the class name.

    Source: mindspore.ops.Primitive, MindSpore 2.10
    """

    def __init__(self, name: str | None = None) -> None:
        self.name = name or type(self).__name__

    def __init_subclass__(cls, fn: Callable[..., Any] | None = None) -> None:
        """Make calls go straight to `fn`."""
        super().__init_subclass__()
        if fn is not None:
            # the slot looks this up on the class; a staticmethod adds no frame of its own
            cls.__call__ = staticmethod(fn)  # type: ignore[method-assign, assignment]
            if "__init__" not in cls.__dict__:
                cls.__init__ = _without_settings  # type: ignore[method-assign, assignment]

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Apply the operation."""
        msg = f"Primitive {self.name} has no implementation"
        raise NotImplementedError(msg)

    def __repr__(self) -> str:
        settings = ", ".join(f"{k}={v}" for k, v in self.__dict__.items() if not k.startswith("_") and k != "name")
        return f"Prim[{type(self).__name__}]<{settings}>" if settings else f"Prim[{type(self).__name__}]"

    def __getattr__(self, name: str) -> Any:
        if name == "name":  # subclasses need not call our __init__ for this
            return type(self).__name__
        msg = f"'{type(self).__name__}' object has no attribute '{name}'"
        raise AttributeError(msg)

    def add_prim_attr(self, name: str, value: object) -> Primitive:
        """Keep an attribute for graph compilers; read back as an ordinary attribute.

        Args:
            name (str): attribute name.
            value (object): its value.

        Returns:
            Primitive, itself.

        Source: mindspore.ops.Primitive.add_prim_attr, MindSpore 2.10
        """
        self.__dict__[name] = value
        return self

    def set_prim_instance_name(self, name: str) -> Primitive:
        """Keep the attribute name under which a Cell holds the primitive.

        Args:
            name (str): attribute name.

        Returns:
            Primitive, itself.

        Source: mindspore.ops.Primitive.set_prim_instance_name, MindSpore 2.10
        """
        self.__dict__["instance_name"] = name
        return self

    def shard(self, in_strategy: object = None, out_strategy: object = None) -> Primitive:
        """Accept a parallel strategy; without effect in one process.

        Source: mindspore.ops.Primitive.shard, MindSpore 2.10
        """
        return self

    def recompute(self, mode: bool = True) -> Primitive:
        """Accept the recomputation flag of graph mode; `Cell.recompute` is what works here.

        Source: mindspore.ops.Primitive.recompute, MindSpore 2.10
        """
        return self

    def set_stage(self, stage: int) -> Primitive:
        """Accept a pipeline stage; without effect in one process.

        Source: mindspore.ops.Primitive.set_stage, MindSpore 2.10
        """
        return self

    def set_device(self, device_target: str) -> Primitive:
        """Accept a device for the operator; it runs where its inputs are.

        Source: mindspore.ops.Primitive.set_device, MindSpore 2.10
        """
        return self
