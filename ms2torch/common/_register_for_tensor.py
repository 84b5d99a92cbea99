"""Where MindSpore's Tensor looks up its operators by name; ours has them as methods."""

from __future__ import annotations

from typing import Any

from ms2torch import ops
from ms2torch.common.tensor import Tensor

__all__ = ["Registry", "tensor_operator_registry"]


class Registry:
    """Operators by name: those that a program has set as attributes, then those of `ops`, then methods of Tensor."""

    def __getattr__(self, name: str) -> Any:
        for home in (ops, Tensor):
            if hasattr(home, name):
                return getattr(home, name)
        msg = f"'Registry' object has no attribute {name!r}"
        raise AttributeError(msg)

    def get(self, obj_str: str) -> Any:
        """Return the operator of a name.

        Args:
            obj_str (str): the name.

        Raises:
            TypeError: if it is no string.
            AttributeError: if there is none of that name.
        """
        if not isinstance(obj_str, str):
            msg = "key for tensor registry must be string."
            raise TypeError(msg)
        return getattr(self, obj_str)


tensor_operator_registry = Registry()
