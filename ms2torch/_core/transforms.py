"""Whether code runs inside torch.func's transforms, and gradients that work there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch


def inside_transform() -> bool:
    """Tell whether torch.func.vmap or its like is running; autograd's leaves cannot be made there."""
    functorch: Any = torch._C._functorch  # pyright: ignore[reportAttributeAccessIssue]
    return functorch.peek_interpreter_stack() is not None


def vjp_by_function(
    fn: Callable[..., tuple[tuple[torch.Tensor, ...], list[torch.Tensor]]],
    inputs: Sequence[torch.Tensor],
    seeds: Callable[[tuple[torch.Tensor, ...]], Sequence[torch.Tensor]],
) -> tuple[list[torch.Tensor], list[torch.Tensor]]:
    """Return the gradients of a function by its floating-point inputs, zeros by the others.

    Args:
        fn (Callable): takes the inputs, returns the tensors that count and a list of all that it made.
        inputs (Sequence[torch.Tensor]): the inputs.
        seeds (Callable): makes what the outputs' gradients begin with, from the outputs that count.

    Returns:
        tuple of the gradients and of all that `fn` made.
    """
    floats = [i for i, t in enumerate(inputs) if t.is_floating_point() or t.is_complex()]

    def of_floats(*leaves: torch.Tensor) -> tuple[tuple[torch.Tensor, ...], list[torch.Tensor]]:
        given = list(inputs)
        for i, leaf in zip(floats, leaves, strict=True):
            given[i] = leaf
        return fn(*given)

    answer: Any = torch.func.vjp(of_floats, *(inputs[i] for i in floats), has_aux=True)
    outputs, back, made = answer
    found = dict(zip(floats, back(tuple(seeds(outputs))), strict=True))
    return [found.get(i, torch.zeros_like(t)) for i, t in enumerate(inputs)], made
