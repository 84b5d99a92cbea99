"""`recompute`: run a block again in the backward pass instead of keeping its activations."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import torch
from torch.utils.checkpoint import checkpoint, set_checkpoint_early_stop

from ms2torch._core.grad_mode import is_recording
from ms2torch._core.kernel_draws import repeatable

__all__ = ["recompute"]


def recompute(
    block: Callable[..., Any],
    *args: Any,
    use_reentrant: bool = True,
    output_recompute: bool = False,
    early_stop: bool = True,
    context_fn: Callable[[], Any] | None = None,
    **kwargs: Any,
) -> Any:
    """Run a block, and run it again in the backward pass instead of keeping its activations.

    Args:
        block (Cell): what to run.
        args (Any): its inputs.
        use_reentrant (bool): both values run torch's non-reentrant checkpoint. Default: ``True``.
        output_recompute (bool): as `use_reentrant`. Default: ``False``.
        early_stop (bool): stop the second run once everything needed is there. Default: ``True``.
        context_fn (Callable, optional): returns two context managers, for the first and the second run; only with
            ``use_reentrant=False``. Default: ``None``.
        kwargs (Any): its inputs by name.

    Returns:
        What `block` returns.

    Raises:
        TypeError: if `block` cannot be called.
        ValueError: if `context_fn` is given with ``use_reentrant=True``.

    Source: mindspore.recompute, MindSpore 2.10
    """
    if not callable(block):
        msg = f"recompute: the block must be a Cell or a function, got {type(block).__name__}"
        raise TypeError(msg)
    settings: dict[str, Any] = {"use_reentrant": False}
    if context_fn is not None and use_reentrant and not output_recompute:
        msg = "context_fn is only supported when use_reentrant=False."
        raise ValueError(msg)
    settings["context_fn"] = partial(repeatable, context_fn)
    if not (is_recording() and torch.is_grad_enabled()):
        return block(*args, **kwargs)
    with set_checkpoint_early_stop(early_stop):  # an argument of `checkpoint` only since torch 2.8
        return checkpoint(block, *args, **kwargs, **settings)
