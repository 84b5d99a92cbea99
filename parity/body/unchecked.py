"""Kernels that take sizes at their word: with others than they were made for they write past their results.

A body that is run again with a change may hand them such sizes. Measured to take the process down:

- `repeat_interleave` with an `output_size` that is not the sum of the repeats;
- `_weight_norm_interface` with lengths of another axis;
- steps of `Tensor.repeat_interleave` that return another number of dimensions (`changes.execution.keeping_rank`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

_ATEN = torch.ops.aten


def guarded(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return an operation that raises ValueError where its kernel would not look.

    Args:
        function (Callable): an operation of torch's dispatcher.
    """
    require = _REQUIREMENTS.get(function)
    if require is None:
        return function

    def call(*args: Any, **kwargs: Any) -> Any:
        require(*args, **kwargs)
        return function(*args, **kwargs)

    return call


def _sum_of_repeats(repeats: torch.Tensor, *, output_size: int | None = None) -> None:
    if output_size is not None and int(repeats.sum()) != output_size:
        raise ValueError(f"repeat_interleave: {int(repeats.sum())} repeats in all for an output of {output_size}")


def _lengths_of_axis(v: torch.Tensor, g: torch.Tensor, dim: int = 0) -> None:
    if dim not in {0, v.dim() - 1} or g.numel() != v.size(dim):
        raise ValueError(f"weight_norm: {g.numel()} lengths for axis {dim} of {tuple(v.shape)}")


_REQUIREMENTS: dict[Any, Callable[..., None]] = {
    _ATEN.repeat_interleave.Tensor: _sum_of_repeats,
    _ATEN._weight_norm_interface.default: _lengths_of_axis,
}
