"""Hooks on the tensors that are kept for the backward pass."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from ms2torch._core.base import TensorBase, wrap

__all__ = ["register_saved_tensors_hooks", "saved_tensors_hooks"]


class saved_tensors_hooks(torch.autograd.graph.saved_tensors_hooks):
    """While the block runs, keep what `pack_hook` makes of each tensor, and use what `unpack_hook` makes of that.

    Args:
        pack_hook (Callable): takes a Tensor, returns anything.
        unpack_hook (Callable): takes that, returns a Tensor.

    Raises:
        TypeError: if a hook cannot be called.

    Source: mindspore.saved_tensors_hooks, MindSpore 2.10
    """

    def __init__(self, pack_hook: Callable[[Any], Any], unpack_hook: Callable[[Any], Any]) -> None:
        if not callable(pack_hook) or not callable(unpack_hook):
            msg = f"saved_tensors_hooks takes two functions, got {pack_hook!r} and {unpack_hook!r}"
            raise TypeError(msg)

        def pack(t: torch.Tensor) -> Any:
            return pack_hook(wrap(t))

        def unpack(packed: Any) -> torch.Tensor:
            out = unpack_hook(packed)
            return out._t if isinstance(out, TensorBase) else out  # type: ignore[return-value]

        super().__init__(pack, unpack)


def register_saved_tensors_hooks(
    pack_hook: Callable[[Any], Any], unpack_hook: Callable[[Any], Any]
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Make a decorator that runs a function inside `saved_tensors_hooks`.

    Args:
        pack_hook (Callable): takes a Tensor, returns anything.
        unpack_hook (Callable): takes that, returns a Tensor.

    Source: mindspore.register_saved_tensors_hooks, MindSpore 2.10
    """

    def decorate(fn: Callable[..., Any]) -> Callable[..., Any]:
        def run(*args: Any, **kwargs: Any) -> Any:
            with saved_tensors_hooks(pack_hook, unpack_hook):
                return fn(*args, **kwargs)

        return run

    return decorate
