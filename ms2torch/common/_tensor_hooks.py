"""Hooks on the gradient of a Tensor: kept with the Tensor, and put on whatever stands in for it in a gradient."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import torch
from torch.utils.hooks import RemovableHandle

from ms2torch._core.base import TensorBase, wrap
from ms2torch._core.below_jit import is_under_jit

Hook = Callable[[Any], Any]


class TensorHookHandle:
    """What `Tensor.register_hook` returns.

    Args:
        kept (OrderedDict): the Tensor's hooks.
        on_torch (RemovableHandle, optional): that of the torch tensor, where the hook is on it already.
    """

    def __init__(self, kept: OrderedDict[int, Hook], on_torch: RemovableHandle | None) -> None:
        self._kept = kept
        self._key = next(reversed(kept))
        self._on_torch = on_torch

    def remove(self) -> None:
        """Take the hook away."""
        self._kept.pop(self._key, None)
        if self._on_torch is not None:
            self._on_torch.remove()


def check_hook(hook: object) -> None:
    """Refuse what cannot be a hook, on a Tensor or on a Cell.

    Raises:
        TypeError: if `hook` cannot be called, or stands under `jit`.
    """
    if not callable(hook):
        msg = f"Expected a callable hook function, but got {type(hook).__name__}."
        raise TypeError(msg)
    if is_under_jit(hook):
        msg = f"Decorating hook function {getattr(hook, '__name__', hook)} with '@jit' is not supported."
        raise TypeError(msg)


def register(tensor: Any, hook: Hook) -> TensorHookHandle:
    """Call `hook` with the gradient of a Tensor, inside gradients that run now or later.

    Args:
        tensor (Tensor): whose gradient.
        hook (Callable): takes the gradient; what it returns replaces it, unless it is None.

    Raises:
        TypeError: if `hook` cannot be called, or stands under `jit`.
        RuntimeError: if the Tensor is a Parameter that wants no gradient.
    """
    check_hook(hook)
    if getattr(tensor, "requires_grad", True) is False:
        msg = "The tensor requires grad is false, which can not register tensor hook; set requires_grad first"
        raise RuntimeError(msg)
    kept = tensor.__dict__.setdefault("_hooks", OrderedDict())
    kept[max(kept, default=0) + 1] = hook
    return TensorHookHandle(kept, tensor._t.register_hook(_for_torch(hook)) if tensor._t.requires_grad else None)


def hooks_of(tensor: Any) -> list[Hook]:
    """Return the hooks of a Tensor, in the order in which they were registered."""
    return list(tensor.__dict__.get("_hooks", {}).values())


def carry_over(tensor: Any, leaf: torch.Tensor) -> None:
    """Put the hooks of a Tensor on the leaf that stands in for it."""
    for hook in hooks_of(tensor):
        leaf.register_hook(_for_torch(hook))


def without_part(tensor: Any, zeros: torch.Tensor) -> torch.Tensor:
    """Call the hooks of a Parameter that has no part in what is differentiated: MindSpore calls them with zeros."""
    for hook in hooks_of(tensor):
        given = _for_torch(hook)(zeros)
        zeros = zeros if given is None else given
    return zeros


def _for_torch(hook: Hook) -> Callable[[torch.Tensor], torch.Tensor | None]:
    def on_torch(grad: torch.Tensor) -> torch.Tensor | None:
        out = hook(wrap(grad))
        if out is None or isinstance(out, TensorBase):
            return None if out is None else out._t
        msg = f"Tensor hook should be return Tensor, but get type: {type(out).__name__}."
        raise RuntimeError(msg)

    return on_torch
